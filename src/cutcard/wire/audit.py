"""The audit trail: one JSON line for every action, in a file of its own.

A line is written after its action is durable, by a thread: the loop only hands over the batch.
It names time, table, deal, seq, seat, player, move, correlation id and a digest. Fields of a move
are written where its game says that they are open; else only its tag, for they may be hidden.
The digest chains the deal's log: each is keyed with the deal's seed and covers the one before.
With rules that are deterministic it stands for the resulting state; nobody can change, leave out
or add a line unseen, and nobody can guess a hidden card from it before the seed is known.
"""

from __future__ import annotations

import hmac
import logging
import os
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from cutcard.kernel.game import NATURE
from cutcard.store.protocol import Batch, DealRow, Entry
from cutcard.table.house import House

from .measure import open_moves

log = logging.getLogger("cutcard.wire")

_encode = msgspec.json.Encoder().encode
_Row = tuple[int, int, int, int, int, bytes, str | None]  # as in Batch.entries


class AuditLine(Struct, omit_defaults=True):
    """One action."""

    time: str
    table: int
    deal: int
    match: str
    game: str
    seq: int
    seat: int  # -1: time itself
    move: str
    at: int  # ms on the deal's clock
    digest: str
    player: str | None = None
    fields: dict[str, Any] | None = None
    correlation: str | None = None


class _Tag(Struct):
    type: str


_read_tag = msgspec.json.Decoder(_Tag).decode


def chained(header: DealRow, before: bytes, entry: Sequence[Any]) -> bytes:
    """The digest of the log up to and with an entry (n, at, seat, move, key)."""
    n, at, seat, move, key = entry
    return hmac.digest(header.seed, before + _encode([n, at, seat, move.decode(), key]), "sha256")


def chain(header: DealRow, log: Iterable[Entry]) -> bytes:
    """The digest of a log; that of an empty one is the deal's commitment."""
    digest = header.commitment
    for entry in log:
        digest = chained(header, digest, msgspec.structs.astuple(entry))
    return digest


class _Known:
    """What the trail knows of a table: its deal, the chain so far, and who sits where."""

    __slots__ = ("before", "chain", "header", "people")

    def __init__(self) -> None:
        self.header: DealRow | None = None
        self.before: list[Entry] = []  # what the deal's log held when we began to look
        self.chain: bytes | None = None
        self.people: dict[int, str] = {}

    def begin(self, header: DealRow, before: list[Entry]) -> None:
        self.header, self.before, self.chain = header, before, None


class Audit:
    """Writes the trail. `see` is shown every durable batch; the rest happens in its thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lost = 0  # lines that could not be written
        self._tables: dict[int, _Known] = {}
        self._queue: SimpleQueue[tuple[float, Batch | None]] = SimpleQueue()
        self._file = _opened(path)
        self._again = False  # the file is to be opened anew
        self._thread = Thread(target=self._run, name="cutcard-audit", daemon=True)

    def start(self, house: House) -> None:
        """Learn what the tables hold that there are already, then write."""
        for info in house.tables():
            table, known = house.peek(info.table), _Known()
            if table.deal is not None:
                known.begin(table.deal.header, table.deal.log)
            known.people = {seat: user.id for seat, user in enumerate(table.roster) if user}
            self._tables[info.table] = known
        self._thread.start()

    def see(self, batch: Batch) -> None:
        """A batch is durable."""
        self._queue.put((time.time(), batch))

    def waiting(self) -> int:
        """Batches not yet written."""
        return self._queue.qsize()

    def reopen(self) -> None:
        """The file was moved away: go on in a new one of its name."""
        self._again = True

    def close(self) -> None:
        """Write what is left."""
        if self._thread.is_alive():
            self._queue.put((0.0, None))
            self._thread.join(10)
        self._file.close()

    def _run(self) -> None:
        while True:
            taken = [self._queue.get()]
            while len(taken) < 256:
                try:
                    taken.append(self._queue.get_nowait())
                except Empty:
                    break
            lines = [line for at, batch in taken if batch for line in self._lines(at, batch)]
            self._write(lines)
            if any(batch is None for _, batch in taken):
                return

    def _write(self, lines: list[bytes]) -> None:
        try:
            if self._again:
                self._again = False
                self._file.close()
                self._file = _opened(self.path)
            if lines:
                self._file.write(b"".join(lines))
                self._file.flush()
        except (OSError, ValueError) as reason:
            self.lost += len(lines)
            self._again = True
            log.error("writing the audit trail failed; %s lines are lost: %s", len(lines), reason)

    def _lines(self, at: float, batch: Batch) -> list[bytes]:
        """A batch's actions. A deal opened in it may come after entries of the one before."""
        told = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
        said = told.replace("+00:00", "Z")
        opened = {(header.table, header.deal): header for header in batch.deals}
        for row in batch.seats:
            if row.user is not None:
                self._known(row.table).people[row.seat] = row.user
        lines = []
        for entry in batch.entries:
            header = opened.get(entry[:2])
            known = self._known(entry[0])
            if header is not None and (known.header is None or known.header.deal != entry[1]):
                known.begin(header, [])
            line = self._line(said, known, entry)
            if line is not None:
                lines.append(_encode(line) + b"\n")
        for header in batch.deals:
            known = self._known(header.table)
            if known.header is None or known.header.deal < header.deal:
                known.begin(header, [])
        for row in batch.seats:
            if row.user is None:
                self._known(row.table).people.pop(row.seat, None)
        for table in batch.closed:
            self._tables.pop(table, None)
        return lines

    def _line(self, said: str, known: _Known, row: _Row) -> AuditLine | None:
        table, deal, n, at, seat, move, key = row
        header = known.header
        if header is None or header.deal != deal:
            self.lost += 1
            log.error(
                "the audit trail has no header of deal %s; one line is lost",
                deal,
                extra={"table": table},
            )
            return None
        if known.chain is None:
            known.chain, known.before = chain(header, known.before[:n]), []
        known.chain = chained(header, known.chain, (n, at, seat, move, key))
        tag = _read_tag(move).type
        fields = None
        if tag in open_moves(header.game):
            fields = msgspec.json.decode(move)
            del fields["type"]
        return AuditLine(
            time=said,
            table=table,
            deal=deal,
            match=f"{table}-{header.match}",
            game=header.game,
            seq=header.first + 1 + n,
            seat=seat,
            move=tag,
            at=at,
            digest=known.chain[:16].hex(),
            player=None if seat == NATURE else known.people.get(seat),
            fields=fields or None,
            correlation=key,
        )

    def _known(self, table: int) -> _Known:
        found = self._tables.get(table)
        if found is None:
            found = self._tables[table] = _Known()
        return found


def _opened(path: Path) -> BinaryIO:
    """The file to add to, which nobody else reads."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")

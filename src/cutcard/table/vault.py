"""F18: seeds of sealed deals are stored wrapped, each day's with a key of its own that lies beside
the database and not in it. Whose key is destroyed can be opened by nobody any more, the operator
too: folded hands of that day stay folded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from secrets import token_bytes, token_hex

from msgspec import MsgspecError, Struct, json, structs

from cutcard.games import game
from cutcard.kernel import fair
from cutcard.store.fair_row import SEED as SIZE
from cutcard.store.fair_row import WRAPPED, FairRow, wrapped
from cutcard.store.protocol import DealLog, DealRow, StoreError

DAYS = "days"  # the folder of the keys, in the one of the key that signs


class _Offered(Struct):
    at: int
    mode: str = ""


class Vault:
    """The day keys in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / DAYS
        self._keys: dict[date, bytes] = {}

    # Rows as they are stored, and as they are used

    def stored_deals(self, rows: Sequence[DealRow]) -> list[DealRow]:
        return [
            row if game(row.game).shows_seed else structs.replace(row, seed=self._put(row))
            for row in rows
        ]

    def stored_records(self, rows: Sequence[FairRow]) -> list[FairRow]:
        return [self._record(row, stored=True) for row in rows]

    def used_deal(self, log: DealLog) -> DealLog:
        head = log.header
        if not wrapped(head.seed):
            return log
        seed = self._turned(head.seed[1:], self._key(_day(head.opened)), *_of_deal(head))
        return (
            log if seed is None else structs.replace(log, header=structs.replace(head, seed=seed))
        )

    def used_records(self, rows: Iterable[FairRow]) -> list[FairRow]:
        return [self._record(row, stored=False) for row in rows]

    def _put(self, row: DealRow) -> bytes:
        if len(row.seed) != SIZE:
            return row.seed
        return self._wrap(row.seed, row.opened, *_of_deal(row))

    def _record(self, row: FairRow, *, stored: bool) -> FairRow:
        if row.kind != "offer" or row.secret is None or stored == wrapped(row.secret):
            return row
        try:
            offer = json.decode(row.line, type=_Offered)
        except MsgspecError:
            return row  # somebody changed it: that is the judge's to say
        about = (row.table, row.deal)
        if not stored:
            seed = self._turned(row.secret[1:], self._key(_day(offer.at)), *about)
            return row if seed is None else structs.replace(row, secret=seed)
        if offer.mode != "sealed":
            return row
        return structs.replace(row, secret=self._wrap(row.secret, offer.at, *about))

    # Keys

    def _wrap(self, seed: bytes, at: int, *about: fair.Field) -> bytes:
        made = self._turned(seed, self._key(_day(at)) or self._made(_day(at)), *about)
        assert made is not None
        return WRAPPED + made

    def _turned(self, seed: bytes, key: bytes | None, *about: fair.Field) -> bytes | None:
        """Wrapped, or back; None where there is no such key."""
        if key is None or len(seed) != SIZE:
            return None
        pad = fair.keyed(key, "wrap", *about)
        return bytes(a ^ b for a, b in zip(seed, pad, strict=True))

    def _path(self, day: date) -> Path:
        return self.folder / f"{day.isoformat()}.key"

    def _key(self, day: date) -> bytes | None:
        if day not in self._keys:
            try:
                self._keys[day] = _whole(self._path(day))
            except FileNotFoundError:
                return None
            except OSError as reason:
                raise StoreError(
                    f"{self._path(day)} cannot be read: {reason.strerror}."
                ) from reason
        return self._keys[day]

    def _made(self, day: date) -> bytes:
        """A new key, durable before anything is wrapped with it; of several processes that make it
        at once, the first one's."""
        path, draft = self._path(day), self.folder / f".{token_hex(8)}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            there = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(there, "wb") as file:
                file.write(token_bytes(SIZE))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # another was faster: its key is the day's
                os.link(draft, path)
            draft.unlink()
            _settle(self.folder)
            self._keys[day] = _whole(path)
        except OSError as reason:
            raise StoreError(f"{path} cannot be written: {reason.strerror}.") from reason
        return self._keys[day]

    def forget(self, before: int) -> list[str]:
        """Destroys the keys of days that ended before this moment (epoch ms); which they were."""
        gone = []
        for path in sorted(self.folder.glob("*.key")):
            try:
                day = date.fromisoformat(path.stem)
            except ValueError:
                continue  # not ours
            if day >= _day(before):
                continue
            with path.open("r+b") as file:  # some file systems write it over in place
                file.write(bytes(SIZE))
                file.flush()
                os.fsync(file.fileno())
            path.unlink()
            self._keys.pop(day, None)
            gone.append(path.stem)
        if gone:
            _settle(self.folder)
        return gone


def _of_deal(row: DealRow) -> tuple[fair.Field, ...]:
    """A deal's own seed has another pad than an offer of the same number."""
    return row.table, row.deal, "deal"


def _day(at: int) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).date()


def _whole(path: Path) -> bytes:
    key = path.read_bytes()
    if len(key) != SIZE:
        raise StoreError(f"{path} is no key of {SIZE} bytes; put it back from a backup.")
    return key


def _settle(folder: Path) -> None:
    """What was made or removed in a folder is so after a crash too."""
    there = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(there)
    finally:
        os.close(there)

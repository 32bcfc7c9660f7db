"""A deal in progress with its log: the state, and what led to it.

The log is all that is kept: whatever was answered or told can be made again by playing it, for
rules are deterministic. That takes a few bytes a move instead of kilobytes a viewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from cutcard.kernel.digest import digest
from cutcard.kernel.game import Carry, Move, Outcome, Seat, State, Tick, Timer, Told
from cutcard.kernel.rng import Rng
from cutcard.store.fair_row import wrapped
from cutcard.store.protocol import DealRow, Entry

from .undo import Returns, Undone, undo_of
from .vocabulary import Vocabulary


class Drift(Exception):
    """A log that no longer plays as it was written: the rules have changed, or the file has."""


def commitment(seed: bytes) -> bytes:
    """What is published before a deal, so that its seed cannot be chosen afterwards."""
    return sha256(seed).digest()


class Deal:
    """One deal: header, state, log, and what the table asks the state after every move."""

    __slots__ = (
        "_next",
        "at",
        "due",
        "header",
        "log",
        "outcome",
        "seq",
        "since",
        "state",
        "timers",
        "to_act",
    )

    def __init__(self, words: Vocabulary, header: DealRow, rng: Rng | None = None) -> None:
        game = words.game
        if header.version != game.version:
            raise Drift(
                f"deal {header.table}.{header.deal} was played under version {header.version} of"
                f" {header.game}, this is version {game.version}"
            )
        if wrapped(header.seed):
            raise Drift(
                f"deal {header.table}.{header.deal} is sealed, and the key of its day was destroyed"
                " or is in a --key-dir that was not named"
            )
        options, carry = words.read_options(header.options), words.read_carry(header.carry)
        self.header = header
        self.seq = header.first  # the number of the last update
        self.state: State = game.deal(options, header.seats, rng or Rng(header.seed), carry)
        self.log: list[Entry] = []
        self.at = 0  # the deal's clock at the last entry
        self.to_act: Sequence[Seat] = ()
        self.timers: Sequence[Timer] = ()
        self.due: int | None = None  # of the next timer
        self.outcome: Outcome | None = None
        self._next: tuple[Carry | None] | None = None
        self._look()
        self.since: dict[Seat, int] = dict.fromkeys(self.to_act, header.first)
        """Seat → the seq from which its decision stands open: it came to act then, or moved."""

    def play(
        self, seat: Seat, move: Move | Tick, written: bytes, at: int, key: str | None
    ) -> list[Told]:
        """Plays and logs; whatever the rules raise passes through, and the log is as before."""
        told: list[Told] = []
        self.state.play(seat, move, at, told)
        self._enter(Entry(len(self.log), at, seat, written, key))
        return told

    def next(self) -> Carry | None:
        """What the next deal begins with; None: the match is over. Of a deal that is over, which
        does not change any more, it is asked by several and worked out once."""
        if self.outcome is None:
            return self.state.next()
        if self._next is None:
            self._next = (self.state.next(),)
        return self._next[0]

    def again(self, words: Vocabulary, log: Sequence[Entry]) -> Iterator[tuple[Entry, list[Told]]]:
        """Plays a log from the start; after each entry, what it told."""
        returns = Returns(log)
        for entry in log:
            told: list[Told] = []
            try:
                undo = undo_of(entry)
                if undo is None:
                    self.state = returns.before(entry.n, self.state)
                    self.state.play(entry.seat, words.read(entry.move), entry.at, told)
                else:
                    self.state = returns.back(undo)
                    told.append(Told(Undone(undo.by, entry.n - undo.to)))
            except Exception as error:
                where = f"entry {entry.n} of deal {self.header.table}.{self.header.deal}"
                raise Drift(f"{where} can no longer be played: {error}") from error
            self._enter(entry)
            yield entry, told

    def _enter(self, entry: Entry) -> None:
        self.log.append(entry)
        self.at = entry.at
        self.seq = seq = self.seq + 1
        was, since, seat = self.to_act, self.since, entry.seat
        self._look()
        self.since = now = {}
        for other in self.to_act:
            now[other] = since[other] if other != seat and other in was else seq

    def _look(self) -> None:
        state = self.state
        self.to_act = state.to_act()
        self.outcome = state.outcome()
        self.timers = state.timers() if self.outcome is None else ()
        self.due = None
        for timer in self.timers:
            if self.due is None or timer.due < self.due:
                self.due = timer.due


def replay(
    words: Vocabulary,
    header: DealRow,
    log: Sequence[Entry],
    checks: Mapping[int, bytes] | None = None,
) -> Deal:
    """The deal after its log; Drift where a digest that was written down is not met."""
    deal = Deal(words, header)
    for entry, _ in deal.again(words, log):
        written = checks.get(entry.n + 1) if checks else None
        if written is not None and written != digest(deal.state, header.seats):
            where = f"after entry {entry.n} of deal {header.table}.{header.deal}"
            raise Drift(f"the state {where} is not the one that was written down")
    return deal

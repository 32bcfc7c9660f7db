"""A Memory deal as data: its cards, whose turn it is, how its clock runs, how it ends.

Nothing here judges a move: `rules.py` does. Time comes only as `at`, and what anyone has seen is
public for good, though the view hides it again: `seen` remembers it, for `redeal`.
"""

from __future__ import annotations

from typing import Self

from cutcard.kernel.game import Seat, Told
from cutcard.kernel.rng import Rng

from . import moves as m
from . import sight
from .board import COVERED, NEVER, NOT_STARTED, PAUSED, PLAYING, UNSEEN, Board


class Deal:
    """The fields of a deal, its turns and its clock."""

    __slots__ = (
        "_sight", "announced", "back_at", "board", "carry", "elapsed", "ended_by", "faces", "fresh",
        "groups_left", "idle", "mode", "moves", "options", "out", "pairs", "pause_asked",
        "paused_at", "preview_due", "reset_asked", "rng", "seats", "seen", "since", "stale",
        "status", "turn", "turn_due", "turn_number", "up", "values",
    )  # fmt: skip

    remade = ("_sight",)  # work kept for later, which a copy begins without

    def __init__(
        self,
        options: m.Options,
        seats: int,
        rng: Rng,
        board: Board,
        values: list[int],
        *,
        carry: m.Carry,
    ) -> None:
        self.options = options
        self.seats = seats
        self.rng = rng
        self.board = board
        self.values = values
        self.carry = carry
        self.mode: m.Mode = "solo" if seats == 1 else options.mode
        self.faces = [COVERED] * len(values)  # each card's state, by cell
        self.seen = [UNSEEN] * len(values)
        self.up: list[int] = []  # flippedCards
        self.groups_left = len(values) // options.match_size
        self.moves = 0
        self.status = NOT_STARTED
        self.ended_by: str | None = None
        self.announced = False
        self.pairs = [0] * seats
        self.out: list[Seat] = []  # who surrendered, in that order
        self.pause_asked: list[Seat] = []
        self.reset_asked: list[Seat] = []
        self.turn = carry.first
        self.turn_number = 0
        self.turn_due = 0
        self.fresh = False  # the turn has shown a card never turned before
        self.stale = 0  # misses in a row that showed no such card
        self.idle = 0  # turns in a row that ran out
        self.elapsed = 0  # on the game's clock, up to `since`
        self.since = NEVER  # when the clock last started; NEVER: it stands
        self.paused_at = 0
        self.preview_due = 0
        self.back_at = NEVER  # when cards that differ turn back; NEVER: none do
        self._sight: sight.Sight | None = None  # what it showed last; no copy has it

    def copy(self) -> Self:
        twin = type(self)(
            self.options, self.seats, self.rng.copy(), self.board, self.values[:], carry=self.carry
        )
        twin.faces = self.faces[:]
        twin.seen = self.seen[:]
        twin.up = self.up[:]
        twin.groups_left = self.groups_left
        twin.moves = self.moves
        twin.status = self.status
        twin.ended_by = self.ended_by
        twin.announced = self.announced
        twin.pairs = self.pairs[:]
        twin.out = self.out[:]
        twin.pause_asked = self.pause_asked[:]
        twin.reset_asked = self.reset_asked[:]
        twin.turn = self.turn
        twin.turn_number = self.turn_number
        twin.turn_due = self.turn_due
        twin.fresh = self.fresh
        twin.stale = self.stale
        twin.idle = self.idle
        twin.elapsed = self.elapsed
        twin.since = self.since
        twin.paused_at = self.paused_at
        twin.preview_due = self.preview_due
        twin.back_at = self.back_at
        return twin

    @property
    def paused(self) -> bool:
        return self.status == PAUSED

    @property
    def stall_in(self) -> int | None:
        """How many more turns without a new card end the deal; None: it is not stalling."""
        if not self.options.stall_turns or not self.stale or self.mode != "versus":
            return None
        return max(0, self.options.stall_turns - self.stale)

    def _plays(self, seat: Seat) -> bool:
        return 0 <= seat < self.seats and seat not in self.out

    def _timed(self) -> bool:
        return self.options.turn_ms > 0 and self.seats - len(self.out) > 1

    def _run(self, at: int, told: list[Told] | None) -> None:
        """The first start: the clock runs and the first turn begins."""
        self._run_clock(at, told)
        self._begin_turn(self.turn, at, told)

    def _run_clock(self, at: int, told: list[Told] | None) -> None:
        self.status = PLAYING
        self.since = at
        if told is not None:
            told.append(Told(m.ClockStarted(self.elapsed)))

    def _stop_clock(self, at: int) -> None:
        if self.since != NEVER:
            self.elapsed += at - self.since
            self.since = NEVER

    def stop(self, at: int) -> None:
        """A race is over, and with it this lane, where it stands."""
        self._stop_clock(at)
        self.back_at = NEVER
        if self._sight is not None:
            self._sight.view = None

    def _begin_turn(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        self.turn = seat
        self.turn_number += 1
        self.turn_due = at + self.options.turn_ms
        self.fresh = False
        self.reset_asked = []  # a wish to deal again stands for a turn
        if told is not None and self.seats > 1:
            told.append(Told(m.TurnStarted(seat)))

    def _pass_on(self, at: int, told: list[Told] | None) -> None:
        """What lies face up unmatched turns back, and the turn goes to the next player."""
        if self.up:
            for cell in self.up:
                self.faces[cell] = COVERED
            if told is not None:
                told.append(Told(m.CardsCovered(tuple(self.up))))
            self.up = []
        self.back_at = NEVER
        seat = (self.turn + 1) % self.seats
        while seat in self.out:
            seat = (seat + 1) % self.seats
        self._begin_turn(seat, at, told)
        if self.status == PAUSED:  # its time starts when play does
            self.paused_at = at

    def _end(self, reason: str, at: int, told: list[Told] | None) -> None:
        self._stop_clock(at)
        self.back_at = NEVER
        self.ended_by = reason
        if reason == "COMPLETED":
            self.status = "Won"
        elif reason in ("TIME_UP", "MOVES_UP") and self.mode != "versus":
            self.status = "Lost"
        else:
            self.status = "Ended"
        if told is not None:
            told.append(Told(sight.ending(self, reason)))

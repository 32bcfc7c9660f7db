"""Memory's judge: one deal, solo or two to four players.

Numbers such as A20 and B8 are those of docs/rules/memory.md. Time comes only as `at`, chance
only from the deal's Rng, and a value leaves only with a card whose face shows (`sight.py`). What
a deal holds, its turns and its clock are in `state.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from . import moves as m
from . import sight
from .board import (
    COVERED,
    FLIPPED,
    NEVER,
    NOT_STARTED,
    PAUSED,
    PLAYING,
    PREVIEW,
    PREVIEWED,
    SOLVED,
    TURNED,
    UNSEEN,
    Board,
    card_ids,
)
from .state import Deal

SEATS = range(1, 5)
UNRATED = ("RESET", "STALLED", "IDLE")  # nobody has won a deal that ended so


def deal(options: m.Options, seats: int, rng: Rng, carry: m.Carry | None = None) -> Memory:
    """initializeGame: every value on as many cards as match, shuffled, all face down."""
    if seats not in SEATS:
        raise ValueError(f"Memory seats 1 to 4, not {seats}")
    rows, cols = options.grid_size
    values = [cell // options.match_size for cell in range(rows * cols)]
    rng.shuffle(values)
    board = Board(card_ids(rng, len(values)))
    return Memory(options, seats, rng, board, values, carry=carry or m.Carry(0, 0))


class Memory(Deal):
    """A deal in progress."""

    __slots__ = ()

    # Whom it waits for, and what they may do.

    def to_act(self) -> Sequence[Seat]:
        if self.status == PLAYING:
            return (self.turn,) if self.back_at == NEVER else ()
        if self.status == NOT_STARTED:
            return (self.turn,)
        if self.status == PAUSED:  # who asked first; the others may resume as an aside
            return (self.pause_asked[0] if self.pause_asked else self.turn,)
        return ()

    def legal(self, seat: Seat) -> Sequence[m.Move]:
        if seat not in self.to_act():
            return ()
        if self.status == PAUSED:
            return (m.Resume(),)
        flips: list[m.Move] = [
            flip for flip, face in zip(self.board.flips, self.faces, strict=True) if face == COVERED
        ]
        if self.status == PLAYING:
            return flips
        return [m.Start(), *flips] if self.options.auto_start else (m.Start(),)

    def asides(self, seat: Seat) -> Sequence[m.Move]:
        if self.ended_by or not self._plays(seat):
            return ()
        found: list[m.Move] = []
        if seat not in self.to_act() and self.status == NOT_STARTED:
            found.append(m.Start())
        if seat not in self.to_act() and self.status == PAUSED:
            found.append(m.Resume())
        if self.status == PLAYING and seat not in self.pause_asked:
            found.append(m.Pause())
        if not self.out and seat not in self.reset_asked and not self.options.daily:
            found.append(m.Reset())
        found.append(m.Surrender())
        return found

    def timers(self) -> Sequence[Timer]:
        if self.ended_by:
            return ()
        found = [] if self.announced else [Timer(0, m.Announce())]
        if self.status == PREVIEW:
            found.append(Timer(self.preview_due, m.EndPreview()))
        if self.status != PLAYING:
            return found
        if self.back_at != NEVER:
            found.append(Timer(self.back_at, m.FlipBack(self.turn_number)))
        elif self._timed():
            found.append(Timer(self.turn_due, m.Expire(self.turn_number), self.turn))
        if self.options.time_limit_ms:
            due = self.since + self.options.time_limit_ms - self.elapsed
            found.append(Timer(due, m.TimeUp()))
        return found

    # The judge.

    def play(
        self, seat: Seat, move: m.Move | m.Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        if self._sight is not None:
            self._sight.view = None
        if type(move) is m.Flip:
            self._refuse_stranger(seat)
            self._flip(seat, move.card_id, at, told)
        elif isinstance(move, m.Tick):
            self._tick(seat, move, at, told)
        else:
            self._refuse_stranger(seat)
            if type(move) is m.Start or type(move) is m.Resume:
                self._start(move, at, told)
            elif type(move) is m.Pause:
                self._pause(seat, at, told)
            elif type(move) is m.Reset:
                self._reset(seat, at, told)
            elif type(move) is m.Surrender:
                self._surrender(seat, at, told)
            else:
                raise Illegal("INVALID_REQUEST", "Memory knows no such move.")

    def _refuse_stranger(self, seat: Seat) -> None:
        if self.ended_by:
            raise Illegal("GAME_OVER", "The deal is over.")
        if not self._plays(seat):
            raise Illegal("INVALID_PLAYER", "Only those still in the deal may move.")

    def _flip(self, seat: Seat, card_id: str, at: int, told: list[Told] | None) -> None:
        """flipCard, its refusals in the spec's order (B8)."""
        starts = self.status == NOT_STARTED and self.options.auto_start
        if self.status != PLAYING and not starts:
            raise Illegal("NOT_PLAYING", "Cards are turned only while the clock runs.")
        if seat != self.turn:
            raise Illegal("NOT_YOUR_TURN", "It is another player's turn.")
        cell = self.board.cells.get(card_id)
        if cell is None:
            raise Illegal("CARD_NOT_FOUND", "No card on this board has that id.")
        if self.faces[cell] != COVERED:
            raise Illegal("ALREADY_FACE_UP", "That card is face up already.")
        if self.back_at != NEVER:
            raise Illegal("INPUT_LOCKED", "Wait until the two cards have turned back.")
        if starts:
            self._run(at, told)
        self._turn_up(seat, cell, at, told)

    def _turn_up(self, seat: Seat, cell: int, at: int, told: list[Told] | None) -> None:
        value, up = self.values[cell], self.up
        self.faces[cell] = FLIPPED
        up.append(cell)
        if self.seen[cell] != TURNED:
            self.seen[cell] = TURNED
            self.fresh = True
        if told is not None:
            card_id = self.board.ids[cell]
            told.append(Told(m.CardFlipped(seat, card_id, cell, value)))
        if value != self.values[up[0]]:
            self._miss(at, told)
        elif len(up) == self.options.match_size:
            self._match(seat, value, at, told)

    def _match(self, seat: Seat, value: int, at: int, told: list[Told] | None) -> None:
        self.moves += 1
        for cell in self.up:
            self.faces[cell] = SOLVED
        if told is not None:
            told.append(Told(m.CardsMatched(seat, tuple(self.up), value)))
        self.up = []
        self.pairs[seat] += 1
        self.groups_left -= 1
        self.stale = self.idle = 0
        if not self.groups_left:
            self._end("COMPLETED", at, told)
        elif self.moves == self.options.move_limit:
            self._end("MOVES_UP", at, told)
        else:
            self._begin_turn(seat, at, None)  # a match keeps the turn

    def _miss(self, at: int, told: list[Told] | None) -> None:
        self.moves += 1
        self.stale = 0 if self.fresh else self.stale + 1
        self.idle = 0
        if self.moves == self.options.move_limit:
            self._end("MOVES_UP", at, told)
        elif self.stall_in == 0:
            self._end("STALLED", at, told)
        else:
            self.back_at = at + self.options.match_delay_ms
            if told is not None and self.stall_in == 1:
                told.append(Told(m.StallWarned(1)))

    def _tick(self, seat: Seat, tick: m.Tick, at: int, told: list[Told] | None) -> None:
        """Only a timer that stands now is played: ticks of a time gone by are dropped (B4)."""
        if seat != NATURE:
            raise Illegal("NOT_YOURS", "Only time does that.")
        if self.ended_by:
            raise Illegal("GAME_OVER", "The deal is over.")
        if not any(timer.tick == tick and timer.due <= at for timer in self.timers()):
            raise Illegal("NOT_DUE", "No such timer is due.")
        if type(tick) is m.FlipBack:
            self._pass_on(at, told)
        elif type(tick) is m.Expire:
            self._expire(at, told)
        elif type(tick) is m.TimeUp:
            self._end("TIME_UP", at, told)
        elif type(tick) is m.EndPreview:
            self._run(at, told)
        else:
            self.announced = True
            if told is not None:
                start = m.GameStart(self.turn, len(self.values), self.carry.resets)
                told.append(Told(start))

    def _expire(self, at: int, told: list[Told] | None) -> None:
        if told is not None:
            told.append(Told(m.TurnExpired(self.turn)))
        self.stale = 0 if self.fresh else self.stale
        self.idle += 1
        if self.idle >= self.seats - len(self.out):  # nobody is there any more
            self._end("IDLE", at, told)
        else:
            self._pass_on(at, told)

    def _start(self, move: m.Start | m.Resume, at: int, told: list[Told] | None) -> None:
        """startGameTimer, from NotStarted or Paused (A16); `resume` only from Paused."""
        if self.status == PAUSED:
            self.turn_due += at - self.paused_at
            self.pause_asked = []
            self._run_clock(at, told)
        elif type(move) is m.Resume:
            raise Illegal("NOT_PAUSED", "Only a paused deal is resumed.")
        elif self.status != NOT_STARTED:
            raise Illegal("ALREADY_STARTED", "The deal has started.")
        elif self.options.preview_ms:
            self.status = PREVIEW
            self.preview_due = at + self.options.preview_ms
            self.seen = [PREVIEWED] * len(self.seen)
            if told is not None:
                told.append(Told(m.CardsPreviewed(tuple(self.values))))
        else:
            self._run(at, told)

    def _pause(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        """stopGameTimer, from Playing; cards that wait to turn back do so at once (B6)."""
        if self.status != PLAYING:
            raise Illegal("NOT_PLAYING", "Only a running clock can be stopped.")
        if not self._all_ask(seat, self.pause_asked, m.PauseAsked(seat), told):
            return
        if self.back_at != NEVER:
            self._pass_on(at, told)
        self._stop_clock(at)
        self.status, self.paused_at = PAUSED, at
        if told is not None:
            told.append(Told(m.ClockStopped(self.elapsed)))

    def _reset(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        """resetGame: this deal is over, unrated, and `next` deals again (B12)."""
        if self.options.daily:
            raise Illegal("DAILY", "The board of the day is played to its end, or given up.")
        if self.out:
            raise Illegal("PLAYER_GONE", "Someone has surrendered: the deal is played out.")
        if self._all_ask(seat, self.reset_asked, m.ResetAsked(seat), told):
            self._end("RESET", at, told)

    def _all_ask(
        self, seat: Seat, asked: list[Seat], fact: m.Fact, told: list[Told] | None
    ) -> bool:
        """Note the wish; whether now everyone still in has it."""
        if seat in asked:
            raise Illegal("ALREADY_ASKED", "You have asked; the others have not agreed yet.")
        asked.append(seat)
        if told is not None and self.seats > 1:
            told.append(Told(fact))
        return len(asked) == self.seats - len(self.out)

    def _surrender(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        self.out.append(seat)
        self.pause_asked = []
        self.reset_asked = []
        if told is not None:
            told.append(Told(m.PlayerSurrendered(seat)))
        left = self.seats - len(self.out)
        if left == 0 or (left == 1 and self.mode == "versus"):
            self._end("SURRENDER", at, told)
        elif seat == self.turn:
            self._pass_on(at, told)

    # What is seen of it.

    def view(self, seat: Seat | None) -> m.View:
        """The same for everyone: nobody holds a card."""
        kept = self._sight
        if kept is None:
            kept = self._sight = sight.Sight(self)
        return kept.look(self)

    def outcome(self) -> Outcome | None:
        if self.ended_by is None:
            return None
        rated = self.ended_by not in UNRATED and self.mode != "coop" and self.moves > 0
        places, pairs = sight.places(self), tuple(self.pairs)
        return Outcome(places, pairs, self.ended_by, rated, marks=self._marks())

    def _marks(self) -> tuple[tuple[str, int], ...]:
        """Alone: moves and time of a board that was solved with nothing shown beforehand."""
        options = self.options
        shown = options.open_cards or options.preview_ms or options.match_size != 2
        if self.mode != "solo" or self.ended_by != "COMPLETED" or shown:
            return ()
        rows, cols = options.grid_size
        return (f"{rows}x{cols} moves", self.moves), (f"{rows}x{cols} ms", self.elapsed)

    def next(self) -> m.Carry | None:
        """Only a reset deals again."""
        if self.ended_by != "RESET":
            return None
        return m.Carry(self.carry.first, self.carry.resets + 1)

    def all_cards(self) -> list[int]:
        """The values of all cells."""
        return self.values[:]

    def redeal(self, seat: Seat | None, rng: Rng) -> Memory:
        """Cards nobody has seen change places; what was seen once stays where it was seen.

        Everything shown was shown to all, so every viewer knows the same.
        """
        world = self.copy()
        world.rng = rng.fork()
        hidden = [cell for cell, seen in enumerate(self.seen) if seen == UNSEEN]
        values = [self.values[cell] for cell in hidden]
        rng.shuffle(values)
        for cell, value in zip(hidden, values, strict=True):
            world.values[cell] = value
        return world

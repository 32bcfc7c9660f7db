"""A race: one board, and everybody alone on a copy of it. The first to finish wins, or who needs
the fewest moves.

A racer's lane is a deal of one (`rules.py`), so a card is judged there as it is alone. Of another's
lane only counts are told: pairs, moves, and when it was finished. Nobody sees a card of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from . import moves as m
from . import rules
from .board import NEVER, NOT_STARTED, PLAYING, PREVIEW, UNSEEN
from .rules import Memory

OWN = (m.CardFlipped, m.CardsMatched, m.CardsCovered)  # what only the lane's racer is told


def deal(options: m.Options, seats: int, rng: Rng, carry: m.Carry | None = None) -> Memory | Race:
    """One board for all, or one for each in a race of several."""
    if options.mode != "race" or seats not in rules.SEATS or seats == 1:
        return rules.deal(options, seats, rng, carry)
    first = rules.deal(options, 1, rng)
    return Race(options, rng, [first, *(first.copy() for _ in range(seats - 1))])


class Race:
    """A race in progress."""

    __slots__ = (
        "announced", "elapsed", "ended_by", "lanes", "options", "out", "ready", "rng", "since",
        "status",
    )  # fmt: skip

    def __init__(self, options: m.Options, rng: Rng, lanes: list[Memory]) -> None:
        self.options = options
        self.rng = rng
        self.lanes = lanes
        self.status: m.Status = NOT_STARTED
        self.announced = False
        self.ready: list[Seat] = []
        self.out: list[Seat] = []  # who surrendered, in that order
        self.since = NEVER  # when the clock started, the same for all
        self.elapsed = 0  # on it, once the race is over
        self.ended_by: str | None = None

    def copy(self) -> Race:
        twin = Race(self.options, self.rng.copy(), [lane.copy() for lane in self.lanes])
        twin.status = self.status
        twin.announced = self.announced
        twin.ready = self.ready[:]
        twin.out = self.out[:]
        twin.since, twin.elapsed = self.since, self.elapsed
        twin.ended_by = self.ended_by
        return twin

    # Whom it waits for, and what they may do.

    def _racing(self, seat: Seat) -> bool:
        return seat not in self.out and not self.lanes[seat].ended_by

    def to_act(self) -> Sequence[Seat]:
        seats = range(len(self.lanes))
        if self.status == NOT_STARTED:
            return [seat for seat in seats if seat not in self.ready and seat not in self.out]
        if self.status == PLAYING:
            return [s for s in seats if self._racing(s) and self.lanes[s].back_at == NEVER]
        return ()

    def legal(self, seat: Seat) -> Sequence[m.Move]:
        if seat not in self.to_act():
            return ()
        return (m.Start(),) if self.status == NOT_STARTED else self.lanes[seat].legal(0)

    def asides(self, seat: Seat) -> Sequence[m.Move]:
        here = 0 <= seat < len(self.lanes) and not self.ended_by and self._racing(seat)
        return (m.Surrender(),) if here else ()

    def timers(self) -> Sequence[Timer]:
        if self.ended_by:
            return ()
        found = [] if self.announced else [Timer(0, m.Announce())]
        lane = self.lanes[0]
        if self.status == PREVIEW:
            found.append(Timer(lane.preview_due, m.EndPreview()))
        if self.status != PLAYING:
            return found
        for seat, lane in enumerate(self.lanes):
            if self._racing(seat) and lane.back_at != NEVER:
                found.append(Timer(lane.back_at, m.LaneBack(seat, lane.turn_number)))
        if self.options.time_limit_ms:
            found.append(Timer(self.since + self.options.time_limit_ms, m.TimeUp()))
        return found

    # The judge.

    def play(
        self, seat: Seat, move: m.Move | m.Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        if isinstance(move, m.Tick):
            self._tick(seat, move, at, told)
            return
        if self.ended_by:
            raise Illegal("GAME_OVER", "The deal is over.")
        if not 0 <= seat < len(self.lanes) or seat in self.out:
            raise Illegal("INVALID_PLAYER", "Only those still in the deal may move.")
        if type(move) is m.Flip:
            self._flip(seat, move, at, told)
        elif type(move) is m.Start:
            self._start(seat, at, told)
        elif type(move) is m.Surrender:
            self._surrender(seat, at, told)
        else:
            raise Illegal("NOT_IN_A_RACE", "A race is not paused, nor dealt again.")

    def _flip(self, seat: Seat, move: m.Flip, at: int, told: list[Told] | None) -> None:
        lane = self.lanes[seat]
        if self.status == PLAYING and lane.ended_by:
            raise Illegal("FINISHED", "You have found them all; wait for the others.")
        moves = lane.moves
        self._run(seat, 0, move, at, told)
        if told is not None and lane.moves > moves:
            told.append(Told(m.RaceProgress(seat, lane.pairs[0], lane.moves)))
        if lane.ended_by:
            if told is not None:
                told.append(Told(m.RaceFinished(seat, lane.moves, lane.elapsed)))
            if self.options.race_by == "first" or not self._anybody_left():
                self._end("COMPLETED", at, told)

    def _run(
        self, seat: Seat, by: Seat, move: m.Move | m.Tick, at: int, told: list[Told] | None
    ) -> None:
        """Plays in one lane; of what is told there its racer alone hears."""
        words: list[Told] | None = None if told is None else []
        self.lanes[seat].play(by, move, at, words)
        for one in words or ():
            fact = one.fact
            if told is None or not isinstance(fact, OWN):
                continue
            if not isinstance(fact, m.CardsCovered):
                fact = structs.replace(fact, player_id=seat)
            told.append(Told(fact, (seat,)))

    def _tick(self, seat: Seat, tick: m.Tick, at: int, told: list[Told] | None) -> None:
        if seat != NATURE:
            raise Illegal("NOT_YOURS", "Only time does that.")
        if self.ended_by:
            raise Illegal("GAME_OVER", "The deal is over.")
        if not any(timer.tick == tick and timer.due <= at for timer in self.timers()):
            raise Illegal("NOT_DUE", "No such timer is due.")
        if type(tick) is m.LaneBack:
            back = m.FlipBack(tick.turn)
            self._run(tick.seat, NATURE, back, at, told)
        elif type(tick) is m.TimeUp:
            self._end("TIME_UP", at, told)
        elif type(tick) is m.EndPreview:
            for lane in self.lanes:
                lane.play(NATURE, tick, at)
            self._runs(at, told)
        else:
            self.announced = True
            if told is not None:
                told.append(Told(m.GameStart(0, len(self.lanes[0].values), 0)))

    def _runs(self, at: int, told: list[Told] | None) -> None:
        self.status, self.since = PLAYING, at
        if told is not None:
            told.append(Told(m.ClockStarted(0)))

    def _start(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        """Everybody says so, and it starts for all at once."""
        if self.status != NOT_STARTED:
            raise Illegal("ALREADY_STARTED", "The deal has started.")
        if seat in self.ready:
            raise Illegal("ALREADY_ASKED", "You are ready; the others are not yet.")
        self.ready.append(seat)
        if told is not None:
            told.append(Told(m.RaceReady(seat)))
        self._go(at, told)

    def _go(self, at: int, told: list[Told] | None) -> None:
        """The clock starts for all, once all who are still there are ready."""
        if self.to_act():
            return
        for lane in self.lanes:
            lane.play(0, m.Start(), at)
        if not self.options.preview_ms:
            self._runs(at, told)
            return
        self.status = PREVIEW
        if told is not None:
            told.append(Told(m.CardsPreviewed(tuple(self.lanes[0].values))))

    def _surrender(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        if not self._racing(seat):
            raise Illegal("FINISHED", "You have found them all; wait for the others.")
        self.out.append(seat)
        if told is not None:
            told.append(Told(m.PlayerSurrendered(seat)))
        if len(self.lanes) - len(self.out) < 2 or not self._anybody_left():
            self._end("SURRENDER", at, told)
        elif self.status == NOT_STARTED:
            self._go(at, told)

    def _anybody_left(self) -> bool:
        return any(self._racing(seat) for seat in range(len(self.lanes)))

    def _end(self, reason: str, at: int, told: list[Told] | None) -> None:
        self.ended_by = reason
        self.status = "Won" if reason == "COMPLETED" else "Ended"
        if self.since != NEVER:
            self.since, self.elapsed = NEVER, at - self.since
        for lane in self.lanes:
            lane.stop(at)
        if told is not None:
            places = self.places()
            alone = places.count(1) == 1
            winner: Seat | Literal["tie"] = places.index(1) if alone else "tie"
            scores = {seat: lane.pairs[0] for seat, lane in enumerate(self.lanes)}
            most = max(lane.moves for lane in self.lanes)
            told.append(Told(m.GameEnd(reason, scores, most, self.elapsed, winner)))

    # How it stands, and what is seen of it.

    def places(self) -> tuple[int, ...]:
        """Who finished comes first: by time, or by moves and then time. Then more pairs and fewer
        moves; who surrendered comes after all who did not, the first last."""
        worth = [self._worth(seat) for seat in range(len(self.lanes))]
        return tuple(1 + sum(other > mine for other in worth) for mine in worth)

    def _worth(self, seat: Seat) -> tuple[int, ...]:
        lane = self.lanes[seat]
        if seat in self.out:
            return 0, self.out.index(seat), 0
        if lane.status != "Won":
            return 1, lane.pairs[0], -lane.moves
        if self.options.race_by == "first":
            return 2, -lane.elapsed, 0
        return 2, -lane.moves, -lane.elapsed

    def outcome(self) -> Outcome | None:
        if self.ended_by is None:
            return None
        scores = tuple(lane.pairs[0] for lane in self.lanes)
        return Outcome(self.places(), scores, self.ended_by, rated=False)

    def next(self) -> None:
        """A race is one deal."""

    def all_cards(self) -> list[int]:
        """The values of all cells, which every lane has alike."""
        return self.lanes[0].values[:]

    def view(self, seat: Seat | None) -> m.View:
        """One's own lane, and counts of the others'; a spectator has no lane."""
        lane = self.lanes[seat or 0]
        own = lane.view(None)
        mine = seat is not None
        return structs.replace(
            own,
            status=self.status,
            mode="race",
            cards=own.cards if mine else dict(enumerate(lane.board.backs)),
            players={s: self._player(s) for s in range(len(self.lanes))},
            turn=0,  # it is everybody's
            moves=max(one.moves for one in self.lanes),
            elapsed_ms=self.elapsed,
            running_since=None if self.since == NEVER else self.since,
            open=own.open if mine or self.status == PREVIEW else None,
            stars=None,
            reason=self.ended_by,
        )

    def _player(self, seat: Seat) -> m.Player:
        lane = self.lanes[seat]
        return m.Player(
            lane.pairs[0],
            seat in self.out or None,
            lane.moves,
            seat in self.ready or None if self.status == NOT_STARTED else None,
            lane.elapsed if lane.status == "Won" else None,
        )

    def redeal(self, seat: Seat | None, rng: Rng) -> Race:
        """Cards the viewer has not seen in their own lane change places. What others have turned
        they have turned somewhere else: so much is known of them, but not which cards it was."""
        world = self.copy()
        world.rng = rng.fork()
        values = self.lanes[0].values[:]
        shown = self.options.preview_ms > 0 and self.status != NOT_STARTED
        seen = self.lanes[seat].seen if seat is not None else [UNSEEN] * len(values)
        hidden = [] if shown else [cell for cell, known in enumerate(seen) if known == UNSEEN]
        moved = [values[cell] for cell in hidden]
        rng.shuffle(moved)
        for cell, value in zip(hidden, moved, strict=True):
            values[cell] = value
        for other, (lane, was) in enumerate(zip(world.lanes, self.lanes, strict=True)):
            lane.values = values[:]
            if other != seat:
                _turn_elsewhere(lane, was, rng)
        return world


def _turn_elsewhere(lane: Memory, was: Memory, rng: Rng) -> None:
    """What was turned in a lane, on other cards of the board that the lane has now: each group of
    cards that match becomes another one."""
    before, now = _groups(was.values), _groups(lane.values)
    order = list(now.values())
    rng.shuffle(order)
    for cells, others in zip(before.values(), order, strict=True):
        rng.shuffle(others)
        for cell, to in zip(cells, others, strict=True):
            lane.faces[to] = was.faces[cell]
            lane.seen[to] = was.seen[cell]
            lane.up = [to if old == cell else lane.up[n] for n, old in enumerate(was.up)]


def _groups(values: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for cell, value in enumerate(values):
        found.setdefault(value, []).append(cell)
    return found

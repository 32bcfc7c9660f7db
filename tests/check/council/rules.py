"""The rules of Council."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.game import NATURE, Illegal, Outcome, Timer, Told
from cutcard.kernel.rng import Rng

from . import moves as m

CARDS = 20


class Council:
    __slots__ = (
        "deck",
        "die",
        "first",
        "hands",
        "left",
        "n",
        "opt",
        "phase",
        "points",
        "reason",
        "rng",
        "round",
        "since",
        "tally",
        "thrown",
        "turn",
        "votes",
    )

    def __init__(self, opt: m.Options, n: int, rng: Rng, first: int) -> None:
        self.opt, self.n, self.rng = opt, n, rng
        self.first = self.turn = first
        self.left = n  # turns before the vote
        self.deck: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.votes: list[int] = [-1] * n
        self.points = [0] * n
        self.thrown: list[int] = []
        self.phase, self.reason = "turns", ""
        self.round = 1
        self.die = self.since = 0
        self.tally = -1

    def to_act(self) -> Sequence[int]:
        if self.phase == "turns":
            return [self.turn]
        return [s for s in range(self.n) if self.votes[s] < 0] if self.phase == "vote" else []

    def legal(self, seat: int) -> Sequence[m.Move]:
        if seat not in self.to_act():
            return []
        if self.phase == "vote":
            return [m.Vote(True), m.Vote(False)]
        throws: list[m.Move] = [m.Throw(card) for card in sorted(self.hands[seat])]
        return [*throws, m.Draw()] if self.deck else throws

    def asides(self, seat: int) -> Sequence[m.Move]:
        return [m.Leave()] if self.phase != "over" else []

    def timers(self) -> Sequence[Timer]:
        if self.phase == "pause":
            return [Timer(self.since + self.opt.pause_ms, m.NextRound())]
        return [Timer(self.since + self.opt.turn_ms, m.Expire(s), s) for s in self.to_act()]

    def play(
        self, seat: int, move: m.Move | m.Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        if isinstance(move, m.Expire | m.NextRound):
            self.tick(seat, move, at, told)
            return
        if self.phase == "over":
            raise Illegal("GAME_OVER", "The council has risen.")
        if isinstance(move, m.Leave):
            self.end("left", told)
        elif isinstance(move, m.Vote):
            self.vote(seat, move, at, told)
        else:
            self.take_turn(seat, move, at, told)

    def tick(
        self, seat: int, move: m.Expire | m.NextRound, at: int, told: list[Told] | None
    ) -> None:
        if seat != NATURE:
            raise Illegal("NOT_YOURS", "Only time plays that.")
        if isinstance(move, m.NextRound):
            if self.phase != "pause":
                raise Illegal("TOO_LATE", "The pause is over.")
            self.begin(at, told)
        elif move.seat not in self.to_act():
            raise Illegal("TOO_LATE", "That seat has moved.")
        elif self.phase == "vote":
            self.vote(move.seat, m.Vote(False), at, told)
        else:
            self.take_turn(move.seat, self.legal(move.seat)[0], at, told)

    def take_turn(self, seat: int, move: m.Move, at: int, told: list[Told] | None) -> None:
        if self.phase != "turns" or seat != self.turn:
            raise Illegal("NOT_YOUR_TURN", "It is not your turn.")
        if isinstance(move, m.Draw):
            if not self.deck:
                raise Illegal("NO_CARDS", "There is nothing to draw.")
            card = self.deck.pop()
            self.hands[seat].append(card)
            if told is not None:
                told.append(Told(m.Drawn(seat, card), (seat,), m.Drawn(seat)))
        else:
            assert isinstance(move, m.Throw)
            if move.card not in self.hands[seat]:
                raise Illegal("NOT_HELD", "You do not hold that card.")
            self.hands[seat].remove(move.card)
            self.thrown.append(move.card)
            if told is not None:
                told.append(Told(m.Thrown(seat, move.card)))
        self.since = at
        self.left -= 1
        self.turn = (seat + 1) % self.n
        if not self.left:
            self.phase, self.votes = "vote", [-1] * self.n

    def vote(self, seat: int, move: m.Vote, at: int, told: list[Told] | None) -> None:
        if self.phase != "vote" or self.votes[seat] >= 0:
            raise Illegal("NOT_YOUR_TURN", "You have no vote now.")
        self.votes[seat] = int(move.yes)
        if told is not None:
            told.append(Told(m.Voted(seat, move.yes), (seat,), m.Voted(seat)))
        if -1 in self.votes:
            return
        self.tally = sum(self.votes)
        if told is not None:
            told.append(Told(m.Tally(self.tally)))
        self.points[self.first] += self.tally
        self.since = at
        self.phase = "pause"
        if self.round >= self.opt.rounds:
            self.end("done", told)

    def begin(self, at: int, told: list[Told] | None) -> None:
        self.round += 1
        self.die = 1 + self.rng.below(6)
        self.phase, self.left, self.since = "turns", self.n, at
        self.first = self.turn = (self.first + 1) % self.n
        if told is not None:
            told.append(Told(m.Round(self.round, self.die)))

    def end(self, reason: str, told: list[Told] | None) -> None:
        self.phase, self.reason = "over", reason
        if told is not None:
            told.append(Told(m.End(reason)))

    def view(self, seat: int | None) -> m.View:
        return m.View(
            self.reason or self.phase,
            self.round,
            self.die,
            self.turn,
            len(self.deck),
            tuple(self.thrown),
            {s: self.player(s, s == seat) for s in range(self.n)},
            None if self.tally < 0 else self.tally,
        )

    def player(self, seat: int, own: bool) -> m.Player:
        voted = self.phase == "vote" and self.votes[seat] >= 0
        hand = tuple(sorted(self.hands[seat])) if own else None
        vote = self.votes[seat] == 1 if own and voted else None
        return m.Player(len(self.hands[seat]), self.points[seat], voted, hand, vote)

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        places = tuple(1 + sum(y > x for y in self.points) for x in self.points)
        return Outcome(places, tuple(self.points), self.reason)

    def next(self) -> m.Carry | None:
        return m.Carry((self.first + 1) % self.n) if self.reason == "done" else None

    def copy(self) -> Council:
        twin = type(self)(self.opt, self.n, self.rng.copy(), self.first)
        twin.turn, twin.left = self.turn, self.left
        twin.deck = self.deck[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.votes = self.votes[:]
        twin.points = self.points[:]
        twin.thrown = self.thrown[:]
        twin.phase, twin.reason, twin.round = self.phase, self.reason, self.round
        twin.die, twin.since, twin.tally = self.die, self.since, self.tally
        return twin

    def redeal(self, seat: int | None, rng: Rng) -> Council:
        world = self.copy()
        others = [s for s in range(self.n) if s != seat]
        pool = [card for s in others for card in self.hands[s]] + self.deck
        rng.shuffle(pool)
        for s in others:
            world.hands[s] = [pool.pop() for _ in self.hands[s]]
            if self.phase == "vote" and self.votes[s] >= 0:
                world.votes[s] = rng.below(2)
        world.deck = pool
        world.rng = rng.fork()
        return world


def deal(opt: m.Options, n: int, rng: Rng, carry: m.Carry | None = None) -> Council:
    return fill(Council(opt, n, rng, carry.first if carry else 0))


def fill(state: Council) -> Council:
    """Shuffle and deal; apart, so that a planted Council is dealt the same way."""
    state.deck = list(range(CARDS))
    state.rng.shuffle(state.deck)
    for hand in state.hands:
        hand += [state.deck.pop() for _ in range(state.opt.cards)]
    return state

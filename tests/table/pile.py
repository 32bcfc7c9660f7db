"""Pile: a game for the table's own tests. In turn each seat adds one to three to a pile; whoever
reaches the target takes the deal, and a match is a chain of deals. It has what strains a table:
a turn clock, a secret, a chain with a carry, asides, and moves that are broken on purpose."""

from __future__ import annotations

from cutcard.kernel.game import NATURE, Illegal, Outcome, Record, Timer, Told

name = "pile"
version = 1
seats = range(1, 5)
shows_seed = False


def ladder(options, seats):
    """Any table may be ranked, but a long one."""
    return "" if options.target <= 100 else None


class Options(Record, frozen=True):
    target: int = 10
    deals: int = 1
    turn_ms: int = 1000
    stuck: str = ""  # a tick that "raise"s, is "refused", or comes back "forever"
    allow_rematch: bool = True

    def __post_init__(self) -> None:
        if not 3 <= self.target <= 1000:
            raise ValueError("target is from 3 to 1000")


class Carry(Record, frozen=True):
    played: int
    won: tuple[int, ...]


class Add(Record, frozen=True, tag="add"):
    count: int


class Boom(Record, frozen=True, tag="boom"):
    when: str = "play"  # or "view": played, but then it cannot be shown


class Surrender(Record, frozen=True, tag="surrender"):
    pass


class Away(Record, frozen=True, tag="away"):
    pass


class Back(Record, frozen=True, tag="back"):
    pass


class Late(Record, frozen=True, tag="late"):
    seat: int


class Begin(Record, frozen=True, tag="begin"):
    pass


Move = Add | Boom | Surrender | Away | Back
Tick = Late | Begin


class Started(Record, frozen=True, tag="GAME_START"):
    deal: int


class Added(Record, frozen=True, tag="ADDED"):
    seat: int
    count: int
    auto: bool = False


class Secret(Record, frozen=True, tag="SECRET"):
    number: int


class Ended(Record, frozen=True, tag="GAME_END"):
    winner_id: int


class View(Record, frozen=True, tag="pile"):
    pile: int
    turn: int
    begun: bool
    players: dict[int, int]  # how much each has added
    away: tuple[int, ...] = ()
    secret: int | None = None
    winner: int | None = None


class Pile:
    __slots__ = ("added", "away", "begun", "carry", "due", "left", "options", "pile", "rng",
                 "secrets", "torn", "turn", "winner")  # fmt: skip

    def __init__(self, options, count, rng, carry):
        self.options, self.rng, self.carry = options, rng, carry
        self.secrets = []
        self.added = [0] * count
        self.away = []
        self.begun = False
        self.pile = self.turn = self.due = 0
        self.winner = None
        self.left = False
        self.torn = False

    def to_act(self):
        return [self.turn] if self.begun and self.winner is None else []

    def legal(self, seat):
        return [Add(n) for n in (1, 2, 3)] if seat in self.to_act() else []

    def asides(self, seat):
        if self.winner is not None:
            return []
        return [Surrender(), Back() if seat in self.away else Away()]

    def timers(self):
        if self.winner is not None:
            return []
        if not self.begun:
            return [Timer(0, Begin())]
        return [Timer(self.due, Late(self.turn), self.turn)]

    def play(self, seat, move, at=0, told=None):
        if self.winner is not None:
            raise Illegal("GAME_OVER", "The deal is over")
        if isinstance(move, Tick):
            if seat != NATURE:
                raise Illegal("NOT_YOURS", "Only the clock does that")
            self.tick(move, at, told)
        elif isinstance(move, Add):
            if seat not in self.to_act():
                raise Illegal("NOT_YOUR_TURN", "Wait for your turn", details={"turn": self.turn})
            if not 1 <= move.count <= 3:
                raise Illegal("INVALID_COUNT", "Add one to three", category="RULES")
            self.add(seat, move.count, at, told, False)
        elif isinstance(move, Boom):
            self.torn = True
            self.pile += 1
            if move.when == "play":
                raise RuntimeError("planted")
        elif isinstance(move, Surrender):
            self.left = True
            self.end((seat + 1) % len(self.added), told)
        elif isinstance(move, Away):
            self.away = [*self.away, seat]
        else:
            self.away = [other for other in self.away if other != seat]

    def tick(self, tick, at, told):
        if isinstance(tick, Begin):
            self.begun = True
            self.due = at + self.options.turn_ms
            if told is not None:
                deal = 1 if self.carry is None else self.carry.played + 1
                told.append(Told(Started(deal)))
                for seat, number in enumerate(self.secrets):
                    told.append(Told(Secret(number), (seat,)))
            return
        if self.options.stuck == "raise":
            raise RuntimeError("planted in a tick")
        if self.options.stuck == "refused":
            raise Illegal("NO", "A timer that leads nowhere")
        if self.options.stuck == "forever":
            return
        self.add(tick.seat, 1, at, told, True)

    def add(self, seat, count, at, told, auto):
        self.pile += count
        self.added[seat] += count
        self.turn = (seat + 1) % len(self.added)
        self.due = at + self.options.turn_ms
        if told is not None:
            mine = Added(seat, count, auto)
            told.append(Told(mine, None if auto else (seat,), None if auto else mine))
        if self.pile >= self.options.target:
            self.end(seat, told)

    def end(self, winner, told):
        self.winner = winner
        if told is not None:
            told.append(Told(Ended(winner)))

    def view(self, seat):
        if self.torn:
            raise RuntimeError("planted in the view")
        secret = None if seat is None or not self.begun else self.secrets[seat]
        return View(self.pile, self.turn, self.begun, dict(enumerate(self.added)),
                    tuple(self.away), secret, self.winner)  # fmt: skip

    def outcome(self):
        if self.winner is None:
            return None
        places = tuple(1 if seat == self.winner else 2 for seat in range(len(self.added)))
        return Outcome(places, tuple(self.added), "SURRENDER" if self.left else "COMPLETED")

    def next(self):
        played = 1 if self.carry is None else self.carry.played + 1
        if self.left or played >= self.options.deals:
            return None
        won = () if self.carry is None else self.carry.won
        return Carry(played, (*won, self.winner))

    def copy(self):
        twin = Pile(self.options, len(self.added), self.rng.copy(), self.carry)
        for field in ("begun", "pile", "turn", "due", "winner", "left", "torn"):
            setattr(twin, field, getattr(self, field))
        twin.secrets, twin.added, twin.away = self.secrets[:], self.added[:], self.away[:]
        return twin

    def redeal(self, seat, rng):
        world = self.copy()
        world.rng = rng.fork()
        for other in range(len(self.added)):
            if other != seat or not self.begun:
                world.secrets[other] = rng.below(1000)
        return world


def deal(options, count, rng, carry=None):
    state = Pile(options, count, rng, carry)
    state.secrets = [rng.below(1000) for _ in range(count)]
    return state


def setups():
    return [(Options(), 2)]

"""What is sent, told and shown in Council."""

from __future__ import annotations

from cutcard.kernel.game import Record


class Options(Record):
    rounds: int = 2
    cards: int = 3
    turn_ms: int = 20_000
    pause_ms: int = 2_000


class Carry(Record):
    first: int


class Throw(Record, tag="throw"):
    card: int


class Draw(Record, tag="draw"):
    pass


class Vote(Record, tag="vote"):
    yes: bool


class Leave(Record, tag="leave"):
    pass


class Expire(Record, tag="expire"):
    seat: int


class NextRound(Record, tag="next_round"):
    pass


class Drawn(Record, tag="DRAWN"):
    seat: int
    card: int | None = None


class Thrown(Record, tag="THROWN"):
    seat: int
    card: int


class Voted(Record, tag="VOTED"):
    seat: int
    yes: bool | None = None


class Tally(Record, tag="TALLY"):
    yes: int


class Round(Record, tag="ROUND"):
    round: int
    die: int


class End(Record, tag="END"):
    reason: str


class Player(Record):
    count: int
    points: int
    voted: bool = False
    hand: tuple[int, ...] | None = None
    vote: bool | None = None


class View(Record):
    phase: str
    round: int
    die: int
    turn: int
    deck: int
    thrown: tuple[int, ...]
    players: dict[int, Player]
    tally: int | None = None


Move = Throw | Draw | Vote | Leave
Tick = Expire | NextRound

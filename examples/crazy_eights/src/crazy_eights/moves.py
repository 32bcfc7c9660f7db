"""What is sent, told and shown. Cards go out by their names (`Ah`, `Td`), suits as `c d h s`."""

from __future__ import annotations

from typing import Literal

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

Card = str
Suit = Literal["c", "d", "h", "s"]


class Options(Record, frozen=True):
    """What whoever opens the table chooses."""

    cards: int | None = None  # dealt to each; usually seven to two, five to more
    think_ms: int = 30_000

    def __post_init__(self) -> None:
        if self.cards is not None and not 1 <= self.cards <= 9:
            raise ValueError("cards are 1 to 9")
        if not 1_000 <= self.think_ms <= 600_000:
            raise ValueError("thinking takes 1 to 600 seconds")


class Play(Record, frozen=True, tag="play"):
    """Lay this card on the pile; with an eight name the suit that must follow."""

    card: Card
    suit: Suit | None = None


class Draw(Record, frozen=True, tag="draw"):
    """Take a card from the stock, up to three in a turn, where nothing can be played."""


class Pass(Record, frozen=True, tag="pass"):
    """Let the turn go on, after three cards or where none is left to draw."""


class Leave(Record, frozen=True, tag="leave"):
    """Get up; the deal ends."""


class TimeUp(Record, frozen=True, tag="time_up"):
    """The seat has thought long enough: what is first is played for it until its turn is over."""

    turn: int


class Played(Record, frozen=True, tag="PLAYED"):
    """The seat has laid this card on the pile, and named a suit if it is an eight."""

    seat: Seat
    card: Card
    suit: Suit | None = None


class Drawn(Record, frozen=True, tag="DRAWN"):
    """The seat has drawn a card; only itself is told which."""

    seat: Seat
    card: Card | None = None


class Passed(Record, frozen=True, tag="PASSED"):
    """The seat passes."""

    seat: Seat


class Turned(Record, frozen=True, tag="TURNED"):
    """The pile but its top card was shuffled and is the stock now."""

    stock: int


class GameEnd(Record, frozen=True, tag="GAME_END"):
    """How it ended and for whom, and what everyone still held."""

    reason: str
    winner_id: Holder | None = None
    hands: dict[Seat, tuple[Card, ...]] | None = None


class Player(Record, frozen=True):
    """A seat as a viewer sees it."""

    cards: int
    hand: tuple[Card, ...] | None = None  # own cards, and everyone's when it is over
    points: int | None = None  # when it is over: what was won


class View(Record, frozen=True):
    """The table as a viewer sees it."""

    top: Card
    suit: Suit  # to be followed: of the top card, or named with an eight
    stock: int
    pile: int
    players: dict[Seat, Player]
    to_act: Seat | None = None
    drawn: int | None = None  # cards drawn in this turn
    ended: str | None = None
    winner_id: Holder | None = None


Move = Play | Draw | Pass | Leave
Tick = TimeUp

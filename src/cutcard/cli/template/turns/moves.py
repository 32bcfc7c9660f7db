"""What is sent, told and shown: frozen, tagged Records, and nothing else.

Cards go out by their names (`Ah`, `Td`), so that the page draws them; inside they are numbers.
"""

from __future__ import annotations

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

Card = str


class Options(Record, frozen=True):
    """What whoever opens the table chooses."""

    cards: int = 5
    think_ms: int = 30_000

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= 8 or not 1_000 <= self.think_ms <= 600_000:
            raise ValueError("cards are 1 to 8, thinking takes 1 to 600 seconds")


class Play(Record, frozen=True, tag="play"):
    """Lay this card on the pile."""

    card: Card


class Draw(Record, frozen=True, tag="draw"):
    """Take a card from the stock, if there is one; the turn passes on."""


class Leave(Record, frozen=True, tag="leave"):
    """Get up; the deal ends."""


class TimeUp(Record, frozen=True, tag="time_up"):
    """The seat has thought long enough: what is first is played for it."""

    turn: int


class Played(Record, frozen=True, tag="PLAYED"):
    """The seat has laid this card on the pile."""

    seat: Seat
    card: Card


class Drawn(Record, frozen=True, tag="DRAWN"):
    """The seat has drawn; only itself is told what. Without `count` there was nothing left."""

    seat: Seat
    count: int | None = None
    card: Card | None = None


class Turned(Record, frozen=True, tag="TURNED"):
    """The pile but its top card was shuffled and is the stock now."""

    stock: int


class GameEnd(Record, frozen=True, tag="GAME_END"):
    """How it ended, and for whom."""

    reason: str
    winner_id: Holder | None = None


class Player(Record, frozen=True):
    """A seat as a viewer sees it."""

    cards: int
    hand: tuple[Card, ...] | None = None  # own cards only


class View(Record, frozen=True):
    """The table as a viewer sees it."""

    top: Card
    stock: int
    pile: int
    players: dict[Seat, Player]
    to_act: Seat | None = None
    ended: str | None = None
    winner_id: Holder | None = None


Move = Play | Draw | Leave
Tick = TimeUp

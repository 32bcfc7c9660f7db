"""What is sent, told and shown: frozen, tagged Records, and nothing else.

Cards go out by their names (`Ah`, `Td`), so that the page draws them; inside they are numbers.
"""

from __future__ import annotations

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

Card = str


class Options(Record, frozen=True):
    """What whoever opens the table chooses."""

    cards: int = 3
    think_ms: int = 20_000

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= 8 or not 1_000 <= self.think_ms <= 600_000:
            raise ValueError("cards are 1 to 8, thinking takes 1 to 600 seconds")


class Keep(Record, frozen=True, tag="keep"):
    """Keep this card."""

    card: Card


class Leave(Record, frozen=True, tag="leave"):
    """Get up; the deal ends."""


class TimeUp(Record, frozen=True, tag="time_up"):
    """The seat has thought long enough: its lowest card is kept."""

    seat: Seat


class Kept(Record, frozen=True, tag="KEPT"):
    """The seat has kept a card; only itself is told which."""

    seat: Seat
    card: Card | None = None


class Shown(Record, frozen=True, tag="SHOWN"):
    """What everyone kept."""

    cards: dict[Seat, Card]


class GameEnd(Record, frozen=True, tag="GAME_END"):
    """How it ended, and for whom."""

    reason: str
    winner_id: Holder | None = None


class Player(Record, frozen=True):
    """A seat as a viewer sees it."""

    cards: int
    done: bool = False
    hand: tuple[Card, ...] | None = None  # own cards only
    kept: Card | None = None  # own card, and everyone's when all are shown


class View(Record, frozen=True):
    """The table as a viewer sees it."""

    players: dict[Seat, Player]
    ended: str | None = None
    winner_id: Holder | None = None


Move = Keep | Leave
Tick = TimeUp

"""What comes of asking an event something: to be carried out in this order, the rows and bookings
of one request in one transaction, and nobody told before it is durable (T103)."""

from __future__ import annotations

from msgspec import Struct

from cutcard.kernel.game import Fact
from cutcard.kernel.optional import Stage

from .log import Entry

BANK = ""  # the house's account


class Write(Struct, frozen=True):
    """A row of the event's log."""

    entry: Entry


class Book(Struct, frozen=True):
    """So many play chips go from the user's balance to the event's account; below zero: back."""

    user: str
    amount: int
    why: str


class Ticket(Struct, frozen=True):
    """T84: a satellite's prize: an entry of that event, paid with so much of the satellite's pool.
    Where it cannot be used the user is paid instead."""

    user: str
    event: str
    price: int


class Deal(Struct, frozen=True):
    """A table deals, set so; all of it goes into the deal's header."""

    table: int
    hand: int
    stage: Stage
    users: dict[int, str]


class Say(Struct, frozen=True):
    """A fact for all who are in the event or watch it, or for one user."""

    fact: Fact
    user: str | None = None


Effect = Write | Book | Ticket | Deal | Say

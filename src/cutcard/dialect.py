"""What a game brings that has packets of its own in the TCP protocol: `games/<name>/packets.py`.

Such a module is one of `Packets`; it is pure. It is given views and facts as tables tell them
(plain maps, camelCase, seats for people) and makes the protocol's maps of them, and moves of the
protocol's actions. A game without one travels in its own words; it needs nothing for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from cutcard.kernel.game import Seat

Map = Mapping[str, Any]


class Person(Struct, frozen=True):
    """Who sits on a seat; the id is the protocol's number."""

    id: int
    name: str


class About(Struct, frozen=True):
    """What a view does not hold: the table's number and seq, its people, the running clocks."""

    game_id: int
    seq: int
    seat: Seat | None = None  # the viewer's
    people: dict[Seat, Person] = field(default_factory=dict)
    deadlines: dict[Seat, int] = field(default_factory=dict)  # epoch ms

    def player_id(self, seat: Seat) -> int:
        """The number of who sits there; -1: nobody."""
        person = self.people.get(seat)
        return -1 if person is None else person.id


class Packets(Protocol):
    """A game in the TCP protocol's words."""

    usual: bool
    """Whether a table opened without naming its game is this one's."""

    def opening(self, wish: Map) -> tuple[dict[str, Any], int | None]:
        """Options and seats (None: the usual number) of a table that CREATE_TABLE wishes;
        Illegal if it cannot be."""

    def least(self, options: Map) -> int:
        """The chips one needs to sit down."""

    def listed(self, options: Map, seats: int) -> tuple[bool, int]:
        """Whether every client of the protocol can show such a table, and its `minBet`."""

    def coming(self, view: Map, seat: Seat, balance: int) -> dict[str, Any] | None:
        """The move by which a seat's holder comes in; None: they are in; Illegal: not yet."""

    def stake(self, view: Map, seat: Seat) -> int | None:
        """The chips that lie before a seat or in the pot for it; None: it is not about chips."""

    def state(self, view: Map, about: About) -> dict[str, Any]:
        """All that this viewer may see, keys in the protocol's order."""

    def notifications(self, facts: Sequence[Map], about: About) -> list[dict[str, Any]]:
        """What happened, for those who animate it."""

    def updates(self, before: Map | None, after: Map, about: About) -> Any:
        """What changed between two views of one viewer."""

    def lies_open(self, view: Map) -> int | None:
        """Which result is to be read in this view, if any: it is told by itself, even where the
        next thing happens at once."""

    def move(self, action: Map, view: Map) -> dict[str, Any]:
        """The protocol's `{type, …}` as a move's map; Illegal if it can be none. `view` is what
        its sender was last told."""

    def result(self, code: str) -> int:
        """The protocol's number for a refusal's code."""

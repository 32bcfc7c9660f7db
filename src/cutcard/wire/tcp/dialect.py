"""How a game speaks in packets: by a module of its own (`games/<name>/packets.py`), or plainly,
with its moves, facts and view as they are. Nothing here knows a game by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from cutcard import games
from cutcard.dialect import About, Map, Packets
from cutcard.kernel.game import Illegal, View
from cutcard.table.patch import change, diff, plain
from cutcard.table.words import Update

from ..people import saying, with_people

RESULTS = {
    "NOT_YOUR_TURN": 403,
    "INVALID_PLAYER": 403,
    "NOT_YOURS": 403,
    "INVALID_REQUEST": 400,
    "RATE_LIMITED": 429,
    "GAME_ERROR": 500,
    "SERVER_SHUTTING_DOWN": 500,
}
NOT_ALLOWED = 409


class Plain:
    """Any game: 450's action is the move with its fields, 460 carries the facts and a merge
    patch (RFC 7386), 600 the view with the table's number, seq, the viewer's seat and who sits
    where. Ids of players are the protocol's numbers."""

    usual = False

    def opening(self, wish: Map) -> tuple[dict[str, Any], int | None]:
        """The game's own options."""
        return dict(wish.get("options") or {}), wish.get("max_player")

    def least(self, options: Map) -> int:
        """Nothing is bought."""
        return 0

    def listed(self, options: Map, seats: int) -> tuple[bool, int]:
        """Only for clients that ask for all."""
        return False, 0

    def coming(self, view: Map, seat: int, balance: int) -> dict[str, Any] | None:
        """Who has the seat is in."""
        return None

    def stake(self, view: Map, seat: int) -> int | None:
        """It is not about chips."""
        return None

    def state(self, view: Map, about: About) -> dict[str, Any]:
        """The view; the names around it have an underscore, a view's never do."""
        people = sorted(about.people.items())
        return {
            "game_id": about.game_id,
            "seq": about.seq,
            **view,
            "my_seat": -1 if about.seat is None else about.seat,
            "player_list": [
                {"player_id": person.id, "name": person.name, "seat": seat}
                for seat, person in people
            ],
            "timer_deadlines": {str(seat): due for seat, due in about.deadlines.items()},
        }

    def notifications(self, facts: Sequence[Map], about: About) -> list[dict[str, Any]]:
        """The facts."""
        return [dict(fact) for fact in facts]

    def updates(self, before: Map | None, after: Map, about: About) -> Any:
        """A merge patch from the last view to this."""
        return diff(dict(before or {}), dict(after))

    def lies_open(self, view: Map) -> int | None:
        """A view says itself what was before it."""
        return None

    def move(self, action: Map, view: Map) -> dict[str, Any]:
        """As it is."""
        return dict(action)

    def result(self, code: str) -> int:
        return RESULTS.get(code, NOT_ALLOWED)


def shown(packets: Packets, told: Any, about: About) -> Any:
    """A view or facts as maps: with seats for a game that has packets of its own, else with the
    protocol's numbers of who holds them."""
    if isinstance(packets, Plain):
        return plain(with_people(told, _numbers(about)))
    return plain(told)


def news(packets: Packets, was: View | None, word: Update, about: About) -> tuple[Any, Any]:
    """What an update told and changed, as `notifications` and `updates`."""
    facts = packets.notifications(shown(packets, word.told, about), about)
    if isinstance(packets, Plain):  # the views themselves are compared
        return facts, plain(change(was, word.now, saying(_numbers(about))))
    before = None if was is None else plain(was)
    return facts, packets.updates(before, plain(word.now), about)


def _numbers(about: About) -> list[int]:
    last = max(about.people, default=-1)
    return [about.player_id(seat) for seat in range(last + 1)]


@cache
def packets_of(game: str) -> Packets:
    """The packets of the game of that name."""
    module = f"{vars(games.game(game))['__name__']}.packets"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:  # the game is one file
        found = None
    return Plain() if found is None else cast(Packets, import_module(module))


@cache
def usual_game() -> str:
    """The game of a table that was opened without naming one."""
    for name in games.game_names():
        if packets_of(name).usual:
            return name
    raise Illegal("INVALID_REQUEST", "Name a game.")

"""An event with chips is one rated match of all its players, by places (docs/rules/tournament.md
T152)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.arena.event.rated import result
from cutcard.store.protocol import Rated
from cutcard.table.ratings import DAY, MOST_A_DAY, season_of

if TYPE_CHECKING:
    from .carried import Carried

MOST = 500  # players: the work of rating grows with their square


def rated_event(one: Carried) -> Rated | None:
    """What its end changes, written with it; its number is that of its last table. None: it is
    casual, or guests and accounts met in it (A29)."""
    found = result(one.event.state, one.row.event)
    if found is None or not one.tables or not 2 <= len(found.teams) <= MOST:
        return None
    users = [one.holder.user(user) for (user,) in found.teams]
    if len({user.guest for user in users}) > 1:
        return None
    at = one.floor.wall()
    return Rated(
        max(one.tables.values()),
        1,
        one.row.game,
        tuple(user.id for user in users),
        found.places,
        f"{one.row.game}/{found.mode}",
        at=at,
        since=at - DAY,
        most=MOST_A_DAY,
        season=season_of(at),
        system=found.system,
    )

"""What is read about how people stand beside ratings: seasons, best figures, repeated matches."""

from __future__ import annotations

from .db import Db
from .people import Person
from .people_ops import PERSON, read_person
from .protocol import Rated, SeasonPoints


async def season(db: Db, game: str, name: str, limit: int) -> list[tuple[Person, SeasonPoints]]:
    rows = await db.rows(
        f"SELECT {PERSON}, s.game, s.season, s.points, s.matches FROM season_points s"  # noqa: S608
        " JOIN users u ON u.id = s.user_id"
        " WHERE s.game = ?1 AND s.season = ?2 AND u.deleted IS NULL"
        " ORDER BY s.points DESC, u.id LIMIT ?3",
        *(game, name, limit),
    )
    return [(read_person(row[:5]), SeasonPoints(*row[5:])) for row in rows]


async def seasons_of(db: Db, user: str) -> list[SeasonPoints]:
    rows = await db.rows(
        "SELECT game, season, points, matches FROM season_points WHERE user_id = ?1"
        " ORDER BY season DESC, game",
        user,
    )
    return [SeasonPoints(*row) for row in rows]


async def bests_of(db: Db, user: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    rows = await db.rows(
        "SELECT game, name, value FROM bests WHERE user_id = ?1 ORDER BY game, name", user
    )
    for game, name, value in rows:
        found.setdefault(game, {})[name] = value
    return found


async def bests(db: Db, game: str, name: str, limit: int) -> list[tuple[Person, int]]:
    rows = await db.rows(
        f"SELECT {PERSON}, b.value FROM bests b JOIN users u ON u.id = b.user_id"  # noqa: S608
        " WHERE b.game = ?1 AND b.name = ?2 AND u.deleted IS NULL"
        " ORDER BY b.value, b.at, u.id LIMIT ?3",
        *(game, name, limit),
    )
    return [(read_person(row[:5]), row[5]) for row in rows]


async def met_since(db: Db, end: Rated) -> int:
    """How many matches of these two were rated in this game since a time."""
    first, second = end.users
    row = await db.one(
        "SELECT count(*) FROM rating_changes a JOIN rating_changes b"
        " ON b.table_number = a.table_number AND b.match = a.match AND b.user_id = ?2"
        " WHERE a.user_id = ?1 AND a.at > ?3 AND a.game = ?4",
        *(first, second, end.since, end.game),
    )
    return int(row[0]) if row else 0

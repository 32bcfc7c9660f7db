"""What is read about how people stand beside ratings: seasons, best figures, repeated matches."""

from __future__ import annotations

from .db import Db
from .people import Person
from .people_ops import PERSON, read_person
from .protocol import Rated
from .standings import SeasonPoints, Trial

LARGEST_GROUP = 10  # players of a match for whom A29 is asked


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


async def too_often(db: Db, end: Rated, besides: int = 0) -> bool:
    """A29: whether these, and nobody else, had so many matches of this game rated since a time;
    `besides` are such matches that are not written yet."""
    if not 2 <= len(end.users) <= LARGEST_GROUP:
        return False
    count = len(end.users)
    marks = ", ".join(f"?{n}" for n in range(4, 4 + count))
    there = "SELECT count(*) FROM rating_changes b WHERE b.table_number = a.table_number"
    there += " AND b.match = a.match"
    row = await db.one(
        "SELECT count(*) FROM rating_changes a WHERE a.user_id = ?1 AND a.at > ?2 AND a.game = ?3"  # noqa: S608 - marks and a number
        f" AND ({there}) = {count} AND ({there} AND b.user_id IN ({marks})) = {count}",
        *(end.users[0], end.since, end.game, *end.users),
    )
    return (int(row[0]) if row else 0) + besides >= end.most


async def day_seed(db: Db, game: str, day: str, fresh: bytes) -> bytes:
    await db.run(
        "INSERT INTO days (game, day, seed) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        *(game, day, fresh),
    )
    row = await db.one("SELECT seed FROM days WHERE game = ?1 AND day = ?2", game, day)
    assert row is not None
    return bytes(row[0])


async def trial(db: Db, user: str, game: str, day: str) -> dict[str, int] | None:
    rows = await db.rows(
        "SELECT name, value FROM trials WHERE user_id = ?1 AND game = ?2 AND day = ?3"
        " ORDER BY name",
        *(user, game, day),
    )
    return {name: value for name, value in rows if name} if rows else None


async def trials_of(db: Db, user: str) -> list[dict[str, object]]:
    """All first tries of a user, and what came of each."""
    rows = await db.rows(
        "SELECT game, day, name, value FROM trials WHERE user_id = ?1 AND name <> ''"
        " ORDER BY day, game, name",
        user,
    )
    return [{"game": game, "day": day, "name": name, "value": n} for game, day, name, n in rows]


async def day_board(db: Db, game: str, day: str, limit: int) -> dict[str, list[tuple[Person, int]]]:
    names = await db.rows(
        "SELECT DISTINCT name FROM trials WHERE game = ?1 AND day = ?2 AND name <> ''"
        " ORDER BY name",
        *(game, day),
    )
    found = {}
    for (name,) in names:
        rows = await db.rows(
            f"SELECT {PERSON}, t.value FROM trials t JOIN users u ON u.id = t.user_id"  # noqa: S608
            " WHERE t.game = ?1 AND t.day = ?2 AND t.name = ?3 AND u.deleted IS NULL"
            " ORDER BY t.value, t.at, u.id LIMIT ?4",
            *(game, day, name, limit),
        )
        found[name] = [(read_person(row[:5]), row[5]) for row in rows]
    return found


async def enter_trial(db: Db, one: Trial) -> None:
    """A try, unless there was one before; or what came of it, where it is the first."""
    given = (one.user, one.game, one.day, one.name, one.value, one.table, one.match, one.at)
    await db.run(
        "INSERT INTO trials (user_id, game, day, name, value, table_number, match, at)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE ?4 = '' OR EXISTS (SELECT 1 FROM trials"
        " WHERE user_id = ?1 AND game = ?2 AND day = ?3 AND name = '' AND table_number = ?6"
        " AND match = ?7) ON CONFLICT DO NOTHING",
        *given,
    )

"""Ratings in a database: what a rated match changes, and the list of changes of which every rating
is a fold (A22, A24 of docs/rules/arena.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from .db import Db
from .protocol import Rated, RatingChange, Standing
from .standings import Fold, Passed, RatedMatch, Ratings, SeasonPoints, SeasonRating

STANDING = "rating, games, spread, volatility, last, reached, system"
CHANGE = "ladder, system, place, team, games, season, points, n"
SEASON = "user_id, game, season, rating, games, spread, reached, system, shown, matches"
_ADD_POINTS = (
    "INSERT INTO season_points (user_id, game, season, points, matches) VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (user_id, game, season)"
    " DO UPDATE SET points = season_points.points + ?4, matches = season_points.matches + ?5"
)

# S608 below: what is put into these statements are the constants above.


async def standings(db: Db, ladder: str, users: Sequence[str]) -> dict[str, Standing]:
    found = {}
    for user in users:
        row = await db.one(
            f"SELECT {STANDING} FROM ratings WHERE user_id = ?1 AND game = ?2",  # noqa: S608
            *(user, ladder),
        )
        if row:
            found[user] = Standing(*row)
    return found


async def standings_of(db: Db, user: str) -> dict[str, Standing]:
    rows = await db.rows(
        f"SELECT game, {STANDING} FROM ratings WHERE user_id = ?1 ORDER BY game",  # noqa: S608
        user,
    )
    return {ladder: Standing(*rest) for ladder, *rest in rows}


async def course(db: Db, user: str, ladder: str, since: int, most: int) -> list[Passed]:
    """What is read is bounded before the ladder is looked at: the index knows users and times."""
    rows = await db.rows(
        "SELECT at, before, after FROM (SELECT at, before, after, ladder, void, table_number,"
        " match FROM rating_changes WHERE user_id = ?1 AND at >= ?3"
        " ORDER BY at DESC, table_number DESC, match DESC LIMIT ?4) AS lately"
        " WHERE ladder = ?2 AND NOT void ORDER BY at, table_number, match",
        *(user, ladder, since, most),
    )
    return [Passed(*row) for row in rows]


def change_rows(end: Rated, change: RatingChange) -> Iterable[tuple[Any, ...]]:
    """What is written of a rated match, by user: of its table and match, then CHANGE."""
    for n, user in enumerate(end.users):
        before, after = change.before[n], change.after[n]
        head = (end.table, end.match, user, before.rating, after.rating, end.game, end.at)
        team = end.teams[n] if end.teams else n
        points = end.points[n] if n < len(end.points) else None
        yield (*head, end.ladder or end.game, end.system, end.places[n], team, before.games,
               end.season, points, n)  # fmt: skip


def season_row(user: str, end: Rated, after: Standing, matches: int = 1) -> tuple[Any, ...]:
    ladder = end.ladder or end.game
    kept = (after.rating, after.games, after.spread, after.reached, after.system, after.shown)
    return (user, ladder, end.season, *kept, matches)


async def put_standing(db: Db, user: str, ladder: str, after: Standing) -> None:
    await db.run(
        f"INSERT INTO ratings (user_id, game, {STANDING}, shown)"  # noqa: S608
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (user_id, game)"
        " DO UPDATE SET rating = ?3, games = ?4, spread = ?5, volatility = ?6, last = ?7,"
        " reached = ?8, system = ?9, shown = ?10",
        *(user, ladder, *structs.astuple(after), after.shown),
    )


async def put_season(db: Db, row: tuple[Any, ...]) -> None:
    await db.run(
        f"INSERT INTO season_ratings ({SEASON}) VALUES"  # noqa: S608
        " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (user_id, game, season)"
        " DO UPDATE SET rating = ?4, games = ?5, spread = ?6, reached = ?7, system = ?8,"
        " shown = ?9, matches = season_ratings.matches + ?10",
        *row,
    )


async def put_change(db: Db, end: Rated, change: RatingChange) -> None:
    """A rated match, inside the transaction of its end."""
    for user, after in zip(end.users, change.after, strict=True):
        await put_standing(db, user, end.ladder or end.game, after)
        await put_season(db, season_row(user, end, after))
    for row in change_rows(end, change):
        await db.run(
            "INSERT INTO rating_changes (table_number, match, user_id, before, after, game, at,"  # noqa: S608
            f" {CHANGE}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            *row,
        )
    for user, points in zip(end.users, end.points, strict=False):
        await db.run(_ADD_POINTS, *(user, end.game, end.season, points, 1))


_LISTS = (
    *("ratings", "rating_starts", "rating_changes"),
    *("season_ratings", "season_points", "season_starts"),
)


async def begin_anew(db: Db, guest: str) -> None:
    """A guest becomes an account, inside the transaction of it: what guests made of each other is
    no account's rating, or whoever opens guest after guest and lets them give up would sign up
    with it (A29, A61). It stays in the list as that of a guest who is nobody any more, so that the
    others' ratings fold as they did (A22)."""
    for table in _LISTS:
        await db.run(
            f"UPDATE {table} SET user_id = ?1 WHERE user_id = ?2",  # noqa: S608
            *(f"was-guest:{guest}", guest),
        )


# The fold


async def rating_list(db: Db) -> Ratings:
    """Where ratings began, every rated match since, and what stands now."""
    async with db.moment():
        starts = await db.rows(f"SELECT user_id, game, {STANDING} FROM rating_starts")  # noqa: S608
        kept = await db.rows(f"SELECT user_id, game, {STANDING} FROM ratings")  # noqa: S608
        points = await db.rows("SELECT user_id, game, season, points, matches FROM season_starts")
        earned = await db.rows("SELECT user_id, game, season, points, matches FROM season_points")
        seasons = await db.rows(f"SELECT {SEASON} FROM season_ratings")  # noqa: S608
        rows = await db.rows(
            "SELECT table_number, match, user_id, before, after, game, at,"  # noqa: S608
            f" {CHANGE}, void FROM rating_changes WHERE system <> ''"
            " ORDER BY table_number, match, n"
        )
    return Ratings(
        {(user, game): Standing(*rest) for user, game, *rest in starts},
        {(user, game): Standing(*rest) for user, game, *rest in kept},
        {(user, game, season): SeasonPoints(game, season, *rest)
         for user, game, season, *rest in points},
        {(user, game, season): SeasonPoints(game, season, *rest)
         for user, game, season, *rest in earned},
        {(row[0], row[1], row[2]): SeasonRating(*row[3:]) for row in seasons},
        _matches(rows),
    )  # fmt: skip


def _matches(rows: Iterable[Sequence[Any]]) -> list[RatedMatch]:
    grouped: dict[tuple[int, int], list[Sequence[Any]]] = {}
    for row in rows:
        grouped.setdefault((row[0], row[1]), []).append(row)
    found = []
    for (table, match), some in grouped.items():
        _, _, _, _, _, game, at, ladder, system, _, _, _, season, _, _, void = some[0]
        points = tuple(row[13] for row in some)
        end = Rated(
            table, match, game, tuple(row[2] for row in some), tuple(row[9] for row in some),
            ladder, at, season=season, points=() if None in points else points, system=system,
            teams=tuple(row[10] for row in some),
        )  # fmt: skip
        pairs = tuple((row[3], row[4]) for row in some)
        found.append(RatedMatch(end, tuple(row[11] for row in some), pairs, bool(void)))
    return found


async def put_fold(db: Db, fold: Fold) -> None:
    """All ratings as a fold found them, in the place of what there was."""
    async with db.whole():
        for table in ("ratings", "season_ratings", "season_points"):
            await db.run(f"DELETE FROM {table}")  # noqa: S608
        for (user, ladder), held in sorted(fold.standings.items()):
            await put_standing(db, user, ladder, held)
        for (user, ladder, season), one in sorted(fold.seasons.items()):
            await put_season(db, (user, ladder, season, *structs.astuple(one)))
        for (user, game, season), earned in sorted(fold.points.items()):
            await db.run(_ADD_POINTS, *(user, game, season, earned.points, earned.matches))
        for match in fold.changed:
            for n, user in enumerate(match.end.users):
                before, after = match.pairs[n]
                await db.run(
                    "UPDATE rating_changes SET before = ?1, after = ?2, games = ?3"
                    " WHERE table_number = ?4 AND match = ?5 AND user_id = ?6",
                    *(before, after, match.games[n], match.end.table, match.end.match, user),
                )


async def void_match(db: Db, table: int, match: int, void: bool) -> int:
    """A24: takes a match out of the list, or puts it back; how many ratings it is about."""
    return await db.run(
        "UPDATE rating_changes SET void = ?1 WHERE table_number = ?2 AND match = ?3"
        " AND system <> ''",
        *(void, table, match),
    )

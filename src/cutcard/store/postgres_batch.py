"""A batch as `cutcard_write` takes it: entries and checks by their columns, the rest as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, Struct, json, structs

from .db import Db
from .postgres_db import clean
from .protocol import Batch, Rate, RatingChange, Standing
from .rating_ops import change_rows, season_row, standings
from .standing_ops import too_often

CALL = (
    "SELECT cutcard_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13),"
    " cutcard_write_fair($13), cutcard_write_days($13), cutcard_write_events($1, $13),"
    " cutcard_write_ratings($13), cutcard_write_played($13)"
)
ENTRY, CHECK = 7, 4  # columns


def arguments(batch: Batch, ratings: Sequence[Any], changes: Sequence[RatingChange]) -> list[Any]:
    """What `cutcard_write` is called with, the shift apart."""
    entries = batch.entries
    if any(row[6] is not None and "\0" in row[6] for row in entries):
        entries = [(*row[:6], clean(row[6])) for row in entries]
    return [
        *_columns(entries, ENTRY),
        *_columns(batch.checks, CHECK),
        _rest(batch, ratings, changes),
    ]


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[Sequence[Any]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _rest(batch: Batch, ratings: Sequence[Any], changes: Sequence[RatingChange]) -> str | None:
    """Of rows with one key the last counts: PostgreSQL writes a row once in a statement."""
    finals = {(row.table, row.match): row for row in batch.finals}.values()
    kinds: dict[str, Sequence[Any]] = {
        "tables": [_values(row) for row in batch.tables],
        "seats": [_values(row) for row in {(x.table, x.seat): x for x in batch.seats}.values()],
        "matches": [
            _values(row) for row in {(x.table, x.match): x for x in batch.matches}.values()
        ],
        "deals": [_values(row) for row in batch.deals],
        "clocks": list({row[:2]: row for row in batch.clocks}.values()),
        "ratings": ratings,
        "changes": [
            row
            for one, end in zip(changes, batch.rated, strict=False)
            if one.after
            for row in change_rows(end, one)
        ],
        "seasons": _seasons(batch, changes),
        "points": _points(batch, changes),
        "marks": _marks(batch),
        "trials": [_values(row) for row in batch.trials],
        "played": [row.values() for row in batch.played],
        "playedBy": [row for one in batch.played for row in one.rows_by_user()],
        "chips": [structs.astuple(row)[:7] for row in batch.chips],
        "barred": batch.barred,
        "finals": [(row.table, row.match, row.users, _json(row.state())) for row in finals],
        "closed": batch.closed,
        "fair": [_values(row) for row in batch.fair],
        "events": [_values(row) for row in batch.events.opened],
        "eventEntries": [_values(row) for row in batch.events.entries],
        "eventChips": [structs.astuple(row)[:5] for row in batch.events.chips],
        "eventsOver": batch.events.over,
    }
    rest = {kind: rows for kind, rows in kinds.items() if rows}
    return json.encode(rest).decode() if rest else None


def _json(text: bytes) -> Raw:
    """JSON without the one character PostgreSQL cannot keep."""
    return Raw(text.replace(b"\\u0000", b"\\ufffd"))


def _points(batch: Batch, changes: Sequence[RatingChange]) -> list[Any]:
    """User, game, season, points and matches, each once."""
    sums: dict[tuple[str, str, str], list[int]] = {}
    for one, end in zip(changes, batch.rated, strict=False):
        for user, points in zip(end.users, end.points if one.after else (), strict=False):
            held = sums.setdefault((user, end.game, end.season), [0, 0])
            held[0] += points
            held[1] += 1
    return [(*key, *held) for key, held in sorted(sums.items())]


def _seasons(batch: Batch, changes: Sequence[RatingChange]) -> list[Any]:
    """Each user's rating after their last match of a season in this batch, and how many it has."""
    found: dict[tuple[str, str, str], tuple[Any, ...]] = {}
    for one, end in zip(changes, batch.rated, strict=False):
        for user, after in zip(one.users, one.after, strict=True) if one.after else ():
            key = (user, end.ladder or end.game, end.season)
            found[key] = season_row(user, end, after, 1 + (found[key][-1] if key in found else 0))
    return [found[key] for key in sorted(found)]


def _marks(batch: Batch) -> list[Any]:
    """User, game, name, value and time, the least of each once."""
    least: dict[tuple[str, str, str], tuple[int, int]] = {}
    for one in batch.marks:
        key, made = (one.user, one.game, one.name), (one.value, one.at)
        least[key] = min(least.get(key, made), made)
    return [(*key, *made) for key, made in sorted(least.items())]


def _values(row: Struct) -> list[Any]:
    return [clean(value) for value in structs.astuple(row)]


async def rated(
    db: Db, batch: Batch, rate: Rate | None
) -> tuple[list[tuple[Any, ...]], list[RatingChange]]:
    """The ratings a batch leaves behind, each with how many rated matches it stood on when it was
    read, and what changed. Who ends two matches in one batch is rated by one after the other."""
    if rate is None or not batch.rated:
        return [], []
    stood: dict[tuple[str, str], int] = {}
    now: dict[tuple[str, str], Standing] = {}
    changes = []
    met: dict[tuple[str, frozenset[str]], int] = {}  # rated in this batch before
    for end in batch.rated:
        both = (end.game, frozenset(end.users))
        if await too_often(db, end, met.get(both, 0)):
            changes.append(RatingChange(end.table, end.match, end.users, (), ()))
            continue
        met[both] = met.get(both, 0) + 1
        ladder = end.ladder or end.game
        unread = [user for user in end.users if (user, ladder) not in stood]
        found = await standings(db, ladder, unread)
        for user in unread:
            stood[user, ladder] = found[user].games if user in found else 0
        now.update({(user, ladder): held for user, held in found.items()})
        pairs = rate([now.get((user, ladder)) for user in end.users], end)
        for user, (_, after) in zip(end.users, pairs, strict=True):
            now[user, ladder] = after
        before_all, after_all = zip(*pairs, strict=True)
        changes.append(RatingChange(end.table, end.match, end.users, before_all, after_all))
    ratings = [
        (user, game, games, *structs.astuple(now[user, game]), now[user, game].shown)
        for (user, game), games in stood.items()
    ]
    return ratings, changes

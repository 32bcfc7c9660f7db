"""What became of a batch whose write was not answered."""

from __future__ import annotations

from .db import Db
from .protocol import Batch, Rated, RatingChange, Standing
from .rating_ops import standings


async def outcome(db: Db, batch: Batch) -> list[RatingChange] | None:
    """The ratings a batch changed, if it is there; None: it is not."""
    if not await _written(db, batch):
        return None
    return [await _changed(db, end) for end in batch.rated]


async def _written(db: Db, batch: Batch) -> bool:
    """Looks for one of its rows that cannot be there without it. A batch that has none may be
    written once more without harm."""
    where: str
    values: tuple[object, ...]
    if batch.entries:
        where = "entries WHERE table_number = ?1 AND deal = ?2 AND n = ?3"
        values = batch.entries[0][:3]
    elif batch.events.entries:
        entry = batch.events.entries[0]
        where, values = "event_entries WHERE event = ?1 AND n = ?2", (entry.event, entry.n)
    elif batch.tables:
        where, values = "tables WHERE number = ?1", (batch.tables[0].table,)
    elif batch.deals:
        deal = batch.deals[0]
        where, values = "deals WHERE table_number = ?1 AND deal = ?2", (deal.table, deal.deal)
    elif batch.closed:
        where, values = "tables WHERE number = ?1 AND closed", (batch.closed[0],)
    elif batch.rated:
        end = batch.rated[0]
        where, values = "rating_changes WHERE table_number = ?1 AND match = ?2", end_key(end)
    elif batch.chips:
        booked = batch.chips[0]
        where = "chips WHERE table_number = ?1 AND at = ?2 AND account = ?3 AND amount = ?4"
        values = (booked.table, booked.at, booked.account, booked.amount)
    elif batch.fair:
        one = batch.fair[0]
        where, values = "fair WHERE table_number = ?1 AND n = ?2", (one.table, one.n)
    else:
        return False
    return await db.one(f"SELECT 1 FROM {where}", *values) is not None  # noqa: S608 # constants


def end_key(end: Rated) -> tuple[int, int]:
    return end.table, end.match


async def _changed(db: Db, end: Rated) -> RatingChange:
    rows = await db.rows(
        "SELECT user_id, before, after FROM rating_changes WHERE table_number = ?1 AND match = ?2",
        *end_key(end),
    )
    ratings = {user: (before, after) for user, before, after in rows}
    if not ratings:  # the same two had met too often
        return RatingChange(end.table, end.match, end.users, (), ())
    held = await standings(db, end.ladder or end.game, end.users)
    games = [held[user].games if user in held else 1 for user in end.users]
    told = [ratings[user] for user in end.users]
    before = tuple(Standing(old, n - 1) for (old, _), n in zip(told, games, strict=True))
    after = tuple(Standing(new, n) for (_, new), n in zip(told, games, strict=True))
    return RatingChange(end.table, end.match, end.users, before, after)

"""Which matches are rated, and how a change of ratings is told.

Ranked is a table's choice, made when it is opened. A29 and A27 are those of docs/rules/arena.md.
"""

from __future__ import annotations

from datetime import UTC, datetime

from cutcard.kernel.game import Outcome
from cutcard.kernel.optional import ladder_of
from cutcard.store.protocol import Rated, RatingChange

from .gathering import Gathering
from .words import Notice

DAY = 86_400_000
MOST_A_DAY = 5  # rated matches of the same two (A29)


def season_of(epoch: int) -> str:
    """The season of a moment: a quarter of a year, UTC (A27)."""
    when = datetime.fromtimestamp(epoch / 1000, UTC)
    return f"{when.year}-Q{(when.month + 2) // 3}"


def rated_match(life: Gathering, outcome: Outcome) -> Rated | None:
    """What a match that has just ended is to change; None: it was casual, or not of two people."""
    table, row = life.table, life.row
    people = list(life.people())
    users = tuple(life.beginner(seat) or user.id for seat, user in people)
    if not (row.ranked and outcome.rated and len(users) == table.seats == 2):
        return None
    ladder = ladder_of(table.words.game, table.options, table.seats)
    if ladder is None:
        return None
    return Rated(
        table.number,
        table.match,
        row.game,
        users,
        outcome.places,
        ladder,
        at=life.wall,
        since=life.wall - DAY,
        most=MOST_A_DAY,
        season=season_of(life.wall),
        points=outcome.points,
    )


def rating_notice(change: RatingChange, life: Gathering) -> Notice:
    """RATING_CHANGE: who won and who lost, and each seat's rating before and after; or
    MATCH_NOT_RATED, where the same two have met too often."""
    match = f"{change.table}-{change.match}"
    if not change.after:
        told = {"reason": "REPEATED", "most": MOST_A_DAY}
        return Notice("MATCH_NOT_RATED", change.table, match, told)
    ratings = {}
    for seat, (old, new) in enumerate(zip(change.before, change.after, strict=True)):
        before, after = _whole(old.rating), _whole(new.rating)
        ratings[str(seat)] = {"old": before, "new": after, "change": after - before}
    places = life.match.places
    first, second = places if len(places) == 2 else (0, 0)
    named = {"winnerId": "tie", "loserId": "tie"}
    if first != second:
        winner = 0 if first < second else 1
        named = {"winnerId": str(life.holder(winner)), "loserId": str(life.holder(1 - winner))}
    return Notice("RATING_CHANGE", change.table, match, {**named, "ratings": ratings})


def _whole(rating: float) -> int:
    """As a rating is shown: halves rounded up."""
    return int(rating + 0.5)

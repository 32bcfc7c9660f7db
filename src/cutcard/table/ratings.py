"""How a change of ratings is told."""

from __future__ import annotations

from cutcard.store.protocol import RatingChange

from .gathering import Gathering
from .words import Notice


def rating_notice(change: RatingChange, life: Gathering) -> Notice:
    """RATING_CHANGE: who won, and each seat's rating before and after."""
    ratings = {}
    for seat, (old, new) in enumerate(zip(change.before, change.after, strict=True)):
        before, after = _whole(old.rating), _whole(new.rating)
        ratings[str(seat)] = {"old": before, "new": after, "change": after - before}
    places = life.match.places
    first, second = places if len(places) == 2 else (0, 0)
    winner = "tie" if first == second else life.holder(0 if first < second else 1)
    match = f"{change.table}-{change.match}"
    return Notice("RATING_CHANGE", change.table, match, {"winnerId": winner, "ratings": ratings})


def _whole(rating: float) -> int:
    """As a rating is shown: halves rounded up."""
    return int(rating + 0.5)

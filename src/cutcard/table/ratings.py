"""Which matches are rated, and how a change of ratings is told.

Ranked is a table's choice, made when it is opened. A29 and A27 are those of docs/rules/arena.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from cutcard.bots import part
from cutcard.kernel.game import Outcome
from cutcard.kernel.optional import ladder_of
from cutcard.kernel.ranking import Mode, ranking_of
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
    """What a match that has just ended is to change; None: it was casual, or a bot was in it. The
    game's `ranking.py` says by which system; where it has none, two are rated by Elo."""
    table, row = life.table, life.row
    people = list(life.people())
    users = tuple(life.beginner(seat) or user.id for seat, user in people)
    if not (row.ranked and outcome.rated and len(set(users)) == table.seats > 1):
        return None
    if with_guests(life):
        return None
    ladder = ladder_of(table.words.game, table.options, table.seats)
    ranking = ranking_of(part(table.words.game, "ranking"))
    mode = Mode("", "elo")
    if ranking is not None:
        found = ranking.mode(table.options, table.seats)
        if found is None:
            return None
        mode = found
    if ladder is None or (mode.system != "openskill" and len(users) != 2):
        return None
    lost = {seat for seat, _ in people if outcome.places[seat] != 1 and seat in life.gone}
    teams = {seat: n for n, some in enumerate(mode.teams) for seat in some}
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
        system=mode.system,
        teams=tuple(teams[seat] for seat, _ in people) if teams else (),
        absent=tuple(one for one, (seat, _) in zip(users, people, strict=True) if seat in lost),
    )


def with_guests(life: Gathering) -> bool:
    """Whether people with an account and without one meet: then it is not rated, or whoever opens
    guest after guest and lets them give up would rise by it (A29). Guests rate among themselves,
    and begin anew when they sign up."""
    return len({user.guest for _, user in life.people()}) > 1


def rating_notice(change: RatingChange, life: Gathering) -> Notice:
    """RATING_CHANGE: who won and who lost (of more than two `winners` and `losers`), and each
    seat's rating before and after; or MATCH_NOT_RATED, where the same two have met too often."""
    match = f"{change.table}-{change.match}"
    if not change.after:
        told = {"reason": "REPEATED", "most": MOST_A_DAY}
        return Notice("MATCH_NOT_RATED", change.table, match, told)
    ratings = {}
    for seat, (old, new) in enumerate(zip(change.before, change.after, strict=True)):
        change_shown = new.shown - old.shown
        ratings[str(seat)] = {"old": old.shown, "new": new.shown, "change": change_shown}
    told = {**_named(life, life.match.places), "ratings": ratings}
    return Notice("RATING_CHANGE", change.table, match, told)


def _named(life: Gathering, places: Sequence[int]) -> dict[str, Any]:
    """Who won and who lost; of more than two the best, and all others."""
    if len(places) > 2:
        best = [seat for seat, place in enumerate(places) if place == 1]
        rest = [seat for seat, place in enumerate(places) if place > 1]
        winners, losers = ([str(life.holder(seat)) for seat in some] for some in (best, rest))
        return {"winners": winners, "losers": losers}
    first, second = places if len(places) == 2 else (0, 0)
    if first == second:
        return {"winnerId": "tie", "loserId": "tie"}
    winner = 0 if first < second else 1
    return {"winnerId": str(life.holder(winner)), "loserId": str(life.holder(1 - winner))}

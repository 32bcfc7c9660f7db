"""What is kept of a deal that was played to its end, for statistics and histories."""

from __future__ import annotations

from cutcard.bots import part
from cutcard.kernel.game import Outcome
from cutcard.kernel.ranking import ranking_of
from cutcard.store.played import Played

from .gathering import Gathering
from .ratings import season_of

EVENT = "event"  # the mode of deals that an event sets, which are counted apart (A79)


def played_deal(life: Gathering, deal: int, outcome: Outcome | None) -> Played | None:
    """A deal that has just ended, with an outcome where its match has; None: no person was in it.
    (The next one may have been dealt by now.)"""
    table, row = life.table, life.row
    last = outcome is not None
    people = {seat: (life.beginner(seat) if last else None) or user.id
              for seat, user in life.people()}  # fmt: skip
    if not people:
        return None
    users = tuple(people.get(seat) for seat in range(table.seats))
    places, reason = ((), "") if outcome is None else (outcome.places, outcome.reason)
    bots = any(user is not None and user.bot for user in table.roster)
    where = (table.number, deal, table.match, row.game, mode_of(life), life.wall)
    ranked = row.ranked and not bots
    return Played(*where, season_of(life.wall), ranked, last, users, bots, places, reason)


def mode_of(life: Gathering) -> str:
    """What of its game it is: the name of its rating; nothing where its options are odd."""
    table = life.table
    if life.row.event_table:
        return EVENT
    ranking = ranking_of(part(table.words.game, "ranking"))
    mode = None if ranking is None else ranking.mode(table.options, table.seats)
    return "" if mode is None else mode.name

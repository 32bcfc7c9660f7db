"""Who is away in an event with chips (docs/rules/tournament.md T96, T104): it is known by the
hands, and so it is not forgotten when a process dies."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.optional import Paid, Staging
from cutcard.table.life import Life
from cutcard.table.words import User


def note_away(away: set[str], roster: Sequence[User | None], paid: Paid, *, grace: bool) -> None:
    """A hand is over: who ran out of time in it is away, and who acted is not. In the minute after
    a restart nobody is who was not before (T104)."""
    for seat in paid.dealt:
        user = roster[seat]
        if user is None:
            continue
        if seat not in paid.away:
            away.discard(user.id)
        elif not grace:
            away.add(user.id)


def were_away(life: Life, staging: Staging) -> set[str]:
    """Of a table that was read again: by its last hand, over or not."""
    table = life.table
    deal, seats = table.deal, range(table.seats)
    if deal is None:
        return set()
    over = deal.outcome is not None
    away = staging.paid(deal.state).away if over else [seat for seat in seats if table.away(seat)]
    return {user.id for seat in away if (user := table.roster[seat]) is not None}

"""What an event that is over came to for each person who was in it, out of its log alone
(docs/rules/arena.md A66, A81): counted once, and the same whenever it is counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cutcard.store.results import EventResult

from .event import log as chips
from .event.fold import apply, opened
from .event.rated import MODES
from .event.state import OVER, Player, State
from .event.terms import Terms
from .matches import words as matches
from .matches.state import OVER as MATCHES_OVER
from .matches.state import fold as matches_state


def of_chips(event: int, log: Sequence[chips.Entry], season: str) -> list[EventResult]:
    """Of an event with chips; nothing where it was cancelled. Bots have no statistics."""
    state, knockouts, final = _read(log)
    if state.phase != OVER:
        return []
    terms, bots = state.terms, any(player.bot for player in state.players.values())
    tickets = _with_tickets(list(state.players.values()), terms.tickets)
    entries: dict[str, list[Player]] = {}
    for player in state.players.values():
        if not player.bot:
            entries.setdefault(player.user, []).append(player)
    return [
        EventResult(
            event,
            user,
            terms.game,
            MODES[terms.format],
            season,
            state.at,
            bots,
            mine[-1].place,
            len(mine),
            int(any(one.prize for one in mine) or mine[-1].entry in tickets),
            int(any(one.entry in final for one in mine)),
            sum(knockouts[one.entry] for one in mine),
            sum(one.prize for one in mine),
            sum(one.bounties for one in mine),
            sum(_paid(terms, one) for one in mine),
        )
        for user, mine in sorted(entries.items())
    ]


def _read(log: Sequence[chips.Entry]) -> tuple[State, Counter[int], set[int]]:
    """The state at its end; how many each entry put out, with a bounty on their heads or without,
    alone or with others (T86); and which entries came to the final table (T58)."""
    first = log[0].what
    assert isinstance(first, chips.Opened)
    state = opened(first, log[0].at)
    knockouts: Counter[int] = Counter()
    final: set[int] = set()
    beaten: dict[int, list[int]] = {}
    for one in log[1:]:
        what = one.what
        if isinstance(what, chips.HandEnded):
            there = state.tables[what.table].players
            for seat, others in what.beaten.items():
                beaten[there[seat]] = [there[other] for other in others]
        elif isinstance(what, chips.Removed):
            beaten.pop(what.entry, None)  # nobody put them out (T74)
        elif isinstance(what, chips.Out):
            winners = beaten.pop(what.entry, [])
            knockouts.update(entry for entry in winners if state.players[entry].playing)
        elif isinstance(what, chips.FinalTable):
            final = set(what.seats.values())
        apply(state, one)
    return state, knockouts, final


def _paid(terms: Terms, player: Player) -> int:
    """All that an entry paid in: itself, what it bought later, and the fee."""
    entry = terms.buy_in + terms.fee + terms.bounty
    return entry + player.rebuys * terms.rebuy_price + player.added_on * terms.add_on_price


def _with_tickets(players: Sequence[Player], tickets: int) -> set[int]:
    """T84: the entries that won one."""
    placed = sorted((one for one in players if one.place), key=lambda one: (one.place, one.entry))
    return {one.entry for one in placed[:tickets]}


def of_matches(event: int, log: Sequence[matches.Entry], season: str) -> list[EventResult]:
    """Of an event of matches, where nothing is paid: of a pair both."""
    state = matches_state(list(log))
    if state.phase != MATCHES_OVER:
        return []
    terms, bots = state.terms, any(one.bot for one in state.entrants.values())
    return [
        EventResult(event, user, terms.game, terms.format, season, state.at, bots, place)
        for user, place in sorted(
            (user, state.places[one.entry][0])
            for one in state.entrants.values()
            if not one.bot and one.entry in state.places
            for user in one.users
        )
    ]

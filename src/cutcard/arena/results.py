"""What an event that is over came to for each person who was in it, out of its log alone
(docs/rules/arena.md A66, A81): counted once, and the same whenever it is counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cutcard.store.results import EventResult

from .event import log as chips
from .event.fold import apply, opened
from .event.rated import MODES
from .event.state import OVER, Player
from .event.terms import Terms
from .matches import words as matches
from .matches.state import OVER as MATCHES_OVER
from .matches.state import fold as matches_state


def of_chips(event: int, log: Sequence[chips.Entry], season: str) -> list[EventResult]:
    """Of an event with chips; nothing where it was cancelled. Bots have no statistics."""
    read = _Reader(log)
    state = read.state
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
            int(any(one.entry in read.final for one in mine)),
            sum(read.knockouts[one.entry] for one in mine),
            sum(one.prize for one in mine),
            sum(one.bounties for one in mine),
            sum(_paid(terms, one) for one in mine),
            state.entries,
            max(read.at_once[one.entry] for one in mine),
            int(mine[-1].place == mine[-1].place_to == read.paid + 1 > 1),
            int(mine[-1].place == 1 and mine[-1].entry in read.short),
        )
        for user, mine in sorted(entries.items())
    ]


class _Reader:
    """What a log says besides the state at its end: how many each entry put out, with a bounty on
    their heads or without, alone or with others (T86), and how many in one hand at most; which
    entries came to the final table (T58); how many places were paid when prizes were fixed; and who
    began a hand with one big blind at most."""

    def __init__(self, log: Sequence[chips.Entry]) -> None:
        first = log[0].what
        assert isinstance(first, chips.Opened)
        self.state = opened(first, log[0].at)
        self.knockouts: Counter[int] = Counter()
        self.at_once: Counter[int] = Counter()
        self.final: set[int] = set()
        self.short: set[int] = set()
        self.paid = 0
        self._beaten: dict[int, tuple[int, list[int]]] = {}  # in which hand, by whom
        self._in_hand: Counter[tuple[int, int]] = Counter()  # hand and who put them out in it
        for one in log[1:]:
            self._see(one)
            apply(self.state, one)

    def _see(self, one: chips.Entry) -> None:
        what, state = one.what, self.state
        if isinstance(what, chips.HandEnded):
            there = state.tables[what.table].players
            for seat, others in what.beaten.items():
                self._beaten[there[seat]] = (one.number, [there[other] for other in others])
        elif isinstance(what, chips.Removed):
            self._beaten.pop(what.entry, None)  # nobody put them out (T74)
        elif isinstance(what, chips.Out):
            self._put_out(*self._beaten.pop(what.entry, (0, [])))
        elif isinstance(what, chips.FinalTable):
            self.final = set(what.seats.values())
        elif isinstance(what, chips.EntryClosed):
            self.paid = state.terms.tickets or sum(prize > 0 for prize in what.prizes)
        elif isinstance(what, chips.Dealt):
            there, least = state.tables[what.table].players, state.row().big_blind
            dealt_in = (there[seat] for seat in what.seats)
            self.short.update(who for who in dealt_in if state.players[who].stack <= least)

    def _put_out(self, hand: int, winners: Sequence[int]) -> None:
        for who in winners:
            if self.state.players[who].playing:
                self.knockouts[who] += 1
                self._in_hand[hand, who] += 1
                self.at_once[who] = max(self.at_once[who], self._in_hand[hand, who])


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
    head, came = (terms.game, terms.format, season, state.at, bots), len(state.entrants)
    return [
        EventResult(event, user, *head, place, came=came)
        for user, place in sorted(
            (user, state.places[one.entry][0])
            for one in state.entrants.values()
            if not one.bot and one.entry in state.places
            for user in one.users
        )
    ]

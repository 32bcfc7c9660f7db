"""Who is out, in which place and with which prize; when prizes are fixed; and the end
(docs/rules/tournament.md T13, T16, T63-T88)."""

from __future__ import annotations

from ..busts import Placed, out_of_hand, out_together
from ..payouts import Payout, Takings, payout, places_paid, shared
from . import facts, log
from .desk import Desk
from .state import RUNNING, Hand, State


def ask_the_broke(d: Desk, table: int) -> None:
    """T13: who has lost their last chip and may buy again is asked."""
    s, terms = d.state, d.state.terms
    if not s.rebuys_open():
        return
    for hand in s.unsettled:
        if hand.table != table:
            continue
        for entry, _ in hand.busts:
            if may_rebuy(d, entry) and entry not in s.asked and entry not in s.answered:
                until = d.at + 1000 * terms.rebuy_seconds
                d.note(log.Asked(entry, until))
                fact = facts.RebuyAsked(d.name, terms.rebuy_price, terms.rebuy_stack, until)
                d.say(fact, d.user(entry))


def may_rebuy(d: Desk, entry: int) -> bool:
    """T12."""
    s, player = d.state, d.state.players[entry]
    return (
        s.rebuys_open()
        and player.playing
        and player.stack <= s.terms.start_stack
        and not player.coming
        and (s.terms.rebuys < 0 or player.rebuys < s.terms.rebuys)
    )


def settle(d: Desk) -> None:
    """T63-T70: put out who is out, hand after hand in the order in which they ended; those of one
    synchronised round together, when the last of them is over."""
    s = d.state
    while s.unsettled and s.phase == RUNNING:
        first = s.unsettled[0]
        hands = [first]
        if first.together:
            if any(table.running and table.together for table in s.tables.values()):
                return
            hands = [hand for hand in s.unsettled if hand.together]
        if any(entry in s.asked for hand in hands for entry, _ in hand.busts):
            return
        if first.together:
            placed = out_together([hand.busts for hand in hands], s.left)
        else:
            placed = out_of_hand(first.busts, s.left)
        _put_out(d, placed, hands)
    _bar(d)


def _put_out(d: Desk, placed: list[Placed[int]], hands: list[Hand]) -> None:
    """Worst place first, so that the log counts down; all who tie share their prizes (T82)."""
    s = d.state
    left = s.left - len(placed)
    beaten = {entry: hand.beaten.get(entry, []) for hand in hands for entry, _ in hand.busts}
    close_early(d, left)
    for place in sorted({one.place for one in placed}, reverse=True):
        tied = sorted(one.player for one in placed if one.place == place)
        total = sum(prize_of(d, p) for p in range(place, place + len(tied)))
        carried = s.carried if s.closed else 0
        parts = shared(total + carried, len(tied))
        last = place + len(tied) - 1
        for index, (entry, prize) in enumerate(zip(tied, parts, strict=True)):
            share = carried if not index else 0
            ticket = last <= s.terms.tickets  # who ties beyond them is paid in chips alone
            put_out(d, entry, place, last, prize, beaten[entry], share, ticket=ticket)


def prize_of(d: Desk, place: int) -> int:
    prizes = d.state.prizes
    return prizes[place - 1] if d.state.closed and place <= len(prizes) else 0


def put_out(  # noqa: PLR0917 - what it is to be out
    d: Desk,
    entry: int,
    place: int,
    place_to: int,
    prize: int,
    winners: list[int],
    carried: int = 0,
    *,
    ticket: bool = False,
) -> None:
    """One is out: the place, the prize and the bounties are one entry (T83). `carried` is what of
    the prize a disqualified player did not get (T74); a `ticket` is part of the prize (T84)."""
    s = d.state
    bounties = _bounties_of(s, entry, [who for who in winners if s.players[who].playing])
    d.note(log.Out(entry, place, place_to, prize, bounties, carried))
    user = d.user(entry)
    d.say(facts.Out(user, place, place_to, prize, d.others(winners)))
    pay(d, user, prize, ticket=ticket)
    for one in bounties:
        d.book(d.user(one.entry), -one.cash, "bounty")
        d.say(facts.Bounty(d.user(one.entry), user, one.cash, one.own))


def pay(d: Desk, user: str, prize: int, *, ticket: bool) -> None:
    """A prize; of one that is a ticket, the ticket and what it is worth besides."""
    if ticket:
        d.ticket(user)
        prize -= d.state.terms.ticket_price
    d.book(user, -prize, "prize")


def _bar(d: Desk) -> None:
    """T74: who was disqualified during a hand goes when it is over."""
    s = d.state
    for entry in s.barred[:]:
        if not s.tables[s.players[entry].table].running and s.phase == RUNNING:
            remove(d, entry)


def remove(d: Desk, entry: int) -> None:
    """T74: disqualified: chips out of play, the place of that moment, no prize."""
    left = d.state.left
    close_early(d, left - 1)
    d.note(log.Removed(entry))
    put_out(d, entry, left, left, 0, [])


def close_early(d: Desk, left: int) -> None:
    """T16: as soon as left ≤ places paid for the entries so far."""
    s = d.state
    if not s.closed and left <= paid_now(d):
        close(d)


def paid_now(d: Desk) -> int:
    terms = d.state.terms
    return terms.tickets or places_paid(d.state.entries, terms.payout)


def close(d: Desk) -> None:
    """T76, T81: nobody may buy any more, and prizes are fixed."""
    s = d.state
    found, prizes = fixed(s)
    d.note(log.EntryClosed(s.entries, found.pool, found.overlay, prizes))
    d.bank(found.overlay, "overlay")
    d.bank(-s.fees, "fees")
    d.say(facts.EntryClosed(s.entries, found.pool, prizes))


def fixed(s: State) -> tuple[Payout, tuple[int, ...]]:
    """The pool and its prizes, were they fixed now."""
    t = s.terms
    takings = Takings(
        s.entries,
        t.buy_in,
        t.fee,
        s.rebuys,
        t.rebuy_price,
        s.add_ons,
        t.add_on_price,
        t.promised(),
    )
    found = payout(takings, t.payout)
    if not t.tickets:
        return found, found.prizes
    rest = found.pool - t.tickets * t.ticket_price  # T84: what the tickets leave, to the next out
    return found, (t.ticket_price,) * t.tickets + ((rest,) if rest else ())


def finish(d: Desk) -> bool:
    """T73, T84: whether it is over now: one is left, or as many as there are tickets."""
    s = d.state
    last = max(1, s.terms.tickets)
    if s.left > last or s.unsettled or any(t.running for t in s.tables.values()):
        return False
    winners = sorted(player.entry for player in s.playing())
    if not s.closed:
        close(d)
    if s.terms.tickets and len(winners) > 1:
        return _all_first(d, winners)
    for entry in winners:
        first(d, entry, 1, 1, sum(s.prizes[:1]), ticket=bool(s.terms.tickets))
    end(d)
    return True


def _all_first(d: Desk, winners: list[int]) -> bool:
    for entry in winners:
        first(d, entry, 1, len(winners), d.state.terms.ticket_price, ticket=True)
    end(d)
    return True


def first(
    d: Desk, entry: int, place: int, place_to: int, prize: int, *, ticket: bool = False
) -> None:
    """One who is in to the end keeps their own bounty (T87); what nobody won goes to the first."""
    s = d.state
    carried = s.carried
    prize += carried
    head = s.players[entry].bounty + (s.orphans if place == 1 else 0)
    bounties = (log.Bounty(entry, head),) if head else ()
    d.note(log.Out(entry, place, place_to, prize, bounties, carried))
    user = d.user(entry)
    d.say(facts.Out(user, place, place_to, s.players[entry].prize))
    pay(d, user, prize, ticket=ticket)
    d.book(user, -head, "bounty")


def end(d: Desk) -> None:
    """T36, T101: the seed is told, the event's account is empty."""
    d.note(log.Ended(d.seed.hex()))
    s = d.state
    placed = [player for player in s.players.values() if player.place]
    rows = sorted(placed, key=lambda player: (player.place, player.entry))
    best = rows[: facts.TOLD]
    places = tuple(facts.Place(p.user, p.place, p.place_to, p.prize) for p in best)
    d.say(facts.Ended(places, d.seed.hex(), len(rows)))


def _bounties_of(s: State, entry: int, winners: list[int]) -> tuple[log.Bounty, ...]:
    """T85-T88: who gets what for putting an entry out."""
    head = s.players[entry].bounty
    if not head or not winners:
        return ()
    if not s.terms.progressive:
        return tuple(
            log.Bounty(who, cash)
            for who, cash in zip(winners, shared(head, len(winners)), strict=True)
        )
    now = -(-head // 2)
    cash, own = shared(now, len(winners)), shared(head - now, len(winners))
    return tuple(log.Bounty(w, c, o) for w, c, o in zip(winners, cash, own, strict=True))

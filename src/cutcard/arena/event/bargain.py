"""A deal between those who are left (docs/rules/tournament.md T89-T94)."""

from __future__ import annotations

from cutcard.kernel.game import Illegal

from .. import deals
from . import facts, log, settle
from .desk import Desk
from .terms import MINUTE

PATIENCE = MINUTE  # to agree
AGAIN = 10 * MINUTE  # one proposal each


def may_deal(d: Desk) -> bool:
    """At the final table, prizes fixed, more than one left, no deal made yet."""
    s = d.state
    alone = len(s.tables) == 1 and s.closed and not s.terms.tickets
    return alone and s.left > 1 and not s.dealt_out and s.offer is None


def propose(d: Desk, entry: int, method: str, leave: int) -> None:
    """T89: opened at once where the table is between hands, else when its hand is over."""
    s = d.state
    player = s.players[entry]
    d.need("NO_DEAL_NOW", "A deal is made at the final table, one at a time.", may_deal(d))
    soon = player.proposed_at >= 0 and d.at - player.proposed_at < AGAIN
    d.need("NO_DEAL_NOW", "You may propose once in ten minutes.", not soon)
    if method not in deals.METHODS or (method == "icm" and s.left > deals.MOST_BY_ICM):
        text = f"A deal is by {' or '.join(deals.METHODS)}; by icm at most {deals.MOST_BY_ICM}."
        raise Illegal("INVALID_REQUEST", text)
    most = _prizes(d)[0] - sum(_prizes(d)[1:2])
    d.need("INVALID_REQUEST", f"0 to {most} may be left to play for.", 0 <= leave <= most)
    d.note(log.DealProposed(entry, method, leave))


def _prizes(d: Desk) -> list[int]:
    """Those not paid yet, for as many as are left."""
    return d.state.prizes[: d.state.left]


def open_offer(d: Desk) -> None:
    """The table is between hands: what everybody would get is computed and told."""
    s = d.state
    offer = s.offer
    if offer is None or offer.version or any(table.running for table in s.tables.values()):
        return
    players = sorted(s.playing(), key=lambda player: player.entry)
    if len(players) < 2 or offer.by not in [player.entry for player in players]:
        d.note(log.DealEnded(False))
        d.say(facts.DealEnded(False))
        return
    leave = min(offer.leave, _prizes(d)[0] - sum(_prizes(d)[1:2]))
    stacks = [player.stack for player in players]
    method = offer.method if len(players) <= deals.MOST_BY_ICM else "chips"
    amounts = deals.deal(method, stacks, _prizes(d), leave)
    by_entry = {player.entry: amount for player, amount in zip(players, amounts, strict=True)}
    d.note(log.DealOffered(s.versions + 1, by_entry, d.at + PATIENCE))
    told = {player.user: by_entry[player.entry] for player in players}
    d.say(facts.DealProposed(s.versions, offer.method, told, leave, PATIENCE))


def accept(d: Desk, entry: int, version: int) -> None:
    """All left must agree to the same version."""
    s = d.state
    offer = s.offer
    if offer is None or not offer.version:
        raise Illegal("NO_DEAL_NOW", "There is no deal to agree to.")
    d.need("DEAL_CHANGED", "That is another version of the deal.", version == offer.version)
    if entry not in offer.agreed:
        d.note(log.DealAccepted(entry))
    if len(offer.agreed) == s.left:
        _agreed(d)


def decline(d: Desk) -> None:
    """One no, an absent player or the time ends it; nobody is told who it was (T108)."""
    offer = d.state.offer
    if offer is None:
        raise Illegal("NO_DEAL_NOW", "There is no deal to decline.")
    d.note(log.DealEnded(False))
    d.say(facts.DealEnded(False))


def _agreed(d: Desk) -> None:
    """T94: amounts are paid at once; with nothing left to play for it is over, places by stacks."""
    s = d.state
    assert s.offer is not None
    amounts = dict(s.offer.amounts)
    d.note(log.DealEnded(True))
    d.say(facts.DealEnded(True))
    for entry, amount in sorted(amounts.items()):
        d.book(d.user(entry), -amount, "prize")
    if s.prizes[0]:
        return
    ranked = sorted(s.playing(), key=lambda player: (-player.stack, player.entry))
    sizes = [player.stack for player in ranked]
    for player in reversed(ranked):
        place = 1 + sizes.index(player.stack)
        settle.first(d, player.entry, place, place + sizes.count(player.stack) - 1, 0)
    settle.end(d)

"""What a viewer may know, built up from nothing."""

from __future__ import annotations

from msgspec import structs

from cutcard.kernel.cards import BIG_JOKER, NAMES, RANKS, SMALL_JOKER
from cutcard.kernel.game import Seat

from .deck import RANK_MASK, SUIT_BITS, names, size
from .hints import grouped, hints
from .moves import Gift, Player, View
from .state import BACK, DEAL, NONE, OVER, PAY, PLAY, REFUSED, TAKE, Deal
from .tribute import may_refuse, payable, returnable

PHASES = ("deal", "tribute", "take", "return", "play", "over")
_COUNTED = (*RANKS, "SJ", "BJ")


def view_of(deal: Deal, viewer: Seat | None) -> View:
    """The deal as that seat sees it, or a spectator."""
    trick_over = deal.phase == PLAY and deal.table is None and deal.owner != NONE
    order = deal.result.order if deal.result is not None else tuple(deal.out)
    view = View(
        phase=PHASES[deal.phase],
        deal=deal.deals(),
        level=RANKS[deal.level],
        levels=deal.levels,
        fails=(0, 0) if deal.carry is None else deal.carry.fails,
        players={seat: _player(deal, seat, order) for seat in range(4)},
        declarer=deal.declarer if deal.declarer >= 0 else None,
        declare_pair=deal.book.declare_pair,
        turn=deal.turn if deal.turn != NONE else None,
        table=deal.laid(deal.owner) if deal.table is not None else None,
        winner=deal.owner if trick_over else None,
        wind=trick_over and deal.wind,
        order=order,
        before=deal.carry.order if deal.carry is not None else (),
        seen=_seen(deal.gone) or None,
        gifts=tuple(
            [
                Gift(giver, taker, NAMES[kind], NAMES[back] if back != NONE else None)
                for giver, taker, kind, back in deal.gifts
            ]
        ),
        offers=deal.offers() if deal.phase == TAKE else None,
        shown=dict(deal.shown) or None,
        result=deal.result,
    )
    return view if viewer is None else structs.replace(view, **_own(deal, viewer))


def _player(deal: Deal, seat: Seat, order: tuple[Seat, ...]) -> Player:
    hand = deal.hands[seat]
    return Player(
        cards=size(hand),
        place=order.index(seat) + 1 if seat in order else None,
        auto=deal.auto[seat],
        chosen=deal.chosen[seat] != NONE,
        passed=deal.passed[seat],
        last=deal.laid(seat),
        hand=names(hand, deal.level) if deal.phase == OVER and hand else None,
    )


def _seen(gone: int) -> dict[str, int]:
    """Played cards by rank: the public half of a card counter."""
    ranks = sum([gone >> SUIT_BITS * suit & RANK_MASK for suit in range(4)])
    counts = [ranks >> 4 * rank & 15 for rank in range(13)]
    counts += [gone >> 4 * SMALL_JOKER & 3, gone >> 4 * BIG_JOKER & 3]
    return {name: count for name, count in zip(_COUNTED, counts, strict=True) if count}


def _own(deal: Deal, seat: Seat) -> dict[str, object]:
    """What only the owner of a hand may see."""
    hand, level = deal.hands[seat], deal.level
    own: dict[str, object] = {"hand": names(hand, level)}
    if deal.phase == DEAL or not hand:
        return own
    own["groups"] = grouped(hand, level)
    if deal.phase == PLAY and seat == deal.turn:
        own["hints"] = hints(hand, level, deal.table, deal.book)
    chosen = deal.chosen[seat]
    if chosen != NONE:
        own["chosen"] = "refuse" if chosen == REFUSED else NAMES[chosen]
    elif deal.phase == PAY and seat in deal.payers:
        own["choices"] = tuple([NAMES[kind] for kind in payable(hand, level)])
        own["may_refuse"] = deal.book.anti_tribute == "optional" and may_refuse(hand)
    elif deal.phase == BACK and seat in deal.waiting():
        own["choices"] = tuple([NAMES[kind] for kind in returnable(hand, level, deal.book)])
    return own

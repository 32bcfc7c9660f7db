"""The start of a deal: tribute paid, cards returned, or both refused, and who leads.

What is chosen lies face down until all who owe a card have chosen; then it is public.
"""

from __future__ import annotations

from cutcard.kernel.cards import BIG_JOKER, NAMES
from cutcard.kernel.game import Seat, Told

from .deck import BIT, key_of, names
from .moves import (
    GameStart,
    HandDealt,
    LeadFalls,
    TributeChosen,
    TributeOffered,
    TributePaid,
    TributeRefused,
    TributeReturned,
)
from .state import BACK, NONE, PAY, PLAY, REFUSED, TAKE, Deal
from .tribute import big_jokers, cancelled, ranked


def begin(deal: Deal, at: int, told: list[Told] | None) -> None:
    """Announce the deal and ask for tribute, if any is owed."""
    if told is not None:
        declarer = None if deal.declarer < 0 else deal.declarer
        level = NAMES[deal.level][0]
        told.append(Told(GameStart(deal.deals(), level, deal.levels, declarer)))
        for seat in range(4):
            cards = names(deal.hands[seat], deal.level)
            told.append(Told(HandDealt(seat, cards), (seat,)))
    if not deal.payers:  # the first of a match, or a board
        _lead(deal, deal.rng.below(4), at, told)
    elif cancelled(deal.hands, deal.payers, deal.book):
        _refused(deal, deal.payers, at, told)
    else:
        deal.phase = PAY
        deal.wait(deal.payers, at)


def _lead(deal: Deal, seat: Seat, at: int, told: list[Told] | None) -> None:
    deal.phase = PLAY
    deal.turn = seat
    deal.wait((seat,), at)
    if told is not None:
        told.append(Told(LeadFalls(seat)))


def choose(deal: Deal, seat: Seat, kind: int, at: int, told: list[Told] | None) -> None:
    """A card, or a refusal, put face down; when all have chosen it is turned up."""
    deal.chosen[seat] = kind
    if told is not None:
        if kind == REFUSED:
            fact = TributeChosen(seat, refused=True)
        else:
            fact = TributeChosen(seat, NAMES[kind])
        told.append(Told(fact, (seat,), TributeChosen(seat)))
    if deal.waiting():
        return
    if deal.phase == BACK:
        _give_back(deal, at, told)
        return
    refusing = tuple([payer for payer in deal.payers if deal.chosen[payer] == REFUSED])
    if refusing:
        _refused(deal, refusing, at, told)
        return
    first = deal.carry.order[0] if deal.carry is not None else 0
    by_card = ranked(deal.payers, deal.chosen, deal.level, first)
    if len(by_card) == 2 and _equal(deal):
        if deal.book.equal_tribute == "choice":
            _offer(deal, first, at, told)
            return
        if deal.book.equal_tribute == "random" and deal.rng.below(2):
            by_card.reverse()
    pay(deal, by_card, at, told)


def _equal(deal: Deal) -> bool:
    keys = [key_of(deal.chosen[payer], deal.level) for payer in deal.payers]
    return keys[0] == keys[1]


def _offer(deal: Deal, first: Seat, at: int, told: list[Told] | None) -> None:
    deal.phase = TAKE
    deal.turn = first
    deal.wait((first,), at)
    if told is not None:
        told.append(Told(TributeOffered(deal.offers())))


def _refused(deal: Deal, payers: tuple[int, ...], at: int, told: list[Told] | None) -> None:
    """抗贡: nothing is paid, the big jokers are shown, the first of the last deal leads."""
    assert deal.carry is not None
    deal.chosen = [NONE] * 4
    deal.shown = big_jokers(deal.hands, payers)
    for seat, count in deal.shown.items():
        deal.known[seat] += count * BIT[BIG_JOKER]
    if told is not None:
        told.append(Told(TributeRefused(dict(deal.shown))))
    _lead(deal, deal.carry.order[0], at, told)


def pay(deal: Deal, payers: list[int], at: int, told: list[Told] | None) -> None:
    """The payer of the higher card to the first, the other to the second; then the return."""
    assert deal.carry is not None
    for payer, taker in zip(payers, deal.carry.order, strict=False):
        kind = deal.chosen[payer]
        deal.gifts.append((payer, taker, kind, NONE))
        _hand_over(deal, payer, taker, kind)
        if told is not None:
            told.append(Told(TributePaid(payer, taker, NAMES[kind])))
    deal.chosen = [NONE] * 4
    deal.turn = NONE
    deal.phase = BACK
    deal.wait(deal.waiting(), at)


def _give_back(deal: Deal, at: int, told: list[Told] | None) -> None:
    gifts = deal.gifts
    deal.gifts = []
    for payer, taker, kind, _ in gifts:
        back = deal.chosen[taker]
        deal.gifts.append((payer, taker, kind, back))
        _hand_over(deal, taker, payer, back)
        if told is not None:
            told.append(Told(TributeReturned(taker, payer, NAMES[back])))
    deal.chosen = [NONE] * 4
    _lead(deal, gifts[0][0], at, told)


def _hand_over(deal: Deal, giver: Seat, taker: Seat, kind: int) -> None:
    deal.hands[giver] -= BIT[kind]
    deal.hands[taker] += BIT[kind]
    deal.forget(giver, BIT[kind])
    deal.known[taker] += BIT[kind]

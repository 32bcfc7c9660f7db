"""Tricks: laying cards, passing, who is next, 接风, and the finishing order.

A trick ends when every other player still in has passed in a row; a bomb does not end it. The deal
ends when a team is first and second, or when three players are out.
"""

from __future__ import annotations

from cutcard.kernel.game import Seat, Told

from .deck import kinds, size
from .levels import match_over, settle, settle_board
from .moves import (
    CardPlayed,
    DealEnd,
    GameEnd,
    PlayerFinished,
    PlayerPassed,
    PlayerReady,
    PlayRead,
    TrickEnd,
)
from .shapes import Form
from .state import NONE, OVER, SETTLE, Deal


def lay_down(
    deal: Deal, seat: Seat, play: tuple[int, Form], at: int, told: list[Told] | None, *, own: bool
) -> None:
    """Lay cards as the form they were read as; `own`: the seat chose, not the clock."""
    cards, form = play
    if deal.table is None:
        deal.lasts = [None] * 4
        deal.passed = [False] * 4
    deal.hands[seat] -= cards
    deal.forget(seat, cards)
    deal.gone += cards
    if not deal.options.shuffle:
        deal.pile += kinds(cards)
    deal.lasts[seat] = play
    deal.passed[seat] = False
    deal.table, deal.owner, deal.passes, deal.wind = form, seat, 0, False
    if told is not None:
        laid = deal.laid(seat)
        assert laid is not None
        told.append(Told(CardPlayed(laid, size(deal.hands[seat]))))
        if own:
            told.append(Told(PlayRead(*form, laid.cards, laid.stands), (seat,)))
    if not deal.hands[seat]:
        deal.out.append(seat)
        if told is not None:
            told.append(Told(PlayerFinished(seat, len(deal.out))))
        out = deal.out
        if len(out) == 3 or (len(out) == 2 and out[0] % 2 == out[1] % 2):
            _finish(deal, at, told)
            return
    _next_turn(deal, seat, at)


def let_stand(deal: Deal, seat: Seat, at: int, told: list[Told] | None, *, own: bool) -> None:
    """Pass; when all others have, the trick is its owner's, or their partner's to lead on."""
    deal.passes += 1
    deal.passed[seat] = True
    deal.lasts[seat] = None
    if told is not None and own:
        told.append(Told(PlayerPassed(seat)))
    if deal.passes < 4 - len(deal.out) - (deal.owner not in deal.out):
        _next_turn(deal, seat, at)
        return
    deal.table, deal.passes = None, 0
    deal.wind = deal.owner in deal.out
    deal.turn = (deal.owner + 2) % 4 if deal.wind else deal.owner
    deal.wait((deal.turn,), at)
    if told is not None:
        told.append(Told(TrickEnd(deal.owner, deal.turn, deal.wind)))


def _next_turn(deal: Deal, seat: Seat, at: int) -> None:
    turn = (seat + 1) % 4
    while turn in deal.out:
        turn = (turn + 1) % 4
    deal.turn = turn
    deal.wait((turn,), at)


def _finish(deal: Deal, at: int, told: list[Told] | None) -> None:
    last = deal.out[-1]
    rest = [(last + step) % 4 for step in (1, 2, 3)]
    order = (*deal.out, *[seat for seat in rest if seat not in deal.out])
    fails = (0, 0) if deal.carry is None else deal.carry.fails
    ends = match_over(deal.options, deal.deals(), deal.elapsed(at))
    if deal.options.match == "boards":
        before = () if deal.carry is None else deal.carry.boards
        result = settle_board(order, before, deal.book, ends=ends)
    else:
        result = settle(order, deal.levels, fails, deal.book, own=deal.declarer, ends=ends)
    deal.result = result
    deal.phase = OVER if result.match_over or not deal.book.pause_seconds else SETTLE
    deal.began = at
    deal.turn = NONE
    if told is not None:
        told.append(Told(GameEnd(result, deal.left_over())))


def say_ready(deal: Deal, seat: Seat, at: int, told: list[Told] | None) -> None:
    """A player has seen how the deal ended."""
    deal.ready[seat] = True
    if told is not None:
        told.append(Told(PlayerReady(seat)))
    if not deal.waiting():
        go_on(deal, at, told)


def go_on(deal: Deal, at: int, told: list[Told] | None) -> None:
    """The pause is over, and with it the deal."""
    deal.phase, deal.began = OVER, at
    if told is not None:
        told.append(Told(DealEnd()))

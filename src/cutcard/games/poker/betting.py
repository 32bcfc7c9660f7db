"""What the one to act may do with their chips and cards: offered, judged, done.

The spec's rules: fold always, check only where there is nothing to call, call only where there
is, bet only where nobody has, raise only where somebody has, all-in as far as the limit allows.
A refusal says what would be allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from cutcard.kernel import cards as kernel_cards
from cutcard.kernel.game import Illegal

from . import moves
from .hand import BRING, DRAW, Hand
from .moves import AllIn, Bet, BringIn, Call, Check, Discard, Fold, Raise
from .variants import FIXED

Betting = Fold | Check | Call | Bet | Raise | AllIn | BringIn | Discard
BETTING = frozenset((Fold, Check, Call, Bet, Raise, AllIn, BringIn, Discard))
RAISES = (Raise, Bet)
_FOLD, _CHECK, _CALL, _ALL_IN, _BRING_IN = Fold(), Check(), Call(), AllIn(), BringIn()


class Step(NamedTuple):
    """A move already judged: what to do, the total or the cards."""

    what: str  # fold check call bet raise bring_in discard
    total: int = 0
    cards: tuple[int, ...] = ()


_FOLDS, _CHECKS, _CALLS, _BRINGS_IN = Step("fold"), Step("check"), Step("call"), Step("bring_in")


def legal(h: Hand) -> Sequence[moves.Move]:
    """Fold, check or call, the minimum, the pot, all-in; in a draw every choice of cards."""
    if h.phase == DRAW:
        names = kernel_cards.names(h.hole[h.actor])
        return [
            Discard(some) for count in range(len(names) + 1) for some in combinations(names, count)
        ]
    low, high = h.span()
    a = h.actor
    found: list[moves.Move]
    if h.phase == BRING:
        found = [_BRING_IN]
        if a != h.opener:
            found.append(_FOLD)
        if high:
            found.append(_ALL_IN if low == h.stacks[a] else Raise(low))
        return found
    found = [_FOLD, _CALL if h.cur > h.bets[a] else _CHECK]
    if high:
        kind = Raise if h.cur else Bet
        top = h.stacks[a] + h.bets[a]
        if low < top:
            found.append(kind(low))
        if h.limit != FIXED:
            pot = h.pot_raise()
            if low < pot < high:
                found.append(kind(pot))
        if high == top:
            found.append(_ALL_IN)
        elif high > low:
            found.append(kind(high))
    return found


def judge(h: Hand, move: Betting) -> Step:
    """What a move of the one to act comes to, or Illegal."""
    kind = type(move)
    if h.phase == DRAW:
        if not isinstance(move, Discard):
            raise Illegal("WRONG_PHASE", "This is the draw: discard, or stand pat.")
        return Step("discard", 0, _cards(h, move.cards))
    if kind is Discard:
        raise Illegal("WRONG_PHASE", "There is no draw now.")
    if h.phase == BRING:
        return _bring_in(h, move)
    if kind is Fold:
        return _FOLDS
    owed = h.cur - h.bets[h.actor]
    if kind is Call:
        if not owed:
            raise Illegal("NOTHING_TO_CALL", "There is no bet to call: check or bet.")
        return _CALLS
    if kind is Check:
        if owed:
            raise Illegal("CANNOT_CHECK", f"There is a bet: call {h.to_call()}, raise or fold.")
        return _CHECKS
    if isinstance(move, RAISES):
        return _raise_or_bet(h, move)
    if kind is BringIn:
        raise Illegal("WRONG_PHASE", "No bring-in is due.")
    high = h.span()[1]  # all-in
    if high:
        return Step("raise" if h.cur else "bet", high)
    return _CALLS if owed else _CHECKS


def _raise_or_bet(h: Hand, move: Raise | Bet) -> Step:
    if isinstance(move, Raise):
        if not h.cur:
            raise Illegal("CANNOT_RAISE", "There is no bet to raise: check or bet.")
        return Step("raise", _amount(h, move.amount))
    if h.cur:
        raise Illegal("CANNOT_BET", f"There is a bet of {h.cur} already: call, raise or fold.")
    return Step("bet", _amount(h, move.amount))


def _bring_in(h: Hand, move: Betting) -> Step:
    if isinstance(move, BringIn):
        return _BRINGS_IN
    if isinstance(move, RAISES):
        return Step("raise", _amount(h, move.amount))
    if isinstance(move, AllIn):
        high = h.span()[1]
        return Step("raise", high) if high else _BRINGS_IN
    if isinstance(move, Fold) and h.actor != h.opener:
        return _FOLDS
    raise Illegal("BRING_IN_DUE", f"Bring it in for {h.stakes.bring_in}, or complete the bet.")


def _amount(h: Hand, total: int) -> int:
    low, high = h.span()
    if not high:
        raise Illegal("CANNOT_RAISE", _why_not(h))
    if h.limit == FIXED:
        if total not in (low, high):
            sizes = f"{low}" if low == high else f"{low} or {high}"
            raise _bad(f"The limit allows exactly {sizes}.", low, high, low)
    elif total < low:
        word = "raise is to" if h.cur else "bet is"
        raise _bad(f"The minimum {word} {low}.", low, high, low)
    elif total > high:
        whole = high == h.stacks[h.actor] + h.bets[h.actor]
        what = "you have" if whole else "the pot allows"
        raise _bad(f"{high} is the most {what}.", low, high, high)
    return total


def _bad(message: str, low: int, high: int, adjusted: int) -> Illegal:
    return Illegal(
        "INVALID_AMOUNT",
        message,
        category="amount",
        details={"minAmount": low, "maxAmount": high, "adjustedAmount": adjusted},
    )


def _why_not(h: Hand) -> str:
    a = h.actor
    if h.stacks[a] + h.bets[a] <= h.cur:
        return "You have no more than the call."
    if h.variant.limit == FIXED and h.stakes.cap and h.count >= h.stakes.cap and h.n > 2:
        return "The bets of this street are capped: call or fold."
    opened = (
        2 * (h.cur - h.acted[a]) >= h.unit if h.limit == FIXED else (h.cur - h.acted[a] >= h.step)
    )
    if h.acted[a] >= 0 and not opened:
        return "The all-in was no full raise, so the betting is not open to you again."
    return "Nobody else could put in more: call or fold."


def _cards(h: Hand, names: Sequence[str]) -> tuple[int, ...]:
    held = h.hole[h.actor]
    found: list[int] = []
    for name in names:
        try:
            card = kernel_cards.parse(name)
        except ValueError as error:
            raise Illegal("CARD_NOT_FOUND", str(error)) from None
        if card not in held or card in found:
            raise Illegal("CARD_NOT_FOUND", f"You do not hold {name[:8]}, or named it twice.")
        found.append(card)
    return tuple(found)


def default(h: Hand) -> Step:
    """P53: for whoever is not there: check where it is free, else fold; stand pat; bring in."""
    if h.phase == DRAW:
        return Step("discard")
    if h.phase == BRING:
        return _BRINGS_IN if h.actor == h.opener else _FOLDS
    return _CHECKS if h.cur <= h.bets[h.actor] else _FOLDS


def make(h: Hand, step: Step) -> str:
    """Do it; returns what it is called (`all_in` where the last chip went in)."""
    what = step.what
    a = h.actor
    if what == "fold":
        h.fold()
        return what
    if what == "discard":
        h.discard(list(step.cards))
        return f"draws {len(step.cards)}" if step.cards else "stands pat"
    left = h.stacks[a]
    if what in ("call", "check"):
        spent = h.to_call()
        h.call()
    elif what == "bring_in":
        spent = min(left, h.stakes.bring_in)
        h.bring_in()
    else:
        spent = step.total - h.bets[a]
        h.put(step.total)
    return "all_in" if spent == left else what

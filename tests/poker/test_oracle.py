"""Side by side with PokerKit: the same random hands in both engines, equal in actor, legal
actions, pots and stacks. Rows of docs/rules/poker.md marked DIFFERS are all that may differ,
and each is checked to be exactly that."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pokerkit as pk
import pytest

from cutcard.games.poker import pots
from cutcard.games.poker.hand import BET, BRING, DONE, DRAW, Hand
from cutcard.games.poker.phh import words_of
from cutcard.games.poker.stakes import Stakes
from cutcard.games.poker.variants import (
    FIXED,
    LOW_CARD,
    NO_LIMIT,
    POT_LIMIT,
    VARIANTS,
    Variant,
)
from cutcard.kernel.rng import Rng

from .split import halves_without_low, their_split

AUTOMATIONS = (
    pk.Automation.ANTE_POSTING,
    pk.Automation.BET_COLLECTION,
    pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pk.Automation.HAND_KILLING,
    pk.Automation.CHIPS_PUSHING,
    pk.Automation.CHIPS_PULLING,
    pk.Automation.RUNOUT_COUNT_SELECTION,
)


STRUCTURES = {
    NO_LIMIT: pk.BettingStructure.NO_LIMIT,
    POT_LIMIT: pk.BettingStructure.POT_LIMIT,
    FIXED: pk.BettingStructure.FIXED_LIMIT,
}
HANDS = {
    "high": pk.StandardHighHand,
    "short": pk.ShortDeckHoldemHand,
    "low27": pk.StandardLowHand,
    "lowa5": pk.RegularLowHand,
    "low8": pk.EightOrBetterLowHand,
    "badugi": pk.BadugiHand,
    "omaha": pk.OmahaHoldemHand,
    "omaha8": pk.OmahaEightOrBetterLowHand,
}


DECKS = {  # what is low there is an order of the deck
    "short": pk.Deck.SHORT_DECK_HOLDEM,
    "lowa5": pk.Deck.REGULAR,
    "badugi": pk.Deck.REGULAR,
}


def their_state(
    variant: Variant,
    stacks: list[int],
    antes: list[int],
    blinds: list[int],
    *,
    bet: int,
    trim: bool,
    bring_in: int = 0,
    boards: int = 1,
) -> Any:
    """The variant out of PokerKit's own parts, which it combines as freely as our table of them:
    its ready games are these, and it has none of most."""
    fixed = variant.limit == FIXED
    streets = tuple(
        pk.Street(
            k > 0,
            tuple(variant.ups[k + 2 : k + 3] if k else variant.ups[:3])
            if variant.ups
            else (False,) * street.hole,
            street.board,
            street.draw,
            _opening(variant, k),
            2 * bet if fixed and street.big else bet,
            4 if fixed else None,
        )
        for k, street in enumerate(variant.streets)
    )
    kinds = [HANDS[kind] for kind in (variant.high, variant.low) if kind]
    return pk.State(
        AUTOMATIONS,
        DECKS.get(variant.high, pk.Deck.STANDARD),
        tuple(kinds),
        streets,
        STRUCTURES[variant.limit],
        trim,
        antes,
        blinds,
        bring_in,
        stacks,
        len(stacks),
        mode=pk.Mode.CASH_GAME,
        starting_board_count=boards,
    )


def _opening(variant: Variant, street: int) -> Any:
    if not variant.stud:
        return pk.Opening.POSITION
    low = variant.opens == LOW_CARD
    if street == 0:
        return pk.Opening.LOW_CARD if low else pk.Opening.HIGH_CARD
    return pk.Opening.HIGH_HAND if low else pk.Opening.LOW_HAND


class Pair:
    """One hand in both engines."""

    def __init__(self, variant: Variant, chance: random.Random, name: str, boards: int = 1) -> None:
        self.chance = chance
        self.seen: Counter[str] = Counter()
        n = chance.randint(2, 6)
        stacks = [chance.choice((chance.randint(1, 40), chance.randint(1, 400))) for _ in range(n)]
        rng = Rng.named(name)
        deck = variant.deck
        rng.shuffle(deck)
        antes = [2] * n if variant.stud or chance.random() < 0.3 else [0] * n
        trim = chance.random() < 0.5
        bet = 8
        self.bomb = variant.boards and boards > 1
        forced = [0] * n if variant.stud or self.bomb else [4, bet] + [0] * (n - 2)
        if self.bomb:
            antes = [2 * bet] * n
        least = chance.choice((1, 3, 5, 7)) if variant.stud else 0  # under half a bet or over it
        stakes = Stakes(
            variant,
            forced[::-1] if n == 2 else forced,
            bet=bet,
            antes=antes,
            bring_in=least,
            trim=trim,
            open_pair=False,
            bomb=self.bomb,
            boards=boards,
        )
        self.theirs: Any = their_state(
            variant, stacks, antes, forced, bet=bet, trim=trim, bring_in=least, boards=boards
        )
        self.start = stacks[:]
        left = [max(0, stack - ante) for stack, ante in zip(stacks, antes, strict=True)]
        posted = max(map(min, stakes.blinds, left))
        if posted < stakes.price:  # P5: its price is what was posted of it, as PokerKit has it
            self.seen["P5 short blind"] += 1
            stakes.price = posted
            stakes.first = stakes.first if posted else 0
        self.ours = Hand(stakes, stacks[:], deck, rng)
        self.dealt = [0] * n
        self.boarded = [0] * boards
        self.short_all_in = False
        self.street = 0

    def catch_up(self) -> None:
        """Give PokerKit the cards our dealer has dealt."""
        t, h = self.theirs, self.ours
        while True:
            if t.can_burn_card("??"):
                t.burn_card("??")
            elif t.hole_dealee_index is not None:
                i = t.hole_dealee_index
                if self.dealt[i] >= len(h.hole[i]):
                    return
                card = h.hole[i][self.dealt[i]]
                self.dealt[i] += 1
                t.deal_hole(words_of([card]))
            elif t.can_deal_board() and self.boarded[-1] < len(h.boards[-1]):
                count = t.board_dealing_count
                which = next(b for b, due in enumerate(t.board_dealing_counts) if due)
                at = self.boarded[which]
                t.deal_board(words_of(h.boards[which][at : at + count]))
                self.boarded[which] += count
            elif self.bomb and t.street_index == 0 and t.actor_index is not None:
                t.check_or_call()  # P13: PokerKit has a betting round there
            elif t.actor_index is not None and (t.actor_index, BET) != (
                h.actor,
                BET if h.phase == BRING else h.phase,
            ):
                # P21: PokerKit asks the last player with chips, who can do nothing but check.
                assert t.checking_or_calling_amount == 0
                assert t.min_completion_betting_or_raising_to_amount is None
                self.seen["P21 nobody left to bet against"] += 1
                t.check_or_call()
            else:
                return

    def step(self) -> bool:
        """Compare one decision and make it in both; False: a difference that parts the hands."""
        h, t = self.ours, self.theirs
        self.catch_up()
        if h.phase == DRAW:
            return self._draw()
        if h.street != self.street:
            self.street = h.street
            self.short_all_in = False
        assert h.actor == t.actor_index
        low, high = h.span()
        their_low = t.min_completion_betting_or_raising_to_amount
        their_high = t.max_completion_betting_or_raising_to_amount
        if h.phase == BRING:
            if h.actor != h.opener:
                self.seen["P33 low card all-in"] += 1
                return False
            assert t.can_post_bring_in()
        else:
            assert h.to_call() == t.checking_or_calling_amount
            assert t.can_fold()
        common = [x for x in (low, high) if high]
        if (low or None, high or None) != (their_low, their_high):
            common = self._raises_differ(low, their_low, their_high)
        self._act(common, high)
        return True

    def _raises_differ(self, low: int, their_low: int | None, their_high: int | None) -> list[int]:
        h = self.ours
        a = h.actor
        if h.variant.limit == FIXED:
            if self.short_all_in:
                self.seen["P30 half a bet"] += 1
                return []
            if h.n == 2 and h.count >= 4:
                self.seen["P29 no cap heads-up"] += 1
                assert low
                assert their_low is None
                return []
            assert h.street == 0
            assert h.n > 2
            assert h.count == 4
            assert not low
            assert their_low
            self.seen["P29 cap before the flop"] += 1
            return []
        assert not low, (low, their_low, their_high)
        assert their_low is not None
        assert h.acted[a] >= 0
        assert h.cur - h.acted[a] < h.step == h.stakes.bet
        self.seen["P16 short all-in before a full bet"] += 1
        return []

    def _act(self, common: list[int], high: int) -> None:
        h, t = self.ours, self.theirs
        die = self.chance.random()
        if common and die < 0.3:
            total = self.chance.choice(common)
            if h.variant.limit != FIXED and self.chance.random() < 0.5:
                total = self.chance.randint(common[0], common[-1])
            if h.variant.limit == FIXED and total < h.full + h.unit:
                self.short_all_in = True
            t.complete_bet_or_raise_to(total)
            h.raise_to(total)
        elif h.phase == BRING:
            t.post_bring_in()
            if h.stacks[h.actor] < h.stakes.bring_in:  # P5 again
                self.seen["P5 short bring-in"] += 1
                h.stakes.bring_in = h.stacks[h.actor]
            h.bring_in()
        elif die < 0.42:
            t.fold()
            h.fold()
        else:
            t.check_or_call()
            h.call()

    def _draw(self) -> bool:
        h, t = self.ours, self.theirs
        assert t.stand_patter_or_discarder_index == h.actor
        hole = h.hole[h.actor]
        thrown = self.chance.sample(hole, self.chance.randint(0, len(hole)))
        if len(h.deck) - h.pos - 1 < len(thrown):
            self.seen["P35 deck out"] += 1
            return False
        self.dealt[h.actor] -= len(thrown)
        t.stand_pat_or_discard(words_of(thrown))
        h.discard(thrown)
        return True

    def finish(self) -> None:
        """Both are over: the same stacks, or odd chips by another custom."""
        self.catch_up()
        h, t = self.ours, self.theirs
        assert t.status is False
        if h.stacks == list(t.stacks):
            return
        theirs = list(t.stacks)
        off = max(abs(a - b) for a, b in zip(h.stacks, theirs, strict=True))
        if theirs in (their_split(h, merge=False), their_split(h, merge=True)):
            assert off < h.n * len(pots.of_hand(h, with_bets=True))
            self.seen["P42, P43 odd chips"] += 1
            return
        assert h.variant.low, (h.stacks, theirs)
        assert halves_without_low(h, theirs), (h.stacks, theirs)
        self.seen["P45 low in another pot only"] += 1


def play(code: str, hands: int, seed: int, boards: int = 1) -> Counter[str]:
    seen: Counter[str] = Counter()
    for k in range(hands):
        chance = random.Random(f"{code} {seed} {k}")
        pair = Pair(VARIANTS[code], chance, f"oracle {code} {seed} {k}", boards)
        try:
            while pair.ours.phase != DONE:
                if not pair.step():
                    break
            else:
                pair.finish()
                seen["whole hands"] += 1
        except Exception as error:
            raise AssertionError(f"{code} hand {k}: {error!r}") from error
        seen += pair.seen
        seen["hands"] += 1
    return seen


@pytest.mark.parametrize("code", VARIANTS)
def test_same_as_pokerkit(code: str) -> None:
    seen = play(code, 24, 1)
    assert seen["whole hands"] > 10, seen


@pytest.mark.parametrize("code", ["NT", "PO", "PO5/8", "PO6", "PC"])
def test_P52_double_board_bomb_pots_as_pokerkit_pays_them(code: str) -> None:
    seen = play(code, 24, 1, boards=2)
    assert seen["whole hands"] > 15, seen


@pytest.mark.slow
@pytest.mark.parametrize("code", ["NT", "PO", "PO5/8", "PO6", "PC/8"])
def test_P52_double_board_bomb_pots_full_count(code: str) -> None:
    seen = play(code, 3000, 2, boards=2)
    assert seen["whole hands"] >= 2000, seen


@pytest.mark.slow
@pytest.mark.parametrize("code", VARIANTS)
def test_same_as_pokerkit_full_count(code: str) -> None:
    seen = play(code, 8500 if "2L3D" in code else 6000, 2)  # there the deck runs out often
    assert seen["whole hands"] >= 5000, seen

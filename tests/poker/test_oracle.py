"""Side by side with PokerKit: the same random hands in both engines, equal in actor, legal
actions, pots and stacks. Rows of docs/rules/poker.md marked DIFFERS are all that may differ,
and each is checked to be exactly that."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pokerkit as pk
import pytest

from cutcard.games.poker import pots, showdown
from cutcard.games.poker.hand import BET, BRING, DONE, DRAW, Hand
from cutcard.games.poker.phh import words_of
from cutcard.games.poker.stakes import Stakes
from cutcard.games.poker.variants import FIXED, VARIANTS, Variant
from cutcard.kernel.rng import Rng

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


class FixedOmaha8(pk.FixedLimitPokerMixin, pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """PokerKit 0.7.7 declares its limit Omaha hi-lo pot-limit; here it is what its name says."""


class PotHoldem(pk.PotLimitPokerMixin, pk.NoLimitTexasHoldem):
    """Pot-limit hold'em of PokerKit's own parts."""


GAMES = {
    "NT": pk.NoLimitTexasHoldem,
    "FT": pk.FixedLimitTexasHoldem,
    "NS": pk.NoLimitShortDeckHoldem,
    "PO": pk.PotLimitOmahaHoldem,
    "PT": PotHoldem,
    "PO/8": pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    "FO/8": FixedOmaha8,
    "F7S": pk.FixedLimitSevenCardStud,
    "F7S/8": pk.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "FR": pk.FixedLimitRazz,
    "N2L1D": pk.NoLimitDeuceToSevenLowballSingleDraw,
    "F2L3D": pk.FixedLimitDeuceToSevenLowballTripleDraw,
    "FB": pk.FixedLimitBadugi,
}


class Pair:
    """One hand in both engines."""

    def __init__(self, variant: Variant, chance: random.Random, name: str) -> None:
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
        if variant.stud:
            stakes = Stakes(
                variant, [0] * n, bet=bet, antes=antes, bring_in=3, trim=trim, open_pair=False
            )
            self.theirs: Any = GAMES[variant.code].create_state(
                AUTOMATIONS, trim, antes, 3, bet, 2 * bet, stacks, n, mode=pk.Mode.CASH_GAME
            )
        else:
            blinds = [4, bet] + [0] * (n - 2)
            ours = blinds[::-1] if n == 2 else blinds
            stakes = Stakes(variant, ours, bet=bet, antes=antes, trim=trim)
            sizes = (bet, 2 * bet) if variant.limit == FIXED else (bet,)
            if variant.code == "PO/8":
                sizes = (bet, bet)
            self.theirs = GAMES[variant.code].create_state(
                AUTOMATIONS, trim, antes, blinds, *sizes, stacks, n, mode=pk.Mode.CASH_GAME
            )
        self.start = stacks[:]
        self.ours = Hand(stakes, stacks[:], deck, rng)
        self.dealt = [0] * n
        self.boarded = 0
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
            elif t.can_deal_board() and self.boarded < len(h.boards[0]):
                count = t.board_dealing_count
                t.deal_board(words_of(h.boards[0][self.boarded : self.boarded + count]))
                self.boarded += count
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
        if h.nominal:
            self.seen["P5 short blind"] += 1
            return False
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
        if theirs in (self._their_split(merge=False), self._their_split(merge=True)):
            assert off < h.n * len(pots.of_hand(h, with_bets=True))
            self.seen["P42, P43 odd chips"] += 1
            return
        assert h.variant.low, (h.stacks, theirs)
        assert theirs in (
            self._their_split(merge=False, halve=True),
            self._their_split(merge=True, halve=True),
        ), (h.stacks, theirs)
        self.seen["P45 low in another pot only"] += 1

    def _their_split(self, *, merge: bool, halve: bool = False) -> list[int]:
        """Our pots by PokerKit's custom: all that is odd to the first, dead hands' pots merged.

        It also halves a pot in which nobody has a low, when somebody has one in another pot,
        and divides that half among all in it (`halve`); P45 has the high hand scoop.
        """
        h = self.ours
        stacks = [end - won for end, won in zip(h.stacks, h.won, strict=True)]
        layers = pots.of_hand(h, with_bets=True)
        highs = showdown.worths(h)[0]
        lows = showdown.kind_worths(h, h.variant.low, h.boards[0]) if h.variant.low else []
        if merge:
            layers = _without_dead(layers, highs, lows)
        for pot in layers:
            for amount, winners in _halves(pot, highs, lows, halve=halve):
                share, odd = divmod(amount, len(winners))
                for k, i in enumerate(winners):
                    stacks[i] += share + (odd if k == 0 else 0)
        return stacks


def _halves(
    pot: pots.Pot, highs: list[int], lows: list[int], *, halve: bool = False
) -> list[tuple[int, list[int]]]:
    high = showdown.best_of(pot.eligible, highs)
    if not any(lows) or (not halve and not any(lows[i] for i in pot.eligible)):
        return [(pot.amount, high)]
    half = pot.amount // 2
    return [(pot.amount - half, high), (half, showdown.best_of(pot.eligible, lows))]


def _without_dead(layers: list[pots.Pot], highs: list[int], lows: list[int]) -> list[pots.Pot]:
    winning = {i for pot in layers for _, winners in _halves(pot, highs, lows) for i in winners}
    merged: list[pots.Pot] = []
    for pot in layers:
        left = tuple(i for i in pot.eligible if i in winning)
        below = merged.pop().amount if merged and merged[-1].eligible == left else 0
        merged.append(pots.Pot(below + pot.amount, left))
    return merged


def play(code: str, hands: int, seed: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for k in range(hands):
        chance = random.Random(f"{code} {seed} {k}")
        pair = Pair(VARIANTS[code], chance, f"oracle {code} {seed} {k}")
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


@pytest.mark.parametrize("code", GAMES)
def test_same_as_pokerkit(code: str) -> None:
    seen = play(code, 60, 1)
    assert seen["whole hands"] > 30, seen


@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
def test_same_as_pokerkit_full_count(code: str) -> None:
    seen = play(code, 8500 if code == "F2L3D" else 6000, 2)  # there the deck runs out often
    assert seen["whole hands"] >= 5000, seen

"""The ladder of poker's bots: each beats the one below over duplicate hands, the same deal played
twice with the seats changed, so that the cards are nobody's luck."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean, stdev

import pytest

from cutcard.games.poker import Carry, Options, deal
from cutcard.games.poker.bot import BOTS, Caller, Sharp, Steady
from cutcard.games.poker.moves import Fold, Raise
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


def played(bots, name, options, stack=200):
    """What the first bot won in one hand, in chips."""
    carry = Carry((stack,) * len(bots), (0,) * len(bots))
    t = deal(options, len(bots), Rng.named(f"deal {name}"), carry)
    rng = Rng.named(f"bots {name}")
    t.play(NATURE, t.timers()[0].tick, 3000)
    while t.outcome() is None:
        seat = t.to_act()[0]
        view, legal = t.view(seat), t.legal(seat)
        move = bots[seat].choose(seat, view, legal, (), lambda r, s=seat: t.redeal(s, r), rng)
        t.play(seat, move, 3000)
    return t.outcome().scores


def duplicate(better, worse, hands, name="ladder", variant="NT"):
    """bb/100 of the better one, and how far it may be off (95 %)."""
    options = Options(variant=variant, start_stack=200, small_blind=1, big_blind=2)
    pairs = []
    for k in range(hands // 2):
        here = played((better, worse), f"{name} {k}", options)[0]
        there = played((worse, better), f"{name} {k}", options)[1]
        pairs.append((here + there) / 2 / 2 * 100)
    return fmean(pairs), 1.96 * stdev(pairs) / len(pairs) ** 0.5


def test_the_usual_opponent_reads_a_bet_and_steady_is_the_easy_one():
    assert list(BOTS) == ["sharp", "steady", "caller"]


def test_sharp_folds_weak_hands_to_a_large_bet_where_steady_does_not():
    """It folds more often to the same raises: what Steady lacked."""
    folds = {}
    for bot in (Sharp(), Steady()):
        asked = folded = 0
        for k in range(60):
            carry = Carry((200, 200), (0, 0))
            t = deal(Options(start_stack=200, big_blind=2), 2, Rng.named(f"raised {k}"), carry)
            t.play(NATURE, t.timers()[0].tick, 3000)
            t.play(t.to_act()[0], Raise(20), 3000)
            seat = t.to_act()[0]
            rng = Rng.named(f"answer {k}")
            world = lambda r, t=t, seat=seat: t.redeal(seat, r)  # noqa: E731 - as the table has it
            move = bot.choose(seat, t.view(seat), t.legal(seat), (), world, rng)
            asked += 1
            folded += isinstance(move, Fold)
        folds[type(bot).__name__] = folded / asked
    assert folds["Sharp"] > 0.25, folds
    assert folds["Sharp"] > 2 * folds["Steady"], folds


@pytest.mark.parametrize("variant", ["NT", "PO5/8", "F7S", "N5D"])
def test_sharp_plays_every_kind_of_hand(variant):
    options = Options(variant=variant, start_stack=200, small_blind=2, big_blind=4)
    for k in range(4):
        scores = played((Sharp(), Steady(), Caller()), f"kinds {k}", options)
        assert sum(scores) == 0


@pytest.mark.slow
def test_each_bot_beats_the_one_below_over_4000_duplicate_hands():
    for better, worse in pairwise(BOTS):
        won, about = duplicate(BOTS[better](), BOTS[worse](), 4000)
        assert won - about > 0, (better, worse, won, about)

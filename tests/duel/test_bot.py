"""The bots: legal in every game, right about what matters in HAND, and hard to read."""

from __future__ import annotations

from collections import Counter

import pytest

from cutcard.games import duel
from cutcard.games.duel import moves
from cutcard.games.duel.bot import BOTS, Reader, Steady, worth_playing
from cutcard.games.duel.deck import NUMBERS
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


class Anyhow:
    """Plays whatever is legal."""

    def choose(self, seat, view, legal, asides, world, rng):
        return legal[rng.below(len(legal))]


class HighFirst(Steady):
    """Plays the highest card it has, every time."""

    def pick(self, view, cards, rng):
        return cards[-1]


def never(rng):
    raise AssertionError("a bot of Duel needs no other world")


def match(options, bots, seed):
    """Both choose from the same view of the round, then both play; returns the end."""
    state, rng, at = duel.deal(options, 2, Rng.named(seed)), Rng.named(f"bots {seed}"), 0
    while state.outcome() is None:
        for seat in state.to_act():
            legal = state.legal(seat)
            move = bots[seat].choose(seat, state.view(seat), legal, state.asides(seat), never, rng)
            assert move in legal
            state.play(seat, move, at)
        if state.outcome() is None and not state.to_act():
            at = state.timers()[0].due
            state.play(NATURE, state.timers()[0].tick, at)
    return state


def balance(options, first, second, deals):
    """Games won by the first less games won by the second, in a hundred."""
    won = Counter(match(options, (first, second), seed).winner for seed in range(deals))
    return 100 * (won[0] - won[1]) / deals


@pytest.mark.parametrize("bot", sorted(BOTS))
@pytest.mark.parametrize("setup", range(len(duel.setups())))
def test_bots_play_every_setup_to_its_end(bot, setup):
    options = duel.setups()[setup][0]
    for seed in range(3):
        assert match(options, (BOTS[bot](), Anyhow()), seed).reason == "COMPLETED"


def test_the_first_bot_is_the_usual_opponent():
    assert next(iter(BOTS)) == "reader"


def test_only_the_best_cards_are_worth_playing(bench):
    b = bench(mode="HAND").hold("KS 2H 9C AD TD", "QS QH QC QD JS").start()
    names = [NUMBERS[name] for name in ("9C", "TD", "KS")]
    assert worth_playing(b.duel.view(0), b.duel.legal(0)) == names
    b = bench(mode="HAND", ace_high_value=True).hold("KS 2H 9C AD TD", "QS QH QC QD JS").start()
    names = [NUMBERS[name] for name in ("TD", "KS", "AD")]
    assert worth_playing(b.duel.view(0), b.duel.legal(0)) == names


def test_the_last_round_takes_the_highest_card(bench):
    b = bench(mode="HAND", max_rounds=1).hold("KS 2H 9C", "QS QH QC").start()
    for bot in BOTS.values():
        move = bot().choose(0, b.duel.view(0), b.duel.legal(0), (), never, Rng.named("last"))
        assert move == moves.CardPlay(NUMBERS["KS"], 1)


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_bots_mix(bench, bot):
    """The same view does not always get the same card."""
    b = bench(mode="HAND").hold("KS 2H 9C AD TD", "QS QH QC QD JS").start()
    view, legal, rng = b.duel.view(0), b.duel.legal(0), Rng.named("mix")
    chosen = Counter(BOTS[bot]().choose(0, view, legal, (), never, rng) for _ in range(200))
    assert len(chosen) == 3
    assert min(chosen.values()) >= 10


def test_sense_beats_chance():
    """Measured over 1,500 deals: +47 in a hundred for both."""
    options = duel.Options(mode="HAND")
    for bot in (Reader(), Steady()):
        assert balance(options, bot, Anyhow(), 200) > 25


def test_reading_pays_against_a_habit():
    """Measured over 500 deals of 8 rounds: Reader +47 in a hundred, Steady about 0."""
    options = duel.Options(mode="HAND", max_rounds=8)
    assert balance(options, Reader(), HighFirst(), 120) > 20
    assert abs(balance(options, Steady(), HighFirst(), 120)) < 20


def test_steady_cannot_be_read():
    """Against cards in random order there is nothing to gain by any order of one's own."""
    options = duel.Options(mode="HAND", max_rounds=5)
    assert abs(balance(options, Reader(), Steady(), 150)) < 20

"""Chips are conserved after every action, no card is twice, every variant and seat count, stacks
from one chip up (P59); and chains of deals through the contract."""

from __future__ import annotations

import random

import pytest

from cutcard.games.poker import showdown
from cutcard.games.poker.hand import BRING, DONE, DRAW, RUNS, Hand
from cutcard.games.poker.stakes import Stakes
from cutcard.games.poker.variants import FIXED, VARIANTS, Variant
from cutcard.kernel.rng import Rng


def stakes(variant: Variant, n: int, chance: random.Random) -> Stakes:
    """Any structure: blinds, antes of each kind, straddles, dead blinds, bombs, rake, two runs."""
    more: dict = {"bet": 10}
    blinds = [0] * n
    if variant.stud:
        more.update(antes=[chance.choice((0, 2))] * n, bring_in=3)
    else:
        blinds[:2] = (10, 5) if n == 2 else (5, 10)
        kind = chance.randrange(8)
        if kind == 0:
            more.update(antes=[2] * n, trim=chance.random() < 0.5)
        elif kind == 1:
            antes = [0] * n
            antes[0 if n == 2 else 1] = 10
            more.update(antes=antes, trim=False, ante_last=chance.random() < 0.5)
        elif kind == 2 and n > 3:
            blinds[2] = 20
        elif kind == 3 and n > 3:
            blinds[3], dead = -10, [0] * n
            dead[3] = 5
            more.update(dead=dead)
        elif kind == 4 and variant.boards:
            blinds = [0] * n
            more.update(antes=[5] * n, bomb=True, boards=chance.choice((1, 2)))
    if variant.boards and "bomb" not in more:
        more["runs"] = chance.random() < 0.4
    if chance.random() < 0.25:
        more.update(rake=50, rake_cap=chance.choice((0, 5)))
    return Stakes(variant, blinds, **more)


def act(h: Hand, chance: random.Random) -> None:
    """Anything that is allowed, now and then somebody leaving out of turn."""
    if h.phase == DRAW:
        hole = h.hole[h.actor]
        h.discard(chance.sample(hole, chance.randint(0, len(hole))))
        return
    if h.phase == RUNS:
        h.run(chance.choice((1, 2)))
        return
    if chance.random() < 0.02:
        leavers = [i for i in range(h.n) if h.can[i]]
        h.drop_out(chance.choice(leavers))
        return
    low, high = h.span()
    die = chance.random()
    if h.phase == BRING:
        if high and die < 0.3:
            h.raise_to(low)
        elif die < 0.4 and h.actor != h.opener:
            h.fold()
        else:
            h.bring_in()
    elif die < 0.15:
        h.fold()
    elif high and die < 0.45:
        sizes = (low, high)
        h.raise_to(chance.choice(sizes) if h.limit == FIXED else chance.randint(low, high))
    else:
        h.call()


def play(code: str, hands: int, seed: str) -> int:
    variant = VARIANTS[code]
    chance = random.Random(f"{code} {seed}")
    actions = 0
    for k in range(hands):
        n = chance.randint(2, variant.most)
        deck = variant.deck
        rng = Rng.named(f"conserve {code} {seed} {k}")
        rng.shuffle(deck)
        stacks = [chance.choice((chance.randint(1, 25), chance.randint(1, 400))) for _ in range(n)]
        total = sum(stacks)
        h = Hand(stakes(variant, n, chance), stacks, deck, rng)
        while h.phase != DONE:
            assert sum(h.stacks) + h.pot() == total
            assert min(h.stacks) >= 0
            act(h, chance)
            actions += 1
        assert sum(h.stacks) + h.rake == total
        assert sum(h.won) + h.rake == h.pot()
        assert all(not won or not h.folded[i] for i, won in enumerate(h.won))
        held = [card for hole in h.hole for card in hole]
        boards = [card for board in h.boards for card in board]
        assert len(set(held)) == len(held)
        assert not set(held) & set(boards)
    return actions


@pytest.mark.parametrize("code", VARIANTS)
def test_P59_chips_are_conserved(code):
    assert play(code, 250, "short") > 250


@pytest.mark.slow
@pytest.mark.parametrize("code", VARIANTS)
def test_P59_chips_are_conserved_full_count(code):
    """8,000 hands of each of thirteen variants: 104,000."""
    assert play(code, 8000, "full") > 8000


def test_fast_and_full_settlement_agree():
    """The common case has a path of its own; it must pay as the general one does."""
    chance = random.Random("paths")
    for k in range(400):
        n = chance.randint(2, 6)
        variant = VARIANTS["NT"]
        deck = variant.deck
        Rng.named(f"paths {k}").shuffle(deck)
        stacks = [chance.randint(1, 60) for _ in range(n)]
        blinds = [2, 1] if n == 2 else [1, 2] + [0] * (n - 2)
        h = Hand(Stakes(variant, blinds, bet=2), stacks, deck)
        while h.phase != DONE:
            act(h, chance)
        won = [0] * n
        for award in showdown.awards(h):
            for i, share in award.shares:
                won[i] += share
        assert won == h.won

"""People who come, go, sit out and come back between hands, at random: whose blind it is, and who
pays for having been away (docs/rules/poker.md, rows 2 to 4)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from cutcard.games.poker import Options, Poker, deal, moves
from cutcard.games.poker.facts import Post
from cutcard.kernel.game import NATURE, Fact, Told
from cutcard.kernel.rng import Rng

MOVES = (moves.SitOut, moves.SitIn, moves.Leave, moves.Away, moves.Back)
CALM = (moves.Fold, moves.Check, moves.Call, moves.Sit)
Hand = tuple[Poker, list[Fact]]


def evening(seed: str, seats: int, hands: int) -> list[Hand]:
    """Each hand's end, and what was told of it. Nobody raises: chips are not the question here."""
    chance, carry, log = random.Random(seed), None, []
    for number in range(hands):
        table = deal(Options(), seats, Rng.named(f"{seed} {number}"), carry)
        at, facts = 0, []
        while table.outcome() is None:
            told: list[Told] = []
            seat, asides = chance.randrange(seats), []
            if chance.random() < 0.08:
                asides = [one for one in table.asides(seat) if isinstance(one, MOVES)]
            acting = table.to_act()
            if asides:
                table.play(seat, chance.choice(asides), at, told)
            elif acting and (table.hand is not None or chance.random() < 0.5):
                seat = chance.choice(list(acting))
                legal = table.legal(seat)
                calm = [one for one in legal if isinstance(one, CALM)]
                table.play(seat, chance.choice(calm or legal), at, told)
            elif timers := table.timers():
                timer = min(timers, key=lambda one: one.due)
                at = max(at, timer.due)
                table.play(NATURE, timer.tick, at, told)
            facts += [one.fact for one in told]
        log.append((table, facts))
        carry = table.next()
        assert carry is not None
    return log


def posts(facts: list[Fact]) -> Counter[int]:
    paid: Counter[int] = Counter()
    for fact in facts:
        if isinstance(fact, Post):
            paid[fact.player_id] += fact.amount
    return paid


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_P2_P3_of_two_who_stay_neither_has_the_big_blind_twice_before_the_other(seats: int) -> None:
    """Whatever the others do: strictly in turns, for as long as both are dealt in."""
    turns = 0
    for number in range(4):
        last: dict[tuple[int, int], int] = {}
        for table, _ in evening(f"turns {seats} {number}", seats, 40):
            dealt, big = sorted(table.order), table.big
            last = {pair: who for pair, who in last.items() if set(pair) <= set(dealt)}
            for pair in combinations(dealt, 2):
                if big in pair:
                    assert last.get(pair) != big, (number, pair)
                    turns += pair in last
                    last[pair] = big
    assert turns > 100


@pytest.mark.parametrize("seats", [4, 6])
def test_P4_who_was_away_when_the_big_blind_went_by_pays_it_on_coming_back(seats: int) -> None:
    """And nobody ever pays more than both blinds; a table of two begins anew."""
    owing = 0
    for number in range(6):
        missed: set[int] = set()
        before = -1
        for table, facts in evening(f"missed {seats} {number}", seats, 40):
            paid, dealt, big = posts(facts), set(table.order), table.big
            assert max(paid.values()) <= 3
            assert paid[big] == 2
            if len(dealt) > 2:
                for seat in missed & dealt:
                    assert paid[seat] >= 2, (number, seat)
                    owing += 1
            steps = (big - before) % seats if before >= 0 else 0
            missed |= {(before + step) % seats for step in range(1, steps)}
            missed = missed - dealt if len(dealt) > 2 else set()
            before = big
    assert owing > 10

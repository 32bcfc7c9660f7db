"""Whole matches by random play, every state checked: cards, places, levels, tribute."""

from __future__ import annotations

import random

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.deck import pack, size, whole_deck
from cutcard.games.guandan.options import Options, book_of
from cutcard.games.guandan.state import PLAY
from cutcard.games.guandan.tribute import payers_of
from cutcard.kernel.cards import RANKS
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

DECK = pack(whole_deck())
MATCHES = [
    Options(),
    Options(preset="competition"),
    Options(match="deals", deals=5, equal_tribute="choice"),
    Options(preset="competition", match="deals", deals=4, shuffle=False),
    Options(declare_pair=True, equal_tribute="random", match="deals", deals=3),
    Options(match="minutes", minutes=3, flush_beats=4, return_max=6),
]


def play_match(options: Options, seed: int) -> tuple[int, int]:
    """One match to its end; how many deals and moves it had."""
    rng = random.Random(seed)
    carry, deals, steps = None, 0, 0
    while True:
        state = guandan.deal(options, 4, Rng.named(f"{seed}/{deals}"), carry)
        steps += play_deal(state, rng)
        check_end(state, options, carry)
        deals += 1
        carry = state.next()
        if carry is None:
            assert state.result.match_over
            return deals, steps


def play_deal(state: guandan.State, rng: random.Random) -> int:
    at = steps = 0
    while state.outcome() is None:
        steps += 1
        assert sum(state.hands) + state.gone == DECK
        seats = state.to_act()
        timers = state.timers()
        if not seats or rng.random() < 0.01:
            at = max(at, timers[0].due)
            state.play(NATURE, timers[0].tick, at)
            continue
        seat = seats[rng.randrange(len(seats))]
        legal = state.legal(seat)
        if state.phase == PLAY and not state.gone:  # tribute and return are over
            assert [size(hand) for hand in state.hands] == [27] * 4
        at = min([at + rng.randrange(400), *[timer.due for timer in timers]])
        state.play(seat, legal[int(rng.random() * len(legal))], at)
    return steps


def check_end(state: guandan.State, options: Options, carry: moves.Carry | None) -> None:
    result, book = state.result, book_of(options)
    assert sorted(result.order) == [0, 1, 2, 3]
    assert all(not state.hands[seat] for seat in state.out)
    team = result.order[0] % 2
    place = result.order.index((result.order[0] + 2) % 4) + 1
    before = ("2", "2") if carry is None else carry.levels
    steps = [RANKS.index(result.levels[side]) - RANKS.index(before[side]) for side in (0, 1)]
    if result.dropped is None:
        assert steps[1 - team] == 0
        assert steps[team] == min(book.advance[place - 2], 12 - RANKS.index(before[team]))
    else:
        assert before[result.dropped] == "A"
        assert result.levels[result.dropped] == book.a_drop_to
    assert result.passed == (
        state.declarer == team and before[team] == "A" and place < 4 and carry is not None
    )
    check_tribute(state, carry)


def check_tribute(state: guandan.State, carry: moves.Carry | None) -> None:
    if carry is None:
        assert not state.gifts
        return
    if state.shown:
        assert sum(state.shown.values()) == 2
        return
    assert sorted(gift[0] for gift in state.gifts) == sorted(payers_of(carry.order))
    assert [gift[1] for gift in state.gifts] == list(carry.order[: len(state.gifts)])
    assert all(back >= 0 for *_, back in state.gifts)


@pytest.mark.parametrize("options", MATCHES, ids=range(len(MATCHES)))
def test_random_matches_to_their_end(options: Options) -> None:
    deals = [play_match(options, seed)[0] for seed in range(4)]
    if options.match == "deals":
        assert set(deals) <= set(range(1, options.deals + 1))
    else:
        assert all(deals)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["spec", "competition"])
def test_600_random_matches_in_each_preset(preset: str) -> None:
    """With the other preset's 600: more than 1,000 matches over many deals."""
    deals = sum(play_match(Options(preset=preset), seed)[0] for seed in range(600))
    assert deals > 6000


def test_no_shuffle_deals_keep_tricks_together() -> None:
    """不洗牌: the last deal's cards, cut and dealt in packets, and none gets lost."""
    options = Options(shuffle=False)
    state = guandan.deal(options, 4, Rng.named("first"))
    play_deal(state, random.Random(1))
    carry = state.next()
    assert sorted(carry.pile) == sorted(whole_deck())
    after = guandan.deal(options, 4, Rng.named("second"), carry)
    assert sum(after.hands) == DECK
    assert after.hands != guandan.deal(options, 4, Rng.named("third"), carry).hands
    bombs = [guandan.deal(options, 4, Rng.named(i), carry) for i in range(20)]
    shuffled = [guandan.deal(Options(), 4, Rng.named(i), carry) for i in range(20)]
    assert sum(map(fours, bombs)) > sum(map(fours, shuffled))


def fours(state: guandan.State) -> int:
    """How many ranks a hand has at least four of."""
    count = 0
    for hand in state.hands:
        ranks = hand + (hand >> 52) + (hand >> 104) + (hand >> 156)
        count += sum((ranks >> 4 * rank & 15) >= 4 for rank in range(13))
    return count


def test_a_copy_plays_on_alike() -> None:
    state = guandan.deal(Options(), 4, Rng.named("copy"))
    state.play(NATURE, state.timers()[0].tick)
    for _ in range(30):
        twin = state.copy()
        move = state.legal(state.turn)[0]
        twin.play(twin.turn, move)
        assert twin.view(None) != state.view(None)
        state.play(state.turn, move)
        assert [twin.view(v) for v in (*range(4), None)] == [
            state.view(v) for v in (*range(4), None)
        ]

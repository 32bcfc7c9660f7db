"""Memory's bots: what each remembers, and part D's measure of Master against Elephant."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import sqrt
from statistics import fmean, pstdev

import pytest

from cutcard.games.memory.bot import BOTS, Elephant, Forgetful, Goldfish, Master
from cutcard.games.memory.moves import (
    CardFlipped,
    CardsCovered,
    CardsPreviewed,
    Flip,
    GameStart,
    Options,
    Pause,
    Resume,
    Start,
)
from cutcard.games.memory.theory import par, zwick_paterson
from cutcard.kernel.rng import Rng

Spread = dict[int, float]  # margin → probability


def contest(first, second, n: int) -> Spread:
    """The exact spread of margins between two perfect memories that follow plans (n, k) → 0–2."""
    plans = (first, second)

    def add(into: Spread, chance: float, plus: int, spread: Spread) -> None:
        for margin, p in spread.items():
            into[margin + plus] = into.get(margin + plus, 0.0) + chance * p

    @cache
    def spread(n: int, k: int, mover: int, idled: bool) -> Spread:
        if n == 0:
            return {0: 1.0}
        gain, other = 1 - 2 * mover, 1 - mover
        plan = plans[mover](n, k)
        if plan == 0:
            if not idled:
                return spread(n, k, other, True)
            plan = 2  # nobody idles twice running
        found: Spread = {}
        unknown = 2 * n - k
        hit = k / unknown
        if k:
            add(found, hit, gain, spread(n - 1, k - 1, mover, False))
        if k == n:
            return found
        if plan == 1:
            add(found, 1 - hit, 0, spread(n, k + 1, other, False))
            return found
        pair, gift = 1 / (unknown - 1), k / (unknown - 1)
        add(found, (1 - hit) * pair, gain, spread(n - 1, k, mover, False))
        if gift:
            add(found, (1 - hit) * gift, -gain, spread(n - 1, k, other, False))
        if n - k > 1:
            add(found, (1 - hit) * (1 - pair - gift), 0, spread(n, k + 2, other, False))
        return found

    return spread(n, 0, 0, False)


def master_against_elephant(n: int) -> Spread:
    """Margins of the Master, who begins every second deal."""
    begins = contest(zwick_paterson, lambda n, k: 2, n)
    follows = {-margin: p for margin, p in contest(lambda n, k: 2, zwick_paterson, n).items()}
    return {m: (begins.get(m, 0) + follows.get(m, 0)) / 2 for m in {*begins, *follows}}


@pytest.mark.parametrize(
    ("n", "margin", "wins", "draws", "losses"), [(8, 1.14, 57, 11, 32), (18, 2.68, 62, 8, 30)]
)
def test_D_master_against_elephant_exactly(n, margin, wins, draws, losses):
    spread = master_against_elephant(n)
    assert sum(spread.values()) == pytest.approx(1)
    assert sum(m * p for m, p in spread.items()) == pytest.approx(margin, abs=0.03)
    won = sum(p for m, p in spread.items() if m > 0)
    assert 100 * won == pytest.approx(wins, abs=0.8)
    assert 100 * spread.get(0, 0) == pytest.approx(draws, abs=0.8)
    assert 100 * (1 - won - spread.get(0, 0)) == pytest.approx(losses, abs=0.8)


def measure(match, n: int, deals: int) -> None:
    """Real deals through real views agree with the exact figures within four sigmas."""
    grid = {8: (4, 4), 18: (6, 6)}[n]
    margins = []
    for number in range(deals):
        bots, seat = [Master(), Elephant()], 0
        if number % 2:
            bots, seat = bots[::-1], 1
        pairs = match(Options(grid_size=grid), bots, f"D {number}").pairs
        margins.append(pairs[seat] - pairs[1 - seat])
    spread = master_against_elephant(n)
    mean = sum(m * p for m, p in spread.items())
    won = sum(p for m, p in spread.items() if m > 0)
    assert abs(fmean(margins) - mean) < 4 * pstdev(margins) / sqrt(deals)
    assert abs(fmean(m > 0 for m in margins) - won) < 4 * sqrt(won * (1 - won) / deals)
    assert fmean(margins) > 0


def test_D_master_against_elephant_played(match):
    measure(match, 8, 4000)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "deals"), [(8, 100_000), (18, 20_000)])
def test_D_master_against_elephant_played_long(match, n, deals):
    measure(match, n, deals)


@pytest.mark.parametrize("bot", ["elephant", "master"])
def test_D_perfect_memory_alone_meets_par(match, bot):
    deals = 300
    moves = [
        match(Options(match_delay_ms=1), [BOTS[bot]()], f"par {i}").moves for i in range(deals)
    ]
    assert abs(fmean(moves) - float(par(8))) < 4 * pstdev(moves) / sqrt(deals)


def test_each_bot_beats_the_one_before(match):
    assert list(BOTS) == ["forgetful", "goldfish", "elephant", "master"]  # the usual one first
    for weaker, stronger in pairwise(("goldfish", "forgetful", "elephant")):
        margin = 0  # Master has a measure of its own
        for number in range(100):
            seats = [weaker, stronger] if number % 2 else [stronger, weaker]
            pairs = match(Options(), [BOTS[b]() for b in seats], f"step {number}").pairs
            margin += pairs[seats.index(stronger)] - pairs[seats.index(weaker)]
        assert margin > 100, (weaker, stronger)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(grid_size=(2, 2), auto_start=True),
        Options(mode="coop", turn_ms=0),
        Options(grid_size=(3, 4), match_size=3),
        Options(preview_ms=1000),
        Options(open_cards=True),
        Options(move_limit=5),
    ],
)
def test_bots_play_every_kind_of_table(match, seats, options):
    for start in range(4):
        names = [list(BOTS)[(start + seat) % 4] for seat in range(seats)]
        assert match(options, [BOTS[name]() for name in names], "kinds").outcome() is not None


def by_pairs(match, first, second, deals, **options) -> int:
    """How many deals between two bots end because all pairs are found."""
    ended = [
        match(Options(**options), [BOTS[first](), BOTS[second]()], f"two {i}").ended_by
        for i in range(deals)
    ]
    return ended.count("COMPLETED")


def test_D_master_against_master_ends_by_pairs(match):
    assert by_pairs(match, "master", "master", 1000) == 1000


def test_D_a_bot_that_plays_every_pair_of_bots_ends_by_pairs(match):
    for first, second in combinations_with_replacement(BOTS, 2):
        assert by_pairs(match, first, second, 20) == 20, (first, second)


def test_D_where_the_stall_rule_is_chosen_masters_break_the_stall_themselves(match):
    assert by_pairs(match, "master", "master", 200, stall_turns=2) == 200


def test_D_nobody_turns_nothing_new_twice_running(sit):
    """After a turn of known cards every bot turns one that was never turned, if there is one."""
    for name, make in BOTS.items():
        for number in range(20):
            game = sit(2, f"stall {number}").start()
            bot, rng = make(), Rng.named(f"{name} {number}")
            a, b = game.miss()
            for _ in range(2):
                game.flip(a, b)
                game.wait(1000)
            values = game.deal.values
            fresh = {c for c in game.cells() if c not in (a, b)}
            bot.hear(game.facts)
            turned = set()
            while game.deal.turn == 0 and not turned & fresh:
                assert game.deal.outcome() is None
                heard = len(game.facts)
                move = bot.choose(0, game.view, game.deal.legal(0), (), None, rng)
                game.play(move)
                bot.hear(game.facts[heard:])
                turned.add(game.deal.board.cells[move.card_id])
            assert turned & fresh, (name, number, values)


def flipped(cell: int, value: int) -> CardFlipped:
    return CardFlipped(0, f"id {cell}", cell, value)


def test_goldfish_remembers_its_last_four_cards():
    fish = Goldfish()
    fish.hear([flipped(cell, cell) for cell in range(7)])
    fish.hear([flipped(3, 3)])
    assert list(fish.known) == [4, 5, 6, 3]
    fish.hear([flipped(0, 0)])
    assert list(fish.known) == [5, 6, 3, 0]


def test_forgetful_keeps_most_at_each_turn():
    bot = Forgetful()
    bot.hear([flipped(cell, cell) for cell in range(1000)])
    rng = Rng.named("forgetful")
    assert len(bot.recall(rng)) == 1000
    bot.hear([CardsCovered((1, 2))])
    assert 860 < len(bot.recall(rng)) < 940
    bot.hear([CardsCovered((1, 2))] * 3)
    assert 600 < len(bot.recall(rng)) < 712


def test_elephant_remembers_all_until_the_next_deal():
    bot = Elephant()
    bot.hear([CardsPreviewed((0, 1, 1, 0))])
    assert bot.known == {0: 0, 1: 1, 2: 1, 3: 0}
    bot.hear([GameStart(0, 4, 1)])
    assert bot.known == {}


def test_a_bot_that_comes_late_uses_what_lies_open(sit):
    game = sit().start()
    a, b = game.pair()
    game.flip(a)
    bot = Elephant()
    bot.hear([flipped(b, game.deal.values[b])])
    move = bot.choose(0, game.view, game.deal.legal(0), (), None, Rng.named("late"))
    assert move == Flip(game.deal.board.ids[b])


def test_bots_start_agree_to_pauses_and_resume(sit):
    game = sit(2)
    bot, rng = Master(), Rng.named("manners")

    def move(seat: int = 0):
        return bot.choose(seat, game.view, game.deal.legal(seat), game.deal.asides(seat), None, rng)

    assert move() == Start()
    game.start()
    game.play(Pause(), 1)
    assert move() == Pause()
    game.play(Pause(), 0)
    assert game.view.status == "Paused"
    assert game.deal.legal(0) == ()  # who asked first goes on, not the bot
    assert game.deal.legal(1) == (Resume(),)

"""The bots: from views alone, legal always, and far better than chance."""

from __future__ import annotations

import pytest

from cutcard.bots import drive
from cutcard.bots.ladder import Contest, climb, rungs
from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.arrange import BOOK, arrange
from cutcard.games.guandan.bot import BOTS, Steady
from cutcard.games.guandan.options import Options
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
BOMBS = ("bomb", "straightflush", "jokerbomb")


class Chance:
    """Plays anything that is legal."""

    def choose(self, seat, view, legal, asides, world, rng):
        return legal[rng.below(len(legal))]


def no_world(rng):
    raise AssertionError("this bot looks at its view only")


def play_match(pair, others, seed, options) -> int:
    """The team that wins, 0 being the first pair's."""
    bots = [pair(), others(), pair(), others()]
    rng = Rng.named(f"bots {seed}")
    carry, deals = None, 0
    while True:
        state = guandan.deal(options, 4, Rng.named(f"{seed}/{deals}"), carry)
        while state.outcome() is None:
            if not state.to_act():
                state.play(NATURE, state.timers()[0].tick)
                continue
            seat = state.to_act()[0]
            bot = bots[seat]
            view = None if isinstance(bot, Chance) else state.view(seat)
            legal = state.legal(seat)
            state.play(seat, bot.choose(seat, view, legal, (), no_world, rng))
        carry, deals = state.next(), deals + 1
        if carry is None:
            return state.result.winner


def wins(pair, others, matches, options=None) -> int:
    options = options or Options()
    return sum(play_match(pair, others, seed, options) == 0 for seed in range(matches))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_beats_chance(name: str) -> None:
    assert wins(BOTS[name], Chance, 12) == 12


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["spec", "competition"])
def test_a_bot_beats_chance_in_95_of_100_matches(preset: str) -> None:
    assert wins(BOTS["steady"], Chance, 200, Options(preset=preset)) >= 190


def test_steady_beats_eager() -> None:
    assert wins(BOTS["steady"], BOTS["eager"], 8) >= 6


def test_bots_play_every_kind_of_table() -> None:
    for options, _ in guandan.setups():
        play_match(BOTS["steady"], BOTS["eager"], "kinds", options)


def choice(bench, name="steady"):
    seat = bench.state.to_act()[0]
    return BOTS[name]().choose(
        seat, bench.state.view(seat), bench.state.legal(seat), (), no_world, Rng.named("choice")
    )


def test_it_lets_its_partners_ace_stand(at_table) -> None:
    bench = at_table("As 3s 4s 6d 8c", "3h 4h", "BJ Kh 5s 6s 9c", "3c 4c")
    bench.lay(S, "As")
    bench.skip(E)
    assert choice(bench) == moves.Pass()


def test_it_keeps_a_bomb_while_nobody_is_near(at_table) -> None:
    low = " 3s 4s 6s 8s Td Jd 3h 4h 6h 8h Tc Jc"
    bench = at_table("Ks Kc" + low, "9s 9h 9c 9d" + low, "5s" + low, "6s" + low)
    bench.lay(S, "Ks Kc")
    assert choice(bench) == moves.Pass()


def test_it_bombs_an_opponent_who_is_about_to_go_out(at_table) -> None:
    low = " 3s 4s 6s 8s Td Jd 3h 4h 6h 8h Tc Jc"
    bench = at_table("Ks Kc Qd", "9s 9h 9c 9d" + low, "5s" + low, "6s" + low)
    bench.lay(S, "Ks Kc")
    move = choice(bench)
    assert isinstance(move, moves.Play)
    assert (move.form, move.key) == ("bomb", 9)


def test_it_leads_no_single_to_an_opponent_with_one_card(at_table) -> None:
    bench = at_table("3s 4d 4c Ks", "9s", "5s 6s 7s 8d", "6s 7d")
    move = choice(bench)
    assert move.size == 2


def test_it_goes_out_when_it_can(at_table) -> None:
    bench = at_table("3s 3c 3d 4d 4c", "9s", "5s 6s 7s 8d", "6s 7d")
    assert len(choice(bench).cards) == 5


def test_it_refuses_tribute_and_returns_what_it_misses_least(after) -> None:
    bench = after((S, E, N, W), "", "", "", "BJ BJ")
    assert choice(bench) == moves.Refuse()
    bench = after((S, E, N, W), "3s 4s 4h 4c 4d 5s 5h 5c 5d", "", "", "As")
    bench.do(W, moves.Pay("As"))
    move = choice(bench)
    assert isinstance(move, moves.Return)
    assert move.card[0] not in "45"


def test_it_keeps_its_bombs_from_a_cheap_single(at_table) -> None:
    """Bombs abound and the hand is short: still no bomb on a 4 whose owner has cards enough."""
    hand = "5s 5h 5c 5d 6s 6h 6c 6d 3s 3c 4h"
    bench = at_table("4s 7c 8c 9d Td Jd Qc Kc", hand, "9s 9c Jc 7d 8s Qd Kd", "Ks Kh 8d")
    bench.lay(S, "4s")
    assert choice(bench) == moves.Pass()


def test_it_bombs_a_cheap_single_to_go_out_or_to_stop_who_would(at_table) -> None:
    bench = at_table("4s 7c 8c 9d Td Jd Qc Kc", "5s 5h 5c 5d 3s", "9s 9c", "Ks Kc 8d")
    bench.lay(S, "4s")
    assert choice(bench).form == "bomb"
    bench = at_table("4s 7c 8c", "5s 5h 5c 5d 3s 3c 4h 4c", "9s 9c", "Ks Kc 8d")
    bench.lay(S, "4s")
    assert choice(bench).form == "bomb"


def test_over_many_deals_no_bomb_falls_on_what_is_cheap() -> None:
    """Of 408, 30 fell on a single or pair below a queen whose owner had over five cards."""
    bombs = 0
    for number in range(12):
        state = guandan.deal(guandan.Options(), 4, Rng.named(f"cheap {number}"))
        bots = {seat: Steady() for seat in range(4)}
        before = state.view(None)
        for step in drive(state, bots, Rng.named("none")):
            table = before.table
            if isinstance(step.move, moves.Play) and step.move.form in BOMBS and table is not None:
                bombs += 1
                small = table.form in ("single", "pair") and table.key < 12
                if small and before.players[table.seat].cards > 5:
                    groups = arrange(state.hands[step.seat], state.level)
                    assert sum(not BOOK.tier(group.form) for group in groups) <= 1
            before = state.view(None)
    assert bombs > 20


@pytest.mark.slow
def test_each_bot_beats_the_one_below_over_400_mirrored_games() -> None:
    table = Contest("guandan", guandan.Options(), 4, "rungs")
    found = list(climb(guandan, table, ("steady", "eager", "random"), 400))
    assert rungs(guandan, ("steady", "eager", "random"), found) == ["steady", "eager", "random"]
    assert all(one.beats for one in found), found

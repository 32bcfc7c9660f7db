"""The bots: from views alone, legal always, and far better than chance."""

from __future__ import annotations

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.bot import BOTS
from cutcard.games.guandan.options import Options
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)


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

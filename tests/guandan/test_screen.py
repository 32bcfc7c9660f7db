"""The terminal table: every phase, fact and move has words, and no word says a hidden card."""

from __future__ import annotations

import random

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves, screen
from cutcard.games.guandan.shapes import Form
from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize("number", range(4))
def test_a_whole_match_can_be_read(number: int) -> None:
    options = guandan.setups()[number][0]
    rng = random.Random(number)
    carry = None
    said: set[str] = set()
    for deal in range(6):
        state = guandan.deal(options, 4, Rng.named(f"{number}/{deal}"), carry)
        while state.outcome() is None:
            told: list[Told] = []
            seats = state.to_act()
            if not seats or rng.random() < 0.03:
                state.play(NATURE, state.timers()[0].tick, 0, told)
            else:
                seat = seats[0]
                view = state.view(seat)
                text = screen.show(view, seat, NAMES)
                assert "your hand" in text or view.phase == "settle"
                assert "your hand" not in screen.show(state.view(None), None, NAMES)
                legal = state.legal(seat)
                for move in (*legal[:3], legal[-1], *state.asides(seat)):
                    assert screen.describe(move, view)
                state.play(seat, rng.choice(legal), 0, told)
            for one in told:
                line = screen.say(one.fact, NAMES)
                said.add(type(one.fact).__name__ if line else "")
        carry = state.next()
        if carry is None:
            break
    assert {"GameStart", "CardPlayed", "PlayerPassed", "TrickEnd", "GameEnd"} <= said


def test_words_of_a_table(at_table) -> None:
    bench = at_table("8s 8h 8c 3h 2s", "4s 6s", "5s 7s", "6s 8d", level="3")
    [played, *_] = bench.lay(S, "8s 8h 8c 3h")
    line = screen.say(played, NAMES)
    assert line == "Ann: bomb 炸弹 of 4 × 8: 8♠ 8♥ 8♣ 3♥ (wild as 8♦), 1 left."
    text = screen.show(bench.state.view(E), E, NAMES)
    assert "to beat: bomb 炸弹 of 4 × 8" in text
    assert ">East  Bo (you): 2 cards" in text


def test_words_of_moves(at_table, after) -> None:
    bench = at_table("8s 8h 9c BJ", "4s", "5s", "6s")
    view = bench.state.view(S)
    assert screen.describe(moves.Play((), "pair", 8, 2), view) == "pair 对子 of 8: 8♠ 8♥"
    assert (
        screen.describe(moves.Play(("BJ",), "single", 17, 1), view)
        == "single 单张 of big joker: BJ"
    )
    assert screen.describe(moves.Play(("8s",)), view) == "8♠"
    assert screen.describe(moves.Pass(), view) == "pass"
    assert screen.describe(moves.Refuse(), view) == "refuse tribute (抗贡)"
    assert screen.describe(moves.Take(W), view) == "take West's card"


def test_words_of_a_full_house_by_its_pair(at_table) -> None:
    bench = at_table("3s 3h 3c Ks Kh 9s", "4s", "5s", "6s", declare_pair=True)
    move = moves.Play((), "fullhouse", 13, 5)
    assert screen.describe(move, bench.state.view(S)).endswith("of K: K♠ K♥ 3♠ 3♥ 3♣")


def test_words_of_tribute(after) -> None:
    bench = after((S, N, E, W), "3s", "As", "3h", "Ah", equal_tribute="choice")
    bench.do(E, moves.Pay("As"))
    bench.do(W, moves.Pay("Ah"))
    bench.do(S, moves.Take(W))
    lines = [screen.say(told.fact, NAMES) for told in bench.told]
    assert "Two equal tributes lie open; the first takes one." in lines
    assert "Di pays A♥ to Ann (进贡)." in lines
    text = screen.show(bench.state.view(S), S, NAMES)
    assert "tribute: Di → Ann A♥" in text


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"failed": 0}, "did not pass A"),
        ({"failed": 0, "dropped": 0}, "fall back"),
        ({"match_over": True, "winner": 1}, "East/West win"),
        ({"match_over": True}, "a draw"),
    ],
)
def test_words_of_the_end(result, words) -> None:
    fact = moves.GameEnd(moves.Settled((S, E, W, N), 0, 1, ("A", "9"), (1, 0), **result), {})
    assert words in screen.say(fact, NAMES)


def test_every_type_has_a_chinese_name() -> None:
    for kind in screen.TYPES:
        assert any("一" <= letter <= "鿿" for letter in screen.kind(Form(kind, 9, 4)))
    assert screen.say(moves.TributeRefused({E: 1, W: 1}), NAMES).startswith("No tribute: Bo and Di")

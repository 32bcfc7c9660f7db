"""Memory in plain text, and its bench."""

from __future__ import annotations

import pytest

from cutcard.games.memory import moves, screen
from cutcard.games.memory.bench import bench
from cutcard.games.memory.moves import (
    Flip,
    GameEnd,
    Pause,
    Reset,
    Resume,
    Start,
    Surrender,
    TurnExpired,
)

NAMES = ("Ada", "Bo")


def test_the_board_shows_only_faces_that_show(sit):
    game = sit(2, grid_size=(2, 2)).start()
    a, b = game.pair()
    game.flip(a, b)
    text = screen.show(game.view, 0, NAMES)
    face = screen.FACES[game.deal.values[a]]
    assert text.count(f" {face} ") == 2
    assert text.count("·") == 2
    assert ">Ada 1  Bo 0" in text
    game.flip(game.cells()[0])
    assert "[" in screen.show(game.view, 1, NAMES)


def test_a_pause_hides_the_board(sit):
    game = sit().start()
    game.flip(0)
    game.play(Pause())
    assert "[?]" in screen.show(game.view, 0, NAMES)
    assert "par 12.39" in screen.show(game.view, 0, NAMES)


def test_open_cards_are_written_small(sit):
    game = sit(open_cards=True).start()
    a, b = game.miss()
    game.flip(a, b)
    game.wait(1000)
    assert f" {screen.FACES[game.deal.values[a]].lower()} " in screen.show(game.view, 0, NAMES)


def test_who_is_out_and_how_many_stars(sit):
    game = sit(2, grid_size=(2, 2), mode="coop").start()
    game.play(Surrender(), 1)
    game.solve()
    text = screen.show(game.view, None, NAMES)
    assert "Bo 0 (out)" in text
    assert "***" in text


def test_every_fact_and_ending_has_a_sentence(sit, match):
    game = sit(2, preview_ms=500, stall_turns=2).start()
    game.wait(500)
    for _ in range(2):
        game.flip(*game.miss())
        game.wait(1000)
    game.flip(*game.pair())
    game.wait(30_000)
    for seat in (0, 1):
        game.play(Pause(), seat)
    game.play(Resume(), 0)
    game.play(Reset(), 0)
    game.play(Surrender(), 0)
    game.facts += [moves.RaceReady(0), moves.RaceProgress(0, 1, 2), moves.RaceFinished(1, 3, 4000)]
    kinds = {type(fact) for fact in game.facts}
    assert kinds == set(moves.Fact.__args__)
    for fact in game.facts:
        assert screen.say(fact, NAMES).endswith(".")
    assert screen.say(TurnExpired(1), NAMES) == "Bo took too long."
    for reason in screen.ENDINGS:
        assert "over" in screen.say(GameEnd(reason, {0: 0}, 0, 0), NAMES)
    assert screen.say(GameEnd("STALLED", {}, 0, 0, "tie"), NAMES).endswith("A tie.")
    assert screen.say(GameEnd("SURRENDER", {}, 0, 0, 1), NAMES).endswith("Bo wins.")
    assert screen.say(object(), NAMES) == ""


def test_what_stays_on_the_screen_names_no_card_that_is_covered_again(sit):
    game = sit(2).start()
    a, b = game.miss()
    lines = {screen.say(fact, NAMES) for fact in game.flip(a, b)}
    assert lines == {"Ada turns a card up."}


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Start(), "start the clock"),
        (Resume(), "go on"),
        (Pause(), "ask for a pause"),
        (Reset(), "ask to deal again"),
        (Surrender(), "give up"),
        (Flip("?"), "turn up ?"),
    ],
)
def test_moves_are_described(sit, move, words):
    assert screen.describe(move, sit(2).view) == words


def test_a_flip_names_its_place(sit):
    game = sit(grid_size=(3, 4))
    assert screen.describe(Flip(game.deal.board.ids[6]), game.view) == "turn up b3"
    assert screen.describe(Pause(), game.view) == "pause"


def test_bench_gives_figures():
    figures = bench()
    assert figures
    assert all(isinstance(rate, float) and rate > 0 for rate in figures.values())

"""Boards, each a deal by itself, and the duplicate match 复式: rows of docs/rules/guandan.md."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cutcard.games import guandan
from cutcard.games.guandan.bot import BOTS
from cutcard.games.guandan.cli import commands
from cutcard.games.guandan.duplicate import GUESTS, HOME, compare, play_table
from cutcard.games.guandan.levels import board_level, settle_board
from cutcard.games.guandan.options import Options, book_of, rules_in_words
from cutcard.games.guandan.ranking import mode
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
OPTIONS = Options(match="boards", deals=2, pause_seconds=0)
BOOK = book_of(OPTIONS)


def finished(state) -> None:
    """Plays a board out, by the first legal move."""
    at = 0
    while state.outcome() is None:
        acting = state.to_act()
        if acting:
            legal = state.legal(acting[0])
            state.play(acting[0], legal[0], at)
        else:
            timer = min(state.timers(), key=lambda timer: timer.due)
            at = max(at, timer.due)
            state.play(NATURE, timer.tick, at)


def test_a_board_is_worth_what_its_winners_would_go_up() -> None:
    worth = {(S, N, E, W): 3, (N, E, S, W): 2, (S, E, W, N): 1, (E, W, S, N): -3, (W, S, N, E): -1}
    for order, points in worth.items():
        result = settle_board(order, (), BOOK, ends=False)
        assert (result.boards, result.match_over, result.winner) == ((points,), False, None)
        assert (result.was, result.levels) == (("2", "2"), ("3", "3"))
        assert (result.payers, result.takers) == ((), ())


@pytest.mark.parametrize(("before", "winner"), [((-3,), None), ((-2,), 0), ((2, -3, -3), 1)])
def test_the_sum_decides_and_equal_is_a_draw(before, winner) -> None:
    result = settle_board((S, N, E, W), before, BOOK, ends=True)
    assert result.match_over
    assert result.winner == winner


def test_the_levels_of_boards() -> None:
    assert "".join(board_level(n) for n in range(1, 15)) == "23456789TJQKA2"


def test_each_board_is_a_deal_by_itself() -> None:
    first = guandan.deal(OPTIONS, 4, Rng.named("one"))
    finished(first)
    assert first.outcome().reason == "deal"
    carry = first.next()
    assert carry.boards == first.result.boards
    second = guandan.deal(OPTIONS, 4, Rng.named("two"), carry)
    view = second.view(0)
    assert (view.level, view.levels, view.declarer) == ("3", ("3", "3"), None)
    timer = second.timers()[0]
    second.play(NATURE, timer.tick, timer.due)
    assert second.view(0).phase == "play"  # nobody owes a tribute
    finished(second)
    outcome, boards = second.outcome(), second.result.boards
    assert outcome.reason == "boards"
    assert second.next() is None
    won = [sum(max(0, board) for board in boards), sum(max(0, -board) for board in boards)]
    assert outcome.scores == (won[0], won[1], won[0], won[1])
    best = {place for place, score in zip(outcome.places, outcome.scores, strict=True) if score}
    assert 1 in best


def test_boards_are_casual_always_shuffled_and_said_in_words() -> None:
    assert mode(OPTIONS, 4) is None
    assert mode(Options(match="boards"), 4) is None
    assert any("each by itself" in sentence for sentence in rules_in_words(OPTIONS))
    odd = Options(match="boards", deals=2, pause_seconds=0, shuffle=False)
    state = guandan.deal(odd, 4, Rng.named("one"))
    finished(state)
    assert state.next().pile == ()


def test_one_seed_deals_the_same_cards_and_the_same_leader_at_both_tables() -> None:
    carries = []
    for name in ("a", "b"):  # two tables at which the first board went differently
        state = guandan.deal(OPTIONS, 4, Rng.named(name))
        finished(state)
        carries.append(state.next())
    seen = []
    for carry in carries:
        state = guandan.deal(OPTIONS, 4, Rng.named("board 2"), carry)
        timer = state.timers()[0]
        state.play(NATURE, timer.tick, timer.due)
        seen.append((state.hands, state.level, state.to_act()))
    assert carries[0] != carries[1]
    assert seen[0] == seen[1]


def test_the_comparison() -> None:
    found = compare((3, -1, 2), (1, -1, 3))
    assert (found.differences, found.total, found.winner) == ((2, 0, -1), 1, HOME)
    assert compare((1,), (2,)).winner == GUESTS
    assert compare((1, -2), (-1, 0)).winner is None
    with pytest.raises(ValueError, match="same boards"):
        compare((1,), (1, 2))


def test_equal_teams_draw_whatever_they_are_dealt() -> None:
    tables = [play_table(OPTIONS, "x", [BOTS["steady"]() for _ in range(4)]) for _ in range(2)]
    assert len(tables[0]) == 2
    assert compare(*tables).differences == (0, 0)


def test_the_command_plays_one_and_says_how_it_went() -> None:
    run = CliRunner().invoke
    said = run(commands, ["duplicate", "--boards", "2", "--seed", "7"])
    assert said.exit_code == 0, said.output
    lines = said.output.splitlines()
    gaps = [int(line.split()[-1]) for line in lines[1:3]]
    assert int(lines[3].rpartition(" ")[2]) == sum(gaps)
    assert run(commands, ["duplicate", "--home", "nobody"]).exit_code == 2

"""How an ended deal is shown before the next begins, to all who are there and who come later."""

from __future__ import annotations

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.screen import say
from cutcard.kernel.game import NATURE

S, E, N, W = range(4)
HANDS = ("3s", "4s 6s", "7s", "9s Ts")


def ended(at_table, **options):
    """South and North are first and second."""
    bench = at_table(*HANDS, **{"pause_seconds": 10, **options})
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    return bench


def test_the_settlement_is_in_every_view_until_the_pause_is_over(at_table) -> None:
    bench = ended(at_table)
    assert bench.state.outcome() is None
    for viewer in (None, S, E, N, W):  # whoever asks, whenever they come
        view = bench.state.view(viewer)
        assert view.phase == "settle"
        assert view.order == (S, N, W, E)
        result = view.result
        assert (result.was, result.levels, result.advance) == (("2", "2"), ("5", "2"), 3)
        assert (result.payers, result.takers) == ((W, E), (S, N))
        assert view.players[E].hand == ("4s", "6s")
    assert bench.wait(9_999) == []
    bench.wait(1)
    assert bench.state.outcome().places == (1, 2, 1, 2)
    assert bench.state.next().levels == ("5", "2")


def test_when_all_are_ready_nobody_waits(at_table) -> None:
    bench = ended(at_table)
    assert bench.state.to_act() == (S, E, N, W)
    for seat in (E, S, W):
        assert bench.state.legal(seat) == (moves.Ready(),)
        assert bench.do(seat, moves.Ready()) == [moves.PlayerReady(seat)]
        assert bench.state.view(None).players[seat].ready
    assert bench.refused(E, moves.Ready()).code == "NOT_YOUR_TURN"
    assert bench.state.outcome() is None
    bench.do(N, moves.Ready())
    assert bench.state.outcome() is not None


def test_who_is_played_by_the_table_holds_nobody_up(at_table) -> None:
    bench = ended(at_table)
    bench.do(E, moves.Leave())
    for seat in (S, N):
        bench.do(seat, moves.Ready())
    bench.do(W, moves.Auto())
    assert bench.state.outcome() is not None
    assert bench.state.next().auto == (E, W)


def test_in_the_pause_nothing_else_is_played(at_table) -> None:
    bench = ended(at_table)
    assert bench.refused(E, moves.Pass()).code == "WRONG_PHASE"
    assert bench.refused(E, moves.Concede()).code == "WRONG_PHASE"
    assert bench.refused(NATURE, moves.Expire(E)).code == "TOO_LATE"
    assert bench.refused(E, moves.GoOn()).code == "NOT_YOURS"
    bench.wait(10_000)
    assert bench.refused(NATURE, moves.GoOn()).code == "TOO_LATE"
    assert bench.refused(E, moves.Ready()).code == "GAME_OVER"


def test_the_pause_is_an_option_and_a_match_that_is_over_has_none(at_table) -> None:
    assert ended(at_table, pause_seconds=0).state.outcome() is not None
    bench = ended(at_table, match="deals", deals=1)
    assert bench.state.outcome().reason == "deals"
    assert bench.state.result.payers == ()
    assert ended(at_table, pause_seconds=3).state.timers()[0].due == 3_000


@pytest.mark.parametrize(("order", "payers"), [((S, E, N, W), (W,)), ((S, E, W, N), (N,))])
def test_a_single_tribute_is_owed_by_the_last(at_table, order, payers) -> None:
    result = guandan.levels.settle(
        order, ("2", "2"), (0, 0), guandan.book.Book(), own=-1, ends=False
    )
    assert (result.payers, result.takers) == (payers, (S,))


def test_the_screen_says_places_levels_and_tribute(at_table) -> None:
    bench = ended(at_table)
    text = say(bench.heard("GAME_END")[0], ("Ann", "Bob", "Cat", "Dan"))
    assert "2 → 5" in text
    assert "Dan and Bob will pay tribute to Ann and Cat" in text

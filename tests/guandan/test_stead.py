"""What a seat may do besides playing: 托管, absence, and giving the match up as a team."""

from __future__ import annotations

import pytest

from cutcard.games.guandan import moves
from cutcard.games.guandan.bot import Eager, Steady
from cutcard.kernel.game import NATURE
from cutcard.kernel.hear import heard

S, E, N, W = range(4)
HANDS = ("3s 5s 6s 7s", "4s 6s", "7s 8s", "9s Ts")


def test_what_is_chosen_for_a_seat_is_played_by_time_and_told_as_such(at_table) -> None:
    bench = at_table(*HANDS)
    bench.do(S, moves.Auto())
    assert bench.state.delegated() == [S]
    tick = bench.state.in_place(S, moves.Play(("7s",)))
    assert [type(fact) for fact in bench.do(NATURE, tick)] == [
        moves.PlayerAutoPlayed,
        moves.CardPlayed,
    ]
    assert bench.state.auto[S]  # it is no move of its own
    bench.do(E, moves.Auto())
    passed = bench.do(NATURE, bench.state.in_place(E, moves.Pass()))
    assert passed == [moves.PlayerAutoPassed(E)]


def test_nothing_is_chosen_for_who_plays_for_themselves(at_table) -> None:
    bench = at_table(*HANDS)
    tick = moves.PlayedFor(S, moves.Play(("3s",)))
    assert bench.refused(NATURE, tick).code == "TOO_LATE"
    bench.do(S, moves.Auto())
    assert bench.refused(S, tick).code == "NOT_YOURS"
    assert bench.refused(NATURE, moves.PlayedFor(S, moves.Play(("4s",)))).code == "NOT_YOUR_CARDS"
    assert bench.refused(NATURE, moves.PlayedFor(E, moves.Pass())).code == "TOO_LATE"
    bench.do(S, moves.Back())  # taken back at the last moment
    assert bench.refused(NATURE, tick).code == "TOO_LATE"


def test_an_absent_seat_has_ten_seconds_and_misses_one_turn(at_table) -> None:
    bench = at_table(*HANDS)
    bench.do(S, moves.Away())
    assert bench.state.view(None).players[S].away
    assert bench.state.timers()[0].due == 10_000
    facts = bench.wait(10_000)
    assert moves.PlayerAuto(S, True) in facts
    bench.do(S, moves.Back())
    assert not bench.state.view(None).players[S].away
    assert not bench.state.auto[S]


def test_absence_goes_on_in_the_next_deal(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s", "9s Ts", match="deals", deals=2)
    bench.do(W, moves.Away())
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    assert bench.state.next().absent == (W,)


def test_who_is_back_in_time_has_all_of_their_turn(at_table) -> None:
    bench = at_table(*HANDS)
    bench.do(S, moves.Away())
    bench.wait(4_000)
    bench.do(S, moves.Back())
    assert bench.state.timers()[0].due == 30_000


def test_a_team_concedes_by_agreement_of_both(at_table) -> None:
    bench = at_table(*HANDS)
    bench.do(S, moves.Concede())
    assert bench.state.outcome() is None
    facts = bench.do(N, moves.Concede())
    result = bench.state.result
    assert (result.match_over, result.winner, result.conceded) == (True, 1, 0)
    assert result.levels == ("2", "2")
    outcome = bench.state.outcome()
    assert (outcome.places, outcome.reason, outcome.rated) == ((2, 1, 2, 1), "conceded", True)
    assert bench.state.next() is None
    assert isinstance(facts[-1], moves.GameEnd)
    assert bench.state.asides(S) == ()


def test_only_the_team_hears_that_one_would_concede(at_table) -> None:
    bench = at_table(*HANDS)
    bench.do(E, moves.Concede())
    assert bench.state.view(E).conceding == bench.state.view(W).conceding == (E,)
    assert bench.state.view(S).conceding == bench.state.view(None).conceding == ()
    assert [heard(bench.told, seat) for seat in (S, E, N, W, None)] == [
        [],
        [moves.ConcessionWished(E, True)],
        [],
        [moves.ConcessionWished(E, True)],
        [],
    ]


def test_opponents_do_not_concede_together(at_table) -> None:
    bench = at_table(*HANDS)
    bench.do(S, moves.Concede())
    bench.do(E, moves.Concede())
    assert bench.state.outcome() is None


def test_the_wish_is_taken_back(at_table) -> None:
    bench = at_table(*HANDS)
    assert bench.refused(S, moves.PlayOn()).code == "WRONG_PHASE"
    bench.do(S, moves.Concede())
    assert bench.refused(S, moves.Concede()).code == "WRONG_PHASE"
    bench.do(S, moves.PlayOn())
    bench.do(N, moves.Concede())
    assert bench.state.outcome() is None


@pytest.mark.parametrize("bot", [Eager, Steady])
def test_a_bot_agrees_with_its_partner_and_a_stand_in_decides_only_the_play(at_table, bot) -> None:
    bench = at_table(*HANDS, lead=N)
    bench.do(S, moves.Concede())
    view, legal = bench.state.view(N), bench.state.legal(N)
    asked = (N, view, legal, bench.state.asides(N), None, None)
    assert bot().choose(*asked) == moves.Concede()
    assert isinstance(bot().choose(N, view, legal, (), None, None), moves.Play)

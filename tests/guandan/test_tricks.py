"""Turns, tricks, 接风 and the finishing order: cases F1 … F12, clocks and auto-play."""

from __future__ import annotations

from cutcard.games.guandan import moves
from cutcard.kernel.game import NATURE

S, E, N, W = range(4)


def test_F1_three_passes_and_the_leader_leads_again(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E, N, W)
    assert bench.state.to_act() == (S,)
    assert bench.state.table is None
    assert bench.heard("TRICK_END") == [moves.TrickEnd(S, S)]


def test_F2_the_partner_catches_the_wind(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s 7h", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E, N, W)
    assert bench.state.to_act() == (N,)
    assert bench.heard("TRICK_END") == [moves.TrickEnd(S, N, True)]
    assert bench.state.view(None).wind
    bench.lay(N, "7s 7h")  # any type
    assert bench.state.view(None).order[:2] == (S, N)


def test_F3_no_wind_if_the_last_card_was_beaten(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.lay(E, "4s")
    bench.skip(N, W)
    assert bench.state.to_act() == (E,)
    assert bench.heard("TRICK_END") == [moves.TrickEnd(E, E)]


def test_F4_only_players_still_in_count(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s 8s 9s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    bench.skip(W, E)
    assert bench.state.to_act() == (N,)


def test_F5_first_and_second_of_a_team_end_the_deal(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    result = bench.state.result
    assert result is not None
    assert result.order[:2] == (S, N)
    assert result.advance == 3
    assert bench.state.to_act() == ()
    assert bench.state.outcome().places == (1, 2, 1, 2)


def test_F6_three_out_end_the_deal(at_table) -> None:
    bench = at_table("3s", "4s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.lay(E, "4s")
    bench.lay(N, "7s")
    bench.lay(W, "9s")
    bench.skip(N)
    bench.lay(W, "Ts")
    assert bench.state.result.order == (S, E, W, N)
    assert bench.heard("PLAYER_FINISHED") == [
        moves.PlayerFinished(S, 1),
        moves.PlayerFinished(E, 2),
        moves.PlayerFinished(W, 3),
    ]


def test_F7_a_leader_cannot_pass(at_table) -> None:
    bench = at_table("3s 5s", "4s", "7s", "9s")
    assert bench.refused(S, moves.Pass()).code == "MUST_LEAD"


def test_F7_out_of_time_a_leader_plays_his_lowest_single(at_table) -> None:
    bench = at_table("5s 3s 3h BJ", "4s 6s", "7s 8s", "9s Ts")
    facts = bench.wait(30_000)
    assert facts[0] == moves.PlayerAutoPlayed(S)
    assert facts[1].play.form == "single"
    assert facts[1].play.cards[0][0] == "3"
    assert bench.state.to_act() == (E,)


def test_F8_a_pass_is_not_final(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    bench.lay(W, "9s")
    bench.skip(S)
    assert bench.state.to_act() == (E,)
    assert bench.refused_cards(E, "6s").code == "TOO_LOW"
    bench.skip(E)
    bench.skip(N)
    assert bench.state.to_act() == (W,)


def test_F8_who_passed_may_play_later_in_the_trick(at_table) -> None:
    bench = at_table("3s 5s", "Ks 6s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E, N)
    bench.lay(W, "9s")
    bench.skip(S)
    bench.lay(E, "Ks")
    assert bench.state.owner == E


def test_F9_a_partner_may_be_beaten(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "8s")
    assert bench.state.owner == N


def test_F10_of_two_plays_at_once_the_second_is_refused(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    bench.lay(S, "3s")
    bench.lay(E, "4s")
    refusal = bench.refused_cards(E, "6s")
    assert (refusal.code, refusal.message) == ("NOT_YOUR_TURN", "Not your turn")


def test_F11_turn_order(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    seen = []
    for seat, card in ((S, "3s"), (E, "4s"), (N, "7s"), (W, "9s")):
        seen.append(bench.state.to_act())
        bench.lay(seat, card)
    assert seen == [(S,), (E,), (N,), (W,)]
    assert bench.state.to_act() == (S,)


def test_F12_the_wind_always_finds_a_partner(at_table) -> None:
    """Were the partner out already, the last play would have ended the deal."""
    bench = at_table("3s 3h 3c 3d", "4s 6s", "7s", "9s Ts", lead=N)
    bench.lay(N, "7s")
    bench.skip(W)
    bench.lay(S, "3s 3h 3c 3d")
    assert bench.state.outcome() is not None
    assert bench.state.to_act() == ()


def test_a_bomb_does_not_end_a_trick(at_table) -> None:
    bench = at_table("3s 5s", "4s 4h 4c 4d 9c", "6s 6h 6c 6d 7s", "9s Ts")
    bench.lay(S, "3s")
    bench.lay(E, "4s 4h 4c 4d")
    bench.lay(N, "6s 6h 6c 6d")
    assert bench.state.owner == N
    assert bench.state.to_act() == (W,)


def test_out_of_time_a_follower_passes(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    bench.at = 5_000
    bench.lay(S, "3s")
    assert [(timer.due, timer.seat) for timer in bench.state.timers()] == [(35_000, E)]
    assert bench.wait(29_999) == []
    assert bench.wait(1) == [moves.PlayerAutoPassed(E)]
    assert bench.state.to_act() == (N,)
    assert bench.told[-1].to is None  # told to all


def test_two_turns_missed_and_the_table_plays_the_seat(at_table) -> None:
    bench = at_table("3s 5s 6s 7s", "4s 6s", "7s 8s", "9s Ts")
    for _ in range(2):
        bench.wait(30_000)
        bench.skip(E, N, W)
    assert bench.state.auto == [True, False, False, False]
    assert moves.PlayerAuto(S, True) in bench.heard("PLAYER_AUTO")
    assert bench.state.timers()[0].due == bench.at + 6000
    bench.do(S, moves.Back())
    assert bench.state.timers()[0].due == bench.at + 30_000


def test_a_move_of_ones_own_ends_auto_play(at_table) -> None:
    bench = at_table("3s 5s 6s", "4s 6s", "7s 8s", "9s Ts")
    bench.do(S, moves.Auto())
    assert bench.state.view(None).players[S].auto
    bench.lay(S, "3s")
    assert not bench.state.view(None).players[S].auto


def test_leaving_hands_the_seat_to_the_table(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    bench.do(E, moves.Leave())
    bench.lay(S, "3s")
    assert bench.wait(6000) == [moves.PlayerAutoPassed(E)]


def test_asides_never_move_anothers_clock(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    before = bench.state.timers()
    bench.at = 9_000
    bench.do(E, moves.Auto())
    bench.do(W, moves.Leave())
    assert bench.state.timers() == before


def test_only_time_plays_ticks(at_table) -> None:
    bench = at_table("3s 5s", "4s 6s", "7s 8s", "9s Ts")
    assert bench.refused(E, moves.Expire(S)).code == "NOT_YOURS"
    assert bench.refused(S, moves.Begin()).code == "NOT_YOURS"
    assert bench.refused(NATURE, moves.Expire(E)).code == "TOO_LATE"
    assert bench.refused(NATURE, moves.Begin()).code == "TOO_LATE"


def test_nothing_is_played_after_the_end(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    assert bench.refused(E, moves.Pass()).code == "GAME_OVER"
    assert bench.refused(E, moves.Auto()).code == "GAME_OVER"
    assert bench.state.asides(E) == ()
    assert bench.state.timers() == ()


def test_the_cards_left_are_shown_when_it_is_over(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s", "9s Ts")
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    shown = bench.heard("GAME_END")[0].hands
    assert shown == {E: ("4s", "6s"), W: ("9s", "Ts")}
    assert bench.state.view(None).players[W].hand == ("9s", "Ts")

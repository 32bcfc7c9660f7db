"""Part B of docs/rules/duel.md: how the bugs of its sample code are settled.

B18, B19 and B25 are the table's and the store's alone; so are the envelope of B26, the 30 s of
B22, the seed of B23 and the clean-up of B17.
"""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.duel import moves, score
from cutcard.games.duel.deck import NUMBERS, Deck
from cutcard.games.duel.options import Options
from cutcard.kernel.rng import Rng

READY, SURRENDER = moves.Ready(), moves.Surrender()


def kinds(told):
    return [type(one.fact) for one in told]


def test_B1_the_first_card_of_the_last_round_ends_nothing(bench):
    b = bench().start()
    b.round(0, 1)
    b.round(2, 3)
    assert b.duel.round == 3
    assert not b.duel.game_complete
    b.play(0, 4)
    assert not b.duel.game_complete
    assert b.duel.outcome() is None
    b.play(1, 5)
    assert b.duel.game_complete


def test_B2_B3_a_shuffle_moves_cards_and_renumbers_none():
    deck = Deck.shuffled(Rng.named("identity"))
    assert sorted(deck.order) == list(range(52))
    place = deck.order.index(NUMBERS["QH"])
    assert place != NUMBERS["QH"]
    assert deck.card(place) == NUMBERS["QH"]


def test_B4_a_place_is_picked_once_a_game(bench):
    b = bench().start()
    told = b.play(0, 7)
    assert told[0].rest == moves.OpponentReady(1, 0, 7)
    assert 7 not in b.view.available_cards
    assert b.refused(1, moves.CardPlay(7, 1)) == (
        "CARD_ALREADY_USED",
        "Card already used in this game",
    )
    b.play(1, 8)
    b.wait(3000)
    for used in (7, 8):
        assert b.refused(0, moves.CardPlay(used, 2))[0] == "CARD_ALREADY_USED"
        assert moves.CardPlay(used, 2) not in b.duel.legal(0)


def test_B5_no_face_is_told_before_its_reveal(bench):
    b = bench().stack("KS", "2H").start()
    b.play(0, 0)
    for viewer in (1, None):
        said = msgspec.json.encode([b.heard(viewer), b.duel.view(viewer)])
        assert b"displayName" not in said
    assert b.duel.view(0).players[0].card.id == "KS"
    b.play(1, 1)
    assert [player.card.id for player in b.view.players.values()] == ["KS", "2H"]


def test_B6_HAND_deals_two_cards_more_than_rounds(bench):
    for count in (1, 3, 24):
        b = bench(mode="HAND", max_rounds=count).start()
        assert [len(hand) for hand in b.duel.hands] == [count + 2] * 2
        assert b.view.players[0].cards == count + 2


@pytest.mark.parametrize(("mode", "most"), [("QUICK", 26), ("HAND", 24)])
def test_B6_rounds_are_limited_by_the_deck(bench, mode, most):
    b = bench(mode=mode, max_rounds=most).start()
    while b.duel.outcome() is None:
        b.play(0, b.duel.choices(0)[0])
        b.play(1, b.duel.choices(1)[0])
        b.wait(3000)
    assert len(b.duel.past) == most
    for wrong in (0, most + 1):
        with pytest.raises(
            msgspec.ValidationError, match=f"maxRounds is from 1 to {most} in {mode}"
        ):
            msgspec.convert({"mode": mode, "maxRounds": wrong}, Options)


def test_B7_equal_totals_tie(bench):
    b = bench(max_rounds=2).stack("KS", "2H", "3C", "QD").start()
    b.round(0, 1)
    b.round(2, 3)
    assert b.heard(None, moves.GameEnd)[0].winner_id == "tie"
    assert b.view.result.winner_id == "tie"
    assert b.duel.outcome().places == (1, 1)
    assert b.duel.outcome().rated


def test_B8_without_ties_the_suit_decides_and_pays():
    options = Options(allow_ties=False, win_round_points=2)
    fives = [NUMBERS["5" + suit] for suit in "SHDC"]
    for i, better in enumerate(fives):
        for worse in fives[i + 1 :]:
            assert score.round_winner(better, worse, options) == 0
            assert score.round_winner(worse, better, options) == 1
    assert score.round_points(1, options) == (0, 2)
    assert {score.round_winner(a, b, options) for a in range(52) for b in range(52) if a != b} == {
        0,
        1,
    }


def test_B9_winners_are_seats(bench):
    b = bench(max_rounds=1).stack("2H", "KS").start()
    b.round(0, 1)
    assert b.heard(None, moves.RoundReveal)[0].winner_id == 1
    assert b.heard(None, moves.GameEnd)[0].winner_id == 1


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_B10_the_server_plays_for_who_is_late(bench, mode):
    b = bench(mode=mode).start()
    mine = b.duel.choices(0)[0]
    b.play(0, mine)
    had = list(b.duel.choices(1))
    told = b.wait(30_000)
    assert kinds(told) == [moves.CardPlayed, moves.RoundReveal]
    assert told[0].to == (1,)
    assert told[0].fact.auto
    assert told[0].rest.auto
    assert told[0].fact.card_index in had
    assert told[1].fact.auto == (1,)
    assert b.view.rounds[1].auto == (1,)
    assert [player.missed for player in b.view.players.values()] == [0, 1]


def test_B10_the_server_s_card_comes_from_the_seed(bench):
    def picked(seed):
        b = bench(seed=seed).start()
        b.wait(30_000)
        return b.duel.picks

    assert picked("a") == picked("a")
    assert len({tuple(picked(f"seed {n}")) for n in range(20)}) > 10


def test_B10_two_missed_rounds_in_a_row_forfeit(bench):
    b = bench().start()
    for _ in range(2):
        b.play(0, b.duel.deck.free[0])
        told = b.wait(33_000)
    assert isinstance(told[-1].fact, moves.GameEnd)
    assert (told[-1].fact.reason, told[-1].fact.winner_id) == ("TIMEOUT", 0)
    assert b.duel.outcome().rated
    assert b.view.status == "COMPLETED"


def test_B10_a_card_played_in_between_forgives(bench):
    b = bench(max_rounds=5).start()
    for number in range(5):
        b.play(0, b.duel.deck.free[0])
        if number % 2:
            b.play(1, b.duel.deck.free[0])
            b.wait(3_000)
        else:
            b.wait(33_000)
    assert b.duel.reason == "COMPLETED"


def test_B10_both_missing_the_same_two_abandons(bench):
    b = bench().start()
    told = b.wait(30_000)
    assert told[-1].fact.auto == (0, 1)
    told = b.wait(33_000)
    assert kinds(told) == [moves.RoundStart, moves.GameAbandoned]
    assert told[-1].fact.reason == "TIMEOUT"
    assert not b.duel.outcome().rated
    assert b.view.status == "ABANDONED"
    assert b.view.result.winner_id is None


def test_B10_only_who_missed_both_forfeits(bench):
    b = bench().start()
    b.play(1, 0)
    b.wait(33_000)
    told = b.wait(30_000)
    assert (told[-1].fact.reason, told[-1].fact.winner_id) == ("TIMEOUT", 1)


def test_B10_no_move_restarts_the_other_s_clock(bench):
    b = bench().start()
    assert b.duel.timers()[0].seat is None
    b.at = 20_000
    b.play(0, 0)
    timer = b.duel.timers()[0]
    assert (timer.due, timer.seat) == (30_000, 1)


def test_B11_the_second_play_scores_the_round_once(bench):
    b = bench().stack("KS", "2H").start()
    b.play(0, 0)
    assert kinds(b.play(1, 1)) == [moves.CardPlayed, moves.RoundReveal]
    for seat in (0, 1):
        assert b.refused(seat, moves.CardPlay(3, 1))[0] == "INVALID_GAME_STATE"
    assert b.duel.scores == [1, 0]
    assert len(b.duel.past) == 1


def test_B12_the_ack_comes_first_then_reveal_then_end(bench):
    b = bench(max_rounds=1).start()
    b.play(0, 0)
    told = b.play(1, 1)
    assert kinds(told) == [moves.CardPlayed, moves.RoundReveal, moves.GameEnd]
    assert told[0].to == (1,)


def test_B13_status_and_round_status_are_two_things(bench):
    b = bench().start()
    assert (b.view.status, b.view.round_status) == ("IN_PROGRESS", "ROUND_IN_PROGRESS")


def test_B14_scores_count_without_anyone_asking(bench):
    b = bench().stack("KS", "2H", "QS", "3H", "JS", "4H").start()
    for number in range(3):
        b.round(2 * number, 2 * number + 1)
    assert b.heard(None, moves.GameEnd)[0].scores == {0: 3, 1: 0}


def test_B15_no_round_starts_after_the_last(bench):
    b = bench(max_rounds=2).start()
    b.round(0, 1)
    b.round(2, 3)
    b.wait(60_000)
    assert [fact.round_number for fact in b.heard(None, moves.RoundStart)] == [1, 2]
    assert b.refused(-1, moves.NextRound())[0] == "GAME_OVER"


def test_B15_a_round_starts_only_out_of_the_pause(bench):
    b = bench().start()
    assert b.refused(-1, moves.NextRound(), 10_000)[0] == "INVALID_GAME_STATE"
    b.play(0, 0)
    b.play(1, 1)
    assert b.refused(-1, moves.NextRound(), 2_999)[0] == "INVALID_GAME_STATE"


def test_B16_both_ready_start_game_and_round_one(bench):
    b = bench()
    told = b.do(1, READY)
    assert kinds(told) == [moves.MatchReady]
    assert (told[0].to, told[0].fact) == ((1,), moves.MatchReady(1, waiting_for_opponent=True))
    assert told[0].rest == told[0].fact
    assert list(b.duel.to_act()) == [0]
    assert b.refused(1, READY)[0] == "ALREADY_READY"
    assert kinds(b.do(0, READY)) == [moves.MatchReady, moves.GameStart, moves.RoundStart]
    assert b.duel.round == 1


@pytest.mark.parametrize("who", [(), (0,), (1,)])
def test_B16_who_does_not_get_ready_is_not_waited_for(bench, who):
    b = bench(ready_timeout_ms=10_000)
    for seat in who:
        b.do(seat, READY)
    assert not b.wait(9_999)
    told = b.wait(1)
    assert [one.fact for one in told] == [moves.GameAbandoned("NOT_READY")]
    assert b.duel.outcome().places == (1, 1)
    assert not b.duel.outcome().rated


def test_B17_the_game_timeout_counts_from_the_start(bench):
    b = bench(game_timeout_ms=100_000)
    b.at = 50_000
    b.start()
    assert b.duel.game_due == 150_000


def test_B20_a_tie_is_a_draw_and_an_abandoned_game_is_not_rated(bench):
    b = bench(max_rounds=1).stack("5C", "5D").start()
    b.round(0, 1)
    assert (b.duel.outcome().places, b.duel.outcome().rated) == ((1, 1), True)
    b = bench()
    b.do(0, SURRENDER)
    assert (b.duel.outcome().places, b.duel.outcome().rated) == ((1, 1), False)


def test_B21_season_points_round_halves_up_and_decide_nothing():
    options = Options()
    assert score.season_points([3, 0], 0, options) == {0: 5, 1: 0}
    assert score.season_points([1, 2], 1, options) == {0: 1, 1: 3}
    assert score.season_points([1, 1], score.TIE, options) == {0: 1, 1: 1}
    assert score.season_points([0, 9], 0, options) == {0: 0, 1: 9}
    assert score.season_points([5, 0], 0, Options(game_win_multiplier=0)) == {0: 0, 1: 0}


def test_B22_surrender_gives_the_game_away_at_any_time(bench):
    for steps in range(3):
        b = bench().stack("KS", "2H").start()
        for seat in range(steps):
            b.play(seat, seat)
        told = b.do(0, SURRENDER)
        assert kinds(told) == [moves.GameEnd]
        assert (told[0].fact.winner_id, told[0].fact.reason) == (1, "SURRENDER")
        assert b.duel.outcome().places == (2, 1)


def test_B22_before_the_start_it_declines(bench):
    b = bench()
    b.do(0, READY)
    told = b.do(1, SURRENDER)
    assert [one.fact for one in told] == [moves.GameAbandoned("DECLINED")]


def test_B22_a_card_locked_before_a_surrender_stays_hidden(bench):
    for mode in ("QUICK", "HAND"):
        b = bench(mode=mode).start()
        b.play(0, b.duel.choices(0)[0])
        b.do(1, SURRENDER)
        assert b.duel.view(0).players[0].card is not None
        for viewer in (1, None):
            assert b.duel.view(viewer).players[0].card is None


def test_B23_the_same_seed_deals_the_same_game(bench):
    assert bench(seed="one").duel.deck.order == bench(seed="one").duel.deck.order
    assert bench(seed="one").duel.deck.order != bench(seed="two").duel.deck.order


def test_B24_play_itself_refuses_past_the_deadline(bench):
    b = bench().start()
    assert b.refused(0, moves.CardPlay(0, 2), 30_001)[0] == "INVALID_ROUND"
    assert b.refused(0, moves.CardPlay(0, 1), 30_001)[0] == "ROUND_TIMEOUT"
    b.at = 30_000
    b.play(0, 0)


def test_B26_facts_carry_their_wire_names_and_flat_fields(bench):
    b = bench(max_rounds=1).start()
    b.round(0, 1)
    facts = msgspec.to_builtins(b.heard(None))
    assert [fact["type"] for fact in facts] == [
        "MATCH_READY",
        "MATCH_READY",
        "GAME_START",
        "GAME_ROUND_START",
        "GAME_OPPONENT_READY",
        "GAME_OPPONENT_READY",
        "GAME_ROUND_REVEAL",
        "GAME_END",
    ]


def test_B27_the_deck_counts(bench):
    deck = Deck.shuffled(Rng.named("count"))
    assert (deck.total, deck.remaining, deck.has_available) == (52, 52, True)
    taken = deck.take(50)
    assert len(set(taken)) == 50
    assert (deck.total, deck.remaining, deck.has_available) == (52, 2, True)
    with pytest.raises(ValueError, match="3 cards asked of 2"):
        deck.take(3)
    deck.take(2)
    assert (deck.remaining, deck.has_available) == (0, False)


def test_B27_valid_rounds():
    assert [number for number in range(-1, 6) if Options().valid_round(number)] == [1, 2, 3]


def test_B27_timed_out_is_past_the_time(bench):
    b = bench()
    assert not b.duel.game_timed_out(10**9)
    assert not b.duel.round_timed_out(10**9)
    b.at = 100
    b.start()
    assert not b.duel.round_timed_out(30_100)
    assert b.duel.round_timed_out(30_101)
    assert not b.duel.game_timed_out(1_800_100)
    assert b.duel.game_timed_out(1_800_101)

"""Part A of docs/rules/duel.md, item by item, as far as the rules themselves keep it.

A27 to A41 are in test_deck_and_score.py, A42 and A43 in tests/arena. What belongs to the table
and the server (A5, A13, A19, A20; the database, sockets and concurrency of A1, A10, A12, A14,
A17, A18, A24, A45) is tested there.
"""

from __future__ import annotations

import tracemalloc

import msgspec
import pytest

from cutcard.games import duel
from cutcard.games.duel import bench as benchmark
from cutcard.games.duel import moves, rules
from cutcard.games.duel.deck import FACES, NUMBERS
from cutcard.games.duel.options import Options
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

READY, SURRENDER = moves.Ready(), moves.Surrender()


def test_A1_lifecycle_from_waiting_to_completed(bench):
    b = bench()
    seen = [b.view.status]
    b.start()
    while b.duel.outcome() is None:
        seen.append(b.view.status)
        b.round(b.duel.deck.free[0], b.duel.deck.free[-1])
    assert [*seen, b.view.status] == ["WAITING_TO_START", *["IN_PROGRESS"] * 3, "COMPLETED"]


def test_A2_deck_is_shuffled_dealt_and_tracked(bench):
    b = bench(mode="HAND")
    assert sorted(b.duel.deck.order) == list(range(52))
    assert b.duel.deck.order != list(range(52))
    assert [len(hand) for hand in b.duel.hands] == [5, 5]
    left = [b.duel.deck.order[place] for place in b.duel.deck.free]
    assert sorted(left + b.duel.hands[0] + b.duel.hands[1]) == list(range(52))


def test_A3_rules_are_enforced_by_play_alone(bench):
    b = bench().start()
    for move in (moves.CardPlay(52, 1), moves.CardPlay(0, 2), READY):
        b.refused(0, move)
    b.play(0, 7)
    b.refused(1, moves.CardPlay(7, 1))


def test_A4_scores_stand_in_the_view_at_once(bench):
    b = bench().stack("KS", "2H").start()
    b.play(0, 0)
    assert {seat: player.score for seat, player in b.view.players.items()} == {0: 0, 1: 0}
    b.play(1, 1)
    assert {seat: player.score for seat, player in b.view.players.items()} == {0: 1, 1: 0}


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_A6_all_viewers_see_the_same_but_what_is_hidden(bench, mode):
    b = bench(mode=mode).start()
    b.play(0, b.duel.choices(0)[0])
    views = [msgspec.to_builtins(b.duel.view(viewer)) for viewer in (0, 1, None)]
    for view in views:
        for player in view["players"].values():
            for hidden in ("hand", "card", "cardIndex"):
                player.pop(hidden, None)
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_A7_creation_takes_under_10_ms(mode):
    assert benchmark.creation(Options(mode=mode), 200) < 10_000


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_A8_a_card_play_takes_under_5_ms(mode):
    assert benchmark.card_play(Options(mode=mode), 200) < 5_000


def test_A9_a_score_takes_under_1_ms():
    assert benchmark.scoring(Options(), 200) < 1_000


def test_A10_fifty_games_go_on_beside_each_other(bench):
    games = [bench(seed=f"game {number}").start() for number in range(50)]
    for step in range(3):
        for b in games:
            b.round(step * 10, step * 10 + 5)
    alone = [bench(seed=f"game {number}").start() for number in range(50)]
    for b in alone:
        for step in range(3):
            b.round(step * 10, step * 10 + 5)
    assert all(b.duel.outcome() is not None for b in games)
    assert [b.view for b in games] == [b.view for b in alone]


def test_A11_a_session_takes_far_under_10_MB():
    options = Options(max_rounds=26)
    tracemalloc.start()
    try:
        kept = [duel.deal(options, 2, Rng.named(number)) for number in range(20)]
        for state in kept:
            benchmark.play_out(state, Rng.named("play"))
        size = tracemalloc.get_traced_memory()[0] / len(kept)
    finally:
        tracemalloc.stop()
    assert size < 50_000  # bytes; the spec asks for less than 10 MB


def test_A12_a_new_game_waits_to_start():
    state = duel.deal(Options(), 2, Rng.named("new"))
    assert state.view(None).status == "WAITING_TO_START"
    assert list(state.to_act()) == [0, 1]
    for seats in (1, 3):
        with pytest.raises(ValueError, match="for two"):
            duel.deal(Options(), seats, Rng.named("new"))


def test_A14_a_request_is_parsed_and_its_ack_says_what_was_played(bench):
    raw = b'{"type": "card_play", "matchId": "1-1", "cardIndex": 4, "roundNumber": 1, "x": null}'
    move = msgspec.json.decode(raw, type=duel.Move)
    assert move == moves.CardPlay(4, 1)
    for bad in (
        b'{"type": "card_play", "cardIndex": 4}',
        b'{"type": "card_play", "cardIndex": "4", "roundNumber": 1}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(bad, type=duel.Move)
    b = bench().stack("2C", "3C", "4C", "5C", "QH").start()
    told = b.do(0, move)
    assert told[0].to == (0,)
    assert msgspec.to_builtins(told[0].fact) == {
        "type": "GAME_CARD_PLAYED",
        "roundNumber": 1,
        "cardIndex": 4,
        "card": {"id": "QH", "rank": "Q", "suit": "H", "value": 12, "displayName": "Q♥"},
        "waitingForOpponent": True,
    }
    assert b.play(1, 5)[0].fact.waiting_for_opponent is False


def test_A14_no_client_can_send_a_tick():
    for tag in ("ready_expire", "round_expire", "next_round", "game_expire"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"type": "{tag}"}}', type=duel.Move)


def test_A15_the_second_card_reveals_the_round(bench):
    b = bench().stack("9D", "TD").start()
    assert not [told for told in b.play(1, 0) if isinstance(told.fact, moves.RoundReveal)]
    reveal = b.play(0, 1)[1]
    assert reveal.to is None
    assert msgspec.to_builtins(reveal.fact, str_keys=True) == {
        "type": "GAME_ROUND_REVEAL",
        "roundNumber": 1,
        "cards": {
            "0": msgspec.to_builtins(FACES[NUMBERS["TD"]]),
            "1": msgspec.to_builtins(FACES[NUMBERS["9D"]]),
        },
        "winnerId": 0,
        "points": {"0": 1, "1": 0},
        "totals": {"0": 1, "1": 0},
    }


def test_A16_the_next_round_starts_three_seconds_after_the_reveal(bench):
    b = bench().start()
    b.at = 1000
    b.play(0, 0)
    b.play(1, 1)
    pause = b.duel.timers()[0]
    assert (pause.due, pause.tick) == (4000, moves.NextRound())
    assert not b.wait(2999)
    (told,) = b.wait(1)
    assert isinstance(told.fact, moves.RoundStart)
    assert (told.fact.round_number, b.duel.round_at) == (2, 4000)


def test_A17_the_last_round_ends_the_game(bench):
    b = bench(max_rounds=1).stack("KH", "QH").start()
    told = b.round(0, 1)
    end = told[-1].fact
    assert isinstance(end, moves.GameEnd)
    assert told[-1].to is None
    assert (end.winner_id, end.reason, b.view.status) == (0, "COMPLETED", "COMPLETED")
    assert b.duel.outcome().places == (1, 2)
    assert b.duel.next() is None
    assert not b.duel.timers()


def test_A18_a_game_past_its_time_is_abandoned_and_all_are_told(bench):
    b = bench(max_rounds=26, round_timeout_ms=1_700_000).start()
    b.at = 1_600_000
    b.play(0, 0)
    b.play(1, 1)
    b.wait(3_000)
    assert not b.wait(1_799_999 - b.at)
    (told,) = b.wait(1)
    assert (told.fact, told.to) == (moves.GameAbandoned("GAME_TIMEOUT"), None)
    assert (b.view.status, b.duel.ended_at) == ("ABANDONED", 1_800_000)
    assert not b.duel.outcome().rated


def test_A21_states_in_their_order(bench):
    b = bench(max_rounds=2)
    seen = [(b.view.status, b.view.round_status)]
    b.start()
    for _ in range(2):
        seen.append((b.view.status, b.view.round_status))
        b.play(0, b.duel.deck.free[0])
        b.play(1, b.duel.deck.free[0])
        seen.append((b.view.status, b.view.round_status))
        b.wait(3000)
    assert seen == [
        ("WAITING_TO_START", None),
        ("IN_PROGRESS", "ROUND_IN_PROGRESS"),
        ("IN_PROGRESS", "ROUND_COMPLETE"),
        ("IN_PROGRESS", "ROUND_IN_PROGRESS"),
        ("COMPLETED", None),
    ]
    gone = bench()
    gone.wait(60_000)
    assert gone.view.status == "ABANDONED"


def test_A22_starting_twice_is_refused(bench):
    b = bench().start()
    assert b.refused(0, READY) == ("INVALID_GAME_STATE", "Game already started")


def test_A23_checks_in_order(bench):
    """Each attempt breaks one rule fewer than the one before, so the first broken one answers."""
    b = bench()
    wrong = moves.CardPlay(99, 9)
    assert b.refused(7, wrong) == ("INVALID_GAME_STATE", "Game is not in progress")
    b.start()
    b.play(0, 3)
    late = b.duel.due + 1
    assert b.refused(7, wrong, late) == ("INVALID_ROUND", "Invalid round number")
    wrong = moves.CardPlay(99, 1)
    assert b.refused(7, wrong, late) == ("ROUND_TIMEOUT", "The round's time is over")
    assert b.refused(7, wrong) == ("INVALID_PLAYER", "Player not in this game")
    assert b.refused(0, wrong) == ("ALREADY_MOVED", "Player already moved this round")
    for index in (-1, 52, 99):
        assert b.refused(1, moves.CardPlay(index, 1)) == ("INVALID_CARD", "Invalid card index")
    assert b.refused(1, moves.CardPlay(3, 1))[0] == "CARD_ALREADY_USED"
    b.play(1, 4)
    assert b.refused(1, moves.CardPlay(5, 1))[0] == "INVALID_GAME_STATE"


def test_A23_a_card_not_in_your_hand_is_not_found(bench):
    b = bench(mode="HAND").start()
    for card in range(52):
        if card not in b.duel.hands[0]:
            assert b.refused(0, moves.CardPlay(card, 1)) == ("CARD_NOT_FOUND", "Card not found")
    first = b.duel.hands[0][0]
    b.round(first, b.duel.hands[1][0])
    assert b.refused(0, moves.CardPlay(first, 2))[0] == "CARD_NOT_FOUND"


def test_A23_after_the_end_no_card_is_taken(bench):
    b = bench(max_rounds=1).start()
    b.round(0, 1)
    assert b.refused(0, moves.CardPlay(2, 1)) == ("INVALID_GAME_STATE", "Game is not in progress")
    for move in (READY, SURRENDER):
        assert b.refused(0, move)[0] == "GAME_OVER"


def test_A24_deals_share_nothing_that_changes(bench):
    one, other = bench(seed="same"), bench(seed="same")
    before = other.view
    one.start()
    one.round(0, 1)
    assert other.view == before


def test_A25_the_result_inside_GAME_END(bench):
    b = bench(max_rounds=2).stack("KS", "2H", "5C", "5D")
    b.at = 500
    b.start()
    b.at = 1500
    b.play(0, 0)
    b.at = 2500
    b.play(1, 1)
    b.wait(3000)
    b.at = 8500
    b.play(0, 2)
    b.play(1, 3)
    face = {name: msgspec.to_builtins(FACES[NUMBERS[name]]) for name in ("KS", "2H", "5C", "5D")}
    assert msgspec.to_builtins(b.heard(None, moves.GameEnd)[0]) == {
        "type": "GAME_END",
        "winnerId": 0,
        "reason": "COMPLETED",
        "scores": {0: 1, 1: 0},
        "seasonPoints": {0: 2, 1: 0},
        "duration": 8500,
        "stats": {"totalRounds": 2, "averageRoundTime": 2500, "totalGameTime": 8500},
        "rounds": (
            {
                "roundNumber": 1,
                "startedAt": 500,
                "completedAt": 2500,
                "cards": {0: face["KS"], 1: face["2H"]},
                "winnerId": 0,
                "scores": {0: 1, 1: 0},
            },
            {
                "roundNumber": 2,
                "startedAt": 5500,
                "completedAt": 8500,
                "cards": {0: face["5C"], 1: face["5D"]},
                "winnerId": "tie",
                "scores": {0: 0, 1: 0},
            },
        ),
    }
    assert msgspec.to_builtins(b.view.result)["stats"]["averageRoundTime"] == 2500


def test_A26_the_round_start_payload_in_QUICK(bench):
    b = bench().stack("KS", "2H").start()
    b.at = 700
    b.round(0, 1)
    first, second = b.heard(None, moves.RoundStart)
    assert first == moves.RoundStart(1, 30_000, {0: 0, 1: 0}, tuple(range(52)))
    assert second == moves.RoundStart(2, 33_700, {0: 1, 1: 0}, tuple(range(2, 52)))
    assert second.available_cards == b.view.available_cards
    assert second.due == b.view.due


def test_A26_the_round_start_payload_in_HAND(bench):
    b = bench(mode="HAND").start()
    assert b.heard(None, moves.RoundStart) == [moves.RoundStart(1, 30_000, {0: 0, 1: 0})]
    assert not b.heard(None, moves.HandCards)
    for seat in (0, 1):
        own = tuple(b.duel.hands[seat])
        assert b.heard(seat, moves.HandCards) == [moves.HandCards(1, own)]
        assert tuple(b.duel.view(seat).players[seat].hand) == own


def test_A44_the_spec_s_full_flow(bench):
    b = bench(mode="QUICK").start()
    assert b.view.status == "IN_PROGRESS"
    for number in (1, 2, 3):
        b.at += 1000
        b.play(0, number * 10, number)
        b.play(1, number * 10 + 5, number)
        assert b.duel.round_complete
        b.wait(3000)
    result = b.heard(0, moves.GameEnd)[0]
    assert b.view.status == "COMPLETED"
    assert result.duration > 0
    assert result.winner_id is not None
    assert sum(result.scores.values()) == sum(past.winner_id != "tie" for past in result.rounds)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_A45_two_plays_at_the_same_moment_both_count(bench, order):
    b = bench().start()
    for seat in order:
        b.play(seat, (10, 20)[seat], 1)
    assert b.duel.round_complete
    other = bench().start()
    other.play(0, 10)
    other.play(1, 20)
    assert b.view == other.view


def test_only_the_clock_plays_ticks(bench):
    b = bench()
    for tick in (rules.READY_EXPIRE, rules.ROUND_EXPIRE, rules.NEXT_ROUND, rules.GAME_EXPIRE):
        assert b.refused(0, tick)[0] == "NOT_YOURS"
        assert b.refused(NATURE, tick)[0] == "INVALID_GAME_STATE"
    b.start()
    for tick in (rules.READY_EXPIRE, rules.ROUND_EXPIRE, rules.NEXT_ROUND, rules.GAME_EXPIRE):
        assert b.refused(NATURE, tick)[0] == "INVALID_GAME_STATE"
    assert b.refused(NATURE, SURRENDER)[0] == "INVALID_PLAYER"


def test_A7_A8_A9_the_bench_prints_all_figures():
    figures = benchmark.bench()
    assert set(figures) == {
        *(
            f"{mode}_{what}"
            for mode in ("quick", "hand")
            for what in ("creation_us", "card_play_us")
        ),
        *("quick_deals_per_s", "hand_deals_per_s", "score_us"),
    }
    assert all(figure > 0 for figure in figures.values())

"""Part B of docs/rules/memory.md: how the spec's gaps are settled."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games import memory
from cutcard.games.memory.moves import (
    CardsCovered,
    ClockStopped,
    Expire,
    Flip,
    FlipBack,
    GameEnd,
    Options,
    Pause,
    Reset,
    Resume,
    Start,
)
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


def test_B1_a_third_flip_waits_for_the_server(sit):
    game = sit().start()
    game.flip(*game.miss())
    third = Flip(game.deal.board.ids[game.cells()[0]])
    game.wait(999)
    assert game.refuses(third) == "INPUT_LOCKED"
    assert (game.deal.to_act(), game.deal.legal(0)) == ((), ())
    game.wait(1)
    game.play(third)
    assert game.states().count("Flipped") == 1


def test_B2_nothing_starts_play_but_start(sit):
    game = sit()
    assert list(game.deal.legal(0)) == [Start()]
    assert game.refuses(Flip(game.deal.board.ids[0])) == "NOT_PLAYING"


def test_B2_auto_start_starts_with_the_first_flip(sit):
    game = sit(auto_start=True)
    assert len(game.deal.legal(0)) == 17
    game.wait(5000)
    game.flip(0)
    game.wait(1000)
    assert (game.view.status, game.seconds) == ("Playing", 1)
    assert game.view.cards[0].state == "Flipped"


def test_B2_auto_start_refuses_a_bad_first_flip_and_does_not_start(sit):
    assert sit(auto_start=True).refuses(Flip("no such card")) == "CARD_NOT_FOUND"


def test_B3_winning_stops_the_timer(sit):
    game = sit(grid_size=(2, 2)).start()
    game.wait(2000)
    game.solve()
    game.wait(60_000)
    assert (game.view.status, game.seconds) == ("Won", 2)
    assert not game.deal.timers()
    assert game.refuses(Pause()) == "GAME_OVER"


def test_B4_a_pending_flip_back_dies_with_the_reset(sit):
    game = sit().start()
    game.flip(*game.miss())
    (back,) = game.deal.timers()
    game.play(Reset())
    assert not game.deal.timers()
    game.at = back.due
    assert game.refuses(back.tick, NATURE) == "GAME_OVER"


def test_B4_a_stale_tick_never_meets_a_later_turn(sit):
    game = sit().start()
    game.flip(*game.miss())
    (old,) = game.deal.timers()
    game.wait(1000)
    game.flip(*game.miss())
    game.at += 1000
    assert old.tick != game.deal.timers()[0].tick
    with pytest.raises(memory.rules.Illegal) as refusal:
        game.deal.play(NATURE, old.tick, game.at)
    assert refusal.value.code == "NOT_DUE"
    assert game.states().count("Flipped") == 2


def test_B4_reset_while_won_is_a_new_match(sit):
    game = sit(grid_size=(2, 2)).start()
    game.solve()
    assert game.refuses(Reset()) == "GAME_OVER"
    assert game.deal.next() is None


def test_B5_a_new_deal_has_no_flipped_cards(sit):
    game = sit().start()
    game.flip(0)
    game.play(Reset())
    again = memory.deal(game.deal.options, 1, Rng.named("B5"), game.deal.next())
    assert again.up == []
    again.play(0, Start())
    again.play(0, Flip(again.board.ids[0]))
    assert (again.up, again.moves) == ([0], 0)


def test_B6_pause_turns_two_face_up_back_at_once(sit):
    game = sit().start()
    a, b = game.miss()
    game.flip(a, b)
    facts = game.play(Pause())
    assert facts == [CardsCovered((a, b)), ClockStopped(0)]
    assert set(game.states()) == {"Covered"}
    assert not game.deal.timers()
    game.play(Resume())
    game.flip(a)
    assert game.states().count("Flipped") == 1


def test_B6_all_faces_are_hidden_while_paused(sit):
    game = sit(open_cards=True).start()
    game.flip(*game.miss())
    game.wait(1000)
    solved, _ = game.pair()
    game.solve(1)
    single = game.cells()[0]
    game.flip(single)
    assert game.view.cards[solved].value is not None
    game.play(Pause())
    assert all(card.value is None for card in game.view.cards.values())
    assert game.view.open is None
    assert game.view.cards[single].state == "Flipped"
    game.play(Resume())
    assert game.view.cards[single].value == game.deal.values[single]
    assert game.view.cards[solved].value == game.deal.values[solved]


def test_B6_among_several_a_pause_takes_all(sit):
    game = sit(3).start()
    game.play(Pause(), 1)
    assert game.refuses(Pause(), 1) == "ALREADY_ASKED"
    game.play(Pause(), 0)
    assert (game.view.status, game.view.pause_asked) == ("Playing", (1, 0))
    game.play(Pause(), 2)
    assert game.view.status == "Paused"
    assert game.deal.to_act() == (1,)
    assert game.deal.asides(0)[0] == Resume()
    game.play(Resume(), 0)
    assert (game.view.status, game.view.pause_asked) == ("Playing", None)


@pytest.mark.parametrize("grid", [(0, 4), (-2, 2), (1, 2), (9, 2), (2, 9), (2.0, 2), (True, 2)])
def test_B7_bad_grids_are_refused(grid):
    with pytest.raises(ValueError, match="gridSize is 2 to 8 rows"):
        Options(grid_size=grid)


def test_B7_too_few_faces_are_refused():
    with pytest.raises(ValueError, match="need 8 faces, the theme has 7"):
        Options(faces=7)
    assert Options(faces=8).faces == 8


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (b'{"gridSize":[3,3]}', "do not form pairs"),
        (b'{"gridSize":[4]}', "length 2"),
        (b'{"matchDelayMs":0}', ">= 1"),
        (b'{"turnMs":-1}', ">= 0"),
        (b'{"mode":"war"}', "Invalid enum value"),
        (b'{"stallTurns":1}', "stallTurns is 0"),
        (b'{"autoStart":true,"previewMs":1000}', "exclude each other"),
    ],
)
def test_B7_bad_wishes_from_outside_are_refused_in_words(wish, words):
    with pytest.raises(msgspec.ValidationError, match=words):
        msgspec.json.decode(wish, type=Options)


@pytest.mark.parametrize(
    "wish",
    [
        {"turn_ms": -1},
        {"time_limit_ms": -5},
        {"move_limit": 1.0},
        {"preview_ms": 60_001},
        {"stall_turns": 1},
        {"match_size": 4},
        {"faces": 33},
        {"mode": "war"},
        {"match_size": 3},
    ],
)
def test_B7_bad_wishes_from_inside_are_refused(wish):
    with pytest.raises(ValueError, match=r"is|need|form"):
        Options(**wish)


@pytest.mark.parametrize("seats", [0, 5, -1])
def test_B7_one_to_four_seats(seats):
    with pytest.raises(ValueError, match="1 to 4"):
        memory.deal(Options(), seats, Rng.named("seats"))


def test_B8_the_refusal_says_why(sit):
    game = sit()
    ids = game.deal.board.ids
    assert game.refuses(Flip(ids[0])) == "NOT_PLAYING"
    game.start()
    assert game.refuses(Flip("00000000-0000-4000-8000-000000000000")) == "CARD_NOT_FOUND"
    a, b = game.miss()
    game.flip(a)
    assert game.refuses(Flip(ids[a])) == "ALREADY_FACE_UP"
    game.flip(b)
    assert game.refuses(Flip(ids[game.cells()[0]])) == "INPUT_LOCKED"


def test_B8_checks_in_the_specs_order(sit):
    game = sit()
    assert game.refuses(Flip("nothing")) == "NOT_PLAYING"
    game.start()
    game.flip(*game.miss())
    assert game.refuses(Flip("nothing")) == "CARD_NOT_FOUND"
    assert game.refuses(Flip(game.deal.board.ids[game.deal.up[0]])) == "ALREADY_FACE_UP"


def test_B8_strangers_and_ticks_are_refused(sit):
    game = sit().start()
    assert game.refuses(Flip(game.deal.board.ids[0]), 1) == "INVALID_PLAYER"
    assert game.refuses(Flip(game.deal.board.ids[0]), NATURE) == "INVALID_PLAYER"
    assert game.refuses(Resume()) == "NOT_PAUSED"
    assert game.refuses(FlipBack(1), 0) == "NOT_YOURS"
    assert game.refuses(Expire(1), NATURE) == "NOT_DUE"
    assert game.refuses(Options()) == "INVALID_REQUEST"


def test_B9_seconds_do_not_drift_over_pauses(sit):
    game = sit().start()
    for _ in range(10):  # ten times 0.7 s are 7 s, though no single run lasts a second
        game.wait(700)
        game.play(Pause())
        game.wait(12_345)
        game.play(Resume())
    assert game.seconds == 7


def test_B10_values_are_sent_only_for_face_up_cards(sit):
    game = sit(grid_size=(2, 3)).start()
    game.flip(*game.pair())
    game.flip(game.cells()[0])
    for card, value in zip(game.view.cards.values(), game.deal.values, strict=True):
        assert card.value == (None if card.state == "Covered" else value)
    sent = msgspec.json.encode(game.view)
    assert sent.count(b'"value"') == 3


def test_B10_ids_tell_nothing_of_values(sit):
    first, second = sit(name="one").deal, sit(name="one").deal.redeal(0, Rng.named("two"))
    assert first.board.ids == second.board.ids
    assert first.values != second.values


def test_B11_two_to_four_play_and_a_match_keeps_the_turn(sit):
    for seats in (2, 3, 4):
        game = sit(seats, grid_size=(4, 5)).start()
        turns = []
        for _ in range(seats):
            turns.append(game.deal.turn)
            game.flip(*game.pair())
            turns.append(game.deal.turn)
            game.flip(*game.miss())
            game.wait(1000)
        assert turns == [seat for seat in range(seats) for _ in "ab"]
        assert game.deal.turn == 0
        assert game.deal.pairs == [1] * seats


def test_B12_reset_ends_the_deal_unrated_and_next_deals_again(sit):
    game = sit().start()
    game.flip(0)
    facts = game.play(Reset())
    assert facts == [GameEnd("RESET", {0: 0}, 0, 0)]
    outcome = game.deal.outcome()
    assert (outcome.reason, outcome.rated, outcome.places) == ("RESET", False, (1,))
    assert game.deal.next() == memory.Carry(first=0, resets=1)


@pytest.mark.parametrize("status", ["NotStarted", "Playing", "Paused", "Preview"])
def test_B12_reset_from_any_status(sit, status):
    game = sit(preview_ms=500 if status == "Preview" else 0)
    if status != "NotStarted":
        game.start()
    if status == "Paused":
        game.play(Pause())
    assert game.view.status == status
    game.play(Reset())
    assert game.deal.next() is not None


def test_B12_among_several_a_reset_takes_all_within_a_turn(sit):
    game = sit(2).start()
    game.play(Reset(), 1)
    assert game.view.reset_asked == (1,)
    game.flip(*game.miss())
    game.wait(1000)
    assert game.view.reset_asked is None
    game.play(Reset(), 0)
    game.play(Reset(), 1)
    assert game.deal.outcome().rated is False


def test_B13_timer_seconds_is_a_function_of_the_view(sit):
    assert memory.timer_seconds(0, None, 99_999) == 0
    assert memory.timer_seconds(1999, None, 99_999) == 1
    assert memory.timer_seconds(500, 1000, 1499) == 0
    assert memory.timer_seconds(500, 1000, 1500) == 1
    assert memory.timer_seconds(500, 1000, 0) == 0
    game = sit().start()
    game.wait(3000)
    assert (game.view.elapsed_ms, game.view.running_since) == (0, 0)
    game.play(Pause())
    assert (game.view.elapsed_ms, game.view.running_since) == (3000, None)

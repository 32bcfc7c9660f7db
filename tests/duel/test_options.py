"""A30 to A39 and B6: what may be chosen, and the sentence that refuses the rest."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games import duel
from cutcard.games.duel import Options, ladder

WRONG = [
    ({"mode": "SLOW"}, "SLOW"),
    ({"maxRounds": 0}, "maxRounds is from 1 to 26 in QUICK, not 0"),
    ({"maxRounds": 27}, "maxRounds is from 1 to 26 in QUICK, not 27"),
    ({"mode": "HAND", "maxRounds": 25}, "maxRounds is from 1 to 24 in HAND, not 25"),
    ({"maxRounds": 2.5}, "Expected `int`"),
    ({"roundTimeoutMs": 0}, "roundTimeoutMs is from 1 to 86400000, not 0"),
    ({"gameTimeoutMs": 29_999}, "gameTimeoutMs is from 30000 to"),
    ({"readyTimeoutMs": -5}, "readyTimeoutMs is from 1 to"),
    ({"roundPauseMs": -1}, "roundPauseMs is from 0 to"),
    ({"minPlayersPerGame": 1}, "a Duel is for two"),
    ({"maxPlayersPerGame": 4}, "a Duel is for two"),
    ({"winRoundPoints": 1001}, "points for a round is from -1000 to 1000, not 1001"),
    ({"tieRoundPoints": 2}, "a tie pays no more than a win"),
    ({"loseRoundPoints": 1}, "a tie pays no more than a win and no less than a loss"),
    ({"winRoundPoints": 0}, "winRoundPoints must be more than loseRoundPoints"),
    ({"gameWinMultiplier": -0.5}, "gameWinMultiplier is from 0 to 100, not -0.5"),
    ({"gameWinMultiplier": float("nan")}, "gameWinMultiplier is from 0 to 100, not nan"),
    ({"allowTies": 1}, "Expected `bool`"),
    ({"bestOf": 2}, "bestOf is 1, 3, 5 or 7, not 2"),
]


@pytest.mark.parametrize(("chosen", "sentence"), WRONG, ids=lambda x: str(x)[:40])
def test_A30_to_A39_wrong_choices_are_refused_with_a_sentence(chosen, sentence):
    with pytest.raises(msgspec.ValidationError, match=sentence):
        msgspec.convert(chosen, Options)


def test_A30_to_A39_the_spec_s_own_values():
    assert msgspec.structs.asdict(Options()) == {
        "mode": "QUICK",
        "max_rounds": 3,
        "round_timeout_ms": 30_000,
        "game_timeout_ms": 1_800_000,
        "ready_timeout_ms": 60_000,
        "round_pause_ms": 3_000,
        "allow_rematch": True,
        "allow_surrender": True,
        "min_players_per_game": 2,
        "max_players_per_game": 2,
        "ace_high_value": False,
        "allow_ties": True,
        "win_round_points": 1,
        "tie_round_points": 0,
        "lose_round_points": 0,
        "game_win_multiplier": 1.5,
        "best_of": 1,  # ours: a series is the spec's game several times
    }


def test_options_round_trip_and_are_named_in_camel_case():
    for options, seats in duel.setups():
        assert seats in duel.seats
        raw = msgspec.json.encode(options)
        assert msgspec.json.decode(raw, type=Options) == options
    assert msgspec.to_builtins(Options(ace_high_value=True)) == {"aceHighValue": True}


def test_B6_a_mode_given_in_python_is_checked_too():
    with pytest.raises(ValueError, match="QUICK or HAND, not SLOW"):
        Options(mode="SLOW")  # type: ignore[arg-type]  # what is tested


@pytest.mark.parametrize(
    ("chosen", "rating"),
    [
        ({}, "QUICK"),
        ({"mode": "HAND"}, "HAND"),
        ({"mode": "HAND", "maxRounds": 5, "allowRematch": False}, "HAND"),
        ({"maxRounds": 5}, None),
        ({"aceHighValue": True}, None),
        ({"roundTimeoutMs": 5_000}, None),
        ({"bestOf": 3}, None),
    ],
)
def test_A3_quick_and_hand_have_ratings_of_their_own_by_standard_options(chosen, rating):
    assert ladder(msgspec.convert(chosen, Options), 2) == rating

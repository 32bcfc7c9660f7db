"""What `script/bench table` and `--against` stand on; how fast anything is, they say."""

from __future__ import annotations

import pytest
from bench.against import NoTree, commit_of, compared
from bench.recording import record, usual
from bench.table import play

from cutcard import game_names


@pytest.mark.parametrize("game", game_names())
def test_moves_that_were_recorded_are_played_again_as_they_were(monkeypatch, game):
    monkeypatch.setattr("bench.recording.WARM", 5)
    moves = record(game, most=30)
    assert moves.seats == usual(game)[1]
    assert 30 <= moves.count <= 40
    assert record(game, most=30) == moves
    for watched in (False, True):
        assert play(moves, slice(None), watched=watched) > 0


def test_a_move_that_is_refused_is_no_figure(monkeypatch):
    monkeypatch.setattr("bench.recording.WARM", 5)
    moves = record(game_names()[0], most=10)
    at, seat, tag, payload = moves.matches[1][-1]
    moves.matches[1].append((at + 1, seat, tag, payload))
    moves.matches[1].append((at + 2, seat, tag, payload))
    with pytest.raises(RuntimeError, match="refuses a move"):
        play(moves, slice(1, None), watched=False)


def test_a_ratio_says_how_many_times_better_this_tree_is():
    ours = [{"µs a move": 10.0, "moves/s": 30.0, "new": 1.0}, {"µs a move": 20.0, "moves/s": 10.0}]
    theirs = [{"µs a move": 20.0, "moves/s": 10.0}, {"µs a move": 20.0, "moves/s": 10.0}]
    found = compared(ours, theirs)
    assert found.keys() == {"µs a move", "moves/s"}
    assert found["µs a move"] == {"this": 15, "other": 20, "ratio": 1.5, "least": 1, "most": 2}
    assert found["moves/s"] == {"this": 20, "other": 10, "ratio": 2, "least": 1, "most": 3}


def test_a_revision_nobody_knows_is_refused_in_a_sentence():
    with pytest.raises(NoTree, match="no revision 'nobody-made-this'"):
        commit_of("nobody-made-this")

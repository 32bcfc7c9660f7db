"""`cutcard soak`: a small run against a real server, and when memory counts as grown."""

from __future__ import annotations

import json

import pytest

from cutcard import game_names
from cutcard.cli.soak import Sample, judged


def test_tables_of_every_game_are_made_and_ended_and_memory_is_told(run):
    result = run("soak", "--minutes", "0.12", "--tables", "5", "--bound", "300", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.output.splitlines()[-1])
    assert set(told["tables"]) == set(game_names())
    assert told["failed"] == 0
    assert len(told["samples"]) > 3
    assert all(one["megabytes"] > 20 for one in told["samples"])
    assert sum(one["cpu"] for one in told["samples"]) > 0


def test_growth_after_the_warm_up_is_what_counts():
    def samples(memory):
        return [Sample(float(n), memory(n), 1.0, n) for n in range(100)]

    warmed = samples(lambda n: 50.0 + min(n, 30))  # it grows while it warms up, then no more
    assert judged(warmed, 5, {"duel": 9}, 0).ok
    leaking = samples(lambda n: 100.0 + n / 8)
    found = judged(leaking, 5, {"duel": 9}, 0)
    assert (found.ok, found.grown) == (False, pytest.approx(5.7, abs=1.5))
    assert not judged(warmed, 5, {}, 0).ok  # nothing was played
    assert not judged(warmed, 5, {"duel": 9}, 5).ok  # or most of it went wrong

"""Whole games of every game over the wire: see the package's own words."""

from __future__ import annotations

import asyncio

import pytest

from cutcard import game, game_names

from .night import Plan
from .pair import Pair

KINDS = [("json", "tcp", "packed"), ("packed", "json", "tcp"), ("tcp", "packed", "json")]


def plan(name: str, scene: int, steps: int) -> Plan:
    """Another kind of table, way to connect and viewer with every scene."""
    rules = game(name)
    setups = rules.setups()
    options, seats = setups[scene % len(setups)]
    viewers = [0, None, seats - 1]
    return Plan(
        name,
        options,
        seats,
        KINDS[scene % 3],
        viewer=viewers[scene % 3],
        delay=3 if scene % 3 == 1 else 0,
        steps=steps,
        salt=str(scene),
    )


def check(plan: Plan, folder, monkeypatch, stride: int) -> None:
    pair = Pair(plan, folder, monkeypatch)
    truth = asyncio.run(asyncio.wait_for(pair.run(), 600))
    truth.shadow([*range(plan.seats), None], stride)
    assert truth.counts["updates"] > 8
    assert truth.counts["states"] > 3
    assert truth.counts["worlds"] > 8
    assert pair.compared > 2, "the two nights had nothing in common"


@pytest.mark.parametrize("scene", [0, 1])
@pytest.mark.parametrize("name", game_names())
def test_no_byte_tells_what_its_reader_may_not_know(tmp_path, monkeypatch, name, scene):
    check(plan(name, scene, 50), tmp_path, monkeypatch, stride=0)


@pytest.mark.slow
@pytest.mark.parametrize("scene", range(18))
@pytest.mark.parametrize("name", game_names())
def test_the_same_over_longer_nights_of_every_kind(tmp_path, monkeypatch, name, scene):
    check(plan(name, scene, 600), tmp_path, monkeypatch, stride=1)

"""Some inputs for every reader of strangers' bytes; `script/fuzz` gives them a million."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from . import inputs
from .inputs import Unrefused, fuzz, made
from .targets import TARGETS, Target


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_read_or_refused(name):
    assert fuzz(name, 300, first=1) == 300


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_hypothesis_thinks_of_is_read_or_refused(name):
    target = TARGETS[name]
    seeds = target.seeds()

    @settings(
        max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.randoms(use_true_random=False))
    def attempt(rng):
        target.try_(made(rng, seeds))

    attempt()


@pytest.mark.parametrize("name", TARGETS)
def test_its_seeds_are_many_and_are_read(name):
    seeds = TARGETS[name].seeds()
    assert len(seeds) > 1
    for body in seeds:
        TARGETS[name].try_(body)


def test_a_reader_that_raises_something_else_is_found_with_a_small_input(monkeypatch):
    def reads(body: bytes) -> None:
        if b"[[" in body:
            raise KeyError("planted")

    monkeypatch.setitem(TARGETS, "planted", Target(lambda: [b"a[1]" * 9, b"[2]"], reads))
    with pytest.raises(Unrefused) as found:
        fuzz("planted", 3000)
    assert found.value.body == b"[["


def test_a_reader_that_takes_too_long_is_found(monkeypatch):
    def reads(body: bytes) -> None:
        while body.startswith(b"a"):
            pass

    monkeypatch.setattr(inputs, "SLOWEST", 0.05)
    monkeypatch.setattr(inputs, "TRIES", 5)
    monkeypatch.setitem(TARGETS, "planted", Target(lambda: [b"ab", b"ba"], reads))
    with pytest.raises(Unrefused) as found:
        fuzz("planted", 100)
    assert isinstance(found.value.__cause__, TimeoutError)

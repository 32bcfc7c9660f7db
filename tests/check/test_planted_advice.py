"""Advice that knows more than its seat, changes something or cannot be sent is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cutcard.check import check
from cutcard.kernel.game import Record

Plant = Callable[..., Any]
Caught = Callable[..., None]


class Advice(Record, frozen=True):
    throw: int


class Loose(Record, frozen=True):
    throws: tuple[int | None, ...]


def lowest(self: Any, seat: int) -> Advice | None:
    """What anybody who sees the hand would say."""
    return Advice(min(self.hands[seat])) if self.hands[seat] else None


def test_advice_from_ones_own_hand_passes(plant: Plant) -> None:
    report = check(plant(advice=lowest), cases=64)
    assert report.ok, [str(fault) for fault in report.faults]
    assert report.found.tried["advice asked for"] > 100


def test_advice_that_looks_into_anothers_hand(plant: Plant, caught: Caught) -> None:
    def advice(self: Any, seat: int) -> Advice | None:
        return lowest(self, (seat + 1) % self.n)

    caught(plant(advice=advice), "leak", "advice(", "cannot see")


def test_advice_that_knows_what_will_be_drawn(plant: Plant, caught: Caught) -> None:
    def advice(self: Any, seat: int) -> Advice | None:
        return Advice(self.deck[-1] % 2) if self.deck else None

    caught(plant(advice=advice), "leak", "advice(")


def test_advice_that_draws(plant: Plant, caught: Caught) -> None:
    def advice(self: Any, seat: int) -> Advice:
        self.rng.below(6)
        return Advice(1)

    caught(plant(advice=advice), "advice", "stream")


def test_advice_that_is_another_when_asked_again(plant: Plant, caught: Caught) -> None:
    def advice(self: Any, seat: int) -> Advice:
        self.spare = getattr(self, "spare", 0) + 1
        return Advice(self.spare)

    caught(plant(advice=advice), "advice|leak|copy", "advice(")


def test_advice_that_holds_nothing_in_a_place(plant: Plant, caught: Caught) -> None:
    caught(plant(advice=lambda self, seat: Loose((None,))), "shape", "advice", "Loose")


@pytest.mark.parametrize("name", ["advise", "advices"])
def test_advice_that_is_misspelt(plant: Plant, caught: Caught, name: str) -> None:
    caught(plant(**{name: lowest}), "names", name, "did you mean `advice`")

"""Faults in chance, refusals, timers and ticks are found."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from cutcard.kernel.game import NATURE, Illegal, Told

Plant = Callable[..., Any]
Caught = Callable[..., None]


# chance and time


def test_global_random(plant: Plant, caught: Caught, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, told)
        self.die = random.randint(1, 6)

    caught(plant(begin=begin), "chance", "random.randint")


def test_global_random_bound_before_the_watch(plant: Plant, caught: Caught, c: Any) -> None:
    roll = random.random

    def begin(self: Any, at: int, told: Any) -> None:
        roll()
        c.begin(self, at, told)

    caught(plant(begin=begin), "chance", "random module")


def test_a_clock(plant: Plant, caught: Caught, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, int(time.monotonic()), told)

    caught(plant(begin=begin), "chance", "time.monotonic")


def test_something_remembered_between_deals(plant: Plant, caught: Caught, c: Any) -> None:
    dealt: list[int] = []

    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, told)
        dealt.append(1)
        self.die = len(dealt) % 7

    caught(plant(begin=begin), "replay")


# refusals


def test_a_refusal_that_changes_the_state(plant: Plant, caught: Caught, c: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        turn = self.turn
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            if self.phase != "over":
                self.turn = (turn + 1) % self.n
            raise

    caught(plant(play=play), "refusal", "changed the state")


def test_a_refusal_that_changes_what_nobody_sees_yet(plant: Plant, caught: Caught, c: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            self.deck.reverse()
            raise

    caught(plant(play=play), "refusal")


def test_a_refusal_that_tells(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            if told is not None:
                told.append(Told(m.Tally(0)))
            raise

    caught(plant(play=play), "refusal", "told")


def test_a_refusal_that_draws_from_the_stream(plant: Plant, caught: Caught, c: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            self.rng.below(6)
            raise

    caught(plant(play=play), "refusal", "stream")


# timers and ticks


def test_a_timer_that_is_refused(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat == NATURE and isinstance(move, m.NextRound):
            raise Illegal("TOO_LATE", "The pause is over.")
        c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "timer", "refused")


def test_a_timer_that_changes_nothing(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat != NATURE or not isinstance(move, m.Expire):
            c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "timer")


def test_a_timer_that_winds_itself_up_for_ever(
    plant: Plant, caught: Caught, c: Any, m: Any
) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat == NATURE and isinstance(move, m.NextRound):
            self.since = at
            return
        c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "timer|endless")


def test_a_tick_that_a_seat_may_play(plant: Plant, caught: Caught, c: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        c.tick(self, NATURE, move, at, told)

    caught(plant(tick=tick), "tick", "NOT_YOURS")


def test_a_tick_refused_under_another_name(plant: Plant, caught: Caught, c: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat != NATURE:
            raise Illegal("NO", "No.")
        c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "tick", "NOT_YOURS")


def test_a_tick_that_a_client_may_send(plant: Plant, caught: Caught, m: Any) -> None:
    game = plant({"Move": m.Move | m.Expire})
    caught(game, "tick", "Keep ticks out of Move")

"""A redeal that keeps a secret, the future or the stream is found; so is a copy that shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Plant = Callable[..., Any]
Caught = Callable[..., None]


def test_a_redeal_that_is_a_copy(plant: Plant, caught: Caught) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = self.copy()
        world.rng = rng.fork()
        return world

    caught(plant(redeal=redeal), "lazy", "hand")


def test_a_redeal_that_keeps_pending_votes(plant: Plant, caught: Caught, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.votes = self.votes[:]
        return world

    caught(plant(redeal=redeal), "lazy", "vote")


def test_a_redeal_that_keeps_what_is_to_come(plant: Plant, caught: Caught, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        """Other hands change places, the deck stays."""
        world = self.copy()
        world.rng = rng.fork()
        others = [s for s in range(self.n) if s != seat]
        if self.n == 2:
            return c.redeal(self, seat, rng)
        pool = [card for s in others for card in self.hands[s]]
        rng.shuffle(pool)
        for s in others:
            world.hands[s] = [pool.pop() for _ in self.hands[s]]
            if self.phase == "vote" and self.votes[s] >= 0:
                world.votes[s] = rng.below(2)
        return world

    caught(plant(redeal=redeal), "lazy", "still to come")


def test_a_redeal_that_is_lazy_for_spectators_only(plant: Plant, caught: Caught, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        if seat is None:
            world.hands, world.deck = [hand[:] for hand in self.hands], self.deck[:]
        return world

    caught(plant(redeal=redeal), "lazy", "spectator")


def test_a_redeal_that_keeps_the_stream(plant: Plant, caught: Caught, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.rng = self.rng.copy()
        return world

    caught(plant(redeal=redeal), "stream", "rng.fork()")


def test_a_redeal_that_reads_the_stream_it_was_given_later(
    plant: Plant, caught: Caught, c: Any
) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.rng = rng
        return world

    caught(plant(redeal=redeal), "stream")


def test_a_redeal_that_shares_a_list(plant: Plant, caught: Caught, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.thrown = self.thrown
        return world

    caught(plant(redeal=redeal), "redeal|leak")


# copies


@pytest.mark.parametrize("name", ["deck", "votes", "points", "thrown", "hands"])
def test_a_copy_that_shares_a_list(plant: Plant, caught: Caught, c: Any, name: str) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        setattr(twin, name, getattr(self, name))
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_that_shares_a_list_inside_a_list(plant: Plant, caught: Caught, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.hands = self.hands[:]
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_that_shares_the_stream(plant: Plant, caught: Caught, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.rng = self.rng
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_with_a_future_of_its_own(plant: Plant, caught: Caught, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.rng = self.rng.copy().fork()
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_that_forgets_something(plant: Plant, caught: Caught, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.deck = sorted(twin.deck)
        return twin

    caught(plant(copy=copy), "copy")

"""A redealt world that knows what comes next, or has other cards, is found; so is a copy that
forgets an attribute, though nothing of it shows in any view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cutcard.check import check
from cutcard.kernel.game import Told

Plant = Callable[..., Any]
Caught = Callable[..., None]


def test_a_redeal_that_keeps_the_order_of_the_stock_early_on(
    plant: Plant, caught: Caught, c: Any
) -> None:
    """In the second round worlds part as they should, and did so for all of it before."""

    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        if self.round == 1:
            held = [card for s in range(self.n) if s != seat for card in self.hands[s]]
            rng.shuffle(held)
            for s in range(self.n):
                if s != seat:
                    world.hands[s] = [held.pop() for _ in self.hands[s]]
            world.deck = self.deck[:]
        return world

    caught(plant(redeal=redeal), "lazy", "hand", "still to come")


def test_a_redeal_that_keeps_the_next_card_only(plant: Plant, caught: Caught, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        if self.deck and self.turn == seat:  # only who draws next knows what
            top = self.deck[-1]
            for pile in (world.deck, *(world.hands[s] for s in range(self.n) if s != seat)):
                if top in pile:
                    pile[pile.index(top)], world.deck[-1] = world.deck[-1], top
        return world

    caught(plant(redeal=redeal), "lazy", "hand", "still to come")


def test_a_redeal_that_mostly_keeps_the_order_of_the_stock(
    plant: Plant, caught: Caught, c: Any, m: Any
) -> None:
    """Cards change places between hand and stock, but what truly lies in the stock comes off it
    as it truly will: the next card is another one only where it is in a hand."""

    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        true = {card: place for place, card in enumerate(self.deck)}
        world.deck.sort(key=lambda card: true.get(card, -1))
        return world

    setups = [(m.Options(rounds=2, cards=1), 2)]
    caught(plant({"setups": lambda: setups}, redeal=redeal), "lazy", "leans to what is still")


def test_a_redeal_that_keeps_numbers_drawn_ahead(
    plant: Plant, caught: Caught, c: Any, m: Any
) -> None:
    """The dice of all rounds are rolled when the deal begins."""

    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.spare = self.spare[:]
        return twin

    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, None)
        self.die = self.spare.pop()
        if told is not None:
            told.append(Told(m.Round(self.round, self.die)))

    game = plant(copy=copy, begin=begin)
    deal = game.deal

    def rolled(*args: Any) -> Any:
        state = deal(*args)
        state.spare = [1 + state.rng.below(6) for _ in range(2)]
        return state

    game.deal = rolled
    caught(game, "lazy", "`die`", "still to come")


def test_the_last_card_is_forced_and_asked_of_nobody(plant: Plant, c: Any, m: Any) -> None:
    """Nobody holds cards, and two lie in the stock: the second to come is known to who saw the
    first, and a redeal that keeps it is right."""
    game = plant({"setups": lambda: [(m.Options(rounds=2, cards=0), 2)]})
    deal = game.deal

    def two_cards(*args: Any) -> Any:
        state = deal(*args)
        del state.deck[2:]
        return state

    game.deal = two_cards
    report = check(game, cases=64)
    assert not [str(f) for f in report.faults if "to come" in f.message]
    assert report.found.tried["deals beside a deal"] > 20


# cards


def test_a_world_that_loses_a_card(plant: Plant, caught: Caught, c: Any) -> None:
    def all_cards(self: Any) -> Any:
        return [*self.deck, *self.thrown, *(card for hand in self.hands for card in hand)]

    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        if len(world.deck) > 1:
            world.deck[0] = world.deck[1]
        return world

    caught(plant(redeal=redeal, all_cards=all_cards), "redeal", "loses the cards")
    report = check(plant(all_cards=all_cards), cases=48)
    assert report.ok, [str(fault) for fault in report.faults]


# copies


@pytest.mark.parametrize("name", ["reason", "since", "tally", "left"])
def test_a_copy_that_forgets_an_attribute(plant: Plant, caught: Caught, c: Any, name: str) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        setattr(twin, name, getattr(c(self.opt, self.n, self.rng, self.first), name))
        return twin

    caught(plant(copy=copy), "copy", f"`{name}`")


def _counting(c: Any) -> dict[str, Any]:
    """Council that counts its turns, which nobody is shown."""

    def take_turn(self: Any, *args: Any) -> None:
        c.take_turn(self, *args)
        self.spare = [*self.spare, 1] if hasattr(self, "spare") else [1]

    return {"take_turn": take_turn}


def test_a_copy_that_forgets_what_nobody_is_shown(plant: Plant, caught: Caught, c: Any) -> None:
    caught(plant(**_counting(c)), "copy", "`spare`", "missing", "remade")


def test_a_copy_that_leaves_out_what_is_made_again(plant: Plant, c: Any) -> None:
    report = check(plant(**_counting(c), remade=("spare",)), cases=48)
    assert report.ok, [str(fault) for fault in report.faults]

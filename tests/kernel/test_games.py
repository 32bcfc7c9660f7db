"""Finding a folder is registering it; names that are none get a hint."""

from __future__ import annotations

import pytest

import cutcard


def test_the_shipped_games_are_found_in_order() -> None:
    names = cutcard.game_names()
    assert names == sorted(names)
    assert {"duel", "memory"} <= set(names)


@pytest.mark.parametrize("name", cutcard.game_names())
def test_a_game_has_the_names_of_the_contract(name: str) -> None:
    game = cutcard.game(name)
    assert game.name == name
    assert game.version >= 1
    assert len(game.seats) >= 1
    assert isinstance(game.shows_seed, bool)
    options, seats = game.setups()[0]
    assert seats in game.seats
    state = game.deal(options, seats, cutcard.Rng.named("contract"))
    assert state.outcome() is None
    assert state.to_act() or state.timers()


def test_unknown_game_says_what_there_is() -> None:
    with pytest.raises(cutcard.UnknownGame, match="did you mean duel"):
        cutcard.game("dual")
    with pytest.raises(cutcard.UnknownGame, match=r"there are: .*duel"):
        cutcard.game("xyzzy")

"""What was shown once stays known: a redealt world keeps every card that was ever seen."""

from __future__ import annotations

from collections import Counter

import pytest

from cutcard.games.memory.moves import Flip, Pause, Resume
from cutcard.kernel.rng import Rng

WORLDS = 40


def worlds(game, seat: int | None = 0):
    return [game.deal.redeal(seat, Rng.named(f"world {i}")) for i in range(WORLDS)]


def varied(game, seat: int | None = 0) -> set[int]:
    """The cells whose value some world changes."""
    values = game.deal.values
    return {c for w in worlds(game, seat) for c, v in enumerate(w.values) if v != values[c]}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_before_a_flip_everything_varies(sit, seat):
    assert varied(sit(2), seat) == set(range(16))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_seen_cards_are_not_redrawn_although_covered_again(sit, seat):
    game = sit(2).start()
    a, b = game.miss()
    game.flip(a, b)
    game.wait(1000)
    assert game.view.cards[a].value is None
    assert varied(game, seat) == set(range(16)) - {a, b}


def test_a_card_covered_by_an_expired_turn_stays_known(sit):
    game = sit(2, turn_ms=1000).start()
    game.flip(5)
    game.wait(1000)
    assert game.deal.turn == 1
    assert varied(game) == set(range(16)) - {5}


def test_a_pause_hides_faces_but_forgets_nothing(sit):
    game = sit(grid_size=(4, 4)).start()
    a, b = game.miss()
    game.flip(a, b)
    game.play(Pause())
    assert varied(game) == set(range(16)) - {a, b}
    for world in worlds(game):
        world.play(0, Resume(), game.at)
        world.play(0, Flip(world.board.ids[a]), game.at)
        assert world.view(0).cards[a].value == game.deal.values[a]


def test_a_preview_makes_everything_known(sit):
    game = sit(preview_ms=1000).start()
    assert varied(game) == set()
    game.wait(1000)
    assert game.view.open is None
    assert varied(game) == set()


def test_a_redealt_world_has_the_same_cards_ids_and_past(sit):
    game = sit(2).start()
    game.flip(*game.pair())
    game.flip(*game.miss())
    for world in worlds(game):
        assert Counter(world.values) == Counter(game.deal.values)
        assert world.view(0) == game.deal.view(0)
        assert world.board.ids == game.deal.board.ids
        assert world.legal(0) == game.deal.legal(0)


def test_the_mate_of_a_seen_card_may_lie_anywhere_unseen(sit):
    game = sit(grid_size=(2, 3)).start()
    game.flip(0)
    value = game.deal.values[0]
    places = Counter(
        next(c for c, v in enumerate(w.values) if v == value and c) for w in worlds(game)
    )
    assert set(places) == {1, 2, 3, 4, 5}


def test_a_redealt_world_draws_its_own_future(sit):
    deal = sit().deal
    futures = {deal.redeal(0, Rng.named(f"w{i}")).rng.take(8) for i in range(5)}
    assert len(futures | {deal.rng.copy().take(8)}) == 6


def test_a_copy_draws_the_same_future_and_shares_nothing(sit):
    game = sit(2).start()
    twin = game.deal.copy()
    assert twin.rng.copy().take(8) == game.deal.rng.copy().take(8)
    before = game.digest
    for cell in game.miss():
        twin.play(0, Flip(twin.board.ids[cell]), 0)
    twin.play(1, Pause(), 0)
    assert game.digest == before
    for slot in type(twin).__slots__:
        mine, its = getattr(game.deal, slot), getattr(twin, slot)
        assert not isinstance(mine, list) or mine is not its, slot

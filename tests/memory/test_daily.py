"""The board of the day, as far as the rules know of it; the rest is the table's affair."""

from __future__ import annotations

import pytest

from cutcard.games.memory.moves import Options, Reset, Surrender, ladder
from cutcard.kernel.optional import of_the_day


def test_nothing_else_is_chosen_with_it():
    assert of_the_day(Options(daily=True))
    assert not of_the_day(Options())
    for odd in ({"grid_size": (2, 2)}, {"auto_start": True}, {"open_cards": True}, {"faces": 9}):
        with pytest.raises(ValueError, match="choose nothing beside daily"):
            Options(daily=True, **odd)
    assert ladder(Options(daily=True), 2) is None


def test_it_is_not_dealt_again_before_its_end(sit):
    game = sit(daily=True).start()
    assert Reset() not in game.deal.asides(0)
    assert game.refuses(Reset()) == "DAILY"
    game.play(Surrender())
    assert game.deal.outcome().marks == ()

"""F23–F49 in all five games: deals played to their end by clients that give shares, and judged by
both judges from what each seat was told."""

from __future__ import annotations

import pytest

from .sim import Sim

TABLES = {
    "duel": ({"maxRounds": 3}, 2),
    "memory": ({"gridSize": [2, 3]}, 2),
    "guandan": ({"match": "deals", "deals": 2, "pauseSeconds": 0}, 4),
    "battle": ({"decks": ["beasts", "mystics"], "turnLimit": 12}, 2),
    "poker": ({"startStack": 60, "smallBlind": 2, "bigBlind": 4}, 3),
    "short": ({"variant": "NS", "startStack": 60, "smallBlind": 2, "bigBlind": 4}, 3),
    "draw": ({"variant": "N2L1D", "startStack": 60, "smallBlind": 2, "bigBlind": 4}, 3),
    "stud": ({"variant": "F7S", "startStack": 60, "smallBlind": 2, "bigBlind": 4}, 4),
}
SEALED = ("poker", "short", "draw", "stud")


def table(name, manners=None, seed=0, bots=()):
    options, seats = TABLES[name]
    game = "poker" if name in SEALED else name
    manners = manners or ["honest"] * (seats - len(bots))
    return Sim(game, options, seats, manners, bots, seed)


@pytest.mark.parametrize("name", TABLES)
def test_f37_f42_f75_f76_every_seat_proves_its_deals(name):
    sim = table(name)
    sim.play(2)
    for number in sim.ended():
        for one in sim.people:
            assert not one.shuffler.wrong
            assert sim.verdict(number, one) == ("PROVED", "OWN")
        assert sim.verdict(number)[0] in ("PROVED", "UNCHECKED")  # an onlooker may see no card

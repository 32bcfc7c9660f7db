"""A scenario for every card of the starter set: what its text says, it does. Here are equipment and
fields; units and techniques have files of their own."""

from __future__ import annotations

import sys

from cutcard.games.battle import moves
from cutcard.games.battle.sets import starter

from . import test_more_cards, test_techniques, test_units


def test_every_card_has_a_scenario():
    files = (sys.modules[__name__], test_units, test_techniques, test_more_cards)
    here = {name for file in files for name in dir(file)}
    missing = [d.id for d in starter().defs if f"test_{d.id}" not in here]
    assert not missing


def test_tempered_glaive(table):
    t = table({"hand": ["tempered_glaive"], "field": ["lantern_squire"]})
    t.play("tempered_glaive", "lantern_squire").expect(atk={"lantern_squire": 3})
    assert t.has("lantern_squire", "PIERCING")


def test_bulwark_plate(table):
    t = table({"hand": ["bulwark_plate"], "field": ["lantern_squire"]})
    t.play("bulwark_plate", "lantern_squire").expect(df={"lantern_squire": 2})


def test_siphon_ring(table):
    t = table({"hand": ["siphon_ring"], "field": ["lantern_squire"], "hp": 10})
    t.play("siphon_ring", "lantern_squire").expect(left={"lantern_squire": 4})
    t.attack(lantern_squire="p2").expect(hp=(11, 19))


def test_wellspring_shrine(table):
    t = table(p2={"field": ["wellspring_shrine"], "ce": 3}).end_turn()
    t.expect(ce=(10, 5))  # 3, one more a turn, and one of the shrine
    t = table({"hand": ["wellspring_shrine"], "field": ["wellspring_shrine"]})
    again = moves.PlayCard(t.held("wellspring_shrine", 0))
    assert t.refused(again)[0] == "RESTRICTION_VIOLATED"


def test_ashen_ground(table):
    t = table({"field": ["ashen_ground"], "hand": ["lantern_squire"]}).play("lantern_squire")
    t.expect(left={"lantern_squire": 2})


def test_oath_stones(table):
    t = table({"field": ["oath_stones"], "hand": ["second_wind"] * 3, "hp": 5})
    for _ in range(3):
        t.play("second_wind", "p1")
    assert t.unit("oath_stones").counters == {"OATH": 3}
    t.activate("oath_stones", number=1).expect(field="token_oathbound")
    assert t.unit("oath_stones").counters == {}


def test_war_horn(table):
    t = table({"field": ["lantern_squire+war_horn"]}).attack(lantern_squire="p2")
    t.expect(hp=(20, 17))  # 1 of the horn, 2 of the squire

"""Issue 13, point 17: what cards can say besides. Here what a card is and has: turned into
another, its stats set, counted and shone on."""

from __future__ import annotations

import pytest

from cutcard.games.battle.inspection import problems
from cutcard.games.battle.words import card_text

from .small import aim, gear, scene, spell, unit, whole

DRAW = {"do": "DRAW", "target": "CONTROLLER", "amount": 1}
COUNT = {"all": "UNIT", "side": "FRIENDLY"}


def test_transform_makes_another_card_of_it_until_it_leaves():
    """What had become of it is gone, its equipment stays; out of play it is what it was."""
    hex_ = spell("hex", {"do": "TRANSFORM", "target": "$t", "card": "toad"}, targets=[aim()])
    lord = {"to": {"all": "UNIT", "side": "ANY", "other": True}, "stat": "ATK", "amount": 1}
    king = unit("king", 5, 5, keywords=["GUARD"], abilities=[{"type": "PASSIVE", "aura": lord}])
    back = spell("back", {"do": "MOVE", "target": "$t", "to": "HAND"}, targets=[aim()])
    bolt = spell("bolt", {"do": "DAMAGE", "target": "$t", "amount": 2}, targets=[aim()])
    t = scene(
        [hex_, king, back, bolt, unit("toad", 1, 2, token=True), gear("band", atk=3)],
        {"hand": ["hex", "back", "bolt"], "field": ["plain_0"]},
        {"field": ["king+band"]},
    )
    t.expect(atk={"plain_0": 2})
    t.play("bolt", "king").play("hex", "king")
    t.expect(atk={"toad": 4, "plain_0": 1}, left={"toad": 2}, gone="king")
    assert not t.has("toad", "GUARD")
    (fact,) = t.facts("CARD_TRANSFORMED")
    assert (fact.card_id, fact.into) == ("king", "toad")
    t.play("back", "toad").expect(hand2="king", gone="toad")


def test_set_stat_and_what_comes_after_adds_to_it():
    one = {
        "do": "SET_STAT",
        "target": "$t",
        "stat": "ATK",
        "amount": 6,
        "duration": "UNTIL_END_OF_TURN",
    }
    more = {
        "do": "MODIFY_STAT",
        "target": "$t",
        "stat": "ATK",
        "amount": 1,
        "duration": "PERMANENT",
    }
    t = scene(
        [spell("set", one, targets=[aim()]), spell("more", more, targets=[aim()])],
        {"hand": ["more", "set", "more"], "field": ["plain_0"]},
    )
    t.play("more", "plain_0").play("set", "plain_0").play("more", "plain_0")
    t.expect(atk={"plain_0": 7})
    assert [one.modifier for one in t.game.view(0).players[0].field[t.id("plain_0")].modifiers] == [
        "STAT_BOOST",
        "STAT_SET",
        "STAT_BOOST",
    ]
    t.end_turn().expect(atk={"plain_0": 3})
    low = {"do": "SET_STAT", "target": "$t", "stat": "HP", "amount": 0, "duration": "PERMANENT"}
    t = scene([spell("low", low, targets=[aim()])], {"hand": ["low"]}, {"field": ["plain_1"]})
    t.play("low", "plain_1").expect(gone="plain_1")


def test_enter_tapped():
    t = scene([unit("late", 3, 3, enters_tapped=True)], {"hand": ["late"]})
    t.play("late").expect(tapped="late")
    summon = spell("call", {"do": "SUMMON", "card": "plain_3", "amount": 2, "tapped": True})
    t = scene([summon], {"hand": ["call"]}).play("call").expect(tapped=["plain_3", "plain_3#2"])


def test_stats_from_counters():
    add = {"do": "ADD_COUNTER", "target": "$t", "counter": "GROWTH", "amount": 2}
    take = {"do": "REMOVE_COUNTER", "target": "$t", "counter": "GROWTH", "amount": 2}
    hurt = {"do": "DAMAGE", "target": "$t", "amount": 2}
    tree = unit("tree", 1, 2, per_counter={"GROWTH": {"atk": 1, "hp": 1}})
    cards = [
        tree,
        spell("water", add, targets=[aim()]),
        spell("frost", take, targets=[aim()]),
        spell("bolt", hurt, targets=[aim()]),
    ]
    t = scene(cards, {"hand": ["water", "bolt", "frost"], "field": ["tree"]})
    t.play("water", "tree").expect(atk={"tree": 3}, left={"tree": 4})
    t.play("bolt", "tree").expect(left={"tree": 2})
    t.play("frost", "tree").expect(atk={"tree": 1}, left={"tree": 1})  # it never dies of that
    assert card_text(tree, {}) == "It has +1 ATK and +1 HP for each Growth counter on it."
    assert any(
        "only a UNIT" in one
        for one in problems(whole(spell("s", DRAW, per_counter={"A": {"atk": 1}})))
    )


def test_an_amount_of_counters():
    hit = {
        "do": "DAMAGE",
        "target": "OPPONENT",
        "amount": {"counters": "RAGE", "of": "SELF", "times": 2},
    }
    use = {
        "type": "ACTIVATED",
        "cost": 0,
        "effects": [{"do": "ADD_COUNTER", "target": "SELF", "counter": "RAGE", "amount": 2}, hit],
    }
    t = scene([unit("bear", abilities=[use])], {"field": ["bear"]})
    t.activate("bear").expect(hp=(20, 16))


@pytest.mark.parametrize(
    ("counts", "change", "before", "after"),
    [
        ({"count": COUNT}, "summon", 3, 4),
        ({"count": {**COUNT, "filter": {"tag": "wolf"}}, "times": 2}, "kill", 3, 1),
        ({"count": {"zone": "GRAVEYARD", "side": "FRIENDLY"}}, "kill", 1, 3),
        ({"counters": "RAGE", "of": "SELF"}, "count", 1, 2),
    ],
)
def test_auras_that_scale(counts, change, before, after):
    """As soon as what they count changes, whatever changes it."""
    aura = {"type": "PASSIVE", "aura": {"to": "SELF", "stat": "ATK", "amount": counts}}
    cards = [
        unit("hero", 1, 5, abilities=[aura]),
        unit("wolf", tags=["wolf"]),
        spell("summon", {"do": "SUMMON", "card": "plain_0"}),
        spell("kill", {"do": "DESTROY", "target": "$t"}, targets=[aim()]),
        spell(
            "count",
            {"do": "ADD_COUNTER", "target": "$t", "counter": "RAGE", "amount": 1},
            targets=[aim()],
        ),
    ]
    t = scene(cards, {"field": ["hero", "wolf"], "hand": ["summon", "kill", "count"]})
    t.game.growing = True  # `put` lays it down without entering
    t.expect(atk={"hero": before})
    t.play(change, *{"kill": ["wolf"], "count": ["hero"]}.get(change, []))
    t.expect(atk={"hero": after})


def test_an_aura_that_scales_comes_and_goes_with_its_card():
    aura = {
        "type": "PASSIVE",
        "aura": {"to": {**COUNT, "other": True}, "stat": "HP", "amount": {"count": COUNT}},
    }
    kill = spell("kill", {"do": "DESTROY", "target": "$t"}, targets=[aim()])
    t = scene(
        [unit("heart", 1, 1, abilities=[aura]), kill],
        {"hand": ["heart", "plain_1", "kill"], "field": ["plain_0"]},
    )
    t.play("heart").expect(max_hp={"plain_0": 3}).play("plain_1").expect(
        max_hp={"plain_0": 4, "plain_1": 4}
    )
    assert t.game.growing
    t.play("kill", "heart").expect(max_hp={"plain_0": 1})
    assert not t.game.growing
    hand = {"count": {"zone": "HAND", "side": "FRIENDLY"}}
    bad = {"type": "PASSIVE", "aura": {"to": "SELF", "stat": "ATK", "amount": hand}}
    assert any("an aura counts" in one for one in problems(whole(unit("spy", abilities=[bad]))))

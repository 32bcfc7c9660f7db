"""Issue 13, point 17: what cards can say besides. Here whether and when, and at what cost."""

from __future__ import annotations

import pytest

from cutcard.games.battle import moves
from cutcard.games.battle.inspection import problems
from cutcard.games.battle.words import card_text

from .small import aim, scene, spell, unit, when, whole

DRAW = {"do": "DRAW", "target": "CONTROLLER", "amount": 1}
BURN = {"do": "DAMAGE", "target": "OPPONENT", "amount": 1}


DIES = {"do": "IF", "condition": {"dies": "$t"}, "then": [DRAW], "else": [BURN]}


@pytest.mark.parametrize(
    ("victim", "word", "hands", "hp"),
    [
        ("plain_1", [], (1, 0), 20),
        ("big", [], (0, 0), 19),
        ("plain_1", ["INDESTRUCTIBLE"], (0, 0), 19),
    ],
)
def test_if_it_dies(victim, word, hands, hp):
    """Damage kills when all is done; whether it will is known before."""
    bolt = spell("bolt", {"do": "DAMAGE", "target": "$t", "amount": 2}, DIES, targets=[aim()])
    cards = [bolt, unit("big", 3, 3)]
    t = scene(cards, {"hand": ["bolt"]}, {"field": [victim]})
    if word:
        t.unit(victim).mods.append((1, 8, 0, 0, "bolt", None))
        t.game.touch(t.unit(victim))
    t.play("bolt", victim).expect(hands=hands, hp=(20, hp))
    doom = spell("doom", {"do": "DESTROY", "target": "$t"}, DIES, targets=[aim()])
    t = scene([doom], {"hand": ["doom"]}, {"field": ["plain_1"]}).play("doom", "plain_1")
    t.expect(hands=(1, 0))
    away = spell("away", {"do": "MOVE", "target": "$t", "to": "HAND"}, DIES, targets=[aim()])
    t = scene([away], {"hand": ["away"]}, {"field": ["plain_1"]}).play("away", "plain_1")
    t.expect(hp=(20, 19))  # it went, and did not die
    only = when("ENTER_FIELD", "SELF", DRAW, **{"if": {"dies": "SELF"}})
    assert any("only by an effect" in one for one in problems(whole(unit("u", abilities=[only]))))


def test_if_you_control():
    wolves = {"control": {"all": "UNIT", "filter": {"tag": "wolf"}}, "of": "CONTROLLER", "min": 2}
    card = spell("howl", {"do": "IF", "condition": wolves, "then": [BURN]})
    t = scene(
        [card, unit("wolf", tags=["wolf"])],
        {"hand": ["howl", "howl"], "field": ["wolf"]},
        {"field": ["wolf"]},
    )
    t.play("howl").expect(hp=(20, 20))
    t.put("wolf", 0)
    t.play("howl").expect(hp=(20, 19))
    assert (
        card_text(card, {})
        == "If you control 2 or more Wolf units, deal 1 damage to your opponent."
    )


@pytest.mark.parametrize(
    ("at", "turns"), [("END_OF_TURN", 1), ("THEIR_RECHARGE", 1), ("MY_RECHARGE", 2)]
)
def test_delayed_effects(at, turns):
    later = {"do": "DELAY", "when": at, "effects": [{"do": "DAMAGE", "target": "$t", "amount": 3}]}
    t = scene([spell("fuse", later, targets=[aim("t", "ANY", "ANY")])], {"hand": ["fuse"]})
    t.play("fuse", "p2").expect(hp=(20, 20), grave="fuse")
    (shown,) = t.game.view(None).delayed
    assert (shown.card_id, shown.when, shown.targets) == ("fuse", at, (1,))
    twin = t.game.copy()
    assert twin.delayed[0][1] is not t.game.delayed[0][1]
    for n in range(turns):
        assert t.game.hp[1] == 20, n
        t.end_turn()
    t.expect(hp=(20, 17))
    assert t.game.view(None).delayed == ()
    assert [c[1] for c in t.game.graveyards[0]].count(t.game.set.by_id["fuse"].index) == 1


def test_create_in_hand():
    spark = spell("spark", BURN, token=True)
    make = {"do": "CREATE", "target": "CONTROLLER", "card": "spark", "amount": 2}
    t = scene([spark, spell("forge", make)], {"hand": ["forge"]}).play("forge")
    t.expect(hands=(2, 0))
    assert [one.card_id for one in t.game.view(1).players[0].shown] == ["spark", "spark"]
    assert len(t.facts("CARD_CREATED", 1)) == 2
    t.play("spark").expect(hp=(20, 19))
    assert "spark" not in [t.game.set.defs[c[1]].id for c in t.game.graveyards[0]]
    bad = {"do": "CREATE", "target": "CONTROLLER", "card": "plain_0"}
    assert any("only a token" in one for one in problems(whole(spell("s", bad))))


def test_reanimate_for_yourself():
    grave = aim("c", "ENEMY", "CARD", zone="GRAVEYARD", filter={"type": "UNIT"})
    raise_ = spell(
        "raise",
        {"do": "MOVE", "target": "$c", "to": "FIELD", "yours": True, "tapped": True},
        targets=[grave],
    )
    kill = spell("kill", {"do": "DESTROY", "target": "$t"}, targets=[aim()])
    t = scene([raise_, kill], {"hand": ["raise", "kill"]}, {"grave": ["plain_5"]})
    t.play("raise", "plain_5").expect(tapped="plain_5")
    assert (t.unit("plain_5").ctrl, t.unit("plain_5").owner) == (0, 1)
    t.play("kill", "plain_5")
    assert len(t.game.graveyards[1]) == 1


def test_discard_several_as_a_cost():
    card = spell("pyre", BURN, discard=2)
    t = scene([card], {"hand": ["pyre", "plain_1", "plain_2", "plain_3"]})
    own, one, two, _ = (c[0] for c in t.game.hands[0])
    for wrong in ((one,), (one, one), (one, own), ()):
        assert t.refused(moves.PlayCard(own, (), 0, wrong))[0] == "INVALID_COST"
    assert any(
        move.cost_ids == (one, two)
        for move in t.game.legal(0)
        if isinstance(move, moves.PlayCard) and move.card_instance_id == own
    )
    t.play("pyre", cost=["plain_1", "plain_3"]).expect(
        hp=(20, 19), grave=["plain_1", "plain_3"], hand="plain_2"
    )
    t = scene([card], {"hand": ["pyre", "plain_1"]})
    assert not [
        m
        for m in t.game.legal(0)
        if isinstance(m, moves.PlayCard) and m.card_instance_id == t.held("pyre", 0)
    ]
    assert card_text(card, {}) == "Also costs: discard 2 cards. Deal 1 damage to your opponent."

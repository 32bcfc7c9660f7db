"""A29-A56 of docs/rules/battle.md: playing cards, combat, abilities, end, errors. What belongs to
the table is in test_checklist_house.py."""

from __future__ import annotations

import pytest

from cutcard.games import battle
from cutcard.games.battle import moves, refusals
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.damage import deal as hit
from cutcard.kernel.game import NATURE, Illegal, Told

# V Playing cards


def test_A29_the_mover_hears_what_it_cost(table):
    t = table({"hand": ["lantern_squire"]})
    told: list[Told] = []
    t.game.play(0, moves.PlayCard(t.held("lantern_squire", 0)), 0, told)
    mine = next(one for one in told if one.to == (0,))
    assert (mine.fact.consumed_ce, mine.fact.instance_id) == (1, t.id("lantern_squire"))


def test_A30_checks_in_their_order(table):
    """Each card fails its own check and every later one as well."""
    t = table({"hand": ["mind_toll", "brace", "unwrite"], "field": ["ember_hound"], "ce": 0})
    t.game.once[0].append(t.game.set.by_id["mind_toll"].index)
    order = [
        (moves.PlayCard(999, (999,), 9), "CARD_NOT_FOUND"),
        (moves.PlayCard(t.id("ember_hound"), (999,)), "CARD_NOT_IN_HAND"),
        (moves.PlayCard(t.held("brace", 0), (999,)), "WRONG_PHASE"),
        (moves.PlayCard(t.held("unwrite", 0), (999,)), "INSUFFICIENT_CE"),
    ]
    assert [t.refused(move)[0] for move, _ in order] == [code for _, code in order]
    t.game.ce[0] = 9
    assert t.refused(moves.PlayCard(t.held("unwrite", 0), (999,)))[0] == "INVALID_TARGET"
    assert t.refused(moves.PlayCard(t.held("mind_toll", 0), (999,)))[0] == "INVALID_TARGET"
    assert t.refused(moves.PlayCard(t.held("mind_toll", 0)))[0] == "RESTRICTION_VIOLATED"
    t.game.face_down.append(t.held("brace", 0))
    assert t.refused(moves.PlayCard(t.held("brace", 0))) == ("CARD_FACE_DOWN", "INVALID_CARD")


def test_A30_an_opponents_card_is_as_unknown_as_none(table):
    t = table(p2={"hand": ["hush"], "field": ["ember_hound"]})
    for card in (t.held("hush", 1), t.id("ember_hound"), 4242):
        with pytest.raises(Illegal) as no:
            t.do(moves.PlayCard(card))
        assert (no.value.code, no.value.message) == ("CARD_NOT_FOUND", "You have no such card")


def test_A31_pay_enter_trigger_tell_and_look_for_a_winner(table):
    t = table({"hand": ["cinder_acolyte"]}, {"hp": 2}).play("cinder_acolyte", "p2")
    assert (t.game.condition, t.game.winner) == ("OPPONENT_HP_ZERO", 0)


def test_A32_cost_with_reductions_and_increases(table):
    t = table({"hand": ["read_the_ashes"], "field": ["ledger_sprite"]}).play("read_the_ashes")
    t.expect(ce=(7, 10))


# VI Combat and damage


def test_A33_attackers_are_untapped_own_and_strong(table):
    t = table(
        {"field": ["ember_hound", "storm_battery", "hollow_leech"]},
        {"field": ["spearwing_harrier"]},
    )
    t.unit("hollow_leech").tapped = True
    t.next()
    for name in ("storm_battery", "hollow_leech", "spearwing_harrier"):
        attack = moves.DeclareAttacks((moves.Attack(t.id(name)),))
        assert t.refused(attack) == ("INVALID_ATTACKER", "INVALID_CARD")
    t.do(moves.Pass()).expect(hp=(20, 20))


def test_A34_blocker_and_attacker_hurt_each_other(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["spearwing_harrier"]})
    t.attack(stop=True, hollow_leech="p2").block(spearwing_harrier="hollow_leech")
    t.expect(left={"hollow_leech": 1}, gone="spearwing_harrier")


def test_A35_A56_piercing_ignores_evasion(table):
    t = table({"field": ["spearwing_harrier"]}, {"field": ["mistveil_dancer"]})
    t.attack(spearwing_harrier="mistveil_dancer").expect(gone="mistveil_dancer")


def test_A36_evasion_once_a_turn(table):
    t = table({"field": ["lantern_squire", "hollow_leech"]}, {"field": ["mistveil_dancer"]})
    t.attack(lantern_squire="mistveil_dancer", hollow_leech="mistveil_dancer")
    assert len(t.facts("EVASION_TRIGGERED")) == 1
    t.expect(gone="mistveil_dancer")


def test_A37_at_least_one(table):
    t = table({"field": ["lantern_squire"]}, {"field": ["echoing_titan"]})
    t.attack(lantern_squire="echoing_titan").expect(left={"echoing_titan": 4})


def test_A38_damage_triggers(table):
    t = table({"field": ["rimecaller"]}, {"field": ["hollow_leech"]}).attack(
        rimecaller="hollow_leech"
    )
    assert t.has("hollow_leech", "CUSTOM:FROSTBITE")


def test_A39_no_hp_destroyed(table):
    t = table({"field": ["ember_hound"]}, {"field": ["ember_hound"]})
    foe = t.unit("ember_hound", 1)
    t.next().do(moves.DeclareAttacks((moves.Attack(t.unit("ember_hound", 0).id, "CARD", foe.id),)))
    t.do(moves.Pass()).expect(grave="ember_hound")


def test_A40_attackers_tap(table):
    table({"field": ["ember_hound"]}).attack(ember_hound="p2").expect(tapped="ember_hound")


def test_A41_kinds_of_damage(table):
    t = table({"hand": ["scorch_lance", "cinder_acolyte"], "field": ["ember_hound"]}, {"deck": []})
    t.play("scorch_lance", "p2").play("cinder_acolyte", "p2").attack(ember_hound="p2").end_turn()
    kinds = [one.damage_type for one in t.facts("DAMAGE_APPLIED")]
    assert kinds == ["EFFECT", "ABILITY", "COMBAT", "DECK_EMPTY"]


def test_A42_a_players_reduction(table):
    t = table({"hand": ["scorch_lance"]}, {"hand": ["brace"]})
    t.play("scorch_lance", "p2", wait=True).play("brace").expect(hp=(20, 19))


def test_A43_lifelink(table):
    table({"field": ["hollow_leech"], "hp": 5}).attack(hollow_leech="p2").expect(hp=(7, 18))


def test_A44_indestructible_is_hurt_and_stays(table):
    t = table({"hand": ["scorch_lance", "scorch_lance"]}, {"field": ["immortal_cairn"]})
    t.play("scorch_lance", "immortal_cairn").expect(left={"immortal_cairn": 0})
    t.play("scorch_lance", "immortal_cairn").expect(
        left={"immortal_cairn": 0}, field="immortal_cairn"
    )


def test_A45_damage_is_told_with_what_was_left_of_it(table):
    t = table()
    t.game.armour[1].append((2, v.THIS_TURN))
    t.game.told = told = []
    hit(t.game, None, "POISON", 1, 3, "EFFECT")
    assert (told[0].fact.amount, told[0].fact.reduced_damage) == (3, 1)


# VII Abilities and stack


def test_A46_three_types_of_ability():
    kinds = {one.type for d in battle.Options().cards.defs for one in d.abilities}
    assert kinds == {"PASSIVE", "TRIGGERED", "ACTIVATED"}
    timings = {one.timing for d in battle.Options().cards.defs for one in d.abilities}
    assert timings == {"IMMEDIATE", "STACK", "RESPONSE"}


def test_A47_ability_refusals(table):
    t = table(
        {"field": ["hexwright_duelist", "storm_battery", "oath_stones"], "ce": 1},
        {"field": ["ember_hound"]},
    )
    foe = (t.id("ember_hound"),)
    card = t.id("hexwright_duelist")
    use = moves.ActivateAbility
    assert t.refused(use(card, 0, foe))[0] == "INSUFFICIENT_CE"
    assert t.refused(use(card, 7, foe)) == ("ABILITY_NOT_FOUND", "INVALID_CARD")
    assert t.refused(use(4242))[0] == "CARD_NOT_FOUND"
    assert t.refused(use(t.id("ember_hound")))[0] == "CARD_NOT_FOUND"
    assert t.refused(use(t.id("oath_stones"), 1))[0] == "RESTRICTION_VIOLATED"
    t.unit("storm_battery").tapped = True
    assert t.refused(use(t.id("storm_battery")))[0] == "CARD_TAPPED"


def test_A48_the_specs_five_effects(table):
    t = table(
        {
            "hand": ["scorch_lance", "second_wind", "read_the_ashes", "steady_hand", "unwrite"],
            "field": ["lantern_squire"],
            "hp": 5,
            "ce": 20,
        },
        {"field": ["ember_hound"]},
    )
    t.play("scorch_lance", "p2").play("second_wind", "p1").play("read_the_ashes")
    t.play("steady_hand", "lantern_squire").play("unwrite", "ember_hound")
    t.expect(hp=(9, 17), hands=(2, 0), atk={"lantern_squire": 2}, gone="ember_hound")


def test_A49_last_in_first_out_and_new_entries_resolve_too(table):
    t = table({"hand": ["scorch_lance"]}, {"hand": ["turn_aside"], "field": ["ember_hound"]})
    t.play("scorch_lance", "ember_hound", wait=True).play("turn_aside", "ember_hound")
    assert [one.card_id for one in t.facts("ABILITY_RESOLVED")] == ["turn_aside", "scorch_lance"]
    t.expect(field="ember_hound")


def test_A50_simultaneous_triggers_resolve_the_others_first(table):
    t = table(
        {"field": ["gallows_crow", "ember_hound"], "hand": ["unwrite"]}, {"field": ["gallows_crow"]}
    )
    t.play("unwrite", "ember_hound")
    order = [one.card_id for one in t.facts("ABILITY_RESOLVED")]
    assert order == ["unwrite", "gallows_crow", "gallows_crow"]
    t.expect(atk={"gallows_crow": 2, "gallows_crow#2": 2})


# VIII End


def test_A52_ways_to_win(table):
    ends = set()
    t = table({"field": ["ember_hound"]}, {"hp": 3}).attack(ember_hound="p2")
    ends.add(t.game.outcome().reason)
    t = table(p2={"deck": []})
    for _ in range(5):
        t.end_turn()
    ends.add(t.game.outcome().reason)
    ends.add(table().do(moves.Surrender(), 1).game.outcome().reason)
    t = table(timers="spec")
    t.game.missed[0] = 2
    while not t.game.over and t.game.turn == 9:
        t.at = max(t.at, t.game.timers()[0].due)
        t.do(t.game.timers()[0].tick, NATURE)
    ends.add(t.game.outcome().reason)
    assert ends == {"OPPONENT_HP_ZERO", "DECK_EMPTY", "SURRENDER", "TIMEOUT"}


# IX Errors


def test_A53_every_code_has_the_specs_category():
    spec = {
        "INVALID_CARD",
        "INSUFFICIENT_RESOURCES",
        "INVALID_TARGET",
        "WRONG_PHASE",
        "ALREADY_ACTIVATED",
    }
    assert set(refusals.CATEGORY.values()) == spec


def test_A53_TIMEOUT_passes_for_the_player(table):
    t = table({"hand": ["mind_toll"]}, {"hand": ["hush", "brace"]}, timers="spec").play("mind_toll")
    t.at = t.game.timers()[0].due
    t.do(moves.Expire(1), NATURE).expect(grave="hush", hands=(0, 1))  # the oldest card


# XI Tests


def test_A56_insufficient_ce(table):
    t = table({"hand": ["unwrite"], "ce": 2}, {"field": ["ember_hound"]})
    assert (
        t.refused(moves.PlayCard(t.held("unwrite", 0), (t.id("ember_hound"),)))[0]
        == "INSUFFICIENT_CE"
    )

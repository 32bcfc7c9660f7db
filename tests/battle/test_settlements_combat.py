"""B1-B47 of docs/rules/battle.md: each contradiction of the spec, settled. Here: combat and
damage."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.battle import moves, sets, turn, zones
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.damage import deal as hit


def stun(t, name):
    t.unit(name).statuses.append(("STUN", 0, 1))
    t.game.version += 1


def test_B1_an_evaded_hit_deals_nothing_at_all(table):
    t = table({"field": ["rimecaller"]}, {"field": ["mistveil_dancer"]})
    t.attack(rimecaller="mistveil_dancer").expect(left={"mistveil_dancer": 1})
    assert len(t.facts("EVASION_TRIGGERED")) == 1
    assert not t.has("mistveil_dancer", "CUSTOM:FROSTBITE")  # no DEAL_DAMAGE either
    t = table({"field": ["lantern_squire"]}, {"field": ["granite_warden"]})
    t.attack(lantern_squire="granite_warden").expect(left={"granite_warden": 3})  # 1 less 2 is 1


def test_B2_piercing_neither_triggers_nor_uses_up_evasion(table):
    t = table({"field": ["spearwing_harrier"]}, {"field": ["mistveil_dancer"]})
    dancer = t.unit("mistveil_dancer")
    t.attack(spearwing_harrier="mistveil_dancer")
    assert not dancer.evaded
    assert not t.facts("EVASION_TRIGGERED")


def test_B3_evasion_is_a_cards_own_and_comes_back_on_both_fields(table):
    t = table({"field": ["lantern_squire"]}, {"field": ["mistveil_dancer"] * 2})
    t.attack(lantern_squire="mistveil_dancer")
    assert [one.evaded for one in t.game.units(1)] == [True, False]
    assert t.game.view(None).players[1].evasion_used
    t.end_turn()
    assert not any(one.evaded for one in t.game.units(1))
    assert not t.game.view(None).players[1].evasion_used


def test_B4_a_block_takes_the_attack_on_itself(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["lantern_squire"]})
    t.attack(stop=True, hollow_leech="p2").block(lantern_squire="hollow_leech")
    t.expect(hp=(20, 20), left={"hollow_leech": 3, "lantern_squire": 1})


def test_B5_who_is_attacked_hits_back_only_by_blocking_himself(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["ember_hound"]})
    t.attack(hollow_leech="ember_hound").expect(left={"hollow_leech": 4}, gone="ember_hound")
    t = table({"field": ["hollow_leech"]}, {"field": ["ember_hound"]})
    t.attack(stop=True, hollow_leech="ember_hound").block(ember_hound="hollow_leech")
    t.expect(left={"hollow_leech": 1}, gone="ember_hound")


def test_B6_damage_to_the_player_goes_to_the_attackers_opponent(table):
    table({"field": ["ember_hound"]}).attack(ember_hound="p2").expect(hp=(20, 17))


def test_B7_all_hits_come_at_once(table):
    t = table({"field": ["ember_hound"]}, {"field": ["ember_hound"]})
    mine, theirs = t.unit("ember_hound", 0).id, t.unit("ember_hound", 1).id
    t.next().do(moves.DeclareAttacks((moves.Attack(mine),)))
    t.do(moves.DeclareBlocks((moves.Block(theirs, mine),)))
    assert not t.game.units(0)
    assert not t.game.units(1)


def test_B8_reduction_counts_once(table):
    t = table({"field": ["ember_hound"]}, {"hand": ["brace"]})
    t.do(moves.Pass()).play("brace").next()
    t.attack(ember_hound="p2").expect(hp=(20, 19))  # 3 less 2, not less 4


def test_B9_floors(table):
    t = table()
    t.game.armour[1].append((50, v.THIS_TURN))
    assert hit(t.game, None, "x", 1, 3, "COMBAT") == 1
    assert hit(t.game, None, "x", 1, 3, "ABILITY") == 0
    assert hit(t.game, None, "x", 1, 3, "EFFECT") == 0
    assert hit(t.game, None, "x", 1, 2, "DECK_EMPTY") == 2


def test_B10_indestructible_stays_at_zero_and_dies_when_it_loses_the_word(table):
    t = table({"hand": ["emberfall", "undertow", "unwrite"]}, {"field": ["immortal_cairn"]})
    t.play("emberfall", x=4).expect(left={"immortal_cairn": 0}, field="immortal_cairn")
    cairn = t.unit("immortal_cairn")
    cairn.statuses.append(("CURSED_SEAL", 0, 2))
    t.game.version += 1
    t.do(moves.Pass()).expect(gone="immortal_cairn", grave="immortal_cairn")
    assert sum(1 for c in t.game.graveyards[1]) == 1  # dead once
    t = table({"hand": ["undertow"]}, {"field": ["immortal_cairn"]})
    t.play("undertow", "immortal_cairn").expect(hand2="immortal_cairn")


def test_B11_def_is_armour_against_combat_hp_is_life(table):
    t = table({"field": ["ember_hound"], "hand": ["scorch_lance"]}, {"field": ["granite_warden"]})
    t.attack(ember_hound="granite_warden").expect(left={"granite_warden": 3})
    t.play("scorch_lance", "granite_warden").expect(gone="granite_warden")  # 3 of 3, no DEF


def test_B12_lifelink_heals_three_a_turn_for_each_card(table):
    t = table({"field": ["hollow_leech+tempered_glaive"], "hp": 10})
    t.attack(hollow_leech="p2").expect(hp=(13, 16))
    t.unit("hollow_leech").tapped = False
    assert t.unit("hollow_leech").linked == 3
    hit(t.game, t.unit("hollow_leech"), "hollow_leech", 1, 4, "COMBAT")
    t.expect(hp=(13, 12))
    t = table({"field": ["hollow_leech"], "hp": 19}).attack(hollow_leech="p2").expect(hp=(20, 18))


def test_B34_a_wrong_declaration_is_refused_as_a_whole(table):
    t = table({"field": ["ember_hound", "lantern_squire"]}, {"field": ["hollow_leech"]}).next()
    hound, squire, leech = (t.id(n) for n in ("ember_hound", "lantern_squire", "hollow_leech"))
    good = moves.Attack(hound)
    for bad, code in (
        (moves.Attack(hound), "INVALID_ATTACKER"),  # twice
        (moves.Attack(leech), "INVALID_ATTACKER"),
        (moves.Attack(999), "INVALID_ATTACKER"),
        (moves.Attack(squire, "CARD", hound), "INVALID_TARGET"),
        (moves.Attack(squire, "CARD"), "INVALID_TARGET"),
        (moves.Attack(squire, "CARD", 1), "INVALID_TARGET"),
    ):
        assert t.refused(moves.DeclareAttacks((good, bad)))[0] == code
    stun(t, "lantern_squire")
    attack = moves.DeclareAttacks((moves.Attack(squire),))
    assert t.refused(attack) == ("INVALID_ATTACKER", "INVALID_CARD")
    assert not t.unit("ember_hound").tapped


def test_B43_effects_on_many_see_all_of_them(table):
    t = table(
        {"hand": ["emberfall"]}, {"field": ["grave_tinker", "token_scrapling", "grave_tinker"]}
    )
    t.play("emberfall", x=3)
    assert [one.d.id for one in t.game.units(1)] == ["token_scrapling"] * 4


@pytest.mark.parametrize(("ruleset", "able"), [("core", True), ("standard", False)])
def test_B44_summoning_sickness_is_standard(table, ruleset, able):
    t = table({"hand": ["lantern_squire"]}, ruleset=ruleset).play("lantern_squire").next()
    assert (t.game.ask == "ATTACKS") == able


def own_set(*cards):
    """The starter set with some cards more, as a host might bring it."""
    data = msgspec.json.decode(sets.STARTER.read_bytes())
    data["cards"] += cards
    return msgspec.json.encode(data).decode()


def test_B11_auras_follow_whoever_controls_their_source(table):
    """A unit that comes under an aura too heavy for it dies at once; an aura on equipment changes
    sides with its bearer."""
    blight = {
        "id": "blight",
        "name": "Blight",
        "type": "FIELD",
        "cost": 1,
        "abilities": [
            {
                "type": "PASSIVE",
                "aura": {"to": {"all": "UNIT", "side": "ENEMY"}, "stat": "HP", "amount": -1},
            }
        ],
    }
    banner = {
        "id": "banner",
        "name": "Banner",
        "type": "EQUIPMENT",
        "cost": 1,
        "attach": {"kind": "UNIT", "side": "FRIENDLY"},
        "equip": {"hp": 1},
        "abilities": [
            {
                "type": "PASSIVE",
                "aura": {"to": {"all": "UNIT", "side": "FRIENDLY"}, "stat": "ATK", "amount": 1},
            }
        ],
    }
    game = table(card_set=own_set(blight, banner)).game
    made = game.set
    zones.enter(game, made.by_id["blight"], 1)
    squire = zones.enter(game, made.by_id["glass_vanguard"], 0)  # 2/0/1
    assert turn.check(game)
    assert squire.gone
    mine = zones.enter(game, made.by_id["lantern_squire"], 1)
    theirs = zones.enter(game, made.by_id["hollow_leech"], 0)
    zones.enter(game, made.by_id["banner"], 1, mine)
    assert (mine.atk(game), theirs.atk(game)) == (2, 2)
    zones.take_over(game, mine, 0)
    assert (mine.atk(game), theirs.atk(game)) == (2, 3)

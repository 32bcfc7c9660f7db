"""A scenario for every technique and response of the starter set: what its text says, it does."""

from __future__ import annotations

from cutcard.games.battle import moves


def test_second_wind(table):
    table({"hand": ["second_wind"], "hp": 10}).play("second_wind", "p1").expect(hp=(14, 20))


def test_scorch_lance(table):
    table({"hand": ["scorch_lance"]}).play("scorch_lance", "p2").expect(hp=(20, 17))


def test_undertow(table):
    t = table({"hand": ["undertow"]}, {"field": ["ember_hound"]}).play("undertow", "ember_hound")
    t.expect(hand2="ember_hound", gone="ember_hound")
    assert t.game.view(0).players[1].shown[0].card_id == "ember_hound"  # everybody saw it go


def test_fork_in_the_road(table):
    t = table({"hand": ["fork_in_the_road"] * 2}, {"field": ["lantern_squire"]})
    t.play("fork_in_the_road").expect(ask="CHOOSE").do(moves.Choose(1)).expect(ce=(10, 10))
    t.play("fork_in_the_road").do(moves.Choose(2)).expect(left={"lantern_squire": 1})


def test_test_of_fangs(table):
    t = table({"hand": ["test_of_fangs"], "field": ["ember_hound"]}, {"field": ["hollow_leech"]})
    t.play("test_of_fangs", "ember_hound", "hollow_leech")
    t.expect(left={"hollow_leech": 1}, gone="ember_hound")


def test_torchlit_search(table):
    t = table({"hand": ["torchlit_search"], "deck": ["hush", "war_horn", "hush"]})
    t.play("torchlit_search").expect(ask="SEARCH").do(moves.Search("war_horn")).expect(
        hand="war_horn"
    )
    assert t.facts("DECK_SEARCHED", 1)[0].card_id == "war_horn"


def test_mind_toll(table):
    t = table({"hand": ["mind_toll"] * 2}, {"hand": ["hush", "brace"]})
    t.play("mind_toll").expect(ask="DISCARD").do(moves.Discard((t.held("hush", 1),)))
    t.expect(grave="hush", hands=(1, 1))
    again = moves.PlayCard(t.held("mind_toll", 0))
    assert t.refused(again) == ("RESTRICTION_VIOLATED", "WRONG_PHASE")


def test_read_the_ashes(table):
    table({"hand": ["read_the_ashes"]}).play("read_the_ashes").expect(hands=(2, 0))


def test_rally_drum(table):
    t = table({"hand": ["rally_drum", "lantern_squire"]}).play("lantern_squire").play("rally_drum")
    t.attack(lantern_squire="p2").expect(hp=(20, 18))


def test_dusk_harvest(table):
    t = table({"hand": ["dusk_harvest", "unwrite"]}, {"field": ["ember_hound"]}, phase="MAIN_B")
    t.play("unwrite", "ember_hound").play("dusk_harvest").expect(hands=(1, 0))


def test_exhume(table):
    t = table({"hand": ["exhume"], "grave": ["ember_hound"]})
    t.play("exhume", "ember_hound").expect(hand="ember_hound")


def test_strike_from_record(table):
    t = table({"hand": ["strike_from_record"]}, {"field": ["ember_hound"]})
    t.play("strike_from_record", "ember_hound").expect(banished="ember_hound")


def test_plague_ledger(table):
    t = table({"hand": ["plague_ledger"]}, {"field": ["ember_hound", "hollow_leech"]})
    t.play("plague_ledger").end_turn().expect(left={"ember_hound": 1, "hollow_leech": 3})


def test_borrowed_banner(table):
    t = table({"hand": ["borrowed_banner"]}, {"field": ["ember_hound"]})
    t.play("borrowed_banner", "ember_hound").attack(ember_hound="p2").expect(hp=(20, 17))
    t.end_turn()
    assert t.unit("ember_hound").ctrl == 1


def test_unwrite(table):
    t = table({"hand": ["unwrite"]}, {"field": ["granite_warden"]})
    t.play("unwrite", "granite_warden").expect(grave="granite_warden")


def test_emberfall(table):
    t = table({"hand": ["emberfall"], "field": ["hollow_leech"]}, {"field": ["granite_warden"]})
    t.play("emberfall", x=3).expect(left={"hollow_leech": 1, "granite_warden": 1}, ce=(4, 10))


def test_turn_aside(table):
    t = table({"hand": ["scorch_lance"]}, {"hand": ["turn_aside"]})
    t.play("scorch_lance", "p2", wait=True).expect(ask="RESPONSE").play("turn_aside", "p2")
    t.expect(hp=(20, 20))


def test_stand_firm(table):
    t = table({"hand": ["unwrite"]}, {"hand": ["stand_firm"], "field": ["ember_hound"]})
    t.play("unwrite", "ember_hound", wait=True).play("stand_firm", "ember_hound")
    t.expect(field="ember_hound")


def test_cleansing_bell(table):
    t = table({"hand": ["plague_ledger"]}, {"hand": ["cleansing_bell"], "field": ["hollow_leech"]})
    t.play("plague_ledger").do(moves.Pass()).expect(ask="RESPONSE")
    t.play("cleansing_bell", "hollow_leech")
    assert not t.has("hollow_leech", "POISON")


def test_null_sigil(table):
    t = table({"hand": ["unwrite"]}, {"hand": ["null_sigil"], "field": ["ember_hound"]})
    t.play("unwrite", "ember_hound", wait=True).play("null_sigil", "unwrite")
    t.expect(field="ember_hound", grave=["unwrite", "null_sigil"])


def test_sudden_brambles(table):
    t = table({"field": ["hollow_leech"]}, {"hand": ["sudden_brambles"]})
    t.do(moves.Pass()).expect(ask="RESPONSE").play("sudden_brambles", "hollow_leech")
    t.expect(left={"hollow_leech": 2}, tapped="hollow_leech", ask="MAIN")


def test_sift_the_silt(table):
    t = table({"hand": ["sift_the_silt"], "deck": ["hush", "brace", "unwrite"]}).play(
        "sift_the_silt"
    )
    t.expect(grave=["hush", "brace"], hand="unwrite")


def test_hush(table):
    t = table({"hand": ["hush"]}, {"field": ["granite_warden"]}).play("hush", "granite_warden")
    assert not t.has("granite_warden", "GUARD")
    t.expect(atk={"granite_warden": 0})


def test_pry_open(table):
    t = table({"hand": ["pry_open"], "field": ["ember_hound"]}, {"field": ["granite_warden"]})
    t.play("pry_open", "granite_warden").attack(ember_hound="p2").expect(hp=(20, 17))


def test_oath_of_thorns(table):
    t = table(
        {"hand": ["oath_of_thorns"], "field": ["lantern_squire"]}, {"field": ["hollow_leech"]}
    )
    t.play("oath_of_thorns", "lantern_squire").expect(left={"lantern_squire": 5})
    t.attack(stop=True, lantern_squire="p2").block(hollow_leech="lantern_squire")
    t.expect(left={"hollow_leech": 2})  # 1 of the fight, 1 of the thorns


def test_forge_gift(table):
    t = table({"hand": ["forge_gift"], "field": ["lantern_squire+war_horn", "ember_hound"]})
    t.play("forge_gift", "war_horn", "ember_hound").expect(
        atk={"ember_hound": 4, "lantern_squire": 1}
    )
    t.expect(hands=(1, 0))


def test_haggle(table):
    t = table({"hand": ["haggle", "ember_hound"]}).play("haggle").play("ember_hound")
    t.expect(ce=(8, 10))


def test_last_stand(table):
    table({"hand": ["last_stand"], "hp": 8}).play("last_stand").expect(hp=(14, 20))
    table({"hand": ["last_stand"]}).play("last_stand").expect(hands=(1, 0))


def test_hail_of_sparks(table):
    t = table({"hand": ["hail_of_sparks"]}, {"field": ["echoing_titan"]}).play("hail_of_sparks")
    hits = t.facts("DAMAGE_APPLIED")
    assert [(one.card_id, one.reduced_damage) for one in hits] == [("echoing_titan", 2)] * 3
    t.expect(gone="echoing_titan")


def test_blood_price(table):
    t = table({"hand": ["blood_price"]})
    t.play("blood_price").expect(hp=(20 - t.game.set.by_id["blood_price"].pay_hp, 20), hands=(2, 0))
    t = table({"hand": ["blood_price"], "hp": 1})
    assert t.refused(moves.PlayCard(t.held("blood_price", 0)))[0] == "INSUFFICIENT_HP"


def test_scrap_for_parts(table):
    t = table({"hand": ["scrap_for_parts"], "field": ["lantern_squire"]})
    t.play("scrap_for_parts", cost=["lantern_squire"]).expect(grave="lantern_squire")
    assert len(t.game.hands[0]) >= 2


def test_trade_secrets(table):
    t = table({"hand": ["trade_secrets", "hush"]}).play("trade_secrets", cost=["hush"])
    t.expect(hands=(2, 0), grave="hush")


def test_second_dawn(table):
    t = table({"hand": ["second_dawn"], "grave": ["ember_hound"]})
    t.play("second_dawn", "ember_hound").expect(field="ember_hound")


def test_swallowed_by_fog(table):
    t = table({"field": ["lantern_squire"]}, {"hand": ["swallowed_by_fog"]})
    t.attack(stop=True, lantern_squire="p2").play("swallowed_by_fog", "lantern_squire")
    t.expect(gone="lantern_squire", hp=(20, 20))
    assert t.game.view(1).players[0].known_deck[-1].card_id == "lantern_squire"


def test_turnback_gate(table):
    t = table({"hand": ["turnback_gate"]}, {"field": ["ember_hound"]})
    t.play("turnback_gate", "ember_hound").end_turn().expect(hand2="ember_hound")


def test_brace(table):
    t = table({"hand": ["scorch_lance"]}, {"hand": ["brace"]})
    t.play("scorch_lance", "p2", wait=True).play("brace").expect(hp=(20, 19))
    assert t.game.view(None).players[1].damage_reduction == 2


def test_lend_strength(table):
    t = table({"hand": ["lend_strength"], "field": ["ember_hound"]}, {"field": ["granite_warden"]})
    t.play("lend_strength", "ember_hound", "granite_warden").expect(left={"granite_warden": 1})


def test_bitter_cup(table):
    table({"hand": ["bitter_cup"]}).play("bitter_cup").end_turn().expect(hp=(20, 18))


def test_sealed_lips(table):
    t = (
        table({"hand": ["sealed_lips"]}, {"hand": ["read_the_ashes"]})
        .play("sealed_lips")
        .end_turn()
    )
    refused = t.refused(moves.PlayCard(t.held("read_the_ashes", 1)))
    assert refused == ("RESTRICTION_VIOLATED", "WRONG_PHASE")


def test_steady_hand(table):
    t = table({"hand": ["steady_hand"], "field": ["lantern_squire"]})
    t.play("steady_hand", "lantern_squire").expect(
        atk={"lantern_squire": 2}, left={"lantern_squire": 5}
    )


def test_deep_roots(table):
    t = table({"hand": ["deep_roots"], "ce": 4}).play("deep_roots")
    assert t.game.max_ce[0] == 5
    t.expect(ce=(3, 10))

"""A scenario for every unit of the starter set: what its text says, it does."""

from __future__ import annotations

from cutcard.games.battle import moves


def test_lantern_squire(table):
    table({"hand": ["lantern_squire"]}).play("lantern_squire").expect(
        left={"lantern_squire": 3}, ce=(9, 10)
    )


def test_gallows_crow(table):
    t = table(
        {"field": ["gallows_crow"], "hand": ["emberfall"], "ce": 10},
        {"field": ["token_scrapling"] * 3},
    )
    t.game.cards[t.unit("gallows_crow").id].shield = 9
    t.play("emberfall", x=1).expect(atk={"gallows_crow": 3})  # three died, twice a turn


def test_ember_hound(table):
    t = table({"hand": ["ember_hound"]}).play("ember_hound").attack(ember_hound="p2")
    t.expect(hp=(20, 17))


def test_mistveil_dancer(table):
    t = table({"field": ["lantern_squire", "ember_hound"]}, {"field": ["mistveil_dancer"]})
    t.attack(lantern_squire="mistveil_dancer", ember_hound="mistveil_dancer")
    t.expect(gone="mistveil_dancer")  # the first hit is evaded, the second lands


def test_glass_vanguard(table):
    t = table({"hand": ["scorch_lance", "scorch_lance"]}, {"field": ["glass_vanguard"]})
    t.play("scorch_lance", "glass_vanguard").expect(field="glass_vanguard")
    t.play("scorch_lance", "glass_vanguard").expect(gone="glass_vanguard")


def test_marsh_adder(table):
    t = table({"field": ["marsh_adder"]}, {"field": ["thornback_behemoth"]})
    t.attack(marsh_adder="thornback_behemoth").expect(gone="thornback_behemoth")


def test_wayside_healer(table):
    table({"hand": ["wayside_healer"], "hp": 10}).play("wayside_healer", "p1").expect(hp=(13, 20))


def test_ledger_sprite(table):
    t = table({"field": ["ledger_sprite"], "hand": ["read_the_ashes", "second_wind"]})
    t.play("read_the_ashes").expect(ce=(7, 10))
    t.play("second_wind", "p1").expect(ce=(6, 10))  # never below 1


def test_granite_warden(table):
    t = table({"field": ["ember_hound"]}, {"field": ["granite_warden", "lantern_squire"]})
    t.next()
    hound = t.unit("ember_hound").id
    assert t.refused(moves.DeclareAttacks((moves.Attack(hound),))) == ("INVALID_TARGET",) * 2
    t.attack(ember_hound="granite_warden").expect(left={"granite_warden": 3})


def test_spearwing_harrier(table):
    t = table({"field": ["spearwing_harrier"]}, {"field": ["mistveil_dancer"]})
    t.attack(spearwing_harrier="mistveil_dancer").expect(gone="mistveil_dancer")


def test_hollow_leech(table):
    t = table({"field": ["hollow_leech"], "hp": 10}).attack(hollow_leech="p2")
    t.expect(hp=(12, 18))


def test_tallgrass_sentinel(table):
    t = table({"field": ["tallgrass_sentinel"]}).attack(tallgrass_sentinel="p2")
    assert not t.unit("tallgrass_sentinel").tapped


def test_lamplight_archivist(table):
    table({"hand": ["lamplight_archivist"]}).play("lamplight_archivist").expect(hands=(1, 0))


def test_cinder_acolyte(table):
    table({"hand": ["cinder_acolyte"]}).play("cinder_acolyte", "p2").expect(hp=(20, 18))


def test_sporecaller(table):
    t = table({"field": ["sporecaller"]}, {"field": ["lantern_squire"]}).end_turn()
    t.expect(left={"lantern_squire": 2})  # the poison bit at p2's RECHARGE
    assert t.has("lantern_squire", "POISON")


def test_toll_collector(table):
    t = table({"hand": ["second_wind"]}, {"field": ["toll_collector"]})
    t.play("second_wind", "p1").expect(ce=(8, 10))


def test_ironroot_smith(table):
    t = table({"field": ["ironroot_smith"]})
    t.activate("ironroot_smith", "ironroot_smith").activate("ironroot_smith", "ironroot_smith")
    t.expect(df={"ironroot_smith": 3}, ce=(8, 10))
    card = t.unit("ironroot_smith").id
    code = t.refused(moves.ActivateAbility(card, 0, (card,)))
    assert code == ("ABILITY_LIMIT_EXCEEDED", "ALREADY_ACTIVATED")
    t.end_turn().expect(df={"ironroot_smith": 1})


def test_storm_battery(table):
    t = table({"field": ["storm_battery"], "ce": 1}).activate("storm_battery")
    t.expect(ce=(2, 10), tapped="storm_battery")


def test_veilbound_oracle(table):
    t = table(
        {"hand": ["hush"]}, {"field": ["veilbound_oracle"], "deck": ["unwrite", "hush", "brace"]}
    )
    aimed = moves.PlayCard(t.held("hush", 0), (t.id("veilbound_oracle"),))
    assert t.refused(aimed) == ("INVALID_TARGET", "INVALID_TARGET")  # warded
    t.end_turn().expect(ask="SCRY")
    t.do(moves.Scry((0,))).expect(hand2="hush")  # Unwrite went under the deck, Hush was drawn


def test_quickblade_duelist(table):
    t = table({"field": ["quickblade_duelist"]}, {"field": ["ember_hound"]})
    t.attack(stop=True, quickblade_duelist="p2").block(ember_hound="quickblade_duelist")
    t.expect(gone="ember_hound", left={"quickblade_duelist": 2})  # dead before it hit


def test_grave_tinker(table):
    t = table({"field": ["grave_tinker"], "hand": ["unwrite"]}).play("unwrite", "grave_tinker")
    t.expect(grave="grave_tinker")
    assert [one.d.id for one in t.game.units(0)] == ["token_scrapling"] * 2


def test_bellringer_of_dusk(table):
    t = table({"field": ["bellringer_of_dusk"]}, {"field": ["ember_hound"]})
    t.next().do(moves.DeclareAttacks((moves.Attack(t.unit("bellringer_of_dusk").id),)))
    t.expect(ask="TARGET").do(moves.Target((t.id("ember_hound"),)))
    assert t.has("ember_hound", "STUN")


def test_pack_matriarch(table):
    t = table({"field": ["pack_matriarch", "ember_hound", "lantern_squire"]})
    t.expect(atk={"pack_matriarch": 2, "ember_hound": 4, "lantern_squire": 1})


def test_hexwright_duelist(table):
    t = table({"field": ["hexwright_duelist"]}, {"field": ["ember_hound"]})
    t.activate("hexwright_duelist", "ember_hound").expect(atk={"ember_hound": 1})


def test_rimecaller(table):
    t = table({"field": ["rimecaller"]}, {"field": ["granite_warden"]})
    t.attack(rimecaller="granite_warden").expect(df={"granite_warden": 1})
    assert t.has("granite_warden", "CUSTOM:FROSTBITE")


def test_thorn_herald(table):
    t = table({"field": ["lantern_squire"]}, {"field": ["thorn_herald"]})
    t.attack(lantern_squire="thorn_herald").expect(left={"lantern_squire": 2})


def test_immortal_cairn(table):
    t = table({"hand": ["unwrite", "emberfall"]}, {"field": ["immortal_cairn"]})
    t.play("unwrite", "immortal_cairn").expect(field="immortal_cairn")
    t.play("emberfall", x=2).expect(field="immortal_cairn")


def test_rune_magistrate(table):
    t = table({"hand": ["rune_magistrate"]}, {"field": ["granite_warden"]})
    t.play("rune_magistrate", "granite_warden")
    assert t.has("granite_warden", "CURSED_SEAL")
    assert not t.has("granite_warden", "GUARD")


def test_shrine_thief(table):
    t = table({"field": ["shrine_thief"]}, {"field": ["lantern_squire"], "hand": ["unwrite"]})
    t.attack(shrine_thief="p2").expect(hands=(0, 0), grave="unwrite")  # nobody could block it


def test_thornback_behemoth(table):
    t = table({"field": ["thornback_behemoth"]}, {"field": ["lantern_squire"]})
    t.attack(stop=True, thornback_behemoth="p2").block(lantern_squire="thornback_behemoth")
    t.expect(hp=(20, 19), gone="lantern_squire")  # 4 on 3 HP: 1 runs over


def test_vault_devourer(table):
    t = table({"hand": ["vault_devourer"]}, {"field": ["hollow_leech", "thorn_herald"]})
    dear = moves.PlayCard(t.held("vault_devourer", 0), (t.id("thorn_herald"),))
    assert t.refused(dear)[0] == "INVALID_TARGET"
    t.play("vault_devourer", "hollow_leech").expect(grave="hollow_leech")


def test_echoing_titan(table):
    t = table({"hand": ["echoing_titan"], "grave": ["hush", "hush"], "ce": 10})
    t.play("echoing_titan").expect(ce=(2, 10))


def test_gatekeeper_monk(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["gatekeeper_monk"]})
    t.attack(stop=True, hollow_leech="p2").block(gatekeeper_monk="hollow_leech")
    t.expect(left={"hollow_leech": 1})  # 1 ATK and 2 for blocking


def test_tide_reader(table):
    t = table(p2={"field": ["tide_reader"]}).end_turn()
    t.expect(hands=(0, 2))


def test_ambush_lynx(table):
    t = table({"field": ["lantern_squire"]}, {"hand": ["ambush_lynx"]})
    t.attack(stop=True, lantern_squire="p2").expect(ask="BLOCKS").play("ambush_lynx")
    t.expect(ask="BLOCKS", field="ambush_lynx").block(ambush_lynx="lantern_squire")
    t.expect(gone="lantern_squire", hp=(20, 20))


def test_bonebreaker_ram(table):
    t = table({"field": ["bonebreaker_ram"]}, {"field": ["granite_warden"]})
    t.attack(bonebreaker_ram="granite_warden").expect(left={"granite_warden": 1})


def test_parting_lantern(table):
    t = table({"field": ["parting_lantern"], "hand": ["unwrite"]}).play(
        "unwrite", "parting_lantern"
    )
    t.expect(hands=(1, 0))


def test_card_sharp(table):
    t = table({"field": ["card_sharp"], "hand": ["read_the_ashes"]}).play("read_the_ashes")
    t.expect(atk={"card_sharp": t.unit("card_sharp").d.atk + 2})


def test_scrap_magpie(table):
    t = table({"field": ["scrap_magpie"], "hand": ["trade_secrets", "hush"]})
    t.play("trade_secrets", cost=["hush"]).expect(hp=(20, 19))


def test_bramble_boar(table):
    t = table({"field": ["bramble_boar"]}, {"field": ["lantern_squire"]})
    t.attack(stop=True, bramble_boar="p2").block(lantern_squire="bramble_boar")
    t.expect(gone="lantern_squire", left={"bramble_boar": t.unit("bramble_boar").d.hp - 1})


def test_choir_of_embers(table):
    t = table({"field": ["choir_of_embers"], "hand": ["second_wind"], "hp": 10})
    t.play("second_wind", "p1").expect(hp=(14, 19))


def test_shadow_adept(table):
    t = table({"field": ["hollow_leech"]}, {"field": ["shadow_adept"]})
    t.attack(hollow_leech="shadow_adept").expect(left={"hollow_leech": 2}, field="shadow_adept")


def test_hexfeeder(table):
    t = table({"field": ["hexfeeder"], "hand": ["plague_ledger"]}, {"field": ["ember_hound"] * 2})
    before = t.unit("hexfeeder").d.atk
    t.play("plague_ledger").expect(atk={"hexfeeder": before + 1})


def test_armsmaster(table):
    t = table({"field": ["armsmaster"], "hand": ["tempered_glaive"]})
    before = t.unit("armsmaster").d.hp
    t.play("tempered_glaive", "armsmaster").expect(left={"armsmaster": before + 1})


def test_gearwright(table):
    t = table({"field": ["gearwright", "storm_battery"]}).activate("storm_battery")
    t.expect(atk={"gearwright": t.unit("gearwright").d.atk + 1})
    assert t.unit("gearwright").counters == {"GEAR": 1}


def test_ward_captain(table):
    t = table({"field": ["ward_captain", "lantern_squire", "ember_hound"]})
    assert t.has("lantern_squire", "VIGILANCE")
    assert not t.has("ward_captain", "VIGILANCE")
    assert not t.has("ember_hound", "VIGILANCE")


def test_oathkeeper_golem(table):
    t = table({"hand": ["scorch_lance"]}, {"field": ["oathkeeper_golem"]})
    t.play("scorch_lance", "p2", wait=True).expect(ask="RESPONSE")
    t.activate("oathkeeper_golem", "p2").expect(hp=(20, 20), ce=(8, 8))


def test_geyser_adept(table):
    t = table({"field": ["geyser_adept"]}, {"field": ["hollow_leech"]})
    t.attack(geyser_adept="hollow_leech").end_turn().expect(left={"hollow_leech": 1})
    assert t.unit("hollow_leech").held(t.game, "NO_BLOCK")


def test_debt_collector(table):
    t = table({"field": ["debt_collector"], "hp": 10}).attack(debt_collector="p2")
    hit = t.unit("debt_collector").d.atk
    t.expect(hp=(10 + hit, 20 - hit))


def test_token_scrapling(table):
    t = table({"field": ["token_scrapling"], "hand": ["unwrite"]}).play(
        "unwrite", "token_scrapling"
    )
    assert [t.game.set.defs[c[1]].id for c in t.game.graveyards[0]] == [
        "unwrite"
    ]  # tokens are gone


def test_token_oathbound(table):
    t = table({"field": ["ember_hound"]}, {"field": ["token_oathbound"]})
    t.attack(ember_hound="token_oathbound").expect(left={"token_oathbound": 2})

"""A scenario for every card of the starter set: those that came with version 2."""

from __future__ import annotations

from cutcard.games.battle import moves


def test_sleepy_badger(table):
    table({"hand": ["sleepy_badger"]}).play("sleepy_badger").expect(tapped="sleepy_badger")


def test_growing_cub(table):
    t = table({"field": ["growing_cub"]}).end_turn().expect(atk={"growing_cub": 2})
    t.end_turn().expect(atk={"growing_cub": 2})  # its own End phase only
    t.end_turn().expect(atk={"growing_cub": 3}, left={"growing_cub": 5})


def test_moonhowl_alpha(table):
    t = table({"hand": ["moonhowl_alpha"], "field": ["ember_hound", "lantern_squire"]})
    t.play("moonhowl_alpha").expect(atk={"moonhowl_alpha": 4})


def test_ravenous_tyrant(table):
    t = table({"field": ["ravenous_tyrant"]}, {"field": ["lantern_squire"]})
    t.attack(stop=True, ravenous_tyrant="p2").block(lantern_squire="ravenous_tyrant")
    t.expect(hp=(20, 17), gone="lantern_squire")


def test_call_of_the_pack(table):
    deck = ["lantern_squire", "ember_hound", "marsh_adder", "thorn_herald"]
    t = table({"hand": ["call_of_the_pack"], "deck": deck}).play("call_of_the_pack")
    t.do(moves.Search("ember_hound")).do(moves.Search("thorn_herald"))
    t.expect(hand=["ember_hound", "thorn_herald"])
    assert [one.card_id for one in t.game.view(1).players[0].shown] == [
        "ember_hound",
        "thorn_herald",
    ]


def test_blood_scent(table):
    t = table({"hand": ["blood_scent"] * 2}, {"field": ["ember_hound", "granite_warden"]})
    t.play("blood_scent", "ember_hound").expect(hands=(2, 0))
    t.play("blood_scent", "granite_warden").expect(hands=(1, 0))


def test_rust_hulk(table):
    table({"hand": ["rust_hulk"]}).play("rust_hulk").expect(tapped="rust_hulk")


def test_foundry_core(table):
    t = table({"field": ["foundry_core", "gearwright", "lantern_squire"]})
    t.expect(df={"gearwright": 1, "lantern_squire": 0, "foundry_core": 1})


def test_colossus_engine(table):
    t = table({"hand": ["colossus_engine"]}).play("colossus_engine")
    t.expect(tapped="colossus_engine")
    assert t.has("colossus_engine", "GUARD")


def test_assembly_line(table):
    t = table(p2={"field": ["assembly_line"], "hand": []}).end_turn()
    t.expect(hand2="token_spare_part")


def test_token_spare_part(table):
    t = table({"hand": ["token_spare_part"], "hp": 10}).play("token_spare_part", "p1")
    t.expect(hp=(11, 20), hands=(0, 0))
    assert not t.game.graveyards[0]


def test_recast(table):
    t = table({"hand": ["recast"]}, {"field": ["immortal_cairn"]}).play("recast", "immortal_cairn")
    t.expect(field="token_scrapling", gone="immortal_cairn")


def test_hourglass_sage(table):
    t = table({"hand": ["hourglass_sage"]}).play("hourglass_sage").end_turn().expect(hands=(0, 1))
    t.end_turn().expect(hands=(2, 1))


def test_archmage_of_ember(table):
    p2 = {"field": ["ember_hound", "marsh_adder", "gallows_crow", "mistveil_dancer"]}
    t = table({"hand": ["archmage_of_ember"]}, p2)
    t.play("archmage_of_ember", "ember_hound", "marsh_adder", "gallows_crow")
    t.expect(gone=["ember_hound", "marsh_adder", "gallows_crow"], field="mistveil_dancer")


def test_slow_fuse(table):
    t = table({"hand": ["slow_fuse"]}).play("slow_fuse", "p2").expect(hp=(20, 20))
    t.end_turn().expect(hp=(20, 16))


def test_lantern_of_truth(table):
    t = table({"hand": ["lantern_of_truth"]}, {"hand": ["ember_hound"]}).play("lantern_of_truth")
    assert [one.card_id for one in t.game.view(0).players[1].shown] == ["ember_hound"]
    t.expect(hands=(1, 1))


def test_weighed_and_wanting(table):
    p2 = {"field": ["gallows_crow", "echoing_titan"]}
    t = table({"hand": ["weighed_and_wanting"]}, p2).play("weighed_and_wanting")
    assert t.game.asked == [1]
    t.do(moves.Target((t.id("gallows_crow"),))).expect(gone="gallows_crow", field="echoing_titan")


def test_bitter_bargain(table):
    t = table({"hand": ["bitter_bargain"] * 2})
    t.play("bitter_bargain").do(moves.Choose(0)).expect(hands=(3, 0))
    t.play("bitter_bargain").do(moves.Choose(1)).expect(hp=(20, 16))


def test_level_the_scales(table):
    t = table({"hand": ["level_the_scales"]}, {"field": ["echoing_titan"]})
    t.play("level_the_scales", "echoing_titan").expect(atk={"echoing_titan": 1})


def test_drill_sergeant(table):
    table({"hand": ["drill_sergeant"]}).play("drill_sergeant").expect(field="token_recruit")


def test_token_recruit(table):
    table({"field": ["token_recruit", "banner_marshal"]}).expect(atk={"token_recruit": 2})


def test_ninefold_veteran(table):
    t = table({"field": ["ninefold_veteran", "lantern_squire"]}).attack(ninefold_veteran="p2")
    t.expect(hands=(0, 0))
    t = table({"field": ["ninefold_veteran", "lantern_squire", "glass_vanguard"]})
    t.attack(ninefold_veteran="p2").expect(hands=(1, 0))


def test_banner_marshal(table):
    t = table({"field": ["banner_marshal", "lantern_squire", "ember_hound"]})
    t.expect(atk={"banner_marshal": 3, "lantern_squire": 2, "ember_hound": 3})


def test_muster(table):
    deck = ["lantern_squire", "ward_captain", "tallgrass_sentinel", "ember_hound"]
    t = table({"hand": ["muster"], "deck": deck}).play("muster")
    assert t.refused(moves.Search("ward_captain"))[0] == "INVALID_OPTION"
    t.do(moves.Search("lantern_squire")).do(moves.Search("tallgrass_sentinel"))
    t.expect(tapped=["lantern_squire", "tallgrass_sentinel"])


def test_shield_wall(table):
    t = table(p2={"hand": ["shield_wall"], "field": ["lantern_squire", "granite_warden"]})
    t.do(moves.Pass()).play("shield_wall").expect(df={"lantern_squire": 2, "granite_warden": 4})
    t.end_turn().expect(df={"lantern_squire": 0})


def test_champions_blade(table):
    t = table({"hand": ["champions_blade"], "field": ["lantern_squire"]})
    t.play("champions_blade", "lantern_squire")
    t.expect(atk={"lantern_squire": 3}, left={"lantern_squire": 5})
    assert t.has("lantern_squire", "FIRST_STRIKE")


def test_wisp_swarm(table):
    t = table({"hand": ["wisp_swarm"]}).play("wisp_swarm")
    assert len(t.game.units(0)) == 3


def test_token_wisp(table):
    t = table({"field": ["token_wisp"]}, {"field": ["granite_warden"]})
    t.unit("granite_warden").tapped = False
    t.attack(stop=True, token_wisp="granite_warden")
    assert t.has("token_wisp", "ELUSIVE")
    assert t.game.ask != "BLOCKS"


def test_gravewalker(table):
    t = table({"hand": ["gravewalker"], "grave": ["ember_hound", "unwrite", "gallows_crow"]})
    t.play("gravewalker").expect(atk={"gravewalker": 3})
    t = table({"hand": ["gravewalker"], "grave": ["ember_hound"] * 6}).play("gravewalker")
    t.expect(atk={"gravewalker": 4})


def test_drowned_choir(table):
    t = table({"hand": ["unwrite"], "field": ["drowned_choir"]}).play("unwrite", "drowned_choir")
    t.expect(hand="drowned_choir", gone="drowned_choir")


def test_pale_regent(table):
    t = table({"hand": ["pale_regent"]}, {"grave": ["thornback_behemoth", "echoing_titan"]})
    t.play("pale_regent", "thornback_behemoth").expect(tapped="thornback_behemoth")
    assert (t.unit("thornback_behemoth").ctrl, t.unit("thornback_behemoth").owner) == (0, 1)


def test_last_rites(table):
    t = table({"hand": ["last_rites"], "grave": ["ember_hound", "unwrite", "gallows_crow"]})
    t.play("last_rites").expect(hand=["ember_hound", "gallows_crow"], grave="unwrite")


def test_feed_the_lantern(table):
    t = table({"hand": ["feed_the_lantern", "ember_hound", "gallows_crow"]})
    t.play("feed_the_lantern", "p2", cost=["ember_hound", "gallows_crow"]).expect(hp=(20, 15))


def test_still_the_tongue(table):
    t = table(
        {"hand": ["scorch_lance", "unwrite"]},
        {"hand": ["still_the_tongue"] * 2, "field": ["ember_hound"]},
    )
    t.play("scorch_lance", "p2", wait=True).play("still_the_tongue", "scorch_lance")
    t.expect(hp=(20, 20)).play("unwrite", "ember_hound", wait=True)
    t.expect(gone="ember_hound")  # it costs too much to be stilled, so nobody was asked


def test_twilight_gate(table):
    field = ["twilight_gate", "mistveil_dancer", "lantern_squire"]
    t = table({"hand": ["unwrite", "unwrite"], "field": field})
    t.play("unwrite", "mistveil_dancer").expect(hp=(20, 19))
    t.play("unwrite", "lantern_squire").expect(hp=(20, 19))


def test_heart_of_the_mountain(table):
    t = table({"field": ["ember_hound"]}, {"field": ["heart_of_the_mountain"]}).next()
    one, foe = t.id("ember_hound"), t.id("heart_of_the_mountain")
    assert t.refused(moves.DeclareAttacks((moves.Attack(one),)))[0] == "INVALID_TARGET"
    t.do(moves.DeclareAttacks((moves.Attack(one, "CARD", foe),)))


def test_colossus_of_dawn(table):
    t = table({"field": ["colossus_of_dawn"], "hp": 10}).attack(colossus_of_dawn="p2")
    t.expect(hp=(13, 15))
    assert not t.unit("colossus_of_dawn").tapped


def test_eater_of_horizons(table):
    p2 = {"field": ["ember_hound", "granite_warden", "thornback_behemoth"]}
    t = table({"hand": ["eater_of_horizons"], "field": ["gallows_crow"]}, p2).play(
        "eater_of_horizons"
    )
    t.expect(gone=["ember_hound", "granite_warden"], field=["thornback_behemoth", "gallows_crow"])


def test_long_harvest(table):
    t = table({"hand": ["long_harvest"], "ce": 5}).play("long_harvest")
    t.expect(ce=(2, 10), hands=(1, 0))
    assert t.game.max_ce[0] == 6


def test_avalanche(table):
    p2 = {"field": ["ember_hound", "thornback_behemoth"]}
    t = table({"hand": ["avalanche"], "field": ["gallows_crow"]}, p2).play("avalanche")
    t.expect(gone="ember_hound", left={"thornback_behemoth": 2}, field="gallows_crow")

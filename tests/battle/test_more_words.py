"""Issue 13, point 17: what cards can say besides, each word with what it does."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.battle import moves
from cutcard.games.battle.inspection import problems
from cutcard.games.battle.words import card_text
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

from .small import aim, gear, scene, spell, unit, when, whole

DRAW = {"do": "DRAW", "target": "CONTROLLER", "amount": 1}
BURN = {"do": "DAMAGE", "target": "OPPONENT", "amount": 1}
FOES = {"all": "UNIT", "side": "ENEMY"}
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


def test_up_to_so_many_targets():
    bolt = spell(
        "bolts", {"do": "DAMAGE", "target": "$t", "amount": 1}, targets=[aim("t", "ENEMY", up_to=3)]
    )
    p2 = {"field": ["plain_1", "plain_2", "plain_3", "plain_4"]}
    t = scene([bolt], {"hand": ["bolts", "bolts", "bolts"]}, p2)
    t.play("bolts", "plain_1", "plain_3").expect(
        gone=["plain_1", "plain_3"], field=["plain_2", "plain_4"]
    )
    same = (t.id("plain_2"), t.id("plain_2"))
    assert t.refused(moves.PlayCard(t.held("bolts", 0), same))[0] == "INVALID_TARGET"
    t.play("bolts").expect(field=["plain_2", "plain_4"])  # none at all
    ways = [m.target_ids for m in t.game.legal(0) if isinstance(m, moves.PlayCard)]
    assert all(list(one) == sorted(one, key=lambda target: target < 0) for one in ways)
    assert card_text(bolt, {}) == "Deal 1 damage to up to 3 enemy units."


def test_random_cards_of_a_graveyard():
    back = spell(
        "back",
        {
            "do": "MOVE",
            "target": {
                "random": "CARD",
                "zone": "GRAVEYARD",
                "side": "FRIENDLY",
                "filter": {"type": "UNIT"},
                "n": 2,
            },
            "to": "HAND",
        },
    )
    t = scene(
        [back, spell("other", DRAW)],
        {"hand": ["back"], "grave": ["plain_1", "other", "plain_2", "plain_3"]},
    )
    t.play("back").expect(hands=(2, 0), grave="other")
    every = spell(
        "every",
        {
            "do": "MOVE",
            "target": {"all": "CARD", "zone": "GRAVEYARD", "side": "ANY"},
            "to": "BANISHED",
        },
    )
    t = scene([every], {"hand": ["every"], "grave": ["plain_1"]}, {"grave": ["plain_2"]})
    t.play("every").expect(banished=["plain_1", "plain_2"])


EDICT = {
    "do": "PICK",
    "by": "OPPONENT",
    "target": FOES,
    "effects": [{"do": "DESTROY", "target": "PICKED"}],
}


def test_the_opponent_picks():
    t = scene([spell("edict", EDICT)], {"hand": ["edict"]}, {"field": ["plain_1", "plain_2"]})
    t.play("edict")
    assert (t.game.ask, t.game.asked) == ("TARGET", [1])
    view = t.game.view(1).asked
    assert view.targets == ((t.id("plain_1"), t.id("plain_2")),)
    assert t.refused(moves.Target((99,)))[0] == "INVALID_TARGET"
    assert t.refused(moves.Target(()))[0] == "INVALID_TARGET"
    assert {move.target_ids for move in t.game.legal(1)} == {(t.id("plain_1"),), (t.id("plain_2"),)}
    twin = t.game.copy()
    t.do(moves.Target((t.id("plain_2"),))).expect(gone="plain_2", field="plain_1")
    assert twin.ask == "TARGET"
    assert twin.redeal(0, Rng.named("w")).pool == twin.pool
    t = scene([spell("edict", EDICT)], {"hand": ["edict"]}, {"field": ["plain_1"]})
    t.play("edict").expect(gone="plain_1", ask="MAIN")  # no choice, so nobody is asked


def test_a_pick_one_may_leave_and_what_the_clock_picks():
    may = {
        "do": "PICK",
        "target": FOES,
        "amount": 2,
        "optional": True,
        "effects": [{"do": "TAP", "target": "PICKED"}],
    }
    t = scene(
        [spell("maybe", may)],
        {"hand": ["maybe", "maybe"]},
        {"field": ["plain_1", "plain_2", "plain_3"]},
    )
    t.play("maybe").do(moves.Target((t.id("plain_3"),)))
    t.expect(tapped="plain_3", ask="MAIN")
    t.play("maybe").do(moves.Target())
    assert not t.unit("plain_1").tapped
    t = scene(
        [spell("edict", EDICT)],
        {"hand": ["edict"]},
        {"field": ["plain_1", "plain_2"]},
        timers="spec",
    )
    t.play("edict")
    t.at = t.game.timers()[0].due
    t.do(t.game.timers()[0].tick, NATURE).expect(gone="plain_1")


def test_the_opponent_chooses_an_option():
    options = [
        {"label": "Burn", "effects": [BURN]},
        {"label": "Card", "zh": "抽牌", "effects": [DRAW]},
    ]
    card = spell("offer", {"do": "CHOOSE", "by": "OPPONENT", "options": options})
    t = scene([card], {"hand": ["offer"]}).play("offer")
    assert (t.game.ask, t.game.asked) == ("CHOOSE", [1])
    assert t.game.view(1).asked.zh == ("", "抽牌")
    t.do(moves.Choose(1)).expect(hands=(1, 0))
    assert t.facts("OPTION_CHOSEN")[0].zh == "抽牌"
    assert card_text(card, {}) == "Your opponent chooses one: burn, or card."


def search(**more):
    return spell(
        "seek", {"do": "SEARCH", "target": "CONTROLLER", "filter": {"type": "UNIT"}, **more}
    )


def test_search_for_several_and_onto_the_field():
    deck = ["plain_1", "plain_2", "plain_3", "plain_4"]
    t = scene([search(amount=3)], {"hand": ["seek"], "deck": deck}).play("seek")
    t.do(moves.Search("plain_2")).do(moves.Search("plain_4")).expect(ask="SEARCH")
    t.do(moves.Search()).expect(hand=["plain_2", "plain_4"], ask="MAIN")
    t = scene([search(to="FIELD", tapped=True)], {"hand": ["seek"], "deck": deck}).play("seek")
    t.do(moves.Search("plain_3")).expect(tapped="plain_3", ask="MAIN")
    assert t.facts("DECK_SEARCHED", 1)[0].card_id == "plain_3"  # everybody sees it come
    t = scene(
        [search(to="FIELD")], {"hand": ["seek"], "deck": deck, "field": ["plain_0"] * 7}
    ).play("seek")
    assert t.refused(moves.Search("plain_3"))[0] == "INVALID_OPTION"  # nobody has an eighth
    assert any("not several" in one for one in problems(whole(search(to="DECK_TOP", amount=2))))


def test_reveal_a_hand():
    t = scene(
        [spell("lamp", {"do": "REVEAL", "target": "OPPONENT"})],
        {"hand": ["lamp"]},
        {"hand": ["plain_1", "plain_2"]},
    )
    t.play("lamp")
    assert [one.card_id for one in t.game.view(0).players[1].shown] == ["plain_1", "plain_2"]
    assert t.facts("HAND_REVEALED", None)[0].cards == ("plain_1", "plain_2")
    world = t.game.redeal(0, Rng.named("w"))
    assert world.hands[1] == t.game.hands[1]


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


def responses():
    save = {"do": "PREVENT_DAMAGE", "target": "$t", "amount": 9}
    shrink = {
        "do": "MODIFY_STAT",
        "target": "$t",
        "stat": "ATK",
        "amount": 3,
        "duration": "UNTIL_END_OF_TURN",
    }
    cards = [
        spell("save", save, targets=[aim("t", "FRIENDLY")]),
        spell("rage", shrink, targets=[aim("t", "FRIENDLY")]),
    ]
    return [{**card, "type": "RESPONSE"} for card in cards]


def test_a_window_after_blocks_where_the_table_has_it():
    p1, p2 = {"field": ["plain_0"], "hand": ["rage"]}, {"field": ["big"], "hand": ["save"]}
    t = scene([*responses(), unit("big", 1, 3)], p1, p2, block_window=True)
    t.attack(stop=True, plain_0="p2").block(big="plain_0")
    assert (t.game.ask, t.game.asked) == ("RESPONSE", [0])  # whoever attacks comes first
    assert t.game.view(None).timing_window.kind == "AFTER_BLOCKS"
    t.play("rage", "plain_0")
    assert t.game.asked == [1]
    t.play("save", "big").do(moves.Pass()) if t.game.ask == "RESPONSE" else None
    while t.game.ask == "RESPONSE":
        t.do(moves.Pass())
    t.expect(gone="plain_0", left={"big": 3})
    t = scene([*responses(), unit("big", 1, 3)], p1, p2)
    t.attack(stop=True, plain_0="p2").block(big="plain_0")
    assert t.game.ask == "MAIN"  # not by default


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"name": "Plain 3"},
            "cards[14] (odd).name: 'Plain 3' is the name of cards[3] (plain_3) already",
        ),
        ({"name": "plain 3 "}, "is the name of cards[3] (plain_3) already"),
        ({"zh": {"name": "PLAIN 4"}}, "cards[14] (odd).zh.name: 'PLAIN 4' is the name of"),
        ({"name": "Evil\u202eeman"}, "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ({"text": "a\u2066b"}, "U+2066"),
        ({"text": "a\u0007b"}, "U+0007 (a control)"),
    ],
)
def test_names_are_single_and_texts_are_what_they_look(change, said):
    found = problems(whole({**unit("odd"), **change}))
    assert any(said in one for one in found), found


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (aim(filter={"type": "TECHNIQUE"}), "no UNIT is a TECHNIQUE"),
        (aim(kind="PLAYER", filter={"tapped": True}), "a player passes no filter"),
        (aim(filter={"cost_min": 5, "cost_max": 3}), "cost_min is over cost_max"),
        (aim(filter={"tag": "wolf"}), "no card of this set has the tag 'wolf'"),
        (
            aim(kind="CARD", zone="GRAVEYARD", filter={"token": True}),
            "no token is ever in a graveyard",
        ),
        (
            aim(kind="EQUIPMENT", filter={"type": ["UNIT", "FIELD"]}),
            "no EQUIPMENT is a UNIT or FIELD",
        ),
    ],
)
def test_targets_that_can_never_exist_are_refused(target, said):
    found = problems(whole(spell("odd", {"do": "TAP", "target": "$t"}, targets=[target])))
    assert any(said in one and "cards[14] (odd).targets[0].filter" in one for one in found), found
    group = {"all": "UNIT", "side": "ANY", "filter": target.get("filter")}
    if target["kind"] == "UNIT":
        assert problems(whole(spell("odd", {"do": "TAP", "target": group})))


def test_all_of_it_is_data_that_goes_both_ways():
    """A set with all these words is read from its own encoding."""
    data = whole(spell("edict", EDICT), search(amount=2))
    assert problems(msgspec.json.decode(msgspec.json.encode(data))) == []


def test_refusals_say_which_card_they_mean():
    bolt = spell("bolt", BURN, targets=[aim("t", "FRIENDLY")])
    t = scene([bolt], {"hand": ["bolt"], "field": ["plain_0"]}, {"field": ["plain_1"]})
    foe = t.id("plain_1")

    def said(move, code):
        with pytest.raises(Illegal) as no:
            t.do(move)
        assert no.value.code == code
        return no.value.message

    aimed = moves.PlayCard(t.held("bolt", 0), (foe,))
    assert said(aimed, "INVALID_TARGET") == "Plain 1 cannot be aimed at"
    t.next()
    assert (
        said(moves.DeclareAttacks((moves.Attack(foe),)), "INVALID_ATTACKER")
        == "Plain 1 cannot attack now"
    )
    twice = (moves.Attack(t.id("plain_0")),) * 2
    assert said(moves.DeclareAttacks(twice), "INVALID_ATTACKER") == "Plain 0 attacks once"

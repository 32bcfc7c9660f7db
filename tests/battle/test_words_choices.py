"""Issue 13, point 17: what cards can say besides. Here whom it is done to: so many, at random,
picked by the other, searched for, shown."""

from __future__ import annotations

import msgspec

from cutcard.games.battle import moves
from cutcard.games.battle.inspection import problems
from cutcard.games.battle.words import card_text
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

from .small import aim, scene, spell, whole

DRAW = {"do": "DRAW", "target": "CONTROLLER", "amount": 1}
BURN = {"do": "DAMAGE", "target": "OPPONENT", "amount": 1}
FOES = {"all": "UNIT", "side": "ENEMY"}


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


def test_all_of_it_is_data_that_goes_both_ways():
    """A set with all these words is read from its own encoding."""
    data = whole(spell("edict", EDICT), search(amount=2))
    assert problems(msgspec.json.decode(msgspec.json.encode(data))) == []

"""Issue 13, point 17: what cards can say besides. Here a window after blocks, and what a card file
is held to."""

from __future__ import annotations

import pytest

from cutcard.games.battle import moves, words_zh
from cutcard.games.battle.inspection import problems
from cutcard.games.battle.words import card_text
from cutcard.kernel.game import Illegal

from .small import aim, scene, spell, unit, when, whole

BURN = {"do": "DAMAGE", "target": "OPPONENT", "amount": 1}


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


@pytest.mark.parametrize(
    ("kinds", "english", "chinese"),
    [
        ("UNIT", "damages a unit", "单位"),
        (["UNIT"], "damages a unit", "单位"),
        (["UNIT", "PLAYER"], "damages a unit or a player", "单位或玩家"),
    ],
)
def test_a_trigger_may_ask_for_one_of_several_types(kinds, english, chinese):
    ability = when("DEAL_DAMAGE", "SELF", BURN, filter={"type": kinds})
    card = unit("hunter", abilities=[ability])
    assert problems(whole(card)) == []
    assert english in card_text(card, {})
    assert chinese in words_zh.card_text(card, {})


def test_a_filter_of_no_type_is_refused():
    ability = when("DESTROYED", "OTHER", BURN, filter={"type": []})
    (said,) = problems(whole(unit("hunter", abilities=[ability])))
    assert said.endswith(".filter.type: name at least one type of card")

"""B1-B47 of docs/rules/battle.md: each contradiction of the spec, settled. Here: the stack, and
chains without an end."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.games.battle import moves
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.sets import load
from cutcard.games.battle.stack import Entry


@pytest.mark.parametrize("phase", ["MAIN_A", "MAIN_B"])
def test_B19_after_a_response_the_same_main_phase_goes_on(table, phase):
    t = table(p2={"hand": ["brace", "brace"]}, phase=phase)
    t.do(moves.Pass()).play("brace").expect(ask="MAIN")
    assert t.game.view(0).current_phase.name == phase
    t.do(moves.Pass()).expect(ask="RESPONSE").do(moves.Pass())
    assert t.game.view(0).current_phase.name != phase


def test_B20_the_stack_holds_entries(table):
    t = table({"hand": ["unwrite"], "field": ["ember_hound"]}, {"hand": ["null_sigil"]})
    t.play("unwrite", "ember_hound", wait=True)
    (item,) = t.game.view(None).stack
    assert (item.card_id, item.controller, item.targets) == ("unwrite", 0, (t.id("ember_hound"),))


def test_B21_highest_priority_first_newest_among_equals(table):
    t = table()
    d = t.game.set.by_id["scorch_lance"]
    entries = [Entry(t.game.new_id(), d, 0) for _ in range(4)]
    for entry, priority in zip(entries, (0, 5, 5, 1), strict=True):
        entry.priority = priority
    t.game.stack = entries[:]
    order = []
    while t.game.stack:
        one = t.game.top()
        order.append(entries.index(one))
        t.game.stack.remove(one)
    assert order == [2, 1, 3, 0]


def test_B22_entries_are_numbered_not_timed(table):
    t = table({"hand": ["read_the_ashes"]}, {"hand": ["null_sigil"] * 2})
    t.play("read_the_ashes", wait=True).play("null_sigil", "read_the_ashes", wait=True)
    ids = [item.entry_id for item in t.game.view(None).stack]
    assert ids == sorted(ids)


def test_B23_targets_are_checked_again_and_all_illegal_fizzles(table):
    """One of two targets gone: the rest is done as far as it can be; all gone: it fizzles."""
    foes = {"hand": ["sudden_brambles"], "field": ["ember_hound"]}
    t = table({"hand": ["lend_strength"], "field": ["token_scrapling"]}, foes)
    t.play("lend_strength", "token_scrapling", "ember_hound", wait=True)
    t.play("sudden_brambles", "token_scrapling").expect(left={"ember_hound": 2})
    assert not t.facts("EFFECT_FIZZLED")
    t = table({"hand": ["steady_hand"], "field": ["token_scrapling"]}, foes)
    t.play("steady_hand", "token_scrapling", wait=True).play("sudden_brambles", "token_scrapling")
    assert [one.reason for one in t.facts("EFFECT_FIZZLED")] == ["ILLEGAL_TARGETS"]
    t.expect(grave="steady_hand")


def test_B24_paid_on_announcing_never_on_resolving(table):
    t = table({"hand": ["unwrite"]}, {"hand": ["null_sigil"], "field": ["ember_hound"]})
    t.play("unwrite", "ember_hound", wait=True).expect(ce=(5, 10))
    t.do(moves.Pass()).expect(ce=(5, 10), grave="ember_hound")


def test_B25_limits_count_for_each_card_apart(table):
    t = table(
        {"field": ["hexwright_duelist", "hexwright_duelist"]}, {"field": ["thornback_behemoth"]}
    )
    one, two = (unit.id for unit in t.game.units(0))
    foe = (t.id("thornback_behemoth"),)
    t.do(moves.ActivateAbility(one, 0, foe))
    assert t.refused(moves.ActivateAbility(one, 0, foe)) == ("ALREADY_ACTIVATED",) * 2
    t.do(moves.ActivateAbility(two, 0, foe)).expect(ce=(6, 10))


HURT_AND_HEALED = (
    {"do": "DAMAGE", "target": "SELF", "amount": 1},
    {"do": "HEAL", "target": "SELF", "amount": 1},
)
STRONGER = {
    "do": "MODIFY_STAT",
    "target": "SELF",
    "stat": "ATK",
    "amount": 1,
    "duration": "PERMANENT",
}


def unit(name, hp, *effects):
    """A plain unit; with effects, they follow whenever anybody is healed."""
    card = {"id": name.lower().replace(" ", "_"), "name": name, "type": "UNIT", "cost": 1}
    body = {"atk": 1, "def": 0, "hp": hp}
    heard = {"type": "TRIGGERED", "trigger": "HEALED", "watch": "ANY", "effects": [*effects]}
    return {**card, **body, **({"abilities": [heard]} if effects else {})}


LOOPS = {
    "format": "tcg-cards/1",
    "set": {"id": "loops", "name": "Loops"},
    "cards": [
        *(unit(f"Plain {i}", 1) for i in range(14)),
        unit("Echo", 9, *HURT_AND_HEALED),
        {
            "id": "start",
            "name": "Start",
            "type": "TECHNIQUE",
            "cost": 0,
            "effects": [{"do": "HEAL", "target": "CONTROLLER", "amount": 1}],
        },
        unit("Growing", 9, STRONGER, *HURT_AND_HEALED),
    ],
}


@pytest.mark.parametrize("name", ["echo", "growing"])
def test_A51_B26_endless_chains_are_a_draw(table, name):
    """The same situation three times, or 256 resolutions that nobody chose."""
    text = msgspec.json.encode(LOOPS).decode()
    t = table(
        {"field": [name], "hand": ["start"], "deck": ["plain_0"], "hp": 10},
        {"deck": ["plain_0"]},
        card_set=text,
        decks=("every_card", "every_card"),
    )
    t.play("start")
    assert t.game.outcome().reason == "DRAW"
    assert t.game.outcome().places == (1, 1)
    assert t.game.view(0).reason == "INFINITE_LOOP"


def test_B45_keywords_are_read_in_either_case():
    data = {**LOOPS, "cards": [{**card} for card in LOOPS["cards"]]}
    data["cards"][0]["keywords"] = ["Piercing"]
    made = load(msgspec.json.encode(data).decode())
    assert made.defs[0].kw == v.PIERCING
    assert made.defs[0].face.keywords == ("PIERCING",)

"""Issue 13, points 13 and 14: a move has a budget, and what the clock answers nobody chose."""

from __future__ import annotations

import time

import msgspec
import pytest

from cutcard.games.battle import budget, moves, sets
from cutcard.games.battle.inspection import problems
from cutcard.kernel.game import NATURE

from .small import scene, spell, unit, when, whole

HIT = {"do": "DAMAGE", "target": {"all": "UNIT", "side": "ANY"}, "amount": 1}
HOLD = 0.05  # seconds of work a set or a move may take away from the other tables


def repeated(depth, times, *effects):
    inner = [*effects]
    for _ in range(depth):
        inner = [{"do": "REPEAT", "amount": times, "effects": inner}]
    return inner


def test_13_repeat_five_deep_is_refused_with_its_path():
    """Ten kB that held a server for 15 s."""
    cards = [spell(f"storm_{i}", *repeated(5, 10, HIT)) for i in range(20)]
    data = whole(*cards)
    assert 4_000 < len(msgspec.json.encode(data)) < 12_000
    found = problems(data)
    assert "cards[14] (storm_0).effects: this may come to 111111 effects; at most 128" in found
    ability = when("ENTER_FIELD", "SELF", *repeated(3, 9, HIT))
    (said,) = problems(whole(unit("one", abilities=[ability])))
    assert said.startswith("cards[14] (one).abilities[0].effects: this may come to")


@pytest.mark.parametrize(
    ("amount", "right"),
    [(3, True), ("X", False), ({"count": {"all": "UNIT"}}, False), (0, True)],
)
def test_13_repeats_multiply_by_the_most_they_may_be(amount, right):
    inner = [{"do": "REPEAT", "amount": 5, "effects": [HIT, HIT]}]
    cost = "X" if amount == "X" else 1
    card = spell("rain", {"do": "REPEAT", "amount": amount, "effects": inner}, cost=cost)
    assert (problems(whole(card)) == []) == right


def test_13_what_is_chosen_or_asked_counts_once_at_its_most():
    many = repeated(1, 10, *[HIT] * 10)
    options = [{"label": "One", "effects": many}, {"label": "Other", "effects": many}]
    assert budget.most([{"do": "CHOOSE", "options": options}])[0] == 2 + 100
    condition = {"of": "CONTROLLER", "hp_min": 1}
    both = {"do": "IF", "condition": condition, "then": many, "else": []}
    assert budget.most([both]) == (2 + 100, 100 * 14)
    assert any("this may touch 1400 cards" in one for one in problems(whole(spell("s", both))))


def test_13_in_play_the_effect_ends_and_says_so():
    """Each card is within bounds; together they would go on and on."""
    more = when("TAKE_DAMAGE", "ANY", *[{"do": "HEAL", "target": "SELF", "amount": 1}, HIT] * 3)
    t = scene(
        [unit("bell", 1, 99, abilities=[more]), spell("start", HIT)],
        {"field": ["bell"] * 7, "hand": ["start"]},
        {"field": ["bell"] * 7},
    )
    began = time.process_time()
    t.play("start")
    assert time.process_time() - began < 20 * HOLD  # under a tracer, beside others
    over = [one for one in t.facts("EFFECT_FIZZLED") if one.reason == "BUDGET"]
    assert over or t.game.over
    assert t.game.ran <= budget.EFFECTS + 256
    assert t.game.did <= budget.FACTS + 512


def test_13_a_budget_is_a_moves_own_and_a_spell_that_ends_is_in_the_graveyard():
    t = scene([spell("start", *[HIT] * 4)], {"hand": ["start", "start"]}, {"field": ["plain_1"]})
    t.game.ran = t.game.did = 10_000  # of a move long ago
    t.play("start").expect(gone="plain_1")
    assert not t.facts("EFFECT_FIZZLED")
    t.play("start", wait=True)
    t.expect(grave="start")


def hurt_and_healed(*more):
    effects = (
        {"do": "DAMAGE", "target": "SELF", "amount": 1},
        {"do": "HEAL", "target": "SELF", "amount": 1},
    )
    return when("HEALED", "ANY", *more, *effects)


GROW = {"do": "MODIFY_STAT", "target": "SELF", "stat": "ATK", "amount": 1, "duration": "PERMANENT"}
EITHER = {
    "do": "CHOOSE",
    "options": [{"label": "Grow", "effects": [GROW]}, {"label": "Grow too", "effects": [GROW]}],
}
LOOP = [
    unit("echo", 1, 9, abilities=[hurt_and_healed(EITHER)]),
    spell("start", {"do": "HEAL", "target": "CONTROLLER", "amount": 1}),
]


def test_14_a_loop_with_a_choice_the_clock_makes_is_a_draw_after_256():
    t = scene(LOOP, {"field": ["echo"], "hand": ["start"], "hp": 10}, timers="spec", turn_limit=200)
    t.play("start")
    answers = 0
    while not t.game.over and answers < 400:
        (timer,) = t.game.timers()
        t.at = timer.due
        t.do(timer.tick, NATURE)
        answers += 1
    assert (t.game.condition, t.game.reason) == ("DRAW", "INFINITE_LOOP")
    assert answers == 255  # the spell, 255 answers, and the 257th resolution is one too many


def test_14_what_a_player_chooses_begins_the_count_anew():
    t = scene(LOOP, {"field": ["echo"], "hand": ["start"], "hp": 10}, timers="off")
    t.play("start")
    for _ in range(300):
        t.do(moves.Choose(1))
    assert not t.game.over
    assert t.unit("echo").atk(t.game) == 301


def test_14_letting_it_resolve_is_no_choice(table):
    """A loop in which the other is asked each time, and passes."""
    slow = {**hurt_and_healed(GROW), "timing": "STACK"}
    answer = {
        **spell("answer", {"do": "DRAW", "target": "CONTROLLER", "amount": 1}),
        "type": "RESPONSE",
    }
    t = scene(
        [unit("echo", 1, 9, abilities=[slow]), LOOP[1], answer],
        {"field": ["echo"], "hand": ["start"], "hp": 10},
        {"hand": ["answer"]},
    )
    t.play("start")
    assert (t.game.condition, t.game.reason) == ("DRAW", "INFINITE_LOOP")


def test_the_budget_of_a_file_is_counted_before_it_is_known_to_be_right():
    for nonsense in (
        None,
        3,
        "x",
        [None, 3, {"do": 5, "target": [], "options": [1, {"effects": 2}]}],
    ):
        assert budget.most(nonsense)[0] <= 1


def test_the_starter_set_is_well_within_its_budget():
    data = msgspec.json.decode(sets.STARTER.read_bytes())
    lists = [card.get("effects", []) for card in data["cards"]]
    lists += [a.get("effects", []) for card in data["cards"] for a in card.get("abilities", ())]
    assert max(budget.most(one)[0] for one in lists) <= 16

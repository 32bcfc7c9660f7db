"""Whatever options a table is opened with: they are refused with a sentence, or the game plays by
them, several deals to their ends, with views that can be written and no chip lost or made."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from cutcard import game
from cutcard.games.poker.facts import Raked
from cutcard.kernel.game import NATURE, Game, State
from cutcard.kernel.optional import stakes
from cutcard.kernel.rng import Rng
from cutcard.kernel.tags import CASH

NUMBERS = (0, 1, 2, 3, 5, 7, 10, 20, 37, 100, 1000)
MOST = 1500  # steps of a deal; one that goes on for longer is left
STEPS = {"battle": 300, "guandan": 700}  # where much is legal at once


def wished(rules: Game, chance: random.Random) -> dict[str, Any]:
    """Some of the game's options, of the right kind and of any size."""
    found: dict[str, Any] = {}
    known = fields(rules.Options)
    for one in chance.sample(known, chance.randint(1, min(8, len(known)))):
        words = words_of(one.type)
        if words:
            found[one.encode_name] = chance.choice(words)
        elif isinstance(one.default, bool):
            found[one.encode_name] = chance.random() < 0.7
        elif isinstance(one.default, int) or one.default is None:
            usual = one.default or 0
            found[one.encode_name] = chance.choice((*NUMBERS, *(usual, usual // 2, 2 * usual) * 4))
        elif one.encode_name == "gridSize":
            found[one.encode_name] = [chance.randint(1, 6), chance.randint(1, 6)]
    return found


def words_of(kind: Any) -> list[Any]:
    """What a field of named choices may be."""
    told = msgspec.json.schema(kind)
    options = [told, *told.get("anyOf", ())]
    return [word for one in options for word in one.get("enum", ()) if word is not None]


def played(state: State, chance: random.Random, seats: int, most: int) -> list[Any] | None:
    """A deal at random; what was told of it, or nothing if it goes on and on."""
    at, facts = 0, []
    for step in range(most):
        if state.outcome() is not None:
            return facts
        told: list[Any] = []
        acting, timers = list(state.to_act()), state.timers()
        seat = chance.choice(acting) if acting else chance.randrange(seats)
        asides = list(state.asides(seat))
        if acting and (not timers or chance.random() < 0.9):
            state.play(seat, chance.choice(list(state.legal(seat))), at, told)
        elif asides and (not timers or chance.random() < 0.1):
            state.play(seat, chance.choice(asides), at, told)
        elif timers:
            timer = min(timers, key=lambda one: one.due)
            at = max(at, timer.due)
            state.play(NATURE, timer.tick, at, told)
        facts += [one.fact for one in told]
        if step % 9 == 0:
            for viewer in (None, *range(seats)):
                assert msgspec.json.encode(state.view(viewer))
    return None


def evening(name: str, number: int, seen: Counter[str]) -> None:
    chance = random.Random(f"odd options {name} {number}")
    rules = game(name)
    seats = chance.choice(list(rules.seats))
    given = wished(rules, chance)
    carry: Any = None
    brought = 0
    for deal in range(3):
        try:
            options = msgspec.convert(given, rules.Options)
            state = rules.deal(options, seats, Rng.named(f"{name} {number} {deal}"), carry)
        except ValueError as no:  # msgspec's are, too
            seen["refused"] += 1
            seen["in a sentence"] += deal == 0 and len(str(no).split()) > 3
            return
        facts = played(state, chance, seats, STEPS.get(name, MOST))
        if facts is None:
            return
        seen["deals"] += 1
        cash = [one for one in facts if type(one).__struct_config__.tag == CASH]
        brought -= sum(one.amount for one in cash)
        brought -= sum(one.amount for one in facts if isinstance(one, Raked))
        carry = state.next()
        if carry is None:
            return
        if brought:  # else it is a tournament, or about no chips
            assert sum(stakes(state)) == brought, given


@pytest.mark.parametrize(
    ("name", "many", "deals"),
    [("duel", 60, 10), ("memory", 60, 8), ("poker", 80, 40), ("guandan", 20, 6), ("battle", 16, 4)],
)
def test_19_any_options_are_refused_with_a_sentence_or_played_by(
    name: str, many: int, deals: int
) -> None:
    seen: Counter[str] = Counter()
    for number in range(many):
        evening(name, number, seen)
    assert seen["deals"] >= deals, seen
    assert seen["refused"] == seen["in a sentence"] > 0, seen

"""What the view forecasts of a battle is what then happens, and is the same for everybody."""

from __future__ import annotations

import pytest

from cutcard.games import battle
from cutcard.games.battle import sets
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.decks import from_code
from cutcard.kernel.rng import Rng

UNITS = [d.id for d in sets.starter().defs if d.kind == v.UNIT and not d.abilities and not d.token]


def looks(t, viewer=None):
    """Each outlook by who attacks and what it meets."""
    return {(one.attacker, one.meets): one for one in t.game.view(viewer).forecast}


def harm(t, name, seat):
    """Damage told of a unit, and whether it is gone."""
    told = [f for f in t.facts("DAMAGE_APPLIED") if f.card_id == name]
    return sum(f.reduced_damage for f in told), not any(
        one.d.id == name for one in t.game.units(seat)
    )


@pytest.mark.parametrize("mine", UNITS)
def test_a_block_comes_to_what_was_forecast(table, mine):
    for other in UNITS:
        if other == mine:
            continue
        t = table({"field": [mine]}, {"field": [other]})
        if not t.unit(mine).atk(t.game):
            continue
        targets = aims(t)
        if not targets:
            continue  # it may not attack
        t.attack(stop=True, **{mine: "p2" if 1 in targets else other})
        if t.game.ask != "BLOCKS":
            continue  # nobody can stop it, and it is done
        one, two = t.unit(mine).id, t.unit(other).id
        if (one, two) not in looks(t):
            continue
        said = looks(t)[one, two]
        hp = t.game.hp[1]
        t.block(**{other: mine})
        dealt, killed = harm(t, other, 1)
        taken, died = harm(t, mine, 0)
        assert (said.deals, said.kills) == (dealt, killed), (mine, other)
        assert (said.takes, said.dies) == (taken, died), (mine, other)
        assert said.over == hp - t.game.hp[1], (mine, other)


def aims(t):
    t.next()
    return [target for one in t.game.view(0).asked.aims for target in one.targets]


@pytest.mark.parametrize("mine", UNITS)
def test_an_attack_nobody_stops_comes_to_what_was_forecast(table, mine):
    for other in (*UNITS, None):
        if other == mine:
            continue
        t = table({"field": [mine]}, {"field": [other] if other else []})
        if not t.unit(mine).atk(t.game):
            continue
        target = t.unit(other).id if other else 1
        if target not in aims(t):
            continue  # it may not be attacked
        said = looks(t)[t.unit(mine).id, target]
        t.attack(**{mine: other or "p2"})
        if other is None:
            assert said.deals == 20 - t.game.hp[1]
        else:
            assert (said.deals, said.kills) == harm(t, other, 1), (mine, other)
            assert said.over == 20 - t.game.hp[1], (mine, other)


def test_the_forecast_is_public_and_ends_with_the_blocks(table):
    t = table({"field": ["ember_hound", "hollow_leech"]}, {"field": ["lantern_squire"]})
    assert not t.game.view(0).forecast
    assert t.game.view(0).asked.ready == 2
    t.attack(stop=True, ember_hound="p2", hollow_leech="p2")
    assert looks(t, 0) == looks(t, 1) == looks(t) != {}
    hound, squire = t.unit("ember_hound").id, t.unit("lantern_squire").id
    assert looks(t)[hound, 1].deals == 3
    assert looks(t)[hound, squire].kills
    t.block(lantern_squire="ember_hound")
    assert not looks(t)


def test_what_ended_it_is_shown(table):
    t = table({"field": ["ember_hound"]}, {"hp": 2})
    assert t.game.view(0).blow is None
    t.attack(ember_hound="p2")
    blow = t.game.view(None).blow
    assert (blow.source, blow.amount) == ("ember_hound", 3)


def test_ready_decks_are_shown_as_codes_while_decks_are_chosen(table):
    game = battle.deal(battle.Options(), 2, Rng.named("decks"))
    rules = game.view(0).deck_rules
    assert (rules.smallest, rules.largest, rules.copies) == (40, 40, 3)
    assert {name: from_code(game.set, code) for name, code in rules.codes.items()} == dict(
        game.set.decks
    )
    assert table().game.view(0).deck_rules is None

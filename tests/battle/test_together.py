"""Issue 13, points 15 and 16: what happens together, keywords from anywhere, silence, the eighth
unit, and who has won a match."""

from __future__ import annotations

import pytest

from cutcard.games import battle
from cutcard.games.battle import moves
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.inspection import problems
from cutcard.games.battle.words import card_text
from cutcard.kernel.rng import Rng

from .small import aim, gear, scene, spell, unit, when, whole

EVERY = {"all": "UNIT", "side": "ANY"}
BURN = {"do": "DAMAGE", "target": "OPPONENT", "amount": 1}
DRAW = {"do": "DRAW", "target": "CONTROLLER", "amount": 1}
MOURN = when("DESTROYED", "OTHER", BURN)


@pytest.mark.parametrize(
    "effect", [{"do": "DESTROY", "target": EVERY}, {"do": "MOVE", "target": EVERY, "to": "HAND"}]
)
def test_15_a_group_leaves_together(effect):
    """None of them sees the others go: the first to leave is no witness, nor is the last."""
    trigger = "LEAVE_FIELD" if effect["do"] == "MOVE" else "DESTROYED"
    mourner = unit("mourner", abilities=[when(trigger, "OTHER", BURN)])
    t = scene(
        [mourner, spell("sweep", effect)],
        {"hand": ["sweep"], "field": ["mourner", "plain_0", "mourner"]},
        {"field": ["plain_1", "mourner"]},
    )
    t.play("sweep").expect(hp=(20, 20), gone=["mourner", "plain_0", "plain_1"])


def test_15_auras_fall_with_the_group_they_held_up():
    """Of two that die together none survives by the other's aura."""
    aura = {"to": {"all": "UNIT", "side": "FRIENDLY", "other": True}, "stat": "HP", "amount": 1}
    captain = unit("captain", abilities=[{"type": "PASSIVE", "aura": aura}])
    hurt = {"do": "DAMAGE", "target": EVERY, "amount": 1}
    t = scene(
        [captain, spell("sweep", {"do": "DESTROY", "target": EVERY}, hurt)],
        {"hand": ["sweep"], "field": ["captain", "plain_0"]},
    )
    t.play("sweep").expect(gone=["captain", "plain_0"])


def test_15_triggers_of_one_moment_the_opponents_resolve_first():
    """Whoever's unit was destroyed first: the active player's triggers are placed first."""
    mine = unit("mine", abilities=[when("DESTROYED", "SELF", BURN)])
    t = scene(
        [mine, spell("sweep", {"do": "DESTROY", "target": EVERY})],
        {"hand": ["sweep"], "field": ["mine", "plain_0", "mine"], "hp": 2},
        {"field": ["mine", "plain_1", "mine"], "hp": 2},
    )
    t.play("sweep")
    hit = [one.target for one in t.facts("DAMAGE_APPLIED")]
    assert hit == [0, 0]  # both of the opponent's before any of mine
    assert t.game.winner == 1


BACK = {"do": "MOVE", "target": "SELF", "to": "HAND"}
RISE = {"do": "MOVE", "target": "SELF", "to": "FIELD"}


def test_15_what_was_just_destroyed_is_found():
    phoenix = unit("phoenix", abilities=[when("DESTROYED", "SELF", BACK)])
    ghost = unit("ghost", abilities=[when("DESTROYED", "SELF", RISE, max_per_turn=1)])
    doom = spell("doom", {"do": "DESTROY", "target": "$t"}, targets=[aim()])
    t = scene([phoenix, ghost, doom], {"hand": ["doom", "doom"], "field": ["phoenix", "ghost"]})
    t.play("doom", "phoenix").expect(hand="phoenix", gone="phoenix")
    before = t.id("ghost")
    t.play("doom", "ghost").expect(field="ghost")
    assert t.id("ghost") != before
    again = spell(
        "again",
        {"do": "DESTROY", "target": "$t"},
        {"do": "MOVE", "target": "$t", "to": "FIELD"},
        targets=[aim()],
    )
    t = scene([again], {"hand": ["again"]}, {"field": ["plain_1"]})
    t.game.cards[t.id("plain_1")].damage = 0
    t.play("again", "plain_1").expect(field="plain_1")
    assert t.facts("CARD_MOVED")[0].destroyed


def test_15_a_stat_of_what_was_just_destroyed_is_its_last():
    reap = spell(
        "reap",
        {"do": "DESTROY", "target": "$t"},
        {"do": "HEAL", "target": "CONTROLLER", "amount": {"stat": "ATK", "of": "$t"}},
        targets=[aim()],
    )
    t = scene([reap, unit("big", 6, 6)], {"hand": ["reap"], "hp": 10}, {"field": ["big"]})
    t.play("reap", "big").expect(hp=(16, 20))


def aura_of(word):
    to = {"all": "UNIT", "side": "FRIENDLY"}
    return {"type": "PASSIVE", "aura": {"to": to, "keyword": word}}


GRANT = {"do": "GRANT_KEYWORD", "target": "$t", "duration": "PERMANENT"}


def bearer(how, word):
    """A table on which `hero` has a keyword from somewhere."""
    cards = [unit("hero", 2, 9), gear("band", keywords=[word])]
    cards += [
        {"id": "hall", "name": "Hall", "type": "FIELD", "cost": 0, "abilities": [aura_of(word)]}
    ]
    cards += [spell("gift", {**GRANT, "keyword": word}, targets=[aim()])]
    cards += [spell("bolt", {"do": "DAMAGE", "target": "$t", "amount": 2}, targets=[aim()])]
    cards += [
        spell("hush", {"do": "SILENCE", "target": "$t", "duration": "PERMANENT"}, targets=[aim()])
    ]
    cards += [unit("printed", 2, 9, keywords=[word])]
    hand = ["band", "hall", "gift", "gift", "bolt", "bolt", "hush"]
    name = "printed" if how == "printed" else "hero"
    t = scene(cards, {"hand": hand, "field": [name]})
    match how:
        case "equipment":
            t.play("band", name)
        case "aura":
            t.play("hall")
        case "modifier":
            t.play("gift", name)
    return t, name


HOW = ("printed", "equipment", "aura", "modifier")


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("word", v.KEYWORDS)
def test_15_every_keyword_from_anywhere(how, word):
    t, name = bearer(how, word)
    assert t.has(name, word)
    t.play("hush", name)
    assert not t.has(name, word)
    t.play("gift", name)  # what comes after a silence works
    assert t.has(name, word)


@pytest.mark.parametrize("how", HOW)
def test_15_a_barrier_from_anywhere_holds_once(how):
    t, name = bearer(how, "BARRIER")
    assert t.game.view(None).players[0].field[t.id(name)].barrier
    t.play("bolt", name).expect(left={name: 9})
    assert not t.game.view(None).players[0].field[t.id(name)].barrier
    t.play("bolt", name).expect(left={name: 7})
    t.play("gift", name)
    assert t.game.view(None).players[0].field[t.id(name)].barrier  # a new one


def test_15_equipment_after_a_silence_and_a_keyword_after_its_loss():
    t, name = bearer("printed", "GUARD")
    t.play("hush", name).play("band", name)
    assert t.has(name, "GUARD")
    lose = spell(
        "lose",
        {"do": "REMOVE_KEYWORD", "target": "$t", "keyword": "GUARD", "duration": "PERMANENT"},
        targets=[aim()],
    )
    gift = spell("gift", {**GRANT, "keyword": "GUARD"}, targets=[aim()])
    t = scene([lose, gift], {"hand": ["lose", "gift"], "field": ["plain_0"]})
    t.play("lose", "plain_0").play("gift", "plain_0")
    assert t.has("plain_0", "GUARD")


def test_15_an_ability_granted_after_a_silence_works():
    use = {"type": "ACTIVATED", "cost": 0, "effects": [DRAW]}
    own = when("TAKE_DAMAGE", "SELF", BURN)
    grants = [
        {"do": "GRANT_ABILITY", "target": "$t", "ability": one, "duration": "PERMANENT"}
        for one in (use, own)
    ]
    cards = [
        unit("hero", 1, 9, abilities=[own, use]),
        spell("gift", *grants, targets=[aim()]),
        spell("bolt", {"do": "DAMAGE", "target": "$t", "amount": 1}, targets=[aim()]),
        spell("hush", {"do": "SILENCE", "target": "$t", "duration": "PERMANENT"}, targets=[aim()]),
    ]
    t = scene(cards, {"hand": ["gift", "bolt", "bolt", "hush"], "field": ["hero"]})
    t.play("hush", "hero").play("bolt", "hero").expect(hp=(20, 20))
    assert t.refused(moves.ActivateAbility(t.id("hero"), 1))[0] == "RESTRICTION_VIOLATED"
    t.play("gift", "hero").play("bolt", "hero").expect(hp=(20, 19))
    granted = [one.index for one in t.unit("hero").activated()][1]
    t.do(moves.ActivateAbility(t.id("hero"), granted)).quiet().expect(hands=(1, 0))


def test_15_two_granted_abilities_are_two():
    uses = [{"type": "ACTIVATED", "cost": 0, "effects": [one]} for one in (DRAW, BURN)]
    grants = [
        {"do": "GRANT_ABILITY", "target": "$t", "ability": one, "duration": "PERMANENT"}
        for one in uses
    ]
    t = scene([spell("gift", *grants, targets=[aim()])], {"hand": ["gift"], "field": ["plain_0"]})
    t.play("gift", "plain_0")
    first, second = (one.index for one in t.unit("plain_0").activated())
    t.do(moves.ActivateAbility(t.id("plain_0"), first)).quiet().expect(hands=(1, 0))
    t.do(moves.ActivateAbility(t.id("plain_0"), second)).quiet().expect(hp=(20, 19))


def test_15_filters_of_the_stack_hold_and_are_in_the_text():
    wanted = aim("s", "ENEMY", "STACK_ITEM", filter={"type": "TECHNIQUE", "cost_min": 2})
    counter = {
        **spell("counter", {"do": "NEGATE", "target": "$s"}, targets=[wanted]),
        "type": "RESPONSE",
    }
    cheap, dear = spell("cheap", DRAW), spell("dear", DRAW, cost=2)
    t = scene([counter, cheap, dear], {"hand": ["cheap", "dear"]}, {"hand": ["counter"]})
    t.play("cheap", wait=True)
    assert t.game.ask == "MAIN"  # nothing to aim at, so nobody is asked
    t.play("dear", wait=True).play("counter", "dear")
    assert [one.reason for one in t.facts("EFFECT_FIZZLED")] == ["NEGATED"]
    assert card_text(counter, {}) == "Negate an enemy Technique of cost 2 or more on the stack."
    live = aim("s", "ENEMY", "STACK_ITEM", filter={"tapped": True})
    odd = {**spell("odd", {"do": "NEGATE", "target": "$s"}, targets=[live]), "type": "RESPONSE"}
    assert any("no field 'tapped'" in one for one in problems(whole(odd)))


def test_15_who_comes_home_to_a_full_field_is_no_eighth_unit():
    borrow = spell(
        "borrow",
        {"do": "GAIN_CONTROL", "target": "$t", "duration": "UNTIL_END_OF_TURN"},
        targets=[aim()],
    )
    t = scene(
        [borrow, unit("big", 5, 5)],
        {"hand": ["borrow"]},
        {"field": ["big", *["plain_1"] * 6], "hand": []},
    )
    t.play("borrow", "big")
    t.put("plain_2", 1)  # in the meantime another has taken its place
    assert len(t.game.units(1)) == 7
    t.end_turn().expect(gone="big", grave="big")
    assert len(t.game.units(1)) == 7
    assert [card[1] for card in t.game.graveyards[1]] == [t.game.set.by_id["big"].index]


def test_15_equipment_out_of_the_graveyard_needs_a_bearer():
    lift = spell(
        "lift",
        {"do": "MOVE", "target": "$c", "to": "FIELD"},
        targets=[aim("c", "FRIENDLY", "CARD", zone="GRAVEYARD")],
    )
    t = scene([lift, gear("band", atk=1)], {"hand": ["lift"], "grave": ["band"]})
    t.play("lift", "band").expect(grave="band", gone="band")


# 16


def match(*winners):
    """A best of three, game by game; -1 is a drawn game."""
    options = battle.Options(best_of=3, timers="off")
    carry = None
    for number, winner in enumerate(winners, 1):
        game = battle.deal(options, 2, Rng.named(f"match {number}"), carry)
        for seat in (0, 1):
            one = moves.Sideboard() if carry else moves.ChooseDeck("beasts")
            game.play(seat, one, 0)
        if winner >= 0:
            game.play(1 - winner, moves.Surrender(), 0)
        else:
            game.finish(-1, "DRAW", "BOTH_DEFEATED")
        carry = game.next()
    return game


@pytest.mark.parametrize(
    ("winners", "places", "scores"),
    [
        ((0, 0), (1, 2), (2, 0)),
        ((0, 1, 1), (2, 1), (1, 2)),
        ((0, -1, 1), (1, 1), (1, 1)),
        ((0, 1, -1), (1, 1), (1, 1)),
        ((-1, 1, -1), (2, 1), (0, 1)),
        ((0, -1, -1), (1, 2), (1, 0)),
        ((-1, -1, -1), (1, 1), (0, 0)),
    ],
)
def test_16_a_match_is_won_by_who_won_more_games(winners, places, scores):
    game = match(*winners)
    assert game.next() is None
    assert (game.outcome().places, game.outcome().scores) == (places, scores)


def test_16_a_game_before_the_last_is_its_own():
    game = match(0, 1)
    assert game.next() is not None
    assert game.outcome().places == (2, 1)


def test_16_giving_up_between_games_loses_that_game_only():
    options = battle.Options(best_of=3, timers="off")
    game = battle.deal(options, 2, Rng.named("swap"), match(0).next())
    game.play(0, moves.Surrender(), 0)
    assert game.wins == [1, 1]
    assert game.next().game == 3
    first = battle.deal(options, 2, Rng.named("swap"))
    first.play(0, moves.Surrender(), 0)
    assert first.next() is None
    assert first.outcome().places == (2, 1)

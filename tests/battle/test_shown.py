"""Views share what did not change. However old what they share is, each is byte for byte the view
that would be built from nothing, the order of maps included (digests are made of views)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.games import battle
from cutcard.games.battle import moves, turn
from cutcard.games.battle.balance import random_deck
from cutcard.games.battle.decks import to_code
from cutcard.games.battle.sets import STARTER, pack
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

VIEWERS = (0, 1, None)


def turned_round():
    """A set of a host's own: the same cards by other numbers, each costing one more."""
    data = msgspec.json.decode(STARTER.read_bytes())
    data["cards"].reverse()
    for card in data["cards"]:
        if isinstance(card["cost"], int):
            card["cost"] += 1
        card.pop("text", None)
    return pack(msgspec.json.encode(data))


SETUPS = [
    *(options for options, _ in battle.setups()),
    battle.Options(decks=("mystics", "soldiers"), timers="spec"),
    battle.Options(ruleset="core", decks=("beasts", "sampler"), timers="off"),
    battle.Options(best_of=3, decks=("sampler", "mystics"), turn_limit=10),
    battle.Options(card_set=turned_round(), timers="off"),
]
_encode = msgspec.json.Encoder().encode


def from_nothing(game, viewer):
    """The same view by the same code, with nothing kept."""
    kept, game.shown = game.shown, None
    try:
        return game.view(viewer)
    finally:
        game.shown = kept


def hold(game, rng):
    """Some look at it, in any order, some never do; whoever looks sees what is there."""
    viewers = [VIEWERS[rng.below(3)] for _ in range(rng.below(5))]
    for viewer in viewers:
        assert _encode(game.view(viewer)) == _encode(from_nothing(game, viewer)), viewer


def step(game, rng, at):
    """A random move, a late clock, a refusal; the time it is then."""
    acting, timers = game.to_act(), game.timers()
    if not acting or (timers and not rng.below(12)):
        timer = timers[rng.below(len(timers))]
        at = max(at, timer.due)
        game.play(NATURE, timer.tick, at)
        return at
    seat = acting[rng.below(len(acting))]
    if not rng.below(10):
        try:
            game.play(seat, moves.PlayCard(rng.below(60)), at)
        except Illegal:
            hold(game, rng)
        else:
            return at
    if game.ask == "DECK" and rng.below(2):
        deck = random_deck(game.set, rng)
        game.play(seat, moves.ChooseDeck(code=to_code(game.set, deck)), at)
    else:
        legal = game.legal(seat)
        game.play(seat, legal[rng.below(len(legal))], at)
    return at + rng.below(300)


@settings(max_examples=24, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(SETUPS))
def test_what_is_shown_again_is_what_is_there(seed, options):
    rng = Rng.named(f"shown {seed}")
    game, at = battle.deal(options, 2, rng.fork()), 0
    while game is not None:
        hold(game, rng)
        while game.outcome() is None:
            at = step(game, rng, at)
            hold(game, rng)
            if not rng.below(25):  # other worlds, and what becomes of them
                other = game.copy() if rng.below(2) else game.redeal(rng.below(2), rng.fork())
                before, then = [_encode(game.view(viewer)) for viewer in VIEWERS], at
                for _ in range(rng.below(8)):
                    if other.outcome() is None:
                        then = step(other, rng, then)
                        hold(other, rng)
                assert [_encode(game.view(viewer)) for viewer in VIEWERS] == before
                if not rng.below(3):
                    game, at = other, then
        carry = game.next()
        game, at = None if carry is None else battle.deal(options, 2, rng.fork(), carry), 0


def test_counters_are_shown_in_the_order_they_are_in_now(table):
    """Equal maps in another order are another view: a digest is made of its bytes."""
    t = table({"field": ["ember_hound"]})
    unit = t.unit("ember_hound")
    unit.counters = {"A": 1, "B": 1}
    t.game.view(None)
    t.game.play(0, moves.Pass())
    unit.counters = {"B": 1, "A": 1}
    t.game.shown.views.clear()
    assert _encode(t.game.view(None)) == _encode(from_nothing(t.game, None))


def test_a_move_leaves_what_it_does_not_touch_the_same_object(table):
    t = table(
        {"field": ["lantern_squire", "ember_hound"], "hand": ["scorch_lance", "hush"]},
        {"field": ["granite_warden"], "grave": ["undertow"], "hand": ["brace"]},
    )
    before = {viewer: t.game.view(viewer) for viewer in VIEWERS}
    t.play("scorch_lance", "p2")
    after = {viewer: t.game.view(viewer) for viewer in VIEWERS}
    for viewer in VIEWERS:
        for seat in (0, 1):
            was, now = before[viewer].players[seat], after[viewer].players[seat]
            assert now.field is was.field
            assert now.banished is was.banished
            assert now.deck_list is was.deck_list
        assert after[viewer].players[1].graveyard is before[viewer].players[1].graveyard
    assert after[1].players[1].hand is before[1].players[1].hand
    assert after[0].players[0].hand != before[0].players[0].hand


def test_viewers_share_what_all_may_see_and_no_hand(table):
    t = table({"field": ["ember_hound"], "hand": ["hush"]}, {"hand": ["brace"]})
    one, two, nobody = (t.game.view(viewer) for viewer in VIEWERS)
    assert one.players[1] is nobody.players[1]
    assert two.players[0] is nobody.players[0]
    assert one.players[0].field is two.players[0].field
    assert one.asked is two.asked
    assert nobody.players[0].hand is nobody.players[1].hand is None
    assert one.pending is not None
    assert two.pending is nobody.pending is None
    assert t.game.view(0) is one  # nobody has moved


def test_a_copy_and_another_world_begin_without_what_was_shown(table):
    t = table({"hand": ["hush"]}, {"hand": ["brace"]})
    t.game.view(1)
    assert t.game.copy().shown is None
    assert t.game.redeal(0, Rng.named("world")).shown is None


def test_what_rules_that_failed_have_torn_is_not_shown_as_it_was(table, monkeypatch):
    t = table({"field": ["ember_hound"]})
    t.game.view(None)

    def fail(game):
        game.hp[1] = 3
        raise ZeroDivisionError

    monkeypatch.setattr(turn, "run", fail)
    with pytest.raises(ZeroDivisionError):
        t.do(moves.Pass())
    assert t.game.view(None).players[1].current_hp == 3

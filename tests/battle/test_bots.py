"""Bots: they play by views and redealt worlds, are pure, and each beats the one below."""

from __future__ import annotations

import pickle

import pytest

from cutcard.bots import bots_of, drive
from cutcard.games import battle
from cutcard.games.battle import bot, moves, screen, sets
from cutcard.games.battle.bench import play_out
from cutcard.games.battle.evaluate import loses
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng

BOTS = bots_of(battle)
NAMES = ("beasts", "constructs", "mystics", "soldiers")


def match(one, two, games):
    """How many of the games `one` won; each deal is played from both sides."""
    won = 0.0
    for number in range(games):
        deck = NAMES[number // 2 % 4]
        seat = number % 2
        options = battle.Options(decks=(deck, deck), timers="off")
        game = battle.deal(options, 2, Rng.named(f"bots {number // 2}"))
        players = {seat: BOTS[one](), 1 - seat: BOTS[two]()}
        for _ in drive(game, players, Rng.named(number)):
            pass
        won += 0.5 if game.winner < 0 else game.winner == seat
    return won / games


@pytest.mark.parametrize(
    ("one", "two", "games"), [("rookie", "random", 40), ("greedy", "rookie", 16)]
)
def test_each_bot_beats_the_one_below(one, two, games):
    assert match(one, two, games) >= 0.6


@pytest.mark.slow
@pytest.mark.parametrize(("one", "two"), [("rookie", "random"), ("greedy", "rookie")])
def test_each_bot_beats_the_one_below_by_far(one, two):
    assert match(one, two, 400) >= 0.65


@pytest.mark.slow
def test_planner_beats_greedy():
    assert match("planner", "greedy", 80) >= 0.55


@pytest.mark.parametrize("name", ["rookie", "greedy", "planner"])
@pytest.mark.parametrize(
    ("mine", "walls"),
    [
        (["lantern_squire"], ["thornback_behemoth"]),
        (["ember_hound"], ["heart_of_the_mountain"]),
        (["quickblade_duelist"], ["granite_warden", "echoing_titan"]),
        (["ember_hound", "spearwing_harrier"], ["tallgrass_sentinel", "colossus_engine"]),
        (["lantern_squire", "gallows_crow"], ["ward_captain", "rust_hulk", "foundry_core"]),
    ],
)
def test_21_bots_do_not_attack_into_plain_losses(table, name, mine, walls):
    """Every attacker would fall to a blocker without taking it along."""
    t = table({"field": mine}, {"field": walls}).next()
    game = t.game
    assert all(any(loses(game, one, wall) for wall in game.units(1)) for one in game.units(0))
    move = BOTS[name]().choose(
        0, game.view(0), game.legal(0), (), lambda r: game.redeal(0, r), Rng.named("loss")
    )
    assert move in (moves.Pass(), moves.DeclareAttacks())


@pytest.mark.parametrize("name", ["rookie", "greedy", "planner"])
def test_21_a_free_attack_is_made(table, name):
    t = table({"field": ["ember_hound"]}, {"field": []}).next()
    game = t.game
    move = BOTS[name]().choose(
        0, game.view(0), game.legal(0), (), lambda r: game.redeal(0, r), Rng.named("free")
    )
    assert move == moves.DeclareAttacks((moves.Attack(t.id("ember_hound")),))


@pytest.mark.parametrize("own", [False, True])
def test_21_states_pickle(own):
    """A state goes to another process and back, in the middle of anything; its cards are those
    of the set there, a set of one's own with it."""
    text = sets.STARTER.read_text(encoding="utf-8").replace("Starter Set", "My Set") if own else ""
    options = battle.Options(decks=("mystics", "spirits"), timers="off", card_set=text)
    game, rng = battle.deal(options, 2, Rng.named("pickle")), Rng.named("pickled")
    game.play(NATURE, game.timers()[0].tick)
    steps = 0
    while not game.over:
        if steps % 5 == 0 or game.frame is not None or game.delayed:
            twin = pickle.loads(pickle.dumps(game))
            assert digest(twin, 2) == digest(game, 2)
            assert twin.set is game.set
            assert list(twin.legal(game.asked[0])) == list(game.legal(game.asked[0]))
        seat = game.asked[0]
        legal = game.legal(seat)
        game.play(seat, legal[rng.below(len(legal))])
        steps += 1
    assert len(pickle.dumps(battle.deal(battle.Options(), 2, Rng.named("small")))) < 20_000


def test_planner_puts_blocks_together(table):
    """Two attackers, and two units that each survive one and kill it: both are stopped."""
    t = table(
        {"field": ["ember_hound", "spearwing_harrier"]},
        {"field": ["tallgrass_sentinel", "tallgrass_sentinel"]},
    )
    t.attack(stop=True, ember_hound="p2", spearwing_harrier="p2")
    game = t.game
    assert game.ask == "BLOCKS"
    legal = game.legal(1)
    planner = BOTS["planner"]()
    move = planner.choose(1, game.view(1), legal, (), lambda r: game.redeal(1, r), Rng.named("b"))
    assert len(move.blocks) == 2


@pytest.mark.parametrize("name", list(BOTS))
def test_bots_are_pure_and_see_no_hidden_card(name):
    """The same view and rng give the same move, whatever the other really holds."""
    game = battle.deal(
        battle.Options(decks=("mystics", "beasts"), timers="off"), 2, Rng.named("pure")
    )
    rng = Rng.named("way")
    game.play(NATURE, game.timers()[0].tick)
    for _ in range(30):
        if game.over:
            break
        seat = game.asked[0]
        legal = game.legal(seat)
        chosen = []
        for world in (game, game.redeal(seat, Rng.named("other"))):
            same = game.redeal(seat, Rng.named("imagined"))
            view = world.view(seat)
            assert view == game.view(seat)
            choice = BOTS[name]().choose(
                seat,
                view,
                world.legal(seat),
                world.asides(seat),
                lambda _, s=same: s.copy(),
                Rng.named("r"),
            )
            chosen.append(choice)
        assert chosen[0] == chosen[1]
        game.play(seat, legal[rng.below(len(legal))])


def test_hints_are_legal():
    game = battle.deal(
        battle.Options(decks=("mystics", "beasts"), timers="off"), 2, Rng.named("hint")
    )
    game.play(NATURE, game.timers()[0].tick)
    seat = game.asked[0]
    legal = game.legal(seat)
    tips = bot.hint(game.view(seat), legal, lambda r: game.redeal(seat, r), Rng.named("h"))
    assert 1 <= len(tips) <= 3
    assert all(tip in legal for tip in tips)


def test_everything_can_be_said_in_a_terminal():
    """Every view shown, every fact said, every move described, in whole games."""
    names = ["Ann", "Bob"]
    said = set()
    for number in range(8):
        rng = Rng.named(number)
        options = (
            battle.Options(best_of=3)
            if number % 2
            else battle.Options(decks=("sampler", "mystics"))
        )
        game, at = battle.deal(options, 2, rng.fork()), 0
        while not game.over:
            told = []
            if not game.asked or rng.below(40) == 0:
                timer = game.timers()[0]
                at = max(at, timer.due)
                game.play(NATURE, timer.tick, at, told)
            else:
                seat = game.asked[0]
                view = game.view(seat)
                assert "turn" in screen.show(view, seat, names)
                legal = game.legal(seat)
                texts = [screen.describe(move, view) for move in legal]
                assert all(texts)
                assert "?" not in "".join(texts)
                game.play(seat, legal[rng.below(len(legal))], at, told)
            for fact in heard(told, 0):
                said.add(screen.say(fact, names))
        assert (
            "wins" in screen.show(game.view(None), None, names)
            or "draw" in screen.show(game.view(0), 0, names).lower()
        )
    assert len(said) > 100
    assert screen.describe(moves.Surrender(), game.view(0)) == "surrender"


def test_the_bench_plays_whole_games():
    game = battle.deal(battle.Options(decks=("beasts", "beasts")), 2, Rng.named("bench"))
    assert play_out(game, Rng.named("bench")) > 20

"""Random games until everything has happened: every card, effect, trigger, keyword, status and
refusal; no exception, and what must always hold holds after every move."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.check.invent import Inventor
from cutcard.games import battle
from cutcard.games.battle import effects, moves, refusals, stack
from cutcard.games.battle import vocabulary as v
from cutcard.games.battle.balance import random_deck
from cutcard.games.battle.decks import to_code
from cutcard.games.battle.sets import starter
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.rng import Rng

OWN_TESTS = {"CARD_FACE_DOWN", "INVALID_DECK"}  # no rule leads there in random play


class Seen:
    """What has happened in all games so far."""

    def __init__(self):
        self.cards, self.effects, self.triggers = set(), set(), set()
        self.keywords, self.statuses, self.codes = 0, set(), set()
        self.wrong = 0  # refusals without their category

    def missing(self):
        cards = starter()
        words = {name for name, bit in v.BIT.items() if not self.keywords & bit}
        statuses = {*v.STATUSES, *cards.statuses} - self.statuses
        return {
            "cards": {d.id for d in cards.defs} - self.cards,
            "effects": set(v.EFFECTS) - self.effects,
            "triggers": set(v.TRIGGERS) - {v.TRIGGERS[i] for i in self.triggers},
            "keywords": words,
            "statuses": statuses,
            "codes": set(refusals.CATEGORY) - self.codes - OWN_TESTS,
        }


@pytest.fixture
def seen(monkeypatch):
    """Watches effects and triggers where they run."""
    found = Seen()
    ask = stack._ask

    def asked(game, inst, trigger, *rest):
        before = len(game.fired)
        ask(game, inst, trigger, *rest)
        if len(game.fired) > before:
            found.triggers.add(trigger)

    monkeypatch.setattr(stack, "_ask", asked)
    for d in starter().defs:
        lists = [d.effects, *(ability.effects for ability in d.abilities)]
        for one in lists:
            for effect in _all(one):
                run = effects.RUN[effect.name]

                def ran(game, entry, e, run=run):
                    found.effects.add(e.name)
                    run(game, entry, e)

                monkeypatch.setattr(effect, "run", ran)
    return found


def _all(some):
    for effect in some:
        yield effect
        yield from _all(effect.effects)
        yield from _all(effect.otherwise)
        for _, _, inner in effect.options:
            yield from _all(inner)
        if effect.ability is not None:
            yield from _all(effect.ability.effects)


def _resolving(game):
    return game.frame is not None and game.frame.spell and not game.frame.d.token


def look(game, seen, total):
    """Invariants (docs/rules/battle-engine.md 7), and what is there to be seen."""
    for seat in (0, 1):
        owned = [
            len(game.decks[seat]),
            sum(1 for one in game.hands[seat] if not game.set.defs[one[1]].token),
            len(game.graveyards[seat]),
            len(game.banished[seat]),
            sum(1 for one in game.cards.values() if one.owner == seat and not one.card.token),
            sum(1 for one in game.stack if one.ctrl == seat and one.spell and not one.d.token),
            int(_resolving(game) and game.frame.ctrl == seat),
        ]
        assert sum(owned) == total, owned
        assert game.hp[seat] <= game.options.hp
        assert game.ce[seat] >= 0
        assert len(game.units(seat)) <= 7
        held = [game.set.defs[c & 0xFFF].index for c in game.decks[seat]]
        held += [c[1] for c in game.hands[seat]]
        responds = sorted(n for n in held if game.set.defs[n].responds)
        assert sorted(game.answers[seat]) == responds
    ids = [c[0] for zone in (*game.hands, *game.graveyards, *game.banished) for c in zone]
    ids += [*game.cards, *(one.id for one in game.stack)]
    assert len(ids) == len(set(ids))
    for inst in game.cards.values():
        assert inst.damage >= 0
        assert all(one in game.cards for one in inst.attached)
        seen.cards.add(inst.d.id)
        seen.keywords |= inst.kw(game)
        seen.statuses |= {one[0] for one in inst.statuses}
    for seat in (0, 1):
        seen.statuses |= {one[0] for one in game.player_statuses[seat]}
    seen.cards |= {one.d.id for one in game.stack}
    seen.cards |= {game.set.defs[c[1]].id for grave in game.graveyards for c in grave}
    if game.outcome() is None:
        assert len(game.to_act()) >= 1
        assert all(game.legal(seat) for seat in game.to_act())


def disturb(game, seat, rng, inventor, seen):
    """Try something that may well be refused; a refusal has a known code and changes nothing."""
    tries = [inventor.move(rng), inventor.move(rng)]
    ids = [*game.cards, *(c[0] for c in game.hands[seat])]
    if ids:
        one = ids[rng.below(len(ids))]
        other = ids[rng.below(len(ids))]
        tries += [
            moves.PlayCard(one, (other,), rng.below(3)),
            moves.PlayCard(one, (), 0, (other,)),
            moves.ActivateAbility(one, rng.below(2), (other,)),
            moves.DeclareAttacks((moves.Attack(one),)),
            moves.DeclareBlocks((moves.Block(one, other),)),
            moves.Discard((one,)),
            moves.Choose(9),
        ]
    tries += [moves.PlayCard(card[0]) for card in game.hands[seat]]
    tries += [moves.ActivateAbility(one) for one in game.cards]
    for grave in game.graveyards:
        tries += [moves.ActivateAbility(card[0]) for card in grave[:1]]
    for move in tries:
        if move is None or isinstance(move, moves.Surrender):
            continue
        twin = game.copy()
        try:
            twin.play(seat, move, 0)
        except Illegal as no:
            seen.codes.add(no.code)
            seen.wrong += no.category != refusals.CATEGORY.get(no.code)


def one_game(number, seen, check, every=8):
    """Plays one; with `check` also tries what is refused, and takes a digest every so often."""
    rng = Rng.named(f"random {number}")
    cards = starter()
    options = battle.Options(timers="off", ruleset=("standard", "core")[number % 2])
    seed = rng.take(32)
    game = battle.deal(options, 2, Rng(seed))
    log = []
    inventor = Inventor(battle)
    code = to_code(cards, random_deck(cards, rng))
    while game.outcome() is None:
        seat = game.to_act()[0]
        legal = game.legal(seat)
        move = moves.ChooseDeck(code=code) if game.ask == "DECK" else legal[rng.below(len(legal))]
        rare = game.hp[seat] <= 2 or game.ask == "DISCARD"  # refusals that need such a moment
        if rare or (check and rng.below(4) == 0):
            disturb(game, seat, rng, inventor, seen)
        game.play(seat, move, 0)
        log.append((seat, move, digest(game, 2) if check and len(log) % every == 0 else None))
        if game.started_at >= 0:
            look(game, seen, 40)
    return options, seed, log, digest(game, 2)


def until_all_seen(seen, most):
    for number in range(most):
        one_game(number, seen, check=number % 3 == 0)
        if number % 10 == 9 and not any(seen.missing().values()):
            assert not seen.wrong
            return number
    missing = {what: sorted(names) for what, names in seen.missing().items() if names}
    raise AssertionError(f"never seen in {most} games: {missing}")


def test_random_games_until_everything_has_happened(seen):
    until_all_seen(seen, 400)


def test_every_log_written_as_json_replays_to_the_same_digests(seen):
    for number in range(6):
        options, seed, log, end = one_game(number * 3, seen, check=True, every=1)
        lines = [msgspec.json.encode([seat, move]) for seat, move, _ in log]
        back = msgspec.json.decode(msgspec.json.encode(options), type=battle.Options)
        game = battle.deal(back, 2, Rng(seed))
        for line, (_, _, mark) in zip(lines, log, strict=True):
            seat, move = msgspec.json.decode(line, type=tuple[int, battle.Move])
            told: list[Told] = []
            game.play(seat, move, 0, told)
            assert digest(game, 2) == mark
        assert digest(game, 2) == end


@pytest.mark.slow
def test_two_thousand_random_games_hold_every_invariant(seen):
    for number in range(2000):
        one_game(number, seen, check=number % 5 == 0)
    assert not any(seen.missing().values())


def test_clocks_alone_bring_every_game_to_its_end():
    for number in range(4):
        game = battle.deal(battle.Options(timers="spec"), 2, Rng.named(number))
        at = 0
        while game.outcome() is None:
            timer = min(game.timers(), key=lambda one: one.due)
            at = max(at, timer.due)
            game.play(NATURE, timer.tick, at)
        assert game.outcome().reason == "TIMEOUT"

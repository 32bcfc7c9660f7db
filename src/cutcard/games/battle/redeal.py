"""Copies of a deal, and other worlds that look the same to a viewer.

What a viewer was never told: the other's hand (but for cards that were shown), the order of both
decks (but for cards somebody has seen there), a deck chosen and not yet disclosed, and all chance
to come. Deck lists are open, so hand and deck of a player are drawn anew from what they hold
together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng

from . import opening
from .zones import ALL_KNOW, CARD, OWNER_KNOWS

if TYPE_CHECKING:
    from .rules import Battle


def copy(game: Battle) -> Battle:
    """The same deal again, chance included; cards in play and entries are copied, the rest of
    what changes are lists."""
    twin = type(game)(game.options, game.set, game.rng.copy())
    twin.ask, twin.asked, twin.asking = game.ask, game.asked[:], game.asking
    twin.count = game.count
    twin.names, twin.mains, twin.sides = game.names[:], game.mains[:], game.sides[:]
    twin.chosen, twin.mulligans = game.chosen[:], game.mulligans[:]
    twin.first, twin.number, twin.wins = game.first, game.number, game.wins[:]
    twin.last = game.last
    twin.faces, twin.lists = game.faces, game.lists
    twin.hp, twin.ce, twin.max_ce = game.hp[:], game.ce[:], game.max_ce[:]
    twin.decks = [game.decks[0][:], game.decks[1][:]]
    twin.hands = [game.hands[0][:], game.hands[1][:]]
    twin.graveyards = [game.graveyards[0][:], game.graveyards[1][:]]
    twin.banished = [game.banished[0][:], game.banished[1][:]]
    twin.answers = [game.answers[0][:], game.answers[1][:]]
    twin.player_statuses = [game.player_statuses[0][:], game.player_statuses[1][:]]
    twin.armour = [game.armour[0][:], game.armour[1][:]]
    twin.shields = game.shields[:]
    twin.cost_changes = [game.cost_changes[0][:], game.cost_changes[1][:]]
    twin.once = [game.once[0][:], game.once[1][:]]
    twin.evaded, twin.failed = game.evaded[:], game.failed[:]
    twin.passes, twin.responded, twin.missed = game.passes[:], game.responded[:], game.missed[:]
    twin.face_down = game.face_down[:]
    twin.cards = cards = {one: inst.copy() for one, inst in game.cards.items()}
    twin.aura_cards = [cards[inst.id] for inst in game.aura_cards]
    twin.cost_cards = [cards[inst.id] for inst in game.cost_cards]
    twin.gone, twin.growing, twin.pool = game.gone.copy(), game.growing, game.pool
    twin.delayed = [(when, entry.copy(cards)) for when, entry in game.delayed]
    twin.block_passed = game.block_passed[:]
    twin.ran, twin.did, twin.chain, twin.seen = game.ran, game.did, game.chain, game.seen.copy()
    twin.listening, twin.version, twin.ids = game.listening, game.version, game.ids
    twin.clean, twin.wounded = game.clean, game.wounded
    twin.turn, twin.active, twin.phase, twin.step = game.turn, game.active, game.phase, game.step
    twin.stack = [entry.copy(cards) for entry in game.stack]
    twin.fired = [entry.copy(cards) for entry in game.fired]
    twin.frame = None if game.frame is None else game.frame.copy(cards)
    twin.attacks, twin.battle = game.attacks[:], game.battle[:]
    twin.tally = [row[:] for row in game.tally]
    twin.notes = game.notes[:]
    twin.now, twin.since, twin.budget, twin.slept = game.now, game.since, game.budget, game.slept
    twin.started_at, twin.ended_at = game.started_at, game.ended_at
    twin.blows = game.blows[:]
    twin.over, twin.winner = game.over, game.winner
    twin.condition, twin.reason = game.condition, game.reason
    return twin


def redeal(game: Battle, viewer: Seat | None, rng: Rng) -> Battle:
    world = copy(game)
    world.rng = rng.fork()
    for seat in (0, 1):
        if seat == viewer:
            _deck(world, seat, rng, OWNER_KNOWS)
        else:
            _hand_and_deck(world, seat, rng)
            if game.started_at < 0 and not game.number > 1:
                _choice(world, seat, rng)
            elif game.started_at < 0:
                _swaps(world, seat, rng)
    return world


def _deck(game: Battle, seat: Seat, rng: Rng, known: int) -> None:
    """A new order of what the viewer does not know of a deck."""
    deck = game.decks[seat]
    places = [i for i, card in enumerate(deck) if not card & known]
    cards = [deck[i] for i in places]
    rng.shuffle(cards)
    for i, card in zip(places, cards, strict=True):
        deck[i] = card


def _hand_and_deck(game: Battle, seat: Seat, rng: Rng) -> None:
    """The other's hand and deck: one pool, but for cards everybody has seen there. What its
    owner knows of a deck stays where it is and becomes some other card; so do the hand's ids."""
    hand, deck = game.hands[seat], game.decks[seat]
    held = [i for i, card in enumerate(hand) if not card[2]]
    places = [i for i, card in enumerate(deck) if not card & ALL_KNOW]
    pool = [hand[i][1] for i in held] + [deck[i] & CARD for i in places]
    ids = [hand[i][0] for i in held]
    rng.shuffle(pool)
    rng.shuffle(ids)
    for i, new, number in zip(held, ids, pool, strict=False):
        hand[i] = (new, number, False)
    for i, number in zip(places, pool[len(held) :], strict=True):
        deck[i] = number | (deck[i] & OWNER_KNOWS)


def _choice(game: Battle, seat: Seat, rng: Rng) -> None:
    """A deck that was chosen and not yet disclosed."""
    if game.chosen[seat]:
        names = list(game.set.decks)
        rng.shuffle(names)
        game.names[seat], game.mains[seat] = names[0], game.set.decks[names[0]]
        game.sides[seat] = opening.spare(game.set, game.mains[seat])


def _swaps(game: Battle, seat: Seat, rng: Rng) -> None:
    """Cards between main deck and sideboard: swapped or not, nobody else knows yet."""
    main, side = dict(game.mains[seat]), dict(game.sides[seat])
    out, into = sorted(main), sorted(side)
    if not game.chosen[seat] or not out or not into:
        return
    rng.shuffle(out)
    rng.shuffle(into)
    if rng.below(2) and main.get(into[0], 0) < 2:
        for name, here, there in ((out[0], main, side), (into[0], side, main)):
            here[name] -= 1
            if not here[name]:
                del here[name]
            there[name] = there.get(name, 0) + 1
        game.mains[seat], game.sides[seat] = main, side

"""Before the first turn: decks, sideboards, opening hands and the mulligan (B46).

Who chose what stays hidden until both have; from then on deck lists are open, so what a hand or
deck may hold is known to everybody, and only what it does hold is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts, moves, steps, zones
from .decks import SIDEBOARD, BadDeck, Deck, Problem, deck_problems, from_code, swapped
from .defs import CardSet
from .refusals import refuse

if TYPE_CHECKING:
    from .rules import Battle


def spare(cards: CardSet, deck: Deck) -> Deck:
    """A sideboard for a deck that brings none: the cheapest cards it has not."""
    others = [d for d in cards.cheapest if d.id not in deck]
    return {d.id: 1 for d in others[:SIDEBOARD]}


def choose(game: Battle, seat: int, move: moves.ChooseDeck) -> None:
    """A ready deck, or one's own: `main` or `main.sideboard` as share codes."""
    cards = game.set
    if move.code:
        main, _, rest = move.code.partition(".")
        deck, name = from_code(cards, main), "custom"
        side = from_code(cards, rest) if rest else spare(cards, deck)
        if found := deck_problems(cards, deck):
            raise BadDeck(found)
        if sum(side.values()) > SIDEBOARD:
            raise BadDeck(
                [Problem("SIDEBOARD_TOO_LARGE", f"a sideboard has at most {SIDEBOARD} cards")]
            )
    else:
        if move.deck not in cards.decks:
            names = ", ".join(cards.decks)
            raise BadDeck([Problem("UNKNOWN_DECK", f"no deck '{move.deck}'; there are: {names}")])
        deck, name = cards.decks[move.deck], move.deck
        side = spare(cards, deck)
    settle(game, seat, name, deck, side)


def sideboard(game: Battle, seat: int, move: moves.Sideboard) -> None:
    main, side = swapped(game.set, game.mains[seat], game.sides[seat], move.out, move.into)
    settle(game, seat, game.names[seat], main, side)


def settle(game: Battle, seat: int, name: str, main: Deck, side: Deck) -> None:
    """A deck is chosen; when both are, shuffle and deal."""
    game.names[seat], game.mains[seat], game.sides[seat] = name, main, side
    game.chosen[seat] = True
    game.asked = [one for one in game.asked if one != seat]
    if game.told is not None:
        mine, others = facts.DeckChosen(seat, name), facts.DeckChosen(seat)
        game.told.append(Told(mine, (seat,), others))
    if not game.asked:
        start(game)


def start(game: Battle) -> None:
    """Shuffle both decks, toss for the first turn, deal the opening hands."""
    game.ask = ""
    game.started_at = game.now
    for seat in (0, 1):
        main = game.mains[seat]
        deck = [game.set.by_id[name].index for name in sorted(main) for _ in range(main[name])]
        game.rng.shuffle(deck)
        game.decks[seat] = deck
        game.answers[seat] = sorted(card for card in deck if game.set.defs[card].responds)
    toss = game.rng.below(2)
    if game.first < 0:
        game.first = toss
    game.active = game.first
    if game.told is not None:
        decks = {0: game.names[0], 1: game.names[1]}
        game.told.append(Told(facts.GameStart(game.first, decks, game.number)))
    for seat in (0, 1):
        count = game.options.hand if seat == game.first else game.options.second_hand
        for _ in range(count):
            zones.draw(game, seat)
    game.ask, game.asked = "MULLIGAN", [0, 1]
    game.since = game.now


def mulligan(game: Battle, seat: int, ids: tuple[int, ...]) -> None:
    """Once, any of the cards; how many is public, which is not."""
    hand = game.hands[seat]
    held = [card[0] for card in hand]
    if len(set(ids)) != len(ids) or not all(one in held for one in ids):
        refuse("CARD_NOT_IN_HAND", "Name cards of your hand, each once")
    game.decks[seat] += [card[1] for card in hand if card[0] in ids]
    game.hands[seat] = [card for card in hand if card[0] not in ids]
    game.mulligans[seat] = len(ids)
    game.asked = [one for one in game.asked if one != seat]
    if game.told is not None:
        game.told.append(Told(facts.MulliganTaken(seat, len(ids))))
    if ids:
        zones.shuffle(game, seat)
        for _ in ids:
            zones.draw(game, seat)
    if not game.asked:
        game.ask = ""
        game.tally = [[0, 0], [0, 0], [0, 0]]
        game.turn = 1
        game.step = steps.BEGIN
        game.begin_turn()

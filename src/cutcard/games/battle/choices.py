"""Answers to what a game asks: each kind of question and the moves that answer it.

A question is data (`ask`, `asked`, `asking`, `count`), so whoever answers may take their time, and
the deal can be copied while they do. Every answer is checked whole before anything changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cutcard.kernel.game import Told

from . import combat, deeds, facts, legal, moves, opening, playing, steps, zones
from .decks import BadDeck
from .defs import Def, Effect
from .refusals import refuse

if TYPE_CHECKING:
    from .rules import Battle
    from .stack import Entry

PLAY_TIMES = ("MAIN", *playing.WINDOWS)


def answer(game: Battle, seat: int, move: moves.Move) -> None:
    """Take a seat's answer, or refuse it."""
    ANSWERS[type(move)](game, seat, move)


def _play_card(game: Battle, seat: int, move: moves.PlayCard) -> None:
    if game.ask not in PLAY_TIMES:
        refuse("WRONG_PHASE", "No card can be played now")
    playing.play_card(game, seat, move)
    _responded(game, seat)


def _activate(game: Battle, seat: int, move: moves.ActivateAbility) -> None:
    if game.ask not in PLAY_TIMES:
        refuse("WRONG_PHASE", "No ability can be used now")
    playing.activate(game, seat, move)
    _responded(game, seat)


def _attacks(game: Battle, seat: int, move: moves.DeclareAttacks) -> None:
    _want(game.ask, "ATTACKS")
    pairs = combat.check_attacks(game, seat, move.attacks)
    _answered(game)
    if pairs:
        combat.attack(game, pairs)
    else:
        game.step = steps.BATTLE_OVER


def _blocks(game: Battle, seat: int, move: moves.DeclareBlocks) -> None:
    _want(game.ask, "BLOCKS")
    pairs = combat.check_blocks(game, seat, move.blocks)
    _answered(game)
    combat.block(game, pairs)


def _mulligan(game: Battle, seat: int, move: moves.Mulligan) -> None:
    _want(game.ask, "MULLIGAN")
    opening.mulligan(game, seat, move.card_ids)


def _deck(game: Battle, seat: int, move: moves.ChooseDeck) -> None:
    _want(game.ask, "DECK")
    try:
        opening.choose(game, seat, move)
    except BadDeck as bad:
        refuse("INVALID_DECK", str(bad))


def _sideboard(game: Battle, seat: int, move: moves.Sideboard) -> None:
    _want(game.ask, "SIDEBOARD")
    try:
        opening.sideboard(game, seat, move)
    except BadDeck as bad:
        refuse("INVALID_DECK", str(bad))


def _want(kind: str, wanted: str) -> None:
    if kind != wanted:
        refuse("WRONG_PHASE", "That is not what is asked now")


def _answered(game: Battle) -> None:
    game.ask = ""
    game.asked = []
    game.asking = None


def _responded(game: Battle, seat: int) -> None:
    """A card or ability was used: after a response in a main phase, that phase goes on."""
    if game.ask == "RESPONSE" and game.step == steps.MAIN_PASSED:
        game.step = steps.MAIN
        game.passes = [0, 0]
    game.block_passed = [False, False]
    game.responded[seat] = game.ask in playing.WINDOWS
    if game.ask == "MAIN":
        game.responded = [False, False]
        game.passes = [0, 0]
    _answered(game)


def pass_on(game: Battle, seat: int, _: moves.Pass) -> None:
    """PASS: what it means depends on what is asked."""
    kind = game.ask
    if kind == "MAIN":
        game.step = steps.MAIN_PASSED
        game.responded = [False, False]
    elif kind == "RESPONSE":
        if game.stack:
            game.top().passed = True
        elif game.step == steps.BLOCKED:
            game.block_passed[seat] = True
        else:
            game.leave_main()
    elif kind == "ATTACKS":
        game.step = steps.BATTLE_OVER
    elif kind == "BLOCKS":
        combat.block(game, [])
    else:
        refuse("WRONG_PHASE", "This has to be decided")
    game.passes[seat] += 1
    if game.told is not None:
        game.told.append(Told(facts.Passed(seat)))
    _answered(game)


def _target(game: Battle, seat: int, move: moves.Target) -> None:
    _want(game.ask, "TARGET")
    if game.frame is not None:
        _pick(game, seat, game.frame, move.target_ids)
        return
    entry = game.fired[0]
    assert entry.ability is not None
    specs = entry.ability.targets
    entry.targets = playing.check_targets(
        game, specs, move.target_ids, seat, entry.source, lenient=True
    )
    game.notes.append(("TARGET", seat, entry.d.index, entry.ability.index, entry.targets, 0))
    _answered(game)


def _pick(game: Battle, seat: int, frame: Entry, given: tuple[int, ...]) -> None:
    """As many of the pool as are asked for; fewer where one may."""
    e = game.asking
    assert e is not None
    ids = tuple(one for one in given if one >= 0)
    if len(set(ids)) != len(ids) or not all(one in game.pool for one in ids):
        refuse("INVALID_TARGET", "Pick among those that are offered, each once")
    if len(ids) > game.count or (len(ids) < game.count and not e.optional):
        refuse("INVALID_TARGET", f"Pick {game.count}, not {len(ids)}")
    game.notes.append(("PICK", seat, frame.d.index, -1, ids, 0))
    game.pool = ()
    _answered(game)
    deeds.picked(game, frame, e, ids)


def _choose(game: Battle, seat: int, move: moves.Choose) -> None:
    _want(game.ask, "CHOOSE")
    option = move.option
    e, frame = game.asking, game.frame
    assert e is not None
    assert frame is not None
    if not 0 <= option < len(e.options):
        refuse("INVALID_OPTION", f"One of {len(e.options)} options, counted from 0")
    label, chinese, effects = e.options[option]
    frame.work.append((effects, 0))
    game.notes.append(("CHOICE", seat, frame.d.index, -1, (option,), 0))
    if game.told is not None:
        game.told.append(Told(facts.CardChosen(seat, label, chinese or None)))
    _answered(game)


def _discard(game: Battle, seat: int, move: moves.Discard) -> None:
    _want(game.ask, "DISCARD")
    ids = move.card_ids
    held = [card[0] for card in game.hands[seat]]
    if len(ids) != game.count or len(set(ids)) != len(ids) or not all(one in held for one in ids):
        refuse("INVALID_DISCARD", f"Name {game.count} different cards of your hand")
    _answered(game)
    zones.discard(game, seat, ids)


def _scry(game: Battle, seat: int, move: moves.Scry) -> None:
    _want(game.ask, "SCRY")
    bottom = move.bottom
    if len(set(bottom)) != len(bottom) or not all(0 <= one < game.count for one in bottom):
        refuse("INVALID_OPTION", f"Places from 0 to {game.count - 1}, each once")
    deck = game.decks[seat]
    seen = [deck.pop() for _ in range(game.count)]  # the top first
    deck.extend(card for i, card in reversed(list(enumerate(seen))) if i not in bottom)
    deck[:0] = [seen[i] for i in reversed(bottom)]
    assert game.frame is not None
    game.notes.append(("SCRY", seat, game.frame.d.index, -1, (len(bottom),), 0))
    if game.told is not None:
        game.told.append(Told(facts.Scried(seat, len(seen), len(bottom))))
    _answered(game)


def _search(game: Battle, seat: int, move: moves.Search) -> None:
    _want(game.ask, "SEARCH")
    name = move.card_id
    e = game.asking
    assert e is not None
    deck = game.decks[seat]
    d = game.set.by_id.get(name)
    place = -1
    if name:
        if d is not None and legal.fits_search(game, seat, d):
            place = next((i for i, card in enumerate(deck) if card & zones.CARD == d.index), -1)
        if place < 0 or d is None:
            refuse("INVALID_OPTION", "There is no such card to find")
    left = game.count - 1
    _answered(game)
    if place >= 0 and d is not None:
        del deck[place]
    if game.told is not None:
        mine = facts.Searched(seat, name or None)
        game.told.append(Told(mine) if e.flag else Told(mine, (seat,), facts.Searched(seat)))
    if d is None or place < 0:
        zones.shuffle(game, seat)
        return
    if e.to != "DECK_TOP":
        _found(game, seat, d, e)
        if left:
            game.ask_for("SEARCH", seat, e, left)
            return
    zones.shuffle(game, seat)
    if e.to == "DECK_TOP":
        known = zones.OWNER_KNOWS | (zones.ALL_KNOW if e.flag else 0)
        game.decks[seat].append(d.index | known)


def _found(game: Battle, seat: int, d: Def, e: Effect) -> None:
    """Out of the deck into the hand or onto the field."""
    if e.to == "HAND":
        game.hands[seat].append((game.new_id(), d.index, e.flag))
        return
    if d.responds:
        game.answers[seat].remove(d.index)
    zones.enter(game, d, seat, tapped=e.tapped)


ANSWERS: dict[type[moves.Move], Callable[[Battle, int, Any], None]] = {
    moves.PlayCard: _play_card,
    moves.ActivateAbility: _activate,
    moves.Pass: pass_on,
    moves.DeclareAttacks: _attacks,
    moves.DeclareBlocks: _blocks,
    moves.Target: _target,
    moves.Choose: _choose,
    moves.Discard: _discard,
    moves.Scry: _scry,
    moves.Search: _search,
    moves.Mulligan: _mulligan,
    moves.ChooseDeck: _deck,
    moves.Sideboard: _sideboard,
}

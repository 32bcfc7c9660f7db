"""Clocks (A26, B35): how long a decision may take, and what the server decides when it is over.

A decision has its own time; in their own turn a player also has a budget for all of them together.
Whoever lets three of their turns in a row be played by the clock loses by TIMEOUT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import choices, facts, moves, opening
from .aiming import legal_targets

if TYPE_CHECKING:
    from .rules import Battle

_CLOCK = {
    "MAIN": "action",
    "TARGET": "action",
    "CHOOSE": "action",
    "SCRY": "action",
    "SEARCH": "action",
    "ATTACKS": "attack",
    "BLOCKS": "block",
    "RESPONSE": "response",
    "DISCARD": "discard",
    "MULLIGAN": "mulligan",
    "DECK": "deck",
    "SIDEBOARD": "deck",
}


def span(game: Battle) -> int:
    """How long the decision asked for now may take, in ms; 0: for ever."""
    times = game.options.times
    ms: int = getattr(times, _CLOCK[game.ask])
    if times.turn and game.turn and game.asked == [game.active]:
        left = max(1, game.budget)
        return min(ms, left) if ms else left
    return ms


def due(game: Battle, tick: moves.Tick, at: int) -> bool:
    """Whether the tick's time has come."""
    if isinstance(tick, moves.Begin):
        return not game.asked and game.started_at < 0
    ms = span(game) if game.asked else 0
    return tick.seat in game.asked and ms > 0 and at >= game.since + ms


def tick(game: Battle, move: moves.Tick) -> None:
    if isinstance(move, moves.Begin):
        opening.start(game)
        return
    seat = move.seat
    spend(game, seat, game.now)
    if seat == game.active and game.turn and game.slept == 0:
        game.slept = 1
    if game.told is not None:
        game.told.append(Told(facts.AutoPassed(seat, game.ask)))
    choices.answer(game, seat, default(game, seat))


def spend(game: Battle, seat: int, at: int) -> None:
    if seat == game.active and game.turn:
        game.budget -= at - game.since


def default(game: Battle, seat: int) -> moves.Move:
    """What is decided for somebody who did not: pass, or as little as possible."""
    match game.ask:
        case "DECK":
            return moves.ChooseDeck(next(iter(game.set.decks)))
        case "SIDEBOARD":
            return moves.Sideboard()
        case "MULLIGAN":
            return moves.Mulligan()
        case "DISCARD":
            return moves.Discard(tuple(card[0] for card in game.hands[seat][: game.count]))
        case "TARGET":
            return moves.Target(_targets(game) if game.frame is None else _picks(game))
        case "CHOOSE":
            return moves.Choose(0)
        case "SCRY":
            return moves.Scry()
        case "SEARCH":
            return moves.Search()
    return moves.Pass()


def _picks(game: Battle) -> tuple[int, ...]:
    assert game.asking is not None
    return () if game.asking.optional else game.pool[: game.count]


def _targets(game: Battle) -> tuple[int, ...]:
    entry = game.fired[0]
    assert entry.ability is not None
    chosen: list[int] = []
    for spec in entry.ability.targets:
        legal = legal_targets(game, spec, entry.ctrl, entry.source)
        free = [one for one in legal if one not in chosen]
        chosen.append(-1 if spec.optional or not free else free[0])
    return tuple(chosen)

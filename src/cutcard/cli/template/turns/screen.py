"""TITLE in a terminal: a view, a fact and a move as plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.cards import display, parse
from cutcard.kernel.game import Fact, Seat

from .moves import Draw, Drawn, GameEnd, Move, Play, Played, Turned, View

Names = Sequence[str] | Mapping[Seat, str]


def show(view: View, seat: Seat | None, names: Names) -> str:
    lines = [f"on top: {_card(view.top)}   stock: {view.stock}"]
    for who, player in view.players.items():
        hand = "  ".join(map(_card, player.hand or ()))
        lines.append(f"{names[who]}: {hand}" if hand else f"{names[who]}: {player.cards} cards")
    return "\n".join(lines)


def say(fact: Fact, names: Names) -> str:
    match fact:
        case Played():
            return f"{names[fact.seat]} plays {_card(fact.card)}."
        case Drawn():
            what = _card(fact.card) if fact.card else "a card"
            return f"{names[fact.seat]} " + (f"draws {what}." if fact.count else "passes.")
        case Turned():
            return "The pile is shuffled and turned over."
        case GameEnd():
            winner = fact.winner_id
            return "The deal ends." if winner is None else f"{names[winner]} wins."
    return ""


def describe(move: Move, view: View) -> str:
    match move:
        case Play():
            return f"play {_card(move.card)}"
        case Draw():
            return "draw" if view.stock + view.pile > 1 else "pass"
    return "leave"


def _card(name: str) -> str:
    return display(parse(name))

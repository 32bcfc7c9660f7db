"""Crazy Eights in a terminal: a view, a fact and a move as plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.cards import SUITS, SYMBOLS, display, parse
from cutcard.kernel.game import Fact, Seat

from .moves import Draw, Drawn, GameEnd, Move, Pass, Passed, Play, Played, Turned, View

Names = Sequence[str] | Mapping[Seat, str]


def show(view: View, seat: Seat | None, names: Names) -> str:
    lines = [f"on top: {_card(view.top)}   follow: {_suit(view.suit)}   stock: {view.stock}"]
    for who, player in view.players.items():
        hand = "  ".join(map(_card, player.hand or ()))
        count = f"{player.cards} card{'' if player.cards == 1 else 's'}"
        lines.append(f"{names[who]}: {hand or count}")
    return "\n".join(lines)


def say(fact: Fact, names: Names) -> str:
    match fact:
        case Played():
            named = f" and names {_suit(fact.suit)}" if fact.suit else ""
            return f"{names[fact.seat]} plays {_card(fact.card)}{named}."
        case Drawn():
            return f"{names[fact.seat]} draws {_card(fact.card) if fact.card else 'a card'}."
        case Passed():
            return f"{names[fact.seat]} passes."
        case Turned():
            return "The pile is shuffled and turned over."
        case GameEnd():
            winner = fact.winner_id
            return "The deal ends." if winner is None else f"{names[winner]} wins."
    return ""


def describe(move: Move, view: View) -> str:
    match move:
        case Play():
            return f"play {_card(move.card)}" + (f" for {_suit(move.suit)}" if move.suit else "")
        case Draw():
            return "draw"
        case Pass():
            return "pass"
    return "leave"


def _card(name: str) -> str:
    return display(parse(name))


def _suit(name: str) -> str:
    return SYMBOLS[SUITS.index(name)]

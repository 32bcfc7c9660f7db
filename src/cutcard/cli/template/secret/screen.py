"""TITLE in a terminal: a view, a fact and a move as plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.cards import display, parse
from cutcard.kernel.game import Fact, Seat

from .moves import GameEnd, Keep, Kept, Move, Shown, View

Names = Sequence[str] | Mapping[Seat, str]


def show(view: View, seat: Seat | None, names: Names) -> str:
    lines = []
    for who, player in view.players.items():
        kept = _card(player.kept) if player.kept is not None else "a card" if player.done else "–"
        hand = "  ".join(_card(card) for card in player.hand or ())
        lines.append(f"{names[who]}: keeps {kept}" + (f"   of {hand}" if hand else ""))
    return "\n".join(lines)


def say(fact: Fact, names: Names) -> str:
    match fact:
        case Kept():
            return f"{names[fact.seat]} has kept a card."
        case Shown():
            return ", ".join(f"{names[who]} {_card(card)}" for who, card in fact.cards.items())
        case GameEnd():
            winner = fact.winner_id
            return "The deal ends." if winner is None else f"{names[winner]} wins."
    return ""


def describe(move: Move, view: View) -> str:
    return f"keep {_card(move.card)}" if isinstance(move, Keep) else "leave"


def _card(name: str) -> str:
    return display(parse(name))

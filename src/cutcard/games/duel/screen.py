"""Duel in a terminal: a view, a fact and a move as plain text. Pure; knows names, not users."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.game import Fact, Seat

from . import moves
from .deck import FACES

Names = Sequence[str] | Mapping[Seat, str]
WAITING = {True: "ready", False: "not ready yet"}
ENDED = {
    "COMPLETED": "all rounds played",
    "SURRENDER": "the other surrendered",
    "TIMEOUT": "the other missed two rounds in a row",
}
ABANDONED = {
    "NOT_READY": "somebody did not get ready in time",
    "DECLINED": "somebody declined",
    "TIMEOUT": "both missed two rounds in a row",
    "GAME_TIMEOUT": "it took longer than a game may",
}


def show(view: moves.View, seat: Seat | None, names: Names) -> str:
    """The table as that seat sees it."""
    lines = [_heading(view)]
    for who, player in view.players.items():
        you = " (you)" if who == seat else ""
        lines.append(f"  {names[who]}{you}: {player.score} · {_doing(view, player)}")
    for number, past in view.rounds.items():
        lines.append(f"  round {number}: {_cards(past.cards, names)} · {_won(past, names)}")
    own = view.players[seat].hand if seat is not None else None
    if own:
        lines.append("  your hand: " + "  ".join(face.display_name for face in own.values()))
    if view.available_cards is not None and view.round_status == "ROUND_IN_PROGRESS":
        lines.append("  face down: " + _ranges(view.available_cards))
    if view.result is not None:
        lines.append("  " + _result(view.result.reason, view.result.winner_id, names))
    return "\n".join(lines)


def say(fact: Fact, names: Names) -> str:
    """A fact in one line, or nothing where the next one says it all."""
    match fact:
        case moves.MatchReady():
            return f"{names[fact.seat]} is ready."
        case moves.GameStart():
            return f"The game starts: {fact.mode.lower()}, {_count(fact.max_rounds, 'round')}."
        case moves.RoundStart():
            return f"Round {fact.round_number}."
        case moves.CardPlayed():
            by = "The server played" if fact.auto else "You played"
            return f"{by} {fact.card.display_name}{' for you' if fact.auto else ''}."
        case moves.OpponentReady():
            which = "a card" if fact.card_index is None else f"card number {fact.card_index}"
            return f"{names[fact.seat]} has locked {which}."
        case moves.RoundReveal():
            cards = _cards(fact.cards, names)
            return f"Round {fact.round_number}: {cards}. {_won(fact, names)}."
        case moves.GameEnd():
            return _result(fact.reason, fact.winner_id, names)
        case moves.GameAbandoned():
            return _result(fact.reason, None, names)
    return ""


def describe(move: moves.Move, view: moves.View) -> str:
    """A move as a person would name it."""
    match move:
        case moves.CardPlay() if view.mode == "HAND":
            return FACES[move.card_index].display_name
        case moves.CardPlay():
            return f"card number {move.card_index}"
        case moves.Surrender():
            return "surrender" if view.round_number else "decline"
    return "ready"


def _heading(view: moves.View) -> str:
    if view.round_number == 0:
        return f"Duel ({view.mode.lower()}), {_count(view.max_rounds, 'round')}"
    return f"Duel ({view.mode.lower()}), round {view.round_number} of {view.max_rounds}"


def _doing(view: moves.View, player: moves.Player) -> str:
    if view.status == "WAITING_TO_START":
        return WAITING[player.ready]
    if player.card is not None:
        return player.card.display_name
    if player.moved:
        return "card locked"
    return "choosing" if view.round_status == "ROUND_IN_PROGRESS" else "no card"


def _cards(cards: dict[Seat, moves.Face], names: Names) -> str:
    return ", ".join(f"{names[seat]} {face.display_name}" for seat, face in cards.items())


def _won(past: moves.Round | moves.RoundReveal, names: Names) -> str:
    winner = past.winner_id
    return "tie" if isinstance(winner, str) else f"{names[winner]} takes it"


def _result(reason: str, winner: moves.Winner | None, names: Names) -> str:
    if winner is None:
        return f"The game was abandoned: {ABANDONED[reason]}."
    if isinstance(winner, str):
        return "The game is a tie."
    return f"{names[winner]} wins: {ENDED[reason]}."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _ranges(places: Sequence[int]) -> str:
    """0-9 11-51 in the place of fifty numbers."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)

"""Memory in the terminal: the board, what happened, and what a move does, in plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.kernel.game import Fact, Seat

from .moves import (
    CardFlipped,
    CardsCovered,
    CardsMatched,
    CardsPreviewed,
    ClockStarted,
    ClockStopped,
    Flip,
    GameEnd,
    GameStart,
    Move,
    Pause,
    PauseAsked,
    Player,
    PlayerSurrendered,
    RaceFinished,
    RaceProgress,
    RaceReady,
    Reset,
    ResetAsked,
    Resume,
    StallWarned,
    Start,
    Surrender,
    TurnExpired,
    TurnStarted,
    View,
)

Names = Mapping[int, str] | Sequence[str]
FACES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
ENDINGS = {
    "COMPLETED": "every card is found",
    "TIME_UP": "the time is up",
    "MOVES_UP": "the moves are used up",
    "STALLED": "nobody shows a new card any more",
    "IDLE": "nobody plays any more",
    "SURRENDER": "given up",
    "RESET": "the cards are dealt again",
}

STATUS = {
    "NotStarted": "Not started",
    "Preview": "Remember",
    "Playing": "Playing",
    "Paused": "Paused",
    "Won": "Won",
    "Lost": "Lost",
    "Ended": "Over",
}

DOES: dict[type, str] = {
    TurnStarted: "to turn two cards",
    CardFlipped: "turns a card up",  # the board shows it for as long as it lies face up
    TurnExpired: "took too long",
    PauseAsked: "asks for a pause",
    ResetAsked: "asks to deal again",
    PlayerSurrendered: "gives up",
    RaceReady: "is ready",
}
HAPPENS: dict[type, str] = {
    CardsPreviewed: "All cards are shown for a moment.",
    ClockStarted: "The clock runs.",
    ClockStopped: "The clock stands, and the cards are hidden.",
    CardsCovered: "They turn back.",
    StallWarned: "One more turn without a new card ends the deal.",
}


def place(cell: int, cols: int) -> str:
    """A cell as on a chessboard's edge: `b3` is the second row, third column."""
    return f"{'abcdefgh'[cell // cols]}{cell % cols + 1}"


def show(view: View, seat: Seat | None, names: Names) -> str:
    """The board with its rows lettered; `·` is covered, `[A]` face up, lower case shown open."""
    rows, cols = view.grid_size
    lines = ["   " + "".join(f" {col + 1} " for col in range(cols))]
    for row in range(rows):
        cells = range(row * cols, row * cols + cols)
        lines.append(f" {'abcdefgh'[row]} " + "".join(_card(view, cell) for cell in cells))
    score = "  ".join(
        f"{'>' if s == view.turn and view.mode in ('versus', 'coop') else ''}"
        f"{names[s]} {player.pairs}{_count(player)}{' (out)' if player.out else ''}"
        for s, player in view.players.items()
    )
    apart = view.mode == "versus" and len(view.players) > 1  # "Won" is said of who is alone
    status = "Over" if view.status == "Won" and apart else STATUS[view.status]
    head = f"{status}   moves {view.moves}"
    if view.par is not None:
        head += f" (par {view.par})"
    if view.stars is not None:
        head += "   " + "*" * view.stars
    return "\n".join([*lines, head, score])


def _count(player: Player) -> str:
    """In a race how many moves somebody has made."""
    if player.moves is None:
        return ""
    return f" ({player.moves} {'move' if player.moves == 1 else 'moves'})"


def _card(view: View, cell: int) -> str:
    card = view.cards[cell]
    if card.state == "Covered":
        value = (view.open or {}).get(cell)
        return " · " if value is None else f" {FACES[value].lower()} "
    face = "?" if card.value is None else FACES[card.value]
    return f"[{face}]" if card.state == "Flipped" else f" {face} "


def say(fact: Fact, names: Names) -> str:
    """A fact as a sentence; empty where the board says it all."""
    match fact:
        case GameStart(cards=cards):
            return f"{cards} cards are dealt."
        case CardsMatched(player_id=who, value=value):
            return f"{names[who]} finds {FACES[value]}."
        case RaceProgress(player_id=who, pairs=pairs, moves=moves):
            return f"{names[who]} has found {pairs} in {moves} {'move' if moves == 1 else 'moves'}."
        case RaceFinished(player_id=who, moves=moves, elapsed_ms=ms):
            return f"{names[who]} has found them all: {moves} moves, {ms / 1000:.1f} s."
        case GameEnd(reason=reason, winner_id=winner):
            ending = f"It is over: {ENDINGS[reason]}."
            if isinstance(winner, int):
                return f"{ending} {names[winner]} wins."
            return ending if winner is None else f"{ending} A tie."
        case (
            TurnStarted(player_id=who)
            | TurnExpired(player_id=who)
            | PauseAsked(player_id=who)
            | ResetAsked(player_id=who)
            | PlayerSurrendered(player_id=who)
            | CardFlipped(player_id=who)
            | RaceReady(player_id=who)
        ):
            return f"{names[who]} {DOES[type(fact)]}."
    return HAPPENS.get(type(fact), "")


def describe(move: Move, view: View) -> str:
    """A move as a choice in a list."""
    match move:
        case Flip(card_id=card_id):
            cell = next((cell for cell, card in view.cards.items() if card.id == card_id), None)
            return "turn up ?" if cell is None else f"turn up {place(cell, view.grid_size[1])}"
        case Start():
            return "start the clock"
        case Resume():
            return "go on"
        case Pause():
            return "pause" if view.mode == "solo" else "ask for a pause"
        case Reset():
            return "deal again" if view.mode == "solo" else "ask to deal again"
        case Surrender():
            return "give up"

"""Poker in a terminal: a view, a fact and a move as plain text, and a hand street by street."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cutcard.kernel.cards import display, parse
from cutcard.kernel.game import Fact, Seat

from . import facts, moves
from .variants import VARIANTS

Names = Sequence[str] | Mapping[Seat, str]
_STATES = {"FOLDED": "folded", "ALL_IN": "all-in", "SITTING_OUT": "sitting out", "WAITING": "waits"}


FACTS = (
    facts.GameStart | facts.BlindsUp | facts.Post | facts.Dealt | facts.Folded | facts.Checked
    | facts.Called | facts.Betted | facts.Raised | facts.WentAllIn | facts.Discarded | facts.Flop
    | facts.Turn | facts.River | facts.Common | facts.RunAsked | facts.RunVoted | facts.RunSettled
    | facts.Showdown | facts.Shown | facts.Mucked | facts.Returned | facts.PotWon | facts.Raked
    | facts.HandEnded | facts.GameEnd | facts.Joined | facts.Left | facts.Bought | facts.StateSet
    | facts.Straddles | facts.Chosen | facts.Out | facts.Cash
)  # fmt: skip
VIEW = facts.View


def cards(names: Iterable[str] | None) -> str:
    return " ".join(display(parse(name)) for name in names or ())


def show(view: facts.View, seat: Seat | None, names: Names) -> str:
    """The table as that seat sees it."""
    blinds = f"{view.small_blind}/{view.big_blind}" + (f" ante {view.ante}" if view.ante else "")
    lines = [
        f"Hand {view.hand} · {VARIANTS[view.variant].name} {blinds} · {view.street or view.phase}"
    ]
    for number, board in enumerate(view.boards):
        if board:
            lines.append(
                f"  board{f' {number + 1}' if len(view.boards) > 1 else ''}: {cards(board)}"
            )
    if view.pot:
        side = "".join(f", side {pot.amount}" for pot in view.pots[1:])
        lines.append(f"  pot {view.pot}{side}")
    lines += [
        _seat(view, who, player, seat, names)
        for who, player in view.players.items()
        if player.state != "EMPTY"
    ]
    empty = sum(player.state == "EMPTY" for player in view.players.values())
    if empty:
        lines.append(f"  {empty} empty {'seat' if empty == 1 else 'seats'}")
    return "\n".join(lines)


def _seat(
    view: facts.View, who: Seat, player: facts.PlayerView, seat: Seat | None, names: Names
) -> str:
    mark = ">" if who in view.to_act else " "
    button = " (button)" if who == view.button else ""
    parts = [f"{mark} {names[who]}{' (you)' if who == seat else ''}{button}: {player.stack}"]
    if player.bet:
        parts.append(f"bet {player.bet}")
    if player.state in _STATES:
        parts.append(_STATES[player.state])
    if player.last and player.state == "ACTIVE":
        parts.append(player.last.replace("_", " "))
    if player.cards:
        parts.append(f"[{cards(player.cards)}]" + (f" {player.hand}" if player.hand else ""))
    elif player.up:
        parts.append(f"[{_lying(player)}]")
    elif player.count and player.state in ("ACTIVE", "ALL_IN"):
        parts.append(f"[{' '.join(['??'] * player.count)}]")
    if player.won:
        parts.append(f"wins {player.won}")
    return " · ".join(parts)


def _lying(player: facts.PlayerView) -> str:
    """What lies before somebody in stud: so many face down, then those that lie open."""
    up = player.up or ()
    return " ".join([*["??"] * (player.count - len(up)), cards(up)])


def say(fact: Fact, names: Names) -> str:
    """A fact in one line, or nothing."""
    who = names[fact.player_id] if hasattr(fact, "player_id") else ""
    auto = " (out of time)" if getattr(fact, "auto", False) else ""
    match fact:
        case facts.GameStart():
            bomb = ", a bomb pot" if fact.bomb else ""
            game, button = VARIANTS[fact.variant].name, names[fact.button]
            return f"Hand {fact.hand}: {game}, {button} has the button{bomb}."
        case facts.BlindsUp():
            return f"Level {fact.level}: blinds {fact.small_blind}/{fact.big_blind}" + (
                f", ante {fact.ante}." if fact.ante else "."
            )
        case facts.Post():
            return f"{who} posts {fact.amount} ({fact.what.replace('_', '-')})."
        case facts.Dealt():
            return _dealt(fact, who)
        case facts.Folded():
            return f"{who} folds{auto}."
        case facts.Checked():
            return f"{who} checks{auto}."
        case facts.Called():
            return f"{who} calls {fact.amount}."
        case facts.Betted():
            return f"{who} bets {fact.amount}."
        case facts.Raised():
            return f"{who} raises to {fact.amount}."
        case facts.WentAllIn():
            return f"{who} is all-in with {fact.amount}."
        case facts.Discarded():
            what = f"draws {fact.count}" if fact.count else "stands pat"
            thrown = f", throwing {cards(fact.cards)}" if fact.cards else ""
            return f"{who} {what}{thrown}{auto}."
        case facts.Common():
            return f"A card for all: {cards(fact.cards)}"
        case facts.Flop() | facts.Turn() | facts.River():
            where = f" (board {fact.board + 1})" if fact.board else ""
            return f"{type(fact).__name__}{where}: {cards(fact.cards)}"
    return _say_end(fact, who)


def _dealt(fact: facts.Dealt, who: str) -> str:
    if fact.cards:
        return f"{who} is dealt {cards(fact.cards)}."
    return f"{who} is dealt {cards(fact.up)}." if fact.up else ""


def _say_end(fact: Fact, who: str) -> str:
    match fact:
        case facts.RunAsked():
            return "Run it twice?"
        case facts.RunVoted():
            return f"{who} has answered."
        case facts.RunSettled():
            return "It is run twice." if fact.boards == 2 else "It is run once."
        case facts.Shown():
            text = f": {fact.hand}" if fact.hand else ""
            return f"{who} shows {cards(fact.cards)}{text}."
        case facts.Mucked():
            return f"{who} mucks."
        case facts.Returned():
            return f"{fact.amount} not called goes back to {who}."
        case facts.PotWon():
            pot = "the pot" if not fact.pot else f"side pot {fact.pot}"
            low = " with the low" if fact.low else ""
            board = f" on board {fact.board + 1}" if fact.board else ""
            return f"{who} wins {fact.amount} of {pot}{low}{board}."
        case facts.Raked():
            return f"The house takes {fact.amount}."
    return _say_seat(fact, who)


def _say_seat(fact: Fact, who: str) -> str:
    """What somebody does about their seat, between hands or besides one."""
    match fact:
        case facts.Joined():
            return f"{who} sits down with {fact.stack}."
        case facts.Left():
            return f"{who} leaves."
        case facts.Bought():
            return f"{who} buys {fact.amount} more."
        case facts.StateSet():
            return f"{who}: {fact.state.replace('_', ' ').lower()}."
        case facts.Straddles():
            return f"{who} {'straddles' if fact.on else 'straddles no more'}."
        case facts.Chosen():
            return f"{who} chooses {VARIANTS[fact.variant].name}."
        case facts.Out():
            return f"{who} is out in place {fact.place}."
    return ""


def describe(move: moves.Move, view: facts.View) -> str:
    """A move as a choice to read."""
    match move:
        case moves.Call():
            seat = view.to_act[0]
            player = view.players[seat]
            return f"Call {min(view.current_bet - player.bet, player.stack)}"
        case moves.Bet():
            return f"Bet {move.amount}"
        case moves.Raise():
            return f"Raise to {move.amount}"
        case moves.Discard():
            return f"Throw {cards(move.cards)}" if move.cards else "Stand pat"
        case moves.RunTwice():
            return "Run it twice" if move.agree else "Run it once"
        case moves.Sit():
            return f"Sit down with {move.buy_in}" if move.buy_in else "Take the seat"
        case moves.Rebuy():
            return f"Buy {move.amount} more"
        case moves.Straddle():
            return "Straddle" if move.on else "Straddle no more"
        case moves.Choose():
            return f"Choose {VARIANTS[move.variant].name}"
    return {"AllIn": "All-in", "BringIn": "Bring in", "SitOut": "Sit out", "SitIn": "Sit in"}.get(
        type(move).__name__, type(move).__name__
    )


_OPENS = (facts.Dealt, facts.Flop, facts.Turn, facts.River, facts.Common)


def replay(steps: Iterable[Any], names: Names) -> Iterator[str]:
    """A hand street by street: what lies there, then who did what."""
    street = ""
    last = None
    for scene in steps:
        view = scene.view
        for fact in scene.facts:
            if view.street != street and isinstance(fact, _OPENS):
                yield from _street(view, names)
                street = view.street
            if line := say(fact, names):
                yield f"  {line}"
        if view.street != street:
            yield from _street(view, names)
            street = view.street
        last = view
    if last is not None:
        yield "*** END ***"
        yield show(last, None, names)


def _street(view: facts.View, names: Names) -> Iterator[str]:
    board = " | ".join(cards(board) for board in view.boards if board)
    yield f"*** {view.street.upper()} ***{f' [{board}]' if board else ''} pot {view.pot}"
    for seat in view.order:
        player = view.players[seat]
        if player.state in ("ACTIVE", "ALL_IN"):
            held = cards(player.cards) or (_lying(player) if player.up else "")
            yield f"    {names[seat]:16} {player.stack:>8}  bet {player.bet:<6} {held}"

"""Poker in the TCP protocol's own words: it is the game that protocol was made for. See
`cutcard.dialect` for what each name is. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.dialect import About, Person
from cutcard.kernel.game import Illegal

from .packet_news import notifications, updates
from .packet_state import PLACES, WORDS, View, card, game_state, lies_open
from .variants import VARIANTS

__all__ = [
    "About",
    "Person",
    "card",
    "coming",
    "game_state",
    "least",
    "lies_open",
    "listed",
    "move",
    "notifications",
    "opening",
    "result",
    "stake",
    "state",
    "updates",
    "usual",
]

usual = True  # CREATE_TABLE names no game
state = game_state
Options = Mapping[str, Any]

MOST_CHIPS = 10**12
LEAST, USUAL, MOST = 20, 50, 100  # buy-ins in big blinds, as the protocol and our rules have them
# With two players a hand starts at once; its result stays to be read, for a client shows the last
# state it was sent.
PACE = {"startDelay": 0, "showDelay": 2000, "resultDelay": 2000}


def opening(wish: Mapping[str, Any]) -> tuple[dict[str, Any], int | None]:
    """`max_player` and `min_bet`, and further options for who knows them."""
    places, bet = wish.get("max_player"), wish.get("min_bet")
    if places is None or not 2 <= places <= PLACES:
        raise Illegal("INVALID_REQUEST", f"max_player is 2 to {PLACES}.")
    if bet is None or not 1 <= bet <= MOST_CHIPS:
        raise Illegal("INVALID_REQUEST", "min_bet is the big blind, 1 chip or more.")
    blinds = {"smallBlind": bet // 2, "bigBlind": bet}
    return {**PACE, **blinds, **(wish.get("options") or {})}, places


def least(options: Options) -> int:
    """The smallest buy-in; a tournament costs nothing."""
    if options.get("startStack"):
        return 0
    return int(options.get("minBuyIn") or LEAST * options["bigBlind"])


def listed(options: Options, seats: int) -> tuple[bool, int]:
    """Clients know nine places and two cards in a hand."""
    variant = VARIANTS.get(options["variant"])
    plain = seats <= PLACES and variant is not None and variant.cards == 2
    return plain, int(options["bigBlind"])


def coming(view: View, seat: int, balance: int) -> dict[str, Any] | None:
    """Buy in for 50 big blinds or all one has; who sits out, or lost all, comes in again."""
    player = view["players"][str(seat)]
    if player.get("leaving"):
        raise Illegal("LEAVING", "You are leaving; sit down again when the hand is over.")
    if view.get("tournament"):
        enters = view.get("entry") and player["state"] == "EMPTY"
        return {"type": "sit"} if enters else None
    if player["state"] == "EMPTY":
        wish = min(max(USUAL * view["bigBlind"], view["minBuyIn"]), view["maxBuyIn"])
        return {"type": "sit", "buyIn": min(wish, balance)}
    return {"type": "sit_in"} if player["state"] == "SITTING_OUT" else None


def stake(view: View, seat: int) -> int | None:
    """Nothing where they lost all, or have not bought in."""
    player = view["players"][str(seat)]
    if player["state"] == "EMPTY":
        return 0
    return int(player.get("stack", 0) + player.get("bought", 0) + player.get("total", 0))


def move(action: Mapping[str, Any], view: View) -> dict[str, Any]:
    """The protocol's `{type, amount?}`, or any move of ours by its own fields."""
    kind = action.get("type")
    for ours in [one["action"] for one in view.get("actions", ()) if one["action"] in WORDS]:
        if kind == WORDS[ours]:
            return {"type": ours}
    if kind not in ("bet", "raise"):
        return {key: value for key, value in action.items() if key != "amount"}
    amount = action.get("amount")
    if type(amount) is not int or not 0 <= amount <= MOST_CHIPS:
        raise Illegal("INVALID_AMOUNT", f"A {kind} needs an amount: the total to {kind} to.")
    return {"type": kind, "amount": amount}


def result(code: str) -> int:
    """400 bad action, 403 not your turn, 409 not allowed, 422 invalid amount."""
    if code in ("NOT_YOUR_TURN", "INVALID_PLAYER", "NOT_YOURS"):
        return 403
    if code == "INVALID_AMOUNT":
        return 422
    return {"INVALID_REQUEST": 400, "RATE_LIMITED": 429, "GAME_ERROR": 500}.get(code, 409)

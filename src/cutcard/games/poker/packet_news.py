"""What happened at a poker table, as the TCP protocol names it: notifications out of facts, and
updates by comparing two views. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cutcard.dialect import About

from .packet_state import (
    View,
    active_seat,
    available_actions,
    betting_round,
    board,
    cards_of,
    main_pot,
    players_of,
    side_pots,
    state_of,
)

_AMOUNTS = ("PLAYER_CALL", "PLAYER_BET", "PLAYER_RAISE", "PLAYER_ALLIN")
_BARE = ("FLOP_DEALT", "TURN_DEALT", "RIVER_DEALT", "SHOWDOWN")


def notifications(facts: Sequence[Mapping[str, Any]], about: About) -> list[dict[str, Any]]:
    """What happened, for those who animate it; facts the protocol has no name for are left out."""
    found: list[dict[str, Any]] = []
    for fact in facts:
        kind = fact["type"]
        if kind in ("PLAYER_FOLD", "PLAYER_CHECK"):
            found.append({"type": kind, "player_id": about.player_id(fact["playerId"])})
        elif kind in _AMOUNTS:
            who = about.player_id(fact["playerId"])
            found.append({"type": kind, "player_id": who, "amount": fact["amount"]})
        elif kind in _BARE:
            found.append({"type": kind})
        elif kind == "HAND_ENDED":
            who = about.player_id(fact["winnerId"])
            found.append({"type": kind, "winner_id": who, "amount": fact["amount"]})
        elif kind == "PLAYER_JOINED":
            seat = fact["seat"]
            person = about.people.get(seat)
            name = "" if person is None else person.name
            who = about.player_id(seat)
            found.append({"type": kind, "player_id": who, "name": name, "seat": seat})
        elif kind == "PLAYER_LEFT":
            seat = fact["seat"]
            found.append({"type": kind, "player_id": about.player_id(seat), "seat": seat})
    return found


def updates(before: View | None, after: View, about: About) -> list[dict[str, Any]]:
    """What changed between two views of one viewer, as the protocol names it."""
    old = before or {}
    found: list[dict[str, Any]] = []

    def say(kind: str, **fields: Any) -> None:
        found.append({"type": kind, **fields})

    dealt, was_dealt = bool(after.get("order")), bool(old.get("order"))
    if dealt and (old.get("hand"), was_dealt) != (after["hand"], True):
        say("HAND_STARTED", hand_id=after["hand"])
    if not old or betting_round(old) != betting_round(after):
        say("BETTING_ROUND", round=betting_round(after))
    if old.get("button") != after["button"]:
        say("BUTTON_SEAT", seat=after["button"])
    if not old or board(old) != board(after):
        say("TABLE_CARDS", cards=board(after))
    _player_updates(old, after, about, say)
    if not old or main_pot(old) != main_pot(after):
        say("MAIN_POT", amount=main_pot(after))
    if not old or old["pots"][1:] != after["pots"][1:]:
        say("SIDE_POTS", pots=side_pots(after, about))
    seat = active_seat(after)
    if seat >= 0 and (not old or active_seat(old) != seat or old["street"] != after["street"]):
        who = about.player_id(seat)
        say("ACTIVE_PLAYER", player_id=who, seat=seat)
        say("PLAYER_TIMER", player_id=who, timer=about.deadlines.get(seat, 0))
    mine = available_actions(after, about)
    if mine and about.seat is not None:
        say("AVAILABLE_ACTIONS", player_id=about.player_id(about.seat), actions=mine)
    return found


def _player_updates(old: View, after: View, about: About, say: Any) -> None:
    were = players_of(old) if old else {}
    for seat, player in players_of(after).items():
        was = were.get(seat, {})
        who = about.player_id(seat)
        state = state_of(after, seat)
        if (state_of(old, seat) if seat in were else "empty") != state:
            say("PLAYER_STATE", player_id=who, state=state)
        if was.get("stack", 0) != player.get("stack", 0):
            say("PLAYER_MONEY", player_id=who, money=player.get("stack", 0))
        if was.get("bet", 0) != player.get("bet", 0):
            say("BET_TOTAL", player_id=who, amount=player.get("bet", 0))
        if "cards" in player and was.get("cards") != player["cards"]:
            say("PLAYER_CARDS", player_id=who, cards=cards_of(player))

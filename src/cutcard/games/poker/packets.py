"""Poker over TCP: a view and facts, as tables tell them (plain maps, seats for users), turned
into the game state, updates and notifications of that protocol, and its actions into moves. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from cutcard.kernel.cards import parse

PLACES = 9  # the protocol's players list
ROUNDS = ("preflop", "flop", "turn", "river")
_STREETS = {
    "preflop": 0,
    "third street": 0,
    "predraw": 0,
    "flop": 1,
    "fourth street": 1,
    "draw": 1,
    "draw 1": 1,
    "turn": 2,
    "fifth street": 2,
    "draw 2": 2,
}
_RANKS = (
    "High card",
    "Pair",
    "Two pair",
    "Three of a kind",
    "Straight,",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
    "Royal flush",
)
_SUITS = {0: 4, 1: 3, 2: 2, 3: 1}  # ours ♣ ♦ ♥ ♠ to the protocol's 4 3 2 1
_AMOUNTS = {
    "PLAYER_CALL": "PLAYER_CALL",
    "PLAYER_BET": "PLAYER_BET",
    "PLAYER_RAISE": "PLAYER_RAISE",
    "PLAYER_ALLIN": "PLAYER_ALLIN",
}
_BARE = ("FLOP_DEALT", "TURN_DEALT", "RIVER_DEALT", "SHOWDOWN")
View = Mapping[str, Any]


class Person(Struct, frozen=True):
    """Who sits on a seat."""

    id: int
    name: str


class About(Struct, frozen=True):
    """What a view does not hold: the table's number and seq, its people, the running clocks."""

    game_id: int
    seq: int
    seat: int | None = None  # the viewer's
    people: dict[int, Person] = field(default_factory=dict)
    deadlines: dict[int, int] = field(default_factory=dict)  # epoch ms by seat

    def player_id(self, seat: int) -> int:
        person = self.people.get(seat)
        return -1 if person is None else person.id


def card(name: str) -> int:
    """suit × 13 + rank − 2, suits 1 ♠ 2 ♥ 3 ♦ 4 ♣, ranks 2 … 14."""
    ours = parse(name)
    return _SUITS[ours // 13] * 13 + ours % 13


def _players(view: View) -> dict[int, Mapping[str, Any]]:
    return {int(seat): player for seat, player in view["players"].items()}


def betting_round(view: View) -> str:
    if view["phase"] == "showing":
        return "showdown"
    if view["phase"] in ("waiting", "over"):
        return "complete"
    return ROUNDS[_STREETS.get(view["street"], 3)]


def active_seat(view: View) -> int:
    deciding = view["phase"] in ("betting", "bring_in", "drawing")
    return view["toAct"][0] if deciding and view["toAct"] else -1


def winner(view: View) -> tuple[int, int, int]:
    """Seat, amount and hand rank of who won most; -1, 0 and -1 while nobody has."""
    won: dict[int, int] = {}
    for award in view.get("awards", ()):
        won[award["playerId"]] = won.get(award["playerId"], 0) + award["amount"]
    if not won:
        return -1, 0, -1
    seat = max(won, key=lambda s: (won[s], -s))
    text = _players(view)[seat].get("hand", "")
    shown = _players(view)[seat].get("showed", False)
    ranks = [rank for rank, word in enumerate(_RANKS) if text.startswith(word)]
    return seat, won[seat], ranks[0] if ranks and shown else -1


def cards_of(player: Mapping[str, Any]) -> list[int]:
    """A hand as this viewer sees it: -1 for a card that is hidden from him."""
    if "cards" in player:
        return [card(name) for name in player["cards"]]
    up = [card(name) for name in player.get("up", ())]
    return [-1] * (player.get("count", 0) - len(up)) + up


def available_actions(view: View, about: About) -> list[dict[str, Any]]:
    """For the one to act alone."""
    if about.seat is None or active_seat(view) != about.seat:
        return []
    return [
        {
            "type": action["action"],
            "min_amount": action.get("minAmount", 0),
            "max_amount": action.get("maxAmount", 0),
            "increment": action.get("increment", 0),
        }
        for action in view.get("actions", ())
    ]


def _side_pots(view: View, about: About) -> list[dict[str, Any]]:
    return [
        {"amount": pot["amount"], "eligible_players": [about.player_id(s) for s in pot["seats"]]}
        for pot in view["pots"][1:]
    ]


def _main_pot(view: View) -> int:
    return int(view["pots"][0]["amount"]) if view["pots"] else 0


def _player(view: View, seat: int, about: About) -> dict[str, Any] | None:
    player = _players(view).get(seat)
    person = about.people.get(seat)
    if player is None or (player["state"] == "EMPTY" and person is None):
        return None
    return {
        "player_id": about.player_id(seat),
        "name": "" if person is None else person.name,
        "seat": seat,
        "state": player["state"].lower(),
        "money": player.get("stack", 0),
        "bet": player.get("bet", 0),
        "total_bet": player.get("total", 0),
        "cards": cards_of(player) or [-1, -1],
        "is_dealer": seat == view["button"],
        "is_small_blind": seat == view["smallSeat"],
        "is_big_blind": seat == view["bigSeat"],
        "timer_deadline": about.deadlines.get(seat, 0),
    }


def game_state(view: View, about: About) -> dict[str, Any]:
    """Packet 600: all that this viewer may see, keys in the protocol's order."""
    seat, amount, rank = winner(view)
    return {
        "game_id": about.game_id,
        "hand_id": view["hand"],
        "seq": about.seq,
        "max_players": len(view["players"]),
        "small_blind": view["smallBlind"],
        "big_blind": view["bigBlind"],
        "min_buy_in": view["minBuyIn"],
        "max_buy_in": view["maxBuyIn"],
        "betting_round": betting_round(view),
        "dealer_seat": view["button"],
        "active_seat": active_seat(view),
        "winner_seat": seat,
        "amount_won": amount,
        "winner_hand_rank": rank,
        "players": [_player(view, s, about) for s in range(max(PLACES, len(view["players"])))],
        "community_cards": [card(name) for board in view["boards"][:1] for name in board],
        "main_pot": _main_pot(view),
        "side_pots": _side_pots(view, about),
        "current_bet": view["currentBet"],
        "min_raise": view["minRaise"],
        "available_actions": available_actions(view, about),
    }


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
        elif kind in ("PLAYER_JOINED", "PLAYER_LEFT"):
            seat = fact["seat"]
            one = {"type": kind, "player_id": about.player_id(seat), "seat": seat}
            if kind == "PLAYER_JOINED":
                person = about.people.get(seat)
                one = {**one, "name": "" if person is None else person.name}
            found.append(one)
    return found


def updates(before: View | None, after: View, about: About) -> list[dict[str, Any]]:
    """What changed between two views of one viewer, as the protocol names it."""
    old = before or {}
    found: list[dict[str, Any]] = []

    def say(kind: str, **fields: Any) -> None:
        found.append({"type": kind, **fields})

    if after["order"] and (old.get("hand"), bool(old.get("order"))) != (after["hand"], True):
        say("HAND_STARTED", hand_id=after["hand"])
    if not old or betting_round(old) != betting_round(after):
        say("BETTING_ROUND", round=betting_round(after))
    if old.get("button") != after["button"]:
        say("BUTTON_SEAT", seat=after["button"])
    if old.get("boards") != after["boards"]:
        say("TABLE_CARDS", cards=[card(n) for board in after["boards"][:1] for n in board])
    _player_updates(old, after, about, say)
    if not old or _main_pot(old) != _main_pot(after):
        say("MAIN_POT", amount=_main_pot(after))
    if not old or old["pots"][1:] != after["pots"][1:]:
        say("SIDE_POTS", pots=_side_pots(after, about))
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
    were = _players(old) if old else {}
    for seat, player in _players(after).items():
        was = were.get(seat, {})
        who = about.player_id(seat)
        if was.get("state", "EMPTY") != player["state"]:
            say("PLAYER_STATE", player_id=who, state=player["state"].lower())
        if was.get("stack", 0) != player.get("stack", 0):
            say("PLAYER_MONEY", player_id=who, money=player.get("stack", 0))
        if was.get("bet", 0) != player.get("bet", 0):
            say("BET_TOTAL", player_id=who, amount=player.get("bet", 0))
        if "cards" in player and was.get("cards") != player["cards"]:
            say("PLAYER_CARDS", player_id=who, cards=cards_of(player))


def move(action: Mapping[str, Any]) -> dict[str, Any]:
    """The protocol's `{type, amount?}` as a move's map, to be decoded like any other."""
    kind = action.get("type")
    if kind in ("bet", "raise"):
        return {"type": kind, "amount": action.get("amount")}
    return {key: value for key, value in action.items() if key != "amount"}


def result(code: str) -> int:
    """The protocol's number for a refusal's code."""
    if code in ("NOT_YOUR_TURN", "INVALID_PLAYER", "NOT_YOURS"):
        return 403
    if code == "INVALID_AMOUNT":
        return 422
    return {"INVALID_REQUEST": 400, "RATE_LIMITED": 429, "GAME_ERROR": 500}.get(code, 409)

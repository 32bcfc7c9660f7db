"""Poker's game state in the TCP protocol, made of a view as tables tell it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.dialect import About
from cutcard.kernel.cards import parse

PLACES = 9  # the protocol's players list
ROUNDS = ("preflop", "flop", "turn", "river")
ACTIONS = ("fold", "check", "call", "bet", "raise", "all_in")
# What the protocol has no word for, said in its own: to bring it in is to call, to stand pat to
# check. Who knows the moves of ours may send those all the same.
WORDS = {"bring_in": "call", "discard": "check"}
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
View = Mapping[str, Any]


def card(name: str) -> int:
    """suit × 13 + rank − 2, suits 1 ♠ 2 ♥ 3 ♦ 4 ♣, ranks 2 … 14."""
    ours = parse(name)
    return _SUITS[ours // 13] * 13 + ours % 13


def players_of(view: View) -> dict[int, Mapping[str, Any]]:
    return {int(seat): player for seat, player in view["players"].items()}


def betting_round(view: View) -> str:
    """Complete from the award of the pots until the next hand begins: hands are compared and paid
    in one step, so there is no moment of "showdown" between."""
    if view["phase"] in ("waiting", "showing", "over"):
        return "complete"
    return ROUNDS[_STREETS.get(view["street"], 3)]


def lies_open(view: View) -> int | None:
    """The hand whose result is to be read in this view; None: none is."""
    if betting_round(view) != "complete" or winner(view)[0] < 0:
        return None
    return int(last_hand(view).get("hand", view["hand"]))


def active_seat(view: View) -> int:
    deciding = view["phase"] in ("betting", "bring_in", "drawing")
    return view["toAct"][0] if deciding and view["toAct"] else -1


def winner(view: View) -> tuple[int, int, int]:
    """Seat, amount and hand rank of who won most; -1, 0 and -1 while nobody has."""
    last = last_hand(view)
    won: dict[int, int] = {}
    for award in last.get("awards") or view.get("awards") or ():
        won[award["playerId"]] = won.get(award["playerId"], 0) + award["amount"]
    if not won:
        return -1, 0, -1
    seat = max(won, key=lambda s: won[s])  # of equal ones the first awarded, as HAND_ENDED has it
    if last:
        text = ((last.get("hands") or {}).get(str(seat)) or ("",))[0]
    else:
        player = players_of(view)[seat]
        text = player.get("hand", "") if player.get("showed") else ""
    ranks = [rank for rank, word in enumerate(_RANKS) if text.startswith(word)]
    return seat, won[seat], ranks[0] if ranks else -1


def last_hand(view: View) -> Mapping[str, Any]:
    """Before a hand: the one played last, for those who still look at it; else nothing."""
    return view.get("lastHand") or {}


def board(view: View) -> list[int]:
    """The cards on the table; of two boards the first."""
    boards = last_hand(view).get("boards") or view["boards"]
    return [card(name) for one in boards[:1] for name in one]


def cards_of(player: Mapping[str, Any]) -> list[int]:
    """A hand as this viewer sees it: -1 for a card that is hidden from them."""
    if "cards" in player:
        return [card(name) for name in player["cards"]]
    up = [card(name) for name in player.get("up", ())]
    return [-1] * (player.get("count", 0) - len(up)) + up


def available_actions(view: View, about: About) -> list[dict[str, Any]]:
    """For the one to act alone."""
    if about.seat is None or active_seat(view) != about.seat:
        return []
    found = []
    for action in view.get("actions", ()):
        word = WORDS.get(action["action"], action["action"])
        low, high = action.get("minAmount", 0), action.get("maxAmount", 0)
        if word == "check":  # a draw's numbers count cards
            low = high = 0
        step = action.get("increment", 0) if low or high else 0
        found.append({"type": word, "min_amount": low, "max_amount": high, "increment": step})
    return found


def side_pots(view: View, about: About) -> list[dict[str, Any]]:
    return [
        {"amount": pot["amount"], "eligible_players": [about.player_id(s) for s in pot["seats"]]}
        for pot in view["pots"][1:]
    ]


def main_pot(view: View) -> int:
    return int(view["pots"][0]["amount"]) if view["pots"] else 0


def _player(view: View, seat: int, about: About) -> dict[str, Any] | None:
    player = players_of(view).get(seat)
    person = about.people.get(seat)
    if player is None:
        return None
    lies_there = person is not None and seat in last_hand(view).get("order", ())
    if player["state"] == "EMPTY" and not player.get("count") and not lies_there:
        return None
    return {
        "player_id": about.player_id(seat),
        "name": "" if person is None else person.name,
        "seat": seat,
        "state": state_of(view, seat),
        "money": player.get("stack", 0),
        "bet": player.get("bet", 0),
        "total_bet": player.get("total", 0),
        "cards": cards_of(player) or _shown_last(view, seat) or [-1, -1],
        "is_dealer": seat == view["button"],
        "is_small_blind": seat == view["smallSeat"],
        "is_big_blind": seat == view["bigSeat"],
        "timer_deadline": about.deadlines.get(seat, 0),
    }


def state_of(view: View, seat: int) -> str:
    """A player's state; while a hand lies open, the one they had in it."""
    player, last = players_of(view)[seat], last_hand(view)
    if betting_round(view) != "complete" or seat not in (last or view).get("order", ()):
        return str(player["state"]).lower()
    if last:
        folded = seat in last.get("folded", ())
    else:  # whoever was left has shown, has mucked, or may still choose
        left = player.get("showed") or player.get("mucked") or seat in view["toAct"]
        folded = not left
    if folded:
        return "folded"
    returned = (last or view).get("returned") or {}
    awards = (last or view).get("awards") or ()
    won = sum(award["amount"] for award in awards if award["playerId"] == seat)
    behind = player.get("stack", 0) - won - returned.get(str(seat), 0)
    return "active" if behind > 0 else "all_in"


def _shown_last(view: View, seat: int) -> list[int]:
    cards = (last_hand(view).get("cards") or {}).get(str(seat), ())
    return [card(name) for name in cards]


def game_state(view: View, about: About) -> dict[str, Any]:
    """Packet 600: all that this viewer may see, keys in the protocol's order."""
    seat, amount, rank = winner(view)
    return {
        "game_id": about.game_id,
        "hand_id": last_hand(view).get("hand", view["hand"]),
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
        "community_cards": board(view),
        "main_pot": main_pot(view),
        "side_pots": side_pots(view, about),
        "current_bet": view["currentBet"],
        "min_raise": view["minRaise"],
        "available_actions": available_actions(view, about),
    }

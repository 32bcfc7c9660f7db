"""A player of events: enters one over `/ws` (or makes one with bots) and plays it to its end, at
whatever table it is brought to. At poker it checks and calls what is cheap, and folds the rest; in
an event of matches it says that it is there when it is called, and plays the first move it may.

    cutcard serve                       # in another window
    python examples/events.py           # ws://127.0.0.1:8000/ws
    python examples/events.py --event 7
    python examples/events.py --format swiss --game duel
    python examples/events.py --format scheduled
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

from cutcard.client import Client, Place, Refused

TERMS = {
    **{"name": "An example", "game": "poker", "structure": "hyper", "format": "sit-and-go"},
    **{"tableSize": 3, "bots": True},
}


WITH_CHIPS = ("sit-and-go", "scheduled")


def wish_of(form: str, game: str) -> dict[str, Any]:
    """What to ask for, for an event of a format with some bots."""
    if form in WITH_CHIPS:
        wish: dict[str, Any] = {"terms": {**TERMS, "format": form}, "bots": 2}
    else:
        terms = {"name": "An example", "game": game, "format": form, "maxPlayers": 16}
        wish = {"terms": {**terms, "bots": True}, "bots": 3}
    if form != "sit-and-go":  # that one starts when its last seat is sold
        wish["startsIn"] = 5
    if form == "arena":
        wish["lasts"] = 60
    return wish


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def chosen(place: Place) -> dict[str, Any] | None:
    """What to do now, or nothing."""
    moves = {move["type"]: move for move in place.legal}
    for tag in ("check", "call", "muck", "fold"):
        if tag in moves:
            return moves[tag]
    rest = [move for tag, move in moves.items() if tag not in ("surrender", "leave")]
    return rest[0] if rest else None


async def play(client: Client, event: int, most: float = 3600.0) -> list[dict[str, Any]]:
    """Plays until the event is over; the places."""
    heard = 0
    async with asyncio.timeout(most):
        while True:
            turned = client.turn()
            for kind, told in client.notices[heard:]:
                heard += 1
                if not kind.startswith("TOURNAMENT_") or told.get("event") != event:
                    continue
                shown = {name: told[name] for name in told if name not in ("event", "places")}
                say(f"{kind} {shown}")
                if kind == "TOURNAMENT_CALLED" and any(
                    client.user in one for one in told["players"]
                ):
                    there = {"event": event, "match": told["match"]}
                    await client.request("TOURNAMENT_READY", there)
                if kind == "TOURNAMENT_ENDED":
                    turned.close()
                    return list(told["places"])
                if kind == "TOURNAMENT_CANCELLED":
                    turned.close()
                    return []
            waits = True
            for place in list(client.places.values()):
                move = chosen(place) if place.seat is not None else None
                if move is None:
                    continue
                waits, place.legal = False, []
                fields = {name: value for name, value in move.items() if name != "type"}
                try:
                    await client.play(place, move["type"], fields)
                except Refused as no:  # the hand went on, or we were moved
                    say(f"refused: {no}")
            if waits:
                await turned
            else:
                turned.close()


async def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("url", nargs="?", default="ws://127.0.0.1:8000/ws")
    asks.add_argument("--event", type=int, help="the one to enter; without it one is made")
    asks.add_argument("--format", default="sit-and-go", help="or scheduled, swiss, arena, …")
    asks.add_argument("--game", default="duel", help="of an event of matches")
    asked = asks.parse_args()
    async with await Client.connect(asked.url, name="Example", legal=True) as client:
        event = asked.event
        if event is None:
            wish = wish_of(asked.format, asked.game)
            event = (await client.request("TOURNAMENT_CREATE", wish))["event"]
        entered = await client.request("TOURNAMENT_REGISTER", {"event": event})
        say(f"in event {event}, with {entered['balance']} chips left")
        for one in await play(client, event):
            users = one["players"] if "players" in one else [one["playerId"]]
            mine = " (you)" if client.user in users else ""
            say(
                f"{one['place']}. {' and '.join(users)}{mine}: {one.get('prize', one.get('score'))}"
            )


if __name__ == "__main__":
    asyncio.run(main())

"""Plays one card of a Duel against a bot, as a person on a page would: `python -m tests.card URL`
with the address of a server's `/ws`."""

from __future__ import annotations

import asyncio
import sys

from cutcard.client import Client


async def play_a_card(url: str) -> str:
    """What the server told of it, once it was acknowledged."""
    async with await Client.connect(url, legal=True) as me:
        place = await me.create("duel", bots={"1": "random"})
        while True:
            while not place.legal:
                await me.turn()
            move, seq = dict(place.legal[-1]), place.seq
            tag = move.pop("type")
            await me.play(place, tag, move)
            await me.until(place, seq + 1)
            if tag == "card_play":  # and not only "ready"
                return f"{tag} {move} at table {place.table}, {place.view['status']}"


async def main(url: str) -> None:
    async with asyncio.timeout(30):
        sys.stdout.write(await play_a_card(url) + "\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

"""Advice through the real server, in both codings: for who sits there, when they ask."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Client, Refused

from ..running import inside

__all__ = ["inside"]
BOTS = {"1": "steady", "2": "steady", "3": "steady"}
FIELDS = ("cards", "form", "key", "size")
ONE = {"match": "deals", "deals": 1}


def run(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 60))


@pytest.mark.parametrize("packed", [False, True])
def test_a_deal_is_played_by_the_first_hint(inside, packed: bool) -> None:
    async def scene():
        async with inside() as server:
            four = [await Client.connect(server.url, packed=packed) for _ in range(4)]
            first = await four[0].create("guandan", options=ONE)
            places = [first] + [await one.join(first.table) for one in four[1:]]
            while first.view.get("phase") != "play":
                await four[0].turn()
            while first.view["phase"] == "play":
                client, place = four[first.view["turn"]], places[first.view["turn"]]
                await client.until(place, first.seq)
                advice = await client.advice(place)
                assert advice == await client.advice(place)
                cards = [card for group in advice["groups"] for card in group]
                assert sorted(cards) == sorted(place.view["hand"])
                seq, hints = first.seq, advice["hints"]
                fields = {name: hints[0][name] for name in FIELDS} if hints else {}
                await client.play(place, "card_play" if hints else "pass", fields)
                await four[0].until(first, seq + 1)
            assert first.view["phase"] == "over"
            for one in four:
                await one.close()

    run(scene())


def test_who_watches_is_not_advised(inside) -> None:
    async def scene():
        async with inside() as server, await Client.connect(server.url) as ann:
            place = await ann.create("guandan", options=ONE, bots=BOTS)
            async with await Client.connect(server.url) as eve:
                seen = await eve.spectate(place.table)
                with pytest.raises(Refused) as no:
                    await eve.advice(seen)
                assert no.value.code == "INVALID_PLAYER"

    run(scene())


def test_a_game_without_advice_says_so(inside) -> None:
    async def scene():
        async with inside() as server, await Client.connect(server.url) as ann:
            place = await ann.create("memory", seats=1)
            with pytest.raises(Refused) as no:
                await ann.advice(place)
            assert no.value.code == "INVALID_GAME_STATE"

    run(scene())

"""The last lines of a table in a real Valkey (issue 15, point 3; the row of `cc:chat`): there for
whichever process takes the table up next, and never waited for."""

from __future__ import annotations

import asyncio

from msgspec import json
from redis.asyncio import Redis

from cutcard.client import Client
from cutcard.lobby.chat import KEPT, Chat, ChatLine
from cutcard.lobby.tails import HOUR, Tails
from cutcard.store.valkey import Valkey

from ..running import here
from .test_cache import PATIENT, until


async def lines(client, table):
    found = await client.request("CHAT_HISTORY", {"table": table})
    return [line["text"] for line in found["lines"]]


async def length(looked, key, many):
    return await looked.llen(key) >= many


def test_what_was_said_is_there_after_a_restart_and_chat_goes_on_without_the_cache(
    tmp_path, valkey
):
    async def story():
        looked = Redis.from_url(valkey.url)
        async with here(tmp_path / "t.db", cache=Valkey(valkey.url, moment=PATIENT)) as server:
            ann = await Client.connect(server.url, name="Ann")
            table = (await ann.create("duel")).table
            key = f"cc:chat:{table}"
            for text in ("good luck", "have fun"):
                await ann.request("CHAT", {"table": table, "text": text})
            await until(lambda: length(looked, key, 2))
            assert HOUR - 60 < await looked.ttl(key) <= HOUR
            token = ann.token
            await ann.close()
        strange = ChatLine(table + 1, "u", "Eve", "said elsewhere", 1, "table")
        await looked.rpush(key, b"{", b"\xff", json.encode(strange))
        async with here(tmp_path / "t.db", cache=Valkey(valkey.url, moment=PATIENT)) as server:
            ann = await Client.connect(server.url, token=token)
            await ann.join(table)
            assert await lines(ann, table) == ["good luck", "have fun"]
            valkey.kill()
            await ann.request("CHAT", {"table": table, "text": "still here"})
            assert await lines(ann, table) == ["good luck", "have fun", "still here"]
            await ann.close()
        valkey.start()  # empty
        async with here(tmp_path / "t.db", cache=Valkey(valkey.url, moment=PATIENT)) as server:
            ann = await Client.connect(server.url, token=token)
            await ann.join(table)
            assert await lines(ann, table) == []
            await ann.close()
        await looked.aclose()

    asyncio.run(story())


def test_only_the_last_lines_are_kept_in_their_order(valkey):
    async def story():
        cache, looked = Valkey(valkey.url, moment=PATIENT), Redis.from_url(valkey.url)
        tails = Tails(Chat(), cache)
        for number in range(3 * KEPT):
            tails.said(ChatLine(7, "u", "Ann", str(number), number, "table"))
        last = str(3 * KEPT - 1)
        await until(lambda: _has_last(looked, last))
        chat = Chat()
        other = Tails(chat, cache)
        await asyncio.gather(*(other.take_up(7) for _ in range(5)))  # once, however many ask
        assert [one.text for one in chat.said_at(7)] == [str(n) for n in range(2 * KEPT, 3 * KEPT)]
        other.sweep(())
        assert not other._known
        await looked.aclose()
        await cache.close()

    asyncio.run(story())


async def _has_last(looked, text):
    found = await looked.lrange("cc:chat:7", -1, -1)
    return bool(found) and json.decode(found[0])["text"] == text

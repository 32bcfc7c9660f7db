"""What a hostile stranger does over WebSocket and HTTP, one way at a time, at full speed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .foe import LOST, PING, Foe, frame, swallow

TABLE = re.compile(rb'CREATE_TABLE_ACK.*?"table":(\d+)', re.DOTALL)
LISTENERS = 11  # beside each who makes the noise: together what one address may have


def _auth(n: int = 0) -> list[bytes]:
    return [frame("AUTH", {"name": f"Eve {n}"})]


async def nothing(foe: Foe) -> None:
    """How it is without an attack: what the others are to be compared with."""
    await asyncio.sleep(foe.until - asyncio.get_running_loop().time())


async def flood(foe: Foe) -> None:
    """Messages nobody asked for."""
    chat = frame("CHAT", {"table": 1, "text": "x" * 50})
    await foe.pour([], lambda n: chat)


async def resync(foe: Foe) -> None:
    """Watch a table and ask for all of it again and again."""
    watch = [*_auth(), *(frame("SPECTATE", {"table": n}) for n in range(1, 9))]
    await foe.pour(
        watch, lambda n: frame("GAME_STATE_REQUEST", {"lastSeq": n % 3}, match=f"{n % 8 + 1}-1")
    )


async def lists(foe: Foe) -> None:
    """Every list there is."""
    kinds = [frame(kind, {}) for kind in ("LIST_TABLES", "MY_TABLES", "FRIENDS", "WATCH_TABLES")]
    await foe.pour(_auth(), lambda n: kinds[n % len(kinds)])


async def pings(foe: Foe) -> None:
    """The WebSocket's own, before saying who one is."""
    await foe.pour([], lambda n: PING)


async def openings(foe: Foe) -> None:
    """Tables with bots, as many as it takes."""
    games = await _games(foe)
    wishes = [
        frame("CREATE_TABLE", {"game": one["name"], "sit": False, "bots": {"0": one["bots"][-1]}})
        for one in games
        if one["bots"]
    ]
    await foe.pour(_auth(), lambda n: wishes[n % len(wishes)])


async def logins(foe: Foe) -> None:
    """Passwords guessed: of one account, whose owner is measured, and of many."""
    names = [foe.victim, *(f"Ann{n}" for n in range(6))]
    await foe.pour([], lambda n: frame("LOG_IN", {"user": names[n % 7], "password": f"wrong {n}"}))


async def options(foe: Foe) -> None:
    """Options as long as a message may be, wherever a game takes a text: sets of cards."""
    wishes = []
    for one in await _games(foe):
        fields = one["options"].get("$defs", {}).get("Options", {}).get("properties", {})
        for name, about in fields.items():
            if about.get("type") == "string" and "enum" not in about:
                for text in ("[" * 15_000, f"[{'{},' * 4000}1]", "z:" + "A" * 15_000):
                    wish = {"game": one["name"], "options": {name: text}}
                    wishes.append(frame("CREATE_TABLE", wish))
    wishes = wishes or [frame("CREATE_TABLE", {"game": "x" * 60, "options": {"x": "[" * 15_000}})]
    await foe.pour(_auth(), lambda n: wishes[n % len(wishes)])


async def frames(foe: Foe) -> None:
    """What is no message, no frame, no JSON."""
    nested = b"[" * 8000
    bad = [
        lambda: b"\x81\xfe" + struct.pack(">H", len(nested)) + bytes(4) + nested,
        lambda: os.urandom(1) + b"\x80" + bytes(4),
        lambda: b"\x81\xff" + struct.pack(">Q", 1 << 62) + bytes(4),
        lambda: b"\x01\x81" + bytes(4) + b"{",
        lambda: os.urandom(64),
        lambda: frame("AUTH", {"name": "\ud800", "token": "x" * 9000}),
    ]
    await foe.pour([], lambda n: bad[n % len(bad)]())


async def slow(foe: Foe) -> None:
    """Ask for much and read nothing."""
    while foe.on:
        with suppress(*LOST):
            await foe.stay_deaf(await foe.visit(), b"".join(_auth()), frame("LIST_TABLES", {}) * 20)
        await asyncio.sleep(0.01)


async def _ask(foe: Foe, said: Callable[[], bytes], many: int) -> None:
    """Requests over HTTP without end, so many in one write, on connections that are kept."""
    while foe.on:
        with suppress(*LOST):
            reader, writer = await foe.dial()
            drain = asyncio.create_task(swallow(reader))
            while foe.on and not drain.done():
                writer.write(said())
                foe.sent += many
                await asyncio.wait_for(writer.drain(), 5)
                await asyncio.sleep(0)
            writer.close()
        await asyncio.sleep(0.01)


async def http(foe: Foe) -> None:
    """The API's longest answers, one after another."""
    paths = ("/api/openapi.json", "/api/games", "/metrics", "/api/tables", "/api/deals")
    asked = [f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in paths]
    await _ask(foe, lambda: asked[foe.sent % len(asked)], 1)


async def crowd(foe: Foe) -> None:
    """Tables at which as many listen as one address may have, and a few who come, talk and go."""
    open_table = frame("CREATE_TABLE", {"game": "memory", "seats": 4, "sit": False})
    while foe.on:
        with suppress(*LOST):
            reader, writer = await foe.visit()
            writer.write(b"".join(_auth(foe.sent)) + open_table)
            said = b""
            while (found := TABLE.search(said)) is None:
                more = await asyncio.wait_for(reader.read(65_536), 60)
                if not more:
                    raise ConnectionResetError  # it was sent away: an end is read without waiting
                said = said[-200:] + more
            table = int(found[1])
            drains = [asyncio.create_task(swallow(reader))]
            for _ in range(LISTENERS):
                one, other = await foe.visit()
                other.write(b"".join(_auth()) + frame("SPECTATE", {"table": table}))
                drains.append(asyncio.create_task(swallow(one)))
            noise = [
                frame(kind, {"table": table, **more})
                for kind, more in (("JOIN_TABLE", {}), ("CHAT", {"text": "x" * 400}), ("LEAVE", {}))
            ]
            try:
                while foe.on and not drains[0].done():
                    writer.write(b"".join(noise))
                    foe.sent += len(noise)
                    await asyncio.wait_for(writer.drain(), 5)
                    await asyncio.sleep(0.01)
            finally:
                for drain in drains:
                    drain.cancel()
        await asyncio.sleep(0.01)


async def pieces(foe: Foe) -> None:
    """Messages in as many fragments as there are bytes, which need never end."""
    part = b"\x00\x81\0\0\0\0 "
    await foe.pour([], lambda n: b"\x01\x81\0\0\0\0{" + part * 50)


async def silent(foe: Foe) -> None:
    """Connections that never say what they want."""
    await foe.hold()


async def arrivals(foe: Foe) -> None:
    """Come, and go again."""
    await foe.come_and_go(foe.visit)


async def pipelines(foe: Foe) -> None:
    """A hundred requests in one write, before the first is answered."""
    many = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 100
    await _ask(foe, lambda: many, 100)


async def records(foe: Foe) -> None:
    """What is read from the store: boards, histories, statistics, events that are over."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("HISTORY", {"limit": 100}), ("PLAYER_STATS", {}), ("TOURNAMENT_LIST", {"over": True}),
        ("LEADERBOARD", {"game": "duel", "limit": 100}), ("SEASON", {"game": "duel"}),
        ("PROFILE", {}), ("PARTY_INVITE", {"user": "Honest"}), ("SESSIONS", {}),
    ]  # fmt: skip
    kinds = [frame(kind, wish) for kind, wish in asked]
    await foe.pour(_auth(), lambda n: kinds[n % len(kinds)])


async def _games(foe: Foe) -> list[dict[str, Any]]:
    """What may be opened; asked again where the attack before this one is still paid for."""
    while True:
        reader, writer = await foe.dial()
        writer.write(b"GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        head, _, body = (await asyncio.wait_for(reader.read(), 60)).partition(b"\r\n\r\n")
        writer.close()
        if b" 200 " in head:
            found: list[dict[str, Any]] = json.loads(body)["games"]
            return found
        await asyncio.sleep(0.1)

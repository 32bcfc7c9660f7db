"""Our own adversary: what a hostile stranger does to a server, one way at a time, at full speed.

    python -m cutcard.client.adversary HOST PORT ATTACK SECONDS [ACCOUNT]

It runs in a process of its own, beside an honest client that is measured (`cutcard attack`), and
comes from another address of this machine, so that its limits are not the honest client's.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

LINES = 16  # connections an attack has
SILENT = 200  # and so many each, where they say nothing
SOURCE = "127.0.0.66"
LOST = (ConnectionError, OSError, asyncio.IncompleteReadError, TimeoutError)
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\x80\0\0\0\0"


def frame(kind: str, payload: Mapping[str, Any], match: str | None = None) -> bytes:
    """A message as a masked WebSocket frame."""
    said: dict[str, Any] = {"v": 1, "type": kind, "correlationId": "k", "payload": payload}
    if match is not None:
        said["matchId"] = match
    body = json.dumps(said).encode()
    size = len(body)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return b"\x81" + head + bytes(4) + body  # a mask of zeros changes nothing


class Foe:
    """One attacker: where the server is, until when, and how much it sent."""

    def __init__(self, host: str, port: int, seconds: float, victim: str = "Ann") -> None:
        self.host, self.port, self.victim = host, port, victim
        self.until = asyncio.get_running_loop().time() + seconds
        self.sent = 0

    @property
    def on(self) -> bool:
        return asyncio.get_running_loop().time() < self.until

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        where = (SOURCE, 0) if self.host.startswith("127.") else None
        return await asyncio.open_connection(self.host, self.port, local_addr=where)

    async def visit(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.dial()
        writer.write(UPGRADE % self.host.encode())
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        return reader, writer

    async def pour(self, first: list[bytes], again: Callable[[int], bytes]) -> None:
        """Connect, say who one is, and send the same for ever; connect again when sent away."""
        while self.on:
            with suppress(*LOST):
                reader, writer = await self.visit()
                drain = asyncio.create_task(_swallow(reader))
                try:
                    for one in first:
                        writer.write(one)
                    while self.on and not drain.done():
                        writer.write(b"".join(again(self.sent + n) for n in range(20)))
                        self.sent += 20
                        await asyncio.wait_for(writer.drain(), 5)
                        await asyncio.sleep(0)
                finally:
                    drain.cancel()
                    writer.close()
            await asyncio.sleep(0.01)


async def _swallow(reader: asyncio.StreamReader) -> None:
    with suppress(*LOST):
        while await reader.read(65_536):
            pass


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
            _, writer = await foe.visit()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(b"".join(_auth()))
            ask = frame("LIST_TABLES", {}) * 20
            while foe.on:
                writer.write(ask)
                foe.sent += 20
                await asyncio.wait_for(writer.drain(), 5)
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.01)


async def http(foe: Foe) -> None:
    """The API's longest answers, on connections that are kept."""
    paths = ("/api/openapi.json", "/api/games", "/metrics", "/api/tables", "/api/deals")
    while foe.on:
        with suppress(*LOST):
            reader, writer = await foe.dial()
            drain = asyncio.create_task(_swallow(reader))
            while foe.on and not drain.done():
                path = paths[foe.sent % len(paths)]
                writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                foe.sent += 1
                await asyncio.wait_for(writer.drain(), 5)
                await asyncio.sleep(0)
            writer.close()
        await asyncio.sleep(0.01)


async def pieces(foe: Foe) -> None:
    """Messages in as many fragments as there are bytes, which need never end."""
    part = b"\x00\x81\0\0\0\0 "
    await foe.pour([], lambda n: b"\x01\x81\0\0\0\0{" + part * 50)


async def silent(foe: Foe) -> None:
    """Connections that never say what they want."""
    held: list[asyncio.StreamWriter] = []
    while foe.on:
        with suppress(*LOST):
            _, writer = await foe.dial()
            foe.sent += 1
            held.append(writer)
            if len(held) > SILENT:
                held.pop(0).close()
        await asyncio.sleep(0)
    for writer in held:
        writer.close()


async def arrivals(foe: Foe) -> None:
    """Come, and go again."""
    while foe.on:
        with suppress(*LOST):
            _, writer = await foe.visit()
            writer.close()
        foe.sent += 1
        await asyncio.sleep(0)


async def pipelines(foe: Foe) -> None:
    """A hundred requests over HTTP in one write, before the first is answered."""
    many = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 100
    while foe.on:
        with suppress(*LOST):
            reader, writer = await foe.dial()
            drain = asyncio.create_task(_swallow(reader))
            while foe.on and not drain.done():
                writer.write(many)
                foe.sent += 100
                await asyncio.wait_for(writer.drain(), 5)
                await asyncio.sleep(0)
            writer.close()
        await asyncio.sleep(0.01)


async def records(foe: Foe) -> None:
    """What is read from the store: boards, histories, statistics, events that are over."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("HISTORY", {"limit": 100}), ("PLAYER_STATS", {}), ("TOURNAMENT_LIST", {"over": True}),
        ("LEADERBOARD", {"game": "duel", "limit": 100}), ("SEASON", {"game": "duel"}),
        ("PROFILE", {}), ("PARTY_INVITE", {"user": "Honest"}), ("SESSIONS", {}),
    ]  # fmt: skip
    kinds = [frame(kind, wish) for kind, wish in asked]
    await foe.pour(_auth(), lambda n: kinds[n % len(kinds)])


ATTACKS: dict[str, Callable[[Foe], Awaitable[None]]] = {
    one.__name__: one
    for one in (
        nothing, flood, resync, lists, slow, pings, openings, logins, options, frames, http,
        pieces, silent, arrivals, pipelines, records,
    )
}  # fmt: skip


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


async def attack(host: str, port: int, name: str, seconds: float, victim: str = "Ann") -> int:
    """Does it for so long, on several connections; how much was sent."""
    foe = Foe(host, port, seconds, victim)
    work = [asyncio.ensure_future(ATTACKS[name](foe)) for _ in range(LINES)]
    await asyncio.wait(work, timeout=seconds + 10)
    for one in work:
        one.cancel()
    for done in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(done, Exception) and not isinstance(done, LOST):
            raise done
    return foe.sent


if __name__ == "__main__":
    _, at, number, chosen, lasting, *whom = sys.argv
    sent = asyncio.run(attack(at, int(number), chosen, float(lasting), *whom))
    sys.stdout.write(f"{sent}\n")

"""What a hostile stranger does over TCP, in packets: the same wishes as over WebSocket, and what
only bytes without frames allow."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

from .. import packets as p
from .foe import LOST, Foe, Line

HALF = struct.pack(">HBH", 0xFFFF, p.VERSION, p.ACTION) + b"\x81"  # of 65,535 bytes, the first six
LONG = {"t": "x" * 60_000}  # comes back as it was sent
ACCOUNT = {"user": f"Eve {token_hex(5)}", "pass": token_hex(12)}  # one for all its connections


async def _call(foe: Foe) -> Line:
    """A connection after its handshake."""
    reader, writer = await foe.dial(foe.tcp_port)
    writer.write(p.HELLO)
    await asyncio.wait_for(reader.readexactly(p.GREETING), 60)
    return reader, writer


async def packets(foe: Foe) -> None:
    """Packets nobody asked for: life signs, lists, moves at no table, types that are none."""
    move = {"game_id": 1, "client_seq": 1, "action": {"type": "raise", "amount": 1}}
    kinds = [
        p.pack(p.PING, {"t": 1}), p.pack(p.TABLES, {"all": True}), p.pack(p.SCOREBOARD),
        p.pack(p.ACTION, move), p.pack(4711), p.pack(p.PING, LONG), p.pack(p.ACTION, LONG),
    ]  # fmt: skip
    await foe.pour([], lambda n: kinds[n % len(kinds)], lambda: _call(foe))


async def deaf(foe: Foe) -> None:
    """Ask for what is long, and read nothing."""
    ask = p.pack(p.TABLES, {"all": True}) * 16 + p.pack(p.PING, LONG) * 4
    while foe.on:
        with suppress(*LOST):
            await foe.stay_deaf(await _call(foe), b"", ask)
        await asyncio.sleep(0.01)


async def halves(foe: Foe) -> None:
    """Packets that are begun and never end."""
    await foe.hold(foe.tcp_port, p.HELLO + HALF)


async def scraps(foe: Foe) -> None:
    """What is no packet: lengths that cannot be, other versions, nests, chance."""
    nest = struct.pack(">HBH", 8005, p.VERSION, p.ACTION) + b"\x91" * 8000
    bad: list[Callable[[], bytes]] = [
        lambda: b"\0\0\0\0", lambda: struct.pack(">HBH", 5, 9, 10), lambda: nest,
        lambda: os.urandom(64), lambda: p.pack(p.LOGIN, {"user": 7}), lambda: b"\0\x05\x01\0\x0a",
        lambda: b"PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\n",
    ]  # fmt: skip
    await foe.pour([], lambda n: bad[n % len(bad)](), lambda: foe.dial(foe.tcp_port))


async def guesses(foe: Foe) -> None:
    """Passwords guessed in packets, and accounts made by the dozen."""
    names = [foe.victim, *(f"Ann{n}" for n in range(5))]

    def again(n: int) -> bytes:
        if n % 7 == 6:
            return p.pack(p.SIGNUP, {"user": f"Eve {token_hex(5)}", "pass": token_hex(8)})
        return p.pack(p.LOGIN, {"user": names[n % 7], "pass": f"wrong {n}"})

    await foe.pour([], again, lambda: _call(foe))


async def callers(foe: Foe) -> None:
    """Shake hands, and go again."""
    await foe.come_and_go(lambda: _call(foe))


async def hushed(foe: Foe) -> None:
    """Connections without a byte."""
    await foe.hold(foe.tcp_port)


async def chairs(foe: Foe) -> None:
    """With an account: tables opened, left and asked for again, moves by the hundred, friends."""
    first = [p.pack(p.SIGNUP, ACCOUNT), p.pack(p.LOGIN, ACCOUNT)]
    move = {"client_seq": 1, "action": {"type": "raise", "amount": 1}}
    wishes: list[tuple[int, dict[str, Any]]] = [
        (p.CREATE_TABLE, {"name": "Eve's", "max_player": 6, "min_bet": 2}), (p.ACTION, move),
        (p.ACTION, move), (p.RESYNC, {"game_id": 1}), (p.LEAVE_TABLE, {}),
        (p.JOIN_TABLE, {"tableId": 1}), (p.LEAVE_TABLE, {}), (p.ADD_FRIEND, {"username": "Honest"}),
        (p.CREATE_TABLE, {"name": "x", "game": "battle", "options": {"cardSet": "[" * 15_000}}),
    ]  # fmt: skip
    kinds = [p.pack(kind, wish) for kind, wish in wishes]
    await foe.pour(first, lambda n: kinds[n % len(kinds)], lambda: _call(foe))

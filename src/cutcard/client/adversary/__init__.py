"""Our own adversary: what a hostile stranger does to a server, one way at a time, at full speed.

    python -m cutcard.client.adversary HOST PORT TCP_PORT ATTACK SECONDS [ACCOUNT]

It runs in a process of its own, on a core of its own where it is given one, beside honest people
who are measured in theirs (`cutcard attack`), and comes from another address of this machine, so
that its limits are not theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from . import frames, packets
from .foe import LINES, LOST, Foe

Attack = Callable[[Foe], Awaitable[None]]


async def nothing(foe: Foe) -> None:
    """How it is without an attack: what the others are to be compared with."""
    await asyncio.sleep(foe.until - asyncio.get_running_loop().time())


OVER_TCP: dict[str, Attack] = {
    one.__name__: one
    for one in (
        packets.packets, packets.deaf, packets.halves, packets.scraps, packets.guesses,
        packets.callers, packets.hushed, packets.chairs,
    )
}  # fmt: skip
ATTACKS: dict[str, Attack] = {
    one.__name__: one
    for one in (
        nothing, frames.flood, frames.resync, frames.lists, frames.slow, frames.pings,
        frames.openings, frames.logins, frames.options, frames.frames, frames.http, frames.pieces,
        frames.silent, frames.arrivals, frames.pipelines, frames.records, frames.crowd,
    )
} | OVER_TCP  # fmt: skip
GUESSED = ("logins", "guesses")  # an account's password, whose owner comes in meanwhile


async def attack(
    host: str,
    port: int,
    name: str,
    seconds: float,
    victim: str = "Ann",
    *,
    tcp_port: int = 0,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Does it for so long, or until it is enough, on several connections; how much was sent."""
    foe = Foe(host, port, seconds, victim, tcp_port=tcp_port, enough=enough)
    work = [asyncio.ensure_future(ATTACKS[name](foe)) for _ in range(LINES)]
    await asyncio.wait(work, timeout=seconds + 10)
    for one in work:
        one.cancel()
    for done in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(done, Exception) and not isinstance(done, LOST):
            raise done
    return foe.sent

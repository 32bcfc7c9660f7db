"""Honest people beside an attack, in a process of their own: what they wait for is the server, and
not the one who attacks it or writes it down.

    python -m cutcard.client.beside BESIDE      (a JSON object)

It says `ready` when everybody is in, or why not; measures from a line on stdin until stdin ends;
and ends with what was felt, as JSON.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import msgspec
from msgspec import Struct

from .honest import Owner, Players, asker, asks, packet_asker
from .line import Lost, Refused


class Beside(Struct):
    """Where honest people go, and what they do there."""

    url: str
    host: str
    game: str
    seats: int
    options: dict[str, Any]
    patience: float  # seconds after which an answer counts as not given
    tcp_port: int | None = None  # who asks does it there,
    account: tuple[str, str] = ("", "")  # as this user
    owner: bool = False  # an owner of an account comes in again and again


class Ready(Struct, omit_defaults=True):
    """Everybody is in; or why not."""

    owner: str | None = None  # the name of the account to be guessed
    failed: str | None = None


class Waited(Struct, omit_defaults=True):
    """What they felt, in seconds."""

    answers: list[float]
    late: list[float]  # how late who asks woke: the machine's doing
    moves: list[float]
    closed: bool
    logged_in: int | None = None  # how often the owner came in,
    tried: int | None = None  # of so many times


async def _main(one: Beside) -> None:
    players = Players(one.url, one.game, one.seats, one.options)
    try:
        if one.tcp_port is None:
            ask = await asker(one.url)
        else:
            ask = await packet_asker(one.host, one.tcp_port, one.account)
        await players.sit_down()
        owner = await Owner.made(one.url) if one.owner else None
    except (OSError, Lost, Refused, TimeoutError) as reason:
        _say(Ready(failed=str(reason) or type(reason).__name__))
        return
    _say(Ready(owner=None if owner is None else owner.name))
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.readline)
    ended = loop.run_in_executor(None, sys.stdin.read)

    def going() -> bool:
        return not ended.done()

    coming = None if owner is None else asyncio.create_task(owner.come(going, one.patience))
    players.start()
    answers, late, closed = await asks(ask, going, one.patience)
    await ended
    moves, sent_away = players.end()
    entered, tried = (None, None) if coming is None else await coming
    _say(Waited(answers, late, moves, closed or sent_away, entered, tried))


def _say(what: Struct) -> None:
    sys.stdout.write(msgspec.json.encode(what).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_main(msgspec.json.decode(sys.argv[1], type=Beside)))

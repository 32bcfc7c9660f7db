"""Honest people beside an attack, and what they feel of it: one who asks, some who play at a table,
and the owner of an account who logs in while its password is guessed. It knows no game: `Crowd`
plays what the server says is legal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from time import perf_counter
from typing import Any

from .client import Client
from .crowd import Crowd, Wish
from .line import ErrorBody, Lost, Message, Refused, open_line
from .packets import LOGIN, PING, SIGNUP, PacketLine

PACE = 0.025  # seconds between two questions: within their own limits,
MOVE_PACE = 0.05  # between two moves,
OWNER_PACE = 0.5  # and between two log-ins of the owner
LATE = 5.0  # seconds after which an answer counts as not given, where no longer ones are allowed
OURS = ("RATE_LIMITED", "GAME_ERROR", "SERVER_SHUTTING_DOWN")  # refusals that no rule asks for


Ask = Callable[[], Awaitable[object]]
"""Asks something, and is answered."""


async def asker(url: str) -> Ask:
    """Somebody on a connection of their own."""
    one = await Client.connect(url, name="Honest")
    return lambda: one.request("PING", {})


async def packet_asker(host: str, port: int, account: tuple[str, str]) -> Ask:
    """Likewise over TCP, with an account, which is made where there is none."""
    line = PacketLine(lambda kind, said: None)
    await line.dial(host, port)
    form = {"user": account[0], "pass": account[1]}
    if (await line.request(LOGIN, form))["result"]:
        await line.request(SIGNUP, form)
        said = await line.request(LOGIN, form)
        if said["result"]:
            raise Refused(ErrorBody(str(said["result"]), str(said.get("msg"))))
    return lambda: line.request(PING, {"t": 1})


async def asks(
    ask: Ask, going: Callable[[], bool], patience: float = LATE
) -> tuple[list[float], list[float], bool]:
    """What somebody waits who asks all the time; by how much they woke late themselves, which is
    the machine's doing and not the server's; and whether they were closed."""
    waits: list[float] = []
    late: list[float] = []
    while going():
        began = perf_counter()
        try:
            await asyncio.wait_for(ask(), patience)
        except (Lost, Refused, TimeoutError, OSError):
            return waits, late, True
        answered = perf_counter()
        waits.append(answered - began)
        await asyncio.sleep(PACE)
        late.append(perf_counter() - answered - PACE)
    return waits, late, False


class Players:
    """People at a table of their own. A move's time runs until everybody there has its update,
    which is never told before the move is durable."""

    def __init__(self, url: str, game: str, seats: int, options: dict[str, Any]) -> None:
        self._crowd = Crowd(Wish(url, game, seats, options, period=MOVE_PACE), 1)

    async def sit_down(self) -> None:
        """ConnectionError where they are not let in."""
        await self._crowd.sit_down()

    def start(self) -> None:
        self._crowd.start()

    def end(self) -> tuple[list[float], bool]:
        """What their moves took, one that still waits too; and whether somebody was closed, or
        refused what the rules allow."""
        crowd = self._crowd
        crowd.stop()
        (party,) = crowd.parties
        waits = list(crowd.times)
        if party.key is not None:
            waits.append(perf_counter() - party.sent)
        crowd.leave()
        return waits, crowd.lost > 0 or any(code in OURS for code in crowd.refused)


class Owner:
    """Somebody whose password is guessed while they log in from a device that is known."""

    def __init__(self, url: str, name: str, password: str, device: str) -> None:
        self.name = name
        self._url = url
        self._wish = {"user": name, "password": password, "device": device}

    @classmethod
    async def made(cls, url: str) -> Owner:
        """With an account of their own."""
        form = {"user": f"Owner {token_hex(5)}", "password": token_hex(12)}
        one = await Client.connect(url, name="Owner to be")
        told = await one.request("SIGN_UP", {**form, "remember": True})
        await one.close()
        return cls(url, form["user"], form["password"], told["device"])

    async def come(self, going: Callable[[], bool], patience: float = LATE) -> tuple[int, int]:
        """Logs in again and again while the attack lasts: how often it went well, of how many."""
        entered = tried = 0
        while going():
            tried += 1
            with suppress(Lost, Refused, TimeoutError, OSError):
                entered += await asyncio.wait_for(self._log_in(), patience)
            await asyncio.sleep(OWNER_PACE)
        return entered, tried

    async def _log_in(self) -> bool:
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def heard(message: Message) -> None:
            if message.correlation_id == "in" and not answered.done():
                answered.set_result(message.error is None)

        def lost(code: int) -> None:
            if not answered.done():
                answered.set_result(False)

        line = await open_line(self._url, heard, lost)
        try:
            line.send("LOG_IN", self._wish, key="in")
            return await answered
        finally:
            line.close()

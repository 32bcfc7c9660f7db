"""Requests without a connection (HTTP's) that another worker answers: the request's name and wish
go over, its answer or refusal comes back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from inspect import isawaitable
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec import Struct, convert, json, to_builtins

from cutcard.lobby.requests import REQUESTS, Asker, Manners, Request, perform
from cutcard.table.words import Refusal, User

from ..codes import fault
from ..fleeting import Fleeting
from .again import AGAIN
from .frames import Answered, Asked, Kind
from .where import OPENS, named, of_lobby

if TYPE_CHECKING:
    from ..hall import Hall
    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

PATIENCE = 5.0  # seconds to find who answers, and as many for the answer
GONE = "The server that would answer is gone, and no other has its place yet; try again"


class Stranger(Fleeting):
    """Who asked another worker over HTTP: an Asker."""

    def __init__(self, hall: Hall, manners: Manners, asked: Asked) -> None:
        self.hall = hall
        self.manners = manners
        self.token, self.host, self.key = asked.token, asked.host, asked.key
        self.limited_host = asked.limited
        self.user: User | None = None
        if asked.user is not None:
            user, name, number, guest = asked.user
            self.user = User(user, name, False, number, guest)

    def owe(self, more: float) -> None:
        """It is paid for where it was asked."""

    async def may_be_guest(self) -> bool:
        return False


class Asks:
    """What was asked over links, on both sides."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._numbers = count(1)
        self._waiting: dict[int, tuple[Link, asyncio.Future[Answered]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Asking

    async def ask(self, asker: Asker, one: Request, wish: Struct) -> Any:
        """The request's answer, from here or from who has what it is about."""
        try:
            return await self._ask(asker, one, wish)
        except Refusal as no:
            table = named(one, wish)
            if no.code != "GAME_NOT_FOUND" or table is None or one.name not in AGAIN:
                raise
            self._bridge.forget(table)
            if not await self._bridge.elsewhere(table):
                raise
        return await self._ask(asker, one, wish)  # it was given away meanwhile

    async def seat(self, table: int, user: User) -> int:
        """A seat for somebody at a table, by whoever has it."""
        from ..http.call import Call  # noqa: PLC0415 # which knows the hall

        who = (user.id, user.name, user.number, user.guest)
        asked = Asked("JOIN_TABLE", {"table": table}, who, None, "", None)
        one = REQUESTS["JOIN_TABLE"]
        asker = Stranger(self._bridge.hall, Call.manners, asked)
        told = await self.ask(asker, one, convert(asked.wish, one.shape))
        return int(told.seat)

    async def _ask(self, asker: Asker, one: Request, wish: Struct) -> Any:
        link = await self._where(one, wish)
        if link is None:
            answer = perform(asker, one, wish)
            return await answer if isawaitable(answer) else answer
        user = asker.user
        said = Asked(
            one.name,
            to_builtins(wish),
            None if user is None else (user.id, user.name, user.number, user.guest),
            asker.token,
            asker.host,
            asker.limited_host,
            asker.key,
        )
        number = next(self._numbers) % 2**32
        done: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (link, done)
        link.send(Kind.ASK, number, json.encode(said))
        try:
            answered = await asyncio.wait_for(done, PATIENCE)
        except (TimeoutError, ConnectionError):
            raise Refusal("GAME_ERROR", GONE) from None
        finally:
            self._waiting.pop(number, None)
        if answered.code is not None:
            raise Refusal(answered.code, answered.message, answered.details)
        return answered.answer if one.answer is None else convert(answered.answer, one.answer)

    async def _where(self, one: Request, wish: Struct) -> Link | None:
        bridge = self._bridge
        if of_lobby(one.name):
            if not await bridge.lobby_up(PATIENCE):
                raise Refusal("GAME_ERROR", GONE)
            return None if bridge.leads else bridge.lead_link()
        if bridge.gateway and one.name in OPENS:
            return await bridge.opener()
        table = named(one, wish)
        link: str | None = getattr(wish, "link", None)
        if table is None and link is not None and one.name in ("JOIN_TABLE", "SPECTATE"):
            table = None if bridge.has_link(link) else await bridge.crew.linked(link)
        if table is None or table in bridge.hall.house.numbers():
            return None
        try:
            return bridge.link_of(table) or await bridge.find(table, PATIENCE)
        except TimeoutError:
            raise Refusal("GAME_ERROR", GONE) from None

    def answered(self, number: int, body: bytes) -> None:
        found = self._waiting.get(number)
        if found is not None and not found[1].done():
            found[1].set_result(json.decode(body, type=Answered))

    def lost(self, link: Link) -> None:
        for at, done in self._waiting.values():
            if at is link and not done.done():
                done.set_exception(ConnectionError())

    # Being asked

    def asked(self, link: Link, number: int, asked: Asked) -> None:
        task = asyncio.create_task(self._answer(link, number, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, link: Link, number: int, asked: Asked) -> None:
        from ..http.call import Call  # noqa: PLC0415 # which knows the hall

        try:
            one = REQUESTS[asked.name]
            asker = Stranger(self._bridge.hall, Call.manners, asked)
            answer: Any = perform(asker, one, convert(asked.wish, one.shape))
            if isinstance(answer, Awaitable):
                answer = await answer
            said = Answered(answer)
        except Exception as reason:  # answered, logged where it is no refusal
            why = fault(reason)
            if why.code == "GAME_ERROR" and not isinstance(reason, Refusal):
                log.error("request %s failed; it was refused", asked.name, exc_info=reason)
            said = Answered(None, why.code, why.message, why.details)
        link.send(Kind.ANSWER, number, json.encode(said))

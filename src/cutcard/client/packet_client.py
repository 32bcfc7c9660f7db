"""A player over TCP who stays: logs in, sits at a table, acts, and comes back by itself.

What a table tells is taken strictly by seq: an update that is not the next one makes the client
ask for the whole state. After a lost connection it logs in again and asks for the state of its
table, again and again where nobody can say it for the moment; an action without an answer is Lost,
and what became of it is in that state.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from msgspec import Struct, convert, field

from . import packets
from .asking import FIRST_PAUSE, PATIENCE, next_pause
from .line import ErrorBody, Lost, Refused
from .merge import merge
from .packets import PacketLine

FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0  # seconds between two tries to come back
BUSY = "500"  # the server cannot say it just now: it may be asked again
LIFE_SIGN = 20.0  # seconds; a server hangs up after 60 without a byte


class TableLine(Struct, rename="camel"):
    """A table in the list."""

    id: int
    table_name: str
    max_player: int
    min_bet: int
    current_player: int
    game: str | None = None  # where it is not the usual one


class Score(Struct):
    """A line of the scoreboard."""

    rank: int
    id: int
    balance: int


class PacketPlace(Struct):
    """The table one sits at, kept current by the client."""

    table: int
    state: dict[str, Any] = field(default_factory=dict)
    seq: int = 0
    facts: list[dict[str, Any]] = field(default_factory=list)  # of the last update
    seen: list[int] = field(default_factory=list)  # the seq of every update taken, in order
    resyncs: int = 0


class PacketClient:
    """Made by `await PacketClient.connect(host, port, user, password)`; `async with` closes it."""

    def __init__(
        self, host: str, port: int, user: str, password: str, tls: ssl.SSLContext | None
    ) -> None:
        self.host, self.port, self.tls = host, port, tls
        self.user_id = 0
        self.name = user
        self.balance = 0
        self.place: PacketPlace | None = None
        self.invitations: list[dict[str, Any]] = []
        self.reconnects = 0
        self._password = password
        self._line: PacketLine | None = None
        self._lost = asyncio.Event()
        self._turned = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._latest: dict[str, Any] | None = None  # state that was told
        self._acted = 0
        self._syncing = False
        self._closing = False

    @classmethod
    async def connect(
        cls,
        host: str,
        port: int,
        user: str,
        password: str,
        *,
        sign_up: bool = False,
        tls: ssl.SSLContext | None = None,
    ) -> PacketClient:
        """Connect and log in; with `sign_up` make the account first, if there is none."""
        client = cls(host, port, user, password, tls)
        await client._dial(sign_up)
        client._start(client._stay())
        client._start(client._live())
        return client

    async def __aenter__(self) -> PacketClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up and stay away."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        if self._line is not None:
            self._line.close()
        self._turn()

    # What one asks

    async def request(self, kind: int, payload: Any = None) -> Any:
        """Any packet of the protocol, and its answer's payload."""
        if self._line is None:
            raise Lost(0)
        return await self._line.request(kind, payload)

    async def tables(self, all_games: bool = False) -> list[TableLine]:
        """The public tables."""
        said = await self.request(packets.TABLES, {"all": True} if all_games else None)
        return convert(said["tables"], list[TableLine])

    async def create(self, name: str, **wish: Any) -> PacketPlace:
        """Open a table (max_player, min_bet; or game, options) and sit down at it."""
        said = await self.request(packets.CREATE_TABLE, {"name": name, **wish})
        _check(said, 301)
        place = self._sit(said["table_id"])
        while not place.state:
            await self.turn()
        return place

    async def join(self, table: int) -> PacketPlace:
        """Sit down at a table."""
        said = await self.request(packets.JOIN_TABLE, {"tableId": table})
        if "res" in said:
            _check(said, 0)
        return self._sit(table, said)

    async def act(self, kind: str, **fields: Any) -> None:
        """Make a move at one's table; Refused with the protocol's number as its code."""
        place = self._seated()
        self._acted += 1
        action = {"type": kind, **fields}
        wish = {"game_id": place.table, "action": action, "client_seq": self._acted}
        said = await self.request(packets.ACTION, wish)
        if said["result"]:
            raise Refused(ErrorBody(str(said["result"]), said.get("reason", "")))

    async def resync(self) -> None:
        """Ask for the whole state of one's table."""
        place = self._seated()
        said = await self.request(packets.RESYNC, {"game_id": place.table})
        place.resyncs += 1
        self._take(place, said["game_state"])

    async def leave(self) -> None:
        """Give up the seat; the chips come home."""
        place = self._seated()
        _check(await self.request(packets.LEAVE_TABLE, {"table_id": place.table}), 701)
        self.place = None

    async def scoreboard(self) -> list[Score]:
        """Who has most chips."""
        return convert(await self.request(packets.SCOREBOARD), list[Score])

    async def later(self, seq: int) -> None:
        """Wait until one's table has gone beyond this seq."""
        while self._seated().state.get("seq", 0) <= seq:
            await self.turn()

    def turn(self) -> Coroutine[Any, Any, object]:
        """Wait until anything changes, from the moment of this call on."""
        if self._closing:
            raise Lost(0)
        return self._turned.wait()

    # The connection

    async def _dial(self, sign_up: bool = False) -> None:
        self._lost.clear()
        self._line = line = PacketLine(self._told, self._gone)
        await line.dial(self.host, self.port, self.tls)
        if sign_up:
            await line.request(packets.SIGNUP, {"user": self.name, "pass": self._password})
        wish = {"user": self.name, "pass": self._password}
        said = await line.request(packets.LOGIN, wish)
        if said["result"]:
            line.close()
            raise Refused(ErrorBody(str(said["result"]), said.get("msg", "")))
        self.user_id, self.balance = said["user_id"], said["balance"]

    def _gone(self) -> None:
        self._lost.set()
        self._turn()

    async def _stay(self) -> None:
        """Come back whenever the connection is lost, for as long as we are let in."""
        while True:
            await self._lost.wait()
            wait = FIRST_WAIT
            while True:
                try:
                    await self._dial()
                    break
                except (OSError, TimeoutError):
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LONGEST_WAIT)
                except Refused:
                    self._closing = True
                    self._turn()
                    return
            self.reconnects += 1
            if self.place is not None:
                try:
                    await self._learn()
                except Refused:  # the table is gone
                    self.place = None
                except Lost:
                    continue
            self._turn()

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(LIFE_SIGN)
            with suppress(Lost, Refused):
                await self.request(packets.PING)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What the server tells

    def _told(self, kind: int, said: Any) -> None:
        place = self.place
        if kind == packets.BALANCE:
            self.balance = said["balance"]
        elif kind == packets.INVITED_TO_TABLE:
            self.invitations.append(said)
        elif kind == packets.UPDATE_BUNDLE:
            if place is None or not self._update(place, said):
                return  # the state follows
        elif kind == packets.GAME_STATE:
            self._latest = said
            if place is not None and said["game_id"] != place.table:
                self._sit(said["game_id"], said)  # an event has moved us
            elif place is not None:
                self._take(place, said)
        self._turn()

    def _update(self, place: PacketPlace, said: dict[str, Any]) -> bool:
        """Take an update, if it is the next; whether the state is changed by it."""
        if not place.state or said["seq"] <= place.seq:
            return False
        if said["seq"] != place.seq + 1:
            if not self._syncing:
                self._syncing = True
                self._start(self._catch_up())
            return False
        place.seq = said["seq"]
        place.facts = said["notifications"]
        place.seen.append(place.seq)
        if not isinstance(said["updates"], dict):
            return False  # in words of the game's own
        place.state = {**merge(place.state, said["updates"]), "seq": place.seq}
        return True

    async def _catch_up(self) -> None:
        try:
            with suppress(Lost, Refused):
                await self._learn()
        finally:
            self._syncing = False
            self._turn()

    async def _learn(self) -> None:
        """Ask for the state of one's table until somebody can say it, or for too long."""
        until = time.monotonic() + PATIENCE
        pause = FIRST_PAUSE
        while True:
            try:
                return await self.resync()
            except Refused as no:
                if no.code != BUSY or self.place is None or time.monotonic() > until:
                    raise
            await asyncio.sleep(pause)
            pause = next_pause(pause)

    def _sit(self, table: int, state: dict[str, Any] | None = None) -> PacketPlace:
        """At this table from now on; it may have told something before we knew that we sit."""
        place = self.place = PacketPlace(table)
        for known in (state, self._latest):
            if known is not None:
                self._take(place, known)
        return place

    def _take(self, place: PacketPlace, state: dict[str, Any]) -> None:
        if state["game_id"] == place.table and state["seq"] >= place.seq:
            place.state, place.seq = state, state["seq"]

    def _seated(self) -> PacketPlace:
        if self.place is None:
            raise Refused(ErrorBody("403", "You sit at no table"))
        return self.place

    def _turn(self) -> None:
        self._turned.set()
        self._turned = asyncio.Event()


def _check(said: dict[str, Any], right: int) -> None:
    if said["res"] != right:
        raise Refused(ErrorBody(str(said["res"]), said.get("msg", "refused")))

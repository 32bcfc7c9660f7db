"""A player who stays: sits at tables, moves, and comes back by itself after a lost connection.

A move has one key for its whole life. After a reconnect every table is resumed from the last
sequence number seen, and every move without an answer is sent again under its key, so it counts
once whatever happened in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from secrets import token_hex
from typing import Any

from msgspec import Struct, field

from .asking import Asking
from .fair import Asked, Shuffler
from .line import ClientLine, Lost, Message, Refused
from .lounge import Lounge
from .merge import merge

REPLACED = 4001  # another connection of ours took the seat: coming back would push it out again
LOGGED_OUT = 4005  # our session has ended: the token is worth nothing any more
BANNED = 4006  # we, or our address, are kept out
HELLO = ("AUTH", "LOG_IN")  # what says who we are
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0  # seconds between two tries to come back
DEAL_SECONDS = 5.0  # until a deal that was promised is there, at the latest


class Place(Struct):
    """A table as this player sees it, kept current by the client."""

    table: int
    match: str
    seat: int | None = None  # None: watching
    link: str | None = None  # of a private table
    seq: int = 0
    view: dict[str, Any] = field(default_factory=dict)
    clock: dict[str, Any] | None = None
    players: list[dict[str, Any]] = field(default_factory=list)
    info: dict[str, Any] = field(default_factory=dict)
    legal: list[dict[str, Any]] = field(default_factory=list)
    asides: list[dict[str, Any]] = field(default_factory=list)
    facts: list[dict[str, Any]] = field(default_factory=list)  # of the last update
    seen: list[int] = field(default_factory=list)  # every seq applied, in order


class _Pending(Struct):
    kind: str
    payload: Any
    match: str | None
    seq: int | None
    answer: asyncio.Future[Message]


class Client(Lounge):
    """Made by `await Client.connect(url)`; `async with` closes it."""

    def __init__(
        self,
        url: str,
        token: str | None,
        name: str | None,
        packed: bool,
        legal: bool | int,
        *,
        fair: bool = True,
    ) -> None:
        self._password: str | None = None  # only until it has given us a token
        self.url = url
        self.token = token
        self.name = name or ""
        self.user = ""
        self.packed = packed
        self.legal = legal
        self.places: dict[int, Place] = {}
        self.fair = fair
        self.shufflers: dict[int, Shuffler] = {}  # by table: our part in its shuffles
        self.notices: list[tuple[str, dict[str, Any]]] = []
        self.reconnects = 0
        self.ended: int | None = None  # the code with which the server sent us away for good
        self._wished_name = name
        self._pending: dict[str, _Pending] = {}
        self._asking = Asking(self._ask_how_it_stands)
        self._turned = asyncio.Event()  # something changed somewhere
        self._line: ClientLine | None = None
        self._closing = False
        self._lost = asyncio.Event()
        self._known = asyncio.Event()  # connected, and the server knows who we are
        self._staying: asyncio.Task[None] | None = None

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        token: str | None = None,
        name: str | None = None,
        password: str | None = None,
        packed: bool = False,
        legal: bool | int = False,
        fair: bool = True,
    ) -> Client:
        """Connect and say who we are: by token, by name and password, or as a new guest. With
        `fair` our shares help to shuffle where the server proves its deals."""
        client = cls(url, token, name, packed, legal, fair=fair)
        client._password = password
        await client._dial()
        client._staying = asyncio.create_task(client._stay())
        return client

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up and stay away."""
        self._closing = True
        if self._staying is not None:
            self._staying.cancel()
        if self._line is not None:
            self._line.close()
        self._give_up(Lost(1000))

    # -- the connection

    async def _dial(self) -> None:
        self._lost.clear()
        self._known.clear()
        self._line = ClientLine(self.packed, self._heard, self._gone)
        await self._line.dial(self.url)
        hello = {
            "token": self.token,
            "name": self._wished_name,
            "legal": self.legal,
            "fair": self.fair,
        }
        wish = {key: value for key, value in hello.items() if value not in (None, False)}
        if self._password is None:
            told = await self.request("AUTH", wish)
        else:
            known = {"user": self._wished_name or "", "password": self._password}
            told = await self.request("LOG_IN", {**known, "legal": self.legal, "fair": self.fair})
            self._password = None
        self.user, self.name = told["userId"], told["name"]
        self.token = told.get("token", self.token)
        self._known.set()

    def _gone(self, code: int) -> None:
        self.ended = code if code in (REPLACED, LOGGED_OUT, BANNED) else self.ended
        self._known.clear()
        self._asking.stop()
        for key, pending in list(self._pending.items()):
            if pending.match is None:  # only a move may be asked twice
                del self._pending[key]
                if not pending.answer.done():
                    pending.answer.set_exception(Lost(code))
        self._lost.set()
        self._turn()

    def _give_up(self, reason: Exception) -> None:
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(reason)
        self._pending.clear()
        self._known.set()  # whoever waits to ask is told, too
        self._turn()

    async def _stay(self) -> None:
        """Come back whenever the connection is lost."""
        while True:
            await self._lost.wait()
            if self.ended is not None or self._closing:
                self._give_up(Lost(self.ended or 1000))
                return
            wait = FIRST_WAIT
            while not self._closing:
                try:
                    await self._dial()
                    break
                except (OSError, Lost, TimeoutError):
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LONGEST_WAIT)
            self.reconnects += 1
            assert self._line is not None
            for table in self.places:
                self._asking.ask(table)
            for key, pending in list(self._pending.items()):
                self._line.send(
                    pending.kind, pending.payload, key=key, match=pending.match, seq=pending.seq
                )

    def _ask_how_it_stands(self, table: int, key: str) -> None:
        place = self.places[table]
        if self._line is not None and self._line.open:
            if place.seat is not None or not place.match:
                wish = {"lastSeq": place.seq}
                self._line.send("GAME_STATE_REQUEST", wish, key=key, match=place.match)
            else:
                self._line.send("SPECTATE", _where(place.table, place.link), key=key)

    # -- what the server says

    def _heard(self, message: Message) -> None:
        assert self._line is not None
        if message.type == "GAME_UPDATE":
            self._update(self._line.payload(message), message)
        elif message.type == "GAME_STATE":
            self._state(self._line.payload(message), message)
        elif message.type == "FAIR_RECORDS":
            self._shuffle(self._line.payload(message), message)
        elif message.type == "ROSTER":
            place = self.places.get(_table(message.match_id))
            if place is not None:
                place.players = self._line.payload(message)["players"]
        key = message.correlation_id
        pending = self._pending.pop(key, None) if key is not None else None
        if pending is not None:
            if not pending.answer.done():
                pending.answer.set_result(message)
        elif key is not None and self._asking.answered(key, message.error):
            pass
        elif message.type not in ("GAME_UPDATE", "GAME_STATE", "FAIR_RECORDS"):
            self.notices.append((message.type, self._line.payload(message)))
        self._turn()

    def _update(self, told: dict[str, Any], message: Message) -> None:
        place = self.places.get(_table(message.match_id))
        if place is None or told["seq"] <= place.seq:
            return
        if told["seq"] != place.seq + 1:
            self._asking.ask(place.table)
            return
        place.match = message.match_id or place.match
        place.seq = told["seq"]
        place.view = merge(place.view, told["updates"])
        place.clock = told.get("clock")
        place.legal = told.get("legal", [])
        place.asides = told.get("asides", [])
        place.facts = told["notifications"]
        place.seen.append(place.seq)

    def _state(self, told: dict[str, Any], message: Message) -> None:
        place = self.places.setdefault(told["table"], Place(told["table"], ""))
        self._asking.shown(place.table)
        place.match = message.match_id or place.match
        place.seat = told.get("seat")
        place.seq, place.view = told["seq"], told["view"]
        place.clock = told.get("clock")
        place.players, place.info = told["players"], told["info"]
        place.legal, place.asides = told.get("legal", []), told.get("asides", [])
        place.facts = []
        place.seen.append(place.seq)
        shuffler = self.shufflers.get(place.table)
        if shuffler is not None:
            self._send(shuffler.seated(place.seat, self.user))

    def _shuffle(self, told: dict[str, Any], message: Message) -> None:
        """Our part in a fair deal: what was promised is checked, pledged for and shared."""
        table = _table(message.match_id)
        shuffler = self.shufflers.setdefault(table, Shuffler(table))
        place = self.places.get(table)
        self._send(shuffler.told(told, None if place is None else place.seat, self.user))

    def _send(self, asked: list[Asked]) -> None:
        for kind, wish in asked:
            if self._line is not None and self._line.open:
                self._line.send(kind, wish)

    def _turn(self) -> None:
        self._turned.set()
        self._turned = asyncio.Event()

    # -- what one asks

    def post(self, kind: str, payload: Any, key: str, match: str | None, seq: int | None) -> None:
        """Send a request without waiting for its answer, as often as one likes. While the
        connection is down nothing is sent; `request` sends a move when it is back."""
        if self._line is not None and self._line.open and (self._known.is_set() or kind in HELLO):
            self._line.send(kind, payload, key=key, match=match, seq=seq)

    async def request(
        self,
        kind: str,
        payload: Any = None,
        *,
        match: str | None = None,
        seq: int | None = None,
        key: str | None = None,
    ) -> dict[str, Any]:
        """Ask, and wait for the answer's payload; Refused or Lost where there is none."""
        key = key or token_hex(8)
        if self.ended is not None or self._closing:
            raise Lost(self.ended or 1000)
        if match is None and kind not in HELLO:
            await self._known.wait()
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._pending[key] = _Pending(kind, payload, match, seq, answer)
        try:
            self.post(kind, payload, key, match, seq)
            message = await answer
        finally:
            self._pending.pop(key, None)
        if message.error is not None:
            raise Refused(message.error)
        assert self._line is not None
        told: dict[str, Any] = self._line.payload(message)
        return told

    async def tables(self, game: str | None = None) -> list[dict[str, Any]]:
        """The public tables."""
        told = await self.request("LIST_TABLES", {} if game is None else {"game": game})
        return list(told["tables"])

    async def create(self, game: str, **wish: Any) -> Place:
        """Open a table (options, seats, name, private, bots …) and sit down at it."""
        return await self._arrive(await self.request("CREATE_TABLE", {"game": game, **wish}))

    async def join(
        self, table: int | None = None, seat: int | None = None, *, link: str | None = None
    ) -> Place:
        """Sit down at a table; a private one is named by its link."""
        wish = _where(table, link) if seat is None else {**_where(table, link), "seat": seat}
        return await self._arrive(await self.request("JOIN_TABLE", wish), link)

    async def spectate(self, table: int | None = None, *, link: str | None = None) -> Place:
        """Watch a table; a private one is named by its link."""
        return await self._arrive(await self.request("SPECTATE", _where(table, link)), link)

    async def _arrive(self, told: dict[str, Any], link: str | None = None) -> Place:
        table = told["table"]
        while table not in self.places:
            await self.turn()
        place = self.places[table]
        place.link = told.get("link", link)
        if place.info.get("status") == "IN_PROGRESS":
            await self._dealt(place)
        return place

    async def _dealt(self, place: Place) -> None:
        """A fair deal takes a round trip once all sit: who looks or moves at once waits for it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DEAL_SECONDS):
                while not place.view:
                    await self.turn()

    async def play(
        self, place: Place, tag: str, fields: dict[str, Any] | None = None, key: str | None = None
    ) -> dict[str, Any]:
        """Make a move; the answer is its ACK's payload. Sent again after a lost connection."""
        kind = f"GAME_{tag.upper()}_REQUEST"
        if not place.view and place.table in self.shufflers:
            await self._dealt(place)
        return await self.request(
            kind, fields or {}, match=place.match, seq=place.seq, key=key or token_hex(8)
        )

    async def advice(self, place: Place, page: int = 0) -> dict[str, Any]:
        """What a helpful friend would say at our seat now; Refused where the game says nothing, or
        not so many pages."""
        wish = {"page": page} if page else {}
        told = await self.request("GAME_ADVICE_REQUEST", wish, match=place.match)
        advice: dict[str, Any] = told["advice"]
        return advice

    def turn(self) -> Coroutine[Any, Any, object]:
        """Wait until anything changes at any of our tables, from the moment of this call on: what
        changes before it is awaited is not missed."""
        if self._closing or self.ended is not None:
            raise Lost(self.ended or 1000)
        return self._turned.wait()

    async def until(self, place: Place, seq: int) -> None:
        """Wait until the table has come to this sequence number."""
        while place.seq < seq:
            await self.turn()


def _where(table: int | None, link: str | None) -> dict[str, Any]:
    return {"table": table} if link is None else {"link": link}


def _table(match: str | None) -> int:
    return int(match.partition("-")[0]) if match else 0

"""A client that knows section 2 of the protocol and nothing else: sockets and MessagePack.
Nothing here comes from cutcard."""

from __future__ import annotations

import asyncio
import struct

import msgspec

PING, PONG, LOGIN, SIGNUP, CREATE, JOIN, TABLES = 10, 11, 100, 200, 300, 400, 500
ACTION, RESULT, BUNDLE, RESYNC, RESYNCED, STATE = 450, 451, 460, 470, 471, 600
LEAVE, SCORES, FRIENDS, BALANCE, INVITED = 700, 800, 900, 970, 985
PASSWORD = "kept by a raven"
STATE_KEYS = [
    "game_id",
    "hand_id",
    "seq",
    "max_players",
    "small_blind",
    "big_blind",
    "min_buy_in",
    "max_buy_in",
    "betting_round",
    "dealer_seat",
    "active_seat",
    "winner_seat",
    "amount_won",
    "winner_hand_rank",
    "players",
    "community_cards",
    "main_pot",
    "side_pots",
    "current_bet",
    "min_raise",
    "available_actions",
]
PLAYER_KEYS = [
    "player_id",
    "name",
    "seat",
    "state",
    "money",
    "bet",
    "total_bet",
    "cards",
    "is_dealer",
    "is_small_blind",
    "is_big_blind",
    "timer_deadline",
]


def packet(kind: int, payload=None, *, version: int = 1) -> bytes:
    """A packet; bytes are taken for a payload as they are."""
    if payload is None:
        payload = b""
    elif not isinstance(payload, bytes):
        payload = msgspec.msgpack.encode(payload)
    return struct.pack(">HBH", 5 + len(payload), version, kind) + payload


class Gone(Exception):
    """The server closed the connection."""


class Raw:
    """One connection. What the server says besides answers is kept in `heard`."""

    acted = None  # the hand and seq at which it acted last, where a test looks
    head = None  # of a packet whose rest has not come: who waits may give up between the two
    lull = 0.006  # seconds without a byte after which all has come

    def __init__(self, reader, writer) -> None:
        self.reader = reader
        self.writer = writer
        self.heard: list = []
        self.state = None  # the last game state
        self.user_id = 0
        self.name = ""
        self.seq = 0

    @classmethod
    async def dial(cls, port: int, *, hello: bool = True, ssl=None, name: str | None = None):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=ssl, server_hostname="localhost" if ssl else None
        )
        one = cls(reader, writer)
        if hello:
            one.send(b"\x00\x02\x00\x01")
            assert await one.bytes(3) == b"\x00\x01\x00"
        if name is not None:
            await one.enter(name)
        return one

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def bytes(self, count: int, patience: float = 10.0) -> bytes:
        try:
            async with asyncio.timeout(patience):
                return await self.reader.readexactly(count)
        except (asyncio.IncompleteReadError, ConnectionError) as reason:
            raise Gone(getattr(reason, "partial", b"")) from None

    async def next(self, patience: float = 10.0):
        """The next packet, whatever it is: (type, payload)."""
        if self.head is None:
            self.head = struct.unpack(">HBH", await self.bytes(5, patience))
        length, version, kind = self.head
        assert version == 1
        body = await self.bytes(length - 5, patience)
        self.head = None
        said = msgspec.msgpack.decode(body) if body else None
        if kind == STATE or (kind == JOIN and "seq" in said):
            self.state = said
        elif kind == BUNDLE:
            self.seq = said["seq"]
        return kind, said

    async def ask(self, kind: int, payload=None):
        """Send a request; its answer's payload. What came in before it was sent is set aside
        first; the next packet must be the answer."""
        await self.settle()
        self.send(packet(kind, payload))
        got, said = await self.next()
        expected = {PING: PONG, ACTION: RESULT, RESYNC: RESYNCED}.get(kind, kind)
        assert got in (expected, FRIENDS), f"{got} {said} came before the answer to {kind}"
        return said

    async def settle(self, quiet: float = 0.0) -> None:
        """Read all that is there."""
        while True:
            try:
                async with asyncio.timeout(self.lull + quiet):
                    self.heard.append(await self.next())
            except TimeoutError:
                return

    async def until(self, kind: int, true=lambda said: True, patience: float = 15.0):
        """The next packet of that type for which it is true; others are kept."""
        async with asyncio.timeout(patience):
            while True:
                got, said = await self.next(patience)
                if got == kind and true(said):
                    return said
                self.heard.append((got, said))

    async def gone(self, patience: float = 15.0) -> list:
        """All that still comes until the server hangs up."""
        last = []
        async with asyncio.timeout(patience):
            while True:
                try:
                    last.append(await self.next(patience))
                except Gone:
                    return last

    async def enter(self, name: str) -> None:
        """Sign up, if need be, and log in."""
        said = await self.ask(SIGNUP, {"user": name, "pass": PASSWORD})
        assert said["res"] in (201, 202)
        said = await self.ask(LOGIN, {"user": name, "pass": PASSWORD})
        assert said["result"] == 0, said
        self.user_id, self.name = said["user_id"], said["username"]
        self.balance = said["balance"]

    async def create(self, name: str = "T", players: int = 6, bet: int = 20) -> int:
        wish = {"name": name, "max_player": players, "min_bet": bet}
        said = await self.ask(CREATE, wish)
        assert said["res"] == 301, said
        return said["table_id"]

    def me(self):
        return next(p for p in self.state["players"] if p and p["player_id"] == self.user_id)

    def close(self) -> None:
        self.writer.close()

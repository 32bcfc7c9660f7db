"""A night at one table: a server with a clock of its own, everybody's connections, and what they
do."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

from msgspec import Struct, to_builtins

from cutcard import game
from cutcard.arena.ratings import rate
from cutcard.client import packets
from cutcard.dialect import Person
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.table import Table
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

from .taps import PATIENCE, TcpTap, WsTap, fetch
from .truth import Truth

EPOCH = 1_700_000_000_000
OPEN = Limits(rate=1e9, burst=1e9, idle=3600.0, dead=3600.0)
PASSWORD = "a word only he knows"
TWIN = b"twin"  # how a seed of the other night ends
TABLE = 1


class Plan(Struct):
    """What is played, by whom, over what."""

    game: str
    options: Any
    seats: int
    kinds: tuple[str, ...]  # of each seat's connection, in turn
    viewer: int | None = 0  # from whom the other night hides what is different
    delay: int = 0  # seconds after which spectators are told
    steps: int = 60
    salt: str = ""
    twin: bool = True


class Night:
    """One server with one table, and everybody at it."""

    def __init__(self, plan: Plan, path: Path, *, twin: bool) -> None:
        self.plan = plan
        self.now = 0
        self.path = path
        self.dealt = 0
        self.twin = twin
        self.taps: dict[str, Any] = {}

    def _seed(self) -> bytes:
        self.dealt += 1
        seed = hashlib.sha256(f"{self.plan.game}{self.plan.salt}{self.dealt}".encode()).digest()
        return seed[:-4] + (TWIN if self.twin else b"real")

    async def start(self) -> None:
        self.store = SqliteStore(self.path)
        self.house = House(
            self.store,
            rate=rate,
            clock=lambda: self.now,
            wall=lambda: EPOCH + self.now,
            seeds=self._seed,
        )
        tcp = TcpSettings(port=0, limits=TcpLimits(gap=0.0, idle=3600.0, packet=3600.0))
        self.server = Server(self.store, self.house, Settings(port=0, limits=OPEN, tcp=tcp))
        self.port = await self.server.start()
        self.url = f"ws://127.0.0.1:{self.port}/ws"
        lobby = self.server.hall.lobby
        lobby._clock, lobby._wall = (lambda: self.now), (lambda: EPOCH + self.now)

    @property
    def table(self) -> Table:
        return self.house.peek(TABLE)

    @property
    def over(self) -> bool:
        return TABLE not in self.house.numbers() or self.table.over

    async def arrive(self) -> None:
        """The host opens a table and watches, others too; every seat is taken."""
        plan = self.plan
        host = await self._ws("Host", None, "json")
        wish = {
            "game": plan.game,
            "options": {
                name: value
                for name, value in to_builtins(plan.options, str_keys=True).items()
                if value is not None
            },
            "seats": plan.seats,
            "sit": False,
            "spectatorDelaySeconds": plan.delay,
        }
        told = await host.ask("CREATE_TABLE", wish)
        assert told["type"] == "CREATE_TABLE_ACK", told
        for name, kind in (("Host", "json"), ("Wes", "packed")):
            if name not in self.taps:
                await self._ws(name, None, kind)
            await self.taps[name].ask("SPECTATE", {"table": TABLE})
        for seat in range(plan.seats):
            kind = plan.kinds[seat % len(plan.kinds)]
            if kind == "tcp":
                tap = self.taps[f"S{seat}"] = TcpTap(f"S{seat}", seat, kind, lambda: self.now)
                await tap.dial(self.server.tcp_port, PASSWORD, new=True)
                await tap.ask(packets.JOIN_TABLE, {"tableId": TABLE})
                tap.user = self.house.roster(TABLE)[seat].id
            else:
                tap = await self._ws(f"S{seat}", seat, kind)
                await tap.ask("JOIN_TABLE", {"table": TABLE, "seat": seat})
            await self.settle()

    async def _ws(self, name: str, seat: int | None, kind: str) -> WsTap:
        tap = self.taps[name] = WsTap(name, seat, kind, lambda: self.now)
        await tap.dial(self.url, name=name)
        return tap

    async def settle(self) -> None:
        """Everybody has heard all there is."""
        for _ in range(2):
            await self.house.written()
            await asyncio.gather(*(tap.settle() for tap in self.taps.values()))
        # The board looks at who is there once a second, of a clock that the nights do not share.
        self.server.hall.lobby.board.touch(TABLE)

    async def turn_clock(self, to: int) -> None:
        self.now = max(to, self.now)
        self.house.beat()
        await self.settle()

    # What people do

    async def play(self, seat: int, move: dict[str, Any], key: str | None = None) -> None:
        tap = self.taps[f"S{seat}"]
        if tap.kind == "tcp":
            await tap.play(TABLE, move)
        else:
            await tap.play(self.table.match_id, move, key)

    async def reconnect(self, name: str, back: int | None) -> None:
        """Loses the connection and comes back; `back` updates are missed, None: all."""
        tap = self.taps[name]
        there = len(self.server.hall.sockets) + len(self.server.desk.lines)
        await tap.closed()
        async with asyncio.timeout(PATIENCE):
            while len(self.server.hall.sockets) + len(self.server.desk.lines) >= there:  # noqa: ASYNC110 # no event tells it
                await asyncio.sleep(0.001)
        await self.house.written()
        for other in self.taps.values():
            if other is not tap:
                await other.settle()
        if tap.kind == "tcp":
            await tap.dial(self.server.tcp_port, PASSWORD, new=False)
            await tap.ask(packets.RESYNC, {"game_id": TABLE})
        else:
            await tap.dial(self.url)
            if tap.seat is None:
                await tap.ask("SPECTATE", {"table": TABLE})
            else:
                await self.resync(name, back)

    async def resync(self, name: str, back: int | None) -> None:
        tap = self.taps[name]
        if tap.kind == "tcp":
            await tap.ask(packets.RESYNC, {"game_id": TABLE})
        else:
            last = {} if back is None else {"lastSeq": max(self.table.seq - back, 0)}
            await tap.ask("GAME_STATE_REQUEST", last, self.table.match_id)

    async def chat(self, name: str) -> None:
        tap = self.taps[name]
        if tap.kind == "tcp":
            await tap.ask(packets.TABLES, {"all": True})
            await tap.ask(packets.SCOREBOARD)
        else:
            await tap.ask("CHAT", {"table": TABLE, "text": f"{name} says hello"})
            await tap.ask("CHAT_HISTORY", {"table": TABLE})

    async def look_around(self, name: str) -> None:
        """Lists, profiles, and what HTTP has to say of the deal under way."""
        tap = self.taps[name]
        if tap.kind == "tcp":
            await tap.ask(packets.TABLES, {"all": True})
            return
        for kind, wish in (
            ("LIST_TABLES", {}),
            ("MY_TABLES", {}),
            ("PROFILE", {}),
            ("LEADERBOARD", {"game": self.plan.game}),
            ("GAME_NO_SUCH_MOVE_REQUEST", {}),
            ("KICK", {"table": TABLE, "seat": 0}) if name != "Host" else ("FRIENDS", {}),
        ):
            await tap.ask(kind, wish, self.table.match_id)
        for path in (
            "/api/tables",
            f"/api/tables/{TABLE}",
            f"/api/deals?table={TABLE}",
            *(f"/api/deals/{TABLE}/{n}" for n in range(1, self.table.deal_number + 1)[-2:]),
        ):
            answer = await fetch(self.port, path, tap.token)
            tap.stream += answer.body
            tap.web.append((path, answer.status, answer.body))

    # At the end

    async def truth(self) -> Truth:
        """The deals again from the store, to hold what was sent against."""
        await self.house.written()
        logs = []
        while (log := await self.store.deal(TABLE, len(logs) + 1)) is not None:
            logs.append(log)
        ids = {tap.user: tap.seat for tap in self.taps.values() if tap.seat is not None}
        truth = Truth(self.plan.game, logs, ids, EPOCH)
        people = {}
        for tap in self.taps.values():
            if tap.seat is not None:
                person = await self.store.person(tap.user) if tap.user else None
                number = tap.number or (person.number if person else 0)
                people[tap.seat] = Person(number, tap.name)
        truth.table_people = (TABLE, people)
        return truth

    def secrets(self, truth: Truth) -> None:
        """No seed that may not be told, no token, no password is in any byte."""
        shown = game(self.plan.game).shows_seed
        last = max(truth.moments, default=0)
        for tap in self.taps.values():
            stream = bytes(tap.stream)
            for seq, there in truth.moments.items():
                final = seq == last or truth.moments[seq + 1].header is not there.header
                if final and not (shown and there.state.outcome() is not None):
                    for seed in (there.header.seed, there.header.seed.hex().encode()):
                        truth.must(seed not in stream, f"{tap.name} was sent a seed", seq)
            truth.must(PASSWORD.encode() not in stream, f"{tap.name} was sent a password")
            for other in self.taps.values():
                if other is not tap and other.token:
                    truth.must(other.token.encode() not in stream, "another's token", tap.name)

    async def stop(self) -> None:
        for tap in self.taps.values():
            if tap.line is not None and tap.line.open:
                tap.line.close()
        await self.server.stop()

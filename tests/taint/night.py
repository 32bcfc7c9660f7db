"""A night at one table: a server with a clock of its own, everybody's connections, and what they
do; and a second night beside it that differs only in what one viewer may not know."""

from __future__ import annotations

import asyncio
import hashlib
import random
from pathlib import Path
from typing import Any

import argon2
from msgspec import Struct, json, to_builtins

from cutcard import NATURE, Rng, State, game
from cutcard.arena.ratings import rate
from cutcard.check.worlds import Near, Twisted
from cutcard.client import packets
from cutcard.kernel.digest import digest
from cutcard.kernel.packets import Person
from cutcard.lobby import passwords
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.table import Table
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

from .taps import PATIENCE, Tap, TcpTap, WsTap, fetch
from .truth import Leak, Truth

EPOCH = 1_700_000_000_000
OPEN = Limits(rate=1e9, burst=1e9, idle=3600.0, dead=3600.0)
PASSWORD = "a word only he knows"
TWIN = b"twin"  # how a seed of the other night ends
HIDDEN = ("timestamp", "created", "token", "commitment", "seed", "link")  # differ for good reasons
TABLE = 1
BEGUN = 8  # updates after which somebody may also let his time run out
TRIES = 40  # worlds looked at for one that begins alike: who starts may be chance, too


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


def begun(state: State) -> State:
    """Where the state comes to by itself, before anybody does anything."""
    state = state.copy()
    while state.outcome() is None:
        due = [timer for timer in state.timers() if timer.due == 0]
        if not due:
            break
        state.play(NATURE, due[0].tick, 0)
    return state


def _beside(rng: Rng, chance: bytes, nth: int) -> Twisted:
    """The same stream of chance, with one swap more after one of its shuffles to come."""
    other = Twisted(rng.seed, Rng(chance), nth)
    other.block, other.words = rng.block, rng.words[:]
    return other


def masked(value: Any, names: dict[str, str]) -> Any:
    """Without what differs between two servers for good reasons."""
    if isinstance(value, dict):
        return {
            names.get(key, key): "*" if key in HIDDEN else masked(item, names)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [masked(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


class Pair:
    """The night as it is, and one that only differs in what a viewer may not know."""

    def __init__(self, plan: Plan, folder: Path, monkeypatch: Any) -> None:
        self.plan = plan
        self.rng = random.Random(f"{plan.game}{plan.salt}")
        self.real = Night(plan, folder / "real.db", twin=False)
        self.twin: Night | None = Night(plan, folder / "twin.db", twin=True) if plan.twin else None
        self.compared = 0  # messages
        self.apart = 0  # steps the twin went along
        self._done = [0, 0]
        self._all = [self.real, *([self.twin] if self.twin else [])]
        quick = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        monkeypatch.setattr(passwords, "_hasher", lambda: quick)  # how slow it is, others test
        if plan.twin:
            self._hide(monkeypatch)

    def _hide(self, monkeypatch: Any) -> None:
        """Deals of the twin are the same deals with something hidden from the viewer changed."""
        rules, viewer = game(self.plan.game), self.plan.viewer
        deal = rules.deal

        def dealt(options: Any, seats: int, rng: Rng, carry: Any = None) -> Any:
            if not rng.seed.endswith(TWIN):
                return deal(options, seats, rng, carry)
            real = deal(options, seats, Rng(rng.seed[:-4] + b"real"), carry)
            right, whole = begun(real), digest(begun(real), seats)
            for n in range(TRIES):
                chance = hashlib.sha256(rng.seed + bytes([n])).digest()
                if n % 2 == 0:  # one swap more in the shuffle itself
                    beside = Twisted(rng.seed[:-4] + b"real", Rng(chance), n // 2 % 2)
                    world = deal(options, seats, beside, carry)
                else:
                    world = real.redeal(viewer, Near(chance))
                    world.rng = _beside(real.rng, chance, n // 2 % 3)
                there = begun(world)
                same = there.view(viewer) == right.view(viewer)
                if same and (digest(there, seats) != whole or (n >= TRIES // 2 and n % 2 == 0)):
                    break
            return world

        monkeypatch.setattr(rules, "deal", dealt)

    @property
    def name(self) -> str:
        return "Wes" if self.plan.viewer is None else f"S{self.plan.viewer}"

    async def each(self, doing: str, *about: Any) -> None:
        """Both nights do the same."""
        for night in self._nights():
            await getattr(night, doing)(*about)
            await night.settle()

    def _nights(self) -> list[Night]:
        return [self.real, *([self.twin] if self.twin is not None else [])]

    async def run(self) -> Truth:
        for night in self._all:
            await night.start()
        try:
            await self.each("arrive")
            self._compare()
            for _ in range(self.plan.steps):
                if self.real.over:
                    break
                await self._step()
                self._compare()
            await self.each("look_around", self.name)
            self._compare()
            if self.plan.delay:  # what spectators still have to hear
                await self.each("turn_clock", self.real.now + self.plan.delay * 1000)
            truth = await self.real.truth()
            for tap in self.real.taps.values():
                truth.check(tap)
                self._in_time(tap, truth)
            self.real.secrets(truth)
            return truth
        finally:
            for night in self._all:
                await night.stop()

    def _in_time(self, tap: Tap, truth: Truth) -> None:
        """A spectator who is told later is told nothing before its time."""
        if tap.seat is not None or not self.plan.delay:
            return
        for one in tap.heard:
            seq = one.said.get("seq")
            if one.said["type"] in ("GAME_UPDATE", "GAME_STATE") and seq:
                there = truth.moments[seq]
                made = there.header.opened + (there.entry.at if there.entry else 0)
                late = EPOCH + one.at - made >= self.plan.delay * 1000
                truth.must(late, f"{tap.name} was told {seq} too early", one.said)

    async def _step(self) -> None:
        rng, real = self.rng, self.real
        names = list(real.taps)
        dice = rng.random()
        if dice < 0.05:
            await self.each("reconnect", rng.choice(names[1:]), rng.choice([None, 0, 1, 3, 10]))
        elif dice < 0.12:
            await self.each("resync", rng.choice(names), rng.choice([None, 0, 1, 2, 5, 40, 1000]))
        elif dice < 0.16:
            await self.each("chat", rng.choice(names))
        elif dice < 0.2:
            await self.each("look_around", self.name)
        elif dice < 0.32:
            await self._wrong_move()
        else:
            await self._move()
        if rng.random() < 0.5:
            await self._time_passes(rng.randrange(1, 900))

    async def _time_passes(self, most: int) -> None:
        wake = self.real.table.wake_at() if not self.real.over else None
        now = self.real.now
        await self.each("turn_clock", min(now + most, wake) if wake is not None else now + most)

    def _moves(self, night: Night, seat: int) -> list[dict[str, Any]]:
        deal = night.table.deal
        assert deal is not None
        offered = [*deal.state.legal(seat)]
        return [to_builtins(move, str_keys=True) for move in offered]

    async def _move(self) -> None:
        """A legal move, in both nights where it can be one; or the next timer."""
        real, deal = self.real, self.real.table.deal
        wake = real.table.wake_at()
        seats = list(deal.to_act) if deal is not None else []
        late = real.table.seq > BEGUN and wake is not None
        if not seats or (late and self.rng.random() < 0.02):
            assert wake is not None, "nobody is to act, and no time leads on"
            await self.each("turn_clock", wake)
            return
        seat = self.rng.choice(seats)
        moves = self._moves(real, seat)
        if self.twin is not None:
            there = {json.encode(move) for move in self._moves(self.twin, seat)}
            both = [move for move in moves if json.encode(move) in there]
            if not both:
                self.twin = None
            moves = both or moves
        kinds = sorted({move["type"] for move in moves})
        kind = self.rng.choice(kinds)
        if kind == "fold" and len(kinds) > 1 and self.rng.random() < 0.6:
            kind = self.rng.choice([one for one in kinds if one != "fold"])
        those = [move for move in moves if move["type"] == kind]
        small = "amount" in those[0] and self.rng.random() < 0.8  # or everybody is all in at once
        move = those[0] if small else self.rng.choice(those)
        await self.each("play", seat, move)

    async def _wrong_move(self) -> None:
        """What is not his to do, or not now, or was done before, or is none."""
        rng, real = self.rng, self.real
        deal = real.table.deal
        if deal is None:
            return
        mover = rng.choice(list(deal.to_act) or [0])
        moves = self._moves(real, mover) or [{"type": "ready"}]
        move = dict(rng.choice(moves))
        seat = rng.randrange(self.plan.seats)
        tap = real.taps[f"S{seat}"]
        fields = [name for name in move if name != "type"]
        if fields and rng.random() < 0.5:
            name = rng.choice(fields)
            value = move[name]
            move[name] = (
                value + rng.choice([-1, 1, 1000]) if type(value) is int
                else rng.choice([None, -1, "zz", [], {}, 10**6])
            )  # fmt: skip
        key = None
        if tap.kind != "tcp" and tap.sent and rng.random() < 0.3:
            key = rng.choice(list(tap.sent))
            tag, before = tap.sent[key]
            move = {"type": tag, **before}
        elif rng.random() < 0.2:
            watching = rng.choice(["Host", "Wes"])
            for night in self._nights():
                await night.taps[watching].play(night.table.match_id, move)
                await night.settle()
            return
        if self.twin is not None and self._taken(seat, move) != self._taken(seat, move, twin=True):
            return  # it would be a move in one night and none in the other: his own hand's matter
        await self.each("play", seat, move, key)

    def _taken(self, seat: int, move: dict[str, Any], *, twin: bool = False) -> bool:
        night = self.twin if twin else self.real
        assert night is not None
        return move in self._moves(night, seat)

    def _compare(self) -> None:
        """All that the viewer was sent since the last time, for as long as he sees the same."""
        if self.twin is None:
            return
        nights, name = (self.real, self.twin), self.name
        if any(TABLE not in night.house.numbers() for night in nights):
            self.twin = None
            return
        views = [night.table.view(self.plan.viewer) for night in nights]
        over = self.real.over or self.twin.over  # then a match's deals may be told whole
        if over or views[0] != views[1] or self.real.table.seq != self.twin.table.seq:
            self.twin = None
            return
        said = []
        for n, night in enumerate(nights):
            tap = night.taps[name]
            names = {tap.user: tap.name for tap in night.taps.values() if tap.user}
            told = [
                masked(one.said, names)
                for one in tap.heard[self._done[n] :]
                if not _pong(one.said)  # ours, to know that all has come
            ]
            web = [(path, code, masked(_json(body), names)) for path, code, body in tap.web]
            said.append([json.encode(one) for one in (*told, *web)])
            self._done[n] = len(tap.heard)
            tap.web.clear()
        for one, two in zip(*said, strict=False):
            if one != two:
                raise Leak(f"{name} can tell what is hidden from him: {one!r} | {two!r}")
        if len(said[0]) != len(said[1]):
            raise Leak(f"{name} was told more in one world: {said[0]} | {said[1]}")
        self.compared += len(said[0])
        self.apart += 1


def _pong(said: Any) -> bool:
    return said[0] == packets.PING + 1 if isinstance(said, tuple) else said["type"] == "PONG"


def _json(body: bytes) -> Any:
    return json.decode(body)

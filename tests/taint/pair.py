"""Two nights beside each other that differ only in what one viewer may not know: what he is sent
must be the same in both."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import argon2
from msgspec import json, to_builtins

from cutcard import NATURE, Rng, State, game
from cutcard.check.worlds import Near, Twisted
from cutcard.client import packets
from cutcard.kernel.digest import digest
from cutcard.lobby import passwords

from .night import EPOCH, TABLE, TWIN, Night, Plan
from .taps import Tap
from .truth import Leak, Truth

HIDDEN = ("timestamp", "created", "token", "commitment", "seed", "link")  # differ for good reasons
BEGUN = 8  # updates after which somebody may also let his time run out
TRIES = 40  # worlds looked at for one that begins alike: who starts may be chance, too


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
                await self._wait(self.real.now + self.plan.delay * 1000)
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

    async def _wait(self, until: int) -> None:
        """Time passes with every timer at its time: a server's alarm is not late by seconds."""
        while not self.real.over:
            wake = self.real.table.wake_at()
            if wake is None or wake > until:
                break
            await self.each("turn_clock", wake)
        await self.each("turn_clock", until)

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

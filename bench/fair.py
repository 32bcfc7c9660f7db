"""What it costs to prove deals: moves a CPU second of the server through real sockets, with clients
that give shares against a server that proves nothing; and each part of a deal alone.

Both servers run at the same time, and one driver lets now the tables of one play so many moves, now
those of the other: whatever else the machine does falls on both alike. What counts is CPU time of
the server's threads as the kernel keeps it, in nanoseconds; each pair of slices gives a ratio, and
of these the median is told, with the quarter below and above.

Only the time in which moves are made is counted: what it takes to connect and to sit down is the
same for both, and would weigh more on whoever makes fewer moves; so would what a server does by
itself after its start, so it is waited for. Of a deal it is also told how much
later its cards come for the shares: from the lock until the first update behind it is heard.

All players live in one process, where each lock's signature is checked once: six of them checking
it by turns would make the driver what a saturated server waits for, and its batches small.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import uvloop

from cutcard.client import fair as checking
from cutcard.client.crowd import Crowd, Player, Wish
from cutcard.client.line import Message
from cutcard.fair import roots
from cutcard.fair.lines import Seated, Shared
from cutcard.fair.signing import Key, signed
from cutcard.fair.writing import Chain
from cutcard.kernel import fair

from .server import pinned, server

PAIRS = int(os.environ.get("BENCH_FAIR_PAIRS", "15"))
SLICE = int(os.environ.get("BENCH_FAIR_MOVES", "1500"))  # moves of one before the other's turn
TABLES = 40
PATIENT = ("--fair-wait", "5000")  # a busy driver must not make deals that nobody shared in
REST = 0.05  # seconds after a slice in which what it brought about is done
STARTED = 3.5  # seconds after which a server has begun to pack its page's files,
CALM = 0.5  # seconds it hardly does anything in by itself: it is done with that,
LITTLE = 0.02  # with so much of its time
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "duel": ("duel", 2, {"roundPauseMs": 0}),
    "guandan": ("guandan", 4, {"pauseSeconds": 0}),
    "poker, six seats": (
        "poker",
        6,
        {"startStack": 2000, "smallBlind": 5, "bigBlind": 10, "startDelay": 0, "showDelay": 1},
    ),
}


def bench() -> dict[str, float]:
    """Each game with and without, in turns; then the parts."""
    figures: dict[str, float] = {}
    chosen = os.environ.get("BENCH_FAIR_GAMES", "").split(",")
    for name in [one for one in GAMES if chosen == [""] or one.split(",")[0] in chosen]:
        figures |= _run(name)
    return figures | _parts()


def _run(name: str) -> dict[str, float]:
    """Two servers, and who drives them, in a process of its own on another core."""
    with server("--fair", *PATIENT) as (on, proving), server("--no-fair") as (off, plain):
        command = [sys.executable, "-m", "bench.fair", name]
        command += [on, str(proving.pid), off, str(plain.pid)]
        done = subprocess.run(pinned(1, command), check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


class _Side:
    """One of the two servers, and its tables."""

    def __init__(self, name: str, url: str, pid: int, *, proved: bool) -> None:
        game, seats, options = GAMES[name]
        self.crowd = Crowd(Wish(url, game, seats, options, fair=proved), TABLES)
        players = [party.players[0] for party in self.crowd.parties] if proved else []
        self.watched = [_Watched(player) for player in players]
        self._tasks = Path(f"/proc/{pid}/task")

    def _cpu(self) -> float:
        """Seconds of all its threads; none of them ends while it is measured."""
        ran = (one / "schedstat" for one in self._tasks.iterdir())
        return sum(int(one.read_text().split()[0]) for one in ran) / 1e9

    async def calm(self) -> None:
        """Until it has packed its page's files: seconds of work that no move asked for."""
        while True:
            before = self._cpu()
            await asyncio.sleep(CALM)
            if self._cpu() - before < CALM * LITTLE:
                return

    @property
    def locks(self) -> int:
        return sum(one.locks for one in self.watched)

    async def play(self) -> tuple[float, int]:
        """A slice: its CPU seconds a move, and how many moves it had. It lasts until all that
        follows from the last of them is done."""
        crowd, began = self.crowd, self._cpu()
        crowd.times.clear()
        crowd.start()
        while len(crowd.times) < SLICE:  # noqa: ASYNC110 # what is looked at has no event
            await asyncio.sleep(0.005)
        crowd.stop()
        while any(party.key is not None for party in crowd.parties):  # noqa: ASYNC110 # nor has this
            await asyncio.sleep(0.005)
        await asyncio.sleep(REST)
        moves = len(crowd.times)
        return (self._cpu() - began) / moves, moves


async def _drive(name: str, on: tuple[str, int], off: tuple[str, int]) -> dict[str, float]:
    vars(checking)["signed"] = lru_cache(4096)(signed)
    proved, plain = _Side(name, *on, proved=True), _Side(name, *off, proved=False)
    await asyncio.sleep(STARTED)
    for side in (proved, plain):
        await side.calm()
    for side in (proved, plain):
        await side.crowd.sit_down()
        await side.play()  # until both are warm
        await side.play()
    pairs, deals, moves = [], proved.locks, 0
    for i in range(PAIRS):
        turns = {}
        for side in (proved, plain) if i % 2 else (plain, proved):
            turns[side] = await side.play()
        pairs.append((turns[proved][0], turns[plain][0]))
        moves += turns[proved][1]
    deals = proved.locks - deals
    for side in (proved, plain):
        side.crowd.leave()
    ratios = sorted(without / cost for cost, without in pairs)
    low, middle, high = quantiles(ratios, n=4)
    late = [took for one in proved.watched for took in one.delays]
    head = f"{name}: moves/CPU s, "
    return {
        f"{head}proved against not": round(middle, 3),
        f"{head}proved against not, a quarter is below": round(low, 3),
        f"{head}proved against not, a quarter is above": round(high, 3),
        f"{head}proved": round(1 / median(cost for cost, _ in pairs)),
        f"{head}not proved": round(1 / median(cost for _, cost in pairs)),
        f"{name}: moves a deal": round(moves / max(1, deals), 1),
        f"{name}: µs a deal for its proof": round(
            median(cost - without for cost, without in pairs) * 1e6 * moves / max(1, deals), 1
        ),
        f"{name}: ms from lock to cards": round(median(late or [0.0]) * 1000, 2),
    }


class _Watched:
    """Sees at one player when a deal is locked, and when something is told of it."""

    def __init__(self, player: Player) -> None:
        self.locks, self.delays = 0, list[float]()
        self._since: float | None = None
        heard = player.heard

        def hear(message: Message) -> None:
            if message.type == "FAIR_RECORDS" and b'"t":"lock"' in bytes(message.payload):
                self.locks, self._since = self.locks + 1, perf_counter()
            elif message.type == "GAME_UPDATE" and self._since is not None:
                self.delays.append(perf_counter() - self._since)
                self._since = None
            heard(message)

        player.overheard = hear


def _parts() -> dict[str, float]:
    """Microseconds of CPU of each, of six seats that all give shares."""
    key, seed = Key.new(), bytes(32)
    seats = [Seated(seat, f"user{seat}", "player", "00" * 32) for seat in range(6)]
    shares = [Shared(seat, "11" * 32) for seat in range(6)]
    x = fair.stir(bytes(32), [(seat, bytes(32)) for seat in range(6)])
    chain = Chain(key, 1, 1)
    parts = {
        "offer, open": lambda: chain.offer(1, 1, "duel", seed, 0),
        "offer, sealed: both decks": lambda: chain.offer(1, 1, "poker", seed, 52),
        "a sealed deck": lambda: roots.root(seed, 52),
        "a sealed deck in Python": lambda: fair.SealedDeck(seed, 52),
        "a share that is held against its pledge": lambda: fair.pledge(seed, 1, "user1", x),
        "lock with its signature": lambda: chain.lock(1, 1, bytes(32), seats),
        "deal": lambda: chain.dealt(1, 1, shares, b""),
        "end": lambda: chain.end(1, 1, seed, bytes(32), "{}"),
        "the sealed deck as it is dealt": lambda: fair.dealt_order(seed, x, 52),
        "a log step, made at the end": lambda: fair.log_step(bytes(32), 1, 1, 1, "{}"),
    }
    return {f"{name}: µs": _timed(part) for name, part in parts.items()}


def _timed(part: object, times: int = 2000) -> float:
    assert callable(part)
    began = process_time()
    for _ in range(times):
        part()
    return round((process_time() - began) / times * 1e6, 1)


if __name__ == "__main__":
    which, url, pid, other, second = sys.argv[1:]
    told = uvloop.run(_drive(which, (url, int(pid)), (other, int(second))))
    sys.stdout.write(json.dumps(told) + "\n")

"""What it costs to prove deals: moves a CPU second of the server through real sockets, with clients
that give shares against a server that proves nothing, by turns; and each part of a deal alone.

Only the time in which moves are made is counted: what it takes to connect and to sit down is the
same for both, and would weigh more on whoever makes fewer moves. Of a deal it is also told how much
later its cards come for the shares: from the lock until the first update behind it is heard.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from statistics import median
from time import perf_counter, process_time
from typing import Any

import uvloop

from cutcard.client.crowd import Crowd, Player, Wish
from cutcard.client.line import Message
from cutcard.fair import roots
from cutcard.fair.lines import Seated, Shared
from cutcard.fair.signing import Key
from cutcard.fair.writing import Chain
from cutcard.kernel import fair

from .duel import Usage
from .server import pinned, server

ROUNDS = int(os.environ.get("BENCH_FAIR_ROUNDS", "3"))
SECONDS = float(os.environ.get("BENCH_FAIR_SECONDS", "5"))
TABLES = 40
WARM = 1.5  # seconds before the clock runs
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
        on, off = [], []
        for _ in range(ROUNDS):
            off.append(_run(name, proved=False))
            on.append(_run(name, proved=True))
        rates = [(one["rate"], other["rate"]) for one, other in zip(on, off, strict=True)]
        ratios = [one / other for one, other in rates]
        head = f"{name}: moves/CPU s, "
        figures[f"{head}proved against not"] = round(median(ratios), 3)
        figures[f"{head}proved against not, least"] = round(min(ratios), 3)
        figures[f"{head}proved against not, most"] = round(max(ratios), 3)
        figures[f"{head}proved"] = round(median(one for one, _ in rates))
        figures[f"{head}not proved"] = round(median(other for _, other in rates))
        figures[f"{name}: moves a deal"] = round(median(one["moves a deal"] for one in on), 1)
        figures[f"{name}: ms from lock to cards"] = round(median(one["delay"] for one in on), 2)
    return figures | _parts()


def _run(name: str, *, proved: bool) -> dict[str, float]:
    """What a server of its own does in a while."""
    with server("--fair" if proved else "--no-fair") as (url, process):
        command = [sys.executable, "-m", "bench.fair", url, str(process.pid), name]
        command += ["fair"] if proved else []
        done = subprocess.run(pinned(1, command), check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


async def _drive(url: str, pid: int, name: str, proved: bool) -> dict[str, float]:
    """In a process of its own, on another core than the server."""
    game, seats, options = GAMES[name]
    crowd = Crowd(Wish(url, game, seats, options, fair=proved), TABLES)
    watched = [_Watched(party.players[0]) for party in crowd.parties] if proved else []
    await crowd.sit_down()
    crowd.start()
    await asyncio.sleep(WARM)
    usage = Usage(pid)
    crowd.times.clear()
    deals = sum(one.locks for one in watched)
    spent = usage.cpu()
    await asyncio.sleep(SECONDS)
    spent, moves = usage.cpu() - spent, len(crowd.times)
    deals = sum(one.locks for one in watched) - deals
    crowd.stop()
    crowd.leave()
    late = [took for one in watched for took in one.delays]
    return {
        "rate": moves / spent,
        "moves a deal": moves / max(1, deals),
        "delay": median(late or [0.0]) * 1000,
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
    url, pid, name, *fairly = sys.argv[1:]
    told = uvloop.run(_drive(url, int(pid), name, bool(fairly)))
    sys.stdout.write(json.dumps(told) + "\n")

"""What it costs to prove deals: moves a CPU second of the server through real sockets, with clients
that give shares against a server that proves nothing, by turns; and each part of a deal alone."""

from __future__ import annotations

import os
from statistics import median
from time import process_time

from cutcard.fair.lines import Seated, Shared
from cutcard.fair.signing import Key
from cutcard.fair.writing import Chain
from cutcard.kernel import fair

from .server import load, server

ROUNDS = int(os.environ.get("BENCH_FAIR_ROUNDS", "3"))
TABLES = "40"
GAMES = {
    "duel": ("--game", "duel", "--options", '{"roundPauseMs":0}'),
    "guandan": ("--game", "guandan", "--options", '{"pauseSeconds":0}'),
    "poker, six seats": (
        *("--game", "poker", "--seats", "6", "--options"),
        '{"startStack":2000,"smallBlind":5,"bigBlind":10,"startDelay":0,"showDelay":1}',
    ),
}


def bench() -> dict[str, float]:
    """Each game with and without, in turns; then the parts."""
    figures: dict[str, float] = {}
    for name, wish in GAMES.items():
        on, off = [], []
        for _ in range(ROUNDS):
            off.append(_moves("--no-fair", *wish))
            on.append(_moves("--fair", *wish, "--fair"))
        ratios = [one / other for one, other in zip(on, off, strict=True)]
        figures[f"{name}: moves/CPU s, proved against not"] = round(median(ratios), 3)
        figures[f"{name}: moves/CPU s, proved"] = round(median(on))
        figures[f"{name}: moves/CPU s, not proved"] = round(median(off))
    return figures | _parts()


def _moves(flag: str, *wish: str) -> float:
    """Moves a second of the server's own time."""
    with server(flag) as (url, process):
        before = process.cpu_times()
        found = load(url, "--games", TABLES, "--warm", "0", *wish)
        after = process.cpu_times()
    spent = after.user + after.system - before.user - before.system
    return found["moves"] / spent


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

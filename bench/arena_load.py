"""Events of bots on one server, measured: CPU, memory, and how late the loop comes.

    .venv/bin/python bench/arena_load.py --events 100 --players 45
    .venv/bin/python bench/arena_load.py --events 1 --players 5000
    .venv/bin/python bench/arena_load.py --events 1 --players 5000 --seconds 120

The server is a whole one (store, house, wire) in this process; bots think as long as on any server
unless --delay says otherwise. It plays to the end of all events, or for --seconds, and says which.
Then every event's log is read from the store by one who trusts nobody (cutcard.arena.event.audit):
chips after every hand, sizes of tables, big blinds, places, prizes. It exits 1 where it finds a
fault.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from cutcard.arena.event import Row, Terms, decode
from cutcard.arena.event.audit import Audit, audit
from cutcard.arena.ratings import rate
from cutcard.events import holder as holding
from cutcard.lobby.chips import conserved
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.patience import DESERTED
from cutcard.table.sweeps import few_and_short
from cutcard.table.words import User
from cutcard.wire.server import Server, Settings

QUICK = {"startDelay": 0, "resultDelay": 0, "showDelay": 1}
STEPS = (10, 15, 25, 50, 75, 100, 150, 200, 300, 400, 600, 1000, 1500, 2000, 4000, 8000, 16000)
STEPS += (32_000, 64_000, 125_000, 250_000, 500_000, 1_000_000)  # for 5,000 stacks at one table


def given() -> argparse.Namespace:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("--events", type=int, default=100)
    asks.add_argument("--players", type=int, default=45)
    asks.add_argument("--table-size", type=int, default=9)
    asks.add_argument("--seconds", type=float, default=0, help="0: to the end")
    asks.add_argument("--guarantee", type=int, default=100_000, help="the bank pays it to the best")
    asks.add_argument("--minutes", type=float, default=1.0, help="a level takes")
    asks.add_argument("--bot", default="random", help="as every seat's player")
    asks.add_argument("--delay", type=int, nargs=2, default=(500, 1500), help="ms a bot waits")
    asks.add_argument("--quick", action="store_true", help="nothing is shown between hands")
    asks.add_argument("--lead", type=int, default=60, help="seconds before they start")
    asks.add_argument("--db", type=Path)
    return asks.parse_args()


class Lag:
    """How late the loop comes, in ms."""

    def __init__(self) -> None:
        self.found: list[float] = []

    async def measure(self) -> None:
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.found.append(max(0.0, time.perf_counter() - due) * 1000)

    def at(self, share: float) -> float:
        ordered = sorted(self.found)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Turns:
    """What each turn of the loop costs in CPU ms: how long it holds everybody up on a machine that
    does nothing else, whatever this one does besides. Of long ones it is known what they did."""

    def __init__(self) -> None:
        self.found: list[float] = []
        self.worst: list[tuple[float, str]] = []
        self.sweeps: list[tuple[float, int]] = []
        self.began = 0.0
        run_once = asyncio.BaseEventLoop._run_once
        run = asyncio.Handle._run

        def turn(loop: asyncio.BaseEventLoop) -> None:
            began = time.thread_time()
            run_once(loop)
            self.found.append((time.thread_time() - began) * 1000)

        def step(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            run(handle)
            spent = (time.thread_time() - began) * 1000
            if spent > TOO_LONG:
                self.worst.append((spent, repr(handle)[:300]))

        gc.callbacks.append(self._swept)
        asyncio.BaseEventLoop._run_once = turn
        asyncio.Handle._run = step

    def _swept(self, phase: str, info: dict[str, int]) -> None:
        """The search for cycles is part of the turn it happens in."""
        if phase == "start":
            self.began = time.thread_time()
        else:
            self.sweeps.append(((time.thread_time() - self.began) * 1000, info["generation"]))

    def clear(self) -> None:
        self.found.clear()
        self.sweeps.clear()
        self.worst.clear()

    def told(self) -> str:
        ordered = sorted(self.found) or [0.0]
        last = len(ordered) - 1
        shares = [f"{name} {ordered[min(last, int(s * len(ordered)))]:.1f}" for name, s in LATE]
        over = sum(one > TOO_LONG for one in ordered)
        return f"CPU ms {', '.join(shares)}, most {ordered[-1]:.1f}; {over} over {TOO_LONG:.0f}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def memory() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


async def audited(store: SqliteStore, events: list[int]) -> Audit:
    """The logs of all events as the store has them, in one sum."""
    whole = Audit(over=True)
    for number in events:
        kept = await store.event(number)
        found = audit([decode(one.what) for one in kept.entries])
        whole.hands += found.hands
        whole.places += found.places
        whole.pool += found.pool
        whole.paid += found.paid
        whole.over &= found.over
        whole.most_apart = max(whole.most_apart, found.most_apart)
        whole.blinds_in_a_row += found.blinds_in_a_row
        whole.faults += [f"event {number}, {fault}" for fault in found.faults]
        for why, count in found.moves.items():
            whole.moves[why] = whole.moves.get(why, 0) + count
    return whole


class Costs(NamedTuple):
    took: float  # seconds
    spent: float  # CPU seconds
    moves: int
    most: float  # MB


def tell_costs(costs: Costs, lag: Lag, turns: Turns) -> None:
    each, share = 1000 * costs.spent / max(1, costs.moves), 100 * costs.spent / costs.took
    say(f"{costs.moves} moves in {costs.took:.0f} s")
    say(f"CPU {costs.spent:.0f} s, {share:.0f} % of one core, {each:.2f} ms a move")
    say(f"at most {costs.most:.0f} MB")
    late = ", ".join(f"{name} {lag.at(share):.1f}" for name, share in LATE)
    say(f"loop late by (ms): {late}, most {max(lag.found, default=0):.1f}")
    say(f"turns of the loop: {turns.told()}")
    swept = sorted(turns.sweeps, reverse=True)[:5]
    say(f"  looking for cycles: {', '.join(f'{ms:.1f} ms (gen {gen})' for ms, gen in swept)}")
    for spent, what in sorted(turns.worst, reverse=True)[:5]:
        say(f"  {spent:.1f} ms {what}")


def tell_logs(found: Audit) -> None:
    moved = ", ".join(f"{count} by {why}" for why, count in sorted(found.moves.items()))
    say(f"{found.hands} hands; moves: {moved or 'none'}")
    say(f"tables that dealt had at most {found.most_apart} fewer than the fullest")
    say(f"big blinds in a row: {found.blinds_in_a_row}; places {found.places}")
    say(f"prizes: {found.paid} of {found.pool} paid")
    say("the logs hold what the rules promise" if found.ok else f"FAULTS: {found.faults}")


async def run(asked: argparse.Namespace, db: Path) -> bool:
    store = SqliteStore(db)
    house = House(store, rate=rate, deserted=DESERTED, bot_delay=tuple(asked.delay))
    server = Server(store, house, Settings(port=0))
    await server.start()
    few_and_short()  # as `cutcard serve` does
    sys.setswitchinterval(0.001)
    holder = server.hall.lobby.gallery.holder
    holding.OF_ONE = holding.MOST = max(1000, asked.events)
    lag = Lag()
    turns = asked.turns
    watch = asyncio.get_running_loop().create_task(lag.measure())
    host, began = User("host", "Host"), time.perf_counter()
    levels = tuple(Row(b, 2 * b, minutes=asked.minutes) for b in STEPS)
    start = int(time.time() * 1000) + 1000 * asked.lead
    making = []
    for number in range(asked.events):
        terms = Terms(
            **{"name": f"Load {number + 1}", "game": "poker", "structure": levels},
            **{"table_size": asked.table_size, "start_stack": 1500, "starts_at": start},
            **{"bots": True, "bot": asked.bot, "host": host.id, "guarantee": asked.guarantee},
            options=QUICK if asked.quick else {},
        )
        making.append(holder.make(host, terms, asked.players))
    numbers = [one.row.event for one in await asyncio.gather(*making)]
    made = time.perf_counter() - began
    say(f"{asked.events} events of {asked.players} made in {made:.1f} s; {memory():.0f} MB")
    await asyncio.sleep(max(0.0, start / 1000 - time.time()))
    lag.found.clear()
    say(f"turns while they were made: {turns.told()}")
    turns.clear()
    began, cpu, moves, most = time.perf_counter(), time.process_time(), house.moves, 0.0
    patience, told = asked.seconds or float("inf"), began
    while holder.live and time.perf_counter() - began < patience:
        await asyncio.sleep(0.5)
        most = max(most, memory())
        if time.perf_counter() - told > TOLD_EVERY:
            told = time.perf_counter()
            left = sum(one.event.state.left for one in holder.live.values())
            say(f"  {told - began:.0f} s, {time.process_time() - cpu:.0f} CPU s: {left} left")
    took, spent = time.perf_counter() - began, time.process_time() - cpu
    watch.cancel()
    left = sum(one.event.state.left for one in holder.live.values())
    say(f"over {asked.events - len(holder.live)} of {asked.events}, {left} players left")
    say(f"stopped by a fault: {sum(one.stopped for one in holder.live.values())}")
    tell_costs(Costs(took, spent, house.moves - moves, most), lag, turns)
    await house.written()
    found = await audited(store, numbers)
    tell_logs(found)
    books = await conserved(store)
    say("the ledger adds up" if books.ok else "THE LEDGER DOES NOT ADD UP")
    await server.stop()
    return found.ok and books.ok and (found.over or bool(asked.seconds))


LATE = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
TOO_LONG = 20.0  # CPU ms of one callback
TOLD_EVERY = 30  # seconds


def main() -> None:
    asked = given()
    asked.turns = Turns()
    with tempfile.TemporaryDirectory() as folder:
        sound = asyncio.run(run(asked, asked.db or Path(folder) / "load.db"))
    sys.exit(not sound)


if __name__ == "__main__":
    main()

"""`cutcard soak`: a server in a process of its own, and people who come, open tables of every game,
play, talk and go, for minutes on end. Its memory must stay flat."""

from __future__ import annotations

import asyncio
import os
import random
import re
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Any

import click
from msgspec import Struct, json

from cutcard.client import Client, Lost, Place, Refused
from cutcard.games import game, game_names

from .load import quick_options
from .serve import run

PAGE, TICKS = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")
SERVE = "from cutcard.cli.main import main; main()"
MOVES = 30  # of a table, then all leave
SHOWN = 2  # legal moves asked for: a choice, and little to send
PATIENCE = 2.0  # seconds for something to change at a table
EVERY_NTH = 5  # one in so many comes with an account
WARM = 0.3  # of the time, but at most
LONGEST_WARM = 300.0  # seconds: tables linger, caches fill
PART = 0.15  # of the time after the warm-up that is compared, at its begin and its end


class Sample(Struct):
    """What the server had and had used at a moment."""

    seconds: float
    megabytes: float
    cpu: float  # percent of a core since the last one
    ended: int  # tables so far


class Soaked(Struct):
    """What came of it."""

    minutes: float
    tables: dict[str, int]
    failed: int
    before: float  # MB after the warm-up
    after: float
    grown: float  # percent
    ok: bool
    samples: list[Sample]


@click.command()
@click.option("--minutes", default=30.0, show_default=True, type=click.FloatRange(0.05))
@click.option("--tables", default=12, show_default=True, type=click.IntRange(1), help="At a time.")
@click.option("--bound", default=5.0, show_default=True, help="Growth in percent that may be.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def soak(*, minutes: float, tables: int, bound: float, as_json: bool) -> None:
    """Run a server for a while with people coming and going, and see that its memory stays flat.

    Accounts and guests open tables of every game, with people and with bots, play, talk and leave.
    Prints the server's memory and CPU at intervals; exits with 1 where its memory after the warm-up
    grew by more than the bound, or where nothing could be played.

    \b
    cutcard soak --minutes 30 --json
    """
    found = run(_soak(minutes * 60, tables, bound))
    told = ", ".join(f"{many} of {name}" for name, many in sorted(found.tables.items()))
    click.echo(f"tables made and ended: {told}; {found.failed} went wrong")
    click.echo(
        f"memory {found.before:.1f} MB after the warm-up, {found.after:.1f} MB at the end:"
        f" {found.grown:+.1f} % ({'ok' if found.ok else 'BROKEN'}, at most {bound:g} %)"
    )
    if as_json:
        click.echo(json.encode(found).decode())
    if not found.ok:
        sys.exit(1)


async def _soak(seconds: float, tables: int, bound: float) -> Soaked:
    with tempfile.TemporaryDirectory(prefix="cutcard-soak-") as folder:
        flags = ("--db", str(Path(folder) / "soak.db"), "--port", "0", "--rate", "100000")
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVE, "serve", *flags),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            assert server.stdout is not None
            said = (await server.stdout.readline()).decode()
            where = re.search(r"http://(127\.0\.0\.1:\d+)", said)
            if where is None:
                raise click.ClickException(f"the server said no address, but {said!r}")
            return await _watched(f"ws://{where[1]}/ws", server.pid, seconds, tables, bound)
        finally:
            if server.returncode is None:
                server.kill()
            await server.wait()


async def _watched(url: str, pid: int, seconds: float, tables: int, bound: float) -> Soaked:
    ended: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    until = monotonic() + seconds
    workers = [
        asyncio.create_task(_works(url, number, until, ended, failed)) for number in range(tables)
    ]
    samples: list[Sample] = []
    began, every, used, last = monotonic(), max(0.5, seconds / 60), _cpu(pid), monotonic()
    while monotonic() < until:
        await asyncio.sleep(every)
        spent, last, before = monotonic() - last, monotonic(), used
        used = _cpu(pid)
        cpu = 100 * (used - before) / spent
        samples.append(Sample(round(last - began, 1), _resident(pid), round(cpu, 1), ended.total()))
        one = samples[-1]
        shown = f"{one.seconds:7.0f} s  {one.megabytes:7.1f} MB  {one.cpu:5.1f} % CPU"
        click.echo(f"{shown}  {one.ended} tables")
    await asyncio.gather(*workers)
    return judged(samples, bound, dict(ended), failed.total())


def judged(samples: list[Sample], bound: float, ended: dict[str, int], failed: int) -> Soaked:
    """Whether memory stayed flat: the medians of a while after the warm-up and of the last."""
    end = samples[-1].seconds
    warm = min(WARM * end, LONGEST_WARM)
    part = PART * (end - warm)
    first = [one.megabytes for one in samples if warm <= one.seconds <= warm + part]
    last = [one.megabytes for one in samples if one.seconds >= end - part]
    before = statistics.median(first or [samples[0].megabytes])
    after = statistics.median(last)
    grown = 100 * (after / before - 1)
    ok = grown <= bound and sum(ended.values()) > 0 and failed <= sum(ended.values()) / 10
    return Soaked(
        minutes=round(end / 60, 2),
        tables=ended,
        failed=failed,
        before=round(before, 1),
        after=round(after, 1),
        grown=round(grown, 2),
        ok=ok,
        samples=samples,
    )


async def _works(
    url: str, number: int, until: float, ended: Counter[str], failed: Counter[str]
) -> None:
    """One table after another, every game by turns."""
    rng, names, turn = random.Random(number), game_names(), number  # noqa: S311 # who plays
    while monotonic() < until:
        name = names[turn % len(names)]
        try:
            async with asyncio.timeout(60):
                await _table(url, name, f"{number}x{turn}", rng, turn)
            ended[name] += 1
        except (Refused, Lost, TimeoutError, OSError) as reason:
            failed[repr(reason)] += 1
            await asyncio.sleep(0.2)
        turn += 1


async def _table(url: str, name: str, mark: str, rng: random.Random, turn: int) -> None:
    rules = game(name)
    usual, seats = rules.setups()[0]
    there: list[tuple[Client, Place]] = []
    try:
        host = await Client.connect(url, name=f"Soak {mark}", legal=SHOWN)
        there.append((host, await host.create(name, options=quick_options(usual), seats=seats)))
        if turn % EVERY_NTH == 0:
            await host.sign_up(f"Soaker {mark}", "a long password")
        place = there[0][1]
        if turn % 2:
            for _ in range(seats - 1):
                guest = await Client.connect(url, legal=SHOWN)
                there.append((guest, await guest.join(place.table)))
        elif seats > 1:
            await host.request("FILL", {"table": place.table})
        await host.say(place, "good luck")
        await _played(there, rng)
        for client, seat in there:
            await client.leave(seat, concede=True)
    finally:
        for client, _ in there:
            await client.close()


async def _played(there: list[tuple[Client, Place]], rng: random.Random) -> None:
    """Legal moves at random, until there are enough of them or nothing comes any more."""
    made, patience = 0, monotonic() + PATIENCE
    while made < MOVES and monotonic() < patience:
        mover = next(((client, seat) for client, seat in there if seat.legal), None)
        if mover is None:
            await asyncio.sleep(0.02)
            continue
        client, seat = mover
        move: dict[str, Any] = dict(rng.choice(seat.legal))
        seq, patience = seat.seq, monotonic() + PATIENCE
        try:
            await client.play(seat, move.pop("type"), move)
        except Refused:  # another was quicker
            await asyncio.sleep(0.02)
        made += 1
        while seat.seq == seq and monotonic() < patience:  # noqa: ASYNC110 # a place has no event
            await asyncio.sleep(0.005)


def _resident(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS

"""Fair deals through real sockets: clients that come, go, withhold, lie and crash; servers that are
killed; and what every seat alone received, judged by both judges."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import resource
import subprocess
import sys
from collections import Counter

import pytest

from cutcard.store.opening import store_at

from ..command import MAIN
from ..running import OPEN_LIMITS, Players
from .company import OPTIONS, Odd, judged, play_together

COMPANIES = 40  # at a time, where there are many deals: most of the time somebody is waited for
WAIT = 1500  # ms that a deal waits for shares where some never come: few of the others come later


def played(serve, game, deals, wait, *, odd, seed, companies=1):
    """Deals played over the wire, and judged when the server is gone."""
    server = serve("--fair-wait", str(wait), *OPEN_LIMITS)
    dice = random.Random(seed)
    every = asyncio.run(play_together(server, game, dice, deals, odd=odd, companies=companies))
    server.stop()
    verdicts, faults = judged(every)
    assert not faults, (faults[:20], len(faults), verdicts)
    assert not server.errors()
    assert sum(one.ended for one in every) >= deals
    return verdicts, sum((one.voids for one in every), Counter()), server


@pytest.mark.parametrize("game", OPTIONS)
def test_f95_every_seat_proves_its_deals_over_the_wire(serve, game):
    verdicts, voids, server = played(serve, game, 2, 5000, odd=False, seed=1)
    assert {key[1:3] for key in verdicts} == {("PROVED", "OWN")}
    assert set(voids) <= {"CLOSED"}
    told = subprocess.run(
        [sys.executable, "-c", MAIN, "verify", "--store", "--db", str(server.db)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode in (0, 3), told.stdout + told.stderr


@pytest.mark.parametrize("game", OPTIONS)
def test_a_few_deals_with_clients_that_withhold_lie_and_hang_up(serve, game):
    """The same as the thousand below, small: each verdict is the one the book has for what that
    client did."""
    verdicts, _, _ = played(serve, game, 3, WAIT, odd=True, seed=3)
    assert sum(verdicts.values()) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("game", OPTIONS)
def test_a_thousand_deals_with_all_kinds_of_clients(serve, game):
    """What no client of ours did must not be in any verdict; `late` is a share that came after
    fairWait, which only a busy machine makes."""
    deals = int(os.environ.get("CUTCARD_FAIR_DEALS", "1000"))
    seed = int(os.environ.get("CUTCARD_FAIR_SEED", "7"))
    verdicts, voids, _ = played(serve, game, deals, WAIT, odd=True, seed=seed, companies=COMPANIES)
    spent = resource.getrusage(resource.RUSAGE_SELF)
    lines = [f"{count:6} {' '.join(key)}" for key, count in sorted(verdicts.items())]
    told = f"{game}: voids {dict(voids)}, {spent.ru_utime + spent.ru_stime:.0f} CPU s here"
    logging.getLogger("cutcard").warning("%s\n%s", told, "\n".join(lines))


# Killed with -9 when: the second's manner until then, who has to have sent what, and the records.
STEPS = {
    "offer": ("away", None, 1),
    "pledge": ("mute", "FAIR_PLEDGE", 1),
    "lock": ("withholds", None, 2),
    "share": ("withholds", "FAIR_SHARE", 2),
    "deal": ("honest", None, 3),
}


async def chain(where):
    """What the database keeps of fair deals: number, kind and what was promised, in order."""
    store = store_at(str(where), read_only=True)
    await store.open()
    try:
        rows = [row for table in await store.fair_tables() for row in await store.fair_rows(table)]
    finally:
        await store.close()
    return [(row.deal, row.kind, row.line) for row in rows]


async def until_kept(where, holds, patience=60.0):
    for _ in range(int(patience / 0.05)):
        if holds(await chain(where)):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(await chain(where))


async def _killed(server, where, step):
    """Two at a Duel; the server is killed at that step, and the table goes on."""
    manner, sent, records = STEPS[step]
    first = await Odd.connect(server.url, legal=True)
    second = await Odd.connect(server.url, legal=True)
    second.manner = manner
    place = await first.create("duel", options=OPTIONS["duel"][0])
    if manner != "away":
        await second.join(place.table)
    await until_kept(where, lambda rows: len(rows) >= records)
    await Players.until(lambda: sent is None or sent in first.sent, 30)
    before = await chain(where)
    server.kill()
    second.manner = "honest"
    await asyncio.to_thread(server.start)
    if manner == "away":
        await second.join(place.table)
    await until_kept(where, lambda rows: any(kind == "deal" for _, kind, _ in rows))
    await Players.until(lambda: bool(place.view), 40)
    wrong = [why for one in (first, second) for s in one.shufflers.values() for why in s.wrong]
    assert not wrong
    for one in (first, second):
        await one.close()
    after = await chain(where)
    assert after[: len(before)] == before, "what was written stands"
    for kind in ("offer", "lock", "deal"):
        numbers = [number for number, what, _ in after if what == kind]
        assert len(numbers) == len(set(numbers)), f"a second {kind} of one number"
    assert [kind for _, kind, _ in after][:3] == ["offer", "lock", "deal"]
    assert not server.errors()


@pytest.mark.parametrize("step", STEPS)
def test_f35_killed_at_every_step_there_is_never_a_second_lock_or_seed(serve, step):
    server = serve("--fair-wait", "5000")
    asyncio.run(_killed(server, server.db, step))


@pytest.mark.parametrize("step", STEPS)
def test_f35_killed_at_every_step_on_postgresql_too(serve, database, step):
    server = serve("--fair-wait", "5000", "--db", database)
    asyncio.run(_killed(server, database, step))

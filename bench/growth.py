"""What games leave behind: 5,000 of them made, played and ended in one house, every game in turn.

The house has played some before, so that what is loaded once and kept is there already. What is
compared is the process's resident memory before and after, with nothing open.
"""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import cutcard
from cutcard import games
from cutcard.kernel.rng import Rng
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House

from .restart import opened

BEFORE = int(os.environ.get("CUTCARD_BENCH_BEFORE", "1500"))
GAMES = int(os.environ.get("CUTCARD_BENCH_GAMES", "5000"))
AT_ONCE = 500
LONGEST = 60  # seconds until the last table is closed
PAGE = os.sysconf("SC_PAGE_SIZE")


def bench() -> dict[str, float]:
    """MB before and after, and by how much it grew."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        return asyncio.run(_run(Path(folder) / "growth.db"))


async def _run(db: Path) -> dict[str, float]:
    games.warm()
    store = SqliteStore(db)
    await store.open()
    house = House(store)
    await house.start()
    names = await _ending(house)
    still = len(house.numbers())
    await _play(house, names, BEFORE)
    before = _resident()
    await _play(house, names, GAMES)
    after = _resident()
    if len(house.numbers()) != still:
        raise RuntimeError(f"{len(house.numbers()) - still} tables are open after all have left")
    await house.stop()
    await store.close()
    return {
        "MB before": before / 1e6,
        f"MB after {GAMES} games": after / 1e6,
        "grown by %": (after / before - 1) * 100,
    }


async def _play(house: House, names: Sequence[str], count: int) -> None:
    """So many games, some at a time; all leave each after its moves."""
    rng = Rng.named("bench growth")
    for first in range(0, count, AT_ONCE):
        if first % 1000 == 0:
            Console(stderr=True).print(f"game {first} of {count} …")
        some = range(first, min(first + AT_ONCE, count))
        playing = [await opened(house, names[n % len(names)], n) for n in some]
        for _ in range(40):
            for one in playing:
                one.move(house, rng)
            await house.written()
        for one in playing:
            for user in one.users:
                if one.number in house.numbers():
                    house.leave(one.number, user, concede=True)
        await _closed(house, {one.number for one in playing})


async def _closed(house: House, tables: set[int]) -> None:
    """A table stays for a while after its match. As many are open at any time as before, so that
    what is compared is not how many there once were."""
    for _ in range(LONGEST):
        if tables.isdisjoint(house.numbers()):
            return
        await asyncio.sleep(1)


async def _ending(house: House) -> list[str]:
    """The games whose table closes soon after all have left. At others somebody who is away keeps
    their seat for long, as at a cash table: these would only be waited for."""
    names = cutcard.game_names()
    await _play(house, names, len(names))
    stay = {house.info(number).game for number in house.numbers()}
    Console(stderr=True).print(f"left out, since seats there are kept for long: {sorted(stay)}")
    return [name for name in names if name not in stay]


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE

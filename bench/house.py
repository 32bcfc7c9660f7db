"""What a table costs in its house: moves a second with the disk, kilobytes, milliseconds.

Duels between ears that do nothing, no sockets: the table, the house and the store alone.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

from msgspec import json

from cutcard.kernel.game import Seat
from cutcard.store.sqlite import SqliteStore
from cutcard.table.effects import Ask
from cutcard.table.house import House, new_seed
from cutcard.table.table import Table
from cutcard.table.vocabulary import tag_of, vocabulary
from cutcard.table.words import Ack, User, Word

OPTIONS = {"roundPauseMs": 0}
USERS = (User("ann", "Ann"), User("bob", "Bob"))


class Deaf:
    """Listens, and counts the answers."""

    __slots__ = ("acks",)

    def __init__(self) -> None:
        self.acks = 0

    def hear(self, word: Word) -> None:
        self.acks += isinstance(word, Ack)


def bench(tables: int = 1000, seconds: float = 3.0) -> dict[str, Any]:
    """All figures, as `script/bench` prints them. Those per CPU second do not suffer from what
    else the machine does, as those per second do."""
    was = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)  # as the server does: views are many and short-lived
    try:
        return {
            **asyncio.run(_durable(tables, seconds)),
            "kB_per_table": round(table_kilobytes(tables), 1),
        }
    finally:
        gc.set_threshold(*was)
        gc.unfreeze()


def table_kilobytes(tables: int) -> float:
    """Memory of a table in the middle of a match, both seats listening."""
    vocabulary("duel")
    held = []
    gc.collect()
    tracemalloc.start()
    for number in range(tables):
        table = _seated(vocabulary("duel").options(OPTIONS), number)
        table.open(0, 0)
        for turn in range(4):
            assert table.deal is not None
            for seat in list(table.deal.to_act):
                tag, payload = _choice(table, seat)
                move = vocabulary("duel").move(tag, payload)
                table.ask(Ask(seat, move, tag, f"key-{turn}-{seat}"), turn, turn)
        held.append(table)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / tables / 1000


async def _durable(tables: int, seconds: float) -> dict[str, Any]:
    """As many duels at once, every seat moving as soon as it may; rematch after rematch."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "bench.db")
        await store.open()
        house = House(store)
        await house.start()
        began = time.perf_counter()
        ears = await _open_tables(house, tables)
        opened = time.perf_counter() - began
        gc.collect()
        gc.freeze()  # as the server does: what is open stays
        moves, commits, cpu = 0, house.commits, time.process_time()
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            moves += _one_turn(house, ears)
            await house.written()
        spent, cpu = time.perf_counter() - began, time.process_time() - cpu
        figures = {
            "durable_moves_per_s": round(moves / spent),
            "durable_moves_per_cpu_s": round(moves / cpu),
            "moves_per_commit": round(moves / max(1, house.commits - commits)),
            "open_ms_per_table": round(opened / tables * 1000, 3),
            "lone_move_ms": round(await _lone_move(house), 3),
        }
        await house.stop()
        await store.close()
        return figures


async def _open_tables(house: House, tables: int) -> dict[int, tuple[Deaf, Deaf]]:
    ears = {}

    async def one(number: int) -> None:
        pair = (User(f"a{number}", "A"), User(f"b{number}", "B"))
        info = await house.open("duel", OPTIONS, host=pair[0])
        for user in pair:
            await house.sit(info.table, user)
        ears[info.table] = (Deaf(), Deaf())
        for ear, user in zip(ears[info.table], pair, strict=True):
            house.attach(info.table, ear, user)

    await asyncio.gather(*(one(number) for number in range(tables)))
    return ears


def _one_turn(house: House, ears: dict[int, tuple[Deaf, Deaf]]) -> int:
    """Every seat that is to act does; where a match is over, another begins."""
    moves = 0
    for number, pair in ears.items():
        table = house.peek(number)
        users = table.roster
        if table.over:
            for user in users:
                assert user is not None
                house.rematch(number, user)
        assert table.deal is not None
        for seat in list(table.deal.to_act):
            user = users[seat]
            assert user is not None
            tag, payload = _choice(table, seat)
            key = f"{table.seq}-{seat}"
            house.ask(number, None, pair[seat], user, tag, payload, key, table.seq)
            moves += 1
    return moves


async def _lone_move(house: House) -> float:
    """Milliseconds from a move to its answer when nothing else happens: the median of 101."""
    info = await house.open("duel", {"maxRounds": 26, **OPTIONS}, host=USERS[0])
    for user in USERS:
        await house.sit(info.table, user)
    table, ear, times = house.peek(info.table), Deaf(), []
    for _ in range(54):
        assert table.deal is not None
        for seat in list(table.deal.to_act)[:1]:
            tag, payload = _choice(table, seat)
            began = time.perf_counter()
            house.ask(info.table, None, ear, USERS[seat], tag, payload)
            await house.written()
            times.append(time.perf_counter() - began)
        await asyncio.sleep(0.002)
    return sorted(times)[len(times) // 2] * 1000


def _seated(options: Any, number: int) -> Table:
    table = Table(number, vocabulary("duel"), options, 2, new_seed)
    for seat, user in enumerate(USERS):
        table.seat_user(seat, user)
        table.watch(seat)
    return table


def _choice(table: Table, seat: Seat) -> tuple[str, bytes]:
    assert table.deal is not None
    move = table.deal.state.legal(seat)[0]
    return tag_of(move), json.encode(move)

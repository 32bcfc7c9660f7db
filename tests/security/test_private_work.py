"""Nor by the time an answer takes: what the server does for a stranger who asks about a private
table is what it does where there is none. Work is counted, calls and statements, not seconds, so
that no neighbour on the machine has a part in it."""

import asyncio
import sys
from collections import Counter

from cutcard.lobby.requests import REQUESTS
from cutcard.store.sqlite_db import SqliteDb

from .test_private import ASKED, MOVES

TRIES = 6  # of which the least counts: what else the loop does comes on top of the others
SLACK = 16  # calls that a look at a table takes, of some hundred for a request: few µs
WATCHERS = 40


class Work:
    """Calls on the loop's thread and statements of the store since it was begun."""

    def __init__(self, monkeypatch) -> None:
        self.calls = self.statements = 0
        for name in ("one", "rows"):
            asked = getattr(SqliteDb, name)
            monkeypatch.setattr(SqliteDb, name, self._counted(asked))

    def _counted(self, asked):
        def count(db, *words):
            self.statements += 1
            return asked(db, *words)

        return count

    def _see(self, frame, event, arg) -> None:
        if event == "call" and "/cutcard/" in frame.f_code.co_filename:
            self.calls += 1

    async def of(self, asked) -> tuple[int, int]:
        self.calls = self.statements = 0
        sys.setprofile(self._see)
        try:
            message = await asked
        finally:
            sys.setprofile(None)
        assert message.error is not None
        return self.calls, self.statements


def wishes(table: int):
    """Everything that can be asked about a table by its number or its match."""
    for name, one in REQUESTS.items():
        if "ws" in one.dialects and name != "REPORT":
            if "table" in one.shape.__struct_fields__:
                yield name, {"table": table, **ASKED.get(name, {})}, {}
            elif "match_id" in one.shape.__struct_fields__:
                yield name, {}, {"match": f"{table}-1"}
    for name in MOVES:
        yield name, {}, {"match": f"{table}-1"}


def test_a_private_table_is_no_more_work_than_none(inside, ear, monkeypatch):
    async def scene():
        async with inside() as server:
            await server._warming
            ann, bo, eve = [await ear.dial(server.url, name=name) for name in ("Ann", "Bo", "Eve")]
            for _ in range(3):
                await ann.ask("CREATE_TABLE", {"game": "duel", "sit": False})
            made = await ann.ask("CREATE_TABLE", {"game": "duel", "private": True})
            table = made["table"]
            await bo.ask("JOIN_TABLE", {"link": made["link"]})
            for one in (ann, bo):
                await one.ask("GAME_READY_REQUEST", match=made["info"]["match"])
            for n in range(WATCHERS):
                watcher = await ear.dial(server.url, name=f"Fan {n}")
                assert "code" not in await watcher.ask("SPECTATE", {"link": made["link"]})
            work, seen = Work(monkeypatch), {}
            for _ in range(TRIES):
                for number in (table, table + 1000):
                    for name, wish, how in wishes(number):
                        did = await work.of(eve.answer(name, wish, **how))
                        seen.setdefault(name, {}).setdefault(number, []).append(did)
            apart: Counter[str] = Counter()
            for name, by_table in seen.items():
                there, none = [min(tries) for tries in by_table.values()]
                apart[name] = abs(there[0] - none[0])
                assert there[1] == none[1], f"{name}: {there[1]} and {none[1]} statements"
            assert len(seen) >= 20
            assert max(apart.values()) <= SLACK, apart.most_common(5)

    asyncio.run(asyncio.wait_for(scene(), 240))

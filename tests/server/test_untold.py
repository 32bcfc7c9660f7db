"""What anybody asks about tables and events is told when it is on the disk, and not before: a
server that dies has told nobody of what nobody will know."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from cutcard.client import Client, Refused
from cutcard.store.protocol import StoreError
from cutcard.table import figures

from ..events.people import TERMS

SIT = {**TERMS, "format": "sit-and-go"}
HELD = 0.3  # seconds: many times as long as an answer takes


class Disk:
    """The store's writes wait until they are let go, or fail."""

    def __init__(self, store) -> None:
        self._write, self._free = store.write, asyncio.Event()
        self.full = False
        store.write = self.write

    async def write(self, *what):
        await self._free.wait()
        if self.full:
            raise StoreError("planted")
        return await self._write(*what)

    def let_go(self) -> None:
        self._free.set()


@asynccontextmanager
async def people(inside, *names):
    async with inside() as server:
        there = [await Client.connect(server.url, name=name) for name in names]
        yield server, there
        for one in there:
            await one.close()


async def nobody_is_told(asking) -> None:
    done, _ = await asyncio.wait(asking, timeout=HELD)
    assert not done


def play(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 60))


def test_lists_and_tables_tell_who_sits_there_once_it_is_written(inside):
    async def scene():
        async with people(inside, "Ann", "Bo", "Cy", "Di") as (server, (ann, bo, cy, di)):
            table = (await ann.create("duel")).table
            disk = Disk(server.store)
            sits = asyncio.create_task(bo.join(table))
            while server.house.roster(table)[1] is None:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.01)
            asking = [
                asyncio.create_task(cy.request("LIST_TABLES", {})),
                asyncio.create_task(di.request("SPECTATE", {"table": table})),
            ]
            await nobody_is_told([sits, *asking])
            disk.let_go()
            await sits
            listed, seen = await asyncio.gather(*asking)
            assert [one["name"] for one in listed["tables"][0]["roster"]] == ["Ann", "Bo"]
            assert len(seen["info"]["roster"]) == 2

    play(scene())


def test_who_watches_the_list_is_told_what_is_written(inside):
    async def scene():
        async with people(inside, "Ann", "Bo", "Cy") as (server, (ann, bo, cy)):
            table = (await ann.create("duel")).table
            await cy.request("WATCH_TABLES", {})
            server.hall.lobby.board.sweep()
            await asyncio.sleep(0.1)
            cy.notices.clear()
            disk = Disk(server.store)
            sits = asyncio.create_task(bo.join(table))
            while server.house.roster(table)[1] is None:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.01)
            server.hall.lobby.board.touch(table)
            server.hall.lobby.board.sweep()
            await asyncio.sleep(HELD)
            assert "TABLES_CHANGED" not in {kind for kind, _ in cy.notices}
            disk.let_go()
            await sits
            _, told = await cy.notice("TABLES_CHANGED")
            assert len(told["tables"][0]["roster"]) == 2

    play(scene())


def test_an_event_s_seq_is_told_once_its_log_is_written(inside):
    async def scene():
        async with people(inside, "Ann", "Bo", "Cy", "Di") as (server, (ann, bo, cy, di)):
            event = (await ann.request("TOURNAMENT_CREATE", {"terms": SIT}))["event"]
            before = (await cy.request("TOURNAMENT_INFO", {"event": event}))["seq"]
            carried = server.hall.lobby.gallery.holder.live[event]
            disk = Disk(server.store)
            enters = asyncio.create_task(bo.request("TOURNAMENT_REGISTER", {"event": event}))
            while carried.seq == before:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.01)
            asking = [
                asyncio.create_task(cy.request("TOURNAMENT_INFO", {"event": event})),
                asyncio.create_task(di.request("TOURNAMENT_WATCH", {"event": event})),
            ]
            await nobody_is_told([enters, *asking])
            disk.let_go()
            await enters
            for told in await asyncio.gather(*asking):
                assert told["seq"] > before

    play(scene())


def test_what_could_not_be_written_is_told_to_nobody(inside):
    async def scene():
        async with people(inside, "Ann", "Bo", "Cy", "Di") as (server, (ann, bo, cy, di)):
            event = (await ann.request("TOURNAMENT_CREATE", {"terms": SIT}))["event"]
            before = (await cy.request("TOURNAMENT_INFO", {"event": event}))["seq"]
            carried = server.hall.lobby.gallery.holder.live[event]
            disk = Disk(server.store)
            enters = asyncio.create_task(bo.request("TOURNAMENT_REGISTER", {"event": event}))
            while carried.seq == before:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.01)
            asks = asyncio.create_task(cy.request("TOURNAMENT_INFO", {"event": event}))
            await nobody_is_told([enters, asks])
            disk.full = True
            disk.let_go()
            for one in (enters, asks):
                with pytest.raises(Refused) as no:
                    await one
                assert no.value.code == "GAME_ERROR"
            disk.full = False
            while server.hall.lobby.gallery.holder.live[event].broken:  # noqa: ASYNC110 # likewise
                await asyncio.sleep(0.01)
            assert (await di.request("TOURNAMENT_INFO", {"event": event}))["seq"] == before

    play(scene())


def test_nobody_waits_for_ever_for_what_a_table_is(inside, monkeypatch):
    monkeypatch.setattr(figures, "SETTLED", HELD)

    async def scene():
        async with people(inside, "Ann", "Bo", "Cy") as (server, (ann, bo, cy)):
            table = (await ann.create("duel")).table
            disk = Disk(server.store)
            sits = asyncio.create_task(bo.join(table))
            while server.house.is_settled:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.01)
            with pytest.raises(Refused) as no:
                await cy.request("LIST_TABLES", {})
            assert (no.value.code, no.value.message) == ("GAME_ERROR", figures.UNTOLD)
            disk.let_go()
            await sits
            assert (await cy.request("LIST_TABLES", {}))["tables"]

    play(scene())

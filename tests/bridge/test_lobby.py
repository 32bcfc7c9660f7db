"""What concerns people of all workers: one of them has the lobby (rows S22, S23), and no other."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Client, Refused
from cutcard.store.postgres import PostgresStore
from cutcard.store.protocol import StoreError
from cutcard.table.house import House
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings

from ..running import SLOW_ROUNDS, Asker
from .crew import PATIENCE, kill, run, until, worker, workers


async def friends(first, second):
    """Two accounts at two workers, who are friends."""
    ann = await Client.connect(first.url, name="Ann")
    bo = await Client.connect(second.url, name="Bo")
    await ann.sign_up("Annabel", "correct horse")
    await bo.sign_up("Bobby", "correct horse")
    await ann.request("FRIEND_INVITE", {"user": "Bobby"})
    _, invited = await bo.notice("FRIEND_INVITED")
    await bo.request("FRIEND_ACCEPT", {"invite": invited["invite"]})
    await ann.notice("FRIEND_ACCEPTED")
    return ann, bo


def test_s22_one_worker_has_the_lobby_and_the_next_takes_it_when_that_is_killed(database):
    async def scene():
        async with workers(database, 3) as (first, second, third):
            assert [one.bridge.leads for one in (first, second, third)] == [True, False, False]
            await asyncio.sleep(3.5)  # all have looked for as long as a lease lasts
            await kill(first)
            await until(lambda: second.bridge.leads or third.bridge.leads)
            assert second.bridge.leads != third.bridge.leads
            led = second if second.bridge.leads else third
            other = third if led is second else second
            await until(lambda: other.bridge.lead_link() is not None)
            assert other.bridge.lead_link().address == led.bridge.address

    run(scene())


async def leave(server):
    """As a worker does that will stop, and has connections yet."""
    await server.bridge.leave()


@pytest.mark.parametrize("ended", [kill, leave])
def test_s22_the_lobby_is_taken_without_a_look_when_its_worker_is_gone_or_leaves(
    database, monkeypatch, ended
):
    """While who has it is linked with us, the database is asked seldom (here never): a broken link
    or a word of who leaves is enough."""
    monkeypatch.setattr("cutcard.wire.bridge.lead.CALM", 3600.0)

    async def scene():
        async with workers(database) as (first, second):
            await until(lambda: second.bridge.lead._certain)
            await ended(first)
            await until(lambda: second.bridge.leads)

    run(scene())


def test_friends_at_two_workers_see_each_other_come_sit_down_and_go(database):
    async def scene():
        async with workers(database) as (first, second):
            ann, bo = await friends(first, second)
            (seen,) = (await bo.request("FRIENDS"))["friends"]
            assert (seen["name"], seen["online"]) == ("Annabel", True)
            place = await bo.create("duel", options=SLOW_ROUNDS)  # at the second, which leads not

            def at():
                told = [p for kind, p in ann.notices if kind == "PRESENCE"]
                return told[-1].get("table") if told else None

            await until(lambda: at() == place.table)
            with pytest.raises(Refused) as no:
                await ann.request("INVITE_TO_TABLE", {"user": "Bobby", "table": place.table})
            assert no.value.code == "INVALID_PLAYER"
            await bo.request("INVITE_TO_TABLE", {"user": "Annabel", "table": place.table})
            _, asked = await ann.notice("TABLE_INVITED")
            assert asked["table"] == place.table
            await ann.request("SET_NAME", {"name": "Annika"})
            await until(lambda: "Annika" in str(bo.notices))
            await bo.close()
            await until(lambda: _last(ann) == ("PRESENCE", False))
            await ann.close()

    def _last(client):
        told = [(kind, p["online"]) for kind, p in client.notices if kind == "PRESENCE"]
        return told[-1] if told else None

    run(scene())


def test_lists_have_the_tables_of_all_workers_also_over_http(database):
    async def scene():
        async with workers(database) as (first, second):
            ann = await Client.connect(first.url, name="Ann")
            bo = await Client.connect(second.url, name="Bo")
            tables = {(await one.create("duel", options=SLOW_ROUNDS)).table for one in (ann, bo)}

            async def listed(client):
                return {one["table"] for one in await client.tables("duel")}

            async with asyncio.timeout(PATIENCE):
                for client in (ann, bo):
                    while await listed(client) != tables:  # noqa: ASYNC110 # it has none
                        await asyncio.sleep(0.05)
            mine = (await bo.request("MY_TABLES"))["tables"]
            assert [one["table"] for one in mine] == [max(tables)]
            for server in (first, second):
                cy = await asyncio.to_thread(Asker(server).guest, "Cy")
                told = await asyncio.to_thread(cy.ask, "GET", "/api/tables", None, 200)
                assert {one["table"] for one in told["tables"]} == tables
                there = await asyncio.to_thread(cy.ask, "GET", f"/api/tables/{max(tables)}")
                assert there["info"]["roster"][0]["name"] == "Bo"
            sat = await asyncio.to_thread(
                Asker(first, ann.token).ask, "POST", f"/api/tables/{max(tables)}/join", {}, 200
            )
            assert sat["seat"] == 1  # at the second worker's table, asked at the first
            code = await asyncio.to_thread(
                lambda: Asker(second, bo.token).refused(
                    "POST", "/api/tables/99999/join", {}, status=404
                )
            )
            assert code == "GAME_NOT_FOUND"
            for one in (ann, bo):
                await one.close()

    run(scene())


def test_tables_of_which_nothing_was_written_are_shown_again_few_at_a_time(database, monkeypatch):
    """All of them were looked at and told anew four times a second, because moves change `seq`:
    with two workers that was more than a tenth of what a move cost."""

    async def scene():
        async with workers(database) as (_, second):
            bo = await Client.connect(second.url, name="Bo")
            for _ in range(8):
                await bo.create("duel", options=SLOW_ROUNDS)
            lead, rooms = second.bridge.lead, second.hall.lobby.rooms
            await until(lambda: len(lead._sent) == 8 and not lead._old)
            looked, shown = [], rooms.shown

            def look(tables):
                looked.append(set(tables))
                return shown(looked[-1])

            monkeypatch.setattr(rooms, "shown", look)
            await until(lambda: len(set().union(*looked)) == 8)  # each in its turn
            assert max(map(len, looked)) == 1
            await bo.close()

    run(scene())


def test_s23_quick_match_brings_people_of_two_workers_together_also_after_a_kill(database):
    async def scene():
        async with workers(database, 3) as (first, second, third):
            await asyncio.sleep(3.5)
            ann = await Client.connect(second.url, name="Ann")
            await ann.request("QUICK_MATCH", {"game": "duel"})
            await kill(first)  # it had the lobby, and knew of Ann
            bo = await Client.connect(third.url, name="Bo")
            async with asyncio.timeout(PATIENCE):
                await bo.request("QUICK_MATCH", {"game": "duel"})
                found = [(await one.notice("MATCH_FOUND"))[1] for one in (ann, bo)]
                for one, told in zip((ann, bo), found, strict=True):
                    await one.request("QUICK_MATCH_READY", {"match": told["match"]})
                for one in (ann, bo):
                    await one.notice("MATCH_OPENED")
            for one in (ann, bo):
                assert one.reconnects == 0
                await one.close()

    run(scene())


def test_a_session_that_ends_at_one_worker_ends_its_connections_at_all(database):
    async def scene():
        async with workers(database) as (first, second):
            ann = await Client.connect(first.url, name="Ann")
            await ann.sign_up("Annabel", "correct horse")
            again = await Client.connect(second.url, token=ann.token)
            await again.request("LOG_OUT", {"everywhere": True})
            await until(lambda: ann.ended is not None and again.ended is not None)
            assert ann.ended == 4005

    run(scene())


def test_quick_match_finds_a_free_seat_at_a_table_of_another_worker(database):
    async def scene():
        async with workers(database) as (first, second):
            bo = await Client.connect(second.url, name="Bo")
            place = await bo.create("poker", seats=6)  # at the second, which leads not
            await until(lambda: place.table in set(first.hall.lobby.rooms.numbers()))
            ann = await Client.connect(first.url, name="Ann")
            await ann.request("QUICK_MATCH", {"game": "poker", "seats": 6})
            _, told = await ann.notice("MATCH_OPENED")
            assert (told["table"], told["seat"]) == (place.table, 1)
            await until(lambda: place.table in ann.places)
            await ann.say(ann.places[place.table], "found you")
            _, line = await bo.notice("CHAT")
            assert line["text"] == "found you"
            for one in (ann, bo):
                await one.close()

    run(scene())


def test_tables_of_one_host_are_counted_at_all_workers(database):
    async def scene():
        async with workers(database, limits=Limits(rate=1e5, burst=1e5, tables=2)) as both:
            ann = await Client.connect(both[0].url, name="Ann")
            again = await Client.connect(both[1].url, token=ann.token)
            for one in (ann, again):
                await one.request("CREATE_TABLE", {"game": "duel", "sit": False})
            for one in (ann, again):
                with pytest.raises(Refused) as no:
                    await one.request("CREATE_TABLE", {"game": "duel", "sit": False})
                assert no.value.code == "RATE_LIMITED"
                await one.close()

    run(scene())


def test_workers_of_two_machines_that_do_not_reach_each_other_are_refused(database):
    async def scene():
        async with workers(database, 1):
            store = PostgresStore(database)
            store._shift.worker = "elsewhere:1:1"  # as a machine of that name would
            chosen = Settings(port=0, bridge=("127.0.0.1", 0))
            with pytest.raises(StoreError) as no:
                await Server(store, House(store), chosen).start()
            assert "with --bridge" in str(no.value)
            other = await worker(database)  # on the same machine: as ever
            await other.stop()

    run(scene())

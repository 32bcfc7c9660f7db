"""Tables through real sockets: links, kicks, leaving, and spectators who are told later."""

from __future__ import annotations

import asyncio
import http.client
import json

import pytest

from cutcard.client import Client
from cutcard.games.battle import sets

from .company import hears, people, refused, run


@pytest.mark.through
def test_a_private_table_by_its_link(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            made = await ann.request("CREATE_TABLE", {"game": "duel", "private": True})
            table, link = made["table"], made["link"]
            assert len(link) >= 22
            for client in (bo, cy):
                assert table not in [one["table"] for one in await client.tables()]
                await refused("GAME_NOT_FOUND", client.request("JOIN_TABLE", {"table": table}))
                await refused("GAME_NOT_FOUND", client.request("SPECTATE", {"table": table}))
                await refused("GAME_NOT_FOUND", client.request("JOIN_TABLE", {"link": "x" + link}))
            await refused("INVALID_REQUEST", bo.request("JOIN_TABLE", {}))
            told = await bo.request("JOIN_TABLE", {"link": link})
            assert (told["table"], told["seat"], told["link"]) == (table, 1, link)
            watching = await cy.request("SPECTATE", {"link": link})
            assert "link" not in watching
            assert link not in json.dumps(cy.notices)

    run(scene())


def test_the_host_sends_somebody_away(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            place = await ann.create("memory", seats=3)
            await bo.join(place.table)
            await refused("FORBIDDEN", bo.request("KICK", {"table": place.table, "user": ann.user}))
            await refused("INVALID_REQUEST", ann.request("KICK", {"table": place.table}))
            await ann.request("KICK", {"table": place.table, "user": bo.user})
            assert await hears(bo, "KICKED") == {"table": place.table}
            await refused("KICKED", bo.request("JOIN_TABLE", {"table": place.table}))
            await refused("KICKED", bo.request("SPECTATE", {"table": place.table}))
            await cy.spectate(place.table)
            await ann.request("KICK", {"table": place.table, "user": cy.user})
            await hears(cy, "KICKED")
            await refused("KICKED", cy.request("SPECTATE", {"table": place.table}))

    run(scene())


def test_leaving_a_match_keeps_the_seat_and_conceding_ends_it(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, its) = await players.duel(server.url)
            assert (await ann.request("READY", {"table": place.table}))["move"] == "ready"
            await bo.request("READY", {"table": place.table})
            await refused("INVALID_GAME_STATE", bo.request("READY", {"table": place.table}))
            await refused("INVALID_GAME_STATE", bo.request("SIT_OUT", {"table": place.table}))
            await refused("INVALID_GAME_STATE", bo.request("CLAIM", {"table": place.table}))
            await ann.request("LEAVE", {"table": place.table})
            gone = await hears(bo, "PLAYER_DISCONNECTED")
            assert gone["playerId"] == ann.user
            assert not players.over(its)
            await ann.join(place.table)
            assert (await hears(bo, "PLAYER_RECONNECTED"))["playerId"] == ann.user
            await ann.request("LEAVE", {"table": place.table, "concede": True})
            await players.until(lambda: players.over(its))

    run(scene())


def test_sitting_out_is_the_games_own_move(inside):
    async def scene():
        async with inside() as server:
            ann = (await people(server, "Ann", legal=True))[0]
            place = await ann.create("guandan")
            await ann.request("FILL", {"table": place.table})
            while not place.asides:
                await ann.turn()
            assert (await ann.request("SIT_OUT", {"table": place.table}))["move"] == "auto"
            assert (await ann.request("SIT_IN", {"table": place.table}))["move"] == "back"

    run(scene())


def test_a_spectator_is_told_later_by_the_clock(inside, players):
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann", legal=True)
            watcher = await Client.connect(server.url, name="Watcher")
            wish = {"options": players.slow_rounds, "bots": {"1": "random"}}
            place = await ann.create("duel", spectatorDelaySeconds=2, **wish)
            seen = await watcher.spectate(place.table)
            began = asyncio.get_running_loop().time()
            await ann.play(place, "ready")
            told = place.seq
            assert (seen.seq, seen.view) == (0, {})
            info = (await watcher.tables())[0]
            assert info["spectatorDelaySeconds"] == 2
            assert info.get("seq", 0) == 0
            await watcher.until(seen, told)
            assert asyncio.get_running_loop().time() - began >= 2
            assert seen.seat is None
            later = await Client.connect(server.url, name="Later", packed=True)
            again = await later.spectate(place.table)
            assert again.seq == told
            assert again.view == seen.view

    run(scene())


def test_a_private_table_is_watched_again_after_a_lost_connection(inside):
    async def scene():
        async with inside() as server:
            ann, cy = await people(server, "Ann", "Cy")
            place = await ann.create("duel", private=True)
            assert place.link
            seen = await cy.spectate(link=place.link)
            cy._line.close()
            async with asyncio.timeout(10):
                while not cy.reconnects:
                    await cy.turn()
            bo = (await people(server, "Bo"))[0]
            await bo.join(link=place.link)
            await cy.until(seen, 1)

    run(scene())


def test_no_way_around_the_delay_over_http(inside, players):
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            cy = (await people(server, "Cy"))[0]
            wish = {"bots": {"1": "random"}, "options": players.slow_rounds}
            place = await ann.create("duel", spectatorDelaySeconds=2, **wish)
            await ann.play(place, "ready")
            await ann.leave(place, concede=True)
            await ann.request("PING")

            async def ask(path, token):
                return await asyncio.to_thread(fetched, server.port, path, token)

            deal = f"/api/deals/{place.table}/1"
            assert (await ask(deal, ann.token))[0] == 200
            assert (await ask(deal, cy.token))[0] != 200
            assert (await ask("/api/deals", cy.token))[1]["deals"] == []
            assert len((await ask("/api/deals", ann.token))[1]["deals"]) == 1
            listed = (await ask("/api/tables", cy.token))[1]["tables"][0]
            assert (listed["status"], listed.get("seq", 0)) == ("IN_PROGRESS", 0)
            await asyncio.sleep(2.2)
            assert (await ask(deal, cy.token))[0] == 200

    run(scene())


def fetched(port, path, token):
    """Status and body of a GET."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    link.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    answer = link.getresponse()
    body = json.loads(answer.read())
    link.close()
    return answer.status, body


def test_a_table_by_a_private_link_is_casual(inside):
    """Issue 13, 19."""

    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            wish = {"game": "duel", "ranked": True, "private": True}
            no = await refused("INVALID_REQUEST", ann.request("CREATE_TABLE", wish))
            assert "casual" in no.message

    run(scene())


def test_a_table_with_an_uploaded_card_set_is_casual(inside):
    """Issue 13, 19: the same cards, but a file of one's own, by all three ways to a match."""
    line = sets.pack(sets.STARTER.read_text(encoding="utf-8"))
    wish = {"game": "battle", "options": {"cardSet": line}}

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            challenge = {**wish, "user": bo.user, "ranked": True}
            for name, ranked in (
                ("CREATE_TABLE", {**wish, "ranked": True}),
                ("CHALLENGE", challenge),
                ("QUICK_MATCH", {**wish, "ranked": True}),
            ):
                no = await refused("INVALID_REQUEST", ann.request(name, ranked))
                assert "casual" in no.message, name
            assert not (await ann.request("QUICK_MATCH", wish))["ranked"]
            await ann.request("QUICK_MATCH_CANCEL", {})
            made = await ann.request("CREATE_TABLE", wish)
            assert "ranked" not in made["info"]
            usual = await bo.request("CREATE_TABLE", {"game": "battle", "ranked": True})
            assert usual["info"]["ranked"]

    run(scene())

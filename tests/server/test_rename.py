"""A new name on the wire: at the tables, to friends and on all of one's connections at once."""

from __future__ import annotations

import asyncio
import json

from cutcard.client import Client, PacketClient
from cutcard.wire.tcp.ports import TcpSettings

from ..bridging import door
from .company import hears, refused, run

FORM = {"user": "Ann", "password": "correct horse"}


def test_a_new_name_is_known_at_the_tables_and_to_friends(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = [await Client.connect(server.url, name=n) for n in ("Ann", "Bo", "Cy")]
            await ann.request("FRIEND_INVITE", {"user": cy.user})
            await cy.request("FRIEND_INVITE", {"user": ann.user})
            place = await ann.create("memory", seats=3, private=True)
            told = await ann.request("SET_NAME", {"name": " Anna "})
            assert told == {"userId": ann.user, "name": "Anna", "guest": True}
            heard = await hears(cy, "PRESENCE")
            assert heard == {"userId": ann.user, "name": "Anna", "online": True}
            link = (await ann.request("JOIN_TABLE", {"table": place.table}))["link"]
            other = await bo.join(link=link)
            assert [one["name"] for one in other.players] == ["Anna", "Bo"]
            await bo.request("SET_NAME", {"name": "Bob"})
            roster = await hears(ann, "ROSTER")
            while roster["players"][-1]["name"] != "Bob":
                roster = await hears(ann, "ROSTER")
            await bo.request("CHAT", {"table": place.table, "text": "hello"})
            assert (await hears(ann, "CHAT"))["name"] == "Bob"

    run(scene())


def test_all_connections_of_somebody_hear_it(inside):
    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            one = await Client.connect(server.url, name="Gus")
            token = (await one.request("SIGN_UP", FORM))["token"]
            two = await Client.connect(server.url, token=token)
            bo = await Client.connect(server.url, name="Bo")
            await one.request("FRIEND_INVITE", {"user": bo.user})
            await bo.request("FRIEND_INVITE", {"user": one.user})
            tcp = await PacketClient.connect(
                "127.0.0.1", server.tcp_port, FORM["user"], FORM["password"]
            )
            await one.request("SET_NAME", {"name": "Anna"})
            assert await hears(two, "RENAMED") == {
                "userId": one.user,
                "name": "Anna",
                "guest": False,
            }
            place = await two.create("memory", seats=3)
            assert [player["name"] for player in place.players] == ["Anna"]
            await two.request("INVITE_TO_TABLE", {"user": bo.user, "table": place.table})
            assert (await hears(bo, "TABLE_INVITED"))["name"] == "Anna"
            (line,) = door(server).desk.lines
            assert line.user.name == "Anna"
            await tcp.close()

    run(scene())


def test_a_name_is_refused_as_at_sign_up(inside):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, name="Gus")
            await ann.request("SIGN_UP", FORM)
            gus = await Client.connect(server.url, name="Gus")
            await refused("NAME_TAKEN", gus.request("SET_NAME", {"name": "ann"}))
            await refused("INVALID_REQUEST", gus.request("SET_NAME", {"name": " "}))
            await refused("INVALID_REQUEST", gus.request("SET_NAME", {}))
            for name in "ABC":
                await gus.request("SET_NAME", {"name": name})
            await refused("RATE_LIMITED", gus.request("SET_NAME", {"name": "D"}))

    run(scene())


def test_over_http(inside, fetch):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, name="Gus")
            token = (await ann.request("SIGN_UP", FORM))["token"]
            assert (await hears(ann, "RENAMED"))["name"] == "Ann"  # who signs up is renamed too

            async def post(name):
                answer, text = await asyncio.to_thread(
                    fetch,
                    server,
                    "POST",
                    "/api/me/name",
                    {"name": name},
                    Authorization=f"Bearer {token}",
                )
                return answer.status, json.loads(text)

            status, me = await post("Anna")
            assert (status, me["name"], me["balance"]) == (200, "Anna", 10_000)
            assert (await hears(ann, "RENAMED"))["name"] == "Anna"
            assert (await ann.request("PROFILE", {}))["profile"]["name"] == "Anna"
            assert (await post(""))[0] == 400

    run(scene())

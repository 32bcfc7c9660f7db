"""What friends are told of each other: coming and going, sitting down and leaving."""

from __future__ import annotations

from cutcard.client import Client

from .company import hears, run, said


async def friends(server, *names):
    """People of whom the first is everybody's friend."""
    first, *others = [await Client.connect(server.url, name=name) for name in names]
    for other in others:
        await first.request("FRIEND_INVITE", {"user": other.user})
        await other.request("FRIEND_INVITE", {"user": first.user})
    return first, *others


def test_friends_hear_who_sits_down_and_leaves(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await friends(server, "Ann", "Bo")
            place = await ann.create("memory", seats=3)
            about = {"userId": ann.user, "name": "Ann", "online": True}
            assert await hears(bo, "PRESENCE") == {**about, "table": place.table}
            await bo.join(place.table)
            assert (await hears(ann, "PRESENCE"))["table"] == place.table
            await ann.request("LEAVE", {"table": place.table})
            assert await hears(bo, "PRESENCE") == about
            (seen,) = (await bo.request("FRIENDS", {}))["friends"]
            assert seen == about

    run(scene())


def test_private_tables_are_never_named_and_the_blocked_hear_nothing(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await friends(server, "Ann", "Bo", "Cy")
            eve = await Client.connect(server.url, name="Eve")
            await ann.request("BLOCK", {"user": cy.user})
            hidden = await ann.create("memory", seats=3, private=True)
            await ann.request("LEAVE", {"table": hidden.table})
            shown = await ann.create("memory", seats=3)
            assert (await hears(bo, "PRESENCE"))["table"] == shown.table
            assert said(bo, "PRESENCE") == []
            for other in (cy, eve):
                await other.request("PING")
                assert said(other, "PRESENCE") == []

    run(scene())


def test_a_match_that_ends_with_its_table_takes_both_from_it(inside, monkeypatch):
    monkeypatch.setattr("cutcard.table.patience.REMATCH", 200)

    async def scene():
        async with inside() as server:
            ann, bo = await friends(server, "Ann", "Bo")
            place = await ann.create("duel")
            await bo.join(place.table)
            assert (await hears(bo, "PRESENCE"))["table"] == place.table
            assert (await hears(ann, "PRESENCE"))["table"] == place.table
            await ann.request("LEAVE", {"table": place.table, "concede": True})
            assert "table" not in await hears(bo, "PRESENCE")
            assert "table" not in await hears(ann, "PRESENCE")

    run(scene())

"""The tricks by which somebody would rise without playing (docs/rules/arena.md A3, A29): guests who
give up, tables found by a private link, odd options. They earn no rating, no place on a board,
no points of a season; private tables no streak and no achievement either, and no stranger sees
them in the figures."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from cutcard.client import Client, Refused
from cutcard.lobby.forms import SignUp
from cutcard.lobby.scorer import recounted

from ..running import Players, here
from .company import PASSWORD, hears, run

ODD = {"roundTimeoutMs": 600_000, "readyTimeoutMs": 600_000}


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def inside(request, tmp_path):
    """A server on each store there is."""
    if request.param == "SQLite":
        return partial(here, tmp_path / "inside.db")
    return partial(here, request.getfixturevalue("database"))


async def account(server, name):
    await server.accounts.create(SignUp(name, PASSWORD))
    _, token = await server.accounts.log_in(name, PASSWORD)
    return await Client.connect(server.url, token=token, legal=True)


async def won_by_giving_up(winner, loser, **wish):
    """A Duel whose guest gives up once it has begun; the table."""
    place = await winner.create("duel", **wish)
    private = wish.get("private")
    other = await loser.join(None if private else place.table, link=place.link if private else None)
    for client, mine in ((winner, place), (loser, other)):
        await client.request("READY", {"table": mine.table})
    await Players.until(lambda: place.view.get("status") == "IN_PROGRESS", 60)
    await loser.request("LEAVE", {"table": place.table, "concede": True})
    await Players.until(lambda: place.view.get("status") == "COMPLETED", 60)
    return place.table


async def earned(asker, user):
    """What others see of somebody."""
    profile = (await asker.request("PROFILE", {"user": user}))["profile"]
    board = (await asker.request("LEADERBOARD", {"game": "duel"}))["rows"]
    assert user not in [row["userId"] for row in board]
    names = ("ratings", "standings", "seasonPoints")
    return {name: profile[name] for name in names if profile.get(name)}


async def counted(server):
    """Everything that ended is counted, and made again from the log it is the same."""
    while await server.store.uncounted():  # noqa: ASYNC110 # what is looked at has no event
        await asyncio.sleep(0.05)
    _, _, differ = await recounted(server.store)
    assert differ == []


def test_A29_guests_who_give_up_earn_an_account_nothing(inside):
    async def scene():
        async with inside() as server:
            ada = await account(server, "Ada")
            for number in range(3):
                guest = await Client.connect(server.url, name=f"Gus {number}", legal=True)
                await won_by_giving_up(ada, guest, ranked=True)
                assert (await hears(ada, "MATCH_NOT_RATED"))["reason"] == "GUEST"
                await guest.close()
            await counted(server)
            assert await earned(ada, ada.user) == {}
            await ada.close()

    run(scene())


def test_A3_odd_options_are_never_ranked_and_earn_nothing(inside):
    async def scene():
        async with inside() as server:
            ada, bob = await account(server, "Ada"), await account(server, "Bob")
            with pytest.raises(Refused, match="standard options"):
                await ada.create("duel", ranked=True, options=ODD)
            for _ in range(2):
                await won_by_giving_up(ada, bob, options=ODD)
            await counted(server)
            assert await earned(bob, ada.user) == {}
            (sums,) = (await bob.request("PLAYER_STATS", {"user": ada.user}))["sums"]
            assert sums["mode"] == ""  # apart from what is played as the book has it
            await ada.close(), await bob.close()

    run(scene())


def test_A3_A82_A88_private_tables_earn_nothing_and_strangers_do_not_see_them(inside):
    async def scene():
        async with inside() as server:
            ada, bob = await account(server, "Ada"), await account(server, "Bob")
            eve = await Client.connect(server.url, name="Eve")
            with pytest.raises(Refused, match="private link is casual"):
                await ada.create("duel", ranked=True, private=True)
            for _ in range(3):
                await won_by_giving_up(ada, bob, private=True)
            await counted(server)
            assert await earned(eve, ada.user) == {}
            asked = {"user": ada.user, "versus": bob.user}
            seen = await eve.request("PLAYER_STATS", asked)
            assert (seen["sums"], seen["streaks"], seen.get("versus", [])) == ([], [], [])
            profile = (await ada.request("PROFILE", {"user": ada.user}))["profile"]
            assert not profile.get("achievements")
            own = await ada.request("PLAYER_STATS", asked)
            ((sums,), streaks) = own["sums"], own["streaks"]
            assert sums["private"]
            assert sums["counters"]["matches"] == sums["counters"]["won"] == 3
            assert streaks == []
            told = [await one.request("PLAYER_STATS", asked) for one in (ada, bob)]
            assert [one["versus"][0]["won"] for one in told] == [3, 3]
            assert (await bob.request("PLAYER_STATS", {"user": ada.user}))["sums"] == []

            await won_by_giving_up(ada, bob)  # in public it counts from here on
            await counted(server)
            seen = await eve.request("PLAYER_STATS", asked)
            (sums,) = seen["sums"]
            assert (sums["counters"]["matches"], sums.get("private", False)) == (1, False)
            assert [(one["now"], one["best"]) for one in seen["streaks"]] == [(1, 1)]
            assert [one["won"] for one in seen["versus"]] == [1]
            profile = (await eve.request("PROFILE", {"user": ada.user}))["profile"]
            assert "duel.first-win" in {one["id"] for one in profile["achievements"]}
            for one in (ada, bob, eve):
                await one.close()

    run(scene())

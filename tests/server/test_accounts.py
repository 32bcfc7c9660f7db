"""Accounts through real sockets: guests who stay, logins, and who may ask at all."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Client, Refused
from cutcard.store.people import Credentials
from cutcard.store.protocol import Standing
from cutcard.store.standings import Fold
from cutcard.table.house import epoch_ms

from .company import PASSWORD, Asking, hears, people, refused, run


@pytest.fixture
def line():
    return lambda url: Asking().dial(url)


def test_a_guest_becomes_an_account_and_stays_who_he_is(inside):
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Annie")
            place = await ann.create("duel")
            form = {"user": "Ann", "password": PASSWORD, "email": "ann@example.org"}
            told = await ann.request("SIGN_UP", form)
            assert (told["userId"], told["name"], told["guest"]) == (ann.user, "Ann", False)
            await refused("INVALID_REQUEST", ann.request("SIGN_UP", {**form, "user": "Ann2"}))
            again = await Client.connect(server.url, token=told["token"])
            assert again.user == ann.user
            mine = (await again.request("MY_TABLES", {}))["tables"]
            assert [one["table"] for one in mine] == [place.table]
            assert mine[0]["roster"][0]["name"] == "Ann"
            profile = (await again.request("PROFILE", {}))["profile"]
            assert (profile["email"], profile["balance"]) == ("ann@example.org", 10_000)
            bo = (await people(server, "Bo"))[0]
            seen = (await bo.request("PROFILE", {"user": "ANN"}))["profile"]
            assert seen["id"] == ann.user
            assert not {"email", "balance", "phone", "dob"} & set(seen)
            changed = await again.request("SET_PROFILE", {"country": "NZ"})
            assert changed["profile"]["country"] == "NZ"
            await refused("NO_SUCH_PLAYER", bo.request("PROFILE", {"user": "nobody"}))

    run(scene())


def test_log_in_change_the_password_log_out(inside, line):
    async def scene():
        async with inside() as server:
            first = await line(server.url)
            await first.ask("SIGN_UP", {"user": "Ann", "password": PASSWORD})
            second = await line(server.url)
            wrong = await second.ask("LOG_IN", {"user": "Ann", "password": "no"})
            nobody = await second.ask("LOG_IN", {"user": "Nobody", "password": "no"})
            assert wrong["error"] == nobody["error"]
            told = await second.ask("LOG_IN", {"user": "ann", "password": PASSWORD})
            assert told["payload"]["guest"] is False
            change = {"old": PASSWORD, "new": "battery staple"}
            assert (await second.ask("CHANGE_PASSWORD", change))["type"] == "CHANGE_PASSWORD_ACK"
            token = told["payload"]["token"]
            assert (await second.ask("LOG_OUT", {}))["type"] == "LOG_OUT_ACK"
            assert await second.closed() == 4005
            with pytest.raises(Refused, match="NOT_AUTHENTICATED"):
                await Client.connect(server.url, token=token)
            third = await line(server.url)
            old = await third.ask("LOG_IN", {"user": "Ann", "password": PASSWORD})
            assert old["error"]["code"] == "INVALID_CREDENTIALS"
            await third.ask("LOG_IN", {"user": "Ann", "password": "battery staple"})
            fourth = await line(server.url)
            await fourth.ask("LOG_IN", {"user": "Ann", "password": "battery staple"})
            assert (await third.ask("LOG_OUT", {"everywhere": True}))["type"] == "LOG_OUT_ACK"
            assert (await fourth.closed(), await third.closed()) == (4005, 4005)

    run(scene())


def test_the_leaderboard_of_a_game(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, other) = await players.duel(server.url, ranked=True)
            both = (players.play_out(ann, place), players.play_out(bo, other))
            await asyncio.gather(*both, hears(ann, "RATING_CHANGE"))
            told = await ann.request("LEADERBOARD", {"game": "duel"})
            assert told == {"rows": []}  # A61: guests, and provisional
            store, now, held = server.house.store, epoch_ms(), {}
            for number in range(1, 4):
                who = Credentials(f"Acc {number}", f"acc {number}", "x")
                person = await store.create_account(who, {}, chips=0)
                held[person.id, "duel/HAND"] = Standing(1500.0 - number, 10, last=now)
            held[person.id, "duel/QUICK"] = Standing(1300.0, 10, last=now)
            await store.put_fold(Fold(held, {}, {}, []))
            hand = {"game": "duel", "mode": "HAND"}
            told = await bo.request("LEADERBOARD", hand | {"from": 2, "limit": 1})
            assert told["next"] == 3
            (row,) = told["rows"]
            assert (row["rank"], row["name"], row["rating"]) == (2, "Acc 2", 1498)
            assert set(row) == {"rank", "userId", "name", "rating", "games"}
            assert (await ann.request("LEADERBOARD", hand | {"friends": True})) == {"rows": []}
            assert not (await ann.request("LEADERBOARD", hand | {"season": "2020-Q1"}))["rows"]
            await refused("INVALID_REQUEST", ann.request("LEADERBOARD", {"game": "whist"}))

    run(scene())


def test_every_request_of_the_lobby_needs_a_name_first(inside, line):
    async def scene():
        async with inside() as server:
            one = await line(server.url)
            for kind in (
                "CHAT",
                "FRIENDS",
                "QUICK_MATCH",
                "CHALLENGE",
                "KICK",
                "MY_TABLES",
                "PROFILE",
            ):
                told = await one.ask(kind, {"table": 1, "text": "x", "user": "x", "game": "duel"})
                assert told["error"]["code"] == "NOT_AUTHENTICATED"

    run(scene())

"""How players find each other through real sockets: quick matches and challenges."""

from __future__ import annotations

import asyncio

from cutcard.client import Client
from cutcard.lobby import matchmaker as matchmaker_module

from .company import PASSWORD, hears, people, refused, run, said


def test_quick_match_brings_two_together_at_a_table(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            told = await ann.request("QUICK_MATCH", {"game": "duel"})
            assert (told["waiting"], told["rating"], told["others"]) == (True, 1200, 0)
            await refused("ALREADY_WAITING", ann.request("QUICK_MATCH", {"game": "duel"}))
            await cy.request("QUICK_MATCH", {"game": "duel", "options": {"maxRounds": 1}})
            await bo.request("QUICK_MATCH", {"game": "duel", "options": {}})
            found = [await hears(one, "MATCH_FOUND") for one in (ann, bo)]
            assert {one["seat"] for one in found} == {0, 1}
            table = found[0]["table"]
            assert found[1]["table"] == table
            await players.until(lambda: table in ann.places and table in bo.places)
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_CANCEL", {}))
            await cy.request("QUICK_MATCH_CANCEL", {})
            assert said(cy, "MATCH_FOUND") == []
            await refused("INVALID_REQUEST", cy.request("QUICK_MATCH", {"game": "whist"}))
            alone = {"game": "memory", "seats": 1}
            await refused("INVALID_REQUEST", cy.request("QUICK_MATCH", alone))
            await refused(
                "INVALID_REQUEST", cy.request("QUICK_MATCH", {"game": "duel", "seats": 9})
            )

    run(scene())


def test_who_is_gone_waits_no_more(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            await ann.request("QUICK_MATCH", {"game": "duel"})
            await ann.close()
            matchmaker = server.hall.lobby.matchmaker
            await players.until(lambda: len(matchmaker.quick) == 0)
            assert (await bo.request("QUICK_MATCH", {"game": "duel"}))["others"] == 0
            await asyncio.sleep(0.2)
            assert said(bo, "MATCH_FOUND") == []

    run(scene())


def test_bots_are_offered_to_who_waits_alone(inside, players, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.quick.BOTS_AFTER", 300)
    monkeypatch.setattr(matchmaker_module, "TELL_EVERY", 300)

    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_BOTS", {}))
            await ann.request("QUICK_MATCH", {"game": "duel"})
            assert await hears(ann, "QUICK_MATCH_BOTS_OFFERED") == {"game": "duel"}
            waiting = await hears(ann, "QUICK_MATCH_WAITING")
            assert waiting["waitedMs"] >= 300
            assert waiting["window"] > 100
            await ann.request("QUICK_MATCH_BOTS", {})
            found = await hears(ann, "MATCH_FOUND")
            assert [one["bot"] for one in found["info"]["roster"]] == [False, True]
            await players.until(lambda: found["table"] in ann.places)

    run(scene())


def test_quick_match_at_an_open_table_finds_a_free_seat(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            place = await ann.create("poker")
            told = await bo.request("QUICK_MATCH", {"game": "poker"})
            assert told == {"waiting": False}
            assert (await hears(bo, "MATCH_FOUND"))["table"] == place.table

    run(scene())


def test_a_challenge_is_accepted_declined_taken_back(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            wish = {"user": bo.user, "game": "duel", "options": {"maxRounds": 1}}
            made = await ann.request("CHALLENGE", wish)
            assert 59_000 < made["inMs"] <= 60_000
            asked = await hears(bo, "CHALLENGED")
            assert (asked["from"], asked["name"], asked["game"]) == (ann.user, "Ann", "duel")
            assert asked["options"]["maxRounds"] == 1
            await refused("ALREADY_SENT", ann.request("CHALLENGE", wish))
            await refused("NO_SUCH_CHALLENGE", cy.request("CHALLENGE_ACCEPT", {"challenge": 1}))
            told = await bo.request("CHALLENGE_ACCEPT", {"challenge": asked["challenge"]})
            accepted = await hears(ann, "CHALLENGE_ACCEPTED")
            assert (accepted["table"], accepted["seat"], told["seat"]) == (told["table"], 0, 1)
            await players.until(lambda: {told["table"]} == set(ann.places) == set(bo.places))
            assert told["table"] not in [one["table"] for one in await cy.tables()]
            again = await cy.request("CHALLENGE", {"user": bo.user, "game": "memory"})
            await bo.request("CHALLENGE_DECLINE", {"challenge": again["challenge"]})
            assert await hears(cy, "CHALLENGE_DECLINED") == {"challenge": again["challenge"]}
            third = await cy.request("CHALLENGE", {"user": bo.user, "game": "memory"})
            await cy.request("CHALLENGE_CANCEL", {"challenge": third["challenge"]})
            for one in (bo, cy):
                await hears(one, "CHALLENGE_CANCELLED")
            await refused("NO_SUCH_PLAYER", cy.request("CHALLENGE", {**wish, "user": "who"}))
            await refused("INVALID_REQUEST", cy.request("CHALLENGE", {**wish, "user": cy.user}))
            fourth = await cy.request("CHALLENGE", {"user": ann.user, "game": "memory"})
            await ann.close()
            assert (await hears(cy, "CHALLENGE_CANCELLED"))["challenge"] == fourth["challenge"]
            await refused("NOT_ONLINE", cy.request("CHALLENGE", {**wish, "user": ann.user}))

    run(scene())


def test_a_challenge_expires(inside, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.challenge.STANDS", 200)

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            made = await ann.request("CHALLENGE", {"user": bo.user, "game": "duel"})
            for one in (ann, bo):
                assert (await hears(one, "CHALLENGE_EXPIRED"))["challenge"] == made["challenge"]

    run(scene())


def test_the_client_signs_up_logs_in_and_finds_matches(inside, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.quick.BOTS_AFTER", 100)

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Guest A", "Guest B")
            await ann.sign_up("Ann", PASSWORD, country="NZ")
            assert ann.name == "Ann"
            again = await Client.connect(server.url, name="ann", password=PASSWORD, legal=True)
            assert (again.user, again.legal) == (ann.user, True)
            await ann.close()
            mine, its = await asyncio.gather(again.quick_match("duel"), bo.quick_match("duel"))
            assert mine.table == its.table
            assert mine.legal
            await bo.say(its, "hello")
            assert (await again.notice("CHAT"))[1]["text"] == "hello"
            await again.leave(mine, concede=True)
            asked = asyncio.create_task(bo.challenge("Ann", "memory"))
            _, told = await again.notice("CHALLENGED")
            theirs = await again.accept(told["challenge"])
            place = await asked
            assert place.table == theirs.table
            asked = asyncio.create_task(bo.challenge("Ann", "memory"))
            _, told = await again.notice("CHALLENGED")
            await again.request("CHALLENGE_DECLINE", {"challenge": told["challenge"]})
            assert await asked is None
            alone = await bo.quick_match("duel", {"maxRounds": 2}, bots=True)
            assert [one["bot"] for one in alone.players] == [False, True]

    run(scene())

"""How players find each other through real sockets: quick matches and challenges."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Client
from cutcard.wire.limits import Limits

from .company import PASSWORD, hears, people, refused, run, said

DUEL = {"game": "duel"}


async def both_are_ready(*clients):
    """They are asked, say yes, and are told of their table."""
    for one in clients:
        match = (await hears(one, "MATCH_FOUND"))["match"]
        await one.request("QUICK_MATCH_READY", {"match": match})
    return [await hears(one, "MATCH_OPENED") for one in clients]


def test_quick_match_brings_two_together_at_a_table(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            told = await ann.request("QUICK_MATCH", {"game": "duel"})
            assert (told["waiting"], told["rating"], told["others"]) == (True, 1200, 0)
            await refused("ALREADY_WAITING", ann.request("QUICK_MATCH", {"game": "duel"}))
            await cy.request("QUICK_MATCH", {"game": "duel", "options": {"maxRounds": 1}})
            await bo.request("QUICK_MATCH", {"game": "duel", "options": {}})
            found = await both_are_ready(ann, bo)
            assert {one["seat"] for one in found} == {0, 1}
            assert found[0]["info"]["ranked"]
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


def test_A13_A20_a_match_found_asks_both_and_tells_their_ratings(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            for one in (ann, bo):
                await one.request("QUICK_MATCH", DUEL)
            found = await hears(ann, "MATCH_FOUND")
            assert set(found) == {
                *("game", "match", "seat", "ranked", "ratings", "readyDeadline", "inMs")
            }
            assert (found["ratings"], found["ranked"]) == ([1200, 1200], True)
            assert 9_000 < found["inMs"] <= 10_000
            assert found["readyDeadline"] > 1_700_000_000_000
            wrong = {"match": found["match"] + 1}
            await refused("INVALID_REQUEST", ann.request("QUICK_MATCH_READY", wrong))
            await refused("ALREADY_WAITING", ann.request("QUICK_MATCH", DUEL))
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_BOTS", {}))
            await ann.request("QUICK_MATCH_READY", {"match": found["match"]})
            await ann.request("PING")
            assert said(ann, "MATCH_OPENED") == []  # bo has not said yes
            await bo.request("QUICK_MATCH_READY", {"match": found["match"]})
            tables = [(await hears(one, "MATCH_OPENED"))["table"] for one in (ann, bo)]
            assert tables[0] == tables[1]

    run(scene())


def test_A13_A14_who_is_not_ready_waits_and_the_others_are_back(inside, monkeypatch):
    async def decline(bo, match):
        await bo.request("QUICK_MATCH_DECLINE", match)
        return bo

    async def cancel(bo, match):
        await bo.request("QUICK_MATCH_CANCEL", {})
        return bo

    async def go(bo, match):
        await bo.close()
        return await Client.connect(bo.url, name="Bo", token=bo.token)

    async def say_nothing(bo, match):
        told = await hears(bo, "MATCH_NOT_READY")
        assert (told["waiting"], 29_000 < told["inMs"] <= 30_000) == (False, True)
        return bo

    async def scene():
        async with inside() as server:
            ann, cy = await people(server, "Ann", "Cy")
            await ann.request("QUICK_MATCH", DUEL)
            for how in (decline, cancel, go, say_nothing):
                monkeypatch.setattr(
                    "cutcard.arena.pool.READY", 300 if how is say_nothing else 10_000
                )
                (bo,) = await people(server, "Bo")
                await bo.request("QUICK_MATCH", DUEL)
                match = {"match": (await hears(ann, "MATCH_FOUND"))["match"]}
                await ann.request("QUICK_MATCH_READY", match)
                await hears(bo, "MATCH_FOUND")
                bo = await how(bo, match)
                assert await hears(ann, "MATCH_NOT_READY") == {"game": "duel", "waiting": True}
                no = await refused("MATCH_COOLDOWN", bo.request("QUICK_MATCH", DUEL))
                assert 0 < no.details["inMs"] <= 30_000
                await refused("ALREADY_WAITING", ann.request("QUICK_MATCH", DUEL))
            monkeypatch.setattr("cutcard.arena.pool.READY", 10_000)
            await cy.request("QUICK_MATCH", DUEL)
            opened = await both_are_ready(ann, cy)
            assert opened[0]["table"] == opened[1]["table"]

    run(scene())


def test_A2_who_plays_a_ranked_match_looks_for_no_other(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            for one in (ann, bo):
                await one.request("QUICK_MATCH", DUEL)
            table = (await both_are_ready(ann, bo))[0]["table"]
            await players.until(lambda: table in ann.places)
            await refused("ALREADY_PLAYING", ann.request("QUICK_MATCH", DUEL))
            await refused("ALREADY_PLAYING", ann.request("QUICK_MATCH", {"game": "memory"}))
            server.hall.lobby.matchmaker.pool.playing.clear()  # as after a restart
            await refused("ALREADY_PLAYING", ann.request("QUICK_MATCH", DUEL))
            await ann.request("LEAVE", {"table": table, "concede": True})
            assert (await ann.request("QUICK_MATCH", DUEL))["waiting"]

    run(scene())


def test_A9_two_who_have_just_met_meet_others_first(inside, players):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy", legal=True)
            pool = server.hall.lobby.matchmaker.pool
            for one in (ann, bo):
                await one.request("QUICK_MATCH", DUEL)
            table = (await both_are_ready(ann, bo))[0]["table"]
            await players.until(lambda: table in ann.places and table in bo.places)
            both = [players.play_out(one, one.places[table]) for one in (ann, bo)]
            await asyncio.gather(*both, hears(ann, "RATING_CHANGE"))
            assert pool.last == {ann.user: bo.user, bo.user: ann.user}
            pool.next_pass = 10**15  # all three are there before the next pass
            for one in (ann, bo, cy):
                await one.request("QUICK_MATCH", DUEL)
            pool.next_pass = 0
            server.hall.lobby.matchmaker.look()
            found = await hears(cy, "MATCH_FOUND")
            assert found["ranked"]
            assert [said(one, "MATCH_FOUND") for one in (ann, bo)].count([]) == 1

    run(scene())


def test_A5_A6_own_ranges_hold_and_a_casual_match_is_offered_and_taken(inside, monkeypatch):
    monkeypatch.setattr("cutcard.arena.pool.CASUAL_AFTER", 300)

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            await ann.request("QUICK_MATCH", {**DUEL, "ratingRange": [1300, 2000]})
            assert not (await bo.request("QUICK_MATCH", {**DUEL, "ranked": False}))["ranked"]
            assert await hears(ann, "QUICK_MATCH_CASUAL_OFFERED") == DUEL
            await ann.request("QUICK_MATCH_CANCEL", {})
            await ann.request("QUICK_MATCH", DUEL)
            await hears(ann, "QUICK_MATCH_CASUAL_OFFERED")
            await ann.request("QUICK_MATCH_CASUAL", {})
            opened = await both_are_ready(ann, bo)
            assert "ranked" not in opened[0]["info"]
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_CASUAL", {}))

    run(scene())


def test_A19_who_comes_from_one_address_meets_in_casual_pools_only(inside):
    async def scene():
        async with inside(Limits(limit_loopback=True, distinct_addresses=True)) as server:
            ann, bo = await people(server, "Ann", "Bo")
            for one in (ann, bo):
                assert (await one.request("QUICK_MATCH", DUEL))["ranked"]
            maker = server.hall.lobby.matchmaker
            maker.pool.next_pass = 0
            maker.look()
            assert not maker.pool.checks
            for one in (ann, bo):
                await one.request("QUICK_MATCH_CASUAL", {})
            opened = await both_are_ready(ann, bo)
            assert "ranked" not in opened[0]["info"]

    run(scene())


def test_A16_an_estimate_is_told_when_there_is_one(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            wish = {**DUEL, "ranked": False}
            for _ in range(3):
                for one in (ann, bo):
                    told = await one.request("QUICK_MATCH", wish)
                    assert "estimateMs" not in told
                await both_are_ready(ann, bo)
            told = await cy.request("QUICK_MATCH", wish)
            assert 0 <= told["estimateMs"] < 10_000

    run(scene())


def test_who_is_gone_waits_no_more(inside, players, monkeypatch):
    monkeypatch.setattr("cutcard.arena.pool.TOLD_EVERY", 300)

    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            await ann.request("QUICK_MATCH", {"game": "duel"})
            await ann.close()
            matchmaker = server.hall.lobby.matchmaker
            await players.until(lambda: len(matchmaker.pool) == 0)
            assert (await bo.request("QUICK_MATCH", {"game": "duel"}))["others"] == 0
            await hears(bo, "QUICK_MATCH_WAITING")
            assert said(bo, "MATCH_FOUND") == []

    run(scene())


def test_bots_are_offered_to_who_waits_alone(inside, players, monkeypatch):
    monkeypatch.setattr("cutcard.arena.pool.BOTS_AFTER", 300)
    monkeypatch.setattr("cutcard.arena.pool.TOLD_EVERY", 300)

    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            await refused("NOT_WAITING", ann.request("QUICK_MATCH_BOTS", {}))
            await ann.request("QUICK_MATCH", {"game": "duel"})
            assert await hears(ann, "QUICK_MATCH_BOTS_OFFERED") == {"game": "duel"}
            waiting = await hears(ann, "QUICK_MATCH_WAITING")
            assert waiting["waitedMs"] >= 300
            assert waiting["window"] == 100
            await ann.request("QUICK_MATCH_BOTS", {})
            found = await hears(ann, "MATCH_OPENED")
            assert [one["bot"] for one in found["info"]["roster"]] == [False, True]
            assert "ranked" not in found["info"]
            await players.until(lambda: found["table"] in ann.places)

    run(scene())


@pytest.mark.through
def test_quick_match_at_an_open_table_finds_a_free_seat(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            place = await ann.create("poker")
            told = await bo.request("QUICK_MATCH", {"game": "poker"})
            assert told == {"waiting": False}
            assert (await hears(bo, "MATCH_OPENED"))["table"] == place.table

    run(scene())


@pytest.mark.through
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
    monkeypatch.setattr("cutcard.arena.pool.BOTS_AFTER", 600)

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

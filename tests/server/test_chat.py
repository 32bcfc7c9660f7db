"""Chat through real sockets: who hears whom, and what is kept of it."""

from __future__ import annotations

import asyncio
import json

from .company import PASSWORD, hears, people, refused, run, said


def test_spectators_never_reach_players_while_a_match_runs(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, _) = await players.duel(server.url)
            cy, dee = await people(server, "Cy", "Dee")
            for one in (cy, dee):
                await one.spectate(place.table)
            await cy.request("CHAT", {"table": place.table, "text": "he has the ace"})
            line = await hears(dee, "CHAT")
            assert (line["channel"], line["from"], line["name"]) == ("spectators", cy.user, "Cy")
            await cy.sign_up("Cyril", PASSWORD)  # the same person, whatever he is called
            await cy.request("CHAT_HISTORY", {"table": place.table})
            await ann.request("CHAT", {"table": place.table, "text": " good\nluck\x07 "})
            for one in (ann, bo, cy, dee):
                while (line := await hears(one, "CHAT"))["from"] != ann.user:
                    assert one in (cy, dee)
                assert (line["text"], line["channel"]) == ("good luck", "table")
            lines = (await bo.request("CHAT_HISTORY", {"table": place.table}))["lines"]
            assert [line["text"] for line in lines] == ["good luck"]
            lines = (await dee.request("CHAT_HISTORY", {"table": place.table}))["lines"]
            assert len(lines) == 2
            await bo.request("LEAVE", {"table": place.table, "concede": True})
            await players.until(lambda: players.over(place))
            await cy.request("CHAT", {"table": place.table, "text": "well played"})
            assert (await hears(ann, "CHAT"))["channel"] == "table"

    run(scene())


def test_chat_is_limited_and_only_for_those_who_are_there(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            table = (await ann.create("duel")).table
            await refused("INVALID_PLAYER", bo.request("CHAT", {"table": table, "text": "hi"}))
            await refused("INVALID_PLAYER", bo.request("CHAT_HISTORY", {"table": table}))
            await refused("GAME_NOT_FOUND", bo.request("CHAT", {"table": 99, "text": "hi"}))
            await refused("INVALID_REQUEST", ann.request("CHAT", {"table": table, "text": "\x00"}))
            long = {"table": table, "text": "x" * 501}
            await refused("INVALID_REQUEST", ann.request("CHAT", long))
            for n in range(5):
                await ann.request("CHAT", {"table": table, "text": f"{n}"})
            await refused("RATE_LIMITED", ann.request("CHAT", {"table": table, "text": "more"}))

    run(scene())


def test_a_report_is_kept_with_what_was_said(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            table = (await ann.create("memory", seats=3)).table
            await bo.join(table)
            await bo.request("CHAT", {"table": table, "text": "you are all fools"})
            wish = {"user": bo.user, "table": table, "reason": "rude"}
            told = await ann.request("REPORT", wish)
            (kept,) = await server.store.reports()
            assert (kept.id, kept.reporter, kept.reported) == (told["report"], ann.user, bo.user)
            assert json.loads(kept.said)[0]["text"] == "you are all fools"
            await refused("INVALID_REQUEST", ann.request("REPORT", {**wish, "user": ann.user}))
            for _ in range(4):
                await ann.request("REPORT", wish)
            await refused("RATE_LIMITED", ann.request("REPORT", wish))

    run(scene())


def test_late_spectators_hear_players_late_and_each_other_at_once(inside):
    async def scene():
        async with inside() as server:
            ann, cy, dee = await people(server, "Ann", "Cy", "Dee")
            wish = {"bots": {"1": "random"}, "spectatorDelaySeconds": 2}
            table = (await ann.create("duel", **wish)).table
            for one in (cy, dee):
                await one.spectate(table)
            began = asyncio.get_running_loop().time()
            await ann.request("CHAT", {"table": table, "text": "I bluff"})
            lines = (await cy.request("CHAT_HISTORY", {"table": table}))["lines"]
            assert lines == []
            await cy.request("CHAT", {"table": table, "text": "boring"})
            assert (await hears(dee, "CHAT"))["text"] == "boring"
            assert asyncio.get_running_loop().time() - began < 1.9
            assert (await hears(dee, "CHAT"))["text"] == "I bluff"
            assert asyncio.get_running_loop().time() - began >= 2
            assert [line["text"] for line in said(ann, "CHAT")] == ["I bluff"]

    run(scene())

"""Friends through real sockets: asked, seen, brought to a table, and blocked."""

from __future__ import annotations

import asyncio

from cutcard.client import Client

from .company import hears, people, refused, run, said


def test_friends_are_asked_seen_and_brought_to_a_table(inside):
    async def scene():
        async with inside() as server:
            ann, bo, cy = await people(server, "Ann", "Bo", "Cy")
            invite = await ann.request("FRIEND_INVITE", {"user": bo.user})
            heard = await hears(bo, "FRIEND_INVITED")
            assert heard == {"invite": invite["invite"], "from": ann.user, "name": "Ann"}
            await refused("ALREADY_SENT", ann.request("FRIEND_INVITE", {"user": bo.user}))
            await refused("INVALID_REQUEST", ann.request("FRIEND_INVITE", {"user": ann.user}))
            await refused("NO_SUCH_INVITE", cy.request("FRIEND_ACCEPT", invite_of(invite)))
            (waiting,) = (await bo.request("FRIEND_INVITES", {}))["invites"]
            assert (waiting["invite"], waiting["name"]) == (invite["invite"], "Ann")
            await bo.request("FRIEND_ACCEPT", invite_of(invite))
            assert await hears(ann, "FRIEND_ACCEPTED") == {"userId": bo.user, "name": "Bo"}
            (friend,) = (await ann.request("FRIENDS", {}))["friends"]
            assert friend == {"userId": bo.user, "name": "Bo", "online": True}
            await refused("ALREADY_FRIENDS", bo.request("FRIEND_INVITE", {"user": ann.user}))

            hidden = await ann.create("duel", private=True)
            wish = {"user": bo.user, "table": hidden.table}
            await refused("NOT_FRIENDS", ann.request("INVITE_TO_TABLE", {**wish, "user": cy.user}))
            await refused(
                "GAME_NOT_FOUND", bo.request("INVITE_TO_TABLE", {**wish, "user": ann.user})
            )
            await ann.request("INVITE_TO_TABLE", wish)
            told = await hears(bo, "TABLE_INVITED")
            await bo.request("JOIN_TABLE", {"link": told["link"]})
            (friend,) = (await ann.request("FRIENDS", {}))["friends"]
            assert "table" not in friend  # a private one is nobody's business
            await refused("ALREADY_PLAYING", ann.request("INVITE_TO_TABLE", wish))

            await bo.close()
            assert await hears(ann, "PRESENCE") == {
                "userId": bo.user,
                "name": "Bo",
                "online": False,
            }
            back = await Client.connect(server.url, token=bo.token)
            assert (await hears(ann, "PRESENCE"))["online"] is True
            await back.request("FRIEND_REMOVE", {"user": ann.user})
            assert (await ann.request("FRIENDS", {}))["friends"] == []
            await refused("NOT_FRIENDS", back.request("FRIEND_REMOVE", {"user": ann.user}))

    run(scene())


def test_nobody_is_pestered(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            for _ in range(20):
                made = await ann.request("CHALLENGE", {"user": bo.user, "game": "duel"})
                await bo.request("CHALLENGE_DECLINE", {"challenge": made["challenge"]})
            wish = {"user": bo.user, "game": "duel"}
            await refused("RATE_LIMITED", ann.request("CHALLENGE", wish))
            await refused("RATE_LIMITED", ann.request("FRIEND_INVITE", {"user": bo.user}))

    run(scene())


def invite_of(told):
    return {"invite": told["invite"]}


def test_who_is_blocked_reaches_nobody_who_blocked_him(inside):
    async def scene():
        async with inside() as server:
            ann, bo = await people(server, "Ann", "Bo")
            table = (await ann.create("memory", seats=3)).table
            await bo.join(table)
            await ann.request("BLOCK", {"user": bo.user})
            shunned = await ann.request("SHUNNED", {})
            assert [one["name"] for one in shunned["blocked"]] == ["Bo"]
            before = len(ann.notices)
            await refused("BLOCKED", bo.request("FRIEND_INVITE", {"user": ann.user}))
            await refused("BLOCKED", bo.request("CHALLENGE", {"user": ann.user, "game": "duel"}))
            await refused("BLOCKED", ann.request("CHALLENGE", {"user": bo.user, "game": "duel"}))
            await bo.request("CHAT", {"table": table, "text": "do you hear me?"})
            await hears(bo, "CHAT")
            await ann.request("PING")
            assert len(ann.notices) == before
            assert (await ann.request("CHAT_HISTORY", {"table": table}))["lines"] == []
            for one in (ann, bo):
                await one.request("QUICK_MATCH", {"game": "duel"})
            server.hall.lobby.matchmaker.look()
            await asyncio.sleep(0.6)  # two passes and more
            assert said(ann, "MATCH_FOUND") == []
            await ann.request("UNBLOCK", {"user": bo.user})
            await bo.request("CHAT", {"table": table, "text": "and now?"})
            assert (await hears(ann, "CHAT"))["text"] == "and now?"
            await ann.request("MUTE", {"user": bo.user})
            await bo.request("CHAT", {"table": table, "text": "muted"})
            await hears(bo, "CHAT")
            await ann.request("PING")
            assert said(ann, "CHAT") == []
            await bo.request("FRIEND_INVITE", {"user": ann.user})  # a mute is no block
            await ann.request("UNMUTE", {"user": bo.user})

    run(scene())

"""Friends over TCP: added, invited, accepted, rejected, asked to a table."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

ADD, INVITE, ACCEPT, REJECT, INVITES, LIST, ASK = 910, 920, 930, 940, 950, 960, 980


def no(res: int, msg: str) -> dict:
    return {"res": res, "msg": msg}


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def test_friends_are_added_invited_accepted_and_rejected(serving, raw):
    async def story():
        async with serving() as server:
            ann, bo, cy = [await raw.Raw.dial(server.tcp_port, name=n) for n in ("Ann", "Bo", "Cy")]
            assert await ann.ask(raw.FRIENDS) == []
            assert await ann.ask(ADD, {"username": "Bo"}) == {"res": 911}
            assert await ann.ask(ADD, {"username": "bo"}) == no(
                913, "You and Bo are friends already"
            )
            assert await ann.ask(ADD, {"username": "Nobody"}) == no(912, "There is no such player")
            assert await ann.ask(ADD, {"username": "Ann"}) == no(912, "That is yourself")
            for unreadable in ({"username": ""}, {}):
                assert list(await ann.ask(ADD, unreadable)) == ["res", "msg"]
            assert await bo.ask(raw.FRIENDS) == [{"id": ann.user_id, "username": "Ann"}]
            listed = await bo.ask(LIST)
            assert [list(one.items()) for one in listed] == [
                [("user_id", ann.user_id), ("username", "Ann")]
            ]
            assert await ann.ask(INVITE, {"username": "Cy"}) == {"res": 921}
            assert await ann.ask(INVITE, {"username": "Cy"}) == no(
                923, "Cy has not answered your last invitation"
            )
            assert (await ann.ask(INVITE, {"username": "Nobody"}))["res"] == 922
            (one,) = await cy.ask(INVITES)
            assert list(one) == [
                "invite_id",
                "from_user_id",
                "from_username",
                "status",
                "created_at",
            ]
            assert (one["from_user_id"], one["from_username"]) == (ann.user_id, "Ann")
            at = datetime.strptime(one["created_at"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
            assert abs((datetime.now(UTC) - at).total_seconds()) < 600
            gone = "No such invitation waits for your answer"
            assert await bo.ask(ACCEPT, {"invite_id": one["invite_id"]}) == no(932, gone)
            assert await cy.ask(REJECT, {"invite_id": one["invite_id"]}) == {"res": 941}
            assert await cy.ask(REJECT, {"invite_id": one["invite_id"]}) == no(942, gone)
            assert await cy.ask(INVITES) == []
            assert await ann.ask(INVITE, {"username": "Cy"}) == {"res": 921}
            (one,) = await cy.ask(INVITES)
            assert await cy.ask(ACCEPT, {"invite_id": one["invite_id"]}) == {"res": 931}
            assert {f["username"] for f in await ann.ask(raw.FRIENDS)} == {"Bo", "Cy"}

    run(story())


@pytest.mark.through
def test_a_friend_is_asked_to_a_table_and_told_which(serving, raw):
    async def story():
        async with serving() as server:
            ann, bo, cy = [await raw.Raw.dial(server.tcp_port, name=n) for n in ("Ann", "Bo", "Cy")]
            table = await ann.create("Ann's", 2, 20)
            await ann.ask(ADD, {"username": "Bo"})
            wish = {"friend_username": "Bo", "table_id": table}
            assert await ann.ask(ASK, wish) == {"res": 981}
            told = await bo.until(raw.INVITED)
            assert list(told.items()) == [
                ("from_user", "Ann"),
                ("table_id", table),
                ("table_name", "Ann's"),
            ]
            assert await ann.ask(ASK, {**wish, "friend_username": "Cy"}) == no(
                983, "You and Cy are not friends"
            )
            assert await ann.ask(ASK, {**wish, "friend_username": "Nobody"}) == no(
                982, "There is no such player"
            )
            assert (await ann.ask(ASK, {**wish, "table_id": 99}))["res"] == 982
            assert "seq" in await bo.ask(raw.JOIN, {"tableId": table})
            assert await ann.ask(ASK, wish) == no(984, "Bo is playing")
            assert (await cy.ask(ASK, wish))["res"] in (982, 983)

    run(story())

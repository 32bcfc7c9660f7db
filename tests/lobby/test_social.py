"""What the store keeps between people."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.store.postgres import PostgresStore
from cutcard.store.social import (
    ALREADY_FRIENDS,
    ALREADY_SENT,
    BLOCK,
    FRIENDS,
    MUTE,
    SENT,
    Report,
)
from cutcard.store.social_ops import forget_social, social_data
from cutcard.store.sqlite import SqliteStore

from ..store.rows import opened


@pytest.fixture(params=["sqlite", "postgres"])
def run(request, tmp_path):
    at = request.getfixturevalue("database") if request.param == "postgres" else tmp_path / "t.db"
    make = PostgresStore if request.param == "postgres" else SqliteStore

    def go(story):
        async def whole():
            store = make(at)
            await store.open()
            people = [await store.create_user(name, True, name.encode()) for name in "ABC"]
            try:
                await story(store, *[one.id for one in people])
            finally:
                await store.close()

        asyncio.run(whole())

    return go


def test_an_invitation_accepted_makes_two_friends(run):
    async def story(store, a, b, c):
        kind, number = await store.invite_friend(a, b, 5)
        assert kind == SENT
        assert await store.invite_friend(a, b, 6) == (ALREADY_SENT, number)
        (invite,) = await store.friend_invites(b)
        assert (invite.id, invite.sender.id, invite.created) == (number, a, 5)
        assert await store.answer_friend(c, number, True, 7) is None  # it was not sent to him
        assert (await store.answer_friend(b, number, True, 7)).id == a
        assert await store.answer_friend(b, number, True, 8) is None
        assert [one.id for one in await store.friends(a)] == [b]
        assert [one.id for one in await store.friends(b)] == [a]
        assert (await store.invite_friend(b, a, 9))[0] == ALREADY_FRIENDS
        assert await store.unfriend(b, a)
        assert not await store.unfriend(b, a)
        assert await store.friends(a) == []

    run(story)


def test_two_invitations_that_cross_make_friends(run):
    async def story(store, a, b, _c):
        await store.invite_friend(a, b, 5)
        assert (await store.invite_friend(b, a, 6))[0] == FRIENDS
        assert await store.are_friends(a, b)
        assert await store.friend_invites(b) == []

    run(story)


def test_an_invitation_refused_may_be_sent_again(run):
    async def story(store, a, b, _c):
        _, number = await store.invite_friend(a, b, 5)
        await store.answer_friend(b, number, False, 6)
        assert await store.friends(a) == []
        assert await store.invites_sent(a) == 0
        assert (await store.invite_friend(a, b, 7))[0] == SENT

    run(story)


def test_a_block_ends_friendship_and_invitations(run):
    async def story(store, a, b, c):
        assert (await store.befriend(a, b, 1))[0] == SENT
        assert (await store.befriend(b, a, 2))[0] == FRIENDS
        await store.invite_friend(c, a, 3)
        await store.shun(a, b, BLOCK, 4)
        await store.shun(a, c, MUTE, 4)
        await store.shun(a, c, MUTE, 5)
        assert await store.friends(b) == []
        assert len(await store.friend_invites(a)) == 1
        await store.shun(a, c, BLOCK, 6)
        assert await store.friend_invites(a) == []
        assert sorted(await store.shunned_by(c)) == [(BLOCK, a), (MUTE, a)]
        assert await store.unshun(a, c, BLOCK)
        assert not await store.unshun(a, c, BLOCK)
        assert [(kind, one.id) for kind, one in await store.shunned(a)] == [(BLOCK, b), (MUTE, c)]

    run(story)


def test_reports_are_kept_for_an_admin(run):
    async def story(store, a, b, _c):
        first = await store.add_report(Report(0, 9, a, b, 3, "rude", '["x"]'))
        second = await store.add_report(Report(0, 10, a, b, None, "again", "[]"))
        assert await store.reports() == [
            Report(first, 9, a, b, 3, "rude", '["x"]'),
            Report(second, 10, a, b, None, "again", "[]"),
        ]
        assert [one.id for one in await store.reports(after=first)] == [second]

    run(story)


def test_nothing_ties_a_deleted_user_to_others(run):
    async def story(store, a, b, c):
        await store.befriend(a, b, 1)
        await store.invite_friend(a, c, 1)
        await store.shun(b, a, MUTE, 1)
        batch = opened(1)
        batch.barred.append((1, a))
        await store.write(batch)
        await store.add_report(Report(0, 1, a, b, None, "why", "[]"))
        await store.add_report(Report(0, 2, b, a, None, "why", '["what a said"]'))
        assert [one["id"] for one in (await store._do(social_data, a))["friends"]] == [b]
        await store._do(forget_social, a)
        assert (await store.friends(b), await store.friend_invites(c)) == ([], [])
        assert (await store.shunned(b), (await store.load(1)).barred) == ([], set())
        mine, about_me = await store.reports()
        assert (mine.reporter, mine.reason, about_me.said) == ("", "", "[]")

    run(story)

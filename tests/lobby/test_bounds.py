"""What others can put into somebody's lists, and somebody into their own, has a bound: a list is
read on the loop, and answered whole."""

from __future__ import annotations

import pytest

from cutcard.lobby import friends as friends_module
from cutcard.lobby import sessions as sessions_module
from cutcard.lobby import shuns as shuns_module
from cutcard.lobby.friends import Friends
from cutcard.lobby.presence import Presence
from cutcard.lobby.rooms import Rooms
from cutcard.lobby.sessions import HOUR, Sessions
from cutcard.lobby.shuns import Shuns
from cutcard.store.social import BLOCK
from cutcard.table.house import epoch_ms
from cutcard.table.words import Refusal, User

FEW = 3


async def crowd(here, count: int):
    """Somebody with a name, and so many strangers; and their friendships."""
    people = [
        await here.store.create_user(f"P{n}", False, f"p{n}".encode()) for n in range(count + 1)
    ]
    shuns = Shuns(here.store, lambda: 0, lambda: 0)
    known = Friends(here.store, Rooms(here.house), Presence(), shuns, lambda: 0)
    return [User(one.id, one.name) for one in people], known


async def refused(work) -> str:
    with pytest.raises(Refusal) as no:
        await work
    return no.value.code


@pytest.mark.parametrize("way", ["invite", "add"])
def test_of_more_invitations_than_are_shown_the_oldest_gives_way(lobby, monkeypatch, way):
    monkeypatch.setattr(friends_module, "MOST_WAITING", FEW)

    async def story(here):
        (ann, *strangers), known = await crowd(here, FEW + 3)
        for one in strangers:
            await getattr(known, way)(one, ann.id)
        waiting = await known.invites(ann)
        assert [one.sender.id for one in waiting] == [one.id for one in strangers[-FEW:]]
        assert len(await known.friends(ann)) == (FEW if way == "add" else 0)

    lobby(story)


def test_whom_strangers_have_made_their_friend_does_not_fill_the_list(lobby, monkeypatch):
    monkeypatch.setattr(friends_module, "MOST_FRIENDS", FEW)

    async def story(here):
        (ann, *others), known = await crowd(here, 2 * FEW + 1)
        strangers, asked = others[:FEW], others[FEW:]
        for one in strangers:
            await known.add(one, ann.id)
        for one in asked[:FEW]:
            await known.invite(ann, one.id)
        assert await refused(known.invite(ann, asked[FEW].id)) == "RATE_LIMITED"

    lobby(story)


def test_who_has_enough_friends_accepts_no_more(lobby, monkeypatch):
    monkeypatch.setattr(friends_module, "MOST_FRIENDS", FEW)

    async def story(here):
        (ann, *others), known = await crowd(here, FEW + 1)
        numbers = [await known.invite(one, ann.id) for one in others]
        for number in numbers[:FEW]:
            await known.accept(ann, number)
        assert await refused(known.accept(ann, numbers[FEW])) == "RATE_LIMITED"
        assert len(await known.friends(ann)) == FEW

    lobby(story)


def test_nobody_shuts_out_without_an_end(lobby, monkeypatch):
    monkeypatch.setattr(shuns_module, "MOST_SHUNNED", FEW)

    async def story(here):
        (ann, *others), known = await crowd(here, FEW + 1)
        shuns = known._shuns
        for one in others[:FEW]:
            await shuns.shun(ann, await known.find(one.id), BLOCK)
        last = await known.find(others[FEW].id)
        assert await refused(shuns.shun(ann, last, BLOCK)) == "RATE_LIMITED"
        await shuns.unshun(ann, await known.find(others[0].id), BLOCK)
        await shuns.shun(ann, last, BLOCK)

    lobby(story)


def test_of_an_accounts_sessions_the_one_used_longest_ago_ends(lobby, monkeypatch):
    monkeypatch.setattr(sessions_module, "MOST_SESSIONS", FEW)

    async def story(here):
        person = await here.store.create_user("Ann", False, b"ann")
        now = [epoch_ms()]
        sessions = Sessions(here.store, lambda: now[0])
        first = await sessions.begin(person, "test")
        now[0] += 2 * HOUR
        await sessions.of(first)  # used again: the others are older from now on
        for _ in range(FEW + 1):
            await sessions.begin(person, "test")
        assert len(await sessions.listed(person.id)) == FEW
        await sessions.of(first)

    lobby(story)

"""An event has thousands of people: what they are told goes out in slices, and in order (T112)."""

from __future__ import annotations

import asyncio
from time import perf_counter

from cutcard.arena.event import facts
from cutcard.lobby.gallery import Gallery
from cutcard.table.words import User

from ..running import Players


class Carried:
    def __init__(self, people):
        self.people = people
        self.tables = {}
        self.seq = 1
        self.row = self
        self.event = 7


class Holder:
    listener = None

    def __init__(self, one):
        self.live, self.past = {7: one}, {}

    def user(self, user):
        return User(user, user, bot=user.startswith("bot"))


class Slow:
    """Presence whose sockets take a millisecond each."""

    def __init__(self):
        self.heard = []

    def tell(self, user, notice):
        until = perf_counter() + 0.001
        while perf_counter() < until:
            pass
        self.heard.append((user, notice.type))


class Caller:
    def __init__(self, presence):
        self.presence = presence

    def hear(self, notice):
        self.presence.heard.append(("watcher", notice.type))


def test_T112_many_are_told_in_slices_and_each_in_order():
    people = {f"p{n}" for n in range(60)}
    presence = Slow()

    async def story():
        gallery = Gallery(Holder(Carried(people)), presence)
        gallery.watch(7, User("w", "W"), Caller(presence))
        gallery.tell(7, None, facts.Paused())
        gallery.tell(7, "bot1", facts.Seated("7", 1, 3, "start"))  # has no ears
        gallery.tell(7, "p3", facts.Seated("7", 1, 2, "start"))
        gallery.tell(7, None, facts.Resumed())
        assert len(presence.heard) < 60  # others have their turn
        await Players.until(lambda: len(presence.heard) == 123, 60)

    asyncio.run(story())
    for user in (*people, "watcher"):
        kinds = [kind for one, kind in presence.heard if one == user]
        own = ["TOURNAMENT_SEATED"] if user == "p3" else []
        assert kinds == ["TOURNAMENT_PAUSED", *own, "TOURNAMENT_RESUMED"]


def test_T112_few_are_told_at_once():
    presence = Slow()

    async def story():
        gallery = Gallery(Holder(Carried({"p1"})), presence)
        gallery.tell(7, None, facts.Paused())
        assert presence.heard == [("p1", "TOURNAMENT_PAUSED")]

    asyncio.run(story())

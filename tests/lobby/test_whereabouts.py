"""Who sits at which public table: told when it changes, and never by a move."""

from __future__ import annotations

from cutcard.lobby.presence import Presence
from cutcard.lobby.rooms import Rooms
from cutcard.lobby.whereabouts import Whereabouts
from cutcard.store.protocol import Batch
from cutcard.table.words import User

ANN, BO = User("ann", "Ann"), User("bo", "Bo")


class Heard:
    def __init__(self) -> None:
        self.words: list[object] = []

    def hear(self, word: object) -> None:
        self.words.append(word)


def watched(house):
    """What it tells, a set of names at a time."""
    told: list[set[str]] = []
    return told, Whereabouts(Rooms(house), lambda users: told.append({one.name for one in users}))


def test_sitting_down_and_leaving_are_told_once(lobby):
    async def story(here):
        told, _ = watched(here.house)
        info = await here.house.open("memory", {}, 3, host=ANN, sit=[ANN])
        assert told == [{"Ann"}]
        await here.house.sit(info.table, BO)
        assert told == [{"Ann"}, {"Bo"}]
        here.house.leave(info.table, BO)
        await here.house.written()
        assert told[2:] == [{"Bo"}]
        here.house.rename(User("ann", "Anna"))  # a seat is written, and nobody moved
        await here.house.written()
        assert len(told) == 3
        here.house.leave(info.table, ANN)  # the last one: the table closes
        await here.house.written()
        assert told[3:] == [{"Anna"}]

    lobby(story)


def test_bots_moves_and_private_tables_are_not_told(lobby):
    async def story(here):
        told, _ = watched(here.house)
        closed = await here.house.open("memory", {}, 3, host=ANN, private=True, sit=[ANN])
        here.house.leave(closed.table, ANN)
        await here.house.written()
        assert told == []
        info = await here.house.open("duel", {}, 2, host=ANN, bots={1: "steady"}, sit=[ANN])
        assert told == [{"Ann"}]
        ear = Heard()
        here.house.attach(info.table, ear, ANN)
        here.house.ask(info.table, info.match, ear, ANN, "ready", b"{}", "k")
        await here.house.written()
        assert any(type(word).__name__ == "Ack" for word in ear.words)
        assert told == [{"Ann"}]

    lobby(story)


def test_a_batch_of_moves_alone_is_not_looked_through(lobby):
    async def story(here):
        _, where = watched(here.house)
        looked: list[int] = []
        where._look = looked.append
        where.see(Batch(entries=[(7, 1, 1, 0, 0, b"{}", None)], checks=[(7, 1, 1, b"")]))
        assert looked == []

    lobby(story)


def test_who_sat_down_before_a_restart_is_seen_leaving(lobby):
    async def story(here):
        info = await here.house.open("memory", {}, 3, host=ANN, sit=[ANN, BO])
        told, _ = watched(here.house)
        here.house.leave(info.table, BO)
        await here.house.written()
        assert told == [{"Bo"}]

    lobby(story)


def test_who_is_here_is_known_by_his_newest_name():
    presence = Presence()
    presence.came(ANN, lambda _: None)
    presence.rename(User("ann", "Anna"))
    presence.rename(User("bo", "Bob"))
    assert presence.user("ann").name == "Anna"
    assert presence.user("bo") is None


def test_nothing_is_told_where_nobody_moved(lobby):
    async def story(here):
        told, where = watched(here.house)
        where.see(Batch(closed=[99]))
        assert told == []

    lobby(story)

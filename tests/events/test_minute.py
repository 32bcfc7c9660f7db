"""T104: after a death of the process who was there has a minute to come back before row 96 counts;
who was away before is so still."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.arena.event import Row
from cutcard.events.absence import note_away
from cutcard.kernel.optional import Paid
from cutcard.store.sqlite import SqliteStore
from cutcard.table.words import Ack, User

from .place import QUICK, Place, terms

LEVELS = (Row(1, 2, minutes=60),)
MINUTE = 60_000


class Ear:
    def __init__(self):
        self.heard = []

    def hear(self, word):
        self.heard.append(word)


async def of_two(path, seconds):
    """An event of two people, begun, each with so many seconds for a decision."""
    one = Place(SqliteStore(path))
    await one.start()
    names = ("Ann", "Bo")
    people = [await one.store.create_user(name, False, name.encode() * 32) for name in names]
    users = [User(who.id, who.name, number=who.number) for who in people]
    options = {**QUICK, "actionTimeout": seconds, "timeBank": 0}
    given = {"format": "sit-and-go", "table_size": 2, "bots": False, "bot": ""}
    await one.holder.make(users[0], terms(structure=LEVELS, options=options, **given))
    for user in users:
        await one.holder.ask("TOURNAMENT_REGISTER", 1, user, {})
    await one.until(lambda: one.holder.get(1).tables and the_life(one).table.deal is not None)
    await one.house.written()
    return one


def the_life(one):
    (where,) = one.holder.get(1).tables.values()
    return one.house.floor.lives[where]


def time_left(one):
    return the_life(one).table.wake_at() - one.house.floor.clock()


async def again(one, path):
    await one.die()
    one = Place(SqliteStore(path))
    await one.start()
    return one


def test_T104_whose_turn_it_was_has_a_minute_and_so_has_the_next(tmp_path):
    async def story():
        path = tmp_path / "a.db"
        one = await of_two(path, 20)
        assert time_left(one) <= 20_000
        one = await again(one, path)
        table = the_life(one).table
        assert time_left(one) > MINUTE / 2
        clock, ear = table.deal.at, Ear()
        for tag in ("call", "check"):  # the small blind, then the big one
            (seat,) = table.deal.to_act
            user = table.roster[seat]
            one.house.ask(table.number, None, ear, user, tag, {}, key=tag)
            await one.until(lambda: len(ear.heard) == 1)
            assert isinstance(ear.heard.pop(), Ack)
            assert time_left(one) > MINUTE / 2
        assert [entry.at >= clock for entry in table.deal.log] == [True] * len(table.deal.log)
        assert table.deal.at < MINUTE / 2  # the deal's clock has not run ahead
        table.grace = 0  # the minute is over
        (seat,) = table.deal.to_act
        one.house.ask(table.number, None, ear, table.roster[seat], "check", {}, key="later")
        await one.until(lambda: ear.heard)
        await one.house.written()
        await one.stop()

    asyncio.run(story())


def test_T104_who_was_away_before_is_waited_for_no_longer_than_then(tmp_path):
    async def story():
        path = tmp_path / "a.db"
        one = await of_two(path, 1)
        carried = one.holder.get(1)
        await one.until(lambda: len(carried.away) == 2)  # nobody is there
        await one.house.written()
        one = await again(one, path)
        carried = one.holder.get(1)
        assert len(carried.away) == 2
        assert carried.event.state.grace_until
        hands = carried.event.state.tables[1].hands
        await one.until(lambda: carried.over or carried.event.state.tables[1].hands > hands + 1)
        assert len(carried.away) == 2
        await one.stop()

    asyncio.run(story())


@pytest.mark.parametrize(("grace", "before", "away"), [
    (False, False, True),
    (True, False, False),
    (True, True, True),
])  # fmt: skip
def test_T96_T104_who_ran_out_of_time_is_away_but_for_the_minute(grace, before, away):
    known = {"a"} if before else set()
    late = Paid((), (), (0,), 0, 0, 0, {}, away=(0,))
    note_away(known, [User("a", "Ann")], late, grace=grace)
    assert known == ({"a"} if away else set())
    note_away(known, [User("a", "Ann")], Paid((), (), (0,), 0, 0, 0, {}), grace=grace)
    assert known == set()

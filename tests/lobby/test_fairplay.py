"""Hints of the house: found where somebody plays with themselves, given once, and never more than a
report."""

from __future__ import annotations

import asyncio

from cutcard.lobby.fairplay import DUMPED, KNOWN, Ended, FairPlay, Whence, traded
from cutcard.store.moderation import HOUSE, Meeting
from cutcard.store.people import table_account
from cutcard.store.protocol import COMPLETED, Batch, Final, MatchRow
from cutcard.store.sqlite import SqliteStore

from ..store.rows import opened


class Quiet:
    """A house at which nothing happens but what a test shows."""

    def witness(self, batch) -> None:
        self.show = batch


def looked(tmp_path, tale) -> None:
    async def whole():
        store = SqliteStore(tmp_path / "f.db")
        await store.open()
        people = [
            (await store.create_user(name, True, name.encode(), chips=20_000)).id
            for name in ("Ann", "Bob", "Cy")
        ]
        for table in (1, 2, 3):
            await store.write(opened(table))
        house = Quiet()
        fair = FairPlay(store, house, lambda: 1_000_000_000)
        await tale(store, house, fair, *people)
        await store.close()

    asyncio.run(whole())


def over(table: int, *users: str) -> Batch:
    row = MatchRow(table, 1, COMPLETED, 0, 1, 2, users[0], "", (0, 1), ())
    return Batch(matches=[row], finals=[Final(table, 1, users, lambda: b"{}")])


def test_two_from_one_address_at_one_table_are_reported_once_a_day(tmp_path):
    async def tale(store, house, fair, ann, bob, cy):
        fair.came(ann, Whence("192.0.2.1", "Firefox"))
        fair.came(bob, Whence("192.0.2.1", "Firefox"))
        fair.came(cy, Whence("192.0.2.9", "Firefox"))
        for table in (1, 2):
            house.show(over(table, ann, bob, cy, "bot-1"))
            await fair.look()
        (told,) = await store.reports(waiting=True)
        assert (told.reporter, told.table) == (HOUSE, 1)
        assert told.reason.startswith("The same address and the same kind of device at one table")
        assert ann in told.reason
        assert bob in told.reason
        assert cy not in told.reason
        assert "192.0.2.1" not in told.reason  # where somebody lives is not kept
        assert await store.sanctions(0) == []  # and nothing was done to anybody

    looked(tmp_path, tale)


def test_chips_that_only_ever_go_one_way_are_reported(tmp_path):
    async def tale(store, house, fair, ann, bob, cy):
        for table in (1, 2):
            await book(store, table, ann, -DUMPED // 2)
            await book(store, table, bob, DUMPED // 2)
            await book(store, table, cy, -5)
        house.show(Batch(closed=[2]))
        await fair.look()
        (told,) = await store.reports()
        assert (told.reported, told.reason.partition(",")[0]) == (
            ann,
            "Chips only ever went one way",
        )
        await book(store, 3, ann, 10)  # where they win some back it is play
        await book(store, 3, bob, -10)
        assert await fair.hints(Ended(2, (ann, bob))) == []

    looked(tmp_path, tale)


async def book(store, table: int, user: str, amount: int) -> None:
    async def rows(db):
        for account, chips in ((user, amount), (table_account(table), -amount)):
            await db.run(
                "INSERT INTO chips (entry, at, account, amount, reason, table_number)"
                " VALUES (1, 999999999, ?1, ?2, 'test', ?3)",
                *(account, chips, table),
            )

    await store._do(rows)


def test_wins_by_turns_and_one_who_always_wins_are_told_from_play():
    def met(wins: str) -> list[Meeting]:
        return [Meeting(1, n, n, 5 if one == "w" else -5, 0) for n, one in enumerate(wins)]

    assert traded(met("wlwl")).startswith("The two won by turns")
    assert traded(met("llll")).startswith("One always won")
    assert traded(met("wlw")) == ""
    assert traded(met("wllwl")) == ""


def test_what_is_remembered_has_a_bound(tmp_path):
    async def tale(store, house, fair, ann, bob, cy):
        for number in range(KNOWN + 10):
            fair.came(str(number), Whence("x"))
        assert fair.whence("5") is None
        for _ in range(1000):
            house.show(over(1, ann, bob))
        assert len(fair._waiting) == 500

    looked(tmp_path, tale)

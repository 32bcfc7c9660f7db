"""The same deals at two tables (docs/rules/guandan.md: duplicate 复式): both begin together, go on
together, and are compared; nobody learns of a deal before it is over at both."""

from __future__ import annotations

import pytest
from msgspec import structs

from cutcard.store.protocol import ABANDONED, COMPLETED
from cutcard.table import patience
from cutcard.table.deal import Deal
from cutcard.table.words import Nack, Refusal, User

HOST, BOB = User("host", "Host"), User("bob", "Bob")
BOARDS = {"match": "boards", "deals": 2, "pauseSeconds": 0, "turnSeconds": 5}


def table(e, number):
    return e.house._floor.lives[number].table


def deals(e, pair):
    return [table(e, number).deal_number for number in pair]


async def opened(e, options=BOARDS, sit=False):
    infos = await e.house.open_twice("guandan", options, host=HOST, sit=sit)
    return tuple(info.table for info in infos)


async def until(e, holds, steps=400):
    for _ in range(steps):
        if holds():
            return
        await e.turn(1_000)
    raise AssertionError("it never came to that")


async def seated(e, listener):
    """Bots at the first table; at the second Bob, who does not play, and bots."""
    first, second = await opened(e)
    await e.house.fill(first, "eager")
    assert table(e, first).deal is None, "it waits for the other one"
    await e.house.sit(second, BOB, 0, e.house.link(second, HOST))
    bob = listener("Bob")
    e.house.attach(second, bob, BOB)
    await e.house.fill(second, "eager")
    await e.rest()
    return first, second, bob


async def refused(code, wanted):
    with pytest.raises(Refusal) as no:
        await wanted
    assert no.value.code == code
    return no.value.message


def test_both_have_the_same_deals_and_a_deal_waits_for_both(evening, listener):
    async def story(e):
        first, second, bob = await seated(e, listener)
        pair = first, second
        assert deals(e, pair) == [1, 1]
        one, two = (table(e, number).deal for number in pair)
        assert one.header.seed == two.header.seed
        dealt = [Deal(table(e, first).words, one.header).state.hands for one in (one, two)]
        assert dealt[0] == dealt[1]
        await until(e, lambda: table(e, first).deal.outcome is not None)
        assert table(e, second).deal.outcome is None
        assert deals(e, pair) == [1, 1], "who is done sooner waits"
        assert e.house.played_elsewhere(first, 1)
        assert not e.house.played_elsewhere(second, 1)
        assert "seed" not in e.house._floor.lives[first].snapshot(None).info
        assert e.house.compared(first) == {"tables": [first, second], "differences": [],
                                           "total": 0, "over": False}  # fmt: skip
        await e.turn(3 * patience.IDLE)  # nor is it swept away
        await until(e, lambda: deals(e, pair) == [2, 2] and bob.notice("BOARDS_COMPARED"))
        told = bob.notice("BOARDS_COMPARED")[0]
        worth = [table(e, number).deal.state.carry.boards[0] for number in pair]
        assert told.payload == {
            "tables": [first, second],
            "differences": [worth[0] - worth[1]],
            "total": worth[0] - worth[1],
            "over": False,
            "deal": 1,
            "seed": one.header.seed.hex(),
        }
        assert not e.house.played_elsewhere(first, 1)
        again = [table(e, number).deal.header.seed for number in pair]
        assert again[0] == again[1] != one.header.seed

    evening(story, limit=600)


def test_it_goes_on_after_a_crash_and_is_compared_to_its_end(evening, listener):
    async def story(e):
        first, second, _ = await seated(e, listener)
        await until(e, lambda: table(e, first).deal.outcome is not None)
        seed = table(e, first).deal.header.seed
        await e.crash()
        await e.restart()
        assert deals(e, (first, second)) == [1, 1], "one of two waits for the other still"
        bob = listener("Bob")
        e.house.attach(second, bob, BOB)
        # A table moves on in memory before what it says is written, and so before Bob hears of it.
        await until(
            e, lambda: deals(e, (first, second)) == [2, 2] and bob.notice("BOARDS_COMPARED")
        )
        assert bob.notice("BOARDS_COMPARED")[0].payload["seed"] == seed.hex()
        await until(e, lambda: table(e, first).over)
        await e.rest()
        await e.crash()
        await e.restart()
        bob = listener("Bob")
        e.house.attach(second, bob, BOB)
        assert e.house.info(first).status == COMPLETED, "it stays for the other one"
        await until(e, lambda: bob.notice("BOARDS_COMPARED"))
        last = bob.notice("BOARDS_COMPARED")[-1].payload
        assert (last["over"], last["deal"], len(last["differences"])) == (True, 2, 2)
        total = sum(last["differences"])
        assert last.get("winner") == (None if total == 0 else int(total < 0))
        with pytest.raises(Refusal) as no:
            e.house.rematch(second, BOB)
        assert no.value.code == "REMATCH_DISABLED"
        await e.turn(patience.REMATCH + 1_000)
        assert not e.house.tables()

    evening(story, limit=600)


def test_nobody_sits_at_both_watches_or_comes_without_the_link(evening, listener):
    async def story(e):
        first, second = await opened(e, sit=True)
        assert [one["id"] for one in e.house.info(first).roster] == ["host"]
        said = await refused("INVALID_PLAYER", e.house.sit(second, HOST))
        assert said == "You sit at the other table with the same deals"
        await refused("GAME_NOT_FOUND", e.house.sit(first, BOB))
        await refused("GAME_NOT_FOUND", e.house.sit(first, BOB, None, e.house.link(second, HOST)))
        link = e.house.link(first, HOST)
        with pytest.raises(Refusal) as no:
            e.house.attach(first, listener("Bob"), BOB, watch=True, link=link)
        assert no.value.code == "NOT_WATCHABLE"
        e.house.leave(first, HOST)  # to the other table
        await e.rest()
        assert await e.house.sit(second, HOST, 1) == 1
        assert e.house.info(second).twin_of == first

    evening(story, limit=600)


def test_what_cannot_be_played_twice_is_refused(evening):
    async def story(e):
        assert "not played at two tables" in await refused(
            "INVALID_REQUEST", e.house.open_twice("duel", {}, host=HOST)
        )
        assert "depends on the one before" in await refused(
            "INVALID_REQUEST", e.house.open_twice("guandan", {}, host=HOST)
        )
        await refused("INVALID_REQUEST", e.house.open_twice("whist", {}, host=HOST))
        assert e.house.tables() == []
        plain = await e.house.open("guandan", BOARDS, host=HOST)
        with pytest.raises(Refusal) as no:
            e.house.compared(plain.table)
        assert no.value.code == "INVALID_GAME_STATE"
        assert not e.house.played_elsewhere(plain.table, 1)

    evening(story, limit=600)


def test_where_one_table_is_called_off_so_is_the_other(evening, listener):
    async def story(e):
        first, second, bob = await seated(e, listener)
        e.house.close(first, "Closed by the house")
        await until(e, lambda: bob.notice("TABLE_CLOSED"))
        assert e.house.tables() == []
        (told,) = bob.notice("GAME_ABANDONED")
        assert told.payload == {"reason": "The other table is closed"}
        match = await e.store.match(second, 1)
        assert match.status == ABANDONED

    evening(story, limit=600)


def test_who_concedes_at_one_table_has_lost_at_both(evening, listener):
    async def story(e):
        first, second, bob = await seated(e, listener)
        e.house.ask(second, None, bob, BOB, "concede", {})  # the partner is a bot, and agrees
        await until(e, lambda: table(e, second).over)
        assert not [word for word in bob.answers if isinstance(word, Nack)]
        await until(e, lambda: bob.notice("BOARDS_COMPARED"))
        (told,) = bob.notice("BOARDS_COMPARED")
        assert (told.payload["over"], told.payload["winner"]) == (True, 0)  # seat 0 was a guest's
        match = await e.store.match(first, 1)
        assert (match.status, match.reason) == (ABANDONED, "The match is over at the other table")

    evening(story, limit=600)


def test_its_row_says_which_is_the_first():
    from cutcard.store.protocol import TableRow  # noqa: PLC0415

    row = TableRow(5, "guandan", b"{}", 4, "", "host", True, False, 0, event_table=4)
    assert (row.twin_of, structs.replace(row, event=1).twin_of) == (4, 0)

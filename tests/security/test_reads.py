"""What strangers look through: it holds up no move, whatever it takes, and however much a room has
kept, a page of it is found without looking through all of that."""

import asyncio
import sqlite3
import threading

import pytest

from cutcard.lobby import leaders
from cutcard.lobby.leaders import DEEPEST, Leaders
from cutcard.store import past, played_ops
from cutcard.store.played import Only
from cutcard.store.sqlite import SqliteStore

from ..store.rows import moves, opened

LATE = 30  # seconds after which something does not come any more
ROOM = 4000  # deals in a small room's database, all but a few at private tables
STEPS = 100  # of SQLite's machine, counted at a time


def test_whatever_is_looked_through_no_move_waits_for_it(tmp_path, monkeypatch):
    gate, begun = threading.Event(), threading.Event()

    async def endless(db, *_, **__):
        begun.set()
        gate.wait(LATE)
        return []

    monkeypatch.setattr(played_ops, "_history", endless)
    monkeypatch.setattr(past, "_some_deals", endless)

    async def scene():
        store = SqliteStore(tmp_path / "cards.db")
        await store.open()
        try:
            asked = [
                asyncio.create_task(store.history("ann", None, None, 2**62, 20)),
                asyncio.create_task(store.past_deals(None)),
            ]
            assert await asyncio.to_thread(begun.wait, LATE)
            batch = opened(1)
            batch.entries = moves(1, 1, 5)
            await asyncio.wait_for(store.write(batch), LATE)
            assert await asyncio.wait_for(store.person("ann"), LATE) is None
            assert not any(one.done() for one in asked)
            gate.set()
            await asyncio.wait_for(asyncio.gather(*asked), LATE)
        finally:
            gate.set()
            await store.close()

    asyncio.run(scene())


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A database of many deals, and what was played in them."""
    path = tmp_path_factory.mktemp("room") / "cards.db"

    async def made():
        store = SqliteStore(path)
        await store.open()
        await store.close()

    asyncio.run(made())
    db = sqlite3.connect(path)
    db.execute(
        "INSERT INTO tables (number, game, options, seats, name, host, private, watchable, created)"
        " VALUES (1, 'pile', x'7b7d', 2, 'x', 'ann', 0, 1, 1)"
    )
    many = range(2, ROOM + 2)
    db.executemany(
        "INSERT INTO tables (number, game, options, seats, name, host, private, watchable, created,"
        " closed) VALUES (?, 'pile', x'7b7d', 2, 'x', 'bob', 1, 1, 1, 1)",
        [(n,) for n in many],
    )
    deal = (
        "INSERT INTO deals (table_number, deal, match, game, version, options, seats, seed,"
        " commitment, first, opened) VALUES (?, 1, 1, ?, 1, x'7b7d', 2, x'00', x'00', 0, ?)"
    )
    db.execute(deal, (1, "heap", 1))
    db.executemany(deal, [(n, "pile", n) for n in many])
    played = (
        "INSERT INTO played (table_number, deal, match, game, mode, at, season, ranked, last,"
        " users, bots, places, reason, counters) VALUES"
        " (?, 1, 1, 'pile', ?, ?, 's', 0, 1, '[\"ann\",\"bob\"]', 0, '[1,2]', 'x', '[]')"
    )
    db.execute(played, (1, "odd", 1))
    db.executemany(played, [(n, "", n) for n in many])
    by = "INSERT INTO played_by (user_id, at, table_number, deal, game) VALUES (?, ?, ?, 1, 'pile')"
    db.executemany(by, [("ann", n, n) for n in range(1, ROOM + 2)])
    db.commit()
    db.close()
    return path


async def _counted(path, ask):
    """What is answered, and the most steps any operation took for it."""
    store = SqliteStore(path)
    await store.open()
    most, steps = 0, 0

    def counting():
        nonlocal steps
        steps += STEPS
        return 0

    look = store._look

    async def counted(*args, **kwargs):
        nonlocal most, steps
        steps = 0
        found = await look(*args, **kwargs)
        most = max(most, steps)
        return found

    try:
        db = store._looked
        await store._run(lambda: db.set_progress_handler(counting, STEPS), store._looking)
        store._look = counted
        return await ask(store), most
    finally:
        await store.close()


@pytest.mark.parametrize(
    "which", [{"game": "heap"}, {"table": 1}, {"game": "heap", "table": 1}, {"game": "none"}]
)
def test_deals_of_one_kind_are_found_without_looking_through_all(room, which):
    page, most = asyncio.run(_counted(room, lambda store: store.past_deals(None, **which)))
    expected = [] if which.get("game") == "none" else [(1, 1)]
    assert [(one.table, one.deal) for one in page.lines] == expected
    assert page.next is None
    assert most < 1000


def test_what_nobody_may_see_is_gone_past_a_few_at_a_time(room):
    """Thousands of private deals lie before the one that a stranger may see."""

    async def ask(store):
        page, seen, pages = await store.past_deals(None), [], 1
        seen += page.lines
        while page.next is not None:
            page, pages = await store.past_deals(None, before=page.next), pages + 1
            assert page.looked <= past.LOOKED + past.AT_ONCE
            seen += page.lines
        return seen, pages

    (seen, pages), most = asyncio.run(_counted(room, ask))
    assert [one.table for one in seen] == [1]
    assert pages < 4
    assert most < 100 * past.AT_ONCE, "of all of them at once it is eight times as much"


def test_a_history_with_a_condition_few_meet_is_looked_through_a_few_at_a_time(room):
    async def ask(store):
        seen, before = [], 2**62
        while before is not None:
            page = await store.history("ann", "ann", None, before, 20, only=Only("odd"))
            assert page.looked <= played_ops.LOOKED + played_ops.AT_ONCE
            seen, before = [*seen, *page.matches], page.next
        return seen

    seen, most = asyncio.run(_counted(room, ask))
    assert [one.table for one in seen] == [1]
    assert most < 200 * played_ops.AT_ONCE, "of all of them at once it is eight times as much"


class Boards:
    """A store whose boards are counted, and take their time."""

    def __init__(self):
        self.asked, self.now = [], 0

    async def board(self, ladder, season, bar, *, start, count):
        self.asked.append((ladder, start, count))
        self.now += 2000
        await asyncio.sleep(0)
        return list(range(count))

    async def winners(self, season, game=None, *, start=1, count=20):
        self.asked.append((season, start, count))
        await asyncio.sleep(0)
        return list(range(count))


def test_pages_of_a_board_are_cut_out_of_what_was_read_once():
    async def scene():
        store = Boards()
        boards = Leaders(store, lambda: store.now)
        asked = [boards.page("duel", "", start, 100) for start in range(1, 800, 7)]
        found = await asyncio.gather(*asked)
        assert [len(one) for one in found] == [101] * len(asked)
        assert found[1][0] == 7
        assert len(store.asked) == 1, "many who ask at once have it read once"
        store.now += 30_000
        await boards.page("duel", "", 500, 20)
        assert len(store.asked) == 1, "what took 2 s to read is not read every 5 s"
        store.now += 11_000
        await boards.page("duel", "", 500, 20)
        assert len(store.asked) == 2
        for start in (2000, 3000, DEEPEST):
            assert (await boards.page("duel", "", start, 100))[0] == start - 1
            assert (await boards.winners("2026-Q4", None, start, 100))[0] == start - 1
        assert len(store.asked) == 4

    asyncio.run(scene())


def test_who_asked_first_may_go_and_boards_have_a_bound():
    async def scene():
        store = Boards()
        boards = Leaders(store, lambda: store.now)
        first = asyncio.create_task(boards.page("duel", "", 1, 20))
        second = asyncio.create_task(boards.page("duel", "", 1, 20))
        await asyncio.sleep(0)
        first.cancel()
        assert len(await second) == 21
        for n in range(100):
            await boards.winners(f"{n:04}-Q1", None, 5000, 20)
        assert boards._rows <= leaders.ROWS
        assert sum(len(found) for _, found in boards._kept.values()) == boards._rows

    asyncio.run(scene())


def test_who_is_richest_and_who_leads_a_season_is_read_once_for_all_who_ask(inside, ear, asker):
    """Most have the chips that everybody begins with: putting 100,000 of them in order took 0.2 s
    of the thread that reads for everybody, each time."""

    async def scene():
        async with inside() as server:
            read, store = [], server.hall.house.store
            for name in ("richest", "season"):
                once = getattr(store, name)

                async def counted(*words, _once=once):
                    read.append(words)
                    return await _once(*words)

                setattr(store, name, counted)
            eve = await ear.dial(server.url, name="Eve")
            one = asker(server, eve.token)
            for limit in (1, 5, 100):
                path = f"/api/leaderboards/chips?limit={limit}"
                rich = (await asyncio.to_thread(one.ask, "GET", path, status=200))["players"]
                assert [(line["place"], line["userId"]) for line in rich] == [(1, eve.id)]
                wish = {"game": "duel", "season": "2026-Q4", "limit": limit}
                assert (await eve.ask("SEASON", wish))["players"] == []
            assert len(read) == 2, read

    asyncio.run(asyncio.wait_for(scene(), LATE))

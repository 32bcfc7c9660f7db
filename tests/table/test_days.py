"""The deal of a day: one seed for all who play it that day, known to nobody before; the first try
of each counts, and the seed is told when the day is over."""

from __future__ import annotations

from cutcard.store.sqlite import SqliteStore
from cutcard.table.days import day_of
from cutcard.table.words import User

DAY = 86_400_000
ANN, BOB = User("ann", "Ann"), User("bob", "Bob")
DAILY = {"daily": True}


def deal(e, table):
    return e.house._floor.lives[table].table.deal


async def solve(e, table, user, ear, slips=0):
    """Turns every pair, after some moves that miss."""
    values = deal(e, table).state.values
    cells = {value: [c for c, v in enumerate(values) if v == value] for value in set(values)}
    ids = [card["id"] for _, card in sorted(ear.view["cards"].items(), key=lambda kv: int(kv[0]))]

    async def turn(*pair):
        for cell in pair:
            e.house.ask(table, None, ear, user, "flip", {"cardId": ids[cell]})
            await e.rest()

    e.house.ask(table, None, ear, user, "start", {})
    await e.rest()
    for _ in range(slips):
        await turn(cells[0][0], cells[1][0])
        await e.turn(1_000)
    for pair in cells.values():
        await turn(*pair)


async def known(e, *users):
    """Users the store knows, as a list of bests names them."""
    made = [await e.store.create_user(user.name, True, user.name.encode()) for user in users]
    return [User(one.id, one.name) for one in made]


def test_all_play_one_board_which_is_another_tomorrow(evening) -> None:
    async def story(e):
        one, _ = await e.table("memory", DAILY, (ANN,))
        other, _ = await e.table("memory", DAILY, (BOB,))
        plain, _ = await e.table("memory", {}, (BOB,))
        seeds = {deal(e, table).header.seed for table in (one, other)}
        assert len(seeds) == 1
        assert deal(e, plain).header.seed not in seeds
        assert deal(e, one).state.values == deal(e, other).state.values
        assert not e.house.info(one).watchable
        e.clock.ms += DAY
        tomorrow, _ = await e.table("memory", DAILY, (ANN,))
        assert deal(e, tomorrow).header.seed not in seeds

    evening(story)


def test_the_board_of_the_day_outlives_a_crash(evening) -> None:
    async def story(e):
        one, _ = await e.table("memory", DAILY, (ANN,))
        seed = deal(e, one).header.seed
        await e.crash()
        await e.restart()
        other, _ = await e.table("memory", DAILY, (BOB,))
        assert deal(e, other).header.seed == deal(e, one).header.seed == seed
        assert e.house._floor.lives[one].table.day == day_of(1_700_000_000_000)

    evening(story)


def test_the_first_try_counts_and_what_comes_after_is_practice(evening) -> None:
    async def story(e):
        ann, bob = await known(e, ANN, BOB)
        one, ear = await e.table("memory", DAILY, (ann,))
        today = e.house.today()
        assert await e.store.trial(ann.id, "memory", today) == {}, "taken when the table begins"
        await solve(e, one, ann, ear, slips=3)
        e.house.ask(one, None, ear, ann, "reset", {})  # the same board again, and known by now
        await e.rest()
        await solve(e, one, ann, ear)
        assert (await e.store.trial(ann.id, "memory", today))["4x4 moves"] == 11
        other, ear = await e.table("memory", DAILY, (bob,))
        await solve(e, other, bob, ear, slips=1)
        board = await e.store.day_board("memory", today)
        assert [(who.id, n) for who, n in board["4x4 moves"]] == [(bob.id, 9), (ann.id, 11)]
        assert set(board) == {"4x4 moves", "4x4 ms"}
        assert await e.store.bests_of(ann.id) == {}, "a list of its own"

    evening(story)


def test_a_try_counts_only_on_its_own_day(evening) -> None:
    async def story(e):
        (ann,) = await known(e, ANN)
        info = await e.house.open("memory", DAILY, 1, host=ann)
        day = e.house.today()
        e.clock.ms += DAY
        await e.house.sit(info.table, ann)
        await e.rest()
        assert await e.store.trial(ann.id, "memory", day) is None
        assert await e.store.trial(ann.id, "memory", e.house.today()) is None

    evening(story)


def test_its_seed_is_told_when_the_day_is_over(evening) -> None:
    async def story(e):
        (ann,) = await known(e, ANN)
        table, ear = await e.table("memory", DAILY, (ann,))
        await solve(e, table, ann, ear)
        (end,) = [fact for fact in ear.facts if fact["type"] == "GAME_END"]
        assert end.get("seed") is None
        life = e.house._floor.lives[table]
        assert "seed" not in life.snapshot(0).info
        plain, other = await e.table("memory", {"gridSize": [2, 2]}, (ann,))
        await solve(e, plain, ann, other)
        (end,) = [fact for fact in other.facts if fact["type"] == "GAME_END"]
        assert end["seed"] == deal(e, plain).header.seed.hex()
        life.table.wall += DAY
        assert life.snapshot(0).info["seed"] == deal(e, table).header.seed.hex()

    evening(story)


def test_many_tables_of_a_day_are_taken_up_with_one_question(evening, monkeypatch) -> None:
    """Each asked for its seed, one after the other, with two statements each."""
    asked, real = [], SqliteStore.day_seed

    async def counted(store, *what):
        asked.append(what[:2])
        return await real(store, *what)

    async def story(e):
        tables = [(await e.table("memory", DAILY, (ANN,)))[0] for _ in range(4)]
        seeds = {deal(e, table).header.seed for table in tables}
        await e.crash()
        monkeypatch.setattr(SqliteStore, "day_seed", counted)
        await e.restart()
        assert {deal(e, table).header.seed for table in tables} == seeds
        assert all(e.house._floor.lives[table].table.master for table in tables)
        assert asked == [("memory", day_of(e.house.floor.wall()))]

    evening(story)

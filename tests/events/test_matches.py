"""Events of matches in a house (T3, T117-T152): of bots to their end, through deaths of the process
and with a store that fails."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from cutcard.arena.matches import Terms, encode
from cutcard.bots import bots_of
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import epoch_ms
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal

from .place import HOST, QUICK, Place, place

GAMES = {
    "duel": {"options": {"roundPauseMs": 0}},
    "memory": {"options": {"gridSize": [4, 4], "matchDelayMs": 1}, "bot": "elephant"},
    "battle": {},
    "guandan": {"options": {"match": "deals", "deals": 1}, "team": 2},
    "poker": {"options": {**QUICK, "startStack": 200, "smallBlind": 50, "bigBlind": 100}},
}


def terms(game="duel", form="swiss", **more):
    given = {"host": HOST.id, "bots": True, "max_players": 64, "bot": "random", **GAMES[game]}
    vocabulary(game), bots_of(game)  # read once, which may take a while
    at = epoch_ms() + 700
    ends = {"ends_at": at + 3000} if form == "arena" else {}
    return Terms("Cup", game, form, starts_at=at, **{**ends, **given, **more})


def sound(meeting):
    """Every match that is played has one table, with those on its seats that the event says; the
    log is what made the state."""
    state, floor = meeting.event.state, meeting.floor
    tables = [match.table for match in state.open_matches() if match.table]
    assert len(tables) == len(set(tables))
    for match in state.open_matches():
        life = floor.lives.get(match.table)
        if life is not None and not life.broken:
            seated = tuple(user.id for user in life.table.roster if user is not None)
            assert seated in (meeting.event.seating(match), ())
    busy = [entry for match in state.open_matches() for entry in match.entries]
    assert len(busy) == len(set(busy)), "somebody is in two matches"


def ended(meeting, bots):
    state = meeting.event.state
    assert state.phase == "over"
    places = sorted(state.places.values())
    assert len(places) == bots
    assert places[0][0] == 1
    for first, last in places:
        assert sum(one == (first, last) for one in places) == last - first + 1


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("duel", "swiss"),
        ("duel", "arena"),
        ("duel", "double-elimination"),
        ("memory", "round-robin"),
        ("guandan", "swiss"),
        ("poker", "single-elimination"),
        ("battle", "double-elimination"),
    ],
)
def test_T3_T117_T148_an_event_of_bots_is_played_to_its_end(tmp_path, game, form):
    async def story():
        async with place(tmp_path / "a.db") as one:
            meeting = await one.holder.make(HOST, terms(game, form), bots=5)

            def over():
                sound(meeting)
                return meeting.over

            await one.until(over)
            await one.house.written()
            ended(meeting, 5)
            assert [row.event for row in await one.store.past_events()] == [1]
            kept = await one.store.event(1)
            assert [entry.what for entry in kept.entries] == [
                encode(entry) for entry in meeting.event.log
            ]
            played = [match for match in meeting.event.state.matches.values() if match.table]
            assert {match.how for match in played} <= {"played", "late", "decided"}

    asyncio.run(story())


def test_T3_every_match_begins_with_fresh_stacks_and_levels_go_by_hands(tmp_path):
    stack, hands = 300, 2
    options = {**QUICK, "startStack": stack, "smallBlind": 10, "bigBlind": 20, "levelHands": hands}

    async def story():
        async with place(tmp_path / "a.db") as one:
            seen, over = {}, one.holder.over

            def noted(life, outcome, abandoned):
                state = life.table.deal.state
                seen[life.row.table] = (list(state.stacks), state.level, life.table.deal_number)
                over(life, outcome, abandoned)

            one.holder.over = noted
            wish = terms("poker", "single-elimination", options=options)
            meeting = await one.holder.make(HOST, wish, bots=4)
            await one.until(lambda: meeting.over)
            matches = meeting.event.state.matches.values()
            assert sorted(seen) == sorted(match.table for match in matches)
            assert len(seen) == 3
            for stacks, level, dealt in seen.values():
                assert sorted(stacks) == [0, 2 * stack]  # who won before has won no chip of it
                assert level == (dealt - 1) // hands
            assert max(level for _, level, _ in seen.values()) > 0

    asyncio.run(story())


def due(meeting, length):
    sound(meeting)
    return meeting.over or len(meeting.event.log) >= length


@pytest.mark.parametrize("form", ["swiss", "double-elimination"])
def test_T104_it_goes_on_after_every_death(tmp_path, form):
    async def story():
        path, deaths = tmp_path / "a.db", 0
        one = Place(SqliteStore(path), delay=(5, 20))
        await one.start()
        begun = await one.holder.make(HOST, terms("duel", form), bots=8)
        await one.until(lambda: begun.event.state.phase == "running")
        await one.house.written()  # else its start was due meanwhile, and is 60 s later (T104)
        while True:
            meeting = one.holder.get(1)
            await one.until(partial(due, meeting, len(meeting.event.log) + 3 + deaths))
            if meeting.over or deaths == 6:
                break
            await one.die()
            deaths += 1
            one = Place(SqliteStore(path), delay=(5, 20))
            await one.start()
        assert deaths >= 3
        meeting = one.holder.get(1)
        await one.until(lambda: meeting.over)
        ended(meeting, 8)
        await one.stop()

    asyncio.run(story())


class Torn(SqliteStore):
    """A disk that fails now and then: what a batch says is not written, all of it."""

    count = failed = 0

    async def write(self, batch, rate=None):
        self.count += 1
        if self.count in (5, 12, 25):
            self.failed += 1
            raise StoreError("The disk is full.")
        return await super().write(batch, rate)


def test_T103_a_result_that_was_not_written_did_not_happen(tmp_path):
    async def story():
        store = Torn(tmp_path / "a.db")
        one = Place(store, delay=(10, 30))
        await one.start()
        await one.holder.make(HOST, terms("duel", "swiss"), bots=8)
        meeting = one.holder.get(1)

        def over():
            sound(meeting)
            return 1 in one.holder.past

        await one.until(over)
        assert store.failed
        ended(meeting, 8)
        kept = await store.event(1)
        assert [entry.what for entry in kept.entries] == [
            encode(entry) for entry in meeting.event.log
        ]
        await one.stop()

    asyncio.run(story())


def test_T126_a_match_whose_time_is_up_is_decided_as_it_stands(tmp_path):
    """Bots that think for ever; the minute's end is brought about by the wall clock."""

    async def story():
        async with place(tmp_path / "a.db") as one:
            one.house.floor.bot_delay = (10**7, 10**7)
            later = 0
            wall = one.house.floor.wall
            one.house.floor.wall = lambda: wall() + later
            meeting = await one.holder.make(HOST, terms(round_minutes=1, rounds=1), bots=4)
            await one.until(lambda: len(meeting.tables) == 2)
            await one.house.written()
            later = 61_000
            meeting.time()
            await one.until(lambda: meeting.over)
            matches = meeting.event.state.matches.values()
            assert [match.how for match in matches] == ["decided", "decided"]
            assert all(match.points == (1, 1) for match in matches)
            assert not [life for life in one.house.floor.lives.values() if not life.closed]

    asyncio.run(story())


def test_T149_a_guandan_round_is_four_deals_unless_the_event_says_otherwise(tmp_path):
    async def story():
        async with place(tmp_path / "a.db") as one:
            usual = terms("guandan", "swiss", options={})
            meeting = await one.holder.make(HOST, usual)
            assert (meeting.options.match, meeting.options.deals) == ("deals", 4)
            other = terms("guandan", "swiss", options={"match": "levels"})
            assert (await one.holder.make(HOST, other)).options.match == "levels"

    asyncio.run(story())


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "guandan", "team": 1},
        {"game": "duel", "team": 2},
        {"game": "poker", "options": {"startStack": 0}},
        {"format": "round-robin", "max_players": 129},
        {"options": {"colour": 1}},
        {"max_players": 5000},
        {"name": ""},
        {"starts_at": 1},
        {"bot": "nobody"},
        {"game": "memory", "options": {"daily": True}},
    ],
)
def test_terms_that_cannot_be_played_are_refused(tmp_path, wrong):
    async def story():
        async with place(tmp_path / "a.db") as one:
            given = {"name": "Cup", "game": "duel", "format": "single-elimination"}
            given |= {"starts_at": epoch_ms() + 9000, "max_players": 64, **wrong}
            with pytest.raises(Refusal) as no:
                await one.holder.make(HOST, Terms(**given))
            assert no.value.code == "INVALID_REQUEST"
            assert not one.holder.live

    asyncio.run(story())

"""A66 and A81 of docs/rules/arena.md on a server: what people's events came to is counted once
each, told, the same after a crash, and the same when it is counted again."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.arena.boards import event_board
from cutcard.client import Refused
from cutcard.lobby.outcomes import count_event, recount_events
from cutcard.store.sqlite import SqliteStore

from ..server.company import PASSWORD
from .people import LONG, TERMS, begin, over_http, play_hands, story_of, told

PLAYERS = ("Ann", "Bo", "Cy", "Di")


async def counted(server, number=1):
    """Until so many events are counted: it is done beside the play."""
    async with asyncio.timeout(60):
        while len(await server.store.counted_events(0)) < number:  # noqa: ASYNC110 # it has none
            await asyncio.sleep(0.02)


async def played(server, people, **more):
    """An event that these play to its end; its number and what was told of the places."""
    wish = {"terms": {**TERMS, **more}, "startsIn": LONG}
    event = (await people[0].request("TOURNAMENT_CREATE", wish))["event"]
    for one in people:
        await one.request("TOURNAMENT_REGISTER", {"event": event})
    begin(server, event)
    await asyncio.gather(*map(play_hands, people))
    return event, told(people[0], "TOURNAMENT_ENDED")[0]["places"]


async def given(people, places):
    """A86, A88: who was paid and who was the last who was not are told so, and it is in their
    profiles; so is what one put out in one hand."""
    for one in people:
        row = places[one.user]
        alone = (row["place"], row["placeTo"]) == (3, 3)
        wanted = {"poker.first-cash": row["prize"], "poker.bubble": alone}
        profile = (await people[0].request("PROFILE", {"user": one.user}))["profile"]
        ids = {what["id"] for what in profile.get("achievements", ())}
        notices = {what["id"] for what in told(one, "ACHIEVEMENT") if "event" in what}
        for name, earned in wanted.items():
            assert (name in ids) == (name in notices) == bool(earned), (name, places[one.user])


def test_A66_A81_what_an_event_came_to_is_told(tmp_path):
    async def story(server, *people):
        for name, one in zip(PLAYERS, people, strict=True):
            await one.sign_up(f"{name}dy", PASSWORD)
        _, places = await played(server, people)
        await counted(server)
        answer = await people[0].request("TOURNAMENT_WINNERS", {})
        assert answer["season"] == server.house.season()
        by_place = {row["place"]: row for row in places}
        rows = event_board([(row["playerId"], row["place"], row["prize"]) for row in places])
        best = [row for row in rows if row.won or row.second or row.prizes]
        shown = [
            tuple(row[name] for name in ("rank", "userId", "won", "second", "prizes"))
            for row in answer["rows"]
        ]
        assert shown == [(r.rank, r.user, r.won, r.second, r.prizes) for r in best]
        assert shown[0][1:] == (by_place[1]["playerId"], 1, 0, 260)
        first = next(one for one in people if one.user == by_place[1]["playerId"])
        own = (await first.request("TOURNAMENT_WINNERS", {"from": 2, "limit": 1}))["own"]
        assert (own["rank"], own["won"]) == (1, 1)
        for one in people:
            row = next(row for row in places if row["playerId"] == one.user)
            (mine,) = (await people[1].request("PLAYER_STATS", {"user": one.user}))["events"]
            figures = {"entries": 1, "cashes": int(row["prize"] > 0), "wins": row["place"] == 1}
            figures |= {"prizes": row["prize"], "bounties": 0, "cost": 110, "finalTables": 1}
            known = {name: mine[name] for name in figures}
            assert known == {**figures, "finalTables": mine["finalTables"]}
            assert mine["return"] == {260: "136.4", 140: "27.3", 0: "-100.0"}[row["prize"]]
        await given(people, {row["playerId"]: row for row in places})
        everybody = [(await one.request("PLAYER_STATS", {}))["events"][0] for one in people]
        assert sum(one["knockouts"] for one in everybody) >= 3
        assert sum(one["finalTables"] for one in everybody) == 3
        duel = await people[0].request("TOURNAMENT_WINNERS", {"game": "duel"})
        assert duel["rows"] == []
        with pytest.raises(Refused, match="INVALID_REQUEST"):
            await people[0].request("TOURNAMENT_WINNERS", {"game": "whist"})

        def ask(asker):
            seen = asker.ask("GET", "/api/winners?game=poker", status=200)
            assert seen["rows"] == answer["rows"]

        await over_http(server, people[0], ask)

    story_of(tmp_path, story, *PLAYERS)


def test_A66_among_friends_and_with_guests_nobody_wins(tmp_path):
    async def story(server, ann, bo, cy):
        await ann.sign_up("Anndy", PASSWORD)
        await played(server, (ann, bo, cy))  # one account among guests
        await counted(server)
        assert (await ann.request("TOURNAMENT_WINNERS", {}))["rows"] == []
        (mine,) = (await ann.request("PLAYER_STATS", {}))["events"]  # it was played all the same
        assert (mine["entries"], mine["cost"]) == (1, 110)
        friends = await ann.request("TOURNAMENT_WINNERS", {"friends": True})
        assert "own" not in friends

    story_of(tmp_path, story, "Ann", "Bo", "Cy")


def test_A81_an_event_is_counted_after_a_death_before_it_and_the_same_again(tmp_path):
    """The process ends when the event is over and not counted; the next one counts it."""
    ended = []

    async def story(server, *people):
        async def never():
            pass

        server.hall.lobby.scorer.look = never
        ended.append(await played(server, people))
        await server.house.written()

    async def later():
        store = SqliteStore(tmp_path / "e.db")
        await store.open()
        try:
            ((number, places),) = ended
            assert await store.uncounted_events() == [number]
            told = await count_event(store, number)
            assert await count_event(store, number) is None  # not twice
            assert told == await store.event_results(number)
            kept = await store.event_results(number)
            wanted = {row["playerId"]: (row["place"], row["prize"]) for row in places}
            assert {one.user: (one.place, one.prizes) for one in kept} == wanted
            assert await recount_events(store, check=True) == []
            await store.put_results(number, kept[1:])
            said = [f"what event {number} came to"]
            assert await recount_events(store, check=True) == said
            assert await store.event_results(number) == kept[1:]
            assert await recount_events(store, check=False) == said
            assert await store.event_results(number) == kept
            assert await recount_events(store, check=True) == []
        finally:
            await store.close()

    story_of(tmp_path, story, "Ann", "Bo", "Cy")
    asyncio.run(later())

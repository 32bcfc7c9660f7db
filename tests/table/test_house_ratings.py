"""The house: ratings and figures.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

from .asking import ANN, BOB, CAT, add


def test_A43_B20_a_rated_match_of_two_people_changes_both_ratings(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3})
        add(e, table, ann, ANN, 3)
        await e.rest()
        (change,) = bob.notice("RATING_CHANGE")
        assert change.payload == {
            "winnerId": "ann",
            "ratings": {
                "0": {"old": 1200, "new": 1210, "change": 10},
                "1": {"old": 1200, "new": 1190, "change": -10},
            },
        }
        standings = await e.store.standings("pile", ["ann", "bob"])
        assert (standings["ann"].rating, standings["ann"].games) == (1210.0, 1)
        e.house.rematch(table, ANN)
        e.house.rematch(table, BOB)
        add(e, table, ann, ANN, 3)
        await e.rest()
        assert ann.notice("RATING_CHANGE")[1].payload["ratings"]["0"]["old"] == 1210

    evening(story)


def test_matches_alone_against_bots_or_of_three_are_not_rated(evening):
    async def story(e):
        three, *ears = await e.table("pile", {"target": 3}, (ANN, BOB, CAT))
        add(e, three, ears[0], ANN, 3)
        alone, ann = await e.table("pile", {"target": 3}, (ANN,))
        add(e, alone, ann, ANN, 3)
        info = await e.house.open("pile", {"target": 3}, 2, host=ANN, bots={1: "random"})
        await e.house.sit(info.table, ANN)
        add(e, info.table, ann, ANN, 3)
        await e.rest()
        assert await e.store.standings("pile", ["ann", "bob", "cat"]) == {}

    evening(story)


def test_A19_statistics_count_and_outlive_a_restart(evening):
    async def story(e):
        table, ann, _bob = await e.table("pile", {"target": 3})
        await e.turn(500)
        add(e, table, ann, ANN, 3)
        await e.rest()
        await e.table("pile", {"turnMs": 10**9})
        await e.house.open("pile", {}, 2, host=ANN)
        expected = {
            "activeGames": 1,
            "totalGamesCreated": 3,
            "averageGameDuration": 500.0,
            "gamesCompletedToday": 1,
        }
        assert e.house.stats() == expected
        await e.crash()
        await e.restart()
        assert e.house.stats() == expected
        e.clock.ms += 86_400_000
        assert e.house.stats()["gamesCompletedToday"] == 0

    evening(story)

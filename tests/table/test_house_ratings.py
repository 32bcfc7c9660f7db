"""The house: ratings and figures.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import pytest
from msgspec import json

from cutcard import game
from cutcard.arena.ratings import rate
from cutcard.arena.refold import differing, refold
from cutcard.games import game_names
from cutcard.kernel.game import Illegal
from cutcard.kernel.optional import ladder_of
from cutcard.lobby.matchmaker import Matchmaker, Wanted
from cutcard.lobby.shuns import Shuns
from cutcard.store.protocol import Rated, Standing
from cutcard.table.words import User

from .asking import ANN, BOB, CAT, add, duel_to_end, refused


def test_A43_B20_a_ranked_match_of_two_people_changes_both_ratings(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3}, ranked=True)
        assert e.house.info(table).ranked
        add(e, table, ann, ANN, 3)
        await e.rest()
        (change,) = bob.notice("RATING_CHANGE")
        assert change.payload == {
            "winnerId": "ann",
            "loserId": "bob",
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


def test_ranked_is_a_tables_choice_and_outlives_a_restart(evening):
    async def story(e):
        casual, ann, _bob = await e.table("pile", {"target": 3})
        add(e, casual, ann, ANN, 3)
        ranked = await e.house.open("pile", {"target": 3}, 2, host=ANN, sit=[ANN], ranked=True)
        await e.rest()
        assert await e.store.standings("pile", ["ann", "bob"]) == {}
        await e.crash()
        await e.restart()
        await e.house.sit(ranked.table, BOB)
        add(e, ranked.table, ann, ANN, 3)
        await e.rest()
        assert set(await e.store.standings("pile", ["ann", "bob"])) == {"ann", "bob"}

    evening(story)


def test_A3_odd_options_and_bots_are_casual(evening):
    async def story(e):
        odd = e.house.open("pile", {"target": 500}, 2, host=ANN, ranked=True)
        await refused("INVALID_REQUEST", odd)
        bots = e.house.open("pile", {}, 2, host=ANN, bots={1: "random"}, ranked=True)
        await refused("INVALID_REQUEST", bots)
        alone = e.house.open("memory", {}, 1, host=ANN, ranked=True)
        await refused("INVALID_REQUEST", alone)
        assert e.house.tables() == []

    evening(story)


def test_19_a_ranked_table_is_by_one_of_the_options_a_game_has_a_rating_for(evening):
    """Of every game, by each of its setups: those with a rating open, the others are casual."""

    async def story(e):
        seen = {True: 0, False: 0}
        for name in game_names():
            rules = game(name)
            for options, seats in rules.setups():
                rated = ladder_of(rules, options, seats) is not None
                given = json.decode(json.encode(options))
                asked = e.house.open(name, given, seats, host=ANN, ranked=True)
                if rated:
                    await asked
                else:
                    no = await refused("INVALID_REQUEST", asked)
                    assert "casual" in no
                seen[rated] += 1
        assert min(seen.values()) > 4, seen

    evening(story)


def test_A29_the_sixth_ranked_match_of_the_same_two_within_a_day_is_not_rated(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3}, ranked=True)
        for number in range(7):
            if number:
                e.house.rematch(table, ANN)
                e.house.rematch(table, BOB)
            add(e, table, ann, ANN, 3)
            await e.rest()
        assert len(bob.notice("RATING_CHANGE")) == 5
        assert bob.notice("MATCH_NOT_RATED")[0].payload == {"reason": "REPEATED", "most": 5}
        assert len(bob.notice("MATCH_NOT_RATED")) == 2
        other, ear, _cat = await e.table("pile", {"target": 3}, (ANN, CAT), ranked=True)
        add(e, other, ear, ANN, 3)
        await e.rest()
        assert len(ear.notice("RATING_CHANGE")) == 1  # with somebody else it is
        e.clock.ms += 86_400_000
        next_day, ear, _bob = await e.table("pile", {"target": 3}, ranked=True)
        add(e, next_day, ear, ANN, 3)
        await e.rest()
        assert len(ear.notice("RATING_CHANGE")) == 1

    evening(story)


def test_A15_three_ranked_matches_lost_by_absence_keep_somebody_from_the_next(evening):
    async def story(e):
        def clock():
            return e.clock.ms

        shuns = Shuns(e.store, clock, clock)
        maker = Matchmaker(e.house, shuns, lambda user: (user, None), clock, clock)
        for number in range(3):
            table, ann, bob = await e.table("pile", {"target": 3}, ranked=True)
            if number != 1:
                e.house.detach(bob)
            add(e, table, ann, ANN, 3)
            await e.rest()
        assert maker.pool.last == {"ann": "bob", "bob": "ann"}
        assert {user: len(times) for user, times in maker.pool.left.items()} == {"bob": 2}
        table, ann, bob = await e.table("pile", {"target": 3}, ranked=True)
        e.house.detach(bob)
        add(e, table, ann, ANN, 3)
        await e.rest()
        with pytest.raises(Illegal, match="again in 900 s"):
            await maker.seek(BOB, bob, Wanted("pile", {"target": 3}))
        told = await maker.seek(ANN, ann, Wanted("pile", {"target": 3}))
        assert told["waitedMs"] == 0

    evening(story)


def test_A27_B21_season_points_are_kept_and_summed_with_ratings_of_each_mode(evening):
    async def story(e):
        for mode in ("QUICK", "HAND", "QUICK"):
            table, *ears = await e.table("duel", {"mode": mode}, ranked=True)
            await duel_to_end(e, table, ears)
        assert set(await e.store.standings("duel/QUICK", ["ann", "bob"])) == {"ann", "bob"}
        assert (await e.store.standings("duel/HAND", ["ann"]))["ann"].games == 1
        assert await e.store.standings("duel", ["ann"]) == {}
        ends = [f for f in ears[0].facts if f["type"] == "GAME_END"]
        assert ends
        (kept,) = await e.store.seasons_of("ann")
        assert (kept.game, kept.season, kept.matches) == ("duel", "2023-Q4", 3)
        (other,) = await e.store.seasons_of("bob")
        assert kept.points + other.points >= 3

    evening(story)


def test_a_duel_given_up_before_its_first_reveal_changes_no_rating(evening):
    async def story(e):
        table, ann, bob = await e.table("duel", ranked=True)
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        e.house.ask(table, None, ann, ANN, "surrender", {})
        await e.rest()
        assert ann.fact_types[-1] == "GAME_END"
        assert "RATING_CHANGE" not in ann.notices
        assert await e.store.seasons_of("bob") == []

    evening(story)


def test_A26_B29_a_rounds_deadline_is_told_as_epoch_ms_beside_the_deals_clock(evening):
    async def story(e):
        table, ann, bob = await e.table("duel")
        await e.turn(7_000)
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {})
        await e.rest()
        start = next(f for f in ann.facts if f["type"] == "GAME_ROUND_START")
        assert start["due"] == 37_000
        assert start["deadline"] == 1_700_000_000_000 + e.clock.ms + 30_000

    evening(story)


def test_matches_alone_against_bots_or_of_three_are_not_rated(evening):
    async def story(e):
        three, *ears = await e.table("pile", {"target": 3}, (ANN, BOB, CAT), ranked=True)
        add(e, three, ears[0], ANN, 3)
        alone, ann = await e.table("pile", {"target": 3}, (ANN,))
        add(e, alone, ann, ANN, 3)
        info = await e.house.open("pile", {"target": 3}, 2, host=ANN, sit=[ANN], ranked=True)
        await e.house.fill(info.table, "random")
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


def test_A51_A52_teams_are_rated_as_one_by_openskill(evening):
    """Two new pairs, the first wins: 1297 and 1140, as docs/rules/arena.md has it."""

    async def story(e):
        four = (ANN, BOB, CAT, User("dan", "Dan"))
        table, ann, *ears = await e.table("guandan", {}, four, ranked=True)
        for ear, user in zip((ears[0], ears[2]), (BOB, four[3]), strict=True):
            e.house.ask(table, None, ear, user, "concede", {})
            await e.rest()
        (change,) = ann.notice("RATING_CHANGE")
        assert change.payload["winners"] == ["ann", "cat"]
        assert change.payload["losers"] == ["bob", "dan"]
        up = {"old": 1200, "new": 1297, "change": 97}
        down = {"old": 1200, "new": 1140, "change": -60}
        assert change.payload["ratings"] == {"0": up, "1": down, "2": up, "3": down}
        standings = await e.store.standings("guandan/spec", [user.id for user in four])
        assert standings["ann"].games == 1
        assert abs(standings["ann"].spread - 8.1780) < 1e-4
        assert await e.store.standings("guandan", ["ann"]) == {}
        e.house.rematch(table, ANN)
        for user in four[1:]:
            e.house.rematch(table, user)
        await e.rest()
        for ear, user in zip((ann, ears[1]), (ANN, CAT), strict=True):
            e.house.ask(table, None, ear, user, "concede", {})
            await e.rest()
        second = ann.notice("RATING_CHANGE")[1].payload
        assert second["winners"] == ["bob", "dan"]
        assert second["ratings"]["0"]["old"] == 1297

    evening(story)


def test_A52_places_of_more_than_two_are_rated_by_openskill():
    match = Rated(1, 1, "memory", ("a", "b", "c", "d"), (1, 2, 3, 4), system="openskill")
    shown = [int(after.rating + 0.5) for _, after in rate([None] * 4, match)]
    assert shown == [1320, 1281, 1217, 1068]
    elo = Standing(1700.0, 9)  # of another system: begun anew
    (before, after), *_ = rate([elo, None, None, None], match)
    assert (before, after.games) == (Standing(1200.0, 0, 25 / 3, system="openskill"), 1)


def test_A21_A43_battle_is_rated_by_glicko_2_each_ruleset_by_itself(evening):
    async def story(e):
        table, ann, bob = await e.table("battle", {}, ranked=True)
        e.house.ask(table, None, bob, BOB, "surrender", {})
        await e.rest()
        (change,) = ann.notice("RATING_CHANGE")
        assert change.payload["winnerId"] == "ann"
        assert change.payload["ratings"]["0"] == {"old": 1500, "new": 1662, "change": 162}
        kept = (await e.store.standings("battle/standard", ["ann"]))["ann"]
        assert (kept.system, kept.games) == ("glicko2", 1)
        assert abs(kept.rating - 1662.3109) < 1e-3  # A45
        assert abs(kept.spread - 290.3190) < 1e-3
        assert await e.store.standings("battle/core", ["ann"]) == {}
        e.clock.ms += 100 * 86_400_000
        other, _ear, _bob = await e.table("battle", {}, ranked=True)
        e.house.ask(other, None, _bob, BOB, "surrender", {})
        await e.rest()
        ratings = await e.store.rating_list()
        assert differing(ratings, refold(ratings)) == []
        again = (await e.store.standings("battle/standard", ["ann"]))["ann"]
        soon = rate(
            [kept, kept],
            Rated(1, 2, "battle", ("a", "b"), (1, 2), at=kept.last, system="glicko2"),
        )[0][1]
        assert again.spread > soon.spread  # it grew with the days

    evening(story)


def test_a_rating_of_another_system_is_begun_anew_and_folds_so():
    """Battle was rated by Elo before: where the list begins with such a rating, it is not used."""
    old = Standing(1400.0, 7)
    match = Rated(1, 1, "battle", ("a", "b"), (1, 2), "battle", at=5, system="glicko2")
    pairs = rate([old, None], match)
    assert [before.games for before, _ in pairs] == [0, 0]
    assert [round(after.rating, 4) for _, after in pairs] == [1662.3109, 1337.6891]


def test_A29_surrendering_guests_earn_an_account_nothing(evening):
    async def story(e):
        for number in range(3):
            guest = User(f"g{number}", f"Guest {number}", guest=True)
            table, ann, ear = await e.table("pile", {"target": 3}, (ANN, guest), ranked=True)
            add(e, table, ann, ANN, 3)
            await e.rest()
            (told,) = ear.notice("MATCH_NOT_RATED")
            assert told.payload == {"reason": "GUEST"}
            assert not ann.notice("RATING_CHANGE")
        assert await e.store.standings("pile", ["ann", "g0"]) == {}
        both = [User(f"g{n}", f"Guest {n}", guest=True) for n in (8, 9)]
        table, first, _second = await e.table("pile", {"target": 3}, both, ranked=True)
        add(e, table, first, both[0], 3)
        await e.rest()
        assert len(first.notice("RATING_CHANGE")) == 1  # among themselves they are rated

    evening(story)

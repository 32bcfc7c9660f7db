"""Histories, statistics and achievements through real sockets."""

from __future__ import annotations

import asyncio

from cutcard.client import Client
from cutcard.lobby.scorer import recounted

from .company import hears, refused, run


def test_a_history_names_the_bots_one_played_with(inside, players):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, name="Ann", legal=True)
            options = {"maxRounds": 1, "roundPauseMs": 0}
            place = await ann.create("duel", seats=2, options=options, bots={"1": "steady"})
            await players.play_out(ann, place, 1)
            await ann.leave(place)
            found: list[dict] = []
            while not found:
                found = (await ann.request("HISTORY", {}))["matches"]
            assert found[0]["players"] == [{"userId": ann.user, "name": "Ann"}, {"name": "Steady"}]

    run(scene())


def test_A82_A88_a_match_is_in_histories_statistics_and_achievements(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, other) = await players.duel(server.url, ranked=True)
            both = (players.play_out(ann, place, 1), players.play_out(bo, other, 2))
            await asyncio.gather(*both)
            told = {}
            while not told:  # it is counted beside the play
                told = await ann.request("PLAYER_STATS", {})
                told = told if told["sums"] else await asyncio.sleep(0.05) or {}
            (sums,) = told["sums"]
            assert (sums["game"], sums["mode"], sums["counters"]["matches"]) == ("duel", "QUICK", 1)
            (match,) = (await bo.request("HISTORY", {"user": ann.user}))["matches"]
            assert match["match"] == f"{place.table}-1"
            assert [one["userId"] for one in match["players"]] == [ann.user, bo.user]
            assert match["ranked"]
            versus = (await bo.request("PLAYER_STATS", {"versus": ann.user}))["versus"]
            result = match["result"]
            mirror = {"won": "lost", "lost": "won", "drawn": "drawn"}
            assert versus[0][mirror[result]] == 1
            if result != "drawn":
                winner = ann if result == "won" else bo
                profile = (await bo.request("PROFILE", {"user": winner.user}))["profile"]
                while "achievements" not in profile:
                    await asyncio.sleep(0.05)
                    profile = (await bo.request("PROFILE", {"user": winner.user}))["profile"]
                assert profile["achievements"][0]["id"] == "duel.first-win"
                assert (await hears(winner, "ACHIEVEMENT"))["id"] == "duel.first-win"
            other_sums = (await bo.request("PLAYER_STATS", {"user": ann.user}))["sums"]
            assert set(other_sums[0]["counters"]) <= {"matches", "won", "drawn", "lost"}
            assert (await bo.request("HISTORY", {"before": match["at"]}))["matches"] == []
            await refused("INVALID_REQUEST", bo.request("HISTORY", {"game": "whist"}))
            await refused("NO_SUCH_PLAYER", bo.request("HISTORY", {"user": "nobody at all"}))
            _, _, differ = await recounted(server.house.store)
            assert differ == []

    run(scene())

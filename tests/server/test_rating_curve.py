"""How a rating went over time (issue 18, point 6: the profile's curve), through real sockets."""

from __future__ import annotations

import asyncio
import json
import urllib.request

from cutcard.arena.thinned import MOST, thinned

from .company import refused, run


def fetched(server, path):
    base = server.url.replace("ws", "http", 1).removesuffix("/ws")
    with urllib.request.urlopen(base + path, timeout=20) as answer:
        return json.load(answer)


def test_a_curve_has_few_points_and_its_ends():
    assert thinned([1, 2, 3]) == [1, 2, 3]
    many = thinned(range(100_000))
    assert (len(many), many[0], many[-1]) == (MOST, 0, 99_999)
    assert many == sorted(set(many))


def test_a_rated_match_is_a_point_of_both_curves(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, other) = await players.duel(server.url, ranked=True)
            none = await ann.request("RATING_CURVE", {"game": "duel"})
            assert (none["points"], none["matches"]) == ([], 0)
            both = (players.play_out(ann, place, 1), players.play_out(bo, other, 2))
            await asyncio.gather(*both)
            own = await ann.request("RATING_CURVE", {"game": "duel"})
            assert (own["user"], own["mode"], own["matches"]) == (ann.user, "QUICK", 1)
            ratings = (await ann.request("PROFILE", {}))["profile"]["ratings"]
            assert own["points"][-1]["rating"] == round(ratings["duel/QUICK"][0])
            assert own["points"][0]["rating"] == 1200
            assert own["best"]["rating"] == own["points"][-1]["rating"]
            seen = await bo.request("RATING_CURVE", {"game": "duel", "user": ann.user})
            assert seen == own
            over_http = await asyncio.to_thread(
                fetched, server, f"/api/users/{ann.user}/ratings?game=duel"
            )
            assert over_http == own
            later = {"game": "duel", "since": own["points"][-1]["at"] + 1}
            assert (await ann.request("RATING_CURVE", later))["points"] == []
            await refused("INVALID_REQUEST", bo.request("RATING_CURVE", {"game": "whist"}))
            await refused("INVALID_REQUEST", bo.request("RATING_CURVE", {}))

    run(scene())

"""Poker heads-up is rated by Elo, a match (docs/rules/arena.md): at a ranked table, found by quick
match, and in events of matches; by the usual options alone (A3)."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from cutcard.client import Refused
from cutcard.games import poker
from cutcard.games.poker.ranking import HEADS_UP, ladder

from ..running import Players
from .people import CALM, LONG, begin, heard, play_hands, story_of, told

QUICK = {**HEADS_UP, "startDelay": 0, "resultDelay": 0, "showDelay": 1}
PAIR = ("Ann", "Bo")


@pytest.mark.parametrize(
    ("odd", "seats"),
    [
        ({}, 3),
        ({"start_stack": 0}, 2),
        ({"start_stack": 20}, 2),
        ({"level_hands": 1}, 2),
        ({"big_blind": 40}, 2),
        ({"variant": "PO"}, 2),
        ({"action_timeout": 1}, 2),
        ({"ante": 5}, 2),
        ({"bomb_every": 1}, 2),
    ],
)
def test_A3_heads_up_by_other_options_is_casual(odd, seats):
    usual = {"start_stack": 1500, "big_blind": 20, "level_hands": 10}
    assert ladder(poker.Options(**usual), 2) == "heads-up"
    assert ladder(poker.Options(**usual, show_delay=1, start_delay=0), 2) == "heads-up"
    assert ladder(poker.Options(**{**usual, **odd}), seats) is None


def plays(place):
    return {"fold", "check"} & {move["type"] for move in place.legal}


def board(changes):
    return sorted((one["old"], one["new"]) for one in changes["ratings"].values())


def test_A21_A31_a_match_to_the_last_chip_is_rated_once(tmp_path):
    async def story(server, *people):
        place = await people[0].create("poker", seats=2, ranked=True, options=QUICK)
        await people[1].join(place.table)
        await asyncio.gather(*(play_hands(one, "RATING_CHANGE", ("sit", *CALM)) for one in people))
        change = await heard(people[0], "RATING_CHANGE")
        assert board(change) == [(1200, 1190), (1200, 1210)]
        kept = [await server.store.standings("poker/heads-up", [one.user]) for one in people]
        assert sorted(one.shown for found in kept for one in found.values()) == [1190, 1210]

    story_of(tmp_path, story, *PAIR)


def test_A21_who_leaves_a_ranked_match_has_lost_it(tmp_path):
    async def story(server, *people):
        place = await people[0].create("poker", seats=2, ranked=True, options=QUICK)
        other = await people[1].join(place.table)
        for client, mine in zip(people, (place, other), strict=True):
            await client.play(mine, "sit")
        both = (place, other)
        await Players.until(lambda: any(plays(one) for one in both), 60)
        await people[1].request("LEAVE", {"table": place.table})
        change = await heard(people[0], "RATING_CHANGE")
        assert change["loserId"] == people[1].user
        assert board(change) == [(1200, 1190), (1200, 1210)]

    story_of(tmp_path, story, *PAIR)


def test_A3_a_ranked_table_by_odd_options_is_refused(tmp_path):
    async def story(server, *people):
        for options in ({}, {**HEADS_UP, "startStack": 40}, {**HEADS_UP, "bigBlind": 400}):
            with pytest.raises(Refused, match="standard options"):
                await people[0].create("poker", seats=2, ranked=True, options=options)
        with pytest.raises(Refused, match="standard options"):
            await people[0].create("poker", seats=3, ranked=True, options=HEADS_UP)
        with pytest.raises(Refused, match="private link is casual"):
            await people[0].create("poker", seats=2, ranked=True, private=True, options=HEADS_UP)

    story_of(tmp_path, story, *PAIR)


def test_T3_T152_the_matches_of_a_heads_up_bracket_are_rated(tmp_path):
    async def story(server, *people):
        terms = {"name": "Heads-up", "game": "poker", "format": "single-elimination"}
        delays = {name: QUICK[name] for name in ("startDelay", "resultDelay", "showDelay")}
        wish = {"terms": {**terms, "maxPlayers": 2, "options": delays}, "startsIn": LONG}
        event = (await people[0].request("TOURNAMENT_CREATE", wish))["event"]
        for one in people:
            await one.request("TOURNAMENT_REGISTER", {"event": event})
        begin(server, event)
        for one in people:
            await Players.until(partial(told, one, "TOURNAMENT_CALLED"), 60)
            ready = {"event": event, "match": told(one, "TOURNAMENT_CALLED")[0]["match"]}
            await one.request("TOURNAMENT_READY", ready)
        await asyncio.gather(*(play_hands(one, "RATING_CHANGE") for one in people))
        assert board(await heard(people[1], "RATING_CHANGE")) == [(1200, 1190), (1200, 1210)]

    story_of(tmp_path, story, *PAIR)

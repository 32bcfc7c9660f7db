"""T84 on a server: a satellite's pool pays for its tickets, and nobody makes chips with them."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Refused
from cutcard.lobby.chips import conserved

from .people import LONG, TERMS, play_hands, story_of, told

SIT = {**TERMS, "format": "sit-and-go", "tableSize": 3, "fee": 0}


async def satellite(host, dear, **more):
    """An event that costs so much, and a satellite for one ticket."""
    wish = {"terms": {**TERMS, "buyIn": dear, "fee": 0}, "startsIn": LONG}
    main = (await host.request("TOURNAMENT_CREATE", wish))["event"]
    terms = {**SIT, "tickets": 1, "ticketTo": str(main), **more}
    return main, (await host.request("TOURNAMENT_CREATE", {"terms": terms}))["event"]


async def sums(server, people):
    await server.house.written()
    found = await conserved(server.store)
    assert found.ok, found.faults
    return sum([await server.store.balance(one.user) for one in people])


def test_T84_T101_a_ticket_is_paid_by_the_pool_and_is_no_mint(tmp_path):
    async def story(server, *people):
        main, event = await satellite(people[0], 250, buyIn=100)
        for one in people:
            await one.request("TOURNAMENT_REGISTER", {"event": event})
        await asyncio.gather(*map(play_hands, people))
        places = {row["playerId"]: row for row in told(people[0], "TOURNAMENT_ENDED")[0]["places"]}
        winner = next(one for one in people if places[one.user]["place"] == 1)
        assert places[winner.user]["prize"] == 250
        line = (await winner.request("TOURNAMENT_INFO", {"event": main}))["info"]
        assert line["entries"] == 1
        assert await sums(server, people) == 30_000 - 250  # the rest of the pool is paid
        assert (await winner.request("TOURNAMENT_UNREGISTER", {"event": main}))["entries"] == 0
        assert await sums(server, people) == 30_000

    story_of(tmp_path, story, "Ann", "Bo", "Cy")


def test_T84_a_ticket_that_cannot_be_used_is_paid_in_chips(tmp_path):
    async def story(server, *people):
        main, event = await satellite(people[0], 250, buyIn=100)
        for one in people:
            await one.request("TOURNAMENT_REGISTER", {"event": event})
        await people[0].request("TOURNAMENT_CANCEL", {"event": main})
        await asyncio.gather(*map(play_hands, people))
        assert await sums(server, people) == 30_000

    story_of(tmp_path, story, "Ann", "Bo", "Cy")


def test_T76_T84_tickets_that_the_pool_may_not_pay_are_an_admin_s_to_give(tmp_path):
    async def story(server, ann):
        for more in ({"buyIn": 0}, {"buyIn": 83}, {"buyIn": 0, "ticketPrice": 0}):
            with pytest.raises(Refused, match="FORBIDDEN"):
                await satellite(ann, 250, **more)
        scheduled = {"format": "scheduled", "startsAt": 10**15, "buyIn": 100}
        with pytest.raises(Refused, match="FORBIDDEN"):
            await satellite(ann, 250, **scheduled)  # two may begin
        await satellite(ann, 250, minPlayers=3, **scheduled)
        _, event = await satellite(ann, 250, buyIn=84, ticketPrice=1)
        found = (await ann.request("TOURNAMENT_INFO", {"event": event}))["info"]
        assert found["terms"]["ticketPrice"] == 250  # looked up, whatever was said

    story_of(tmp_path, story, "Ann")

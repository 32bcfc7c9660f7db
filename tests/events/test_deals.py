"""T89 of docs/rules/tournament.md at a server: a deal is proposed in mid-hand, as people do, and
ends by agreement or because somebody of it is not there."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.arena.event import log
from cutcard.client import Refused
from cutcard.lobby.chips import conserved

from .people import TERMS, heard, play_hands, story_of, told

HURRIED = {**TERMS["options"], "actionTimeout": 1, "timeBank": 0}
SIT = {**TERMS, "format": "sit-and-go", "options": HURRIED}
MEEK = ("check", "fold", "muck")  # nobody goes out


async def seated(people):
    """All at one table: its number as an event."""
    made = await people[0].request("TOURNAMENT_CREATE", {"terms": SIT})
    for one in people:
        await one.request("TOURNAMENT_REGISTER", {"event": made["event"]})
    for one in people:
        await heard(one, "TOURNAMENT_SEATED")
    return {"event": made["event"]}


def test_T89_T94_people_agree_to_a_deal_at_their_table(tmp_path):
    async def story(server, *people):
        event = await seated(people)
        await people[0].request("TOURNAMENT_DEAL_PROPOSE", {**event, "method": "chips"})
        playing = [
            asyncio.create_task(play_hands(one, "TOURNAMENT_DEAL_PROPOSED", MEEK)) for one in people
        ]
        offers = [await heard(one, "TOURNAMENT_DEAL_PROPOSED") for one in people]
        await asyncio.gather(*playing)
        (version,) = {one["version"] for one in offers}
        assert sum(offers[0]["amounts"].values()) == 300
        with pytest.raises(Refused, match="DEAL_CHANGED"):
            await people[1].request("TOURNAMENT_DEAL_ACCEPT", {**event, "version": version + 1})
        for one in people[1:]:
            await one.request("TOURNAMENT_DEAL_ACCEPT", {**event, "version": version})
        assert (await heard(people[0], "TOURNAMENT_DEAL_ENDED"))["agreed"]
        await heard(people[0], "TOURNAMENT_ENDED")
        await server.house.written()
        for one in people:
            got = offers[0]["amounts"][one.user]
            assert await server.store.balance(one.user) == 10_000 - 110 + got
        assert (await conserved(server.store)).ok

    story_of(tmp_path, story, "Ann", "Bo", "Cy")


def test_T89_a_deal_ends_at_once_where_somebody_of_it_is_not_there(tmp_path):
    async def story(server, *people):
        event = await seated(people)
        await people[2].close()
        await people[0].request("TOURNAMENT_DEAL_PROPOSE", event)
        playing = [
            asyncio.create_task(play_hands(one, "TOURNAMENT_DEAL_ENDED", MEEK))
            for one in people[:2]
        ]
        await asyncio.wait_for(asyncio.gather(*playing), 50)  # not by the minute that is given
        assert not told(people[0], "TOURNAMENT_DEAL_ENDED")[0]["agreed"]
        carried = server.hall.lobby.gallery.holder.get(event["event"])
        entries = carried.event.log
        (offered,) = (one for one in entries if isinstance(one.what, log.DealOffered))
        (ended,) = (one for one in entries if isinstance(one.what, log.DealEnded))
        assert ended.number == offered.number + 1
        assert carried.event.state.offer is None

    story_of(tmp_path, story, "Ann", "Bo", "Cy")

"""Events of matches over `/ws` and HTTP (T111, T124, T147, T148): people make them, enter, are
called, seated and rated."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.client import Refused

from .people import LONG, begin, heard, over_http, story_of, told

TERMS = {"name": "Cup", "game": "duel", "format": "single-elimination", "maxPlayers": 16}


async def play(client, event):
    """Ready when called, and any card at any table, until the event is over."""
    answered = set()
    while not told(client, "TOURNAMENT_ENDED"):
        for called in told(client, "TOURNAMENT_CALLED"):
            mine = any(client.user in users for users in called["players"])
            if mine and called["match"] not in answered:  # who made it watches it too
                answered.add(called["match"])
                wish = {"event": event, "match": called["match"]}
                await client.request("TOURNAMENT_READY", wish)
        for place in list(client.places.values()):
            moves = [move for move in place.legal if move["type"] not in ("surrender", "leave")]
            if moves and place.seat is not None:
                move = dict(moves[0])
                try:
                    await client.play(place, move.pop("type"), move)
                except Refused as no:
                    if no.code == "GAME_ERROR":
                        raise  # else somebody was quicker
        await asyncio.sleep(0.01)


def test_T111_T130_people_play_a_bracket_and_are_rated(tmp_path):
    async def story(server, *people):
        wish = {"terms": TERMS, "startsIn": LONG}
        event = (await people[0].request("TOURNAMENT_CREATE", wish))["event"]
        for one in people:
            for _ in range(2):
                entered = await one.request("TOURNAMENT_REGISTER", {"event": event}, key="k")
                assert entered["entered"]
        with pytest.raises(Refused, match="ALREADY_REGISTERED"):
            await people[0].request("TOURNAMENT_REGISTER", {"event": event})
        with pytest.raises(Refused, match="INVALID_REQUEST"):
            await people[0].request("TOURNAMENT_REBUY", {"event": event})
        (line,) = (await people[1].request("TOURNAMENT_LIST", {"game": "duel"}))["events"]
        assert (line["format"], line["entries"], line["tableSize"]) == ("single-elimination", 3, 2)
        assert not (await people[1].request("TOURNAMENT_LIST", {"game": "poker"}))["events"]
        begin(server, event)
        await asyncio.gather(*(play(one, event) for one in people))
        await server.house.written()
        (end,) = told(people[0], "TOURNAMENT_ENDED")
        assert [(one["place"], one["placeTo"]) for one in end["places"]] == [(1, 1), (2, 2), (3, 3)]
        seats = [one for who in people for one in told(who, "TOURNAMENT_SEATED")]
        assert {one["reason"] for one in seats} == {"match"}
        found = await people[0].request("TOURNAMENT_INFO", {"event": event, "count": 2})
        info = found["matchInfo"]
        assert (info["phase"], info["entries"], info["played"]) == ("over", 3, 2)
        assert [one["place"] for one in info["entrants"]] == [1, 2]
        assert found["next"] == 2
        assert {one["how"] for one in info["matches"]} == {"played"}
        rated = [told(one, "RATING_CHANGE") for one in people]
        assert sum(map(len, rated)) == 4, "two matches, told to two each"

    story_of(tmp_path, story, "Ann", "Bo", "Cy")


def test_T148_a_pair_registers_together(tmp_path):
    terms = {**TERMS, "game": "guandan", "team": 2, "options": {"match": "deals", "deals": 1}}

    async def story(server, ann, bo, cy):
        made = await ann.request("TOURNAMENT_CREATE", {"terms": terms, "startsIn": 600})
        event = made["event"]
        with pytest.raises(Refused, match="INVALID_REQUEST"):
            await ann.request("TOURNAMENT_REGISTER", {"event": event})
        first = await ann.request("TOURNAMENT_REGISTER", {"event": event, "partner": bo.user})
        assert not first.get("entered")
        assert (await heard(bo, "TOURNAMENT_PAIR_ASKED"))["playerId"] == ann.user
        other = await cy.request("TOURNAMENT_REGISTER", {"event": event, "partner": ann.user})
        assert not other.get("entered")
        agreed = await bo.request("TOURNAMENT_REGISTER", {"event": event, "partner": ann.user})
        assert agreed["entered"]
        assert agreed["entries"] == 1
        found = await ann.request("TOURNAMENT_INFO", {"event": event})
        assert found["ownEntry"]["players"] == [ann.user, bo.user]
        with pytest.raises(Refused, match="NO_SUCH_PLAYER"):
            await cy.request("TOURNAMENT_REGISTER", {"event": event, "partner": "nobody at all"})
        gone = await bo.request("TOURNAMENT_UNREGISTER", {"event": event})
        assert gone["entries"] == 0

    story_of(tmp_path, story, "Ann", "Bo", "Cy")


def test_events_of_matches_over_http(tmp_path):
    arena = {**TERMS, "format": "arena"}

    def asks(ann):
        made = ann.ask("POST", "/api/events", {"terms": arena, "startsIn": 600, "lasts": 60}, 201)
        where = f"/api/events/{made['event']}"
        assert ann.ask("POST", f"{where}/register", {}, 200)["entered"]
        assert ann.ask("GET", where, None, 200)["matchInfo"]["entries"] == 1
        ann.refused("POST", f"{where}/ready", {"match": 1}, status=400)
        assert ann.refused("POST", f"{where}/withdraw", {}, status=409) == "NOT_OPEN_YET"
        ann.ask("POST", f"{where}/back", {}, 200)
        assert ann.ask("POST", f"{where}/unregister", {}, 200)["entries"] == 0
        endless = {"terms": arena, "startsIn": 600}  # an arena says when it ends
        ann.refused("POST", "/api/events", endless, status=400)

    story_of(tmp_path, lambda server, ann: over_http(server, ann, asks), "Ann")

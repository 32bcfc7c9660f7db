"""Events over `/ws`, TCP and HTTP: people make them, enter, are seated and moved, and are paid."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from cutcard.client import Client, PacketClient, Refused
from cutcard.events.making import MOST_IN_ROBIN
from cutcard.lobby.chips import conserved
from cutcard.wire.tcp.ports import TcpSettings

from .people import LONG, TERMS, begin, heard, over_http, play_hands, story_of, told


def test_T110_people_are_seated_moved_and_paid(tmp_path):
    async def story(server, *people):
        made = await people[0].request("TOURNAMENT_CREATE", {"terms": TERMS, "startsIn": LONG})
        event = made["event"]
        for one in people:
            entered = await one.request("TOURNAMENT_REGISTER", {"event": event}, key="k")
            assert (entered["entered"], entered["balance"]) == (True, 9890)
            again = await one.request("TOURNAMENT_REGISTER", {"event": event}, key="k")
            assert (again["entries"], again["balance"]) == (entered["entries"], 9890)
        with pytest.raises(Refused, match="ALREADY_REGISTERED"):
            await people[0].request("TOURNAMENT_REGISTER", {"event": event})
        with pytest.raises(Refused, match="NO_DEAL_NOW"):
            await people[0].request("TOURNAMENT_DEAL_PROPOSE", {"event": event})
        (line,) = (await people[1].request("TOURNAMENT_LIST", {}))["events"]
        assert (line["entries"], line["pool"], line["phase"]) == (4, 400, "registering")
        begin(server, event)
        await asyncio.gather(*map(play_hands, people))
        await server.house.written()
        (seated, *_) = told(people[0], "TOURNAMENT_SEATED")
        assert seated["reason"] == "start"
        assert told(people[0], "TOURNAMENT_STARTED")[0]["tables"] == 2
        moved = told(people[0], "TOURNAMENT_MOVED")
        assert {one["reason"] for one in moved} <= {"final", "break", "balance"}
        assert len(moved) >= 2
        for one in people:
            seats = told(one, "TOURNAMENT_SEATED")
            assert {place["tableNumber"] for place in seats} <= one.places.keys()
        (end,) = told(people[3], "TOURNAMENT_ENDED")
        assert sorted(one["prize"] for one in end["places"]) == [0, 0, 140, 260]
        info = await people[0].request("TOURNAMENT_INFO", {"event": event})
        assert info["info"]["phase"] == "over"
        assert info["info"]["seed"] == end["seed"]
        same = await people[0].request("TOURNAMENT_INFO", {"event": event, "lastSeq": info["seq"]})
        assert "info" not in same
        sums = await conserved(server.store)
        assert (sums.ok, sums.events) == (True, 0)
        balances = sorted([await server.store.balance(one.user) for one in people])
        assert balances == [9890, 9890, 10030, 10150]

    story_of(tmp_path, story, "Ann", "Bo", "Cy", "Di")


def test_T7_T105_what_was_paid_comes_back(tmp_path):
    async def story(server, ann, bo):
        made = await ann.request("TOURNAMENT_CREATE", {"terms": TERMS, "startsIn": 600})
        event = {"event": made["event"]}
        for one in (ann, bo):
            await one.request("TOURNAMENT_REGISTER", event)
        assert (await bo.request("TOURNAMENT_UNREGISTER", event))["balance"] == 10_000
        with pytest.raises(Refused, match="NOT_REGISTERED"):
            await bo.request("TOURNAMENT_UNREGISTER", event)
        with pytest.raises(Refused, match="FORBIDDEN"):
            await bo.request("TOURNAMENT_CANCEL", event)
        assert (await ann.request("TOURNAMENT_CANCEL", event))["balance"] == 10_000
        assert told(ann, "TOURNAMENT_CANCELLED")[0]["event"] == made["event"]
        with pytest.raises(Refused, match="EVENT_OVER"):
            await bo.request("TOURNAMENT_REGISTER", event)
        assert (await conserved(server.store)).ok
        for wrong, code in (
            ({"structure": "none"}, "BAD_STRUCTURE"),
            ({"payout": [1, 2]}, "BAD_PAYOUT"),
            ({"game": "duel"}, "INVALID_REQUEST"),
            ({"options": {"colour": 1}}, "INVALID_REQUEST"),
            ({"guarantee": 5}, "FORBIDDEN"),
        ):
            wish = {"terms": {**TERMS, **wrong}, "startsIn": 60}
            with pytest.raises(Refused, match=code):
                await ann.request("TOURNAMENT_CREATE", wish)

    story_of(tmp_path, story, "Ann", "Bo")


def test_T6_who_is_seated_in_an_event_may_play_elsewhere_too(tmp_path):
    async def story(server, ann, bo):
        sit = {**TERMS, "format": "sit-and-go", "tableSize": 2}
        made = await ann.request("TOURNAMENT_CREATE", {"terms": sit})
        for one in (ann, bo):
            await one.request("TOURNAMENT_REGISTER", {"event": made["event"]})
        seated = (await heard(ann, "TOURNAMENT_SEATED"))["tableNumber"]
        with pytest.raises(Refused, match="ALREADY_REGISTERED"):
            await ann.request("TOURNAMENT_REGISTER", {"event": made["event"]})
        other = await ann.request("TOURNAMENT_CREATE", {"terms": TERMS, "startsIn": LONG})
        assert (await ann.request("TOURNAMENT_REGISTER", {"event": other["event"]}))["entered"]
        duel = (await ann.create("duel", seats=2)).table
        await bo.join(duel)
        assert {seated, duel} <= ann.places.keys()
        await asyncio.gather(*map(play_hands, (ann, bo)))  # at the event's table, to its end
        assert ann.places[duel].legal or bo.places[duel].legal  # and the match goes on

    story_of(tmp_path, story, "Ann", "Bo")


def test_T2_a_start_so_many_seconds_from_now_never_has_passed(tmp_path, monkeypatch):
    """However long the server took to look something up before."""

    async def takes_long(asker):
        await asyncio.sleep(1.1)
        return False

    monkeypatch.setattr("cutcard.lobby.requests.events._is_admin", takes_long)

    async def story(_, ann):
        made = await ann.request("TOURNAMENT_CREATE", {"terms": TERMS, "startsIn": 1})
        assert made["event"] == 1

    story_of(tmp_path, story, "Ann")


def test_events_over_http(tmp_path):
    def asks(ann):
        wish = {"terms": TERMS, "startsIn": 600}
        where = f"/api/events/{ann.ask('POST', '/api/events', wish, 201)['event']}"
        for _ in range(2):
            entered = ann.ask("POST", f"{where}/register", {}, 200, Idempotency_Key="once")
            assert entered["balance"] == 9890
        assert ann.refused("POST", f"{where}/register", {}, status=409) == "ALREADY_REGISTERED"
        assert ann.ask("GET", where, None, 200)["info"]["entries"] == 1
        assert len(ann.ask("GET", "/api/events", None, 200)["events"]) == 1
        assert ann.refused("GET", "/api/events/77", status=404) == "EVENT_NOT_FOUND"
        offered = ann.ask("GET", "/api/structures", None, 200)
        assert "turbo" in [one["name"] for one in offered["structures"]]
        assert offered["most"]["round-robin"] == MOST_IN_ROBIN  # the page's form asks for it

    story_of(tmp_path, lambda server, ann: over_http(server, ann, asks), "Ann")


def test_T116_through_tcp(tmp_path):
    """A player over TCP is moved: 600 of the new table follows, and they play on there."""

    async def story(server, *people):
        tcp = await PacketClient.connect(
            "127.0.0.1", server.tcp_port, "Tom", "a secret", sign_up=True
        )
        _, token = await server.accounts.log_in("Tom", "a secret")
        tom = await Client.connect(server.url, token=token)
        wish = {"terms": TERMS, "startsIn": LONG}
        event = {"event": (await people[0].request("TOURNAMENT_CREATE", wish))["event"]}
        for one in (*people, tom):
            await one.request("TOURNAMENT_REGISTER", event)
        begin(server, event["event"])
        await heard(tom, "TOURNAMENT_SEATED")
        first = (await tom.request("TOURNAMENT_INFO", event))["own"]
        tables = (await tom.request("TOURNAMENT_INFO", event))["tables"]
        number = next(one["tableNumber"] for one in tables if one["table"] == first["table"])
        await tom.close()
        place = await tcp.join(number)
        assert place.state["game_id"] == number

        async def plays():
            seen = {number}
            while not told(people[0], "TOURNAMENT_ENDED"):
                if tcp.place is None:
                    await asyncio.sleep(0.02)
                    continue
                state = tcp.place.state
                seen.add(state["game_id"])
                may = [one["type"] for one in state["available_actions"]]
                calm = [kind for kind in ("check", "call") if kind in may]
                if calm:
                    with suppress(Refused):  # the hand went on meanwhile
                        await tcp.act(calm[0])
                await asyncio.sleep(0.02)
            return seen

        seen, *_ = await asyncio.gather(plays(), *map(play_hands, people))
        out = [one["playerId"] for one in told(people[0], "TOURNAMENT_OUT")]
        user = (await server.accounts.known(token)).id
        moved = [one for one in told(people[0], "TOURNAMENT_MOVED") if one["playerId"] == user]
        assert len(seen) == 1 + len({one["to"] for one in moved})
        assert out or moved
        await tcp.close()

    story_of(tmp_path, story, "Ann", "Bo", "Cy", tcp=TcpSettings(0))


def test_T152_A23_a_sit_and_go_is_one_rated_match_of_all_its_players(tmp_path):
    """Three new ones by openskill: the first is up, the last down, and the fold gives the same."""

    async def story(server, *people):
        terms = {**TERMS, "format": "sit-and-go"}
        event = (await people[0].request("TOURNAMENT_CREATE", {"terms": terms}))["event"]
        for one in people:
            await one.request("TOURNAMENT_REGISTER", {"event": event})
        await asyncio.gather(*map(play_hands, people))
        await server.house.written()
        (end,) = told(people[0], "TOURNAMENT_ENDED")
        places = {one["playerId"]: one["place"] for one in end["places"]}
        for one in people:
            rated = await heard(one, "TOURNAMENT_RATED")
            assert rated["old"] == 1200
            assert rated["change"] == rated["new"] - rated["old"]
            held = await server.store.standings("poker/sit-and-go", [one.user])
            assert held[one.user].shown == rated["new"]
            if places[one.user] == 1:
                assert rated["change"] > 0
        kept = await server.store.rating_list()
        (match,) = kept.matches
        assert sorted(match.end.places) == sorted(places.values())

    story_of(tmp_path, story, "Ann", "Bo", "Cy")

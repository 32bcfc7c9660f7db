"""Events over `/ws`, TCP and HTTP: people make them, enter, are seated and moved, and are paid."""

from __future__ import annotations

import asyncio
import http.client
import json
from contextlib import suppress

import pytest

from cutcard.client import Client, PacketClient, Refused
from cutcard.lobby.chips import conserved
from cutcard.wire.tcp.ports import TcpSettings

from ..running import here
from .place import QUICK

TERMS = {
    **{"name": "Sunday", "game": "poker", "tableSize": 3, "startStack": 500, "buyIn": 100},
    **{"fee": 10, "structure": [{"smallBlind": 50, "bigBlind": 100, "minutes": 60}]},
    "options": QUICK,
}


def story_of(tmp_path, story, **settings):
    async def whole():
        async with here(tmp_path / "e.db", **settings) as server:
            await story(server)

    asyncio.run(asyncio.wait_for(whole(), 120))


async def play(client):
    """All-in with every hand, at whatever table one is brought to, until the event is over."""
    passing = {"STALE", "GAME_OVER", "INVALID_PLAYER", "WRONG_PHASE", "GAME_NOT_FOUND"}
    while not told(client, "TOURNAMENT_ENDED"):
        for place in list(client.places.values()):
            tags = [move["type"] for move in place.legal]
            wanted = [tag for tag in ("all_in", "call", "check", "muck") if tag in tags]
            if wanted:
                try:
                    await client.play(place, wanted[0])
                except Refused as no:
                    if no.code not in passing:
                        raise
        await asyncio.sleep(0.005)


def told(client, kind):
    return [payload for name, payload in client.notices if name == kind]


def test_T110_people_are_seated_moved_and_paid(tmp_path):
    async def story(server):
        people = [
            await Client.connect(server.url, name=name, legal=True)
            for name in ("Ann", "Bo", "Cy", "Di")
        ]
        made = await people[0].request("TOURNAMENT_CREATE", {"terms": TERMS, "startsIn": 3})
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
        await asyncio.gather(*map(play, people))
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
        for one in people:
            await one.close()

    story_of(tmp_path, story)


def test_T7_T105_what_was_paid_comes_back(tmp_path):
    async def story(server):
        ann = await Client.connect(server.url, name="Ann")
        bo = await Client.connect(server.url, name="Bo")
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
        await ann.close()
        await bo.close()

    story_of(tmp_path, story)


def test_events_over_http(tmp_path):
    async def story(server):
        ann = await Client.connect(server.url, name="Ann")

        def ask(method, path, body=None, key=None):
            link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            headers = {"Authorization": f"Bearer {ann.token}"}
            if key:
                headers["Idempotency-Key"] = key
            link.request(method, path, None if body is None else json.dumps(body), headers)
            answer = link.getresponse()
            found = answer.status, json.loads(answer.read())
            link.close()
            return found

        def asks():
            status, made = ask("POST", "/api/events", {"terms": TERMS, "startsIn": 600})
            assert status == 201
            where = f"/api/events/{made['event']}"
            for _ in range(2):
                status, entered = ask("POST", f"{where}/register", {}, "once")
                assert (status, entered["balance"]) == (200, 9890)
            assert ask("POST", f"{where}/register", {})[0] == 409
            assert ask("GET", where)[1]["info"]["entries"] == 1
            assert len(ask("GET", "/api/events")[1]["events"]) == 1
            assert ask("GET", "/api/events/77")[0] == 404
            names = [one["name"] for one in ask("GET", "/api/structures")[1]["structures"]]
            assert "turbo" in names

        await asyncio.to_thread(asks)
        await ann.close()

    story_of(tmp_path, story)


def test_T116_through_tcp(tmp_path):
    """A player over TCP is moved: 600 of the new table follows, and they play on there."""

    async def story(server):
        tcp = await PacketClient.connect(
            "127.0.0.1", server.tcp_port, "Tom", "a secret", sign_up=True
        )
        _, token = await server.accounts.log_in("Tom", "a secret")
        tom = await Client.connect(server.url, token=token)
        people = [
            await Client.connect(server.url, name=name, legal=True) for name in ("Ann", "Bo", "Cy")
        ]
        wish = {"terms": TERMS, "startsIn": 3}
        event = {"event": (await people[0].request("TOURNAMENT_CREATE", wish))["event"]}
        for one in (*people, tom):
            await one.request("TOURNAMENT_REGISTER", event)
        while not told(tom, "TOURNAMENT_SEATED"):
            await asyncio.wait_for(tom.turn(), 30)
        first = (await tom.request("TOURNAMENT_INFO", event))["own"]
        tables = (await tom.request("TOURNAMENT_INFO", event))["tables"]
        number = next(one["tableNumber"] for one in tables if one["table"] == first["table"])
        await tom.close()
        place = await tcp.join(number)
        assert place.state["game_id"] == number

        async def plays():
            seen = {number}
            while not any(kind == "TOURNAMENT_ENDED" for kind, _ in people[0].notices):
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

        seen, *_ = await asyncio.gather(plays(), *map(play, people))
        out = [one["playerId"] for one in told(people[0], "TOURNAMENT_OUT")]
        user = (await server.accounts.known(token)).id
        moved = [one for one in told(people[0], "TOURNAMENT_MOVED") if one["playerId"] == user]
        assert len(seen) == 1 + len({one["to"] for one in moved})
        assert out or moved
        for one in people:
            await one.close()
        await tcp.close()

    story_of(tmp_path, story, tcp=TcpSettings(0))


def test_T152_A23_a_sit_and_go_is_one_rated_match_of_all_its_players(tmp_path):
    """Three new ones by openskill: the first is up, the last down, and the fold gives the same."""

    async def story(server):
        people = [
            await Client.connect(server.url, name=name, legal=True) for name in ("Ann", "Bo", "Cy")
        ]
        terms = {**TERMS, "format": "sit-and-go"}
        event = (await people[0].request("TOURNAMENT_CREATE", {"terms": terms}))["event"]
        for one in people:
            await one.request("TOURNAMENT_REGISTER", {"event": event})
        await asyncio.gather(*map(play, people))
        await server.house.written()
        (end,) = told(people[0], "TOURNAMENT_ENDED")
        places = {one["playerId"]: one["place"] for one in end["places"]}
        for one in people:
            while not told(one, "TOURNAMENT_RATED"):
                await asyncio.wait_for(one.turn(), 30)
            (rated,) = told(one, "TOURNAMENT_RATED")
            assert rated["old"] == 1200
            assert rated["change"] == rated["new"] - rated["old"]
            held = await server.store.standings("poker/sit-and-go", [one.user])
            assert held[one.user].shown == rated["new"]
            if places[one.user] == 1:
                assert rated["change"] > 0
        kept = await server.store.rating_list()
        (match,) = kept.matches
        assert sorted(match.end.places) == sorted(places.values())
        for one in people:
            await one.close()

    story_of(tmp_path, story)

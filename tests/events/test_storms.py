"""Events asked by many at once, and by one person from several connections: each entry is paid
once, and nobody pays what they do not have (T1, T5-T7)."""

from __future__ import annotations

import asyncio

from cutcard.client import Client, Refused
from cutcard.lobby.chips import conserved

from .people import LONG, TERMS, story_of


async def asked(client, name, event):
    """The answer, or the code of the refusal."""
    try:
        return await client.request(name, {"event": event})
    except Refused as no:
        return no.code


async def twin(server, client):
    return await Client.connect(server.url, token=client.token)


def taken(answers):
    return sum(isinstance(one, dict) for one in answers)


def test_T6_T7_from_two_connections_one_enters_and_leaves_once(tmp_path):
    async def story(server, ann):
        other = await twin(server, ann)
        wish = {"terms": TERMS, "startsIn": LONG}
        event = (await ann.request("TOURNAMENT_CREATE", wish))["event"]
        for name, twice, left in (
            ("TOURNAMENT_REGISTER", "ALREADY_REGISTERED", 9890),
            ("TOURNAMENT_UNREGISTER", "NOT_REGISTERED", 10_000),
        ) * 2:  # who enters and leaves more than twenty times at once is stopped
            four = (ann, other) * 2
            answers = await asyncio.gather(*[asked(one, name, event) for one in four])
            assert taken(answers) == 1
            assert [one for one in answers if isinstance(one, str)] == [twice] * 3
            assert await server.store.balance(ann.user) == left
        assert (await conserved(server.store)).ok
        await other.close()

    story_of(tmp_path, story, "Ann")


def test_T5_who_has_chips_for_one_enters_one_of_many(tmp_path):
    async def story(server, ann):
        other = await twin(server, ann)
        wish = {"terms": {**TERMS, "buyIn": 6000, "fee": 0}, "startsIn": LONG}
        events = [(await ann.request("TOURNAMENT_CREATE", wish))["event"] for _ in range(4)]
        clients = (ann, other) * 2
        answers = await asyncio.gather(
            *[
                asked(one, "TOURNAMENT_REGISTER", event)
                for one, event in zip(clients, events, strict=True)
            ]
        )
        assert taken(answers) == 1
        assert [one for one in answers if isinstance(one, str)] == ["NOT_ENOUGH_CHIPS"] * 3
        assert await server.store.balance(ann.user) == 4000
        await other.close()

    story_of(tmp_path, story, "Ann")


def test_T1_the_last_seat_of_a_sit_and_go_is_sold_once(tmp_path):
    async def story(server, *people):
        terms = {**TERMS, "format": "sit-and-go"}
        event = (await people[0].request("TOURNAMENT_CREATE", {"terms": terms}))["event"]
        answers = await asyncio.gather(
            *[asked(one, "TOURNAMENT_REGISTER", event) for one in people]
        )
        assert taken(answers) == TERMS["tableSize"]
        assert {one for one in answers if isinstance(one, str)} == {"ENTRY_CLOSED"}
        late = await asyncio.gather(*[asked(one, "TOURNAMENT_UNREGISTER", event) for one in people])
        assert sorted(late) == sorted(
            "EVENT_RUNNING" if isinstance(one, dict) else "NOT_REGISTERED" for one in answers
        )
        await server.house.written()
        balances = [await server.store.balance(one.user) for one in people]
        assert sorted(balances) == [9890] * 3 + [10_000] * 4

    story_of(tmp_path, story, *(f"P{n}" for n in range(7)))

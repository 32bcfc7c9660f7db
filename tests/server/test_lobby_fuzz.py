"""Every request of the lobby, with whatever in it, is answered and breaks nothing."""

from __future__ import annotations

import asyncio
import logging
import random

import msgspec
import pytest

from cutcard.client import Client, Refused
from cutcard.wire.requests import REQUESTS

ENDING = {"LOG_OUT", "AUTH", "LOG_IN", "SIGN_UP"}  # they say who one is, or end it
GAMES = ("duel", "memory", "guandan", "poker", "battle", "whist", "")
YES_OR_NO = ("agree", "concede", "free", "private", "sit", "stop", "watchable")
ODD = (None, -1, 0, 1, 2, 3, 10**18, 1.5, True, "", "x", "\x00", "é" * 600, [], {}, ["a"], {"a": 1})


def payload(rng, kind, users, tables):
    """Fields of the request's own shape, mostly of a kind that may be right."""
    shape = REQUESTS[kind].request.shape
    wish = {}
    for one in msgspec.structs.fields(shape):
        name = one.encode_name
        likely = {
            "user": users,
            "table": tables,
            "game": GAMES,
            "link": ("x", "y" * 22),
            "text": ("hello", "a\nb", " "),
            "reason": ("rude",),
            "challenge": range(1, 9),
            "invite": range(1, 9),
            "seat": range(4),
            "seats": range(1, 5),
            "options": ({}, {"maxRounds": 1}, {"nonsense": 1}),
            "spectatorDelaySeconds": (0, 1, 600, 601),
            "bots": ({"1": "random"}, {"1": "nobody"}, {"x": "random"}),
            "page": range(3),
            "limit": (1, 50, 101),
            "phrase": ("hello", "nonsense"),
            "matchId": [f"{table}-1" for table in tables],
            **dict.fromkeys(YES_OR_NO, (False, True)),
        }.get(name, ODD)
        if one.required or rng.random() < 0.6:
            wish[name] = rng.choice(list(likely if rng.random() < 0.85 else ODD))
    return wish


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_asked_is_answered(inside, caplog, seed):
    caplog.set_level(logging.WARNING)

    async def scene():
        async with inside() as server:
            rng = random.Random(seed)
            names = ("Ann", "Bo", "Cy")
            people = [await Client.connect(server.url, name=name) for name in names]
            users = [*[one.user for one in people], "nobody", "Ann"]
            place = await people[0].create("memory", seats=3)
            tables = [place.table, place.table + 1, 99]
            kinds, done, codes = sorted(set(REQUESTS) - ENDING), set(), set()
            for _ in range(6 * len(kinds)):
                kind, asker = rng.choice(kinds), rng.choice(people)
                wish = payload(rng, kind, users, tables)
                match = f"{rng.choice(tables)}-1"
                told = {}
                try:
                    async with asyncio.timeout(10):
                        told = await asker.request(kind, wish, match=match)
                        done.add(kind)
                except Refused as reason:
                    assert reason.code != "GAME_ERROR", (kind, wish, str(reason))  # noqa: PT017 # which one it was
                    codes.add(reason.code)
                if "table" in told:
                    tables.append(told["table"])
            assert len(done) > 15  # it was not all nonsense
            assert len(codes) > 5

    asyncio.run(asyncio.wait_for(scene(), 60))
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []

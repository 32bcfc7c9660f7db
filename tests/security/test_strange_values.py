"""Whatever stands in a field, the answer is an answer or a refusal that names a fault of the
asker's: numbers that no database takes, texts with a NUL, half a character, endless digits. One
value that fails in the store would take everybody else's moves of that batch with it."""

import asyncio
import json
import logging
from contextlib import asynccontextmanager
from typing import get_args

import msgspec
import pytest
from picows import WSMsgType

from cutcard import games
from cutcard.arena.event.terms import Terms
from cutcard.arena.matches.words import Format
from cutcard.arena.matches.words import Terms as Cup
from cutcard.arena.ratings import rate
from cutcard.lobby.requests import REQUESTS, WS, Who
from cutcard.store.postgres import PostgresStore
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.wire.server import Server, Settings

from ..running import OPEN

NUMBERS = [2**53, 2**63, 2**64, 2**70, -(2**63), -(2**70), 1e308, 0.5]
TEXTS = [
    "\0", "a\0b", "\udbff", "9" * 60, "9" * 5000, "\u202eeve", "\U0010ffff", "e" + "\u0301" * 60,
    "%s%n", "'; DROP TABLE users; --", "../../etc/passwd", "\u2028", "bot-e1-1", "null",
]  # fmt: skip
REST = [None, True, [], {}, [[]], {"": ""}, {"\0": "\0"}]
STRANGE = [*NUMBERS, *TEXTS, *REST]
FEW = [2**53, 2**64, -(2**70), 1e308, "a\0b", "\udbff", "9" * 2000, [[]], {"\0": "\0"}]
"""For options, which are many, and each of which opens a table where it is taken."""
SECRET = "correct horse"
LEVEL = {"smallBlind": 1, "bigBlind": 2, "hands": 5}
EVENT = {"name": "T", "game": "poker", "structure": [LEVEL], "format": "sit-and-go"}
USUAL = {"game": "duel", "user": "Bo", "seat": 0, "session": "0" * 16, "matchId": "1-1",
         "season": "2026-Q4", "day": "2026-11-17", "ratingRange": [0, 10], "terms": {}}  # fmt: skip
SECRETS = ("LOG_IN", "SIGN_UP", "CHANGE_PASSWORD", "NEW_PASSWORD", "TOTP_BEGIN", "TOTP_END")
"""Each costs a hash; their fields are texts, tried with a few only."""


def usual(field) -> object:
    if field.encode_name in USUAL:
        return USUAL[field.encode_name]
    if not field.required:
        return field.default if field.default is not msgspec.NODEFAULT else {}
    kinds = str(field.type)
    return 1 if "int" in kinds else "a" * 64 if "{64}" in kinds else "x"


def wishes(one):
    """The request with each of its fields strange in turn."""
    fields = msgspec.structs.fields(one.shape)
    whole = {field.encode_name: usual(field) for field in fields}
    whole = {name: value for name, value in whole.items() if value is not None}
    tried = ["\0", "9" * 60] if one.name in SECRETS else STRANGE
    yield whole
    for field in fields:
        for value in tried:
            yield {**whole, field.encode_name: value}


def openings():
    """Tables and events with one option strange."""
    for name in games.own_names():
        for field in msgspec.structs.fields(games.game(name).Options):
            for value in FEW:
                yield "CREATE_TABLE", {"game": name, "options": {field.encode_name: value}}
    for field in msgspec.structs.fields(Terms):
        for value in FEW:
            yield "TOURNAMENT_CREATE", {"terms": {**EVENT, field.encode_name: value}}
    for field in msgspec.structs.fields(games.game("poker").Options):
        for value in FEW:
            options = {field.encode_name: value}
            yield "TOURNAMENT_CREATE", {"terms": {**EVENT, "options": options}}
    for name in LEVEL:
        for value in FEW:
            rows = [{**LEVEL, name: value}]
            yield "TOURNAMENT_CREATE", {"terms": {**EVENT, "structure": rows}}
    for kind in get_args(Format):
        cup = {"name": "C", "game": "duel", "format": kind, "maxPlayers": 8}
        soon = {"startsIn": 60, "lasts": 600}
        for field in msgspec.structs.fields(Cup):
            for value in FEW:
                yield "TOURNAMENT_CREATE", {"terms": {**cup, field.encode_name: value}, **soon}
        for value in FEW:
            yield "TOURNAMENT_CREATE", {"terms": cup, "startsIn": value}
            yield "TOURNAMENT_CREATE", {"terms": cup, "startsIn": 60, "lasts": value}
            times = {"startsAt": 2**62, "endsAt": 2**63 - 1, "opensAt": value}
            yield "TOURNAMENT_CREATE", {"terms": {**cup, **times}}
    yield "TOURNAMENT_CREATE", {"terms": {**EVENT, "tickets": 1, "ticketTo": "9" * 5000}}
    yield "TOURNAMENT_CREATE", {"terms": {**EVENT, "payout": [2**70, 1]}}
    yield "TOURNAMENT_CREATE", {"terms": {**EVENT, "startsAt": 2**62, "format": "scheduled"}}


@asynccontextmanager
async def running(store):
    server = Server(store, House(store, rate=rate), Settings(port=0, limits=OPEN))
    server.port = await server.start()
    server.url = f"ws://127.0.0.1:{server.port}/ws"
    try:
        yield server
    finally:
        await server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    if request.param == "sqlite":
        return SqliteStore(tmp_path / "t.db")
    return PostgresStore(request.getfixturevalue("database"))


class Foe:
    """Asks, and comes again where it was sent away. What was answered as a fault of the server's
    is in `bad`."""

    def __init__(self, ear, url: str) -> None:
        self.ear, self.url, self.one = ear, url, None
        self.asked = 0
        self.wishes: dict = {}  # not yet answered, by key
        self.bad: list = []

    async def ask(self, kind: str, wish: object, **more) -> None:
        """As it is: no client of ours would send half of these."""
        if self.one is None or self.one.closed is not None:
            self.one = await self.ear.dial(self.url, name="Eve")
        self.asked += 1
        key = f"s{self.asked}"
        self.wishes[key] = (kind, str(wish)[:300], str(more)[:80])
        said = {"v": 1, "type": kind, "correlationId": key, "payload": wish, **more}
        self.one.line.transport.send(WSMsgType.TEXT, json.dumps(said).encode())
        if len(self.wishes) >= 25:
            await self.answered()

    async def answered(self) -> None:
        """All that was asked is answered."""
        one = self.one
        await asyncio.wait_for(one.answer("PING"), 60)
        faults = [m for m in one.said if m.error is not None and m.error.code == "GAME_ERROR"]
        self.bad += [(self.wishes.get(m.correlation_id), m.error.message) for m in faults]
        one.said.clear()
        self.wishes.clear()


async def honest(server, ear) -> None:
    """Somebody else's table is opened, durable and closed as ever."""
    ann = await ear.dial(server.url, name="Ann")
    made = await ann.ask("CREATE_TABLE", {"game": "duel"})
    assert "seat" in made, made
    assert "code" not in await ann.ask("LEAVE", {"table": made["table"]})
    ann.line.close()


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 300))


def errors(caplog) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


def test_every_field_of_every_request_takes_or_refuses_what_is_strange(store, ear, caplog):
    async def scene():
        async with running(store) as server:
            await (await ear.dial(server.url)).ask("SIGN_UP", {"user": "Bo", "password": SECRET})
            foe = Foe(ear, server.url)
            for one in REQUESTS.values():
                if WS not in one.dialects or one.who in (Who.MODERATOR, Who.ADMIN):
                    continue
                for wish in wishes(one):
                    await foe.ask(one.name, wish)
            assert foe.asked > 2000
            await foe.answered()
            assert foe.bad == []
            await honest(server, ear)

    run(scene())
    assert errors(caplog) == []


def test_what_a_table_or_an_event_is_opened_with_is_taken_or_refused(store, ear, caplog):
    async def scene():
        async with running(store) as server:
            foe = Foe(ear, server.url)
            for kind, wish in openings():
                await foe.ask(kind, wish)
                if foe.asked % 10 == 0:  # before one has as many as one may
                    await foe.answered()
                    foe.one.line.close()
                    await foe.one.until(lambda: foe.one.closed is not None)
            await foe.answered()
            assert foe.bad == []
            await honest(server, ear)

    run(scene())
    assert errors(caplog) == []


def test_whatever_is_asked_of_an_event_that_is_there_is_taken_or_refused(store, ear, caplog):
    """Before it begins and while it is played, by one who is in it."""

    async def scene():
        async with running(store) as server:
            foe = Foe(ear, server.url)
            sitting = {**EVENT, "maxEntries": 2, "bots": True}
            cup = {"name": "C", "game": "duel", "format": "arena", "maxPlayers": 8, "bots": True}
            made = [{"terms": sitting}, {"terms": sitting, "bots": 1}]
            made += [{"terms": cup, "startsIn": seconds, "lasts": 600} for seconds in (1, 600)]
            for number, wish in enumerate(made, 1):
                await foe.ask("TOURNAMENT_CREATE", wish)
                await foe.ask("TOURNAMENT_REGISTER", {"event": number})
            await foe.answered()
            assert len(server.hall.lobby.gallery.holder.live) == len(made)
            await asyncio.sleep(1.5)
            for one in REQUESTS.values():
                if not one.name.startswith("TOURNAMENT_") or one.who is Who.ADMIN:
                    continue
                for number in range(1, len(made) + 1):
                    for wish in wishes(one):
                        if "event" in one.shape.__struct_fields__:
                            wish["event"] = number
                        if one.name not in ("TOURNAMENT_CREATE", "TOURNAMENT_CANCEL"):
                            await foe.ask(one.name, wish)
            await foe.answered()
            assert foe.bad == []
            await honest(server, ear)

    run(scene())
    assert errors(caplog) == []


def test_keys_that_no_database_takes_take_nobody_elses_move_with_them(store, ear, caplog):
    async def scene():
        async with running(store) as server:
            foe = Foe(ear, server.url)
            for key in ("\0", "a\0b", "\U0010ffff", "\udbff", "x" * 64):
                await foe.ask("CREATE_TABLE", {"game": "duel", "bots": {"1": "random"}})
                match = f"{foe.asked}-1"
                for kind in ("GAME_READY_REQUEST", "GAME_SURRENDER_REQUEST"):
                    await foe.ask(kind, {}, correlationId=key, matchId=match)
                await foe.ask("TOURNAMENT_CREATE", {"terms": EVENT}, correlationId=key)
                for event in (1, 2):
                    await foe.ask("TOURNAMENT_REGISTER", {"event": event}, correlationId=key)
                await foe.ask("CHAT", {"table": 1, "text": key}, correlationId=key)
            await foe.answered()
            assert foe.bad == []
            await honest(server, ear)

    run(scene())
    assert errors(caplog) == []


def test_moves_with_numbers_of_any_size_are_played_or_refused(store, ear, caplog):
    tags = ("RAISE", "BET", "BUY_IN", "TOP_UP", "PLAY", "CARD_PLAY", "FLIP", "CALL", "READY")

    async def scene():
        async with running(store) as server:
            foe = Foe(ear, server.url)
            for name in games.own_names():
                await foe.ask("PING", {})
                await foe.answered()
                made = await foe.one.ask("CREATE_TABLE", {"game": name})
                await foe.one.ask("FILL", {"table": made["table"]})
                match = made["info"]["match"]
                for tag in tags:
                    for value in FEW:
                        move = dict.fromkeys(("amount", "to", "card", "cards", "seat"), value)
                        await foe.ask(f"GAME_{tag}_REQUEST", move, matchId=match)
            await foe.answered()
            assert foe.bad == []
            await honest(server, ear)

    run(scene())
    assert errors(caplog) == []

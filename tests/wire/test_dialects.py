"""One list of requests, three dialects: each request is there where it says it is, refuses who may
not ask, and refuses the same mistake by the same code, whatever it is asked in."""

from __future__ import annotations

import asyncio
import http.client
import json
import struct

import msgspec
import pytest

from cutcard.client import Client, Refused
from cutcard.lobby.requests import HTTP, REQUESTS, TCP, WS, Who
from cutcard.wire.http.app import app as _app  # noqa: F401 # with it every route is registered
from cutcard.wire.http.guard import status_of
from cutcard.wire.http.route import ROUTES
from cutcard.wire.limits import Limits
from cutcard.wire.requests import REQUESTS as MESSAGES
from cutcard.wire.tcp.asks import ASKS, number_of
from cutcard.wire.tcp.ports import TcpSettings

from ..running import OPEN, here

PACKETS = {ask.request.name: ask for ask in ASKS.values()}
PATHS = {one.request.name: one for one in ROUTES if one.request is not None}
ERROR = 900


async def over_ws(server, name, wish, token=None, log_in=True):
    """The code a request is refused with, or None."""
    if log_in:
        async with await Client.connect(server.url, token=token, name=None) as one:
            return await _refusal(one.request(name, wish, match=wish.get("matchId")))
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.close()
    raise AssertionError(reader)


async def _refusal(asked):
    try:
        await asked
    except Refused as reason:
        return reason.code
    return None


async def over_tcp(server, kind, wish, user=None):
    """The first packet after a request: its type and payload."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.tcp_port)

    async def ask(kind, wish):
        body = msgspec.msgpack.encode(wish)
        writer.write(struct.pack(">HBH", len(body) + 5, 1, kind) + body)
        size, _, told = struct.unpack(">HBH", await reader.readexactly(5))
        rest = await reader.readexactly(size - 5)
        return told, msgspec.msgpack.decode(rest) if rest else None

    if user is not None:
        assert (await ask(100, {"user": user, "pass": "a password"}))[1]["result"] == 0
    said = await ask(kind, wish)
    writer.close()
    return said


async def over_http(server, one, wish, token=None):
    """The status and the code of a request."""

    def ask():
        path, body = one.where, dict(wish)
        for name in list(body):
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", str(body.pop(name)))
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        sent = None if one.method == "GET" else json.dumps(body)
        link.request(one.method, path, sent, headers)
        answer = link.getresponse()
        told = json.loads(answer.read() or b"{}")
        link.close()
        return answer.status, told.get("error", {}).get("code")

    return await asyncio.to_thread(ask)


@pytest.fixture
def scene(tmp_path):
    """Runs a story on a server with all three dialects."""

    def run(story, limits: Limits = OPEN):
        async def whole():
            async with here(tmp_path / "d.db", limits, tcp=TcpSettings(0)) as server:
                await story(server)

        asyncio.run(asyncio.wait_for(whole(), 60))

    return run


@pytest.mark.parametrize("one", REQUESTS.values(), ids=list(REQUESTS))
def test_a_request_is_in_the_dialects_it_claims_and_in_no_other(one):
    assert one.dialects
    assert (one.name in MESSAGES) == (WS in one.dialects)
    assert (one.name in PACKETS) == (TCP in one.dialects)
    assert (one.name in PATHS) == (HTTP in one.dialects)
    assert one.about.endswith(".")
    assert 1 <= one.cost <= 10
    assert one.answer is not None or one.name == "GAME_STATE_REQUEST"
    for path in ROUTES:
        if path.request is one and one.who in (Who.USER, Who.ACCOUNT, Who.ADMIN):
            assert path.signed == "must"


def _least(shape):
    """A wish with what must be in it, and nothing that is there."""
    schema = msgspec.json.schema(shape)["$defs"][shape.__name__]
    kinds = {"integer": 99, "string": "nobody-at-all"}
    return {
        name: kinds[schema["properties"][name]["type"]] for name in schema.get("required", ())
    }


def test_who_has_not_said_who_they_are_is_refused_in_every_dialect(scene):
    async def story(server):
        websocket = await _bare(server)
        for one in REQUESTS.values():
            if one.who is Who.NOBODY:
                continue
            wish = _least(one.shape)
            if one.name in MESSAGES:
                told = await websocket(one.name, wish)
                assert told["error"]["code"] == "NOT_AUTHENTICATED", one.name
            if one.name in PACKETS:
                ask = PACKETS[one.name]
                kind, said = await over_tcp(server, ask.kind, {})
                if ask.fails is None:
                    assert (kind, said["code"]) == (ERROR, number_of("NOT_AUTHENTICATED"))
                else:
                    assert said == {"res": ask.fails}
            if one.name in PATHS and PATHS[one.name].signed == "must":
                assert await over_http(server, PATHS[one.name], wish) == (401, "NOT_AUTHENTICATED")

    scene(story)


async def _bare(server):
    """A WebSocket that has not sent AUTH."""
    import websockets  # noqa: PLC0415 # placeholder

    raise NotImplementedError(websockets)

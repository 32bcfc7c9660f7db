"""One list of requests, three dialects: each request is there where it says it is, refuses who may
not ask, costs what it says, and refuses the same mistake by the same code, whatever it is asked in.
Which code it was is read off the server's own count, for TCP has only numbers."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import struct

import msgspec
import pytest

from cutcard.client.line import open_line
from cutcard.lobby.forms import SignUp
from cutcard.lobby.requests import HTTP, REQUESTS, TCP, WS, Who
from cutcard.wire.http.app import PARTS
from cutcard.wire.http.guard import status_of
from cutcard.wire.http.route import ROUTES
from cutcard.wire.limits import Limits
from cutcard.wire.requests import REQUESTS as MESSAGES
from cutcard.wire.tcp.asks import ASKS, number_of
from cutcard.wire.tcp.ports import TcpSettings

from ..running import OPEN, here

assert PARTS  # with them every route is registered
PACKETS = {ask.request.name: ask for ask in ASKS.values()}
PATHS = {one.request.name: one for one in ROUTES if one.request is not None}
SECRET = "a password"
GUARDED = (Who.USER, Who.ACCOUNT, Who.MODERATOR, Who.ADMIN)

# A request: what is wrong with it, in the words of the list and of packets; the code it gets.
NOBODY = "nobody at all"
MISTAKES = {
    "AUTH": ({"name": "Ann"}, None, "NAME_TAKEN"),
    "LOG_IN": (
        {"user": "Ann", "password": "wrong"},
        {"user": "Ann", "pass": "wrong"},
        "INVALID_CREDENTIALS",
    ),
    "SIGN_UP": (
        {"user": "Bo", "password": "1234567"},
        {"user": "Bo", "pass": "1234567"},
        "INVALID_REQUEST",
    ),
    "SET_NAME": ({"name": "Bea"}, None, "NAME_TAKEN"),
    "CHANGE_PASSWORD": ({"old": "wrong", "new": SECRET}, None, "INVALID_CREDENTIALS"),
    "LIST_TABLES": ({"game": "x" * 65}, None, "INVALID_REQUEST"),
    "CREATE_TABLE": (
        {"game": "whist", "name": "T"},
        {"game": "whist", "name": "T"},
        "INVALID_REQUEST",
    ),
    "JOIN_TABLE": ({"table": 99}, {"tableId": 99}, "GAME_NOT_FOUND"),
    "LEAVE": ({"table": 99}, {"table_id": 99}, "GAME_NOT_FOUND"),
    "GAME_STATE_REQUEST": ({"matchId": "99-1"}, {"game_id": 99}, "GAME_NOT_FOUND"),
    "FRIEND_INVITE": ({"user": NOBODY}, {"username": NOBODY}, "NO_SUCH_PLAYER"),
    "FRIEND_ACCEPT": ({"invite": 99}, {"invite_id": 99}, "NO_SUCH_INVITE"),
    "FRIEND_REJECT": ({"invite": 99}, {"invite_id": 99}, "NO_SUCH_INVITE"),
    "INVITE_TO_TABLE": (
        {"user": NOBODY, "table": 1},
        {"friend_username": NOBODY, "table_id": 1},
        "NO_SUCH_PLAYER",
    ),
    **{
        f"TOURNAMENT_{name}": ({"event": 99}, None, "EVENT_NOT_FOUND")
        for name in (
            *("INFO", "REGISTER", "UNREGISTER", "RE_ENTER", "REBUY", "ADD_ON", "DEAL_PROPOSE"),
            *("DEAL_DECLINE", "CANCEL", "PAUSE", "RESUME", "BACK", "WITHDRAW"),
        )
    },
    "TOURNAMENT_READY": ({"event": 99, "match": 1}, None, "EVENT_NOT_FOUND"),
    "TOURNAMENT_DEAL_ACCEPT": ({"event": 99, "version": 1}, None, "EVENT_NOT_FOUND"),
    "TOURNAMENT_CREATE": ({"terms": {"name": "x"}}, None, "INVALID_REQUEST"),
    "TOURNAMENT_WINNERS": ({"game": "whist"}, None, "INVALID_REQUEST"),
    "PROFILE": ({"user": "nobody"}, None, "NO_SUCH_PLAYER"),
    "SET_PROFILE": ({"phone": "1" * 17}, None, "INVALID_REQUEST"),
    "LEADERBOARD": ({"game": "whist"}, None, "INVALID_REQUEST"),
    "BESTS": ({"game": "whist", "name": "x"}, None, "INVALID_REQUEST"),
    "HISTORY": ({"user": "nobody"}, None, "NO_SUCH_PLAYER"),
    "PLAYER_STATS": ({"user": "nobody"}, None, "NO_SUCH_PLAYER"),
    "RATING_CURVE": ({"user": "nobody", "game": "duel"}, None, "NO_SUCH_PLAYER"),
    "SEASON": ({"game": "duel", "season": "2026"}, None, "INVALID_REQUEST"),
    "END_SESSION": ({"session": "0" * 16}, None, "NO_SUCH_SESSION"),
    "TOTP_BEGIN": ({"password": "wrong"}, None, "INVALID_CREDENTIALS"),
    "TOTP_CONFIRM": ({"code": "000000"}, None, "INVALID_REQUEST"),
    "TOTP_END": ({"password": "wrong"}, None, "INVALID_CREDENTIALS"),
    "SEND_CONFIRMATION": ({}, None, "INVALID_REQUEST"),
    "CONFIRM_EMAIL": ({"code": "x"}, None, "INVALID_CODE"),
    "FORGOT_PASSWORD": ({"user": "Ann"}, None, "INVALID_REQUEST"),
    "NEW_PASSWORD": ({"user": "Ann", "code": "x", "password": SECRET}, None, "INVALID_CODE"),
}
MISTAKES["APPEAL"] = ({"code": "none", "text": "Why?"}, None, "NOT_FOUND")
MISTAKES["DAILY"] = ({"game": "chess"}, None, "INVALID_REQUEST")
SURE = {"PING", "MY_TABLES", "LOG_OUT", "FRIENDS", "FRIEND_INVITES", "RICHEST", "SESSIONS"}
SURE |= {"TOURNAMENT_LIST", "TOURNAMENT_STRUCTURES"}  # cannot fail


def least(shape):
    """A wish with what must be in it."""
    schema = msgspec.json.schema(shape)["$defs"][shape.__name__]
    kinds = {"integer": 99, "string": "nobody"}
    return {name: kinds[schema["properties"][name]["type"]] for name in schema.get("required", ())}


MISTAKES |= {  # who asks is no moderator
    name: (least(one.shape), None, "FORBIDDEN")
    for name, one in REQUESTS.items()
    if one.who is Who.MODERATOR
}


@pytest.fixture
def scene(tmp_path):
    """Runs a story on a server with all three dialects and the accounts Ann and Bea."""

    def run(story, limits: Limits = OPEN):
        async def whole():
            async with here(tmp_path / "d.db", limits, tcp=TcpSettings(0)) as server:
                for name in ("Ann", "Bea"):
                    await server.accounts.sign_up(SignUp(name, SECRET))
                await story(server)

        asyncio.run(asyncio.wait_for(whole(), 60))

    return run


async def token_of(server, name="Ann"):
    return (await server.accounts.log_in(name, SECRET))[1]


async def over_ws(server, *asked, token=None):
    """The answers to requests on one connection, which is somebody's or nobody's yet."""
    said: asyncio.Queue = asyncio.Queue()
    line = await open_line(server.url, said.put_nowait, lambda code: None)
    told = []
    for name, wish in ([("AUTH", {"token": token})] if token else []) + list(asked):
        line.send(name, wish, key=name)
        while (heard := await said.get()).correlation_id != name:
            pass
        told.append(heard)
    line.close()
    return told[1:] if token else told


async def over_tcp(server, *asked, user=None):
    """The packets after requests on one connection: their types and payloads."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.tcp_port)
    told = []
    login = [(100, {"user": user, "pass": SECRET})] if user else []
    for kind, wish in (*login, *asked):
        body = msgspec.msgpack.encode(wish)
        writer.write(struct.pack(">HBH", len(body) + 5, 1, kind) + body)
        size, _, answer = struct.unpack(">HBH", await reader.readexactly(5))
        rest = await reader.readexactly(size - 5)
        told.append((answer, msgspec.msgpack.decode(rest) if rest else None))
    writer.close()
    return told[len(login) :]


async def over_http(server, one, wish, token=None):
    """The status and the code of a request."""

    def ask():
        path, sent = one.where, dict(wish)
        for name in wish:
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", str(sent.pop(name)))
        path = re.sub(r"{\w+}", "99", path)  # what a wish need not have, but a path must
        if one.method == "GET" and sent:
            path += "?" + "&".join(f"{name}={value}" for name, value in sent.items())
        body = None if one.method == "GET" else json.dumps(sent)
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        link.request(one.method, path, body, headers)
        answer = link.getresponse()
        text = answer.read()
        link.close()
        told = json.loads(text) if answer.status >= 400 else {}
        return answer.status, told.get("error", {}).get("code")

    return await asyncio.to_thread(ask)


@pytest.mark.parametrize("one", REQUESTS.values(), ids=list(REQUESTS))
def test_a_request_is_in_the_dialects_it_claims_and_in_no_other(one):
    assert one.dialects
    assert (one.name in MESSAGES) == (WS in one.dialects)
    assert (one.name in PACKETS) == (TCP in one.dialects)
    assert (one.name in PATHS) == (HTTP in one.dialects)
    assert one.about.endswith(".")
    assert 1 <= one.cost <= 10
    assert one.answer is not None or one.name in ("GAME_STATE_REQUEST", "FAIR_PLEDGE", "FAIR_SHARE")
    if len(one.dialects) > 1:
        assert (one.name in MISTAKES) != (one.name in SURE)
    for path in ROUTES:
        if path.request is one and one.who in GUARDED:
            assert path.signed == "must"


def test_who_has_not_said_who_they_are_is_refused_in_every_dialect(scene):
    async def story(server):
        for one in REQUESTS.values():
            if one.who is Who.NOBODY:
                continue
            wish = least(one.shape)
            if WS in one.dialects:
                (told,) = await over_ws(server, (one.name, wish))
                assert told.error.code == "NOT_AUTHENTICATED", one.name
            if TCP in one.dialects and one.who is not Who.ANYONE:  # these it answers before
                ask = PACKETS[one.name]
                ((kind, said),) = await over_tcp(server, (ask.kind, {}))
                if ask.fails is None:
                    assert (kind, said["code"]) == (900, number_of("NOT_AUTHENTICATED"))
                else:
                    assert (kind, said["res"]) == (ask.kind, ask.fails)
            if HTTP in one.dialects and PATHS[one.name].signed == "must":
                told = await over_http(server, PATHS[one.name], wish)
                assert told == (401, "NOT_AUTHENTICATED"), one.name

    scene(story)


def test_guests_and_players_are_refused_what_accounts_and_admins_may(scene):
    async def story(server):
        _, guest = await server.accounts.guest("Cy")
        player = await token_of(server)
        for one in REQUESTS.values():
            wish = least(one.shape)
            for who, token in (
                (Who.ACCOUNT, guest),
                (Who.MODERATOR, guest),
                (Who.MODERATOR, player),
                (Who.ADMIN, guest),
                (Who.ADMIN, player),
            ):
                if one.who is who and WS in one.dialects:
                    (told,) = await over_ws(server, (one.name, wish), token=token)
                    assert told.error.code == "FORBIDDEN", one.name
                if one.who is who and HTTP in one.dialects:
                    told = await over_http(server, PATHS[one.name], wish, token)
                    assert told == (403, "FORBIDDEN"), one.name

    scene(story)


@pytest.mark.parametrize("name", MISTAKES)
def test_the_same_mistake_is_refused_by_the_same_code_in_every_dialect(scene, name):
    one = REQUESTS[name]
    wish, packet, code = MISTAKES[name]

    async def story(server):
        known = one.who is not Who.NOBODY
        token = await token_of(server) if known else None
        counts = server.hall.tally.refusals
        asked = 0
        if WS in one.dialects:
            (told,) = await over_ws(server, (name, wish), token=token)
            asked += 1
            assert (told.error.code, counts[code]) == (code, asked)
        if TCP in one.dialects:
            ask = PACKETS[name]
            user = "Ann" if known else None
            ((kind, said),) = await over_tcp(server, (ask.kind, packet), user=user)
            asked += 1
            assert counts[code] == asked
            number = said["code"] if ask.fails is None else said["res"]
            fails = ask.codes.get(code, ask.fails)
            assert number == (number_of(code) if fails is None else fails)
            assert kind == (900 if ask.fails is None else ask.kind)
        if HTTP in one.dialects:
            told = await over_http(server, PATHS[name], wish, token)
            asked += 1
            assert (told, counts[code]) == ((status_of(code), code), asked)
        assert asked == len(one.dialects) > 1
        assert sum(counts.values()) == asked

    scene(story)


def test_a_heavy_request_is_let_in_and_the_rest_of_its_price_is_owed(scene):
    # 0.9 to spare: on a busy machine a first answer takes a little more than its price is for.
    limits = Limits(rate=0.01, burst=20.9, address_rate=0.01, address_burst=60, limit_loopback=True)

    async def story(server):
        assert REQUESTS["LIST_TABLES"].cost == 3
        lists = [("LIST_TABLES", {})] * 9
        token = await token_of(server)
        told = await over_ws(server, *lists, token=token)  # AUTH takes one of 20, each list three
        codes = [one.error.code if one.error else None for one in told]
        assert codes == [None] * 7 + ["RATE_LIMITED"] * 2
        packets = await over_tcp(server, *[(500, {})] * 6, user="Ann")  # LOGIN takes ten
        assert [kind for kind, _ in packets] == [500] * 4 + [900] * 2
        # Of the address's 60 that took 1 + 7 × 3 + 2 and 10 + 4 × 3 + 2: it has 12 left.
        found = [await over_http(server, PATHS["LIST_TABLES"], {}) for _ in range(5)]
        assert found == [(200, None)] * 4 + [(429, "RATE_LIMITED")]

    scene(story, limits)

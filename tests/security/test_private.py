"""To a stranger a private table is as if there were none, whatever they ask."""

import asyncio
import re

import pytest

from cutcard.client import PacketLine, Refused
from cutcard.client.packets import (
    ACTION,
    ADD_FRIEND,
    CREATE_TABLE,
    JOIN_TABLE,
    LEAVE_TABLE,
    LOGIN,
    RESYNC,
    SIGNUP,
    TABLES,
)
from cutcard.lobby.requests import REQUESTS
from cutcard.wire.http.route import ROUTES
from cutcard.wire.tcp.ports import TcpSettings

ASKED = {  # what else a request wants besides the table
    "CHAT": {"text": "hello"},
    "KICK": {"seat": 0},
    "INVITE_TO_TABLE": {"user": "Friend"},
    "TAKE_SEAT": {"seat": 1},
    "SUBSTITUTE": {"seat": 1},
    "VOTE_KICK": {"seat": 1},
    "PHRASE": {"phrase": "hello"},
}
MOVES = ["GAME_READY_REQUEST", "GAME_CARD_PLAY_REQUEST", "GAME_SURRENDER_REQUEST", "GAME_X_REQUEST"]


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 60))


def alike(message, table: int) -> tuple:
    """All that is said, but for the number that was asked about."""
    why = message.error
    said = re.sub(rf"\b{table}\b", "N", why.message)
    match = re.sub(rf"\b{table}\b", "N", message.match_id or "")
    return message.type, why.code, said, why.details, message.seq, match


def test_every_request_about_it_is_answered_as_if_it_were_not_there(inside, ear):
    async def scene():
        async with inside() as server:
            ann, bo, eve = [await ear.dial(server.url, name=name) for name in ("Ann", "Bo", "Eve")]
            friend = {"user": "Friend", "password": "correct horse"}
            await (await ear.dial(server.url)).ask("SIGN_UP", friend)
            for _ in range(3):
                await ann.ask("CREATE_TABLE", {"game": "duel", "sit": False})
            made = await ann.ask("CREATE_TABLE", {"game": "duel", "private": True})
            table, none = made["table"], made["table"] + 1000
            assert "seat" in await bo.ask("JOIN_TABLE", {"link": made["link"]})
            for one in (ann, bo):
                await one.ask("GAME_READY_REQUEST", match=made["info"]["match"])
            asked = 0
            for name, one in REQUESTS.items():
                if "ws" not in one.dialects or name == "REPORT":
                    continue
                fields = one.shape.__struct_fields__
                wishes = []
                if "table" in fields:
                    wishes = [({"table": n, **ASKED.get(name, {})}, {}) for n in (table, none)]
                elif "match_id" in fields:
                    wishes = [({}, {"match": f"{n}-1"}) for n in (table, none)]
                if wishes:
                    said = [await eve.answer(name, wish, **how) for wish, how in wishes]
                    assert all(message.error is not None for message in said), name
                    assert alike(said[0], table) == alike(said[1], none), name
                    asked += 1
            for name in MOVES:
                said = [await eve.answer(name, {}, match=f"{n}-1") for n in (table, none)]
                assert alike(said[0], table) == alike(said[1], none), name
            assert asked >= 18
            watched = await eve.ask("SPECTATE", {"link": made["link"]})
            assert watched["table"] == table, "who has the link is no stranger"
            assert "code" not in await eve.ask("CHAT", {"table": table, "text": "hello"})

    run(scene())


def about_tables() -> list[tuple[str, str, set[str]]]:
    """Every way over HTTP in which a table, a deal or a match is named, and where it is."""
    found = []
    for one in ROUTES:
        where = {part for part, shape in one.takes.items() if "table" in shape.__struct_fields__}
        if where & {"query", "body"} or "{table}" in one.where or "{match}" in one.where:
            found.append((one.method, one.where, where))
    return found


def test_over_http_neither(inside, ear, asker):
    """Nor when deals of it are over."""

    async def scene():
        async with inside() as server:
            ann, bo, eve = [await ear.dial(server.url, name=name) for name in ("Ann", "Bo", "Eve")]
            for _ in range(3):
                await ann.ask("CREATE_TABLE", {"game": "duel", "sit": False})
            made = await ann.ask("CREATE_TABLE", {"game": "duel", "private": True})
            table, none = made["table"], made["table"] + 1000
            await bo.ask("JOIN_TABLE", {"link": made["link"]})
            for one in (ann, bo):
                await one.ask("GAME_READY_REQUEST", match=made["info"]["match"])
            assert "code" not in await bo.ask("LEAVE", {"table": table, "concede": True})
            mine = await asyncio.to_thread(asker(server, ann.token).ask, "GET", "/api/deals")
            assert [(one["table"], one["over"]) for one in mine["deals"]] == [(table, True)]
            asked = 0
            for method, where, parts in about_tables():
                for token in (None, eve.token):
                    one, told = asker(server, token), []
                    for n in (table, none):
                        path = where.format(table=n, deal=1, match=f"{n}-1")
                        sent = {} if method == "POST" else None
                        if "query" in parts:
                            path += f"?table={n}"
                        if "body" in parts:
                            sent = {"table": n}
                        said = str(await asyncio.to_thread(one.ask, method, path, sent))
                        told.append(re.sub(rf"\b{n}\b", "N", said))
                    assert told[0] == told[1], where
                    asked += 1
            assert asked >= 18

    run(scene())


@pytest.mark.parametrize("game", ["poker", "duel"])
def test_over_tcp_neither(inside, ear, game):
    """In packets, before one sits anywhere and from a seat at another table."""

    async def heard(line: PacketLine, kind: int, wish: dict, table: int) -> str:
        """All that is answered, but for the number that was asked about."""
        try:
            said = repr(await line.request(kind, wish))
        except Refused as reason:
            said = f"refused: {reason}"
        return re.sub(rf"\b{table}\b", "N", said)

    async def scene():
        async with inside(tcp=TcpSettings(port=0)) as server:
            ann = await ear.dial(server.url, name="Ann")
            for _ in range(3):
                await ann.ask("CREATE_TABLE", {"game": game, "sit": False})
            made = await ann.ask("CREATE_TABLE", {"game": game, "private": True})
            table, none = made["table"], made["table"] + 1000
            eve = PacketLine(lambda kind, said: None)
            await eve.dial("127.0.0.1", server.tcp_port)
            form = {"user": "Eve", "pass": "correct horse"}
            for friend in ("Eve", "Friend"):
                await eve.request(SIGNUP, {**form, "user": friend})
            assert (await eve.request(LOGIN, form))["result"] == 0
            await eve.request(ADD_FRIEND, {"username": "Friend"})
            action = {"client_seq": 7, "action": {"type": "fold"}}
            for seated in (False, True):
                if seated:
                    wish = {"name": "Eve's", "max_player": 6, "min_bet": 2}
                    assert (await eve.request(CREATE_TABLE, wish))["res"] == 301
                for kind, wishes in {
                    JOIN_TABLE: lambda n: {"tableId": n},
                    RESYNC: lambda n: {"game_id": n},
                    LEAVE_TABLE: lambda n: {"table_id": n},
                    ACTION: lambda n: {"game_id": n, **action},
                    980: lambda n: {"friend_username": "Friend", "table_id": n},
                }.items():
                    told = [await heard(eve, kind, wishes(n), n) for n in (table, none)]
                    assert told[0] == told[1], (kind, seated)
            listed = await eve.request(TABLES, {"all": True})
            assert table not in [one["id"] for one in listed["tables"]]

    run(scene())


def test_roles_are_not_public(inside, ear):
    async def scene():
        async with inside() as server:
            form = {"user": "Root Beer", "password": "correct horse"}
            boss = await ear.dial(server.url)
            await boss.ask("SIGN_UP", form)
            await server.accounts.set_role(None, "Root Beer", "admin")
            eve = await ear.dial(server.url, name="Eve")
            seen = (await eve.ask("PROFILE", {"user": "Root Beer"}))["profile"]
            own = (await boss.ask("PROFILE"))["profile"]
            assert "role" not in seen
            assert own["role"] == "admin"

    run(scene())

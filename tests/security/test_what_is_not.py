"""Whoever names a game, a table, a match, an event or a day that is not there is told so, in every
request there is: a list of a game that nobody has is no empty list, and a move on no board no
move. Requests that are added later are asked too: they are read off the list."""

import asyncio

import msgspec
import pytest

from cutcard.lobby.requests import REQUESTS, WS, Who

from ..running import OPEN
from .test_strange_values import usual

NO_GAME = "no such game"
NOT_THERE = {
    "game": (NO_GAME, "INVALID_REQUEST"),
    "table": (4711, "GAME_NOT_FOUND"),
    "matchId": ("4711-1", "GAME_NOT_FOUND"),
    "event": (4711, "EVENT_NOT_FOUND"),
}
"""A field, what it names, and the code of the refusal."""
OTHERWISE = {
    ("INVITE_TO_TABLE", "table"): "NOT_FRIENDS",  # whom one may ask at all comes first
    ("REPORT", "table"): None,  # what happened at a table that is closed by now is heard
    ("TOURNAMENT_UNWATCH", "event"): None,  # nobody is told of it any more: so it is
}
ASKED = sorted(
    (one.name, field.encode_name)
    for one in REQUESTS.values()
    if WS in one.dialects and one.who not in (Who.MODERATOR, Who.ADMIN)
    for field in msgspec.structs.fields(one.shape)
    if field.encode_name in NOT_THERE
)


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


def wish_of(kind: str, named: str, somebody: str) -> dict[str, object]:
    """As it is usually asked about somebody, but for what is not there."""
    whole = {one.encode_name: usual(one) for one in msgspec.structs.fields(REQUESTS[kind].shape)}
    whole = {name: value for name, value in whole.items() if value is not None}
    if "user" in whole:
        whole["user"] = somebody
    return {**whole, named: NOT_THERE[named][0]}


def test_every_request_that_names_what_is_not_there_is_refused_by_its_code(inside, ear):
    async def scene():
        async with inside(OPEN) as server:
            bo = await ear.dial(server.url, name="Bo")
            eve = await ear.dial(server.url, name="Eve")
            found = {}
            for kind, named in ASKED:
                said = await eve.answer(kind, wish_of(kind, named, bo.id))
                error = said.error
                found[kind, named] = None if error is None else error.code
                if named == "game" and found[kind, named] == "INVALID_REQUEST":
                    assert "no game is called 'no such game'" in error.message, kind
            due = {key: NOT_THERE[key[1]][1] for key in ASKED} | OTHERWISE
            assert {key: found[key] for key in due if found[key] != due[key]} == {}

    assert len(ASKED) > 40
    run(scene())


def test_who_watches_tables_of_a_game_nobody_has_goes_on_as_before(inside, ear):
    """It was answered as if it were over, and what was watched before was watched no more."""

    async def scene():
        async with inside(OPEN) as server:
            eve = await ear.dial(server.url, name="Eve")
            assert await eve.ask("WATCH_TABLES", {"game": "duel"}) == {}
            assert await eve.ask("WATCH_TABLES", {"game": NO_GAME}) == {"code": "INVALID_REQUEST"}
            assert list(server.hall.lobby.board._readers.values()) == ["duel"]
            assert await eve.ask("WATCH_TABLES", {"stop": True}) == {}
            assert not server.hall.lobby.board._readers

    run(scene())


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01"])
def test_a_day_that_is_none_has_no_deal(inside, ear, day):
    async def scene():
        async with inside(OPEN) as server:
            eve = await ear.dial(server.url, name="Eve")
            said = await eve.ask("DAILY", {"game": "memory", "day": day})
            assert said == {"code": "INVALID_REQUEST"}
            assert "code" not in await eve.ask("DAILY", {"game": "memory", "day": "2026-02-28"})

    run(scene())


def test_over_http_a_list_of_no_game_is_a_problem(serve, asker):
    server = serve()
    one = asker(server)
    for path in ("tables", "events"):
        assert one.refused("GET", f"/api/{path}?game=chess", status=400) == "INVALID_REQUEST"
        one.ask("GET", f"/api/{path}?game=duel", status=200)

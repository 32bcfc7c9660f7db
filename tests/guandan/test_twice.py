"""The duplicate match 复式 between people, through the real server: two tables with the same
boards, opened together, begun together, compared (docs/rules/guandan.md)."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import pytest
from msgspec import structs

from cutcard.games import guandan
from cutcard.games.guandan.duplicate import compared
from cutcard.games.guandan.levels import settle_board
from cutcard.games.guandan.options import Options, book_of
from cutcard.kernel.rng import Rng
from cutcard.kernel.twice import GUESTS, HOME
from cutcard.lobby.tables import CreateTwice, Tables
from cutcard.table.words import Refusal, User

from ..running import fetch, inside
from ..server.company import hears, people, refused

__all__ = ["fetch", "inside"]
WISH = {"match": "boards", "deals": 1, "pauseSeconds": 0, "turnSeconds": 5}
OPTIONS = Options(match="boards", deals=2)


def run(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 120))


def test_people_play_the_same_boards_at_two_tables(inside, fetch) -> None:
    async def scene():
        async with inside() as server:
            house = server.hall.house
            house.floor.bot_delay = (0, 0)
            ann, bo = await people(server, "Ann", "Bo")
            bearer = f"Bearer {ann.token}"
            told = await ann.request("CREATE_TWICE", {"game": "guandan", "options": WISH})
            first, second = told["tables"]
            assert (first["seat"], second.get("seat")) == (0, None)
            assert first["link"] != second["link"]
            for one in (first, second):
                info = one["info"]
                assert (info["private"], info["watchable"], info["twinOf"]) == (
                    True, False, first["table"])  # fmt: skip
            await refused("GAME_NOT_FOUND", bo.request("JOIN_TABLE", {"table": second["table"]}))
            await refused("GAME_NOT_FOUND", bo.request("BOARDS", {"table": first["table"]}))
            await refused("NOT_WATCHABLE", bo.request("SPECTATE", {"link": first["link"]}))
            await bo.request("JOIN_TABLE", {"link": second["link"], "seat": 1})
            await refused("INVALID_PLAYER", ann.request("JOIN_TABLE", {"link": second["link"]}))
            tables = [first["table"], second["table"]]
            assert await ann.request("BOARDS", {"table": first["table"]}) == {"tables": tables}
            for one, table in ((ann, first), (bo, second)):
                assert house.info(table["table"]).status == "WAITING_TO_START"
                await one.request("FILL", {"table": table["table"], "bot": "eager"})
            for one, table in ((ann, first), (bo, second)):
                await one.request("SIT_OUT", {"table": table["table"]})  # 托管
            ends = [await hears(one, "BOARDS_COMPARED", 60) for one in (ann, bo)]
            assert ends[0] == ends[1]
            end = ends[0]
            assert (end["tables"], end["deal"], end["over"]) == (tables, 1, True)
            assert [end["total"]] == end["differences"]
            promised = {(await house.store.deal(table, 1)).header.commitment for table in tables}
            assert promised == {sha256(bytes.fromhex(end["seed"])).digest()}
            house.floor.twins.played_elsewhere = lambda table, deal: (table, deal) == (tables[0], 1)
            for path in ("", "/views"):
                answer, text = await asyncio.to_thread(
                    fetch, server, "GET", f"/api/deals/{tables[0]}/1{path}", authorization=bearer
                )
                assert (answer.status, b"still played at another table" in text) == (409, True)
            shown = await bo.request("BOARDS", {"table": second["table"]})
            assert shown["over"] is True

    run(scene())


def test_what_is_wished_wrongly_is_refused_and_two_tables_count_as_two(inside) -> None:
    async def scene():
        async with inside() as server:
            (ann,) = await people(server, "Ann")
            for wish in ({"game": "duel"}, {"game": "guandan"}, {"game": "whist"}):
                await refused("INVALID_REQUEST", ann.request("CREATE_TWICE", wish))
            wish = {"game": "guandan", "options": {"match": "boards", "deals": 0}}
            await refused("INVALID_REQUEST", ann.request("CREATE_TWICE", wish))
            few = Tables(server.hall.house, 1)
            with pytest.raises(Refusal, match="1 tables open"):
                await few.create_twice(User("x", "X"), CreateTwice("guandan", dict(WISH)))
            assert server.hall.house.tables() == []

    run(scene())


def table_of(boards: tuple[int, ...], *, over: bool = False, conceded: int | None = None):
    """A table at which these boards are over."""
    state = guandan.deal(OPTIONS, 4, Rng.named("x"))
    played = guandan.Carry(("2", "2"), (0, 1, 2, 3), (0, 0), len(boards), 0, boards=boards)
    state.carry = played
    if over or conceded is not None:
        result = settle_board((0, 2, 1, 3), (), book_of(OPTIONS), ends=over)
        shown = boards if over else ()
        state.result = structs.replace(result, boards=shown, conceded=conceded)
    return state


def test_only_boards_that_are_over_at_both_are_compared() -> None:
    found = compared(table_of((3,)), table_of(()))
    assert (found.differences, found.over, found.winner) == ((), False, None)
    found = compared(table_of((3, 1), over=True), table_of((1,)))
    assert (found.differences, found.total, found.over, found.winner) == ((2,), 2, False, None)
    found = compared(table_of((3, 1), over=True), table_of((1, 2), over=True))
    assert (found.differences, found.total, found.winner) == ((2, -1), 1, HOME)
    found = compared(table_of((1, 1), over=True), table_of((1, 1), over=True))
    assert (found.over, found.winner) == (True, None)


@pytest.mark.parametrize(
    ("table", "team", "winner"), [(0, 0, GUESTS), (0, 1, HOME), (1, 0, HOME), (1, 1, GUESTS)]
)
def test_who_concedes_at_either_table_has_lost(table: int, team: int, winner: int) -> None:
    states = [table_of((3,)), table_of((-3,))]
    states[table] = table_of((3, -3)[table : table + 1], conceded=team)
    found = compared(*states)
    assert (found.differences, found.over, found.winner) == ((6,), True, winner)

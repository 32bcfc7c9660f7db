"""TCP connections at one worker, at tables of another (row S30): refusals by the protocol's
packets, keys that outlive their connection, a seat that outlives its worker."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.wire.bridge import finder
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

from ..tcp import raw
from ..tcp.raw import Raw
from .crew import PATIENCE, kill, run, until, workers

TCP = {"tcp": TcpSettings(0, limits=TcpLimits(gap=0.0))}


async def seated(first, second, bet=20, many=2):
    """Ann opens a table at her worker, Bo sits down from his."""
    ann = await Raw.dial(first.tcp_port, name="Ann")
    bo = await Raw.dial(second.tcp_port, name="Bo")
    table = await ann.create("Club", many, bet)
    bo.state = await bo.ask(raw.JOIN, {"tableId": table})
    assert list(bo.state) == raw.STATE_KEYS
    assert table in first.house.numbers()
    assert table not in second.house.numbers()
    return table, ann, bo


async def turn(table, server, *players):
    """The player to act, when all have been told the same as their table's worker knows."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for player in players:
                await player.settle()
            seq = server.house.peek(table).seq
            if all(p.state["seq"] == seq and p.state["active_seat"] >= 0 for p in players):
                seat = players[0].state["active_seat"]
                return next(p for p in players if p.me()["seat"] == seat)


def action(player, table, seq=1):
    may = {one["type"] for one in player.state["available_actions"]}
    kind = "call" if "call" in may else "check"
    return {"game_id": table, "action": {"type": kind}, "client_seq": seq}


def played(server, table):
    return [one for one in server.house.peek(table).deal.log if one.key is not None]


def test_s30_two_play_over_tcp_from_two_workers_and_are_refused_by_its_packets(database):
    async def scene():
        async with workers(database, **TCP) as (first, second):
            table, ann, bo = await seated(first, second)
            for n in range(8):
                player = await turn(table, first, ann, bo)
                other = bo if player is ann else ann
                said = await other.ask(raw.ACTION, action(other, table, 70 + n))
                assert (said["result"], said["client_seq"]) == (403, 70 + n)
                said = await player.ask(raw.ACTION, action(player, table, n))
                assert said == {"result": 0, "client_seq": n}
            assert (await bo.ask(raw.RESYNC, {"game_id": table}))["result"] == 0
            said = await bo.ask(raw.ACTION, b"\x81\xa6action\x01")  # it cannot be read
            assert said["result"] == 400
            said = await bo.ask(raw.CREATE, {"name": "B", "max_player": 2, "min_bet": 20})
            assert said["res"] == 302  # one table a connection
            assert "leave it first" in said["msg"]
            said = await bo.ask(raw.LEAVE, {"table_id": table})
            assert said == {"res": 701}
            said = await bo.ask(raw.LEAVE, {"table_id": 99_999})
            assert said["res"] == 702
            assert (await bo.ask(raw.JOIN, {"tableId": 99_999}))["res"] == 402
            said = await bo.ask(raw.RESYNC, {"game_id": 99_999})
            assert said["code"] == 404
            third = await bo.create("Own", 2, 20)
            assert third in second.house.numbers()
            for one in (ann, bo):
                one.close()

    run(scene())


def test_lists_friends_and_invitations_over_tcp_are_those_of_all_workers(database):
    async def scene():
        async with workers(database, **TCP) as (first, second):
            ann = await Raw.dial(first.tcp_port, name="Ann")
            bo = await Raw.dial(second.tcp_port, name="Bo")
            table = await bo.create("Far", 2, 20)  # at the second, which leads not
            async with asyncio.timeout(PATIENCE):
                while not (await ann.ask(raw.TABLES))["tables"]:  # noqa: ASYNC110 # it has none
                    await asyncio.sleep(0.05)
            assert (await ann.ask(920, {"username": "Bo"}))["res"] == 921
            (invite,) = await bo.ask(950)
            assert (await bo.ask(930, {"invite_id": invite["invite_id"]}))["res"] == 931
            assert [one["username"] for one in await bo.ask(raw.FRIENDS)] == ["Ann"]
            asked = {"friend_username": "Ann", "table_id": table}
            async with asyncio.timeout(PATIENCE):
                while (await bo.ask(980, asked))["res"] != 981:  # noqa: ASYNC110 # until it is shown
                    await asyncio.sleep(0.05)
            told = [said for kind, said in ann.heard if kind == raw.INVITED]
            told = told[0] if told else await ann.until(raw.INVITED)
            assert told["table_id"] == table
            ann.state = await ann.ask(raw.JOIN, {"tableId": table})
            assert ann.me()["name"] == "Ann"
            for one in (ann, bo):
                one.close()

    run(scene())


def test_s30_an_action_sent_again_on_another_connection_to_another_worker_counts_once(database):
    async def scene():
        async with workers(database, 3, **TCP) as (first, second, third):
            table, ann, bo = await seated(first, second)
            player = await turn(table, first, ann, bo)
            if player is ann:
                assert (await ann.ask(raw.ACTION, action(ann, table)))["result"] == 0
                player = await turn(table, first, ann, bo)
            assert player is bo
            wish = action(bo, table, 41)
            before = len(played(first, table))
            bo.send(raw.packet(raw.ACTION, wish))
            await until(lambda: len(played(first, table)) == before + 1)
            await first.house.written()
            bo.writer.transport.abort()  # he never hears the answer
            again = await Raw.dial(third.tcp_port, name="Bo")
            again.state = await again.ask(raw.JOIN, {"tableId": table})
            log = played(first, table)
            if again.state["active_seat"] != again.me()["seat"]:
                said = await again.ask(raw.ACTION, wish)
                assert said == {"result": 0, "client_seq": 41}
                assert played(first, table) == log
            for one in (ann, again):
                one.close()

    run(scene())


def test_s30_the_tables_worker_is_killed_and_a_tcp_player_elsewhere_plays_on(database):
    async def scene():
        async with workers(database, 3, **TCP) as (first, second, third):
            await asyncio.sleep(3.5)  # all have looked for as long as a lease lasts
            ann = await Raw.dial(third.tcp_port, name="Ann")
            cy = await Raw.dial(first.tcp_port, name="Cy")
            table = await cy.create("Club", 3, 20)
            bo = await Raw.dial(second.tcp_port, name="Bo")
            for one in (ann, bo):
                one.state = await one.ask(raw.JOIN, {"tableId": table})
            await cy.ask(raw.LEAVE, {"table_id": table})
            await turn(table, first, ann, bo)
            await kill(first)
            await until(lambda: any(table in one.house.numbers() for one in (second, third)))
            owner = second if table in second.house.numbers() else third
            seen = 0
            for n in range(4):
                player = await turn(table, owner, ann, bo)
                assert player.state["seq"] >= seen
                seen = player.state["seq"]
                said = await player.ask(raw.ACTION, action(player, table, 100 + n))
                assert said == {"result": 0, "client_seq": 100 + n}
            for one in (ann, bo):
                one.close()

    run(scene())


def test_s18_a_table_is_given_away_under_tcp_players_who_are_not_refused(database):
    async def scene():
        async with workers(database, **TCP) as (first, second):
            table, ann, bo = await seated(first, second)
            for n, (giver, taker) in enumerate(((first, second), (second, first))):
                player = await turn(table, giver, ann, bo)
                (to,) = await giver.bridge.moves.others()
                given = asyncio.create_task(giver.bridge.moves.give([table], to))
                said = await player.ask(raw.ACTION, action(player, table, n))
                assert said == {"result": 0, "client_seq": n}
                assert await given == 1
                await until(lambda: table in taker.house.numbers())  # noqa: B023
                player = await turn(table, taker, ann, bo)
                said = await player.ask(raw.ACTION, action(player, table, 10 + n))
                assert said == {"result": 0, "client_seq": 10 + n}
            for one in (ann, bo):
                one.close()

    run(scene())


@pytest.mark.parametrize("far", [False, True], ids=["at the giver", "at the taker"])
def test_s18_an_action_that_waits_for_a_hand_over_is_played_from_its_seat(
    database, monkeypatch, far
):
    """It waited first, and its seat moved after: it was asked before its player sat there (403)."""
    monkeypatch.setattr(finder, "LOOK", 0.5)  # the taker has it before anybody looks again

    async def scene():
        async with workers(database, **TCP) as (first, second):
            table, ann, bo = await seated(first, second)
            player = await turn(table, first, ann, bo)
            if (player is bo) != far:
                assert (await player.ask(raw.ACTION, action(player, table)))["result"] == 0
                player = await turn(table, first, ann, bo)
            (to,) = await first.bridge.moves.others()
            give, go = first.bridge.crew.give, asyncio.Event()

            async def later(numbers, shift):
                await go.wait()
                return await give(numbers, shift)

            monkeypatch.setattr(first.bridge.crew, "give", later)
            given = asyncio.create_task(first.bridge.moves.give([table], to))
            await until(lambda: table not in first.house.numbers())
            asked = asyncio.create_task(player.ask(raw.ACTION, action(player, table, 9)))
            await until(lambda: any(table in s.bridge.finder.wanted for s in (first, second)))
            go.set()
            assert await asked == {"result": 0, "client_seq": 9}
            assert await given == 1
            player = await turn(table, second, ann, bo)
            said = await player.ask(raw.ACTION, action(player, table, 10))
            assert said == {"result": 0, "client_seq": 10}
            for one in (ann, bo):
                one.close()

    run(scene())


async def hand_of_three(table, server, *players):
    """Calls and checks until all of them play one hand, and somebody is to act."""
    for n in range(100):
        player = await turn(table, server, *players)
        state = server.house.peek(table).deal.state
        if all(state.place_of[one.me()["seat"]] >= 0 for one in players):
            return
        assert (await player.ask(raw.ACTION, action(player, table, n)))["result"] == 0
    raise AssertionError("nobody dealt to all of them")


@pytest.mark.parametrize("far", [False, True], ids=["at the giver", "at the taker"])
def test_s30_who_waits_to_be_let_in_is_let_in_where_the_table_has_gone(database, far):
    """Who left in a hand and is back before its end is let in after it: that wait was the chair's,
    and a hand-over makes another chair."""

    async def scene():
        async with workers(database, **TCP) as (first, second):
            table, ann, bo = await seated(first, second, many=3)
            di = await Raw.dial((second if far else first).tcp_port, name="Di")
            di.state = await di.ask(raw.JOIN, {"tableId": table})
            seat = di.me()["seat"]
            await hand_of_three(table, first, ann, bo, di)
            assert await di.ask(raw.LEAVE, {"table_id": table}) == {"res": 701}
            await di.ask(raw.JOIN, {"tableId": table})
            assert first.house.peek(table).deal.state.leaving == [seat]  # the hand goes on
            (to,) = await first.bridge.moves.others()
            assert await first.bridge.moves.give([table], to) == 1
            await until(lambda: table in second.house.numbers())
            deal = second.house.peek(table).deal.header.deal
            for n in range(100):
                player = await turn(table, second, ann, bo)
                if second.house.peek(table).deal.header.deal != deal:
                    break
                said = await player.ask(raw.ACTION, action(player, table, n))
                assert said["result"] == 0
            await until(lambda: not second.house.peek(table).deal.state.vacant(seat))
            for one in (ann, bo, di):
                one.close()

    run(scene())

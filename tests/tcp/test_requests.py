"""Every request and its answer, byte for byte where the protocol is exact."""

from __future__ import annotations

import asyncio

import msgspec
import pytest


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def encoded(pairs) -> bytes:
    """A map with its keys in this order, smallest encodings."""
    return msgspec.msgpack.encode(dict(pairs))


async def answer_bytes(raw, one, kind, payload=None) -> bytes:
    """The whole first packet after a request."""
    await one.settle()
    one.send(payload if isinstance(payload, bytes) else raw.packet(kind, payload))
    head = await one.bytes(2)
    return head + await one.bytes(int.from_bytes(head, "big") - 2)


def test_login_and_signup_are_exact(serving, raw):
    async def story():
        async with serving() as server:
            one = await raw.Raw.dial(server.tcp_port, hello=False)
            form = {
                "gender": "f",
                "country": "Österreich",
                "email": "ann@example.org",
                "dob": "1990-01-01",
                "phone": "123",
                "fullname": "Ann Ahn",
                "password": "a password",
                "username": "Ann",
                "unknown": [1, {"x": None}],
            }
            assert await answer_bytes(raw, one, raw.SIGNUP, form) == raw.packet(200, {"res": 201})
            again = await one.ask(raw.SIGNUP, form)
            assert again["res"] == 202
            short = await one.ask(raw.SIGNUP, {"user": "Bo", "pass": "1234567"})
            assert short == {"res": 202, "msg": "A password has 8 to 128 characters"}
            said = await answer_bytes(
                raw, one, raw.LOGIN, {"user": "Ann", "password": "a password"}
            )
            assert said == raw.packet(
                100,
                encoded(
                    [
                        ("result", 0),
                        ("user_id", 1),
                        ("username", "Ann"),
                        ("balance", 10_000),
                        ("fullname", "Ann Ahn"),
                        ("email", "ann@example.org"),
                    ]
                ),
            )
            for wrong in ({"user": "Ann", "pass": "no"}, {"user": "Nobody", "pass": "a password"}):
                failed = await one.ask(raw.LOGIN, wrong)
                assert list(failed) == ["result", "res", "msg"]
                assert (failed["result"], failed["res"]) == (102, 102)
            assert (await one.ask(raw.LOGIN, {"user": "Ann"}))["result"] == 102
            assert (await one.ask(raw.LOGIN))["res"] == 102

    run(story())


@pytest.mark.parametrize(
    ("field", "most"),
    [
        ("user", 32),
        ("pass", 32),
        ("fullname", 64),
        ("email", 64),
        ("phone", 16),
        ("dob", 16),
        ("country", 32),
        ("gender", 8),
    ],
)
def test_texts_have_their_limits_in_characters(serving, raw, field, most):
    async def story():
        async with serving() as server:
            one = await raw.Raw.dial(server.tcp_port, hello=False)
            form = {"user": "Bo", "pass": "a password", field: "ü" * (most + 1)}
            assert (await one.ask(raw.SIGNUP, form))["res"] == 202
            form[field] = "ü" * most
            assert await one.ask(raw.SIGNUP, form) == {"res": 201}
            login = {"user": form["user"], "pass": form["pass"]}
            assert (await one.ask(raw.LOGIN, login))["result"] == 0

    run(story())


def test_tables_are_listed_in_order_and_only_those_a_client_can_show(serving, raw):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            assert await answer_bytes(raw, ann, raw.TABLES) == raw.packet(
                500, encoded([("size", 0), ("tables", [])])
            )
            table = await ann.create("Club", 6, 20)
            line = [
                ("id", table),
                ("tableName", "Club"),
                ("maxPlayer", 6),
                ("minBet", 20),
                ("currentPlayer", 1),
            ]
            listed = encoded([("size", 1), ("tables", [dict(line)])])
            assert await answer_bytes(raw, ann, raw.TABLES) == raw.packet(500, listed)
            for wish in (
                {"options": {"variant": "PO"}, "max_player": 6, "min_bet": 4},
                {"game": "duel"},
            ):
                other = await raw.Raw.dial(server.tcp_port, name=str(wish)[:20])
                said = await other.ask(raw.CREATE, {"name": "Other", **wish})
                assert said["res"] == 301
            assert await answer_bytes(raw, ann, raw.TABLES) == raw.packet(500, listed)
            said = await ann.ask(raw.TABLES, {"all": True})
            assert said["size"] == 3
            assert {(t["id"], t.get("game")) for t in said["tables"]} == {
                (1, None),
                (2, None),
                (3, "duel"),
            }

    run(story())


@pytest.mark.through
def test_creating_and_joining_with_either_name_and_what_cannot_be(serving, raw):
    async def story():
        async with serving() as server:
            ann, bo, cy = [await raw.Raw.dial(server.tcp_port, name=n) for n in ("A", "B", "C")]
            for wrong in (
                {},
                {"name": "x", "max_player": 1, "min_bet": 20},
                {"name": "x", "max_player": 10, "min_bet": 20},
                {"name": "x", "max_player": 6, "min_bet": 0},
                {"name": "x", "max_player": 6, "min_bet": -5},
                {"name": "x", "max_player": 6},
                {"max_player": 6, "min_bet": 20},
                {"name": "x" * 33, "max_player": 6, "min_bet": 20},
                {"name": "x\n", "max_player": 6, "min_bet": 20},
                {"name": "x", "max_player": 6, "min_bet": 501},  # 20 big blinds are not there
                {"name": "x", "game": "whist"},
                {"name": "x", "game": "duel", "options": {"maxRounds": 0}},
            ):
                said = await ann.ask(raw.CREATE, wrong)
                assert list(said) == ["res", "msg"], wrong
                assert said["res"] == 302
                assert len(said["msg"]) > 10
            assert (await ann.ask(raw.TABLES, {"all": True}))["size"] == 0
            wish = {"table_name": "T", "max_player": 2, "min_bet": 300}
            said = await ann.ask(raw.CREATE, wish)
            assert list(said) == ["res", "table_id"]
            table = said["table_id"]
            # 50 big blinds would be 15,000: it takes the whole balance.
            assert await ann.until(raw.BALANCE) == {"balance": 0, "reason": "table_join"}
            state = await ann.until(raw.STATE)
            assert (state["min_buy_in"], state["max_buy_in"]) == (6000, 30_000)
            assert (state["small_blind"], state["big_blind"]) == (150, 300)
            assert state["players"][0]["money"] == 10_000
            assert state["players"][1:] == [None] * 8
            assert state["betting_round"] == "complete"
            assert (state["active_seat"], state["winner_seat"]) == (-1, -1)
            told = {"res": 302, "msg": "You sit at a table; leave it first"}
            assert await ann.ask(raw.CREATE, wish) == told  # one table a connection
            for wrong in ({}, {"tableId": 99}, {"tableId": "1"}, {"table_id": -1}):
                assert await answer_bytes(raw, bo, raw.JOIN, wrong) == raw.packet(400, {"res": 402})
            joined = await bo.ask(raw.JOIN, {"table_id": table})
            assert list(joined) == raw.STATE_KEYS
            assert await cy.ask(raw.JOIN, {"tableId": table}) == {"res": 403}
            again = await ann.ask(raw.JOIN, {"tableId": table})
            assert again["players"][0]["player_id"] == ann.user_id
            assert await ann.ask(raw.JOIN, {"tableId": 99}) == {"res": 402}

    run(story())


def test_with_two_players_a_hand_starts_at_once_and_the_state_is_exact(serving, raw):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            bo = await raw.Raw.dial(server.tcp_port, hello=False, name="Bo")
            table = await ann.create("T", 9, 20)
            await ann.settle(0.05)
            ann.heard.clear()
            state = await bo.ask(raw.JOIN, {"tableId": table})
            assert state["betting_round"] == "preflop"
            first = await ann.until(raw.STATE)  # the first 600 the other gets
            assert first["betting_round"] == "preflop"
            for viewer, seen in ((ann, first), (bo, state)):
                assert list(seen) == raw.STATE_KEYS
                assert len(seen["players"]) == 9
                assert [p and list(p) for p in seen["players"]] == [
                    raw.PLAYER_KEYS,
                    raw.PLAYER_KEYS,
                    *[None] * 7,
                ]
                mine = next(p for p in seen["players"] if p and p["player_id"] == viewer.user_id)
                other = next(p for p in seen["players"] if p and p["player_id"] != viewer.user_id)
                assert all(13 <= card <= 64 for card in mine["cards"])
                assert len(set(mine["cards"])) == 2
                assert other["cards"] == [-1, -1]
                assert (mine["name"], mine["state"]) == (viewer.name, "active")
                assert seen["game_id"] == table
                assert seen["max_players"] == 9
                assert seen["current_bet"] == 20
                to_act = seen["active_seat"] == mine["seat"]
                types = [one["type"] for one in seen["available_actions"]]
                assert types == (["fold", "call", "raise", "all_in"] if to_act else [])
                assert all(
                    list(one) == ["type", "min_amount", "max_amount", "increment"]
                    for one in seen["available_actions"]
                )
                acting = seen["players"][seen["active_seat"]]
                assert acting["timer_deadline"] > 1_700_000_000_000
                assert {p["bet"] for p in seen["players"] if p} == {10, 20}
            followers = [(await bo.next())[0] for _ in range(2)]
            assert sorted(followers) == [raw.STATE, raw.BALANCE]

    run(story())


@pytest.mark.parametrize(
    ("sent", "back"),
    [
        (b"\x07", b"\x07"),
        (b"\xd0\x07", b"\x07"),  # int8
        (b"\xd2\x00\x00\x01\x00", b"\xcd\x01\x00"),  # int32
        (b"\xff", b"\xce\xff\xff\xff\xff"),  # -1
        (b"\xd2\x80\x00\x00\x00", b"\xce\x80\x00\x00\x00"),  # the least int32
        (b"\xce\xff\xff\xff\xfe", b"\xce\xff\xff\xff\xfe"),  # uint32
        (b"\xcf\x00\x00\x00\x00\x00\x00\x00\x05", b"\x05"),  # uint64
        (b"\xd3\xff\xff\xff\xff\xff\xff\xff\xfe", b"\xce\xff\xff\xff\xfe"),  # int64
    ],
)
def test_client_seq_signed_or_unsigned_comes_back_as_a_u32(serving, raw, sent, back):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            table = await ann.create()
            for action, result in ((b"\x81\xa4type\xa4fold", 409), (b"\x80", 400)):
                body = b"\x83\xa7game_id" + bytes([table]) + b"\xa6action" + action
                body += b"\xaaclient_seq" + sent
                said = await answer_bytes(raw, ann, raw.ACTION, body and raw.packet(450, body))
                start = b"\xa6result" + msgspec.msgpack.encode(result) + b"\xaaclient_seq" + back
                assert said[3:5] == b"\x01\xc3"
                assert said[6:].startswith(start), said

    run(story())


@pytest.mark.through
def test_actions_are_judged_and_each_refusal_has_its_number(serving, raw):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            bo = await raw.Raw.dial(server.tcp_port, name="Bo")
            stranger = await raw.Raw.dial(server.tcp_port, name="Cy")
            table = await ann.create("T", 2, 20)
            await bo.ask(raw.JOIN, {"tableId": table})
            await ann.settle(0.1)
            first, second = (ann, bo) if ann.state["active_seat"] == 0 else (bo, ann)

            async def result(one, action, **more):
                said = await one.ask(raw.ACTION, {"game_id": table, "action": action, **more})
                assert list(said)[:2] == ["result", "client_seq"]
                assert ("reason" in said) == (said["result"] != 0)
                return said["result"]

            assert await result(second, {"type": "call"}) == 403
            assert await result(stranger, {"type": "call"}) == 403
            assert await result(first, {"type": "dance"}) == 400
            assert await result(first, {"amount": 4}) == 400
            assert await result(first, {"type": "check"}) == 409
            assert await result(first, {"type": "raise", "amount": 21}) == 422
            assert await result(first, {"type": "raise"}) == 422
            assert await result(first, {"type": "raise", "amount": -40}) == 422
            assert await result(first, {"type": "raise", "amount": 10**15}) == 422
            assert (await first.ask(raw.ACTION, {"game_id": table}))["result"] == 400
            other = {"game_id": table + 1, "action": {"type": "call"}}
            assert (await first.ask(raw.ACTION, other))["result"] == 403
            assert await result(first, {"type": "raise", "amount": 60}, client_seq=9) == 0
            # Sent again it is answered again, and not played again.
            assert await result(first, {"type": "raise", "amount": 60}, client_seq=9) == 0
            await second.settle(0.1)
            assert second.state["current_bet"] == 60
            assert await result(second, {"type": "call", "amount": 3}, client_seq=9) == 0
            await first.settle(0.1)
            assert first.state["betting_round"] == "flop"
            assert first.state["main_pot"] == 120

    run(story())


def test_who_has_not_logged_in_is_told_so_and_the_connection_lives_on(serving, raw):
    why = {"msg": "Log in first"}
    failures = {
        300: {"res": 302, **why},
        400: {"res": 402},
        700: {"res": 702},
        910: {"res": 912, **why},
        920: {"res": 922, **why},
        930: {"res": 932, **why},
        940: {"res": 942, **why},
        980: {"res": 982, **why},
    }

    async def story():
        async with serving() as server:
            one = await raw.Raw.dial(server.tcp_port, hello=False)
            for kind, failure in failures.items():
                assert await answer_bytes(raw, one, kind) == raw.packet(kind, failure)
            error = raw.packet(900, {"code": 401, "message": "Log in first"})
            for kind in (450, 470, 900, 950, 960):
                assert await answer_bytes(raw, one, kind) == error
            tables = encoded([("size", 0), ("tables", [])])
            assert await answer_bytes(raw, one, 500) == raw.packet(500, tables)
            assert await answer_bytes(raw, one, 800) == raw.packet(800, [])
            for kind in (0, 11, 12, 451, 460, 471, 600, 970, 985, 65535):
                said = await one.ask(kind)
                assert list(said) == ["code", "message"]
                assert said["code"] == 400
            assert await answer_bytes(raw, one, 10) == b"\x00\x05\x01\x00\x0b"
            assert await answer_bytes(raw, one, 10, {"t": 5}) == raw.packet(11, {"t": 5})
            await one.enter("Ann")

    run(story())


def test_two_logins_of_one_user_and_two_users_on_one_connection(serving, raw):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            await ann.enter("Bo")  # at no table another may log in
            await ann.enter("Ann")
            table = await ann.create()
            bo = {"user": "Bo", "pass": raw.PASSWORD}
            assert (await ann.ask(raw.LOGIN, bo))["result"] == 102
            again = await ann.ask(raw.LOGIN, {"user": "Ann", "pass": raw.PASSWORD})
            assert again["result"] == 0, again
            second = await raw.Raw.dial(server.tcp_port, name="Ann")
            other = await raw.Raw.dial(server.tcp_port, name="Bo")
            assert (await other.ask(raw.RESYNC, {"game_id": table}))["code"] == 403
            assert (await other.ask(raw.RESYNC, {"game_id": 99}))["code"] == 404
            told = await second.ask(raw.RESYNC, {"game_id": table})  # the newer one has the seat
            assert told["game_state"]["players"][0]["player_id"] == second.user_id
            assert (await ann.gone())[-1][1]["code"] == 409
            assert await second.ask(raw.LEAVE) == {"res": 701}
            assert await second.ask(raw.LEAVE) == {"res": 702}
            assert await second.ask(raw.LEAVE, {"table_id": table}) == {"res": 702}

    run(story())

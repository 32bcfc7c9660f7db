"""The answer is the next packet after its request; what it caused follows, to whom it belongs."""

from __future__ import annotations

import asyncio

import pytest


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


async def pair(raw, port, **second):
    ann = await raw.Raw.dial(port, name="Ann")
    bo = await raw.Raw.dial(port, name="Bo", **second)
    table = await ann.create("T", 6, 20)
    await bo.ask(raw.JOIN, {"tableId": table})
    for one in (ann, bo):
        await one.settle(0.1)
        one.heard.clear()
    first, other = (ann, bo) if ann.state["active_seat"] == ann.me()["seat"] else (bo, ann)
    return table, first, other


@pytest.mark.through
def test_the_answer_comes_alone_and_its_changes_follow(serving, raw):
    async def story():
        async with serving(gap=0.02) as server:
            table, first, other = await pair(raw, server.tcp_port)
            wish = {"game_id": table, "action": {"type": "call"}, "client_seq": 1}
            first.send(raw.packet(raw.ACTION, wish))
            chunk = await first.reader.read(65536)  # as a client that calls recv once
            assert chunk == raw.packet(451, {"result": 0, "client_seq": 1})
            assert [(await first.next())[0] for _ in range(2)] == [raw.BUNDLE, raw.STATE]
            assert [(await other.next())[0] for _ in range(2)] == [raw.BUNDLE, raw.STATE]
            assert first.state["seq"] == other.state["seq"] == first.seq == other.seq

    run(story())


def test_a_balance_comes_before_the_answer_only_where_the_server_is_told_so(serving, raw):
    async def story(first):
        async with serving(gap=0.02, balance_first=first) as server:
            ann = await raw.Raw.dial(server.tcp_port, name=f"Ann {first}")
            wish = {"name": "T", "max_player": 6, "min_bet": 20}
            for kind, body in ((raw.CREATE, wish), (raw.LEAVE, None)):
                await ann.settle(0.1)
                ann.send(raw.packet(kind, body))
                kinds = [(await ann.next())[0] for _ in range(2)]
                assert kinds == ([raw.BALANCE, kind] if first else [kind, raw.BALANCE])

    for first in (True, False):
        run(story(first))


@pytest.mark.through
def test_requests_sent_together_are_answered_in_order_before_anything_else(serving, raw):
    async def story():
        async with serving() as server:
            table, first, _other = await pair(raw, server.tcp_port)
            act = {"game_id": table, "action": {"type": "call"}, "client_seq": 1}
            first.send(
                raw.packet(raw.ACTION, act)
                + raw.packet(raw.PING, {"t": 1})
                + raw.packet(raw.TABLES)
                + raw.packet(raw.RESYNC, {"game_id": table})
                + raw.packet(raw.PING)
            )
            kinds = [(await first.next())[0] for _ in range(5)]
            assert kinds == [raw.RESULT, raw.PONG, raw.TABLES, raw.RESYNCED, raw.PONG]

    run(story())


@pytest.mark.through
def test_what_others_do_waits_while_an_answer_is_due(serving, raw):
    """Hundreds of requests while the table changes: never is anything but the answer next."""

    async def story():
        async with serving() as server:
            table, first, other = await pair(raw, server.tcp_port)
            busy = True

            async def asks(one):
                while busy:
                    one.send(raw.packet(raw.SCORES))
                    kind, _ = await one.next()
                    while kind in (raw.STATE, raw.BUNDLE) and one.early:
                        one.early -= 1
                        kind, _ = await one.next()
                    assert kind == raw.SCORES, kind
                    one.early = 0
                    while True:  # what had been sent before the next request is read here
                        try:
                            async with asyncio.timeout(0.001):
                                await one.next()
                        except TimeoutError:
                            break
                    one.early = 2  # on its way when the request was sent

            other.early = 0
            asking = asyncio.create_task(asks(other))
            for n in range(40):
                table_wish = {"game_id": table, "action": {"type": "sit_out"}, "client_seq": n}
                if n % 2:
                    table_wish["action"] = {"type": "sit_in"}
                assert (await first.ask(raw.ACTION, table_wish))["result"] == 0
            busy = False
            await asking

    run(story())


def test_bundles_go_only_to_who_made_the_handshake_and_states_to_all(serving, raw):
    async def story():
        async with serving() as server:
            table, first, other = await pair(raw, server.tcp_port, hello=False)
            greeted, plain = (first, other) if first.name == "Ann" else (other, first)
            for one in (first, other):
                await one.ask(raw.ACTION, {"game_id": table, "action": {"type": "call"}})
                await one.settle(0.1)
                await (other if one is first else first).settle(0.1)
                if first.state["betting_round"] != "preflop":
                    break
                action = {"game_id": table, "action": {"type": "check"}}
                assert (await other.ask(raw.ACTION, action))["result"] == 0
            for one in (first, other):
                await one.settle(0.1)
            assert {kind for kind, _ in plain.heard} == {raw.STATE}
            assert {kind for kind, _ in greeted.heard} == {raw.STATE, raw.BUNDLE}
            seqs = [said["seq"] for kind, said in greeted.heard if kind == raw.BUNDLE]
            assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
            states = [said["seq"] for kind, said in plain.heard if kind == raw.STATE]
            assert states[-1] == seqs[-1]

    run(story())


def test_bundles_name_what_happened_in_the_protocols_words(serving, raw):
    async def story():
        async with serving() as server:
            table, first, other = await pair(raw, server.tcp_port)
            for one, kind in ((first, "call"), (other, "check")):
                await one.settle(0.05)
                await one.ask(raw.ACTION, {"game_id": table, "action": {"type": kind}})
            await first.settle(0.1)
            call, check = [said for kind, said in first.heard if kind == raw.BUNDLE][-2:]
            assert list(call) == ["seq", "notifications", "updates"]
            me = first.user_id
            assert call["notifications"] == [{"type": "PLAYER_CALL", "player_id": me, "amount": 20}]
            said = {one["type"]: one for one in call["updates"]}
            assert said["BET_TOTAL"] == {"type": "BET_TOTAL", "player_id": me, "amount": 20}
            assert said["PLAYER_MONEY"] == {"type": "PLAYER_MONEY", "player_id": me, "money": 980}
            assert said["ACTIVE_PLAYER"]["player_id"] == other.user_id
            assert [one["type"] for one in check["notifications"]] == [
                "PLAYER_CHECK",
                "FLOP_DEALT",
            ]
            said = {one["type"]: one for one in check["updates"]}
            assert said["BETTING_ROUND"] == {"type": "BETTING_ROUND", "round": "flop"}
            assert said["MAIN_POT"] == {"type": "MAIN_POT", "amount": 40}
            assert said["TABLE_CARDS"]["cards"] == first.state["community_cards"]
            assert len(said["TABLE_CARDS"]["cards"]) == 3

    run(story())


def test_who_left_a_running_hand_comes_in_again_with_the_next(serving, raw):
    async def story():
        async with serving() as server:
            table, first, _other = await pair(raw, server.tcp_port)
            assert await first.ask(raw.LEAVE) == {"res": 701}
            state = await first.ask(raw.JOIN, {"tableId": table})
            assert list(state) == raw.STATE_KEYS
            seated = await first.until(
                raw.STATE,
                lambda s: (
                    s["betting_round"] == "preflop"
                    and any(p and p["player_id"] == first.user_id for p in s["players"])
                ),
            )
            assert seated["hand_id"] > state["hand_id"]
            paid = [said["balance"] for kind, said in first.heard if kind == raw.BALANCE]
            assert paid[-1] == paid[-2] - 1000  # cashed out, and bought in again

    run(story())


def test_a_lost_connection_keeps_the_seat_and_the_hand_goes_on(serving, raw):
    async def story():
        async with serving() as server:
            table, first, other = await pair(raw, server.tcp_port)
            first.close()
            await other.until(raw.STATE, lambda s: s["seq"] > 0)
            back = await raw.Raw.dial(server.tcp_port, name=first.name)
            state = await back.ask(raw.JOIN, {"tableId": table})
            mine = next(p for p in state["players"] if p and p["player_id"] == back.user_id)
            assert mine["cards"] == first.me()["cards"]
            if state["active_seat"] == mine["seat"]:
                wish = {"game_id": table, "action": {"type": "fold"}}
                assert (await back.ask(raw.ACTION, wish))["result"] == 0

    run(story())


def test_who_hangs_up_while_he_sits_down_keeps_no_seat_from_others(serving, raw):
    async def story():
        async with serving() as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            table = await ann.create("T", 2, 20)
            for name in ("Bo", "Cy", "Di"):
                hasty = await raw.Raw.dial(server.tcp_port, name=name)
                hasty.send(raw.packet(raw.JOIN, {"tableId": table}))
                for _ in range(rng_steps[name]):
                    await asyncio.sleep(0)
                hasty.writer.transport.abort()
                await asyncio.sleep(0.2)
            roster = server.house.roster(table)
            seated = [user.name for user in roster if user is not None]
            deal = server.house.peek(table).deal.state
            for seat, user in enumerate(roster):  # whoever has a seat has chips on it
                assert user is None or not deal.vacant(seat), seated

    rng_steps = {"Bo": 2, "Cy": 12, "Di": 30}
    run(story())


def test_a_stopping_server_says_so_and_the_hand_goes_on_after_it(serving, raw):
    async def story():
        async with serving() as server:
            table, first, other = await pair(raw, server.tcp_port)
            wish = {"game_id": table, "action": {"type": "raise", "amount": 60}}
            assert (await first.ask(raw.ACTION, wish))["result"] == 0
            await other.settle(0.1)
            name, before = other.name, other.me()
        for one in (first, other):
            assert (await one.gone())[-1][1]["code"] == 503
        async with serving() as server:
            again = await raw.Raw.dial(server.tcp_port, name=name)
            state = await again.ask(raw.JOIN, {"tableId": table})
            mine = next(p for p in state["players"] if p and p["player_id"] == again.user_id)
            for kept in ("seat", "money", "bet", "cards", "state"):
                assert mine[kept] == before[kept]
            assert state["current_bet"] == 60
            assert state["active_seat"] == mine["seat"]
            assert (await again.ask(raw.ACTION, {**wish, "action": {"type": "call"}}))[
                "result"
            ] == 0

    run(story())

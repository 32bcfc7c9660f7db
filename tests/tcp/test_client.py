"""`cutcard.client` over TCP: typed, strictly by seq, and it comes back by itself."""

from __future__ import annotations

import asyncio
import ssl

import pytest
import trustme

from cutcard import client
from cutcard.client import PacketClient, PacketLine, Refused, packets


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


async def pair(port):
    ann, bo = [
        await PacketClient.connect("127.0.0.1", port, name, "a secret", sign_up=True)
        for name in ("Ann", "Bo")
    ]
    mine = await ann.create("Club", max_player=6, min_bet=20)
    yours = await bo.join(mine.table)
    return (ann, mine), (bo, yours)


def choices(place):
    return [one["type"] for one in place.state["available_actions"]]


async def call_everything(me, place, hands: int) -> None:
    while place.state["hand_id"] <= hands:
        seq, may = place.state["seq"], choices(place)
        if may:
            await me.act("check" if "check" in may else "call")
        await me.later(seq)


@pytest.mark.through
def test_two_clients_play_hands_and_see_every_update_once(serving):
    async def story():
        async with serving() as server:
            (ann, mine), (bo, yours) = await pair(server.tcp_port)
            await asyncio.gather(call_everything(ann, mine, 2), call_everything(bo, yours, 2))
            for place in (mine, yours):
                assert place.resyncs == 0
                assert place.seen == list(range(place.seen[0], place.seen[0] + len(place.seen)))
            (line,) = await ann.tables()
            assert (line.table_name, line.max_player, line.min_bet) == ("Club", 6, 20)
            assert line.current_player == 2
            with pytest.raises(Refused) as no:
                await ann.act("raise", amount=1)
            assert no.value.code in ("403", "409", "422")
            for one in (ann, bo):
                await one.leave()
                while one.balance < 9_000 or one.place is not None:
                    await one.turn()
            while ann.balance + bo.balance != 20_000:
                await asyncio.wait_for((ann if ann.balance < 9_500 else bo).turn(), 5)
            assert {score.id for score in await ann.scoreboard()} == {ann.user_id, bo.user_id}
            await ann.close()
            await bo.close()

    run(story())


def test_a_gap_makes_it_ask_for_the_whole_state(serving):
    async def story():
        async with serving() as server:
            (ann, mine), (bo, yours) = await pair(server.tcp_port)
            while mine.state["betting_round"] != "preflop":
                await ann.turn()
            told, lost = ann._told, []

            def lossy(kind, said):
                """The first bundle and all states until then never arrive."""
                if len(lost) < 2 and kind in (packets.UPDATE_BUNDLE, packets.GAME_STATE):
                    lost.append(kind)
                else:
                    told(kind, said)

            ann._line.told = lossy
            while len(lost) < 2 or not mine.resyncs:
                for me, place in ((ann, mine), (bo, yours)):
                    if list(server.house.peek(mine.table).deal.to_act) == [my_seat(me, place)]:
                        await me.act("call" if "call" in choices(place) else "check")
                await asyncio.sleep(0.02)
            assert mine.resyncs == 1
            assert mine.state["seq"] == server.house.peek(mine.table).seq
            await ann.close()
            await bo.close()

    def my_seat(me, place):
        return next(p["seat"] for p in place.state["players"] if p and p["player_id"] == me.user_id)

    run(story())


def test_it_comes_back_by_itself_and_plays_on(serving):
    async def story():
        async with serving() as server:
            (ann, mine), (bo, yours) = await pair(server.tcp_port)
            playing = [
                asyncio.create_task(call_everything(bo, yours, 2)),
                asyncio.create_task(stubborn(ann, mine, 2)),
            ]
            for lost in range(1, 4):
                await asyncio.sleep(0.2)
                ann._line.transport.abort()
                while ann.reconnects < lost or mine.resyncs < lost:
                    await asyncio.wait_for(ann.turn(), 20)
            await asyncio.gather(*playing)
            await ann.close()
            await bo.close()

    async def stubborn(me, place, hands):
        while place.state["hand_id"] <= hands:
            try:
                await call_everything(me, place, hands)
            except (client.Lost, Refused):  # what became of it is in the state that comes
                await asyncio.sleep(0.05)

    run(story())


def test_TLS_wrong_passwords_and_other_versions(serving, tmp_path, monkeypatch):
    authority = trustme.CA()
    leaf = authority.issue_cert("localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    leaf.private_key_pem.write_to_path(key)
    leaf.cert_chain_pems[0].write_to_path(chain)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)

    async def story():
        async with serving(cert=chain, key=key) as server:
            port = server.tls_port
            one = await PacketClient.connect(
                "localhost", port, "Ann", "a secret", sign_up=True, tls=trusting
            )
            assert await one.tables() == []
            await one.close()
            with pytest.raises(Refused) as no:
                await PacketClient.connect("localhost", port, "Ann", "wrong", tls=trusting)
            assert no.value.code == "102"
            monkeypatch.setattr(packets, "HELLO", b"\x00\x02\x00\x09")
            with pytest.raises(ConnectionRefusedError, match="version"):
                await PacketLine(print).dial("127.0.0.1", server.tcp_port)

    run(story())


def test_the_example_runs_and_has_at_most_20_lines(serving):
    text = client.__doc__.partition("over TCP:\n\n")[2]
    lines = [line.removeprefix("    ") for line in text.splitlines()]
    lines = lines[: next(n for n, line in enumerate(lines) if line.startswith("asyncio.run")) + 1]
    assert len([line for line in lines if line]) <= 20
    program = "\n".join(lines).replace("asyncio.run(main())", "")

    async def story():
        async with serving() as server:
            names: dict = {}
            exec(compile(program.replace("9000", str(server.tcp_port)), "example", "exec"), names)
            other: dict = {}
            second = program.replace("9000", str(server.tcp_port)).replace("Ann", "Bo")
            exec(compile(second, "example", "exec"), other)
            both = [asyncio.create_task(names["main"]())]
            async with asyncio.timeout(30):
                while not server.house.tables():  # noqa: ASYNC110 # likewise
                    await asyncio.sleep(0.05)
                both.append(asyncio.create_task(other["main"]()))
                while not _hands(server):  # noqa: ASYNC110 # what is looked at has no event
                    await asyncio.sleep(0.1)
            for one in both:
                assert not one.done()
                one.cancel()

    def _hands(server) -> bool:
        tables = server.house.tables()
        return bool(tables) and server.house.peek(tables[0].table).deal_number > 2

    run(story())

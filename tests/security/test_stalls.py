"""Nobody can stall the others: whatever one client asks, no callback holds the loop for longer
than the bound, and what costs us much costs them much."""

import asyncio
import json
import os
import struct

from cutcard import games
from cutcard.client import PacketClient
from cutcard.games.battle.sets import pack
from cutcard.wire.codes import FLOOD
from cutcard.wire.limits import Limits
from cutcard.wire.tcp.ports import TcpSettings

from .slices import BOUND, measured

FREE = Limits(rate=1e6, burst=1e6)  # of a server that refuses nothing: what it does is sliced
SPADES = "♠" * 60


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def at_ease(server) -> None:
    """What a server makes ready at its start is ready."""
    await server._warming
    await asyncio.sleep(0.1)


def card_set(most: int) -> str:
    """A card file as long as is taken, wrong in every card: each fault is looked for and listed."""
    card = {"id": "x", "name": SPADES, "abilities": [{"when": [[[]]], "effects": [{}] * 8}] * 4}
    cards = [card] * (most // len(json.dumps(card, ensure_ascii=False).encode()))
    return json.dumps({"format": "tcg-cards/1", "cards": cards}, ensure_ascii=False)


async def burst(one, kind: str, payload: dict, count: int = 100, **how) -> list:
    """So many requests in one write; their answers."""
    keys = [f"{kind}{n}" for n in range(count)]
    for key in keys:
        one.line.send(kind, payload, key=key, **how)
    await one.until(lambda: one.closed is not None or one._found(keys[-1]) is not None, 60)
    return [one._found(key) for key in keys]


def test_websocket_pings_are_counted_also_before_auth(inside, mute):
    async def scene():
        async with inside(Limits()) as server:
            reader, writer = await mute.dial(server.port)
            ping = b"\x89\x84" + os.urandom(4) + b"ping"
            writer.write(ping * 400)
            heard = await asyncio.wait_for(reader.read(2**20), 10)
            while more := await asyncio.wait_for(reader.read(2**20), 10):
                heard += more
            limits = server.hall.limits
            assert heard.count(b"\x8a\x04") <= limits.burst + limits.rate
            assert heard.endswith(b"\x88\x02" + struct.pack(">H", FLOOD))
            assert server.hall.tally.closed["flood"] == 1
            writer.close()

    run(scene())


def test_a_ping_now_and_then_is_answered(inside, mute):
    async def scene():
        async with inside(Limits()) as server:
            reader, writer = await mute.dial(server.port)
            await reader.readuntil(b"}}")  # SYSTEM_WELCOME
            writer.write(b"\x89\x84\0\0\0\0ping")
            assert await asyncio.wait_for(reader.readexactly(6), 10) == b"\x8a\x04ping"
            writer.close()

    run(scene())


BURSTS = [
    ("LIST_TABLES", {}),
    ("GAME_STATE_REQUEST", {}),
    ("GAME_STATE_REQUEST", {"lastSeq": 0}),
    ("SPECTATE", {"table": 1}),
    ("JOIN_TABLE", {"table": 1}),
    ("CREATE_TABLE", {"game": "battle", "bots": {"1": "planner"}}),
    ("GAME_ADVICE_REQUEST", {}),
    ("GAME_CARD_PLAY_REQUEST", {"cards": [SPADES] * 50}),
    ("LEADERBOARD", {"game": "duel"}),
]


def test_a_burst_of_requests_is_cut_into_slices(inside, ear):
    async def scene():
        async with inside(FREE) as server:
            await at_ease(server)
            eve = await ear.dial(server.url, name="Eve", legal=True)
            bots = {str(seat): "random" for seat in range(1, 4)}
            made = await eve.ask("CREATE_TABLE", {"game": "guandan", "bots": bots})
            for kind, payload in BURSTS:
                with measured() as seen:
                    await burst(eve, kind, payload, match=made["info"]["match"])
                assert seen.worst <= BOUND, (kind, str(seen))

    run(scene())


def test_a_burst_at_each_game_is_cut_into_slices(inside, ear):
    async def scene():
        async with inside(FREE) as server:
            await at_ease(server)
            eve = await ear.dial(server.url, name="Eve", legal=True)
            for game in games.own_names():
                made = await eve.ask("CREATE_TABLE", {"game": game})
                await eve.ask("FILL", {"table": made["table"]})
                with measured() as seen:
                    for wish in ({}, {"lastSeq": 0}):
                        await burst(eve, "GAME_STATE_REQUEST", wish, match=made["info"]["match"])
                assert seen.worst <= BOUND, (game, str(seen))

    run(scene())


def test_pipelined_http_requests_are_cut_into_slices(inside):
    """From Python 3.12 on aiohttp runs a handler at once: whoever has the next request there
    already was answered as long as there was one, and nobody else."""

    async def scene():
        async with inside(FREE) as server:
            await at_ease(server)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            last = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            with measured() as seen:
                writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 2_000 + last)
                heard = await asyncio.wait_for(reader.read(), 60)
            writer.close()
            assert heard.count(b"HTTP/1.1 200 OK") == 2_001
            assert seen.worst <= BOUND, str(seen)

    run(scene())


def test_a_card_set_as_long_as_is_taken_does_not_hold_the_loop_and_has_its_price(inside, ear):
    wishes = [
        {"game": "battle", "options": {"cardSet": pack(card_set(size))}}
        for size in (120_000, 119_000, 118_000)
    ]
    wishes.append({"game": "battle", "options": {"decks": [SPADES] * 60}})
    wishes.append({"game": "battle", "options": {"cardSet": "[" * 15_000}})

    async def scene():
        async with inside(FREE) as server:
            await at_ease(server)
            eve = await ear.dial(server.url, name="Eve")
            tries = []
            for _ in range(3):  # what holds the loop does so every time
                with measured() as seen:
                    for wish in wishes:
                        said = await eve.answer("CREATE_TABLE", wish)
                        assert said.error.code == "INVALID_REQUEST", said
                tries.append(seen)
            assert min(one.worst for one in tries) <= BOUND, [str(one) for one in tries]
        async with inside(Limits()) as server:
            eve = await ear.dial(server.url, name="Eve")
            for n in range(20):
                eve.line.send("CREATE_TABLE", wishes[-1], key=f"again{n}")
            await eve.until(lambda: eve.closed is not None, 60)  # refused, and then enough
            codes = [one.error.code for one in eve.said if one.error is not None]
            assert len(codes) < 20
            assert codes.count("RATE_LIMITED") >= 10, codes

    run(scene())


def test_what_takes_long_to_make_again_costs_as_much(inside, ear):
    """A spectator who asks again and again for all of a long deal is refused before long."""

    async def scene():
        async with inside(Limits()) as server:
            await at_ease(server)
            server.house._floor.bot_delay = (0, 1)
            ann = await ear.dial(server.url, name="Ann")
            bots = {str(seat): "random" for seat in range(4)}
            bots_only = await ann.ask(
                "CREATE_TABLE", {"game": "guandan", "sit": False, "bots": bots}
            )
            eve = await ear.dial(server.url, name="Eve")
            await eve.ask("SPECTATE", {"table": bots_only["table"]})
            match = bots_only["info"]["match"]
            await eve.until(lambda: any((m.seq or 0) > 60 for m in eve.said), 60)
            with measured() as seen:
                said = await burst(eve, "GAME_STATE_REQUEST", {"lastSeq": 1}, 60, match=match)
            assert seen.worst <= BOUND, seen
            refused = [m for m in said if m is not None and m.error is not None]
            assert {m.error.code for m in refused} == {"RATE_LIMITED"}
            assert len(refused) > 20

    run(scene())


def test_what_a_server_is_first_asked_does_not_hold_the_loop(inside):
    async def scene():
        async with inside(FREE) as server:
            await at_ease(server)
            with measured() as seen:
                for path in ("/api/games", "/api/openapi.json", "/metrics", "/api/tables", "/"):
                    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                    assert (await reader.readline()).startswith(b"HTTP/1.1 200"), path
                    writer.close()
            assert seen.worst <= BOUND, seen

    run(scene())


def test_a_burst_of_tcp_packets_is_cut_into_slices(inside):
    async def scene():
        async with inside(FREE, tcp=TcpSettings(port=0)) as server:
            await at_ease(server)
            where = ("127.0.0.1", server.tcp_port, "Ann", "correct horse")
            one = await PacketClient.connect(*where, sign_up=True)
            with measured() as seen:
                await asyncio.gather(*(one.tables() for _ in range(100)))
            assert seen.worst <= BOUND, seen
            await one.close()

    run(scene())


def test_long_messages_that_are_refused_are_not_read_first_and_soon_enough(inside, ear):
    """Each took half a millisecond to be refused, and they come a hundred in one read. They counted
    as little as short ones did: three megabytes were taken of a connection before it was closed."""

    async def scene():
        async with inside(Limits(rate=0.1, burst=2)) as server:
            await at_ease(server)
            eve = await ear.dial(server.url, name="Eve")
            wish = {"game": "duel", "options": {"x": "[" * 15_000}}
            with measured() as seen:
                for n in range(150):
                    eve.line.send("CREATE_TABLE", wish, key=f"n{n}")
                await eve.until(lambda: eve.closed is not None, 60)
            assert seen.worst <= BOUND, seen
            codes = [m.error.code for m in eve.said if m.error]
            assert set(codes) <= {"RATE_LIMITED", "INVALID_REQUEST"}
            assert 5 < codes.count("RATE_LIMITED") <= server.hall.limits.refusals / 14

    run(scene())

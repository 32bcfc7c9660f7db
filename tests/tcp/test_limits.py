"""What a connection may not do: be slow, silent, greedy or no client at all."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import suppress

import pytest

from cutcard.wire.limits import Limits
from cutcard.wire.tcp.limits import TcpLimits

from ..bridging import door

ENDLESS = Limits(rate=1e9, burst=1e9)  # what is refused is answered with little


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


async def closed_within(one, seconds: float) -> float:
    start = time.monotonic()
    await one.gone(seconds)
    return time.monotonic() - start


def test_the_bounds_of_the_protocol():
    limits = TcpLimits()
    assert (limits.hello, limits.login, limits.idle) == (5, 30, 60)
    assert (limits.most, limits.stall) == (5 * 1024 * 1024, 30)
    assert max(limits.hello, limits.tls, limits.packet) + limits.sweep < 10


def test_who_says_nothing_is_closed_and_so_is_who_never_ends_his_packet(serving, raw):
    async def story():
        async with serving(hello=0.3, packet=0.3, sweep=0.05) as server:
            silent = await raw.Raw.dial(server.tcp_port, hello=False)
            assert await closed_within(silent, 3) > 0.2
            slow = await raw.Raw.dial(server.tcp_port, hello=False)
            slow.send(b"\x00")
            assert await closed_within(slow, 3) > 0.2
            drip = await raw.Raw.dial(server.tcp_port)
            start, ending = time.monotonic(), asyncio.create_task(drip.gone(5))
            for byte in raw.packet(raw.SIGNUP, {"user": "Ann", "pass": "x" * 30}):
                drip.send(bytes([byte]))
                await asyncio.sleep(0.03)
                if ending.done():
                    break
            assert (await ending)[-1][1]["code"] == 400
            assert time.monotonic() - start < 2
            steady = await raw.Raw.dial(server.tcp_port)
            await asyncio.sleep(0.5)  # between packets one may be silent for longer
            assert await steady.ask(raw.PING) is None

    run(story())


def test_login_within_its_time_and_life_signs_afterwards(serving, raw):
    async def story():
        async with serving(login=2.0, idle=1.5, sweep=0.05) as server:
            ann = await raw.Raw.dial(server.tcp_port, name="Ann")
            stranger = await raw.Raw.dial(server.tcp_port)
            leaving = asyncio.create_task(stranger.gone(10))
            while not leaving.done():
                stranger.send(raw.packet(raw.PING))  # a life sign is no login
                await ann.ask(raw.PING)
                await asyncio.sleep(0.1)
            assert (900, {"code": 401, "message": "Log in first"}) in await leaving
            assert await closed_within(ann, 5) > 1.0

    run(story())


def test_a_handshake_of_another_version_and_a_full_server_are_refused(serving, raw):
    async def story():
        async with serving(connections=2) as server:
            old = await raw.Raw.dial(server.tcp_port, hello=False)
            old.send(b"\x00\x02\x00\x02")
            assert await old.bytes(3) == b"\x00\x01\x01"
            await old.gone()
            kept = [await raw.Raw.dial(server.tcp_port) for _ in range(2)]
            third = await raw.Raw.dial(server.tcp_port, hello=False)
            third.send(b"\x00\x02\x00\x01")
            assert await third.bytes(3) == b"\x00\x01\x02"
            await third.gone()
            plain = await raw.Raw.dial(server.tcp_port, hello=False)
            plain.send(raw.packet(raw.PING))
            said = await plain.gone()
            assert said[0][0] == 900
            assert said[0][1]["code"] == 503
            kept.pop().close()
            await asyncio.sleep(0.05)
            again = await raw.Raw.dial(server.tcp_port)
            assert await again.ask(raw.PING) is None

    run(story())


@pytest.mark.parametrize(
    "bytes_", [b"\x00\x04\x01\x00\x0a", b"\x00\x05\x02\x00\x0a", b"\x00\x00", b"GET / HTTP/1.1\r\n"]
)
def test_bytes_that_are_no_packet_get_an_error_and_the_connection_ends(serving, raw, bytes_):
    async def story():
        async with serving() as server:
            one = await raw.Raw.dial(server.tcp_port, hello=False)
            one.send(raw.packet(raw.PING) + bytes_)
            said = await one.gone()
            assert said[0] == (raw.PONG, None)
            assert said[1][0] == 900
            assert list(said[1][1]) == ["code", "message"]
            assert said[1][1]["code"] == 400

    run(story())


def test_a_flood_is_refused_then_closed_and_others_are_answered(serving, raw):
    async def story():
        async with serving(Limits(rate=20, burst=20, refusals=100)) as server:
            other = await raw.Raw.dial(server.tcp_port)
            greedy = await raw.Raw.dial(server.tcp_port)
            greedy.send(raw.packet(raw.PING) * 500)
            said = await greedy.gone()
            assert [kind for kind, _ in said[:20]] == [raw.PONG] * 20
            assert {(kind, one["code"]) for kind, one in said[20:]} == {(900, 429)}
            assert len(said) < 200
            assert await other.ask(raw.PING) is None

    run(story())


def test_one_address_has_a_limit_of_its_own(serving, raw):
    async def story():
        limits = Limits(
            limit_loopback=True, address_rate=0.001, address_burst=10, address_connections=3
        )
        async with serving(limits) as server:
            lines = [await raw.Raw.dial(server.tcp_port, hello=False) for _ in range(3)]
            answers = [(await lines[n % 3].ask(raw.PING)) for n in range(20)]
            assert answers.count(None) == 10
            assert {one["code"] for one in answers if one} == {429}
            fourth = await raw.Raw.dial(server.tcp_port, hello=False)
            fourth.send(b"\x00\x02\x00\x01")
            assert await fourth.bytes(3) == b"\x00\x01\x02"

    run(story())


def test_who_does_not_read_is_closed_at_the_bound(serving, raw):
    async def story():
        async with serving(ENDLESS, queue=100_000, most=200_000) as server:
            sock = socket.create_connection(("127.0.0.1", server.tcp_port))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            ping = raw.packet(raw.PING, {"t": "x" * 20_000})
            sent = 0
            with suppress(ConnectionError):
                while sent < 3000:
                    await asyncio.wait_for(loop.sock_sendall(sock, ping), 10)
                    sent += 1
            assert sent < 3000
            assert not door(server).desk.lines
            assert door(server).hall.tally.closed["slow"] == 1
            sock.close()

    run(story())


def test_who_does_not_read_for_too_long_is_closed(serving, raw):
    async def story():
        async with serving(stall=0.3, sweep=0.05) as server:
            sock = socket.create_connection(("127.0.0.1", server.tcp_port))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            ping = raw.packet(raw.PING, {"t": "x" * 60_000})
            with suppress(ConnectionError, TimeoutError):
                for _ in range(100):
                    await asyncio.wait_for(loop.sock_sendall(sock, ping), 1)
            async with asyncio.timeout(3):
                while door(server).desk.lines:  # noqa: ASYNC110 # what is looked at has no event
                    await asyncio.sleep(0.05)
            assert door(server).hall.tally.closed["slow"] == 1
            sock.close()

    run(story())

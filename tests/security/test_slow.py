"""Who is slow, silent or half gone costs little, and not for long."""

import asyncio
import socket
import time
from contextlib import suppress

import psutil

from cutcard.wire.files import SETTLED
from cutcard.wire.limits import Limits

PATIENCE = 10.0  # seconds after which nobody who dawdles is there, as issue 6 has it
READERS = 24
GROWTH = 64 * 2**20  # bytes that eight at a time may take, however many come (80 readers: 52 MiB)


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 150))


async def until_closed(port: int, start: bytes, drip: bytes) -> float:
    """How long one is let wait who sends a byte a second."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began, reading = time.monotonic(), asyncio.create_task(reader.read())
    writer.write(start)
    for byte in drip:
        if reading.done():
            break
        writer.write(bytes([byte]))
        await asyncio.wait([reading], timeout=1)
    with suppress(ConnectionError):
        await asyncio.wait_for(reading, 30)
    writer.close()
    return time.monotonic() - began


def test_a_slowloris_is_dropped_within_10_s(serve, ear):
    """With the bounds people meet, wherever it dawdles; others are served meanwhile."""
    head = b"GET /api/tables HTTP/1.1\r\nHost: x\r\n"
    body = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{"
    upgrade = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    more = b"X-Slow: " + b"a" * 60
    whole = head + b"\r\n"
    server = serve(open_limits=False)

    async def scene():
        good = await ear.dial(server.url, name="Ann")
        waits = asyncio.gather(
            until_closed(server.port, b"", b""),
            until_closed(server.port, b"", head * 2),
            until_closed(server.port, b"", upgrade * 2),
            until_closed(server.port, head, more),
            until_closed(server.port, body, b" " * 60),
            until_closed(server.port, upgrade, more),
            until_closed(server.port, whole, b""),
            until_closed(server.port, whole + head, more),
        )
        while not waits.done():
            assert "code" not in await good.ask("LIST_TABLES")
            await asyncio.sleep(0.5)
        return await waits

    waited = run(scene())
    assert max(waited) < PATIENCE, waited


def test_readers_who_do_not_read_are_closed_and_memory_stays_flat(serve, ear, mute, fetch):
    server = serve()
    process = psutil.Process(server.process.pid)

    async def stuff(number: int) -> None:
        """Asks and asks and never reads; until the server has enough of it."""
        loop = asyncio.get_running_loop()
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await loop.sock_connect(sock, ("127.0.0.1", server.port))
        ping = mute.frame("PING", {}) * 400
        await loop.sock_sendall(
            sock,
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        )
        with suppress(ConnectionError):
            for _ in range(5000):
                await asyncio.wait_for(loop.sock_sendall(sock, ping), 60)
            raise AssertionError(f"{number} was never closed")
        sock.close()

    async def settled() -> None:
        """It has packed its page, which takes memory for a while."""
        await asyncio.sleep(SETTLED)
        seen, used = -1.0, 0.0
        while used - seen > 0.05:
            await asyncio.sleep(0.5)
            seen, used = used, sum(process.cpu_times()[:2])

    async def scene() -> int:
        good = await ear.dial(server.url, name="Ann")
        await settled()
        await stuff(-1)  # the first one's buffers stay with the process
        before, most = process.memory_info().rss, 0
        for some in range(0, READERS, 8):
            work = asyncio.gather(*(stuff(some + n) for n in range(8)))
            while not work.done():
                assert await good.ask("PING") == {}
                most = max(most, process.memory_info().rss)
                await asyncio.sleep(0.02)
            await work
        return most - before

    assert run(scene()) < GROWTH
    _, metrics = fetch(server, "GET", "/metrics")
    closed = [line for line in metrics.decode().splitlines() if "closed" in line and "slow" in line]
    assert closed
    assert float(closed[0].split()[-1]) == READERS + 1


def test_a_half_open_connection_is_found_and_the_others_at_the_table_are_told(inside, ear, mute):
    async def scene():
        limits = Limits(rate=1e6, burst=1e6, idle=0.5, dead=2.5)
        async with inside(limits) as server:
            ann = await ear.dial(server.url, name="Ann")
            made = await ann.ask("CREATE_TABLE", {"game": "duel"})
            _, writer = await mute.dial(server.port)
            writer.write(mute.frame("AUTH", {"name": "Gone"}))
            writer.write(mute.frame("JOIN_TABLE", {"table": made["table"]}))
            await ann.until(lambda: any(m.type == "GAME_UPDATE" for m in ann.said))
            began = time.monotonic()  # from here on the other side says nothing, not even a pong
            await ann.until(lambda: any(m.type == "PLAYER_DISCONNECTED" for m in ann.said))
            assert time.monotonic() - began > 1.0
            assert server.hall.tally.closed["silent"] == 1
            assert len(server.hall.sockets) == 1
            assert ann.closed is None, "who answers pings is alive"
            writer.close()

    run(scene())

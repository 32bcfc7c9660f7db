"""One client floods; the others are answered as before."""

import asyncio
import statistics
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from cutcard.wire.limits import Limits

FLOOR = 0.01  # seconds: below, a busy machine's own noise is larger than what is measured
ASKED = 80  # at least so many questions in a window
FLOOD = """
import asyncio, os, sys
from cutcard.client import Lost, open_line
os.nice(5)  # it is the server that is measured, not how the machine shares itself out
async def flood(url, count):
    sent = 0
    while sent < count:
        ended = asyncio.Event()
        try:
            line = await open_line(url, lambda m: None, lambda code: ended.set())
        except (Lost, ConnectionError, OSError):
            continue
        while sent < count and line.open:
            for _ in range(20):
                line.send("CHAT", {"table": 1, "text": "x" * 50}, key="k")
            sent += 20
            await asyncio.sleep(0)
        line.close()
    print(sent)
asyncio.run(flood(sys.argv[1], int(sys.argv[2])))
"""


async def p99(friends, going) -> tuple[float, int]:
    """What others wait for an answer, worst of a hundred, while something goes on."""
    waits = []
    while len(waits) < ASKED or going():
        for one in friends:
            began = time.perf_counter()
            assert await one.ask("PING") == {}
            waits.append(time.perf_counter() - began)
            await asyncio.sleep(0.013)  # so that they are within their own limits
    return statistics.quantiles(waits, n=100)[98], len(waits)


def check(server, ear, count: int, windows: int) -> None:
    async def scene():
        friends = [await ear.dial(server.url, name=name) for name in ("Ann", "Bo")]
        quiet, loud = [], []
        for _ in range(windows):
            quiet.append((await p99(friends, lambda: False))[0])
            command = [sys.executable, "-c", FLOOD, server.url, str(count // windows)]
            flood = subprocess.Popen(  # noqa: ASYNC220 # it starts at once
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            wait, _ = await p99(friends, lambda f=flood: f.poll() is None)
            loud.append(wait)
            assert flood.returncode == 0
            assert int(flood.stdout.read()) >= count // windows
        assert all(one.closed is None for one in friends)
        return statistics.median(quiet), statistics.median(loud)

    for attempt in range(3):  # others use this machine, too
        quiet, loud = asyncio.run(asyncio.wait_for(scene(), 400))
        if loud < 2 * max(quiet, FLOOR):
            return
        print(f"attempt {attempt}: p99 {quiet * 1000:.1f} ms alone, {loud * 1000:.1f} ms beside it")  # noqa: T201 # shown where it fails
    raise AssertionError(f"p99 {loud * 1000:.1f} ms beside a flood, {quiet * 1000:.1f} ms without")


def test_6000_messages_of_one_client_leave_the_others_p99_below_twice(serve, ear):
    check(serve(open_limits=False), ear, 6_000, 3)


@pytest.mark.slow
def test_50000_messages_of_one_client_leave_the_others_p99_below_twice(serve, ear):
    check(serve(open_limits=False), ear, 50_000, 5)


def test_who_floods_over_http_is_not_refused_for_ever(inside):
    """429 was answered as fast as it was asked for: honest people's p99 was 110 ms beside it. A
    neighbour of the same address who is refused a few times stays."""
    limits = Limits(
        limit_loopback=True, address_rate=0.0001, address_burst=5, address_refusals=10, refusals=50
    )
    get = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"

    async def scene():
        async with inside(limits) as server:
            near, its = await asyncio.open_connection("127.0.0.1", server.port)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            heard = b""
            with suppress(ConnectionError):
                for _ in range(100):
                    writer.write(get)
                    if not (more := await reader.read(2**16)):
                        break
                    heard += more
            assert 20 <= heard.count(b"HTTP/1.1 429") <= 50
            assert server.hall.tally.closed["http flood"] == 1
            its.write(get)
            assert b" 429 " in await near.readuntil(b"\r\n\r\n"), "it is told, and not closed"
            its.close()

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_a_pipeline_that_is_refused_is_not_refused_one_by_one(inside):
    """A hundred in one write were each answered 429 until there were enough on their connection,
    and on the next one again: what waits behind a refused one counts at once."""
    limits = Limits(
        limit_loopback=True, address_rate=0.0001, address_burst=5, address_refusals=0.0001
    )
    get = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"

    async def scene():
        async with inside(limits) as server:
            for _ in range(3):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(get * 100)
                with suppress(ConnectionError):
                    await reader.read()
                writer.close()
            assert server.hall.tally.closed["http flood"] == 3
            assert server.hall.tally.http["/health", 429] == 3, "one each"

    asyncio.run(asyncio.wait_for(scene(), 60))

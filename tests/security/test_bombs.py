"""What is small when it is sent and large when it is read: compressed frames and bodies, heads
without an end, requests one behind the other. Each has a bound, and nobody else waits for it."""

import asyncio
import gzip
import struct
import zlib
from contextlib import suppress

import pytest

from cutcard.wire.codes import BROKEN
from cutcard.wire.http.line import HttpLine
from cutcard.wire.limits import Limits

from .slices import BOUND, measured

LARGE = 64 * 2**20  # bytes that a bomb would be
MOST = 40_000  # bytes of a head after which the sender takes a breath
READ = 256 * 1024  # bytes that the loop reads at a time
TAKEN = 2 * READ  # a first read, and the one in which it is found too long
FREE = Limits(rate=1e6, burst=1e6)
HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
GET = b"GET /api/tables HTTP/1.1\r\nHost: x\r\n"


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def rest(reader) -> bytes:
    """All that comes until it is closed."""
    heard = b""
    with suppress(ConnectionError):
        while more := await asyncio.wait_for(reader.read(2**16), 30):
            heard += more
    return heard


def deflated(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = b'{"v":1,"type":"PING","payload":{"x":"' + b"A" * size
    return packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)


@pytest.mark.parametrize("bits", [0x40, 0x20, 0x10], ids=["rsv1", "rsv2", "rsv3"])
def test_a_compressed_frame_is_never_opened(inside, bits):
    """Compression is not agreed to, so a frame that says it is compressed ends the connection."""

    async def scene():
        async with inside(FREE) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(HELLO + b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            assert b" 101 " in head
            assert b"sec-websocket-extensions" not in head.lower()
            body = deflated(2**20)
            assert len(body) < 8000
            with measured() as seen:
                frame = bytes([0x81 | bits]) + b"\xfe" + struct.pack(">H", len(body)) + bytes(4)
                writer.write((frame + body) * 20)
                heard = await rest(reader)
            assert heard.endswith(b"\x88\x02" + BROKEN.to_bytes(2, "big")), heard[-60:]
            assert heard.count(b"INVALID_REQUEST") == 0, "it was looked at"
            assert seen.worst <= BOUND, seen
            writer.close()

    run(scene())


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_a_compressed_body_is_not_opened_but_refused(inside, coding):
    bomb = gzip.compress(b" " * LARGE, 9) if coding == "gzip" else zlib.compress(b" " * LARGE, 9)

    async def scene():
        async with inside(FREE) as server:
            await server._warming
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            head = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Encoding: %s\r\n"
            head = head % coding.encode() + b"Content-Length: %d\r\n\r\n" % len(bomb)
            with measured() as seen:
                writer.write(head + bomb)
                answer = await asyncio.wait_for(reader.readline(), 20)
            assert answer.startswith(b"HTTP/1.1 415"), answer
            assert seen.worst <= BOUND, seen
            writer.close()

    run(scene())


HEADS = {
    "one line of /ws": (HELLO, lambda n: b"A" * 1000),
    "lines of /ws": (HELLO, lambda n: b"X-%d: %s\r\n" % (n, b"A" * 500)),
    "one line of HTTP": (GET, lambda n: b"A" * 1000),
    "lines of HTTP": (GET, lambda n: b"X-%d: %s\r\n" % (n, b"A" * 500)),
    "short lines of HTTP": (GET, lambda n: b"".join(b"%d:\r\n" % k for k in range(100))),
    "a path": (b"GET /", lambda n: b"A" * 1000),
    "a method": (b"GETGETGET", lambda n: b"A" * 1000),
    "chunks of a body": (
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        lambda n: b"1;" + b"x" * 900 + b"\r\n \r\n",
    ),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_head_that_does_not_end_is_refused_before_it_is_long(inside, caplog, monkeypatch, name):
    """What counts is what the server took in; the system's buffers hold more, as large as they
    happen to be."""
    first, more = HEADS[name]
    taken = []
    take = HttpLine.data_received
    monkeypatch.setattr(
        HttpLine, "data_received", lambda self, data: (taken.append(len(data)), take(self, data))
    )

    async def scene():
        async with inside(FREE) as server:
            await server._warming
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            ended = asyncio.ensure_future(rest(reader))
            writer.write(first)
            sent = 0
            with measured() as seen, suppress(ConnectionError):
                while not ended.done() and sent < 16 * 2**20:
                    part = more(sent)
                    writer.write(part)
                    sent += len(part)
                    await writer.drain()
                    if sent > MOST:
                        await asyncio.sleep(0.001)
            assert sent < 16 * 2**20, "nobody ended it"
            assert sum(taken) <= TAKEN, f"{sum(taken)} bytes were taken of {sent}"
            assert taken or sent < 2**20, "of /ws it is not our line that reads"
            assert seen.worst <= BOUND, seen
            heard = await ended
            assert not heard or heard.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), heard[:80]
            writer.close()
            assert not caplog.records, "anybody could fill our disk with lines"
            others, told = await asyncio.open_connection("127.0.0.1", server.port)
            told.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert (await rest(others)).startswith(b"HTTP/1.1 200")

    run(scene())


def test_requests_one_behind_the_other_are_not_gathered_without_a_bound(inside):
    """Who sends requests and reads no answer: few are taken in, however many are sent."""

    async def scene():
        async with inside(FREE) as server:
            await server._warming
            _, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
            writer.transport.pause_reading()
            many, most, sent = (GET + b"\r\n") * 500, 0, 0
            with measured() as seen, suppress(TimeoutError, ConnectionError):
                for _ in range(4000):  # 78 MB; what the kernel takes besides is some
                    writer.write(many)
                    sent += len(many)
                    await asyncio.wait_for(writer.drain(), 1)
                    most = max([most, *(len(line._messages) for line in server.hall.lines)])
            assert most <= 100, f"{most} requests wait"
            assert writer.transport.get_write_buffer_size() > 0, "all of it was taken in"
            assert seen.worst <= BOUND, seen
            writer.transport.abort()

    run(scene())


def test_every_request_of_a_pipeline_is_paid_for(inside):
    async def scene():
        async with inside(
            Limits(limit_loopback=True, address_rate=0.01, address_burst=30)
        ) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write((GET + b"\r\n") * 60 + GET + b"Connection: close\r\n\r\n")
            heard = await rest(reader)
            assert heard.count(b"HTTP/1.1 200") <= 31
            assert heard.count(b"HTTP/1.1 429") >= 30
            writer.close()

    run(scene())


def test_who_asks_for_the_socket_twice_in_a_pipeline_gets_one(inside, ear):
    async def scene():
        async with inside(FREE) as server:
            health = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
            for before in (b"", health):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(before + (HELLO + b"\r\n") * 3 + health)
                heard = await asyncio.wait_for(reader.readuntil(b"101 "), 20)
                with suppress(TimeoutError, ConnectionError):
                    while more := await asyncio.wait_for(reader.read(2**16), 1):
                        heard += more
                assert heard.count(b" 101 ") + heard.count(b"101 Switching") <= 2
                assert len(server.hall.sockets) <= 1
                writer.close()
                async with asyncio.timeout(20):
                    while server.hall.sockets:  # noqa: ASYNC110 # it has no event
                        await asyncio.sleep(0.02)
            ann = await ear.dial(server.url, name="Ann")
            assert "code" not in await ann.ask("LIST_TABLES")

    run(scene())

"""PROXY headers that are none, from a proxy that is believed and from strangers: hung up on, said
in the log, and nobody's address is anybody else's."""

import asyncio
import random
import struct
from contextlib import suppress

import pytest

from cutcard.wire.limits import Limits
from cutcard.wire.proxy import V2, BadHeader, Proxies, header
from cutcard.wire.tcp.ports import TcpSettings

TRUSTED = Proxies.named(["127.0.0.1"])
LIMITS = Limits(rate=1e5, burst=1e5, limit_loopback=True, hello=1.0)
ASK = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
SIX = bytes(range(16)) * 2 + struct.pack(">HH", 1, 2)
FOUR = bytes([198, 51, 100, 1, 10, 0, 0, 1]) + struct.pack(">HH", 4711, 80)


def v2(body: bytes, command: int = 0x21, family: int = 0x11, size: int | None = None) -> bytes:
    return V2 + struct.pack(">BBH", command, family, len(body) if size is None else size) + body


BROKEN = {
    "another version": v2(FOUR, command=0x11),
    "no such command": v2(FOUR, command=0x2F),
    "too short for its addresses": v2(FOUR[:7]),
    "IPv6 with IPv4's addresses": v2(FOUR, family=0x21),
    "longer than may be": v2(FOUR, size=0xFFFF) + bytes(3000),
    "a line without an end": b"PROXY TCP4 " + b"1" * 3000,
    "a line of nonsense": b"PROXY TCP4 a b c d\r\n" + ASK,
    "an address too many": b"PROXY TCP4 1.2.3.4 1.2.3.4 1.2.3.4 1 2\r\n" + ASK,
}
UNFINISHED = {
    "half a signature": V2[:9],
    "a size that never comes": v2(FOUR, size=600),
    "half a line": b"PROXY TCP4 198.51.100.1 10.0.0.1",
}
SOUND = {
    "with more than addresses": (v2(FOUR + b"\x04\x00\x20" + bytes(32)), "198.51.100.1"),
    "of a UNIX socket": (v2(bytes(216), family=0x31), "127.0.0.1"),
    "the proxy's own": (v2(FOUR, command=0x20), "127.0.0.1"),
    "without addresses": (v2(b"", family=0), "127.0.0.1"),
    "IPv6": (v2(SIX, family=0x21), "1:203:405:607:809:a0b:c0d:e0f"),
}


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 60))


async def said(port: int, sent: bytes, host: str = "127.0.0.1", *, drip: bool = False) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    parts = [sent[n : n + 1] for n in range(len(sent))] if drip else [sent]
    heard = b""
    with suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
        while more := await asyncio.wait_for(reader.read(65_536), 20):
            heard += more
    writer.close()
    return heard


@pytest.mark.parametrize("name", [*BROKEN, *UNFINISHED])
def test_what_a_believed_proxy_cannot_mean_is_hung_up_on(inside, name):
    """On both ports, within the time there is for a first word; others are served."""

    async def scene():
        async with inside(LIMITS, proxies=TRUSTED, tcp=TcpSettings(port=0)) as server:
            sent = BROKEN.get(name) or UNFINISHED[name]
            heard = await said(server.port, sent)
            assert b" 200 " not in heard, heard
            told = await said(server.tcp_port, sent)
            assert b"\x00\x02" not in told[:2], "it is no greeting"
            assert b" 200 " in await said(server.port, v2(FOUR) + ASK)
            assert not server.hall.lines
            assert not server.desk.lines

    run(scene())


@pytest.mark.parametrize("drip", [False, True], ids=["at once", "byte by byte"])
def test_a_sound_header_names_who_it_names(inside, drip):
    async def scene():
        async with inside(LIMITS, proxies=TRUSTED) as server:
            seen, of = [], server.hall.addresses.of
            server.hall.addresses.of = lambda host, now: (seen.append(host), of(host, now))[1]
            for name, (sent, host) in SOUND.items():
                seen.clear()
                assert b" 200 " in await said(server.port, sent + ASK, drip=drip), name
                assert set(seen) <= {host} or host == "127.0.0.1", (name, seen)

    run(scene())


def test_a_second_header_is_no_header(inside):
    """Whoever is behind the proxy cannot say it once more."""

    async def scene():
        async with inside(LIMITS, proxies=TRUSTED) as server:
            seen, of = [], server.hall.addresses.of
            server.hall.addresses.of = lambda host, now: (seen.append(host), of(host, now))[1]
            other = bytes([6, 6, 6, 6, 10, 0, 0, 1]) + struct.pack(">HH", 1, 80)
            assert b" 200 " not in await said(server.port, v2(FOUR) + v2(other) + ASK)
            line = b"PROXY TCP4 6.6.6.6 10.0.0.1 4711 80\r\n"
            assert b" 200 " not in await said(server.port, v2(FOUR) + line + ASK)
            assert "6.6.6.6" not in seen

    run(scene())


def test_a_stranger_is_not_believed(inside):
    async def scene():
        async with inside(LIMITS, proxies=TRUSTED) as server:
            seen, of = [], server.hall.addresses.of
            server.hall.addresses.of = lambda host, now: (seen.append(host), of(host, now))[1]
            for sent in (v2(FOUR), b"PROXY TCP4 198.51.100.1 10.0.0.1 4711 80\r\n"):
                assert b" 200 " not in await said(server.port, sent + ASK, "127.0.0.66")
            assert "198.51.100.1" not in seen

    run(scene())


def test_headers_of_chance_are_read_refused_or_waited_for():
    rng = random.Random(14)
    for _ in range(20_000):
        start = V2 if rng.random() < 0.7 else b"PROXY "
        sent = bytearray(start + rng.randbytes(rng.randrange(0, 300)))
        if rng.random() < 0.5:
            sent[rng.randrange(len(sent))] ^= 1 << rng.randrange(8)
        with suppress(BadHeader):
            found = header(bytes(sent))
            assert found is None or 0 < found[0] <= len(sent)

"""TCP's own door, and what an address is refused in either dialect: who comes by the thousand is
hung up on, who floods on many connections is heard on none for long."""

import asyncio
import socket
import struct
from contextlib import suppress

import pytest

from cutcard.client.adversary.foe import PING, UPGRADE
from cutcard.wire.connection import FLOODED, SOME
from cutcard.wire.limits import Limits
from cutcard.wire.proxy import Proxies
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

STRANGER = ("127.0.0.66", 0)
HELLO = struct.pack(">HH", 2, 1)
LIFE_SIGN = struct.pack(">HBH", 5, 1, 10)
LINES = 16


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def greeted(port: int, where=None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, int]:
    """A connection, and what its handshake was answered with; 9 where it was hung up on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=where)
    writer.write(HELLO)
    try:
        return reader, writer, (await asyncio.wait_for(reader.readexactly(3), 30))[2]
    except (ConnectionError, asyncio.IncompleteReadError):
        return reader, writer, 9


def test_one_address_cannot_take_all_the_connections_there_are_over_tcp(inside):
    """They were counted as full only when they spoke: a hundred who said nothing kept all others
    out for five seconds, again and again."""
    limits = Limits(limit_loopback=True, address_connections=20, connect_burst=10_000)
    tcp = TcpSettings(port=0, limits=TcpLimits(connections=100))

    async def scene():
        async with inside(limits, tcp=tcp) as server:
            held = [socket.create_connection(("127.0.0.1", server.tcp_port), 30, STRANGER)
                    for _ in range(300)]  # fmt: skip
            async with asyncio.timeout(60):
                while server.hall.tally.closed["door"] + len(server.desk.lines) < 300:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert len(server.desk.lines) == 2 * limits.address_connections
            *_, code = await greeted(server.tcp_port)
            assert code == 0, "somebody else is let in"
            for one in held:
                one.close()

    run(scene())


def test_who_comes_too_often_is_hung_up_on_before_anything_is_done_for_them(inside):
    """Also before a TLS handshake, whose cost nobody was asked for."""
    limits = Limits(limit_loopback=True, connect_rate=0.001, connect_burst=10)

    async def scene():
        async with inside(limits, tcp=TcpSettings(port=0)) as server:
            codes = []
            for _ in range(14):
                _, writer, code = await greeted(server.tcp_port, STRANGER)
                codes.append(code)
                writer.close()
            assert codes == [0] * 10 + [9] * 4
            assert server.hall.tally.opened == 10
            *_, code = await greeted(server.tcp_port)
            assert code == 0

    run(scene())


@pytest.mark.parametrize("dialect", ["frames", "packets"])
def test_an_address_is_not_refused_for_ever_on_connection_after_connection(inside, dialect):
    """Each of sixteen connections was refused 200 times before it was closed, and came again: the
    refusals alone were a flood. An address has a bound, whatever its connections have."""
    limits = Limits(limit_loopback=True, rate=0.001, burst=1, address_refusals=5.0)

    async def flood(server) -> int:
        """Sends a thousand at once; how much it was answered."""
        over_tcp = dialect == "packets"
        port = server.tcp_port if over_tcp else server.port
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=STRANGER)
        writer.write(HELLO if over_tcp else UPGRADE % b"x")
        await asyncio.wait_for(
            reader.readexactly(3) if over_tcp else reader.readuntil(b"\r\n\r\n"), 30
        )
        heard = b""
        try:
            writer.write((LIFE_SIGN if over_tcp else PING) * 1000)
            while more := await asyncio.wait_for(reader.read(2**16), 30):
                heard += more
        except ConnectionError:
            pass  # closed with what it had sent unread
        writer.close()
        return len(heard)

    async def scene():
        async with inside(limits, tcp=TcpSettings(port=0)) as server:
            before = server.hall.tally.messages
            await asyncio.gather(*(flood(server) for _ in range(LINES)))
            taken = server.hall.tally.messages - before
            most = 2 * limits.address_refusals + LINES * (SOME + 3) + 100
            assert taken <= most, f"{taken} messages were looked at"
            assert taken >= LINES, "all were heard"
            address = server.hall.addresses.of("127.0.0.66", asyncio.get_running_loop().time())
            spent = limits.connect_burst - address.arrivals.tokens
            assert spent >= LINES * FLOODED / 2, "they come back the later"

    run(scene())


def test_who_is_refused_once_beside_a_flood_of_the_same_address_stays(inside):
    limits = Limits(
        limit_loopback=True, rate=1000, burst=1000, address_rate=0.001, address_burst=60,
        address_refusals=1.0,
    )  # fmt: skip

    async def scene():
        async with inside(limits, tcp=TcpSettings(port=0)) as server:
            reader, writer, _ = await greeted(server.tcp_port, STRANGER)
            _, flooding, _ = await greeted(server.tcp_port, STRANGER)
            flooding.write(LIFE_SIGN * 1000)
            async with asyncio.timeout(60):
                while not server.hall.tally.closed["flood"]:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            for _ in range(3):
                writer.write(LIFE_SIGN)
                length, _, kind = struct.unpack(">HBH", await reader.readexactly(5))
                said = await reader.readexactly(length - 5)
                assert kind == 900
                assert b"Too many packets" in said
            assert server.hall.tally.closed["flood"] == 1

    run(scene())


def test_behind_a_proxy_one_address_cannot_take_them_all_either(inside):
    """Whose they are is known by their headers; more than twice what they may have are hung up on
    there, though they say nothing after it."""
    limits = Limits(limit_loopback=True, address_connections=10, connect_burst=10_000)
    tcp = TcpSettings(port=0, limits=TcpLimits(connections=50))
    header = b"PROXY TCP4 203.0.113.7 192.0.2.1 40000 9000\r\n"

    async def scene():
        async with inside(limits, tcp=tcp, proxies=Proxies.named(["127.0.0.1"])) as server:
            held = [await asyncio.open_connection("127.0.0.1", server.tcp_port) for _ in range(45)]
            for _, writer in held:
                writer.write(header)
            async with asyncio.timeout(60):
                while len(server.desk.lines) > 2 * limits.address_connections:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            reader, other = await asyncio.open_connection("127.0.0.1", server.tcp_port)
            other.write(header.replace(b"113.7", b"113.8") + HELLO)
            assert (await asyncio.wait_for(reader.readexactly(3), 30))[2] == 0
            for _, writer in held:
                writer.close()

    run(scene())


def test_frames_that_are_no_messages_count_by_their_length_too(inside):
    """Of a connection whose every frame was refused, 200 frames of 60 kB were taken."""
    limits = Limits(limit_loopback=True, rate=0.001, burst=1)
    long = b"\x82\xfe" + struct.pack(">H", 60_000) + bytes(60_004)

    async def scene():
        async with inside(limits) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(UPGRADE % b"x")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
            assert b" 101 " in head, head
            before = server.hall.tally.messages
            writer.write(long * 50)
            with suppress(ConnectionError):
                while await asyncio.wait_for(reader.read(2**16), 30):
                    pass
            assert server.hall.tally.closed["flood"] == 1, server.hall.tally.closed
            assert server.hall.tally.messages - before <= 10

    run(scene())

"""Connections themselves cost: those that say nothing, those that come by the hundred, and
messages in as many pieces as there are bytes."""

import asyncio
import socket
from contextlib import suppress
from time import thread_time

import pytest

from cutcard.client.adversary.foe import UPGRADE
from cutcard.wire.codes import FLOOD, TOO_BIG
from cutcard.wire.limits import Limits
from cutcard.wire.metered import Metered
from cutcard.wire.tcp.ports import TcpSettings

from .slices import BOUND, measured

STRANGER = ("127.0.0.66", 0)
MEAN = Limits(limit_loopback=True, connect_rate=0.1, connect_burst=40)
LIMITED = Limits(limit_loopback=True, address_connections=20)


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


def masked(opcode: int, body: bytes, *, fin: bool) -> bytes:
    return bytes([opcode | (0x80 if fin else 0), 0x80 | len(body)]) + bytes(4) + body


async def closed(reader) -> bytes:
    """All it was sent until it was closed."""
    heard = b""
    with suppress(ConnectionError):
        while more := await asyncio.wait_for(reader.read(2**16), 30):
            heard += more
    return heard


def test_a_message_is_in_so_many_pieces_and_no_more(inside, mute):
    async def scene():
        async with inside() as server:
            reader, writer = await mute.dial(server.port)
            first, more = masked(1, b"{", fin=False), masked(0, b" ", fin=False)
            writer.write(first + more * 62 + masked(0, b"}", fin=True))  # 64: it is read
            await reader.readuntil(b"INVALID_REQUEST")
            writer.write(first + more * 1000)
            assert (await closed(reader)).endswith(b"\x88\x02" + TOO_BIG.to_bytes(2, "big"))

    run(scene())


def test_pieces_that_never_end_a_message_are_paid_for(inside, mute):
    """A thousand of them were let in for the price of one message, each added up anew."""

    async def scene():
        async with inside(Limits()) as server:
            reader, writer = await mute.dial(server.port)
            one = masked(1, b"{", fin=False) + masked(0, b" ", fin=False) * 60
            with measured() as seen:
                writer.write((one + masked(0, b"}", fin=True)) * 60)
                assert (await closed(reader)).endswith(b"\x88\x02" + FLOOD.to_bytes(2, "big"))
            assert seen.worst <= BOUND, seen

    run(scene())


def test_who_says_nothing_may_not_say_it_on_many_connections(inside, ear):
    """They were counted only once they had said what they want."""

    async def scene():
        async with inside(LIMITED) as server:
            silent = [
                await asyncio.open_connection("127.0.0.1", server.port, local_addr=STRANGER)
                for _ in range(60)
            ]
            ended = [asyncio.ensure_future(reader.read(1)) for reader, _ in silent]
            await asyncio.wait(ended, timeout=2, return_when=asyncio.ALL_COMPLETED)
            assert sum(not one.done() for one in ended) <= LIMITED.address_connections
            assert server.hall.tally.closed["door"] >= 40
            ann = await ear.dial(server.url, name="Ann")  # another address of this machine
            assert "code" not in await ann.ask("LIST_TABLES")
            for one in ended:
                one.cancel()

    run(scene())


def test_new_connections_have_a_rate_of_their_own(inside, ear):
    """Who connects again and again is not let in any more, and others are."""

    async def scene():
        async with inside(MEAN) as server:
            for _ in range(80):
                with suppress(ConnectionError):
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", server.port, local_addr=STRANGER
                    )
                    writer.write(b"GET /ws HTTP/1.1\r\nHost: x\r\n\r\n")
                    await reader.read(1)
                    writer.close()
            assert server.hall.tally.closed["door"] > 20
            ann = await ear.dial(server.url, name="Ann")  # from another address
            assert "code" not in await ann.ask("LIST_TABLES")

    run(scene())


def test_a_websocket_is_one_arrival(inside):
    """It was counted when it was accepted and once more when it spoke: who may come ten times at
    once came five times."""
    few = Limits(limit_loopback=True, connect_rate=0.0001, connect_burst=10)

    async def scene():
        async with inside(few) as server:
            held = []
            for _ in range(10):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", server.port, local_addr=STRANGER
                )
                held.append(writer)
                writer.write(UPGRADE % b"x")
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 101")
                assert await reader.readexactly(1) == b"\x81", "it is greeted, and not closed"
            eleventh, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=STRANGER
            )
            with suppress(ConnectionError):
                assert await eleventh.read(1) == b""
            for one in (*held, writer):
                one.close()

    run(scene())


def test_what_is_done_after_a_wait_is_counted_and_what_others_did_meanwhile_is_not():
    async def scene():
        spent: list[float] = []
        loop = asyncio.get_running_loop()

        def busy(seconds: float) -> None:
            until = loop.time() + seconds
            while loop.time() < until:
                pass

        async def work() -> str:
            await asyncio.sleep(0)
            busy(0.03)
            await asyncio.sleep(0.01)
            busy(0.03)
            return "done"

        async def others() -> None:
            for _ in range(30):
                busy(0.02)
                await asyncio.sleep(0)

        beside = asyncio.create_task(others())
        assert await Metered(work(), spent.append) == "done"
        await beside
        assert len(spent) == 1
        assert 0.0 < spent[0] < 0.2, "not the 0.6 s of the others"

        async def fails() -> None:
            await asyncio.sleep(0)
            raise KeyError("no")

        with pytest.raises(KeyError):
            await Metered(fails(), spent.append)
        seen: list[str] = []

        async def stops() -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                seen.append("cancelled")
                raise

        async def metered() -> None:
            await Metered(stops(), spent.append)

        task = asyncio.create_task(metered())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert seen == ["cancelled"]
        assert len(spent) == 1, "a few steps are in the price of every request"

    run(scene())


@pytest.mark.parametrize("port", ["door", "desk"])
def test_a_storm_of_connections_is_accepted_in_slices(inside, monkeypatch, port):
    """Sixty-four were accepted in one turn, whatever each of them cost; over TCP a thousand."""

    async def scene():
        tcp = TcpSettings(port=0)
        async with inside(Limits(limit_loopback=True), tcp=tcp) as server:
            await server._warming
            admit, taken = server.hall.admits, []

            def slowly(host: str, waiting: int) -> bool:
                until = thread_time() + 0.002
                while thread_time() < until:
                    pass
                taken.append(host)
                return admit(host, waiting)

            monkeypatch.setattr(server._door, "_admit", slowly)
            monkeypatch.setattr(server.hall, "admits", slowly)
            where = server.port if port == "door" else server.tcp_port
            held = [socket.socket() for _ in range(40)]
            with measured() as seen:
                for one in held:  # the system has them all before the door looks
                    one.connect(("127.0.0.1", where))
                async with asyncio.timeout(60):
                    while len(taken) < len(held):  # noqa: ASYNC110 # the door has no event
                        await asyncio.sleep(0.01)
            for one in held:
                one.close()
            worst = max(took for took, what in seen.longest if "Accepting" in what)
            assert worst <= BOUND / 2, str(seen)

    run(scene())

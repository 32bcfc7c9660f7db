"""The one port: who is handed to whom, and that looking costs nothing and waits for nobody."""

import asyncio
import socket
import time

import pytest
import uvloop

from cutcard.wire.door import Door, PortTaken, listen

LOOPS = {"asyncio": asyncio.run, "uvloop": uvloop.run}


class Echo(asyncio.Protocol):
    """Answers with its own name and the first bytes it was given."""

    def __init__(self, name: bytes) -> None:
        self.name = name

    def connection_made(self, transport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(self.name + b":" + data)
        self.transport.close()


@pytest.fixture(params=LOOPS)
def play(request):
    """Runs a scene at an open door, on each kind of loop."""

    def run(scene, patience: float = 5.0) -> None:
        async def main() -> None:
            sockets = listen("127.0.0.1", 0)
            door = Door(sockets, lambda host: Echo(b"ws"), lambda host: Echo(b"http"), patience)
            door.open()
            try:
                await scene(sockets[0].getsockname()[1], door)
            finally:
                door.close()

        LOOPS[request.param](main())

    return run


async def ask(port: int, *pieces: bytes, pause: float = 0.0) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(pause)
    try:
        got = await asyncio.wait_for(reader.read(), 8)
    except ConnectionResetError:  # closed with bytes of ours unread
        got = b""
    writer.close()
    return got


@pytest.mark.parametrize(
    ("request_line", "who"),
    [
        (b"GET /ws HTTP/1.1\r\n", b"ws"),
        (b"GET /ws?x=1 HTTP/1.1\r\n", b"ws"),
        (b"GET /wsx HTTP/1.1\r\n", b"http"),
        (b"GET / HTTP/1.1\r\n", b"http"),
        (b"GET /ws/a HTTP/1.1\r\n", b"http"),
        (b"POST /ws HTTP/1.1\r\n", b"http"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", b"http"),
    ],
)
def test_the_first_bytes_decide_and_are_all_handed_on(play, request_line, who):
    async def scene(port, door):
        assert await ask(port, request_line) == who + b":" + request_line

    play(scene)


def test_a_request_that_comes_in_pieces_is_waited_for(play):
    async def scene(port, door):
        got = await ask(port, b"GE", b"T /w", b"s HTTP/1.1\r\n", pause=0.15)
        assert got.startswith(b"ws:GET /ws HT")

    play(scene)


def test_many_at_once_all_get_through(play):
    async def scene(port, door):
        lines = [b"GET /ws HTTP/1.1\r\n", b"GET /a HTTP/1.1\r\n"]
        got = await asyncio.gather(*(ask(port, lines[i % 2]) for i in range(300)))
        assert got == [(b"ws:", b"http:")[i % 2] + lines[i % 2] for i in range(300)]

    play(scene)


def test_who_says_nothing_or_too_little_is_closed_in_time_and_costs_no_work(play):
    async def scene(port, door):
        before, started = time.process_time(), time.monotonic()
        assert await asyncio.gather(ask(port), ask(port, b"GET"), ask(port, b"G")) == [
            b"",
            b"",
            b"",
        ]
        assert 0.9 < time.monotonic() - started < 4
        assert time.process_time() - before < 0.5, "the loop was spinning"

    play(scene, patience=1.0)


def test_who_hangs_up_is_forgotten(play):
    async def scene(port, door):
        for said in (b"", b"GET"):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            await asyncio.sleep(0.05)
            writer.close()
        await asyncio.sleep(1.2)
        assert not door._looking
        assert await ask(port, b"GET /ws HTTP/1.1\r\n") != b""

    play(scene, patience=1.0)


def test_a_closed_door_lets_nobody_in(play):
    async def scene(port, door):
        reader, _ = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0.05)
        door.close()
        assert await asyncio.wait_for(reader.read(), 2) == b""
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)

    play(scene)


def test_a_port_in_use_is_a_sentence():
    taken = listen("127.0.0.1", 0)
    port = taken[0].getsockname()[1]
    try:
        with pytest.raises(PortTaken, match=f"port {port} on 127.0.0.1 is in use.*--port"):
            listen("127.0.0.1", port)
    finally:
        taken[0].close()


def test_a_free_port_is_the_same_on_every_address():
    made = listen("localhost", 0)
    try:
        assert len({sock.getsockname()[1] for sock in made}) == 1
        assert all(sock.type == socket.SOCK_STREAM for sock in made)
    finally:
        for sock in made:
            sock.close()

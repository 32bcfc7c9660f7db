"""The socket itself: who may connect, how much they may send, and how they are sent away."""

import asyncio
import socket
from contextlib import suppress

import pytest

from cutcard.client import Client, Lost, Refused, open_line
from cutcard.wire.limits import Limits

from ..bridging import door


class Ear:
    """A bare connection that keeps what it heard."""

    def __init__(self) -> None:
        self.said = []
        self.closed: int | None = None
        self._turn = asyncio.Event()

    async def connect(self, url: str, **how):
        self.line = await open_line(url, self.heard, self.lost, **how)
        return self

    def heard(self, message) -> None:
        self.said.append(message)
        self._turn.set()

    def lost(self, code: int) -> None:
        self.closed = code
        self._turn.set()

    async def until(self, true, patience: float = 10.0):
        async with asyncio.timeout(patience):
            while not true():
                self._turn.clear()
                await self._turn.wait()

    async def answer(self, kind: str, payload=None, key: str = "k", **how):
        before = len(self.said)
        self.line.send(kind, payload, key=key, **how)
        await self.until(lambda: any(m.correlation_id == key for m in self.said[before:]))
        return next(m for m in self.said[before:] if m.correlation_id == key)


def run(scene) -> None:
    asyncio.run(asyncio.wait_for(scene, 60))


def test_welcome_then_auth_then_pong(inside):
    async def scene():
        async with inside() as server:
            ear = await Ear().connect(server.url)
            await ear.until(lambda: ear.said)
            assert ear.said[0].type == "SYSTEM_WELCOME"
            assert ear.line.payload(ear.said[0]) == {
                "version": 1,
                "guests": True,
                "maxFrame": 16384,
            }
            refused = await ear.answer("LIST_TABLES")
            assert (refused.type, refused.error.code) == ("LIST_TABLES_NACK", "NOT_AUTHENTICATED")
            assert (await ear.answer("PING")).type == "PONG"
            ok = await ear.answer("AUTH", {"name": "  Ann   Lee "})
            told = ear.line.payload(ok)
            assert (ok.type, told["name"], told["guest"]) == ("AUTH_OK", "Ann Lee", True)
            assert len(told["token"]) == 43
            again = await ear.answer("AUTH", {"token": told["token"]})
            assert again.error.code == "INVALID_REQUEST"

    run(scene())


@pytest.mark.parametrize("name", ["", " ", "x" * 33, "a\nb\x07", "\u202eevil"])
def test_a_name_is_one_line_of_32_printable_characters(inside, name):
    async def scene():
        async with inside() as server:
            with pytest.raises(Refused, match="INVALID_REQUEST"):
                await Client.connect(server.url, name=name)

    run(scene())


def test_a_token_brings_back_its_guest_and_only_him(inside):
    async def scene():
        async with inside() as server:
            async with await Client.connect(server.url, name="Ann") as ann:
                token, user = ann.token, ann.user
            async with await Client.connect(server.url, token=token) as back:
                assert (back.user, back.name) == (user, "Ann")
            for wrong in (token[:-1] + "~", "", "x" * 1000, token.lower()):
                with pytest.raises(Refused, match="NOT_AUTHENTICATED"):
                    await Client.connect(server.url, token=wrong)

    run(scene())


def test_tokens_are_not_in_the_database(serve):
    async def scene(server):
        async with await Client.connect(server.url) as guest:
            return guest.token

    server = serve()
    token = asyncio.run(scene(server))
    server.stop()
    kept = b"".join(path.read_bytes() for path in server.db.parent.iterdir())
    assert token.encode() not in kept


def test_no_guests_where_the_server_says_so(inside):
    async def scene():
        async with inside(guests=False) as server:
            with pytest.raises(Refused, match="NOT_AUTHENTICATED"):
                await Client.connect(server.url)

    run(scene())


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://127.0.0.1:{port}", True),
        ("https://127.0.0.1:{port}", True),
        ("https://friends.example", True),
        ("http://127.0.0.1", False),
        ("https://evil.example", False),
        ("http://127.0.0.1:{port}.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_our_own_pages_and_those_named_may_connect(inside, origin, allowed):
    async def scene():
        async with inside(origins=frozenset({"https://friends.example"})) as server:
            headers = {"Origin": origin.format(port=server.port)}
            if allowed:
                ear = await Ear().connect(server.url, headers=headers)
                await ear.until(lambda: ear.said)
            else:
                with pytest.raises(ConnectionError, match="403"):
                    await Ear().connect(server.url, headers=headers)

    run(scene())


def test_a_flood_is_refused_message_by_message_and_then_closed(inside):
    async def scene():
        limits = Limits(rate=10, burst=20, refusals=50)
        async with inside(limits) as server:
            ear = await Ear().connect(server.url)
            for number in range(60):
                ear.line.send("PING", key=f"p{number}")
            await ear.until(lambda: len(ear.said) == 61)
            kinds = [m.type for m in ear.said[1:]]
            assert kinds.count("PONG") in (20, 21)
            assert {m.error.code for m in ear.said[1:] if m.error} == {"RATE_LIMITED"}
            assert [m.correlation_id for m in ear.said[1:]] == [f"p{n}" for n in range(60)]
            assert ear.closed is None
            for _ in range(60):
                ear.line.send("PING")
            await ear.until(lambda: ear.closed is not None)
            assert ear.closed == 4003

    run(scene())


def test_an_address_is_limited_over_all_its_connections(inside):
    async def scene():
        limits = Limits(
            rate=1000, burst=1000, address_rate=0.001, address_burst=12, address_connections=3,
            guest_rate=0.01, guest_burst=2, limit_loopback=True,
        )  # fmt: skip
        async with inside(limits) as server:
            ears = [await Ear().connect(server.url) for _ in range(3)]
            told = [(await ear.answer("AUTH", {})).type for ear in ears]
            assert told == ["AUTH_OK", "AUTH_OK", "AUTH_NACK"]
            answers = [await ear.answer("PING", key=f"k{i}") for ear in ears for i in range(4)]
            codes = [m.error.code if m.error else m.type for m in answers]
            assert codes == ["PONG"] * 9 + ["RATE_LIMITED"] * 3
            fourth = Ear()
            with suppress(Lost):  # as soon as it is connected, or a moment after
                await fourth.connect(server.url)
            await fourth.until(lambda: fourth.closed is not None)
            assert fourth.closed == 4003
            assert all(ear.closed is None for ear in ears)

    run(scene())


def test_a_message_over_16_kb_closes_whole_or_in_parts(inside):
    async def scene():
        async with inside() as server:
            fits = await Ear().connect(server.url)
            answer = await fits.answer("PING", {"x": "y" * 16_000})
            assert answer.type == "PONG"
            whole = await Ear().connect(server.url)
            whole.line.send("PING", {"x": "y" * 17_000})
            await whole.until(lambda: whole.closed is not None)
            assert whole.closed == 1009
            parts = await Ear().connect(server.url)
            kind = parts.line._kind
            parts.line.transport.send(kind, b"x" * 9_000, fin=False)
            parts.line.transport.send(type(kind).CONTINUATION, b"x" * 9_000, fin=False)
            await parts.until(lambda: parts.closed is not None)
            assert parts.closed == 1009

    run(scene())


def test_a_message_in_fragments_is_one_message(inside):
    async def scene():
        async with inside() as server:
            ear = await Ear().connect(server.url)
            kind, body = ear.line._kind, b'{"type":"PING","correlationId":"f"}'
            ear.line.transport.send(kind, body[:9], fin=False)
            ear.line.transport.send_ping(b"in between")
            ear.line.transport.send(type(kind).CONTINUATION, body[9:20], fin=False)
            ear.line.transport.send(type(kind).CONTINUATION, body[20:])
            await ear.until(lambda: len(ear.said) == 2)
            assert (ear.said[1].type, ear.said[1].correlation_id) == ("PONG", "f")

    run(scene())


def test_a_frame_of_the_other_coding_is_refused(inside):
    async def scene():
        async with inside() as server:
            for packed in (False, True):
                ear = await Ear().connect(server.url, packed=packed)
                other = type(ear.line._kind)(1 if packed else 2)
                ear.line.transport.send(other, b"{}")
                await ear.until(lambda e=ear: len(e.said) == 2)
                assert ear.said[1].error.code == "INVALID_REQUEST"

    run(scene())


def test_who_does_not_read_is_closed_and_others_are_not(inside):
    async def scene():
        limits = Limits(rate=1e6, burst=1e6, queue=64 * 1024)
        async with inside(limits) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            writer.write(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.transport.pause_reading()
            good = await Ear().connect(server.url)
            ping = b'\x81\x8f\0\0\0\0{"type":"PING"}'
            try:
                while door(server).hall.tally.closed["slow"] == 0:
                    writer.write(ping * 500)
                    await writer.drain()
                    await asyncio.sleep(0)
            except ConnectionError:
                pass
            await good.until(lambda: door(server).hall.tally.closed["slow"] == 1 or good.line.open)
            assert door(server).hall.tally.closed["slow"] == 1
            assert (await good.answer("PING")).type == "PONG"

    run(scene())


def test_the_silent_are_pinged_and_then_closed(inside):
    async def scene():
        limits = Limits(rate=1e6, burst=1e6, idle=0.5, dead=2.5)
        async with inside(limits) as server:
            alive = await Ear().connect(server.url)  # picows answers pings by itself
            await alive.answer("AUTH", {})
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            got = await asyncio.wait_for(reader.read(-1), 10)
            assert b"\x89\x00" in got, "a ping was sent"
            assert got.endswith(b"\x88\x02\x0f\xa4"), "closed with 4004"
            assert alive.closed is None

    run(scene())


def test_who_does_not_say_who_he_is_is_closed(inside):
    async def scene():
        async with inside(Limits(auth=0.5)) as server:
            ear = await Ear().connect(server.url)
            await ear.until(lambda: ear.closed is not None)
            assert ear.closed == 4004

    run(scene())


def test_a_second_connection_of_the_same_user_and_seat_closes_the_first(inside, players):
    async def scene():
        async with inside() as server:
            (ann, place), (bo, _) = await players.duel(server.url)
            again = await Client.connect(server.url, token=ann.token, legal=True)
            back = await again.join(place.table)
            assert (back.seat, back.match) == (place.seat, place.match)
            await players.until(lambda: ann.ended is not None)
            with pytest.raises(Lost):
                await ann.turn()
            assert ann.ended == 4001
            assert "REPLACED" in [kind for kind, _ in ann.notices]
            await again.play(back, "ready")
            assert bo.ended is None
            for client in (ann, again, bo):
                await client.close()

    run(scene())


def test_requests_are_answered_in_their_order_though_some_take_their_time(inside, bridged):
    async def scene():
        async with inside() as server:
            ear = await Ear().connect(server.url)
            for number, (kind, payload) in enumerate(
                [
                    ("AUTH", {}),
                    ("CREATE_TABLE", {"game": "duel"}),
                    ("PING", {}),
                    ("LIST_TABLES", {}),
                    ("NONSENSE", {}),
                ]
            ):
                ear.line.send(kind, payload, key=str(number))
            await ear.until(lambda: sum(m.correlation_id is not None for m in ear.said) == 5)
            answers = [m for m in ear.said if m.correlation_id is not None]
            order = [m.correlation_id for m in answers]
            if bridged:  # S26: what no table is about is answered here and now, and not behind it
                assert [one for one in order if one in "013"] == list("013")
                assert [one for one in order if one in "24"] == list("24")
            else:
                assert order == list("01234")
            tables = next(m for m in answers if m.correlation_id == "3")
            assert len(ear.line.payload(tables)["tables"]) == 1

    run(scene())


@pytest.mark.parametrize(
    ("kind", "payload", "answer", "code"),
    [
        ("JOIN_TABLE", {"table": 999}, "JOIN_TABLE_NACK", "GAME_NOT_FOUND"),
        ("SPECTATE", {"table": 999}, "SPECTATE_NACK", "GAME_NOT_FOUND"),
        ("LEAVE", {"table": 999}, "LEAVE_NACK", "GAME_NOT_FOUND"),
        ("FILL", {"table": 999}, "FILL_NACK", "GAME_NOT_FOUND"),
        ("JOIN_TABLE", {"table": "1"}, "JOIN_TABLE_NACK", "INVALID_REQUEST"),
        ("JOIN_TABLE", {}, "JOIN_TABLE_NACK", "INVALID_REQUEST"),
        ("CREATE_TABLE", {"game": "chess"}, "CREATE_TABLE_NACK", "INVALID_REQUEST"),
        ("CREATE_TABLE", {"game": "duel", "seats": 7}, "CREATE_TABLE_NACK", "INVALID_REQUEST"),
        (
            "CREATE_TABLE",
            {"game": "duel", "options": {"maxRounds": 99}},
            "CREATE_TABLE_NACK",
            "INVALID_REQUEST",
        ),
        ("GAME_STATE_REQUEST", {}, "GAME_STATE_NACK", "INVALID_REQUEST"),
        ("GAME_CARD_PLAY_REQUEST", {}, "GAME_CARD_PLAY_NACK", "INVALID_REQUEST"),
        ("NO_SUCH_THING", {}, "ERROR", "UNKNOWN_TYPE"),
    ],
)
def test_every_refusal_is_answered_under_its_name(inside, kind, payload, answer, code):
    async def scene():
        async with inside() as server:
            ear = await Ear().connect(server.url)
            await ear.answer("AUTH", {}, key="a")
            said = await ear.answer(kind, payload)
            assert (said.type, said.error.code) == (answer, code)
            assert said.error.message

    run(scene())


def test_another_version_is_refused(inside):
    async def scene():
        async with inside() as server:
            ear = await Ear().connect(server.url)
            ear.line.transport.send(ear.line._kind, b'{"v":2,"type":"PING","correlationId":"k"}')
            await ear.until(lambda: len(ear.said) == 2)
            assert ear.said[1].error.code == "UNSUPPORTED_VERSION"

    run(scene())

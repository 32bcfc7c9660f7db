"""Limits hold under a race, behind a proxy and over HTTP."""

import asyncio
import socket
import struct

import pytest
import uvloop

from cutcard.cli.config import read
from cutcard.cli.serve import settings_of
from cutcard.client import Client
from cutcard.lobby.forms import SignUp
from cutcard.lobby.tables import CreateTable
from cutcard.store.people import ADMIN
from cutcard.table.patience import DESERTED
from cutcard.table.words import Refusal
from cutcard.wire.limits import Limits
from cutcard.wire.proxy import V2, Proxies
from cutcard.wire.tcp.packet import ACCEPTED, FULL
from cutcard.wire.tcp.ports import TcpSettings

from ..running import OPEN

TRUSTING = Proxies.named(["127.0.0.1"])
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n"
)
FORWARDED = b"X-Forwarded-For: %s\r\n"


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


async def _awaited(whole):
    return await whole


async def first_line(port: int, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        return await asyncio.wait_for(reader.readline(), 10)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def until(true, patience: float = 20.0) -> None:
    async with asyncio.timeout(patience):
        while not true():  # noqa: ASYNC110 # what is looked at has no event
            await asyncio.sleep(0.02)


def test_100_openings_at_once_by_one_guest_make_20_tables(inside):
    async def scene():
        async with inside() as server:
            eve, _ = await server.accounts.guest("Eve")
            lobby, wish = server.hall.lobby, CreateTable("duel", sit=False)
            openings = [lobby.create(eve, wish) for _ in range(100)]
            said = await asyncio.gather(*openings, return_exceptions=True)
            refused = [one for one in said if isinstance(one, Refusal)]
            assert {one.code for one in refused} == {"RATE_LIMITED"}
            assert (len(refused), len(server.house.numbers())) == (80, 20)
            assert not lobby.hosting._opening

    run(scene())


def test_a_table_nobody_is_at_has_no_bots_thinking_and_is_closed(inside, ear):
    async def scene():
        async with inside() as server:
            floor = server.house._floor
            floor.desertion._after, floor.bot_delay = 5000, (0, 5)
            eve = await ear.dial(server.url, name="Eve")
            bots = {str(seat): "random" for seat in range(4)}
            wish = {"game": "guandan", "sit": False, "bots": bots}
            left = (await eve.ask("CREATE_TABLE", wish))["table"]
            watched = (await eve.ask("CREATE_TABLE", wish))["table"]
            await eve.ask("SPECTATE", {"table": watched})
            ann = await ear.dial(server.url, name="Ann")
            some = {seat: bot for seat, bot in bots.items() if seat != "0"}
            held = (await ann.ask("CREATE_TABLE", {"game": "guandan", "bots": some}))["table"]
            ann.line.close()  # a seat's holder who is away is still somebody
            before = [server.house.peek(table).seq for table in (left, watched)]
            await until(lambda: server.house.peek(watched).seq > before[1] + 3)
            assert server.house.peek(left).seq == before[0], "its bots play for nobody"
            await until(lambda: left not in server.house.numbers())
            assert {watched, held} <= set(server.house.numbers())
            await eve.ask("LEAVE", {"table": watched})
            await until(lambda: watched not in server.house.numbers())
            assert held in server.house.numbers()
            assert not floor.desertion._since

    run(scene())


def test_so_a_server_is_run_as_it_comes(serve):
    """Not only where a test says so: nobody's bots think at `cutcard serve`, and it is a minute."""

    async def scene():
        eve = await Client.connect(serve().url, name="Eve")
        wish = {"sit": False, "bots": {str(seat): "random" for seat in range(4)}}
        left = await eve.request("CREATE_TABLE", {"game": "guandan", **wish})
        watched = await eve.request("CREATE_TABLE", {"game": "guandan", **wish})
        there = await eve.spectate(watched["table"])
        first = there.seq
        while there.seq < first + 3:
            await asyncio.wait_for(eve.turn(), 60)
        assert (await eve.spectate(left["table"])).seq == first
        await eve.close()

    asyncio.run(asyncio.wait_for(scene(), 100))
    assert DESERTED == 60_000


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
def test_addresses_of_this_machine_are_exempt_only_where_no_proxy_is_trusted(proxies):
    config, _ = read({"trusted_proxy": proxies}, None, {})
    assert settings_of(config).limits.limit_loopback == bool(proxies)


def test_an_empty_table_is_closed_and_one_who_comes_in_time_keeps_it(inside, ear):
    async def scene():
        async with inside() as server:
            server.house._floor.desertion._after = 800
            eve = await ear.dial(server.url, name="Eve")
            made = [
                (await eve.ask("CREATE_TABLE", {"game": "duel", "sit": False}))["table"]
                for _ in range(2)
            ]
            ann = await ear.dial(server.url, name="Ann")
            assert "seat" in await ann.ask("JOIN_TABLE", {"table": made[1]})
            await until(lambda: made[0] not in server.house.numbers())
            await asyncio.sleep(0.5)
            assert list(server.house.numbers()) == [made[1]]

    run(scene())


def test_tables_of_an_event_and_of_the_operator_stay_though_nobody_is_there(inside, ear):
    async def scene():
        async with inside() as server:
            floor = server.house._floor
            floor.desertion._after, floor.bot_delay = 300, (0, 5)
            events: set[int] = set()
            server.house.spare(lambda row: row.table in events)
            await server.accounts.create(SignUp("Ada", "correct horse"), ADMIN)
            await server.hall.lobby.moderation.follow()
            _, token = await server.accounts.log_in("Ada", "correct horse")
            ada = await ear.dial(server.url, token=token)
            eve = await ear.dial(server.url, name="Eve")
            wish = {"game": "duel", "sit": False}
            own = (await ada.ask("CREATE_TABLE", wish))["table"]
            plain = (await eve.ask("CREATE_TABLE", wish))["table"]
            bots = {str(seat): "random" for seat in range(4)}
            events.add(plain + 1)
            full = wish | {"game": "guandan", "bots": bots}
            held = (await eve.ask("CREATE_TABLE", full))["table"]
            assert held in events
            seq = server.house.peek(held).seq
            await until(lambda: plain not in server.house.numbers())
            await until(lambda: server.house.peek(held).seq > seq + 3)  # its bots play on
            await asyncio.sleep(0.5)
            assert {own, held} <= set(server.house.numbers())

    run(scene())


def test_behind_a_trusted_proxy_each_address_has_limits_of_its_own(inside):
    """Over HTTP and `/ws`; an address of IPv6 is its /64."""
    limits = Limits(address_rate=0.01, address_burst=5, address_connections=3, limit_loopback=True)

    async def scene():
        async with inside(limits, proxies=TRUSTING) as server:

            async def asks(host: bytes) -> bytes:
                head = b"GET /health HTTP/1.1\r\nHost: x\r\n" + FORWARDED % host + b"\r\n"
                return (await first_line(server.port, head)).split()[1]

            for _ in range(5):
                assert await asks(b"6.6.6.6, 198.51.100.1") == b"200"
            assert await asks(b"198.51.100.1") == b"429"
            assert await asks(b"198.51.100.2") == b"200"
            for n in range(5):
                assert await asks(b"2001:db8::%x" % n) == b"200"
            assert await asks(b"2001:db8::ffff") == b"429"
            assert await asks(b"2001:db8:0:1::1") == b"200"
            lines = []
            for n in range(5):
                link = await asyncio.open_connection("127.0.0.1", server.port)
                link[1].write(UPGRADE % (FORWARDED % b"198.51.100.9"))
                await link[0].readuntil(b"\r\n\r\n")
                lines.append((await asyncio.wait_for(link[0].read(2), 10), link[1], n))
            assert [got == b"\x88\x02" for got, _, _ in lines] == [False] * 3 + [True] * 2
            for _, writer, _ in lines:
                writer.close()

    run(scene())


def test_who_is_no_trusted_proxy_is_not_believed(inside):
    limits = Limits(address_rate=0.01, address_burst=3, limit_loopback=True)

    async def scene():
        async with inside(limits) as server:
            said = []
            for n in range(5):
                head = b"GET /health HTTP/1.1\r\nHost: x\r\n" + FORWARDED % b"1.1.1.%d" % n
                said.append((await first_line(server.port, head + b"\r\n")).split()[1])
            assert said == [b"200"] * 3 + [b"429"] * 2
            line = await first_line(server.port, b"PROXY TCP4 1.1.1.9 1.1.1.1 1 1\r\n\r\n")
            assert b" 400 " in line

    run(scene())


@pytest.mark.parametrize("version", [1, 2])
def test_the_proxy_protocol_names_who_asks_on_every_port(inside, version):
    def head(host: str) -> bytes:
        if version == 1:
            return f"PROXY TCP4 {host} 10.0.0.1 4711 80\r\n".encode()
        ports = struct.pack(">HH", 4711, 80)
        body = socket.inet_aton(host) + socket.inet_aton("10.0.0.1") + ports
        return V2 + struct.pack(">BBH", 0x21, 0x11, len(body)) + body

    async def scene():
        limits = Limits(
            address_rate=0.01, address_burst=3, address_connections=2, limit_loopback=True
        )
        tcp = TcpSettings(port=0)
        async with inside(limits, proxies=TRUSTING, tcp=tcp) as server:
            asked = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
            said = [
                (await first_line(server.port, head("198.51.100.1") + asked)).split()[1]
                for _ in range(4)
            ]
            assert said == [b"200"] * 3 + [b"429"]
            assert b" 200 " in await first_line(server.port, head("198.51.100.2") + asked)
            late = await asyncio.open_connection("127.0.0.1", server.port)
            for piece in (head("198.51.100.3")[:9], head("198.51.100.3")[9:], asked):
                late[1].write(piece)
                await asyncio.sleep(0.15)
            assert b" 200 " in await asyncio.wait_for(late[0].readline(), 10)
            late[1].close()
            visit = await asyncio.open_connection("127.0.0.1", server.port)
            visit[1].write(head("198.51.100.4") + UPGRADE % b"")
            assert b" 101 " in await asyncio.wait_for(visit[0].readline(), 10)
            assert {one.host for one in server.hall.sockets} == {"198.51.100.4"}
            visit[1].close()
            greeted = []
            for _ in range(3):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.tcp_port)
                writer.write(head("198.51.100.5") + b"\x00\x02\x00\x01")
                greeted.append((await asyncio.wait_for(reader.readexactly(3), 10), writer))
            assert [got[-1] for got, _ in greeted] == [ACCEPTED, ACCEPTED, FULL]
            assert {one.host for one in server.desk.lines} == {"198.51.100.5"}
            for _, writer in greeted:
                writer.close()

    run(scene())


def test_an_address_has_so_many_http_connections(inside):
    async def scene():
        limits = Limits(address_connections=4, http_connections=6, limit_loopback=True)
        async with inside(limits) as server:
            links = []
            for _ in range(7):
                link = await asyncio.open_connection("127.0.0.1", server.port)
                link[1].write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                links.append(link)
            heard = []
            for reader, _ in links:
                try:
                    heard.append(await asyncio.wait_for(reader.readline(), 10))
                except ConnectionError:
                    heard.append(b"")
            assert len([line for line in heard if b" 200 " in line]) == 4
            for _, writer in links:
                writer.close()
            await until(lambda: not server.hall.lines)
            assert all(one.connections == 0 for one in server.hall.addresses._known.values())

    run(scene())


def test_who_asks_over_http_and_does_not_read_is_hung_up_on(inside):
    async def scene():
        async with inside(Limits(rate=1e6, burst=1e6, http_stall=1.0)) as server:
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(sock, ("127.0.0.1", server.port))
            ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
            await loop.sock_sendall(sock, ask * 100)
            await until(lambda: server.hall.tally.closed["http slow"] == 1, 30)
            await until(lambda: not server.hall.lines)
            sock.close()

    run(scene())


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_ws_works_on_a_connection_that_http_has_used(inside, loop):
    """As a proxy that keeps its connections sends it."""

    async def scene():
        async with inside(OPEN) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            for _ in range(2):
                writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                assert b" 200 " in head
                assert b"erver: cutcard\r\n" in head
                await reader.readuntil(b"}")
            writer.write(UPGRADE % b"")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            assert b" 101 " in head
            assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head
            welcome = await asyncio.wait_for(reader.readuntil(b"}"), 10)
            assert b"SYSTEM_WELCOME" in welcome
            await until(lambda: len(server.hall.sockets) == 1)
            writer.write(b"\x89\x84\0\0\0\0ping")
            assert (await asyncio.wait_for(reader.readuntil(b"\x8a\x04ping"), 10)) != b""
            writer.close()
            await until(lambda: not server.hall.sockets)
            await (await Client.connect(server.url, name="Ann")).close()

    whole = asyncio.wait_for(scene(), 120)
    {"asyncio": asyncio.run, "uvloop": uvloop.run}[loop](_awaited(whole))


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\0\1"]
)
def test_no_answer_names_a_version(inside, sent):
    async def scene():
        async with inside(OPEN) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(sent)
            head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).lower()
            assert b"server: cutcard\r\n" in head
            assert b"python" not in head
            assert b"aiohttp" not in head
            writer.close()

    run(scene())

"""Who came and went leaves nothing in memory: what every object of the server holds is counted,
mechanically, before and after so many strangers of every kind, and may not have grown with them."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import Counter, deque
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from cutcard import games
from cutcard.arena.ratings import rate
from cutcard.client import Client, PacketClient, Refused
from cutcard.events import holder
from cutcard.lobby import attempts, bucket, fairplay, hosting, leaders, shuns
from cutcard.store.sqlite import SqliteStore
from cutcard.table import alarm, fair, patience
from cutcard.table.house import House
from cutcard.table.keys import Fairness
from cutcard.table.words import Notice
from cutcard.wire import files
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings
from cutcard.wire.tcp.ports import TcpSettings

FREE = Limits(
    rate=1e6, burst=1e6, address_rate=1e6, address_burst=1e6, guest_rate=1e5, guest_burst=1e6,
    limit_loopback=True, connect_rate=1e5, connect_burst=1e5,
)  # fmt: skip
OURS = "cutcard."
NOT = ("cutcard.client", "cutcard.games", "cutcard.kernel")  # what rules look up knows nobody
CROWD = 4  # strangers a round, each with a friend and from an address of their own
NOBODY_LEAVES = ("guandan",)  # two who went would have bots play a whole match for them: minutes
CROWDS = 4  # at most: two where nothing has grown
TERMS = {
    **{"name": "Cup", "game": "poker", "tableSize": 3, "startStack": 500, "buyIn": 100},
    **{"fee": 10, "structure": [{"smallBlind": 50, "bigBlind": 100, "minutes": 60}]},
}


def held() -> Counter[str]:
    """How many there are of each class of ours, and how much is in each of their attributes."""
    gc.collect()
    found: Counter[str] = Counter()
    for one in gc.get_objects():
        kind = type(one)
        module = kind.__module__
        if isinstance(module, str) and module.startswith(OURS) and not module.startswith(NOT):
            name = f"{module}.{kind.__qualname__}"
            found[name] += 1
            for attribute, value in attributes(one):
                found[f"{name}.{attribute}"] += size(value)
    for name, module in list(sys.modules.items()):
        if name.startswith(OURS) and not name.startswith(NOT):
            for attribute, value in vars(module).items():
                found[f"{name}:{attribute}"] += size(value)
                info = getattr(value, "cache_info", None)
                if info is not None and info().maxsize is None:  # the others have a bound
                    found[f"{name}:{attribute}()"] += info().currsize
    return found


def attributes(one: object) -> list[tuple[str, object]]:
    names = [*getattr(one, "__dict__", ())]
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return [(name, getattr(one, name, None)) for name in names]


def size(value: object) -> int:
    """What is in a container, and in those right inside it; one with a bound of its own is none."""
    if isinstance(value, deque) and value.maxlen is not None:
        return 0
    if not isinstance(value, dict | list | set | deque):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    kinds = sum(isinstance(one, type) for one in value)  # by class: there are so many and no more
    return len(value) - kinds + sum(len(one) for one in inner if isinstance(one, dict | list | set))


@pytest.fixture
def hasty(monkeypatch):
    """What waits for people waits for moments, and what is remembered of so many is of a few: so
    that a bound that does not hold is found."""
    for name in ("REMATCH", "DESERTED", "GRACE", "SEAT"):
        monkeypatch.setattr(patience, name, 20)
    for module, name in (
        (fairplay, "KNOWN"), (fairplay, "WAITING"), (attempts, "MOST_KNOWN"),
        (bucket, "MOST_KNOWN"), (shuns, "REMEMBERED"), (leaders, "PAGES"), (hosting, "HOSTS"),
        (holder, "PAST"), (fair, "MOST"),
        (alarm, "FEW"),
    ):  # fmt: skip
        assert isinstance(getattr(module, name), int), name
        monkeypatch.setattr(module, name, 2)
    monkeypatch.setattr(files, "SETTLED", 0)
    monkeypatch.setattr(attempts, "SIGN_UPS_AT_ONCE", 1e6)
    monkeypatch.setattr(attempts, "ADDRESS", (1e6, 1e6))


@asynccontextmanager
async def serving(db: Path):
    """A server in this process as `cutcard serve` makes it, which closes deserted tables soon."""
    store = SqliteStore(db)
    house = House(store, rate=rate, deserted=20, fair=Fairness())
    settings = Settings(port=0, limits=FREE, tcp=TcpSettings(port=0), sign_ups=1e6)
    server = Server(store, house, settings)
    server.port = await server.start()
    server.url = f"ws://127.0.0.1:{server.port}/ws"
    try:
        yield server
    finally:
        await server.stop()


async def settled() -> None:
    """The page is packed, once for all: where the machine was busy that came between two counts,
    and was taken for what a crowd had left behind."""
    for task in asyncio.all_tasks():
        if task.get_coro().__qualname__ == files.Page._pack.__qualname__:
            await task


async def quietly(asked) -> dict:
    """Its answer; a refusal is one, too: what is asked may be over by then."""
    with suppress(Refused):
        return await asked
    return {}


async def comes(server, number: int) -> None:
    """A stranger does everything there is, and goes without a word."""
    me = await Client.connect(server.url, name=f"Eve {number}", legal=1)
    friend = await Client.connect(server.url, name=f"Fay {number}")
    for game in games.own_names():
        place = await me.create(game, private=number % 2 == 0)
        where = {"table": place.table} if place.link is None else {"link": place.link}
        await quietly(friend.request("JOIN_TABLE", where))
        if game in NOBODY_LEAVES:
            await quietly(friend.request("LEAVE", {"table": place.table}))
        await quietly(me.request("FILL", {"table": place.table}))
        await quietly(me.request("CHAT", {"table": place.table, "text": "hello"}))
        if place.legal:
            move = dict(place.legal[0])
            await quietly(me.play(place, move.pop("type"), move))
        await quietly(
            me.request("REPORT", {"user": friend.user, "reason": "x", "table": place.table})
        )
        for one in (me, friend):
            await quietly(one.request("LEAVE", {"table": place.table, "concede": True}))
    told = await me.request("TOURNAMENT_CREATE", {"terms": TERMS, "startsIn": 600})
    event = told["event"]
    for kind, wish in (
        ("WATCH_TABLES", {}), ("LEADERBOARD", {"game": "duel", "from": number + 1}),
        ("TOURNAMENT_WATCH", {"event": event}), ("TOURNAMENT_REGISTER", {"event": event}),
        ("QUICK_MATCH", {"game": "duel"}), ("PARTY_INVITE", {"user": friend.user}),
        ("FRIEND_INVITE", {"user": friend.user}), ("BLOCK", {"user": friend.user}),
        ("CHALLENGE", {"user": friend.user, "game": "duel"}), ("HISTORY", {}),
        ("LOG_IN", {"user": f"Nobody {number}", "password": "wrong horse"}),
        ("FORGOT_PASSWORD", {"user": f"Nobody {number}"}), ("PLAYER_STATS", {}),
    ):  # fmt: skip
        await quietly(me.request(kind, wish))
    await quietly(me.request("TOURNAMENT_CANCEL", {"event": event}))
    await quietly(friend.request("SIGN_UP", {"user": f"Gus {number}", "password": "correct horse"}))
    await me.close()
    await friend.close()
    await over_http(server, f"127.0.{number // 250 + 1}.{number % 250 + 1}", number)
    where = ("127.0.0.1", server.tcp_port, f"Tom {number}", "correct horse")
    packets = await PacketClient.connect(*where, sign_up=True)
    await packets.tables()
    await packets.close()


async def over_http(server, host: str, number: int) -> None:
    for path in (
        "/api/tables",
        f"/api/users/{number}",
        f"/none/{number}",
        f"/api/deals/{number}/1",
    ):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", server.port, local_addr=(host, 0)
        )
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        await asyncio.wait_for(reader.read(), 20)
        writer.close()


def stuck(server) -> list[object]:
    infos = [server.house.info(number) for number in server.house.numbers()]
    tables = [(one.game, one.status, one.roster) for one in infos]
    return [len(server.hall.sockets), len(server.hall.lobby.presence), *tables]


async def forgotten(server) -> None:
    """Everybody is gone, tables are closed, and what is swept now and then was."""
    hall = server.hall
    until = hall.loop.time() + 60

    def around() -> bool:
        here = hall.sockets or hall.lines or server.desk.lines or len(hall.lobby.presence)
        return bool(here or list(server.house.numbers()))

    while around():
        assert hall.loop.time() < until, stuck(server)
        await asyncio.sleep(0.05)
    await server.house.floor.writer.durable()
    await hall.lobby.moderation.follow()
    await hall.lobby.fairplay.look()
    await hall.lobby.scorer.look()
    for _ in range(3):
        hall.lobby._let_go_at = 0
        hall.lobby.sweep()
        hall.addresses.sweep(hall.loop.time() + 7200)
        await asyncio.sleep(0.05)


def test_strangers_who_came_and_went_leave_nothing_in_memory(tmp_path, hasty):
    """What is left behind grows with every crowd. What only happened to be under way when it was
    counted does not, and another crowd shows which of the two it was."""

    async def scene():
        async with serving(tmp_path / "t.db") as server:
            await settled()
            first: Counter[str] | None = None
            for crowd in range(CROWDS):
                for number in range(crowd * CROWD, (crowd + 1) * CROWD):
                    await comes(server, number)
                await forgotten(server)
                if first is None:
                    first = held()
                    continue
                least = crowd * CROWD - (CROWD // 2 if crowd > 1 else 0)
                grown = {name: (first[name], many) for name, many in held().items()}
                grown = {name: two for name, two in grown.items() if two[1] - two[0] >= least}
                if not grown:
                    return
            raise AssertionError("\n".join(map(str, sorted(grown.items()))))

    asyncio.run(asyncio.wait_for(scene(), 600))


def test_who_withheld_a_share_and_went_is_not_remembered_for_ever(hasty):
    conduct = fair.Conduct()
    for number in range(100):
        for _ in range(1 + number % 2):  # the second time they are barred
            conduct.shared(f"guest {number}", withheld=True)
    assert len(conduct._withheld) + len(conduct._barred) <= 6
    assert conduct.barred("guest 99")


def test_a_tcp_connection_remembers_the_last_invitations_alone(tmp_path):
    async def scene():
        async with serving(tmp_path / "t.db") as server:
            where = ("127.0.0.1", server.tcp_port, "Tom", "correct horse")
            tom = await PacketClient.connect(*where, sign_up=True)
            (line,) = server.desk.lines
            for table in range(1, 101):
                told = {"name": "Eve", "table": table, "tableName": "", "link": f"way {table}"}
                line.notice(Notice("TABLE_INVITED", table, None, told))
            assert list(line.links) == list(range(69, 101))
            line.notice(Notice("TABLE_INVITED", 100, None, {**told, "link": None}))  # public now
            assert 100 not in line.links
            await tom.close()

    asyncio.run(asyncio.wait_for(scene(), 60))

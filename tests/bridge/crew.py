"""Workers of one database in the tests' own process, and how one of them is killed."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from itertools import pairwise

from cutcard.arena.ratings import rate
from cutcard.cli import serve
from cutcard.store.postgres import PostgresStore
from cutcard.table.house import House
from cutcard.table.wrapped import bare, behind
from cutcard.wire.server import Server, Settings

from ..running import OPEN

PATIENCE = 120.0  # seconds a busy machine may need; the tests measure nothing by it


async def worker(database, limits=OPEN, keys=None, house=None, **settings):
    """One worker; the first that starts and is no gateway has the lobby."""
    store = behind(PostgresStore(database), keys)
    house = House(store, rate=rate, **(house or {}))
    chosen = Settings(port=0, limits=limits, bridge=("127.0.0.1", 0), **settings)
    server = Server(store, house, chosen)
    server.port = await server.start()
    server.url = f"ws://127.0.0.1:{server.port}/ws"
    server.dead = False
    return server


@asynccontextmanager
async def workers(database, many=2, **settings):
    started = [await worker(database, **settings) for _ in range(many)]
    try:
        yield started
    finally:
        for one in reversed(started):
            if not one.dead:
                await one.stop()


@asynccontextmanager
async def through(database, limits=OPEN, **settings):
    """A worker that has all tables, whose ports are those of another that has none (row S26)."""
    owner = await worker(database, limits, **settings)
    gateway = await worker(database, limits, gateway=True, **settings)
    owner.port, owner.url = gateway.port, gateway.url
    owner.tcp_port, owner.tls_port = gateway.tcp_port, gateway.tls_port
    owner.gateway = gateway
    await until(lambda: gateway.bridge.lead_link() is not None)
    try:
        yield owner
        assert not gateway.house.numbers()
    finally:
        await gateway.stop()
        await owner.stop()


async def kill(server):
    """As `kill -9` does: it says nothing more, to nobody, and what it held is let go of."""
    server.dead = True
    server.upkeep.stop()
    server._door.close()
    server.hall.stop()
    store, floor, bridge = bare(server.store), server.house.floor, server.bridge
    store._keeping.cancel()
    for task in [*bridge._tasks, *bridge.lead._tasks, *bridge.moves._tasks]:
        task.cancel()
    server.house._heirs.cancel()
    floor.stop()
    floor.writer._task.cancel()
    for connection in (store._writer, *store._idle):
        if connection is not None:
            connection.terminate()
    bridge._server.close()
    for link in [*bridge._dialled.values(), *bridge._came]:
        link.over = True  # it tells nobody, not even itself
        link._transport.abort()
    for socket in list(server.hall.sockets):
        socket.over = True
        socket.raw.abort()
    with suppress(Exception):
        await server._runner.cleanup()
    server.accounts.close()


async def until(true, patience=PATIENCE):
    async with asyncio.timeout(patience):
        while not true():  # noqa: ASYNC110 # what is looked at has no event
            await asyncio.sleep(0.01)


def gapless(place):
    """Every update, in its order; one may have been shown again as a whole state."""
    return all(then - one in (0, 1) for one, then in pairwise(place.seen))


def run(scene):
    """On the loop that servers run on."""
    serve.run(asyncio.wait_for(scene, 4 * PATIENCE))

"""The faults of `cutcard chaos`: what each needs, and how it is done to a server that runs."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
from contextlib import suppress
from time import monotonic

from cutcard.store.opening import postgres_at

from .chaos_served import Served
from .own_postgres import OwnPostgres
from .own_valkey import OwnValkey

FAULTS = ("kill", "stop", "cut", "disk", "clock", "pg-kill", "pg-freeze", "valkey-kill", "roll")
ON_POSTGRES = ("cut", "pg-kill", "pg-freeze", "roll")
OURS = ("pg-kill", "pg-freeze")  # done only to a PostgreSQL that was started for it
STOPPED = 5.0  # seconds for which a process stands still, or a disk is full
FROZEN = 10.0  # and PostgreSQL
GONE = 2.0  # and for which there is no Valkey
FOUND = 60.0  # until one of several workers has tables
ROLLED = 180.0  # within which all workers are restarted

OWNERS = """
    SELECT split_part(s.worker, ':', 2)::int, array_agg(t.number)
    FROM tables t JOIN shifts s ON s.shift = t.shift WHERE NOT t.closed AND NOT s.over GROUP BY 1"""


async def strike(
    fault: str, server: Served, postgres: OwnPostgres | None, valkey: OwnValkey | None
) -> set[int] | None:
    """One fault, from its beginning to its end; the tables it was done to, None: to all."""
    struck = None
    if fault == "kill" and server.many > 1:
        pid, struck = await _victim(server)
        os.kill(pid, signal.SIGKILL)
    elif fault == "kill":
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    elif fault == "stop":
        pid, struck = await _victim(server)
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(STOPPED)
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
    elif fault == "roll":
        await _roll(server)
    elif fault == "cut":
        await _cut(server.db)
    elif fault == "disk":
        await _fill_disk(server.db, server.process.pid)
    elif fault == "clock":
        server.set_clock()
    elif fault == "valkey-kill":
        assert valkey is not None
        await asyncio.to_thread(valkey.kill)
        await asyncio.sleep(GONE)
        await asyncio.to_thread(valkey.start)  # and knows nothing
    else:
        assert postgres is not None
        await _strike_postgres(fault, postgres)
    return struck


async def _victim(server: Served) -> tuple[int, set[int] | None]:
    """The process it is done to: of several workers one that has tables, and which."""
    if server.many == 1:
        return server.process.pid, None
    connection = await postgres_at(server.db).connect()
    until = monotonic() + FOUND
    try:
        while True:
            up = set(server.workers.values())
            owners = [one for one in await connection.fetch(OWNERS) if one[0] in up]
            if owners:
                pid, tables = random.choice(owners)  # noqa: S311 # no secret
                return pid, set(tables)
            if monotonic() > until:
                raise TimeoutError("no worker that is up has a table")
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


async def _roll(server: Served) -> None:
    server.rolled.clear()
    server.process.send_signal(signal.SIGUSR1)
    if not await asyncio.to_thread(server.rolled.wait, ROLLED):
        raise TimeoutError("the workers were not all restarted")


async def _strike_postgres(fault: str, postgres: OwnPostgres) -> None:
    if fault == "pg-kill":
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start)
        return
    postgres.signal_all(signal.SIGSTOP)
    try:
        await asyncio.sleep(FROZEN)
    finally:
        postgres.signal_all(signal.SIGCONT)


async def _cut(db: str) -> None:
    connection = await postgres_at(db).connect()
    try:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'cutcard' AND pid <> pg_backend_pid()"
        )
    finally:
        await connection.close()


async def _fill_disk(db: str, process: int) -> None:
    """The server's files may not grow: to it, that is a full disk."""
    size = await asyncio.to_thread(os.path.getsize, f"{db}-wal")
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, before[1]))
    await asyncio.sleep(STOPPED)
    resource.prlimit(process, resource.RLIMIT_FSIZE, before)

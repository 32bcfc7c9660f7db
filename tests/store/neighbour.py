"""A server of tables in a process of its own: it opens three, writes moves as fast as it can, and
says what was answered. Called with the database's address."""

from __future__ import annotations

import asyncio
import sys

from tests.store.rows import moves, opened

from cutcard.store.postgres import PostgresStore
from cutcard.store.protocol import Batch, InUse


def say(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


async def main() -> None:
    store = PostgresStore(sys.argv[1], shared="unix:/there")
    await store.open()
    numbers = await store.numbers()
    number = 0
    for _ in range(3):
        number = next(numbers)
        await store.write(opened(number))
        say(number)
    written = 0
    while not store.over.is_set():
        try:
            await store.write(Batch(entries=moves(number, 1, 1, written)))
        except InUse:
            break
        written += 1
        say(written)
    say("over")


asyncio.run(main())

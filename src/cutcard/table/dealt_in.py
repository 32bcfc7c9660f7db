"""Who was dealt in: of a proved deal the lock says so for good, also of who has left since."""

from __future__ import annotations

from cutcard.fair.lines import Lock
from cutcard.fair.writing import read_record
from cutcard.store.protocol import Store


async def dealt_in(store: Store, table: int, deal: int) -> dict[int, str]:
    """The user of each seat that was dealt in and no bot's; nothing of a deal without a lock."""
    rows = await store.fair_rows(table, deal)
    number = next((row.deal for row in rows if row.kind == "deal" and row.of_deal == deal), None)
    for row in rows:
        if row.kind == Lock.kind and row.deal == number:
            lock = read_record(row.kind, row.line)
            assert isinstance(lock, Lock)
            return {one.seat: one.user for one in lock.seats if one.kind == "player"}
    return {}

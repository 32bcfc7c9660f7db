"""Play chips as people ask about them: the ledger as CSV, and whether it adds up."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import StringIO

from msgspec import Struct

from cutcard.store.people import ChipRow
from cutcard.store.protocol import Store

HEADINGS = ("entry", "time", "account", "amount", "reason", "table", "deal", "seat")
PAGE = 1000  # rows read at a time


class Conservation(Struct, frozen=True, rename="camel"):
    """The ledger added up. Chips are neither made nor lost: what the accounts, the tables and the
    events hold is what the bank gave out."""

    ok: bool
    accounts: int
    tables: int
    events: int
    bank: int
    faults: tuple[str, ...]  # sentences; none where all is well


async def conserved(store: Store) -> Conservation:
    """Adds the whole ledger up."""
    sums = await store.chip_sums()
    faults = []
    total = sums.users + sums.tables + sums.events + sums.bank
    if total:
        faults.append(f"Accounts, tables, events and the bank add up to {total}, not to nothing")
    if sums.users != sums.users_booked:
        faults.append(f"Balances are {sums.users}, but {sums.users_booked} was booked")
    if sums.torn:
        faults.append(f"{sums.torn} entries have sides that do not match")
    if sums.differing:
        faults.append(f"{sums.differing} balances are not what was booked to them")
    if sums.overdrawn:
        faults.append(
            f"{sums.overdrawn} tables or events are below zero, or closed with chips on them"
        )
    held = (sums.users, sums.tables, sums.events, sums.bank)
    return Conservation(not faults, *held, tuple(faults))


async def ledger_csv(store: Store, account: str | None = None) -> AsyncIterator[str]:
    """The chip ledger, or one account's part of it, as CSV in parts: a user's id, `bank`,
    `table:<number>` or `event:<number>`. What is booked from now on is for another time."""
    yield _lines([HEADINGS])
    last, after = await store.last_booking(), 0
    await asyncio.sleep(store.settles)  # S16: where several write, lower numbers may turn up later
    while after < last and (rows := await store.chip_rows(account, after=after, limit=PAGE)):
        after = rows[-1].id
        yield _lines([_cells(row) for row in rows if row.id <= last])


def _cells(row: ChipRow) -> tuple[object, ...]:
    when = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
    where = ["" if part is None else part for part in (row.table, row.deal, row.seat)]
    return (row.entry, when, row.account, row.amount, row.reason, *where)


def _lines(rows: list[tuple[object, ...]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

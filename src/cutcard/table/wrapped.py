"""A store behind a vault: what goes into it is wrapped, what comes out is not (F18)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from msgspec import structs

from cutcard.fair.writing import read_record
from cutcard.store.fair_row import FairRow
from cutcard.store.protocol import Batch, DealLog, KeptTable, Rate, RatingChange, Store, StoreError

from .vault import Vault

log = logging.getLogger(__name__)
HOUR = 3600.0
DAY = 86_400_000


def bare(store: Store) -> Store:
    """The store itself, where it is behind a vault."""
    return store.store if isinstance(store, Wrapped) else store


def behind(store: Store, folder: Path | None) -> Store:
    """The store with the vault of that folder before it; without a folder, the store itself."""
    return store if folder is None else cast("Store", Wrapped(store, Vault(folder)))


class Wrapped:
    """All that has no seed of a sealed deal in it goes straight to the store."""

    def __init__(self, store: Store, vault: Vault) -> None:
        self.store = store
        self.vault = vault

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, batch: Batch, rate: Rate | None = None) -> list[RatingChange]:
        return await self.store.write(self._stored(batch), rate)

    async def outcome(self, batch: Batch) -> list[RatingChange] | None:
        return await self.store.outcome(self._stored(batch))

    async def load(self, table: int, updates: int = 64) -> KeptTable | None:
        kept = await self.store.load(table, updates)
        return None if kept is None else self._used(kept)

    async def load_many(self, tables: Sequence[int], updates: int = 64) -> list[KeptTable]:
        return [self._used(kept) for kept in await self.store.load_many(tables, updates)]

    async def deal(self, table: int, deal: int) -> DealLog | None:
        found = await self.store.deal(table, deal)
        return None if found is None else self.vault.used_deal(found)

    async def fair_rows(self, table: int, deal: int | None = None) -> list[FairRow]:
        return self.vault.used_records(await self.store.fair_rows(table, deal))

    def _stored(self, batch: Batch) -> Batch:
        if not batch.deals and not batch.fair:
            return batch
        deals, fair = self.vault.stored_deals(batch.deals), self.vault.stored_records(batch.fair)
        return structs.replace(batch, deals=deals, fair=fair)

    def _used(self, kept: KeptTable) -> KeptTable:
        deals = [self.vault.used_deal(one) for one in kept.deals]
        return structs.replace(kept, deals=deals, fair=self.vault.used_records(kept.fair))


async def forgetting(store: Wrapped, days: float, wall: Callable[[], int]) -> None:
    """For ever: once an hour the keys of days longer ago are destroyed."""
    while True:
        try:
            await forget(store, wall() - int(days * DAY))
        except (StoreError, OSError) as reason:
            log.warning("keys of sealed deals were not destroyed: %s", reason)
        await asyncio.sleep(HOUR)


async def forget(store: Wrapped, before: int) -> list[str]:
    """Destroys keys of days before that moment, but none by which a deal was dealt that is not
    over: without it no restart could go on with its table."""
    for table in await store.open_tables():  # also of other workers: the folder is theirs too
        kept = await store.load(table, 1)
        if kept is not None:
            dealt = [log.header.opened for log in kept.deals]
            before = min([before, *dealt, *map(_at, kept.fair)])
    gone = await asyncio.to_thread(store.vault.forget, before)
    if gone:
        log.info("sealed deals of %s can be opened by nobody any more", ", ".join(gone))
    return gone


def _at(row: FairRow) -> int:
    return read_record(row.kind, row.line).at

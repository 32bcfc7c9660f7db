"""What a database's server says of itself, for `cutcard doctor`."""

from __future__ import annotations

from msgspec import Struct

from .postgres_db import Connection
from .protocol import StoreError

DURABLE = ("fsync", "synchronous_commit", "full_page_writes")
"""With one of these off, what was written can be lost."""


class About(Struct, frozen=True):
    """A database's server."""

    version: str
    layout: int
    durable: dict[str, str]
    standbys: str
    connections: tuple[int, int]  # open, and how many there may be
    archiving: bool  # whether its log is kept, to go back to any moment


async def check_safe(db: Connection, where: str) -> None:
    """StoreError where what is written can be lost (S40)."""
    off = [name for name in DURABLE if await db.fetchval(f"SHOW {name}") == "off"]
    if off:
        raise StoreError(
            f"{where} has {' and '.join(off)} off: what is acknowledged could be lost with the"
            " machine. Set it on, or say --unsafe-database where nothing matters."
        )


async def about(db: Connection) -> About:
    """Asked on one of its connections."""
    return About(
        version=await db.fetchval("SHOW server_version"),
        layout=await db.fetchval("SELECT max(number) FROM cutcard_layout"),
        durable={name: await db.fetchval(f"SHOW {name}") for name in DURABLE},
        standbys=await db.fetchval("SHOW synchronous_standby_names"),
        connections=(
            await db.fetchval("SELECT count(*) FROM pg_stat_activity"),
            int(await db.fetchval("SHOW max_connections")),
        ),
        archiving=await db.fetchval("SHOW archive_mode") != "off",
    )

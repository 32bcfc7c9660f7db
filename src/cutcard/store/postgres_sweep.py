"""What a database need not remember (S43): shifts over for a day that have nothing left."""

from __future__ import annotations

from .postgres_db import Connection

OLD = """
    DELETE FROM shifts s WHERE s.over AND s.renewed < clock_timestamp() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.shift = s.shift AND NOT t.closed)
    AND NOT EXISTS (SELECT 1 FROM duties d WHERE d.shift = s.shift)"""


async def sweep_shifts(connection: Connection) -> None:
    """A shift that has open tables or a duty stays: by it others see that those are nobody's."""
    await connection.execute(OLD)

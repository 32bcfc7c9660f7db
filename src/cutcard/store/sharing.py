"""What a store says of other servers on the same database, where there may be some."""

from __future__ import annotations

from typing import Protocol


class Shared(Protocol):
    """The part of a store that knows whose tables are."""

    @property
    def certain(self) -> bool:
        """That no other server has taken this one's place."""

    settles: float  # seconds after which no lower number of a row turns up any more
    gather: float  # seconds from the start of a write to that of the next, where writes are dear

    async def vouched(self) -> bool:
        """Waits until it is certain again; False: another server has taken this one's place."""

    async def unfinished(self) -> list[int]:
        """Tables not closed, by number; where servers share a database, those of this one."""

    async def open_tables(self) -> list[int]:
        """Tables not closed, by number, whoever has them."""

    async def orphans(self) -> list[int]:
        """Waits until tables of a server that is gone are this one's; never, where it is alone."""

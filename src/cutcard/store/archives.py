"""What a store says about logs that are old."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .archive_store import Archived, ArchivedTable


class Archives(Protocol):
    """The part of a store that lets go of old logs."""

    async def finished_before(self, before: int, after: int = 0, limit: int = 20) -> list[int]:
        """Tables with a number above `after` that have a log and were over for good before that
        time (epoch ms), by number."""

    async def whole_table(self, table: int) -> ArchivedTable | None:
        """A table with all of its log."""

    async def remove_log(self, table: int, before: int, file: str, at: int) -> bool:
        """Removes a table's log, if it was over before that time, and notes in which file it is."""

    async def drop_empty(self) -> list[int]:
        """Gives the room back that only removed logs had; which of the log's partitions went."""

    async def archived(self, table: int) -> Archived | None:
        """Where a table's log went; None: nowhere."""

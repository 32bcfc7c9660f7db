"""Who is told what happens in events."""

from __future__ import annotations

from typing import Protocol

from cutcard.kernel.game import Fact


class Listener(Protocol):
    """Who tells people what happens in events, wherever they are."""

    def tell(self, event: int, to: str | tuple[str, ...] | None, fact: Fact) -> None:
        """All who are in it or watch it, these users and who watches, or one user alone; it is
        durable."""

    def bring(self, user: str, table: int) -> None:
        """A user who waits for it is brought to the table where they sit now."""

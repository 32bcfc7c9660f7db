"""That it is the same database all the time (S39). An address may lead to another machine after a
failover: to one that went on where the last stood, which is as it should be, or to one that was
left behind and does not know what was acknowledged since, or to somebody else's. Those are
refused."""

from __future__ import annotations

import asyncpg

from .postgres_db import Connection

ASKED = "SELECT system_identifier, timeline_id FROM pg_control_system(), pg_control_checkpoint()"


class Primary:
    """The cluster that was met first, and how often it was taken over by then."""

    def __init__(self) -> None:
        self.system: int | None = None
        self.timeline = 0

    async def wrong(self, connection: Connection) -> str | None:
        """Why a connection leads to another database than the first did; None: it does not."""
        try:
            system, timeline = await connection.fetchrow(ASKED)
        except (asyncpg.InsufficientPrivilegeError, asyncpg.UndefinedFunctionError):
            return None  # a service that does not tell; it has to see to it itself
        if self.system is not None and system != self.system:
            return "its address leads to another database now"
        if timeline < self.timeline:
            return "its address leads to a copy now that was left behind at a failover"
        self.system, self.timeline = system, timeline
        return None

"""The part of a store that keeps events."""

from __future__ import annotations

from . import event_ops as ops
from .events import EventRow, KeptEvent
from .people import Person
from .turns import InTurn


class EventsInTurn(InTurn):
    """`Events`, as operations done in turn."""

    async def last_event(self) -> int:
        return await self._do(ops.last_event)

    async def live_events(self) -> list[KeptEvent]:
        return await self._do(ops.live_events)

    async def event(self, event: int) -> KeptEvent | None:
        return await self._look(ops.event, event)

    async def past_events(self, limit: int = 50) -> list[EventRow]:
        return await self._look(ops.past_events, limit)

    async def persons(self, users: list[str]) -> dict[str, Person]:
        return await self._do(ops.persons, users)

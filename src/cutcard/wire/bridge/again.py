"""A visit whose tables may go to another worker in the middle of a request: a table that was here
when the request was taken, and is not when it would be answered, is asked for where it is then."""

from __future__ import annotations

from collections import deque

from cutcard.table.words import Refusal

from ..envelope import Codec, Request
from ..hall import Hall
from ..visit import Visit
from .where import table_wished

AGAIN = ("JOIN_TABLE", "SPECTATE", "GAME_STATE_REQUEST", "LEAVE", "READY", "SIT_OUT", "SIT_IN")
"""Requests besides moves that do no harm when they are done twice."""


class Again(Visit):
    """`_at_home` takes a request for a table of this worker."""

    def __init__(self, hall: Hall, codec: Codec) -> None:
        super().__init__(hall, codec)
        self._doing: Request | None = None

    def _at_home(self, request: Request) -> None:
        self._doing = request
        Visit._take(self, request)

    def failed(self, kind: str, key: str | None, reason: Exception) -> None:
        request, self._doing = self._doing, None
        gone = isinstance(reason, Refusal) and reason.code == "GAME_NOT_FOUND"
        if gone and request is not None and request.correlation_id == key and kind in AGAIN:
            table = table_wished(self.codec, request)
            if table is not None and table not in self.hall.house.numbers():
                self._do(request, first=True)
                return
        super().failed(kind, key, reason)

    def _do(self, request: Request, *, first: bool = False) -> None:
        """Take a request, or put it among those that wait."""
        if self._busy is None:
            self._work(request)
            return
        self._waiting = self._waiting or deque()
        if first:
            self._waiting.appendleft(request)
        else:
            self._waiting.append(request)

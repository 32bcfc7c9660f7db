"""What the parts of a store stand on: something that does an operation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

from .db import Db

T = TypeVar("T")
P = ParamSpec("P")


class InTurn(ABC):
    """A part of a store whose calls are operations."""

    @abstractmethod
    async def _do(
        self,
        work: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """`work(db, …)`, on a connection of the store's."""

    async def _look(
        self,
        work: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """The same, of an operation that only reads and may read much: no write waits for it."""
        return await self._do(work, *args, **kwargs)

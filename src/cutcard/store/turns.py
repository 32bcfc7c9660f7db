"""What the parts of the SQLite store stand on: its one thread, in which all is done in turn."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class InTurn(ABC):
    """A part of the store whose calls are functions of the connection."""

    @abstractmethod
    async def _do(
        self,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """`work(connection, …)` in the store's thread, after what was asked for before."""

"""What is asked costs who asks, by what it takes of the server."""

from __future__ import annotations

from abc import ABC, abstractmethod

UNIT = 0.00025  # seconds of our time that cost a message,
BYTES = 8192  # and bytes of an answer


class Paying(ABC):
    """Who asks over a connection, or without one."""

    __slots__ = ()

    @abstractmethod
    def owe(self, more: float) -> None:
        """What was asked costs so many messages more."""

    def spent(self, seconds: float) -> None:
        """It took so much of our time: what a message pays for is free."""
        if seconds > UNIT:
            self.owe(seconds / UNIT - 1.0)

    def weighed(self, size: int) -> None:
        """It is answered with so many bytes."""
        if size > BYTES:
            self.owe(size / BYTES)

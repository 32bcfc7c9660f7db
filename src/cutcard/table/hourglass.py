"""The house's time. It stands while nobody can say what is written: who is told nothing and
cannot be heard loses none of their time."""

from __future__ import annotations

from collections.abc import Callable


class Hourglass:
    """A clock that can be stopped, and goes on from where it stood."""

    __slots__ = ("_clock", "_lost", "_stands")

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._lost = 0  # ms that did not count
        self._stands: int | None = None

    def __call__(self) -> int:
        return self._clock() - self._lost if self._stands is None else self._stands

    def stand(self, still: bool) -> None:
        """Stops, or goes on."""
        if still and self._stands is None:
            self._stands = self()
        elif not still and self._stands is not None:
            self._lost, self._stands = self._clock() - self._stands, None

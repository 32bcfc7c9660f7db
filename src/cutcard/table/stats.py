"""The engine statistics (A19 of docs/rules/duel.md), counted as matches come and go."""

from __future__ import annotations

from cutcard.store.protocol import COMPLETED, WAITING, MatchRow, Tally

DAY_MS = 86_400_000


def day_start(epoch: int) -> int:
    """When the day of that moment began, in UTC."""
    return epoch - epoch % DAY_MS


class Stats:
    """Matches created and completed, how long they took, and how many were completed today."""

    def __init__(self, tally: Tally, now: int) -> None:
        self.created = tally.created
        self.completed = tally.completed
        self.duration = tally.duration
        self._today = tally.completed_since
        self._day = day_start(now)

    def count(self, row: MatchRow) -> None:
        """What became of a match, once it is durable: one is created waiting."""
        if row.status == WAITING:
            self.created += 1
        elif row.status == COMPLETED and row.completed is not None:
            self._complete(row.completed - (row.started or row.completed), row.completed)

    def _complete(self, duration: int, now: int) -> None:
        self.completed += 1
        self.duration += duration
        self._today = self.today(now) + 1
        self._day = day_start(now)

    def today(self, now: int) -> int:
        return self._today if day_start(now) == self._day else 0

    def shown(self, active: int, now: int) -> dict[str, int | float]:
        average = self.duration / self.completed if self.completed else 0.0
        return {
            "activeGames": active,
            "totalGamesCreated": self.created,
            "averageGameDuration": round(average, 1),
            "gamesCompletedToday": self.today(now),
        }

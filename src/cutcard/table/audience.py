"""Who listens at a table."""

from __future__ import annotations

from collections import Counter

from .words import Ear, User


class Audience(dict[Ear, User | None]):
    """Ears, and whose they are; changed by `enter` and `leave` alone. Whether somebody is among
    them takes as long for many as for none: else a stranger would learn from it that a private
    table is there."""

    def __init__(self) -> None:
        super().__init__()
        self._ids: Counter[str] = Counter()

    def enter(self, ear: Ear, user: User | None) -> None:
        self.leave(ear)
        self[ear] = user
        if user is not None:
            self._ids[user.id] += 1

    def leave(self, ear: Ear) -> None:
        """Also where it is not there."""
        user = self.pop(ear, None)
        if user is not None:
            self._ids[user.id] -= 1
            if not self._ids[user.id]:
                del self._ids[user.id]

    def has(self, user: User) -> bool:
        return user.id in self._ids

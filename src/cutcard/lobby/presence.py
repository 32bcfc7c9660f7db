"""Who is in the house. Both dialects report here who came and went, and tell somebody something
through here, on all his connections."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.table.words import Notice, User

Hear = Callable[[Notice], None]
"""How a connection is told something; it never blocks and never raises."""


class Presence:
    """The users who are connected, each by one connection or more."""

    def __init__(self) -> None:
        self._here: dict[str, tuple[User, list[Hear]]] = {}

    def __len__(self) -> int:
        return len(self._here)

    def came(self, user: User, hear: Hear) -> bool:
        """One more connection of a user; whether it is his first."""
        found = self._here.get(user.id)
        ways = [] if found is None else found[1]
        ways.append(hear)
        self._here[user.id] = (user, ways)
        return len(ways) == 1

    def went(self, user: User, hear: Hear) -> bool:
        """A connection is gone; whether it was his last."""
        found = self._here.get(user.id)
        if found is None or hear not in found[1]:
            return False
        found[1].remove(hear)
        if found[1]:
            return False
        del self._here[user.id]
        return True

    def online(self, user_id: str) -> bool:
        return user_id in self._here

    def tell(self, user_id: str, notice: Notice) -> bool:
        """Tells a user on all his connections; whether he has one."""
        found = self._here.get(user_id)
        for hear in list(found[1]) if found is not None else ():
            hear(notice)
        return found is not None

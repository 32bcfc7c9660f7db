"""Who is in the house. Both dialects report here who came and went, and tell somebody something
through here, on all their connections."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.table.words import Notice, User

Hear = Callable[[Notice], None]
"""How a connection is told something; it never blocks and never raises."""


class Presence:
    """The users who are connected, each by one connection or more."""

    def __init__(self) -> None:
        self.changed: list[Callable[[User, bool], None]] = []
        """Told who has come, or is gone with their last connection."""
        self.elsewhere: Callable[[str, Notice], bool] | None = None
        """Who tells people where another worker has the lobby, and knows all who are here."""
        self._here: dict[str, tuple[User, list[Hear]]] = {}

    def __len__(self) -> int:
        return len(self._here)

    def came(self, user: User, hear: Hear) -> None:
        """One more connection of a user."""
        found = self._here.get(user.id)
        ways = [] if found is None else found[1]
        ways.append(hear)
        self._here[user.id] = (user, ways)
        if found is None:
            self._tell_changed(user, here=True)

    def went(self, user: User, hear: Hear) -> None:
        """A connection is gone."""
        found = self._here.get(user.id)
        if found is None or hear not in found[1]:
            return
        found[1].remove(hear)
        if not found[1]:
            del self._here[user.id]
            self._tell_changed(user, here=False)

    def rename(self, user: User) -> None:
        """Somebody who is here is called something else from now on."""
        if user.id in self._here:
            self._here[user.id] = (user, self._here[user.id][1])

    def _tell_changed(self, user: User, *, here: bool) -> None:
        for told in self.changed:
            told(user, here)

    def ids(self) -> list[str]:
        """Of all who are here."""
        return list(self._here)

    def online(self, user_id: str) -> bool:
        return user_id in self._here

    def user(self, user_id: str) -> User | None:
        """Who it is, as they are called now; None where they are not here."""
        found = self._here.get(user_id)
        return None if found is None else found[0]

    def tell(self, user_id: str, notice: Notice) -> bool:
        """Tells a user on all their connections; whether they have one."""
        if self.elsewhere is not None:
            return self.elsewhere(user_id, notice)
        return self.tell_here(user_id, notice)

    def tell_here(self, user_id: str, notice: Notice) -> bool:
        """On all that are known to this process."""
        found = self._here.get(user_id)
        for hear in list(found[1]) if found is not None else ():
            hear(notice)
        return found is not None

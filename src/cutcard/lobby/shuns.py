"""Who does not want to hear whom. A mute silences somebody's chat for me alone; a block also keeps
their invitations and challenges from me, and ends a friendship. Both are written down."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.store.people import Person
from cutcard.store.protocol import Store
from cutcard.store.social import BLOCK
from cutcard.table.words import Refusal, User

from .bucket import Turnstile

KNOCKS = (1 / 3, 20)  # a second and at once: invitations and challenges of one user
REMEMBERED = 10_000  # users of whom we remember who does not want to hear them,
MOST_SHUNNED = 1000  # whom one user has muted or blocked
FRESH = 5000  # for so many ms: another process may have been told otherwise


class Shuns:
    """Blocks and mutes. What is asked often is remembered for a while; a change forgets it."""

    def __init__(self, store: Store, clock: Callable[[], int], wall: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._wall = wall
        self._knocks = Turnstile(*KNOCKS)
        self._by: dict[str, tuple[int, list[tuple[str, str]]]] = {}  # and since when
        self.changed: list[Callable[[str], None]] = []
        """Told of whom it is another matter by now who wants to hear them."""

    async def shun(self, user: User, other: Person, kind: str) -> None:
        """Block or mute somebody."""
        if other.id == user.id:
            raise Refusal("INVALID_REQUEST", "That is yourself")
        if len(await self._store.shunned(user.id)) >= MOST_SHUNNED:
            raise Refusal("RATE_LIMITED", f"You have shut out {MOST_SHUNNED} already; let one in")
        await self._store.shun(user.id, other.id, kind, self._wall())
        self._tell_changed(other.id)

    async def unshun(self, user: User, other: Person, kind: str) -> None:
        """Hear them again; nothing happens where one did already."""
        await self._store.unshun(user.id, other.id, kind)
        self._tell_changed(other.id)

    def forget(self, user: str) -> None:
        """It was changed elsewhere."""
        self._by.pop(user, None)

    def _tell_changed(self, user: str) -> None:
        self.forget(user)
        for told in self.changed:
            told(user)

    async def of(self, user: User, kind: str) -> list[Person]:
        """Whom a user has blocked, or muted."""
        return [person for how, person in await self._store.shunned(user.id) if how == kind]

    async def deaf_to(self, user: str) -> frozenset[str]:
        """Those who do not want to hear a user's chat."""
        return frozenset(other for _, other in await self._all(user))

    async def avoided_by(self, user: User) -> frozenset[str]:
        """Those a user is not to be brought together with: who blocked whom does not matter."""
        blocked = [one.id for one in await self.of(user, BLOCK)]
        blocking = [other for kind, other in await self._all(user.id) if kind == BLOCK]
        return frozenset((*blocked, *blocking))

    async def knock(self, user: User, other: Person) -> None:
        """A user wants something of another. Refusal where one of the two has blocked the other,
        and to who knocks too often, at whatever doors."""
        if (BLOCK, other.id) in await self._all(user.id):
            raise Refusal("BLOCKED", f"{other.name} does not want to hear from you")
        if (BLOCK, user.id) in await self._all(other.id):
            raise Refusal("BLOCKED", f"You have blocked {other.name}")
        if not self._knocks.take(user.id, self._clock() / 1000):
            raise Refusal("RATE_LIMITED", "You ask too much of others; wait a moment")

    async def _all(self, user: str) -> list[tuple[str, str]]:
        now = self._clock()
        since, known = self._by.get(user, (now - FRESH, []))
        if now - since >= FRESH:
            if len(self._by) >= REMEMBERED:
                self._by.clear()
            known = await self._store.shunned_by(user)
            self._by[user] = now, known
        return known

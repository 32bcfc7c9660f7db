"""Who has logged in. A token is 256 random bits, shown once; we keep only its SHA-256, so that a
copy of the database lets nobody in. A session ends by itself when it is not used."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from secrets import token_urlsafe

from cutcard.store.logins import OpenSession
from cutcard.store.people import Person, Session
from cutcard.store.protocol import Store
from cutcard.table.words import Refusal

HOUR = 3_600_000
DAY = 24 * HOUR
SESSION_DAYS = 30  # since an account's was last used
ACCOUNT_MS = SESSION_DAYS * DAY
GUEST_MS = 365 * DAY  # a guest has nothing but their token to come back with
MOST_SESSIONS = 100  # of one account
TOKEN_LENGTH = 128  # ours have 43 characters; anything longer is not looked up


def token_hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def session_name(hashed: bytes) -> str:
    """What a session is called in a list: a part of what is kept, which lets nobody in."""
    return hashed[:8].hex()


class Sessions:
    """Tokens and whose they are. `wall` is epoch ms."""

    def __init__(self, store: Store, wall: Callable[[], int], days: float = SESSION_DAYS) -> None:
        self._store = store
        self._lasts = int(days * DAY)  # ms, of an account's
        self._wall = wall

    def ends(self, guest: bool) -> int:
        """When a session that is used now expires."""
        return self._wall() + (GUEST_MS if guest else self._lasts)

    async def begin(self, person: Person, label: str) -> str:
        """A new session's token; it is shown this once. Of an account's too many the one used
        longest ago ends: programs that log in anew each time never log out."""
        token = token_urlsafe(32)
        if not person.guest:
            for one in (await self._store.sessions_of(person.id))[MOST_SESSIONS - 1 :]:
                await self._store.end_beside(person.id, one.hash, self._wall())
        ends = self.ends(person.guest)
        await self._store.add_session(person.id, token_hash(token), ends, label)
        return token

    async def listed(self, user: str) -> list[OpenSession]:
        """A user's, the one used last first; expired ones are left out."""
        now = self._wall()
        return [one for one in await self._store.sessions_of(user) if one.expires > now]

    async def named(self, user: str, session: str) -> bytes:
        """The hash of a user's session by the name it is listed under."""
        for one in await self._store.sessions_of(user):
            if session_name(one.hash) == session:
                return one.hash
        raise Refusal("NO_SUCH_SESSION", "You have no such session; it may have ended already")

    async def of(self, token: str) -> Session:
        """The session of a token, used now."""
        found = None
        if 0 < len(token) <= TOKEN_LENGTH:
            found = await self._store.session(token_hash(token))
        if found is None:
            raise Refusal("NOT_AUTHENTICATED", "Nobody here has this token")
        now = self._wall()
        if found.expires <= now:
            await self._store.end_session(token_hash(token))
            raise Refusal("NOT_AUTHENTICATED", "Your session has expired; log in again")
        if now - found.last_seen > HOUR:  # not a write for every request
            ends = self.ends(found.person.guest)
            await self._store.touch_session(token_hash(token), now, ends)
        return found

    async def end(self, token: str) -> None:
        """Logged out: the token is worth nothing from now on."""
        await self._store.end_session(token_hash(token))

    async def end_all(self, user: str, but: str | None = None) -> None:
        """Everywhere, or everywhere but here."""
        await self._store.end_sessions(user, None if but is None else token_hash(but))

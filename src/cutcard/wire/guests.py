"""Who is asking. A guest is given a token of 256 random bits once; we keep only its SHA-256, so
that a copy of the database lets nobody in."""

from __future__ import annotations

from hashlib import sha256
from secrets import randbelow, token_urlsafe

from cutcard.store.protocol import Store
from cutcard.table.words import Refusal, User

NAME_LENGTH = 32
TOKEN_LENGTH = 128  # ours have 43; anything longer is not looked up


def clean_name(name: str | None) -> str:
    """A name fit to be shown: one line, printable, at most 32 characters; or one we make up."""
    if name is None:
        return f"Guest {1000 + randbelow(9000)}"
    text = " ".join(name.split())
    if not 1 <= len(text) <= NAME_LENGTH or not text.isprintable():
        raise Refusal("INVALID_REQUEST", f"A name has 1 to {NAME_LENGTH} printable characters")
    return text


class Guests:
    """New guests, and known ones by their token."""

    def __init__(self, store: Store, allowed: bool) -> None:
        self.allowed = allowed
        self._store = store

    async def welcome(self, name: str | None) -> tuple[User, str]:
        """A new guest and the token to come back with; it is shown this once."""
        if not self.allowed:
            raise Refusal("NOT_AUTHENTICATED", "This server takes no guests; send a token")
        token = token_urlsafe(32)
        person = await self._store.create_user(clean_name(name), True, _hash(token))
        return User(person.id, person.name), token

    async def known(self, token: str) -> User:
        """Whose token it is."""
        person = None
        if 0 < len(token) <= TOKEN_LENGTH:
            person = await self._store.user_by_token_hash(_hash(token))
        if person is None:
            raise Refusal("NOT_AUTHENTICATED", "Nobody here has this token")
        return User(person.id, person.name)


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()

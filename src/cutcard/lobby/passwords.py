"""Passwords become hashes here, and nowhere else; they are never kept or logged.

Argon2id where argon2-cffi is installed (the extra `prod`), scrypt of the standard library where
it is not; a hash says which it is, so either is checked. Hashing takes tens of milliseconds: it
runs in a few threads beside the event loop, by turns of who asks, and only so many may wait.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from cutcard.table.words import Refusal

from .lanes import Lanes

try:
    import argon2
except ImportError:  # without the extra `prod`
    argon2 = None  # type: ignore[assignment]  # where it is absent, so is its type

T = TypeVar("T")

THREADS = 2
WAITING = 64  # logins that may wait for a thread
SCRYPT = (15, 8, 3)  # log2 of n, r, p: 32 MB, thrice
ARGON2 = (2, 19_456, 1)  # passes, KiB, lanes


class Passwords:
    """Makes and checks hashes. `argon` False: scrypt even where argon2 is there."""

    def __init__(self, *, argon: bool = True, waiting: int = WAITING) -> None:
        self.argon = argon and argon2 is not None
        self._lanes = Lanes(THREADS, waiting, "cutcard-passwords")
        self._nobody: str | None = None

    async def hash(self, password: str, lane: str | None = None) -> str:
        """Its hash. `lane` is whose turn it takes: the address it came from."""
        return await self._aside(partial(self._hash, password), lane)

    async def check(
        self, password: str, kept: str | None, lane: str | None = None, *, known: bool = False
    ) -> bool:
        """Whether it is the password of this hash. Nobody's (None) takes as long to refuse.
        `known`: the lane is a device's that its owner has used before."""
        return await self._aside(partial(self._check, password, kept), lane, known)

    def dated(self, kept: str) -> bool:
        """Whether the hash should be made anew, now that the password is at hand."""
        if not self.argon:
            return not kept.startswith(_scrypt_head())
        return not kept.startswith("$argon2id$") or _hasher().check_needs_rehash(kept)

    def close(self) -> None:
        self._lanes.close()

    async def _aside(
        self, work: Callable[[], T], lane: str | None = None, known: bool = False
    ) -> T:
        return await self._lanes.do(work, lane, known=known)

    def _hash(self, password: str) -> str:
        if self.argon:
            return _hasher().hash(password)
        salt = secrets.token_bytes(16)
        return f"{_scrypt_head()}{_b64(salt)}${_b64(_scrypt(password, salt, SCRYPT))}"

    def _check(self, password: str, kept: str | None) -> bool:
        if kept is None:
            if self._nobody is None:
                self._nobody = self._hash(secrets.token_urlsafe())
            self._check(password, self._nobody)
            return False
        if kept.startswith("$argon2"):
            return _check_argon(password, kept)
        return _check_scrypt(password, kept)


def _hasher() -> argon2.PasswordHasher:
    return argon2.PasswordHasher(*ARGON2)


def _check_argon(password: str, kept: str) -> bool:
    if argon2 is None:
        raise Refusal("GAME_ERROR", "This server needs cutcard[prod] to check this password")
    try:
        return _hasher().verify(kept, password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def _scrypt_head() -> str:
    n, r, p = SCRYPT
    return f"$scrypt$ln={n},r={r},p={p}$"


def _check_scrypt(password: str, kept: str) -> bool:
    try:
        _, _, costs, salt, digest = kept.split("$")
        n, r, p = (int(part.partition("=")[2]) for part in costs.split(","))
        made = _scrypt(password, b64decode(salt), (n, r, p))
        return hmac.compare_digest(made, b64decode(digest))
    except ValueError:  # no hash at all
        return False


def _scrypt(password: str, salt: bytes, costs: tuple[int, int, int]) -> bytes:
    n, r, p = costs
    return hashlib.scrypt(password.encode(), salt=salt, n=2**n, r=r, p=p, maxmem=2**27, dklen=32)


def _b64(data: bytes) -> str:
    return b64encode(data).decode()

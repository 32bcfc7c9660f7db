"""A second factor: codes of six digits that change every half minute (RFC 6238: HMAC-SHA-1, as the
programs that show them have it), and recovery codes for who has lost theirs. No code is taken
twice, and one that is half a minute off is taken still."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Callable
from hashlib import sha1, sha256
from secrets import choice, token_bytes
from urllib.parse import quote, urlencode

from cutcard.store.protocol import Store
from cutcard.table.words import Refusal, User

from .attempts import Attempts

STEP = 30  # seconds
DIGITS = 6
DRIFT = 1  # steps before and after that are taken
RECOVERY = 10  # codes
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
ISSUER = "Cutcard"


def code_at(secret: bytes, step: int) -> str:
    """The code of a step: RFC 4226 on a counter of half minutes."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), sha1)
    at = digest[-1] & 15
    return str((int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF) % 10**DIGITS).zfill(DIGITS)


def step_of(secret: bytes, code: str, now_ms: int) -> int | None:
    """The step whose code it is, about now; None: it is none."""
    here = now_ms // (STEP * 1000)
    found = None
    for step in range(here - DRIFT, here + DRIFT + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode("utf-8", "replace")):
            found = step
    return found


def uri(secret: bytes, name: str) -> str:
    """What a program that shows codes reads, out of a picture or typed in."""
    about = urlencode({"secret": spelled(secret), "issuer": ISSUER})
    return f"otpauth://totp/{ISSUER}:{quote(name)}?{about}"


def spelled(secret: bytes) -> str:
    """A secret as it is typed in."""
    return b32encode(secret).decode().rstrip("=")


def _recovery_hash(code: str) -> bytes:
    return sha256(
        code.replace("-", "").replace(" ", "").lower().encode("utf-8", "replace")
    ).digest()


def _recovery_code() -> str:
    half = ["".join(choice(ALPHABET) for _ in range(5)) for _ in range(2)]
    return "-".join(half)


class Factors:
    """Everybody's second factor, where they have one. `wall` is epoch ms."""

    def __init__(self, store: Store, attempts: Attempts, wall: Callable[[], int]) -> None:
        self._store = store
        self._attempts = attempts
        self._wall = wall

    async def begin(self, user: User) -> bytes:
        """A new secret, which is worth nothing until a code has shown that it arrived."""
        secret = token_bytes(20)
        if not await self._store.begin_factor(user.id, secret):
            raise Refusal("INVALID_REQUEST", "You have a second factor already; end it first")
        return secret

    async def confirm(self, user: User, code: str) -> list[str]:
        """It is asked for from now on; the recovery codes, which are shown this once."""
        held = await self._store.factor(user.id)
        if held is None or held.since is not None:
            raise Refusal("INVALID_REQUEST", "There is no second factor to confirm; begin one")
        await self._attempts.begin_code(user.id, None)
        step = step_of(held.secret, _plain(code), self._wall())
        codes = [_recovery_code() for _ in range(RECOVERY)]
        hashes = [_recovery_hash(one) for one in codes]
        if step is None or not await self._store.confirm_factor(
            user.id, step, hashes, self._wall()
        ):
            raise Refusal("INVALID_CODE", "The code is wrong, or too old; take the one shown now")
        await self._attempts.right_code(user.id, None)
        return codes

    async def prove(self, user: User, code: str | None, device: bytes | None = None) -> None:
        """Refuses who has a second factor and does not show it."""
        held = await self._store.factor(user.id)
        if held is None or held.since is None:
            return
        if not code:
            raise Refusal("CODE_REQUIRED", "Your second factor is asked for: send its code too")
        await self._attempts.begin_code(user.id, device)
        if not await self._right(user.id, held.secret, code):
            raise Refusal("INVALID_CODE", "The code is wrong, too old, or was used before")
        await self._attempts.right_code(user.id, device)

    async def left(self, user: str) -> int | None:
        """How many recovery codes are left; None: there is no second factor."""
        held = await self._store.factor(user)
        return None if held is None or held.since is None else held.recovery

    async def end(self, user: str) -> bool:
        """It is asked for no more; whether there was one."""
        return await self._store.end_factor(user)

    async def _right(self, user: str, secret: bytes, code: str) -> bool:
        step = step_of(secret, _plain(code), self._wall())
        if step is not None:
            return await self._store.use_step(user, step)
        return await self._store.use_recovery(user, _recovery_hash(code))


def _plain(code: str) -> str:
    return "".join(code.split())

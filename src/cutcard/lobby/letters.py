"""What letters are for: that an e-mail address is its user's own, and a new password for who forgot
theirs. A letter has a code that is worth something once, for a while; of it only a hash is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from secrets import choice

from cutcard.store.people import Account
from cutcard.store.protocol import Store
from cutcard.store.valkey_limits import ValkeyLimits
from cutcard.table.words import Refusal

from .attempts import Attempts, late
from .factors import ALPHABET
from .mail import Post
from .together import Together

SIGN_UP, CONFIRM, RESET = "sign_up", "confirm", "reset"
MINUTE = 60_000
LIVES = {SIGN_UP: 60 * MINUTE, CONFIRM: 24 * 60 * MINUTE, RESET: 60 * MINUTE}
LETTERS = (1 / 600, 3)  # a second and at once, to one address: nobody is flooded with our letters
SIZE = 10  # characters of a code: 49 bits
EMAIL = re.compile(r"[^@\s,;<>\"()\[\]\\]+@[^@\s,;<>\"()\[\]\\]+\.[^@\s,;<>\"()\[\]\\]+")
NONE = "This server sends no letters; ask whoever runs it"

_SUBJECTS = {
    SIGN_UP: "Your code to sign up",
    CONFIRM: "Confirm your e-mail address",
    RESET: "Your code for a new password",
}
_TEXTS = {
    SIGN_UP: "somebody, we hope you, wants to make the account {name}.",
    CONFIRM: "somebody, we hope you, named this address as that of the account {name}.",
    RESET: "somebody, we hope you, has forgotten the password of the account {name}.",
}


class Letters:
    """Codes by mail. `post` None: this server sends none. `wall` is epoch ms."""

    def __init__(
        self,
        store: Store,
        post: Post | None,
        attempts: Attempts,
        wall: Callable[[], int],
        clock: Callable[[], float],
        *,
        counts: ValkeyLimits | None = None,
    ) -> None:
        self.post = post
        self._store = store
        self._attempts = attempts
        self._wall = wall
        self._clock = clock
        self._sent = Together("letter", *LETTERS, counts)

    def must_be(self, email: str) -> str:
        """An address letters can be sent to."""
        email = email.strip()
        if not EMAIL.fullmatch(email) or not email.isascii():
            raise Refusal("INVALID_REQUEST", "An e-mail address looks like name@host.example")
        return email

    async def send(self, purpose: str, subject: str, email: str, name: str) -> None:
        """A letter with a new code; the last one is worth nothing any more."""
        if self.post is None:
            raise Refusal("INVALID_REQUEST", NONE)
        email = self.must_be(email)
        if not await self._sent.take(email.casefold(), self._clock()):
            raise late(600, "Enough letters were sent to this address for now")
        code = "".join(choice(ALPHABET) for _ in range(SIZE))
        ends = self._wall() + LIVES[purpose]
        await self._store.put_code(purpose, subject, _hash(purpose, email, code), ends)
        hours = LIVES[purpose] // (60 * MINUTE)
        text = (
            f"Hello,\n\n{_TEXTS[purpose].format(name=name)}\n\nThe code is: {code}\n\n"
            f"It can be used once, within {'an hour' if hours == 1 else f'{hours} hours'}. If it"
            " was not you, do nothing: without the code nothing happens.\n"
        )
        self.post.send(email, _SUBJECTS[purpose], text)

    async def take(
        self, purpose: str, subject: str, email: str, code: str, address: str | None
    ) -> None:
        """Refuses what is not the code of the last letter; guesses are slowed down."""
        key = f"{purpose}\n{subject}"
        await self._attempts.begin(key, address)
        hashed = _hash(purpose, email.strip(), "".join(code.split()).lower())
        if not await self._store.take_code(purpose, subject, hashed, self._wall()):
            raise Refusal("INVALID_CODE", "The code is wrong, too old, or was used before")
        await self._attempts.right(key, address)

    async def confirm(self, account: Account, code: str, address: str | None) -> None:
        """The account's e-mail address is its user's own."""
        await self.take(CONFIRM, account.person.id, account.email, code, address)
        await self._store.set_confirmed(account.person.id, account.email)


def reachable(account: Account) -> bool:
    """Whether the address an account has now is known to be its user's."""
    return bool(account.email) and account.confirmed == account.email


def _hash(purpose: str, email: str, code: str) -> bytes:
    """Of the code with what it is for: another address makes it worth nothing."""
    said = "\n".join((purpose, email.casefold(), code))
    return sha256(said.encode("utf-8", "replace")).digest()

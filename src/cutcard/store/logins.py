"""What a store keeps of log-ins beside the sessions themselves: devices that are known, codes that
were sent by mail, second factors, and what was ended from beside a running server.

Of a device's token, a code and a recovery code it sees only what was made of them. The secret of a
second factor it must keep as it is: codes are computed with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct


class OpenSession(Struct, frozen=True):
    """A session as its owner sees it in a list. Times are epoch ms."""

    hash: bytes
    created: int
    last_seen: int
    expires: int
    label: str


class Factor(Struct, frozen=True):
    """A second factor. `since` None: it is not shown to work yet, and asked of nobody."""

    secret: bytes
    since: int | None
    last_step: int  # the newest one used: none is used twice
    recovery: int  # recovery codes left


class Ending(Struct, frozen=True):
    """A session that was ended from beside the server; `hash` None: all of that user."""

    id: int
    user: str
    hash: bytes | None


class Logins(Protocol):
    """The part of a store that keeps them."""

    async def sessions_of(self, user: str) -> list[OpenSession]:
        """The one used last first."""

    async def end_beside(self, user: str, token_hash: bytes | None, at: int) -> int:
        """Ends a session, or all, and leaves word for a running server; how many ended."""

    async def endings(self, after: int, limit: int = 100) -> list[Ending]:
        """What was ended from beside, oldest first."""

    async def last_ending(self) -> int:
        """The newest one's number; 0: none."""

    async def add_device(self, user: str, token_hash: bytes, at: int, most: int) -> None:
        """One more that is known; of more than `most` the one not seen for longest is forgotten."""

    async def device(self, token_hash: bytes, at: int) -> str | None:
        """Whose device it is; it was seen now."""

    async def forget_devices(self, user: str) -> None: ...

    async def put_code(self, purpose: str, subject: str, token_hash: bytes, expires: int) -> None:
        """A code was sent; the one before it is worth nothing any more."""

    async def take_code(self, purpose: str, subject: str, token_hash: bytes, now: int) -> bool:
        """Whether it is the code, in time; then it is used up."""

    async def set_confirmed(self, user: str, email: str) -> None:
        """Letters to that address have reached the user."""

    async def factor(self, user: str) -> Factor | None: ...

    async def begin_factor(self, user: str, secret: bytes) -> bool:
        """A secret that is to be shown to work; False where one works already."""

    async def confirm_factor(
        self, user: str, step: int, recovery: Sequence[bytes], at: int
    ) -> bool:
        """It works from now on, with these recovery codes; False where there is none to begin."""

    async def use_step(self, user: str, step: int) -> bool:
        """Whether that step's code, or a newer one's, was not used before; now it is."""

    async def use_recovery(self, user: str, token_hash: bytes) -> bool:
        """Whether it is one of the recovery codes; then it is used up."""

    async def end_factor(self, user: str) -> bool:
        """There is none any more; whether there was."""

    async def idle_guests(
        self, unused: int, after: int = 0, limit: int = 200
    ) -> list[tuple[int, str]]:
        """Guests not seen since then who hold no seat at an open table: number and id."""

    async def forget_guest(self, user: str) -> bool:
        """Removes a guest who has left no trace: no seat, no friend, no chip won or lost. False:
        there is one, and they are still there."""

    async def sweep_logins(self, now: int, ends_before: int) -> int:
        """Forgets sessions and codes that expired, and word of sessions that ended before."""

"""The part of a store that keeps log-ins."""

from __future__ import annotations

from collections.abc import Sequence

from . import login_ops as logins
from .logins import Ending, Factor, OpenSession
from .turns import InTurn


class LoginsInTurn(InTurn):
    """`Logins`, as operations done in turn."""

    async def sessions_of(self, user: str) -> list[OpenSession]:
        return await self._do(logins.sessions_of, user)

    async def end_beside(self, user: str, token_hash: bytes | None, at: int) -> int:
        return await self._do(logins.end_beside, user, token_hash, at)

    async def endings(self, after: int, limit: int = 100) -> list[Ending]:
        return await self._do(logins.endings, after, limit)

    async def last_ending(self) -> int:
        return await self._do(logins.last_ending)

    async def add_device(self, user: str, token_hash: bytes, at: int, most: int) -> None:
        await self._do(logins.add_device, user, token_hash, at, most)

    async def device(self, token_hash: bytes, at: int) -> str | None:
        return await self._do(logins.device, token_hash, at)

    async def forget_devices(self, user: str) -> None:
        await self._do(logins.forget_devices, user)

    async def put_code(self, purpose: str, subject: str, token_hash: bytes, expires: int) -> None:
        await self._do(logins.put_code, purpose, subject, token_hash, expires)

    async def take_code(self, purpose: str, subject: str, token_hash: bytes, now: int) -> bool:
        return await self._do(logins.take_code, purpose, subject, token_hash, now)

    async def set_confirmed(self, user: str, email: str) -> None:
        await self._do(logins.set_confirmed, user, email)

    async def factor(self, user: str) -> Factor | None:
        return await self._do(logins.factor, user)

    async def begin_factor(self, user: str, secret: bytes) -> bool:
        return await self._do(logins.begin_factor, user, secret)

    async def confirm_factor(
        self, user: str, step: int, recovery: Sequence[bytes], at: int
    ) -> bool:
        return await self._do(logins.confirm_factor, user, step, recovery, at)

    async def use_step(self, user: str, step: int) -> bool:
        return await self._do(logins.use_step, user, step)

    async def use_recovery(self, user: str, token_hash: bytes) -> bool:
        return await self._do(logins.use_recovery, user, token_hash)

    async def end_factor(self, user: str) -> bool:
        return await self._do(logins.end_factor, user)

    async def idle_guests(
        self, unused: int, after: int = 0, limit: int = 200
    ) -> list[tuple[int, str]]:
        return await self._do(logins.idle_guests, unused, after, limit)

    async def forget_guest(self, user: str) -> bool:
        return await self._do(logins.forget_guest, user)

    async def sweep_logins(self, now: int, ends_before: int) -> int:
        return await self._do(logins.sweep_logins, now, ends_before)

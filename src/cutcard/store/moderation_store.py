"""The part of a store that keeps moderation."""

from __future__ import annotations

from collections.abc import Sequence

from . import moderation_ops as ops
from .moderation import Act, Appeal, Meeting, Sanction
from .people import Person
from .social import Report
from .turns import InTurn


class ModeratedInTurn(InTurn):
    """`Moderated`, as operations done in turn."""

    async def lay(self, sanction: Sanction, act: Act) -> Sanction:
        return await self._do(ops.lay, sanction, act)

    async def take_name(
        self, sanction: Sanction, act: Act, name: str, login: str
    ) -> tuple[Sanction, Person] | None:
        return await self._do(ops.take_name, sanction, act, name, login)

    async def lift(self, sanction: int, act: Act) -> Sanction | None:
        return await self._do(ops.lift, sanction, act)

    async def add_act(self, act: Act) -> int:
        return await self._do(ops.add_act, act)

    async def appoint(self, user: str, role: str, act: Act) -> None:
        await self._do(ops.appoint, user, role, act)

    async def sanctions(self, now: int) -> list[Sanction]:
        return await self._do(ops.sanctions, now)

    async def sanctions_of(self, user: str) -> list[Sanction]:
        return await self._do(ops.sanctions_of, user)

    async def sanction_of(self, code: str) -> Sanction | None:
        return await self._do(ops.sanction_of, code)

    async def acts(self, limit: int = 100, after: int = 0, whom: str = "") -> list[Act]:
        return await self._do(ops.acts, limit, after, whom)

    async def last_act(self) -> int:
        return await self._do(ops.last_act)

    async def staff(self) -> dict[str, str]:
        return await self._do(ops.staff)

    async def report(self, report: int) -> Report | None:
        return await self._do(ops.report, report)

    async def settle_report(self, report: int, verdict: str, act: Act) -> bool:
        return await self._do(ops.settle_report, report, verdict, act)

    async def add_appeal(self, appeal: Appeal, waiting: int, most: int) -> int | None:
        return await self._do(ops.add_appeal, appeal, waiting, most)

    async def appeals(
        self, limit: int = 100, after: int = 0, *, waiting: bool = True
    ) -> list[Appeal]:
        return await self._do(ops.appeals, limit, after, waiting)

    async def answer_appeal(
        self, appeal: int, answer: str, granted: bool, act: Act
    ) -> Appeal | None:
        return await self._do(ops.answer_appeal, appeal, answer, granted, act)

    async def table_users(self, table: int) -> list[str]:
        return await self._do(ops.table_users, table)

    async def table_sums(self, users: Sequence[str], since: int) -> list[tuple[int, str, int]]:
        return await self._do(ops.table_sums, users, since)

    async def meetings(self, first: str, second: str, game: str, since: int) -> list[Meeting]:
        return await self._do(ops.meetings, first, second, game, since)

"""The part of a store that keeps people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from . import ledger_ops as ledger
from . import people_ops as people
from .people import Account, ChipRow, Credentials, Person, SeatChips, Session, Sums
from .turns import InTurn


class PeopleInTurn(InTurn):
    """`People`, as operations done in turn."""

    async def create_user(
        self,
        name: str,
        guest: bool,
        token_hash: bytes,
        *,
        chips: int = 0,
        expires: int = 2**53,
        label: str = "",
    ) -> Person:
        opening = partial(people.create_user, chips=chips, expires=expires, label=label)
        return await self._do(opening, name, guest, token_hash)

    async def create_account(
        self,
        who: Credentials,
        details: Mapping[str, str],
        *,
        chips: int = 0,
        guest: str | None = None,
        invitation: bytes | None = None,
    ) -> Person:
        making = partial(people.create_account, chips=chips, guest=guest, invitation=invitation)
        return await self._do(making, who, details)

    async def person(self, user: str) -> Person | None:
        return await self._do(people.person, user)

    async def account(self, user: str) -> Account | None:
        return await self._do(people.account, user)

    async def credentials(self, login: str) -> tuple[Person, str] | None:
        return await self._do(people.credentials, login)

    async def password(self, user: str) -> str | None:
        return await self._do(people.password, user)

    async def find_person(self, login: str) -> Person | None:
        return await self._do(people.find_person, login)

    async def list_people(self, limit: int = 100, after: int = 0) -> list[Account]:
        return await self._do(people.list_people, limit, after)

    async def session(self, token_hash: bytes) -> Session | None:
        return await self._do(people.session, token_hash)

    async def add_session(self, user: str, token_hash: bytes, expires: int, label: str) -> None:
        await self._do(people.add_session, user, token_hash, expires, label)

    async def touch_session(self, token_hash: bytes, seen: int, expires: int) -> None:
        await self._do(people.touch_session, token_hash, seen, expires)

    async def end_session(self, token_hash: bytes) -> None:
        await self._do(people.end_session, token_hash)

    async def end_sessions(self, user: str, but: bytes | None = None) -> None:
        await self._do(people.end_sessions, user, but)

    async def set_password(self, user: str, password: str) -> None:
        await self._do(people.set_password, user, password)

    async def set_role(self, user: str, role: str) -> None:
        await self._do(people.set_role, user, role)

    async def set_name(self, user: str, name: str, login: str) -> Person | None:
        return await self._do(people.set_name, user, name, login)

    async def set_details(self, user: str, details: Mapping[str, str]) -> None:
        await self._do(people.set_details, user, details)

    async def add_invitation(self, code_hash: bytes, by: str | None, expires: int) -> None:
        await self._do(people.add_invitation, code_hash, by, expires)

    async def delete_user(self, user: str, at: int) -> str:
        return await self._do(ledger.delete_user, user, at)

    async def personal_data(self, user: str) -> dict[str, Any]:
        return await self._look(ledger.personal_data, user)

    async def balance(self, user: str) -> int:
        return await self._do(ledger.balance, user)

    async def balances(self, users: Sequence[str]) -> dict[str, int]:
        return await self._do(ledger.balances, users)

    async def richest(self, limit: int = 20) -> list[tuple[Person, int]]:
        return await self._look(ledger.richest, limit)

    async def last_booking(self) -> int:
        return await self._do(ledger.last_booking)

    async def chip_rows(
        self, account: str | None = None, *, after: int = 0, limit: int = 1000
    ) -> list[ChipRow]:
        return await self._look(ledger.chip_rows, account, after, limit)

    async def chip_sums(self) -> Sums:
        return await self._do(ledger.chip_sums)

    async def chips_on_tables(self, tables: Sequence[int]) -> list[SeatChips]:
        return await self._do(ledger.chips_on_tables, tables)

    async def grant(self, user: str, chips: int) -> int:
        return await self._do(ledger.give, user, chips)

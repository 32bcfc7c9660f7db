"""What admins may do over HTTP: new passwords, invitations, anybody's ledger, complaints."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cutcard.lobby.chips import ledger_csv
from cutcard.store.people import ADMIN
from cutcard.store.social import Report
from cutcard.table.words import Refusal, User

from .accounts import Name, OfUser
from .route import CSV, Call, route


class Named(Struct):
    user: Name


class Password(Struct):
    password: str


class Invitation(Struct):
    code: str


class Reports(Struct):
    """Complaints, oldest first; the last one's `id` is the next page's `after`."""

    reports: list[Report]


class After(Struct):
    after: Annotated[int, Meta(ge=0, le=2**53)] = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


async def _must_be_admin(call: Call, user: User) -> None:
    person = await call.hall.house.store.person(user.id)
    if person is None or person.role != ADMIN:
        raise Refusal("FORBIDDEN", "Only an admin may do that")


@route("POST", "/api/admin/passwords", refuses=("FORBIDDEN", "NO_SUCH_PLAYER"))
async def reset_password(call: Call, user: User, body: Named) -> Password:
    """Admins: a new password for somebody who forgot his; it is shown this once."""
    return Password(await call.hall.accounts.reset_password(user, body.user))


@route("POST", "/api/admin/invitations", status=201, refuses=("FORBIDDEN",))
async def invite(call: Call, user: User) -> Invitation:
    """Admins: a code one person can sign up with, within 30 days."""
    return Invitation(await call.hall.accounts.invitation(user))


@route("GET", "/api/admin/reports", refuses=("FORBIDDEN",))
async def list_reports(call: Call, user: User, query: After) -> Reports:
    """Admins: complaints about players, with what they said."""
    await _must_be_admin(call, user)
    return Reports(await call.hall.house.store.reports(query.limit, query.after))


@route("GET", "/api/me/chips.csv", media=CSV)
async def my_ledger(call: Call, user: User) -> str:
    """Every entry of one's own chips: what came, what went, why, and at which table."""
    return await _ledger(call, user.id)


@route("GET", "/api/users/{user}/chips.csv", media=CSV, refuses=("FORBIDDEN", "NO_SUCH_PLAYER"))
async def ledger_of(call: Call, user: User, path: OfUser) -> str:
    """The same of anybody, for admins."""
    if path.user != user.id:
        await _must_be_admin(call, user)
        if await call.hall.house.store.person(path.user) is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
    return await _ledger(call, path.user)


async def _ledger(call: Call, user: str) -> str:
    return "".join([part async for part in ledger_csv(call.hall.house.store, user)])

"""The chip ledger over HTTP: one's own part of it, and for admins anybody's."""

from __future__ import annotations

from cutcard.lobby.chips import ledger_csv
from cutcard.store.people import ADMIN
from cutcard.table.words import Refusal, User

from .accounts import OfUser
from .route import CSV, Call, route


@route("GET", "/api/me/chips.csv", media=CSV)
async def my_ledger(call: Call, user: User) -> str:
    """Every entry of one's own chips: what came, what went, why, and at which table."""
    return await _ledger(call, user.id)


@route("GET", "/api/users/{user}/chips.csv", media=CSV, refuses=("FORBIDDEN", "NO_SUCH_PLAYER"))
async def ledger_of(call: Call, user: User, path: OfUser) -> str:
    """The same of anybody, for admins."""
    store = call.hall.house.store
    if path.user != user.id:
        asker = await store.person(user.id)
        if asker is None or asker.role != ADMIN:
            raise Refusal("FORBIDDEN", "Only an admin may do that")
        if await store.person(path.user) is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
    return await _ledger(call, path.user)


async def _ledger(call: Call, user: str) -> str:
    return "".join([part async for part in ledger_csv(call.hall.house.store, user)])

"""What admins may ask: new passwords, invitations, complaints."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cutcard.store.social import Report

from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, PASSWORD, Count, Nothing, request

Name = Annotated[str, Meta(min_length=1, max_length=256)]


class Named(Struct):
    user: Name


class After(Struct):
    after: Count = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class Password(Struct):
    password: str


class Invitation(Struct):
    code: str


class Reports(Struct):
    """Complaints, oldest first; the last one's `id` is the next page's `after`."""

    reports: list[Report]


@request("RESET_PASSWORD", HTTP, who=Who.ADMIN, cost=PASSWORD, refuses=("NO_SUCH_PLAYER",))
async def reset_password(asker: Asker, wish: Named) -> Password:
    """Admins: a new password for somebody who forgot theirs; it is shown this once."""
    return Password(await asker.hall.accounts.reset_password(user_of(asker), wish.user))


@request("INVITE", HTTP, who=Who.ADMIN)
async def invite(asker: Asker, wish: Nothing) -> Invitation:
    """Admins: a code one person can sign up with, within 30 days."""
    return Invitation(await asker.hall.accounts.invitation(user_of(asker)))


@request("REPORTS", HTTP, who=Who.ADMIN, cost=LIST)
async def list_reports(asker: Asker, wish: After) -> Reports:
    """Admins: complaints about players, with what they said."""
    return Reports(await asker.hall.house.store.reports(wish.limit, wish.after))

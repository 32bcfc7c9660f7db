"""What admins may ask: new passwords, invitations."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .asking import Asker, Who, user_of
from .registry import HTTP, PASSWORD, Nothing, request

Name = Annotated[str, Meta(min_length=1, max_length=256)]


class Named(Struct):
    user: Name


class Password(Struct):
    password: str


class Invitation(Struct):
    code: str


@request("RESET_PASSWORD", HTTP, who=Who.ADMIN, cost=PASSWORD, refuses=("NO_SUCH_PLAYER",))
async def reset_password(asker: Asker, wish: Named) -> Password:
    """Admins: a new password for somebody who forgot theirs; it is shown this once."""
    return Password(await asker.hall.accounts.reset_password(user_of(asker), wish.user))


@request("INVITE", HTTP, who=Who.ADMIN)
async def invite(asker: Asker, wish: Nothing) -> Invitation:
    """Admins: a code one person can sign up with, within 30 days."""
    return Invitation(await asker.hall.accounts.invitation(user_of(asker)))

"""Accounts over HTTP: become a guest, sign up, log in and out, and what is kept about oneself."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from cutcard.lobby.forms import LEAST_PASSWORD, PASSWORD, Profile, SignUp
from cutcard.table.words import Refusal, User

from .route import Call, route

Secret = Annotated[str, Meta(max_length=PASSWORD)]
NewSecret = Annotated[str, Meta(min_length=LEAST_PASSWORD, max_length=PASSWORD)]
Name = Annotated[str, Meta(min_length=1, max_length=256)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
_ATTEMPTS = ("RATE_LIMITED", "INVALID_CREDENTIALS")


class NewGuest(Struct):
    name: str | None = None


class Session(Struct, rename="camel"):
    """Who one is now; the token is shown this once."""

    user_id: str
    name: str
    guest: bool
    token: str


class Account(SignUp, frozen=True):
    """A form to sign up with, and the invitation where the server asks for one."""

    invitation: str | None = None


class LogIn(Struct):
    user: Name
    password: Secret


class NewPassword(Struct):
    old: Secret
    new: NewSecret


class NewName(Struct):
    name: Name


class Proof(Struct):
    password: Secret = ""


class Changes(Struct):
    """What to change; what is not named stays."""

    fullname: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    phone: str | UnsetType = UNSET
    dob: str | UnsetType = UNSET
    country: str | UnsetType = UNSET
    gender: str | UnsetType = UNSET


class Done(Struct):
    done: bool = True


class OfUser(Struct):
    user: Id


def _address(call: Call) -> str | None:
    """Where the request comes from; None where addresses are not limited."""
    limited = call.hall.addresses.of(call.address, call.hall.loop.time())
    return None if limited is None else call.address


@route("POST", "/api/guests", status=201, refuses=("NAME_TAKEN", "NOT_AUTHENTICATED"))
async def new_guest(call: Call, body: NewGuest) -> Session:
    """Become a guest, with a name of one's own or one made up."""
    now = call.hall.loop.time()
    address = call.hall.addresses.of(call.address, now)
    if address is not None and not address.guests.take(now):
        raise Refusal("RATE_LIMITED", "Too many new guests from your address; try again later")
    user, token = await call.hall.accounts.guest(body.name)
    return Session(user.id, user.name, True, token)


@route(
    "POST",
    "/api/accounts",
    status=201,
    refuses=("NAME_TAKEN", "REGISTRATION_CLOSED", "INVITATION_REQUIRED", *_ATTEMPTS),
)
async def sign_up(call: Call, asker: User | None, body: Account) -> Session:
    """Make an account. With a guest's token the guest becomes that account, and keeps his id,
    chips and ratings."""
    accounts, address = call.hall.accounts, _address(call)
    form = SignUp(body.user, body.password, **body.details())
    await accounts.sign_up(form, guest=asker, invitation=body.invitation, address=address)
    user, token = await accounts.log_in(body.user, body.password, address=address, label="http")
    return Session(user.id, user.name, False, token)


@route("POST", "/api/sessions", status=201, refuses=_ATTEMPTS)
async def log_in(call: Call, body: LogIn) -> Session:
    """Log in; the token is valid for 30 days since it was last used."""
    address = _address(call)
    user, token = await call.hall.accounts.log_in(
        body.user, body.password, address=address, label="http"
    )
    return Session(user.id, user.name, False, token)


@route("DELETE", "/api/sessions/this")
async def log_out(call: Call, user: User) -> Done:
    """Log out: the token that was sent is worth nothing from now on."""
    assert call.token is not None
    await call.hall.accounts.log_out(call.token)
    call.hall.end_sessions(user.id, token=call.token)
    return Done()


@route("DELETE", "/api/sessions")
async def log_out_everywhere(call: Call, user: User) -> Done:
    """Log out everywhere, here too; all connections are closed."""
    await call.hall.accounts.log_out_everywhere(user)
    return Done()


@route("GET", "/api/me")
async def show_me(call: Call, user: User) -> Profile:
    """Oneself, with what others do not see."""
    return await call.hall.accounts.profile(user.id, user)


@route("PATCH", "/api/me")
async def change_me(call: Call, user: User, body: Changes) -> Profile:
    """Change what is known about oneself."""
    named = {name: text for name, text in structs.asdict(body).items() if text is not UNSET}
    return await call.hall.accounts.set_profile(user, named)


@route("POST", "/api/me/name", refuses=("NAME_TAKEN", "RATE_LIMITED"))
async def change_name(call: Call, user: User, body: NewName) -> Profile:
    """Be called something else from now on, guest or account; an account logs in by it."""
    await call.hall.accounts.rename(user, body.name)
    return await call.hall.accounts.profile(user.id, user)


@route("POST", "/api/me/password", refuses=_ATTEMPTS)
async def change_password(call: Call, user: User, body: NewPassword) -> Done:
    """Change one's password; all other sessions end."""
    await call.hall.accounts.change_password(user, body.old, body.new, keep=call.token)
    call.hall.end_sessions(user.id, keep=call.token)
    return Done()


@route("GET", "/api/me/export")
async def export_me(call: Call, user: User) -> dict[str, Any]:
    """All that is kept about oneself, in one document."""
    return await call.hall.accounts.export(user)


@route("POST", "/api/me/delete", refuses=(*_ATTEMPTS, "INVALID_GAME_STATE"))
async def delete_me(call: Call, user: User, body: Proof) -> Done:
    """Delete the account: what is personal goes; games, chips and ratings stay, under no name."""
    await call.hall.accounts.delete(user, body.password)
    return Done()


@route("GET", "/api/users/{user}", refuses=("NO_SUCH_PLAYER",))
async def show_user(call: Call, asker: User | None, path: OfUser) -> Profile:
    """A person as others see him."""
    return await call.hall.accounts.profile(path.user, asker)

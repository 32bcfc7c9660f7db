"""Who is asking: guests, accounts, coming and going."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from cutcard.lobby.forms import PASSWORD, SignUp
from cutcard.table.words import Refusal, User

from ..codes import LOGGED_OUT
from ..envelope import Request
from .registry import Answer, Nothing, asks

if TYPE_CHECKING:
    from ..visit import Visit

Text = Annotated[str, Meta(max_length=128)]


class Auth(Struct):
    token: str | None = None
    name: str | None = None
    legal: bool | Annotated[int, Meta(ge=0, le=1000)] = False


class LogIn(Struct):
    user: Text
    password: Annotated[str, Meta(max_length=4 * PASSWORD)]
    legal: bool | Annotated[int, Meta(ge=0, le=1000)] = False


class SignUpForm(Struct):
    user: Text
    password: Text
    fullname: Text = ""
    phone: Text = ""
    dob: Text = ""
    email: Text = ""
    country: Text = ""
    gender: Text = ""
    invitation: Text | None = None


class SetName(Struct):
    name: Text


class LogOut(Struct):
    everywhere: bool = False


class ChangePassword(Struct):
    old: Annotated[str, Meta(max_length=4 * PASSWORD)]
    new: Annotated[str, Meta(max_length=4 * PASSWORD)]


def how_many(legal: bool | int) -> int:
    """How many legal moves to show: all (-1), none, or the first few."""
    return -1 if legal is True else int(legal)


def _told(user: User, token: str | None) -> dict[str, Any]:
    told = {"userId": user.id, "name": user.name, "guest": user.guest}
    return told if token is None else {**told, "token": token}


def _must_be_new(visit: Visit) -> None:
    if visit.user is not None:
        raise Refusal("INVALID_REQUEST", "You have said who you are already")


@asks("PING", Nothing, "PONG", before_auth=True)
def ping(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """A life sign. The server also answers the WebSocket's own pings."""
    return Answer("PONG", {})


@asks("AUTH", Auth, "AUTH_OK {userId, name, guest, token?} · AUTH_NACK", before_auth=True)
async def auth(visit: Visit, payload: Auth, request: Request) -> Answer:
    """Say who you are. Without a token you become a new guest and are given one, shown only this
    once; one that is worth nothing any more is refused with NOT_AUTHENTICATED, and makes nobody a
    guest. `legal: true` adds `legal` and `asides` to your own GAME_STATE and GAME_UPDATE, a number
    only that many legal moves: for bots and other programs that know no rules."""
    hall = visit.hall
    _must_be_new(visit)
    token = None
    if payload.token is not None:
        user = await hall.accounts.known(payload.token)
    else:
        address = visit.address
        if address is not None and not address.guests.take(hall.loop.time()):
            raise Refusal("RATE_LIMITED", "Too many new guests from your address; try again later")
        user, token = await hall.accounts.guest(payload.name)
    visit.legal = how_many(payload.legal)
    visit.enter(user, payload.token or token)
    return Answer("AUTH_OK", _told(user, token))


@asks("LOG_IN", LogIn, "LOG_IN_ACK {userId, name, guest, token}", before_auth=True)
async def log_in(visit: Visit, payload: LogIn, request: Request) -> Answer:
    """Say who you are by name and password, in the place of AUTH; the token lasts 30 days from its
    last use."""
    _must_be_new(visit)
    user, token = await visit.hall.accounts.log_in(
        payload.user, payload.password, address=visit.host, label="ws"
    )
    visit.legal = how_many(payload.legal)
    visit.enter(user, token)
    return Answer("LOG_IN_ACK", _told(user, token))


@asks("SIGN_UP", SignUpForm, "SIGN_UP_ACK {userId, name, guest, token}", before_auth=True)
async def sign_up(visit: Visit, payload: SignUpForm, request: Request) -> Answer:
    """Make an account. Sent by a guest, he becomes it: his id, chips, ratings and seats stay. Where
    the server takes new accounts by invitation only, `invitation` is its code."""
    accounts, guest = visit.hall.accounts, visit.user
    form = SignUp(
        payload.user,
        payload.password,
        payload.fullname,
        payload.phone,
        payload.dob,
        payload.email,
        payload.country,
        payload.gender,
    )
    await accounts.sign_up(form, guest=guest, invitation=payload.invitation, address=visit.host)
    user, token = await accounts.log_in(payload.user, payload.password, label="ws")
    visit.enter(user, token)
    return Answer("SIGN_UP_ACK", _told(user, token))


@asks("SET_NAME", SetName, "SET_NAME_ACK {userId, name, guest}")
async def set_name(visit: Visit, payload: SetName, request: Request) -> Answer:
    """Be called something else from now on, guest or account: at your tables, where ROSTER tells
    it, and by your friends, whom PRESENCE tells. All your connections are told RENAMED {userId,
    name, guest}. An account logs in by its new name, and no other account has it; three changes
    at once, and one in ten minutes after that."""
    user = await visit.hall.accounts.rename(visit.user_or_refuse(), payload.name)
    return Answer("SET_NAME_ACK", _told(user, None))


@asks("LOG_OUT", LogOut, "LOG_OUT_ACK, then the connection is closed")
async def log_out(visit: Visit, payload: LogOut, request: Request) -> None:
    """End this session, or all of yours `everywhere`: their tokens are worth nothing any more. A
    guest who does so never comes back."""
    accounts, user = visit.hall.accounts, visit.user_or_refuse()
    if payload.everywhere:
        await accounts.log_out_everywhere(user)
    elif visit.token is not None:
        await accounts.log_out(visit.token)
        visit.hall.end_sessions(user.id, token=visit.token)
    visit.answer(request.correlation_id, Answer("LOG_OUT_ACK", {}))
    visit.close(LOGGED_OUT)


@asks("CHANGE_PASSWORD", ChangePassword, "CHANGE_PASSWORD_ACK")
async def change_password(visit: Visit, payload: ChangePassword, request: Request) -> Answer:
    """A new password; all your other sessions end."""
    user = visit.user_or_refuse()
    await visit.hall.accounts.change_password(user, payload.old, payload.new, keep=visit.token)
    visit.hall.end_sessions(user.id, keep=visit.token)
    return Answer("CHANGE_PASSWORD_ACK", {})

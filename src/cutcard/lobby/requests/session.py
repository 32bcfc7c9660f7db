"""Saying who one is: guests, accounts, coming and going."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, structs

from cutcard.table.words import Refusal, User

from ..forms import LENGTHS, PASSWORD, SignUp
from . import registry
from .asking import Asker, Who, user_of
from .registry import HTTP, TCP, WS, Nothing, request

Text = Annotated[str, Meta(max_length=128)]
Secret = Annotated[str, Meta(max_length=4 * PASSWORD)]
Legal = Annotated[int, Meta(ge=0, le=1000)]
ATTEMPTS = ("RATE_LIMITED", "INVALID_CREDENTIALS")


class Auth(Struct):
    token: str | None = None
    name: str | None = None
    legal: bool | Legal = False
    fair: bool = False


class LogIn(Struct):
    user: Text
    password: Secret
    legal: bool | Legal = False
    fair: bool = False
    code: Text | None = None
    device: Text | None = None
    remember: bool = False


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
    code: Text | None = None
    remember: bool = False


class SetName(Struct):
    name: Text


class LogOut(Struct):
    everywhere: bool = False


class ChangePassword(Struct):
    old: Secret
    new: Secret


class Proof(Struct):
    password: Secret = ""


class Ping(Struct):
    pass


class Known(Struct, rename="camel"):
    """Who somebody is."""

    user_id: str
    name: str
    guest: bool


class Session(Known, omit_defaults=True):
    """Who one is now; a new token is shown this once, and so is a device's."""

    token: str | None = None
    device: str | None = None


def how_many(legal: bool | int) -> int:
    """How many legal moves to show: all (-1), none, or the first few."""
    return -1 if legal is True else int(legal)


def _session(user: User, token: str | None, device: str | None = None) -> Session:
    return Session(user.id, user.name, user.guest, token, device)


def _must_be_new(asker: Asker) -> None:
    if asker.user is not None and not asker.manners.again:
        raise Refusal("INVALID_REQUEST", "You have said who you are already")


async def _enter(asker: Asker, user: User, token: str, *, new: bool = False) -> None:
    """The connection is theirs, and the session it had before is over. Who is banned gets no `new`
    session."""
    accounts = asker.hall.accounts
    try:
        if new:
            asker.hall.lobby.bars.refuse(user.id, asker.host)
        asker.may_be(user)
    except Refusal:
        await accounts.log_out(token)
        raise
    before = asker.enter(user, token)
    if before is not None:
        await accounts.log_out(before)


@request("PING", WS, TCP, who=Who.NOBODY)
def ping(asker: Asker, wish: Ping) -> Nothing:
    """A life sign. The server also answers the WebSocket's own pings."""
    return Nothing()


@request("AUTH", WS, HTTP, who=Who.NOBODY, refuses=("NAME_TAKEN", "NOT_AUTHENTICATED"))
async def auth(asker: Asker, wish: Auth) -> Session:
    """Say who you are. Without a token you become a new guest and are given one, shown only this
    once; one that is worth nothing any more is refused with NOT_AUTHENTICATED, and makes nobody a
    guest. `legal: true` adds `legal` and `asides` to your own GAME_STATE and GAME_UPDATE, a number
    only that many legal moves: for bots and other programs that know no rules. `fair: true` says
    that you give your share of what is shuffled: you are told FAIR_RECORDS."""
    accounts = asker.hall.accounts
    _must_be_new(asker)
    if wish.token is not None:
        user, token = await accounts.known(wish.token), wish.token
        asker.hall.lobby.bars.refuse(user.id, asker.host)
    elif not await asker.may_be_guest():
        raise Refusal("RATE_LIMITED", "Too many new guests from your address; try again later")
    else:
        asker.hall.lobby.bars.refuse(None, asker.host)
        user, token = await accounts.guest(wish.name)
    asker.show_legal(how_many(wish.legal))
    await _enter(asker, user, token)
    if wish.fair:
        asker.speak_fair()
    return _session(user, None if wish.token is not None else token)


@request(
    "LOG_IN",
    WS,
    TCP,
    HTTP,
    who=Who.NOBODY,
    cost=registry.PASSWORD,
    refuses=(*ATTEMPTS, "CODE_REQUIRED", "INVALID_CODE"),
)
async def log_in(asker: Asker, wish: LogIn) -> Session:
    """Say who you are by name and password, in the place of AUTH; the token lasts 30 days from its
    last use. Who has a second factor sends its `code`, or a recovery code. Wrong attempts make you
    wait, longer each time: `retryAfter` in the refusal's details is in seconds. `remember: true`
    gives you a `device` token, unless you sent one that is known: with your next log-in it keeps
    you from waiting for what strangers do, and it lets nobody in by itself."""
    _must_be_new(asker)
    accounts = asker.hall.accounts
    user, token = await accounts.log_in(
        wish.user,
        wish.password,
        address=asker.limited_host,
        label=asker.manners.label,
        device=wish.device,
        code=wish.code,
    )
    asker.show_legal(how_many(wish.legal))
    await _enter(asker, user, token, new=True)
    if wish.fair:
        asker.speak_fair()
    new = wish.remember and await accounts.known_device(wish.user, wish.device) is None
    return _session(user, token, await accounts.remember(user) if new else None)


@request(
    "SIGN_UP",
    WS,
    TCP,
    HTTP,
    who=Who.NOBODY,
    cost=registry.PASSWORD,
    refuses=(
        *("NAME_TAKEN", "WEAK_PASSWORD", "REGISTRATION_CLOSED", "INVITATION_REQUIRED"),
        *("CONFIRMATION_REQUIRED", "INVALID_CODE", "RATE_LIMITED"),
    ),
)
async def sign_up(asker: Asker, wish: SignUpForm) -> Session:
    """Make an account. Sent by a guest, who becomes it: id, chips, ratings and seats stay. Where
    the server takes new accounts by invitation only, `invitation` is its code. Where it confirms
    e-mail addresses first, CONFIRMATION_REQUIRED says that a letter was sent: sign up again with
    the `code` in it."""
    accounts, enters = asker.hall.accounts, asker.manners.enters
    asker.hall.lobby.bars.refuse(None, asker.host)
    details = {name: text for name, text in structs.asdict(wish).items() if name in LENGTHS}
    user = await accounts.sign_up(
        SignUp(wish.user, wish.password, **details),
        guest=asker.user if enters else None,
        invitation=wish.invitation,
        address=asker.limited_host,
        code=wish.code,
        least=asker.manners.least_password,
    )
    if not enters:
        return _session(user, None)
    token = await accounts.enter(user, asker.manners.label)
    asker.enter(user, token)  # the guest's session stays: it is theirs as before
    device = await accounts.remember(user) if wish.remember else None
    return _session(user, token, device)


@request("SET_NAME", WS, HTTP, refuses=("NAME_TAKEN", "RATE_LIMITED"))
async def set_name(asker: Asker, wish: SetName) -> Known:
    """Be called something else from now on, guest or account: at your tables, where ROSTER tells
    it, and by your friends, whom PRESENCE tells. All your connections are told RENAMED {userId,
    name, guest}. An account logs in by its new name, and no other account has it; three changes
    at once, and one in ten minutes after that."""
    user = await asker.hall.accounts.rename(user_of(asker), wish.name)
    return Known(user.id, user.name, user.guest)


@request("LOG_OUT", WS, HTTP)
async def log_out(asker: Asker, wish: LogOut) -> Nothing:
    """End this session, or all of yours `everywhere`: their tokens are worth nothing any more. A
    guest who does so never comes back."""
    hall, user, token = asker.hall, user_of(asker), asker.token
    if wish.everywhere:
        await hall.accounts.log_out_everywhere(user)
    elif token is not None:
        await hall.accounts.log_out(token)
        hall.end_sessions(user.id, token=token)
    asker.logged_out()
    return Nothing()


@request(
    "CHANGE_PASSWORD",
    WS,
    HTTP,
    who=Who.ACCOUNT,
    cost=registry.PASSWORD,
    refuses=(*ATTEMPTS, "WEAK_PASSWORD"),
)
async def change_password(asker: Asker, wish: ChangePassword) -> Nothing:
    """A new password; all your other sessions end, and no device is known any more."""
    hall, user = asker.hall, user_of(asker)
    await hall.accounts.change_password(
        user, wish.old, wish.new, keep=asker.token, address=asker.limited_host
    )
    hall.end_sessions(user.id, keep=asker.token)
    return Nothing()


@request(
    "DELETE_ACCOUNT",
    HTTP,
    cost=registry.PASSWORD,
    refuses=(*ATTEMPTS, "INVALID_GAME_STATE"),
)
async def delete_account(asker: Asker, wish: Proof) -> Nothing:
    """Delete the account: what is personal goes; games, chips and ratings stay, under no name. A
    guest has no password to prove it with."""
    host = asker.limited_host
    await asker.hall.accounts.delete(user_of(asker), wish.password, address=host)
    return Nothing()

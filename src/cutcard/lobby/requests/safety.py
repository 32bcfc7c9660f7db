"""What keeps an account its owner's: their sessions, a second factor, letters to their address."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ..factors import spelled, uri
from ..sessions import session_name, token_hash
from . import registry
from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, WS, Nothing, request
from .session import ATTEMPTS, Proof, Secret, Text

SessionName = Annotated[str, Meta(min_length=16, max_length=16)]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
CODE = ("INVALID_CODE", "RATE_LIMITED")


class OfSession(Struct):
    session: SessionName


class OfCode(Struct):
    code: Code


class Proved(Struct):
    password: Secret
    code: Code | None = None


class OfUser(Struct):
    user: Text


class NewPassword(Struct):
    user: Text
    code: Code
    password: Secret


class OneSession(Struct, rename="camel"):
    """A session: from where, since when, when it was last used (to the hour), until when."""

    session: str
    label: str
    created: int
    last_seen: int
    expires: int
    this: bool


class OwnSessions(Struct):
    sessions: list[OneSession]


class NewFactor(Struct):
    """For a program that shows codes: the secret as it is typed in, and as a picture holds it."""

    secret: str
    uri: str


class Recovery(Struct):
    """Codes that each work once in the place of the program's; they are shown this once."""

    recovery: list[str]


@request("SESSIONS", WS, HTTP, cost=LIST)
async def sessions(asker: Asker, wish: Nothing) -> OwnSessions:
    """Where you are logged in, the session used last first; `this` is the one that asks."""
    here = None if asker.token is None else token_hash(asker.token)
    return OwnSessions(
        [
            OneSession(
                session_name(one.hash),
                one.label,
                one.created,
                one.last_seen,
                one.expires,
                one.hash == here,
            )
            for one in await asker.hall.accounts.sessions(user_of(asker))
        ]
    )


@request("END_SESSION", WS, HTTP, refuses=("NO_SUCH_SESSION",))
async def end_session(asker: Asker, wish: OfSession) -> Nothing:
    """End one of your sessions, by its name in SESSIONS; its connections are closed."""
    hall, user = asker.hall, user_of(asker)
    ended = await hall.accounts.end_session(user, wish.session)
    for token in hall.tokens(user.id):
        if token_hash(token) == ended:
            hall.end_sessions(user.id, token=token)
    return Nothing()


@request("TOTP_BEGIN", WS, HTTP, who=Who.ACCOUNT, cost=registry.PASSWORD, refuses=ATTEMPTS)
async def totp_begin(asker: Asker, wish: Proof) -> NewFactor:
    """A second factor: a secret for a program that shows codes of six digits (RFC 6238). It is
    asked for at no log-in until TOTP_CONFIRM has shown that it arrived."""
    accounts, user = asker.hall.accounts, user_of(asker)
    await accounts.prove(user, wish.password, asker.limited_host)
    secret = await accounts.factors.begin(user)
    return NewFactor(spelled(secret), uri(secret, user.name))


@request("TOTP_CONFIRM", WS, HTTP, who=Who.ACCOUNT, refuses=CODE)
async def totp_confirm(asker: Asker, wish: OfCode) -> Recovery:
    """The program's code now: from here on every log-in needs one, or a recovery code."""
    return Recovery(await asker.hall.accounts.factors.confirm(user_of(asker), wish.code))


@request(
    "TOTP_END",
    WS,
    HTTP,
    who=Who.ACCOUNT,
    cost=registry.PASSWORD,
    refuses=(*ATTEMPTS, "CODE_REQUIRED", "INVALID_CODE"),
)
async def totp_end(asker: Asker, wish: Proved) -> Nothing:
    """No second factor any more; the password and a code prove that it is you."""
    accounts, user = asker.hall.accounts, user_of(asker)
    await accounts.prove(user, wish.password, asker.limited_host)
    await accounts.factors.prove(user, wish.code)
    await accounts.factors.end(user.id)
    return Nothing()


@request("SEND_CONFIRMATION", WS, HTTP, who=Who.ACCOUNT, cost=LIST, refuses=("INVALID_REQUEST",))
async def send_confirmation(asker: Asker, wish: Nothing) -> Nothing:
    """A letter with a code to the e-mail address in your profile, where the server sends any."""
    await asker.hall.accounts.ask_to_confirm(user_of(asker))
    return Nothing()


@request("CONFIRM_EMAIL", WS, HTTP, who=Who.ACCOUNT, refuses=CODE)
async def confirm_email(asker: Asker, wish: OfCode) -> Nothing:
    """The code of that letter: the address is known to be yours, and a forgotten password can be
    made anew through it."""
    await asker.hall.accounts.confirm_email(user_of(asker), wish.code, asker.limited_host)
    return Nothing()


@request("FORGOT_PASSWORD", WS, HTTP, who=Who.NOBODY, cost=LIST, refuses=("RATE_LIMITED",))
async def forgot_password(asker: Asker, wish: OfUser) -> Nothing:
    """A letter with a code for a new password, to the confirmed e-mail address of an account. The
    answer is the same where there is no such account or address."""
    await asker.hall.accounts.forgot(wish.user, asker.limited_host)
    return Nothing()


@request(
    "NEW_PASSWORD",
    WS,
    HTTP,
    who=Who.NOBODY,
    cost=registry.PASSWORD,
    refuses=(*CODE, "WEAK_PASSWORD"),
)
async def new_password(asker: Asker, wish: NewPassword) -> Nothing:
    """A new password with the code of that letter; all sessions of the account end. Log in with it
    afterwards."""
    await asker.hall.accounts.new_password(
        wish.user, wish.code, wish.password, address=asker.limited_host
    )
    return Nothing()

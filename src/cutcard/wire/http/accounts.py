"""Accounts over HTTP: become a guest, sign up, log in and out, and what is kept about oneself."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from msgspec import Struct

from cutcard.lobby.forms import Profile
from cutcard.lobby.requests.profile import Kept, OneProfile

from .route import carries


class Done(Struct):
    done: bool = True


def done(answer: Struct) -> Done:
    """An answer that says only that it is done."""
    return Done()


def _profile(answer: OneProfile) -> Profile:
    return answer.profile


def _document(answer: Kept) -> dict[str, Any]:
    return cast("dict[str, Any]", answer.document)  # as it is sent


_carries = partial(carries, part="accounts")

_carries(
    "POST",
    "/api/guests",
    "new_guest",
    "AUTH",
    status=201,
    fields=("name",),
    about="Become a guest, with a name of one's own or one made up.",
)
_carries(
    "POST",
    "/api/accounts",
    "sign_up",
    "SIGN_UP",
    status=201,
    signed="may",
    about="Make an account. With a guest's token the guest becomes that account, and keeps id, "
    "chips and ratings.",
)
_carries(
    "POST",
    "/api/sessions",
    "log_in",
    "LOG_IN",
    status=201,
    fields=("user", "password", "code", "device", "remember"),
    about="Log in; the token is valid for 30 days since it was last used. `remember` gives a "
    "`device` token, which keeps the next log-in from waiting for what strangers do.",
)
_carries("GET", "/api/sessions", "list_sessions", "SESSIONS")
_carries(
    "DELETE",
    "/api/sessions/this",
    "log_out",
    "LOG_OUT",
    fixed={"everywhere": False},
    says=done,
    about="Log out: the token that was sent is worth nothing from now on.",
)
_carries(
    "DELETE",
    "/api/sessions",
    "log_out_everywhere",
    "LOG_OUT",
    fixed={"everywhere": True},
    says=done,
    about="Log out everywhere, here too; all connections are closed.",
)
_carries("DELETE", "/api/sessions/{session}", "end_session", "END_SESSION", says=done)
_carries(
    "GET",
    "/api/me",
    "show_me",
    "PROFILE",
    fixed={"user": None},
    says=_profile,
    signed="must",
    about="Oneself, with what others do not see.",
)
_carries("PATCH", "/api/me", "change_me", "SET_PROFILE", says=_profile)
_carries(
    "POST",
    "/api/me/name",
    "change_name",
    "SET_NAME",
    then="PROFILE",
    says=_profile,
    about="Be called something else from now on, guest or account; an account logs in by it.",
)
_carries("POST", "/api/me/password", "change_password", "CHANGE_PASSWORD", says=done)
_carries("POST", "/api/passwords/forgotten", "forgot_password", "FORGOT_PASSWORD", says=done)
_carries("POST", "/api/passwords", "new_password", "NEW_PASSWORD", says=done)
_carries("POST", "/api/me/totp", "begin_totp", "TOTP_BEGIN", status=201)
_carries("POST", "/api/me/totp/confirm", "confirm_totp", "TOTP_CONFIRM")
_carries("POST", "/api/me/totp/end", "end_totp", "TOTP_END", says=done)
_carries("POST", "/api/me/email/letter", "send_confirmation", "SEND_CONFIRMATION", says=done)
_carries("POST", "/api/me/email/confirm", "confirm_email", "CONFIRM_EMAIL", says=done)
_carries("GET", "/api/me/history", "my_history", "HISTORY", fixed={"user": None}, signed="must")
_carries("GET", "/api/me/stats", "my_stats", "PLAYER_STATS", fixed={"user": None}, signed="must")
_carries(
    "GET", "/api/me/ratings", "my_ratings", "RATING_CURVE", fixed={"user": None}, signed="must"
)
_carries("GET", "/api/me/export", "export_me", "EXPORT", says=_document)
_carries("POST", "/api/me/delete", "delete_me", "DELETE_ACCOUNT", says=done)
_carries(
    "GET",
    "/api/users/{user}",
    "show_user",
    "PROFILE",
    says=_profile,
    signed="may",
    about="A person as others see them, by id or by an account's name.",
)

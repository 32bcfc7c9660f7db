"""What admins may do over HTTP, and anybody's ledger of chips."""

from __future__ import annotations

from functools import partial

from cutcard.lobby.requests.profile import Ledger

from .route import CSV, carries


def _csv(answer: Ledger) -> str:
    return answer.csv


_carries = partial(carries, part="admin")

_carries("POST", "/api/admin/passwords", "reset_password", "RESET_PASSWORD")
_carries("POST", "/api/admin/invitations", "invite", "INVITE", status=201)
_carries(
    "GET",
    "/api/me/chips.csv",
    "my_ledger",
    "LEDGER",
    media=CSV,
    fixed={"user": None},
    says=_csv,
    about="Every entry of one's own chips: what came, what went, why, and at which table.",
)
_carries(
    "GET",
    "/api/users/{user}/chips.csv",
    "ledger_of",
    "LEDGER",
    media=CSV,
    says=_csv,
    about="The same of anybody, for admins.",
)

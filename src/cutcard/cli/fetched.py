"""A deal's file as a server gives it to one of its players, for `cutcard replay --url`."""

from __future__ import annotations

import http.client
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import click
from msgspec import MsgspecError, Struct, json

PATIENCE = 30  # seconds
MOST = 64 << 20  # bytes of a file


class Who(Struct, frozen=True):
    """By which a server knows a player: a token, or a name whose password is asked for; neither:
    a spectator."""

    token: str | None = None
    user: str | None = None


def fetched(url: str, which: tuple[int, int], who: Who) -> bytes:
    """The signed file of a deal that is over, with what that player's seat was told."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise click.UsageError("--url takes a server's address such as http://localhost:8000")
    base, (table, deal) = url.rstrip("/"), which
    token = who.token
    if token is None and who.user is not None:
        password = click.prompt(f"Password of {who.user}", hide_input=True, err=True)
        wish = json.encode({"user": who.user, "password": password})
        token = json.decode(_asked(f"{base}/api/sessions", None, wish))["token"]
    return _asked(f"{base}/api/deals/{table}/{deal}/proof", token)


def _asked(url: str, token: str | None, body: bytes | None = None) -> bytes:
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with urlopen(Request(url, body, headers), timeout=PATIENCE) as answer:  # noqa: S310 # http alone
            text: bytes = answer.read(MOST)
            return text
    except HTTPError as no:
        raise click.ClickException(_sentence(no)) from None
    except (URLError, http.client.HTTPException, OSError) as no:
        reason: Any = getattr(no, "reason", no)
        raise click.ClickException(f"{url} does not answer: {reason}.") from None


def _sentence(no: HTTPError) -> str:
    """What the server says of it."""
    try:
        error = json.decode(no.read(1 << 16))["error"]
        return f"The server says: {error['message']} ({error['code']})."
    except (MsgspecError, LookupError, TypeError):
        return f"The server answered {no.code}."

"""Who asks over HTTP: one request, with a token or without. It has no connection on which anything
could be told later."""

from __future__ import annotations

from aiohttp import web

from cutcard.lobby.requests import Manners
from cutcard.table.words import User

from .. import logs
from ..fleeting import Fleeting
from ..hall import Hall
from ..limits import Address, group
from ..paying import Paying
from .line import HttpLine

FORWARDED = "X-Forwarded-For"
HALL: web.AppKey[Hall] = web.AppKey("hall", Hall)


def host_of(request: web.Request) -> str:
    """Whose request it is, where a proxy stands between too."""
    line = request.protocol
    peer = line.host if isinstance(line, HttpLine) else request.remote or ""
    return request.app[HALL].proxies.client(peer, request.headers.getall(FORWARDED, ()))


def address_of(request: web.Request) -> Address | None:
    """The account of its address, or None where it is not limited."""
    hall = request.app[HALL]
    return hall.addresses.of(host_of(request), hall.loop.time())


class Call(Fleeting, Paying):
    """A request as a route sees it: an Asker."""

    __slots__ = ("hall", "request", "status", "user")
    manners = Manners(
        "http", "Send your token: Authorization: Bearer <token>", again=True, lasts=False
    )

    def __init__(self, request: web.Request) -> None:
        self.request = request
        self.status: int | None = None  # where the route answers with another than its usual one
        self.hall = request.app[HALL]
        self.user: User | None = None

    @property
    def token(self) -> str | None:
        """The token that was sent, if one was."""
        kind, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return token.strip() or None if kind.lower() == "bearer" else None

    async def identify(self) -> None:
        """See whose token was sent; nobody's is refused, none at all is not."""
        token = self.token
        if token is not None:
            self.user = await self.hall.accounts.known(token)
            logs.request.get({})["user"] = self.user.id

    @property
    def key(self) -> str | None:
        return self.request.headers.get("Idempotency-Key")

    @property
    def _address(self) -> Address | None:
        return address_of(self.request)

    @property
    def host(self) -> str:
        return host_of(self.request)

    @property
    def limited_host(self) -> str | None:
        return None if self._address is None else group(host_of(self.request))

    def owe(self, more: float) -> None:
        """It costs so much more than a message; never more than who asked has in a while."""
        address = self._address
        if address is not None and more > 0:
            address.messages.owe(min(more, address.messages.burst))

    async def may_be_guest(self) -> bool:
        address = self._address
        return address is None or await self.hall.may_be_guest(address, self.host)

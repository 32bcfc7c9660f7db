"""Who asks, whatever they speak: what a request may know of a connection, and do with it.

Each dialect gives its own `Asker`. How a dialect's connections differ is said as data, in its
`Manners`; no request knows a dialect by name.
"""

from __future__ import annotations

from collections.abc import Awaitable
from enum import Enum
from typing import Any, Protocol

from msgspec import Struct

from cutcard.table.house import House
from cutcard.table.words import Refusal, User, Word

from ..accounts import Accounts
from ..forms import LEAST_PASSWORD
from ..lobby import Lobby


class Who(Enum):
    """Who may ask. On a connection one says who one is before anything but NOBODY's."""

    NOBODY = "anybody, first of all"
    ANYONE = "anybody"
    USER = "guests and accounts"
    ACCOUNT = "accounts"
    MODERATOR = "moderators and admins"
    ADMIN = "admins"


class Manners(Struct, frozen=True):
    """How the connections of a dialect are."""

    label: str  # of the sessions that begin there
    log_in: str  # what to do for who has not said who they are
    again: bool = False  # who is known may log in as somebody else
    lasts: bool = True  # something can be told later
    enters: bool = True  # who signs up is logged in by it; a guest becomes the account
    least_password: int = LEAST_PASSWORD  # characters of one that is made there


class Services(Protocol):
    """What there is to ask of."""

    house: House
    accounts: Accounts
    lobby: Lobby

    def end_sessions(
        self, user: str, *, token: str | None = None, keep: str | None = None
    ) -> None: ...

    def figures(self) -> dict[str, float]:
        """How the house does now, by name."""

    def tokens(self, user: str) -> set[str]:
        """Of the sessions that a user's connections were opened with."""


class Asker(Protocol):
    """A connection, or one request of somebody who has none."""

    @property
    def manners(self) -> Manners: ...

    @property
    def hall(self) -> Services: ...

    @property
    def user(self) -> User | None:
        """Who has said who they are."""

    @property
    def token(self) -> str | None:
        """Of the session."""

    @property
    def host(self) -> str:
        """The address it comes from."""

    @property
    def key(self) -> str | None:
        """Of the request that is run: sent again, it is the same request."""

    @property
    def limited_host(self) -> str | None:
        """The address it comes from; None where addresses are not limited."""

    def owe(self, more: float) -> None:
        """What was asked costs so many messages more than its kind does."""

    async def may_be_guest(self) -> bool:
        """Whether one more new guest may come from there."""

    def may_be(self, user: User) -> None:
        """Refuses where this connection cannot be that user's now."""

    def enter(self, user: User, token: str) -> str | None:
        """It is that user's from now on; the token of the session it had before, if another."""

    def show_legal(self, many: int) -> None:
        """How many legal moves to show with a view: all (-1), none, or the first few."""

    def speak_fair(self) -> None:
        """Give shares of what is shuffled, and be told of it."""

    def hear(self, word: Word) -> None:
        """Be told something."""

    def attach(self, table: int, *, watch: bool = False, link: str | None = None) -> None:
        """Be told from now on what happens at a table, where it can be told."""

    def detach(self, table: int) -> None:
        """Hear no more of a table."""

    def look(self, table: int, last_seq: int | None) -> Awaitable[Any] | None:
        """Be told what was missed there; a seat's owner who comes back is attached by it."""

    def logged_out(self) -> None:
        """Its session has ended; it ends, after what is being answered."""


def user_of(asker: Asker) -> User:
    """Who asks; only requests of NOBODY and ANYONE are run for nobody."""
    if asker.user is None:
        raise Refusal("NOT_AUTHENTICATED", asker.manners.log_in)
    return asker.user

"""What a store keeps of people: guests and accounts, their sessions, invitations and play chips.

It sees no password and no token: only what was made of them. All chips are booked twice, so that
what one account gains another loses, and `balance` of a user changes in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

PLAYER, MODERATOR, ADMIN = "player", "moderator", "admin"
BANK = "bank"


def table_account(table: int) -> str:
    """The account of a table: what lies on it."""
    return f"table:{table}"


class NameTaken(Exception):
    """Somebody has this login already."""


class InvitationUsed(Exception):
    """There is no such invitation, or no longer."""


class Person(Struct, frozen=True):
    """A user the store knows. `number` counts from 1."""

    id: str
    name: str
    guest: bool
    number: int = 0
    role: str = PLAYER


class Session(Struct, frozen=True):
    """Somebody who is logged in, until it expires. Times are epoch ms."""

    person: Person
    created: int
    last_seen: int
    expires: int
    label: str


class Credentials(Struct, frozen=True):
    """What an account logs in with: its name in the form that is compared, and a hash."""

    name: str
    login: str
    password: str


class Account(Struct, frozen=True):
    """All that is kept about a person, the password's hash apart."""

    person: Person
    fullname: str
    email: str
    phone: str
    dob: str
    country: str
    gender: str
    balance: int
    created: int
    confirmed: str = ""  # the e-mail address that letters have reached
    hidden: bool = False  # on no leaderboard


class Booking(Struct, frozen=True):
    """Chips that a batch moves between a table and an account."""

    table: int
    deal: int | None
    seat: int | None
    at: int
    account: str  # a user's id, or the bank
    amount: int  # what the account gains
    reason: str
    balance: int | None = None  # what a user has after it


class SeatChips(Struct, frozen=True):
    """Whose chips were put on a table from a seat, and how many more than were taken off."""

    table: int
    seat: int
    account: str
    put_in: int


class ChipRow(Struct, frozen=True, rename="camel"):
    """One side of an entry in the chip ledger."""

    id: int
    entry: int
    at: int
    account: str
    amount: int
    reason: str
    table: int | None
    deal: int | None
    seat: int | None


class Sums(Struct, frozen=True):
    """The chip ledger added up."""

    users: int  # what the users' balances say
    users_booked: int  # what was booked to them
    tables: int
    events: int
    bank: int  # below zero by what it has given out
    torn: int  # entries whose rows do not add up to nothing
    differing: int  # users whose balance is not what was booked
    overdrawn: int  # what is closed and still holds chips, and what is below zero


class People(Protocol):
    """The part of a store that keeps people."""

    async def create_user(
        self,
        name: str,
        guest: bool,
        token_hash: bytes,
        *,
        chips: int = 0,
        expires: int = 2**53,
        label: str = "",
    ) -> Person:
        """A new guest with a session, granted that many chips from the bank."""

    async def create_account(
        self,
        who: Credentials,
        details: Mapping[str, str],
        *,
        chips: int = 0,
        guest: str | None = None,
        invitation: bytes | None = None,
    ) -> Person:
        """A new account, or the guest of that id made one: id, chips and ratings stay. The
        invitation is used up with it. NameTaken, InvitationUsed."""

    async def person(self, user: str) -> Person | None: ...

    async def account(self, user: str) -> Account | None:
        """What is kept about a user; None also for one that was deleted."""

    async def credentials(self, login: str) -> tuple[Person, str] | None:
        """Whose login it is, and the hash of the password."""

    async def password(self, user: str) -> str | None:
        """The hash of a user's password; None for a guest."""

    async def find_person(self, login: str) -> Person | None:
        """The account with this login."""

    async def list_people(self, limit: int = 100, after: int = 0) -> list[Account]:
        """By number, deleted ones left out."""

    async def session(self, token_hash: bytes) -> Session | None:
        """Whose token it is, expired or not."""

    async def add_session(self, user: str, token_hash: bytes, expires: int, label: str) -> None: ...

    async def touch_session(self, token_hash: bytes, seen: int, expires: int) -> None: ...

    async def end_session(self, token_hash: bytes) -> None: ...

    async def end_sessions(self, user: str, but: bytes | None = None) -> None:
        """All of a user's, or all but one."""

    async def set_password(self, user: str, password: str) -> None: ...

    async def set_role(self, user: str, role: str) -> None: ...

    async def set_name(self, user: str, name: str, login: str) -> Person | None:
        """A user is called something else, at their seats too; `login` is the name as it is
        compared, and an account logs in with it. NameTaken where another account does; None
        where there is no such user any more."""

    async def set_details(self, user: str, details: Mapping[str, str]) -> None:
        """fullname, email, phone, dob, country, gender: those named."""

    async def delete_user(self, user: str, at: int) -> str:
        """Empties a user of all that is personal and returns the name they have now; their chips
        go to the bank, their games and ratings stay without them."""

    async def personal_data(self, user: str) -> dict[str, Any]:
        """All that is kept about a user, as builtins."""

    async def add_invitation(self, code_hash: bytes, by: str | None, expires: int) -> None: ...

    async def balance(self, user: str) -> int:
        """A user's play chips; 0 for one who is not known."""

    async def balances(self, users: Sequence[str]) -> dict[str, int]:
        """What each of these has; 0 who is not known."""

    async def richest(self, limit: int = 20) -> list[tuple[Person, int]]:
        """Most chips first."""

    async def chip_rows(
        self, account: str | None = None, *, after: int = 0, limit: int = 1000
    ) -> list[ChipRow]:
        """The ledger, or one account's part of it, oldest first."""

    async def last_booking(self) -> int:
        """The id of the ledger's newest row; 0: it is empty."""

    async def chip_sums(self) -> Sums: ...

    async def chips_on_tables(self, tables: Sequence[int]) -> list[SeatChips]:
        """Of these, which are open; of a seat's several holders the last comes last."""

    async def grant(self, user: str, chips: int) -> int:
        """Chips from the bank, as an admin gives them; the new balance."""

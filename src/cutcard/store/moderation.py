"""What a store keeps of moderation: sanctions, the trail of every act, appeals, what reports came
to; and what a look at fair play is made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from .people import Person
from .social import Report

SUSPEND, BAN, MUTE, NAME = "suspend", "ban", "mute", "name"
LIFT, CLOSE, SETTLE, ANSWER, ROLE, WORDS = "lift", "close", "settle", "answer", "role", "words"
REVEAL, LOOK, RESTORE = "reveal", "look", "restore"
"""A sealed deal was opened by the operator; an admin looked at a deal with all that was hidden; the
database was put back from a backup."""
HOUSE = "house"
"""Who makes the reports that no person makes."""


class Sanction(Struct, frozen=True, rename="camel"):
    """Something laid on a user, or on a range of addresses. Times are epoch ms."""

    id: int
    kind: str
    user: str | None
    net: str | None
    since: int
    until: int | None  # None: for good
    why: str
    code: str  # what an appeal is sent with
    name: str = ""  # the one that was taken away
    answer: str = ""  # to the last appeal
    lifted: int | None = None

    def stands(self, now: int) -> bool:
        return self.lifted is None and (self.until is None or self.until > now)


class Act(Struct, frozen=True, rename="camel"):
    """One entry of the trail: who did what to whom, when, and why."""

    id: int
    at: int
    by: str  # a user's id; "": the command line
    what: str
    whom: str  # a user's id, a range, the number of a report or an appeal; "" at a table
    table: int | None
    sanction: int | None
    why: str


class Appeal(Struct, frozen=True, rename="camel"):
    """What somebody wrote against a sanction, and what they were answered."""

    id: int
    at: int
    sanction: int
    user: str | None
    text: str
    answered: int | None = None
    answer: str = ""
    granted: bool = False


class Meeting(Struct, frozen=True):
    """A rated match of two users with each other, and by how much each one's rating changed."""

    table: int
    match: int
    at: int
    first: float
    second: float


class Moderated(Protocol):
    """The part of a store that keeps moderation."""

    async def lay(self, sanction: Sanction, act: Act) -> Sanction:
        """The sanction and the act of laying it; the numbers they hold do not count."""

    async def take_name(
        self, sanction: Sanction, act: Act, name: str, login: str
    ) -> tuple[Sanction, Person] | None:
        """Likewise, and its user is called `name` from now on; None where there is no such one.
        NameTaken as in `set_name`."""

    async def lift(self, sanction: int, act: Act) -> Sanction | None:
        """It stands no more; None where it did not."""

    async def add_act(self, act: Act) -> int:
        """Its number."""

    async def appoint(self, user: str, role: str, act: Act) -> None:
        """A role given or taken, on the trail."""

    async def sanctions(self, now: int) -> list[Sanction]:
        """Those that stand, by number."""

    async def sanctions_of(self, user: str) -> list[Sanction]:
        """All that were ever laid on a user, the last first."""

    async def sanction_of(self, code: str) -> Sanction | None: ...

    async def acts(self, limit: int = 100, after: int = 0, whom: str = "") -> list[Act]:
        """By number; of one user, where named."""

    async def last_act(self) -> int:
        """The number of the last one; 0: none."""

    async def staff(self) -> dict[str, str]:
        """Who has another role than a player's: id and role."""

    async def report(self, report: int) -> Report | None: ...

    async def settle_report(self, report: int, verdict: str, act: Act) -> bool:
        """False where there is none open of that number."""

    async def add_appeal(self, appeal: Appeal, waiting: int, most: int) -> int | None:
        """Its number; None where so many wait for an answer already, or were ever sent."""

    async def appeals(
        self, limit: int = 100, after: int = 0, *, waiting: bool = True
    ) -> list[Appeal]:
        """By number: those without an answer, or all."""

    async def answer_appeal(
        self, appeal: int, answer: str, granted: bool, act: Act
    ) -> Appeal | None:
        """Answered; where it is granted the sanction is lifted, which is an act of its own. None
        where none of that number waits."""

    async def table_users(self, table: int) -> list[str]:
        """Whose chips were ever on a table; the first twenty."""

    async def table_sums(self, users: Sequence[str], since: int) -> list[tuple[int, str, int]]:
        """Table, user and what they have won there by now, of their last entries in the ledger."""

    async def meetings(self, first: str, second: str, game: str, since: int) -> list[Meeting]:
        """Rated matches of the two with each other, oldest first; the last hundred at most."""

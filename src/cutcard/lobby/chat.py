"""What is said at the tables: cleaned, counted and kept for a while. Reads no clock and knows no
socket: who hears a line is the lobby's business.

Players and spectators hear what players say. What spectators say is heard by spectators alone
while a match runs, for they may see what a player must not be told.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Container

from msgspec import UNSET, Struct, UnsetType, field

from cutcard.table.words import Refusal, User

from .bucket import Turnstile
from .looks import unheaped

LONGEST = 500  # characters
KEPT = 50  # lines of each table
RATE, BURST = 0.5, 5.0  # lines a second of one user, and at once
TABLE, SPECTATORS = "table", "spectators"

# What shows nothing by itself but can turn a line around or hide in it.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
JOINERS = "\u200c\u200d"  # needed to write some languages, and some emoji


class ChatLine(Struct, frozen=True, rename="camel"):
    """Something said."""

    table: int
    sender: str = field(name="from")
    name: str
    text: str
    at: int  # epoch ms
    channel: str
    phrase: str | UnsetType = UNSET  # the name of what was said, for whoever reads another language


def clean(text: str, longest: int = LONGEST) -> str:
    """One line without control characters and heaps of marks; Refusal where nothing is left, or too
    much."""
    seen = " ".join(unheaped("".join(c for c in text if _shows(c))).split())
    if not seen.strip(JOINERS):
        raise Refusal("INVALID_REQUEST", "There is nothing to say in that")
    if len(seen) > longest:
        raise Refusal("INVALID_REQUEST", f"A line has at most {longest} characters")
    return seen


def _shows(letter: str) -> bool:
    return letter.isspace() or letter in JOINERS or unicodedata.category(letter) not in UNSEEN


class Chat:
    """The last lines of every table, and how much each user has said lately."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._lines: dict[int, deque[ChatLine]] = {}
        self._turnstile = Turnstile(rate, burst)

    def say(  # noqa: PLR0917 - where, who, what, when
        self,
        table: int,
        user: User,
        text: str,
        channel: str,
        now: int,
        wall: int,
        phrase: str | UnsetType = UNSET,
    ) -> ChatLine:
        """A line, if the user may say one more now."""
        text = clean(text)
        if not self._turnstile.take(user.id, now / 1000):
            raise Refusal("RATE_LIMITED", "You talk too fast; wait a moment")
        line = ChatLine(table, user.id, user.name, text, wall, channel, phrase)
        self._lines.setdefault(table, deque(maxlen=KEPT)).append(line)
        return line

    def take_up(self, table: int, lines: list[ChatLine]) -> None:
        """What was said at a table before it came here."""
        if lines:
            self._lines[table] = deque([*lines, *self._lines.get(table, ())], maxlen=KEPT)

    def lines(self, table: int, *, seated: bool, until: int | None = None) -> list[ChatLine]:
        """The last lines a player may read, or a spectator: of what players said only what is
        older than their delay (`until`, epoch ms)."""
        found = self._lines.get(table, ())
        if seated:
            return [line for line in found if line.channel == TABLE]
        return [line for line in found if _for_watchers(line, until)]

    def said_by(self, user: str, table: int | None) -> list[ChatLine]:
        """What a user said, at one table or all: for a report."""
        tables = self._lines if table is None else [table]
        found = [line for number in tables for line in self._lines.get(number, ())]
        return [line for line in found if line.sender == user]

    def said_at(self, table: int) -> list[ChatLine]:
        """What all said at a table lately: for a report."""
        return list(self._lines.get(table, ()))

    def sweep(self, tables: Container[int]) -> None:
        """Forgets what was said at tables that are closed."""
        for table in [table for table in self._lines if table not in tables]:
            del self._lines[table]


def _for_watchers(line: ChatLine, until: int | None) -> bool:
    return line.channel == SPECTATORS or until is None or line.at <= until

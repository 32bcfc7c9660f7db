"""What goes wrong when a card file is read: small checks, each of which notes its problem.

A problem is a sentence with the path to where it is; nothing stops at the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any
from unicodedata import category
from unicodedata import name as called

from . import vocabulary as v

LENGTH = 300  # of a text
LARGEST = 99
LIST = 12
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # controls, bidi marks, private, unassigned
MOST = 100  # problems that are listed
HINTS = 30  # of them with what may have been meant, which takes a while to find
LISTED = 40  # words that may stand somewhere
HINTED = 40  # characters of a word that is worth a hint
_ID = re.compile(r"[a-z][a-z0-9_]{1,39}$")


class Enough(Exception):
    """So many problems that nobody reads on."""


class Notes:
    """All problems found so far."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.texts: set[str] = set()  # those that may be any: the maker's own words

    def say(self, where: str, text: str) -> None:
        if len(self.said) >= MOST:
            raise Enough
        self.said.append(f"{where}: {text}" if where else text)

    def known(self, where: str, what: Mapping[str, Any], fields: set[str], of: str) -> None:
        for name in what:
            if name not in fields:
                near = self.near(str(name), fields)
                hint = f"; did you mean '{near[0]}'?" if near else ""
                self.say(where, f"{of} has no field {brief(name)}{hint}")

    def near(self, word: str, words: Iterable[str]) -> list[str]:
        if len(word) > HINTED or len(self.said) >= HINTS:
            return []
        return get_close_matches(word, sorted(words), 1)

    def word(self, where: str, value: Any, words: tuple[str, ...] | set[str], what: str) -> bool:
        if isinstance(value, str) and value in words:
            return True
        near = self.near(str(value).upper(), words) or self.near(str(value), words)
        listed = sorted(words)[:LISTED]
        more = f" and {len(words) - LISTED} more" if len(words) > LISTED else ""
        hint = f"did you mean '{near[0]}'?" if near else f"one of {', '.join(listed)}{more}"
        self.say(where, f"{brief(value)} is no {what}; {hint}")
        return False

    def number(self, where: str, value: Any, low: int, high: int = LARGEST) -> bool:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return True
        self.say(where, f"a whole number from {low} to {high} is wanted, not {brief(value)}")
        return False

    def flag(self, where: str, value: Any) -> None:
        if not isinstance(value, bool):
            self.say(where, f"true or false is wanted, not {brief(value)}")

    def mapping(self, where: str, value: Any, what: str) -> bool:
        if isinstance(value, dict):
            return True
        self.say(where, f"{what} is an object, not {brief(value)}")
        return False

    def listing(self, where: str, value: Any, what: str, most: int = LIST) -> bool:
        if isinstance(value, list) and len(value) <= most:
            return True
        got = f"{len(value)} entries" if isinstance(value, list) else brief(value)
        self.say(where, f"{what} is a list of at most {most}, not {got}")
        return False

    def text(self, where: str, value: Any) -> None:
        if not isinstance(value, str) or len(value) > LENGTH:
            self.say(where, f"a text of at most {LENGTH} characters is wanted, not {brief(value)}")
        elif odd := next((one for one in value if category(one) in UNSEEN), None):
            self.say(
                where,
                f"U+{ord(odd):04X} ({called(odd, 'a control')}) is not seen, or turns text around",
            )
        else:
            self.texts.add(value)

    def keyword(self, where: str, value: Any) -> None:
        upper = value.upper() if isinstance(value, str) else value  # B45: either case is read
        self.word(where, upper, v.KEYWORDS, "keyword")

    def words(self, where: str, value: Any, check: Any) -> None:
        if self.listing(where, value, where.rpartition(".")[2]):
            for one in value:
                check(where, one)

    def name(self, where: str, value: Any) -> None:
        if not isinstance(value, str) or not _ID.match(value):
            self.say(where, f"an id of a-z, 0-9 and _ is wanted, not {brief(value)}")
        else:
            self.texts.add(value)


def brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"

"""The lines above a PokerStars hand: its number, the stakes, the date, the table and the seats.
What PHH has a field for is kept in the record's extras, and written from there."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import Any

from .phh import Malformed, Unsupported

MONEY = r"[$€£]?([0-9][0-9,.]*)"
_HAND = re.compile(r"PokerStars .*?(?:Hand|Game) #(\d+):")
_STAKES = re.compile(rf"(?:\((?:Level \w+ )?|, ){MONEY}/{MONEY}(?P<rest>[^)]*)\)")
_EVENT = re.compile(r"(Tournament #\d+, (?:Freeroll|\S+(?: [A-Z]{3})?))")
_LEVEL = re.compile(r"Level ([IVXLC]+)\b")
_ROMAN = (
    *(("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10)),
    *(("IX", 9), ("V", 5), ("IV", 4), ("I", 1)),
)
_DATE = re.compile(r"(\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d):(\d\d)(?: ([A-Z]{2,4}))?")
_TABLE = re.compile(r"Table '(.*?)' (\d+)-max")
_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP"}


class Head:
    """What a hand's first two lines say."""

    def __init__(self, lines: list[str]) -> None:
        first = lines[0]
        hand, stakes = _HAND.match(first), _STAKES.search(first)
        if hand is None or stakes is None:
            raise Unsupported(f"no hand of PokerStars: {first[:70]!r}")
        self.small, self.big = decimal(stakes[1]), decimal(stakes[2])
        self.extras: dict[str, Any] = {"hand": int(hand[1])}
        if event := _EVENT.search(first):
            self.extras["event"] = event[1]
            if level := _LEVEL.search(first):
                self.extras["level"] = _number(level[1])
        else:
            self._currency(stakes)
        if date := _DATE.search(first):
            self._date(date)
        table = next((m for line in lines[1:3] if (m := _TABLE.match(line))), None)
        if table is not None:
            self.extras |= {"table": table[1], "seat_count": int(table[2])}

    def _currency(self, stakes: re.Match[str]) -> None:
        symbol = stakes[0].lstrip("(, ")[:1]
        code = re.search(r"\b[A-Z]{3}\b", stakes["rest"])
        if symbol in _SYMBOLS:
            self.extras["currency"] = code[0] if code else _SYMBOLS[symbol]
            self.extras["currency_symbol"] = symbol

    def _date(self, date: re.Match[str]) -> None:
        year, month, day = map(int, date.groups()[:3])
        try:  # TOML's own kind, as it is in a file
            at = tomllib.loads(f"time = {date[4]:0>2}:{date[5]}:{date[6]}")
        except tomllib.TOMLDecodeError:
            raise Malformed(f"{date[0]} is no time") from None
        self.extras |= {**at, "day": day, "month": month, "year": year}
        if date[7]:
            self.extras["time_zone_abbreviation"] = date[7]


def decimal(word: str) -> Decimal:
    """An amount as it is written."""
    return Decimal(word.replace(",", "").rstrip("."))


def roman(number: int) -> str:
    """A level as PokerStars writes it."""
    text = ""
    for letters, worth in _ROMAN:
        many, number = divmod(number, worth)
        text += letters * many
    return text


def _number(text: str) -> int:
    number = 0
    for letters, worth in _ROMAN:
        while text.startswith(letters):
            number, text = number + worth, text.removeprefix(letters)
    return number


def date_of(extras: dict[str, Any]) -> str:
    """` - 2026/11/16 14:05:00 ET`; nothing where the record has no date."""
    if not {"year", "month", "day"} <= extras.keys():
        return ""
    day = f"{extras['year']}/{extras['month']:02}/{extras['day']:02}"
    clock = str(extras.get("time", "00:00:00")).partition(".")[0]
    zone = extras.get("time_zone_abbreviation") or "UTC"
    return f" - {day} {clock} {zone}"

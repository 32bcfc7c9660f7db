"""What whoever opens a table chooses, the book that follows from it, and both in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, structs

from cutcard.kernel.cards import RANKS
from cutcard.kernel.game import Record

from .book import PRESETS, Book, preset, strength_text

Level = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class Options(Record, frozen=True):
    """A preset, any value of it set alone, how long a match lasts, and whether cards are shuffled.

    A value left out is the preset's.
    """

    preset: Literal["spec", "competition"] = "spec"
    match: Literal["levels", "deals", "minutes", "boards"] = "levels"
    deals: Annotated[int, Meta(ge=1, le=200)] = 8
    minutes: Annotated[int, Meta(ge=1, le=600)] = 40
    shuffle: bool = True  # False 不洗牌: tricks are gathered as they lie and dealt in packets
    flush_beats: Annotated[int, Meta(ge=4, le=10)] | None = None
    anti_tribute: Literal["optional", "auto"] | None = None
    anti_together: bool | None = None
    advance: dict[Literal["2", "3", "4"], Annotated[int, Meta(ge=0, le=12)]] | None = None
    a_limit: Annotated[int, Meta(ge=1, le=20)] | None = None
    a_drop_to: Level | None = None
    a_consecutive: bool | None = None
    a_fails: Literal["last", "unpassed"] | None = None
    equal_tribute: Literal["seat", "random", "choice"] | None = None
    return_max: Annotated[int, Meta(ge=2, le=14)] | None = None
    turn_seconds: Annotated[int, Meta(ge=1, le=600)] | None = None
    pause_seconds: Annotated[int, Meta(ge=0, le=120)] | None = None
    declare_pair: bool | None = None


_VALUES = tuple(name for name in Book.__struct_fields__ if name != "advance")


def book_of(options: Options) -> Book:
    """The values a table plays by."""
    steps = options.advance or {}
    alone = tuple(getattr(options, name) for name in _VALUES)
    return _book(options.preset, alone, tuple(steps.items()))


@lru_cache(maxsize=64)
def _book(name: str, alone: tuple[object, ...], steps: tuple[tuple[str, int], ...]) -> Book:
    book = preset(name)
    given = dict(steps)
    advance = tuple(given.get(place, step) for place, step in zip("234", book.advance, strict=True))
    values = {key: value for key, value in zip(_VALUES, alone, strict=True) if value is not None}
    return structs.replace(book, advance=advance, **values)


def rules_in_words(options: Options) -> list[str]:
    """A table's rules, a sentence each, for whoever sits down."""
    book = book_of(options)
    second, third, last = book.advance
    length = {
        "levels": "The match is won by passing A.",
        "deals": f"The match has {options.deals} deals; the higher level wins.",
        "minutes": f"No deal starts after {options.minutes} minutes; the higher level wins.",
        "boards": f"The match has {options.deals} boards, each by itself and without tribute, the "
        "first at 2, the next at 3 and so on; the levels won are added up.",
    }
    anti = {
        "optional": "A payer with both big jokers may refuse tribute.",
        "auto": "Both big jokers with the payer cancel tribute by themselves.",
    }
    equal = {
        "seat": "Of two equal tributes the first takes that of the next player in turn.",
        "random": "Two equal tributes are drawn by lot.",
        "choice": "Of two equal tributes the first takes the one they like.",
    }
    fails = {
        "last": "winning one's own A deal with the partner last",
        "unpassed": "one's own A deal without passing",
    }
    gathered = not options.shuffle and options.match != "boards"
    row = "in a row " if book.a_consecutive else ""
    return [
        f"Preset: {options.preset}.",
        length[options.match],
        f"Bombs: {strength_text(book)}.",
        f"First with the partner second, third, last: {second}, {third}, {last} levels up.",
        f"At A it counts as a failure: {fails[book.a_fails]}; "
        f"{book.a_limit} {row}send a team back to {_spoken(book.a_drop_to)}.",
        anti[book.anti_tribute],
        *(["Two payers' big jokers count together."] if book.anti_together else []),
        equal[book.equal_tribute],
        f"A card returned is {_spoken_key(book.return_max)} or lower and no level card.",
        f"{book.turn_seconds} seconds a turn.",
        *([f"{book.pause_seconds} seconds between deals."] if book.pause_seconds else []),
        *(["Full houses are compared by the pair."] if book.declare_pair else []),
        *(["Cards are not shuffled between deals."] if gathered else []),
    ]


def preset_table() -> list[tuple[str, str, str]]:
    """What the presets set differently: (value, spec, competition)."""
    ours, official = PRESETS["spec"], PRESETS["competition"]
    return [
        (name, str(getattr(ours, name)), str(getattr(official, name)))
        for name in Book.__struct_fields__
        if getattr(ours, name) != getattr(official, name)
    ]


def _spoken(level: str) -> str:
    return "10" if level == "T" else level


def _spoken_key(value: int) -> str:
    return _spoken(RANKS[value - 2])

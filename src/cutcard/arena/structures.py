"""Structures that ship, from hyper to marathon (docs/rules/tournament.md, its last section): data,
each held to the validator. An event's file may name one in the place of its levels."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, get_args

from msgspec import MsgspecError, Struct, convert, json

from cutcard.kernel.game import Illegal

from .event.terms import Row, Terms, check_terms
from .matches.words import MOST_SWISS, Format
from .matches.words import Terms as MatchTerms
from .matches.words import check_terms as check_match_terms


class Structure(Struct, frozen=True, rename="camel"):
    """Levels and what goes with them; `more` are terms of its own (rebuys, payouts, table size)."""

    text: str
    start_stack: int
    levels: tuple[Row, ...]
    more: dict[str, Any]


@cache
def structures() -> dict[str, Structure]:
    """Every structure that ships, by name, quick ones first."""
    raw: dict[str, dict[str, Any]] = json.decode(
        files("cutcard.arena").joinpath("structures.json").read_bytes()
    )
    return {name: _read(one) for name, one in raw.items()}


def _read(one: dict[str, Any]) -> Structure:
    rest = {k: v for k, v in one.items() if k not in ("text", "startStack", "levels")}
    levels = convert(one["levels"], tuple[Row, ...])
    return Structure(one["text"], one["startStack"], levels, rest)


def read_terms(text: str | bytes) -> Terms:
    """An event's terms out of its file (JSON, the fields of `Terms`); as `terms_of`."""
    try:
        given = json.decode(text, type=dict[str, Any])
    except MsgspecError as no:
        raise Illegal("INVALID_REQUEST", f"That is no event: {no}.") from no
    return terms_of(given)


def terms_of(given: dict[str, Any]) -> Terms:
    """An event's terms; `structure` is a list of levels or the name of one that ships, whose other
    terms then hold unless these say otherwise. Refuses with BAD_STRUCTURE, BAD_PAYOUT or
    INVALID_REQUEST."""
    try:
        named = given.get("structure")
        if isinstance(named, str):
            given = _named(named, given)
        terms = convert(given, Terms)
    except MsgspecError as no:
        raise Illegal("INVALID_REQUEST", f"That is no event: {no}.") from no
    check_terms(terms)
    return terms


def read_any_terms(text: str | bytes) -> Terms | MatchTerms:
    """Of an event of any kind, out of its file."""
    try:
        given = json.decode(text, type=dict[str, Any])
    except MsgspecError as no:
        raise Illegal("INVALID_REQUEST", f"That is no event: {no}.") from no
    return any_terms_of(given)


def any_terms_of(given: dict[str, Any]) -> Terms | MatchTerms:
    """Of an event of any kind: its `format` says which."""
    if given.get("format") not in get_args(Format):
        return terms_of(given)
    try:
        most = {"maxPlayers": MOST_SWISS} if given["format"] == "swiss" else {}
        terms = convert({**most, **given}, MatchTerms)
    except MsgspecError as no:
        raise Illegal("INVALID_REQUEST", f"That is no event: {no}.") from no
    check_match_terms(terms)
    return terms


def _named(name: str, given: dict[str, Any]) -> dict[str, Any]:
    found = structures().get(name)
    if found is None:
        known = ", ".join(structures())
        raise Illegal("BAD_STRUCTURE", f"There is no structure '{name}'; there are {known}.")
    return {"startStack": found.start_stack, **found.more, **given, "structure": found.levels}

"""F70–F76: what a `.cutcard` file proves, without knowing any game's rules.

The first step that fails gives the code; a file that holds is PROVED, or UNCHECKED where what it
shows is not enough.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Literal

from msgspec import Struct, structs

from cutcard.kernel import fair

from .chain import Deal, deals_of
from .lines import (
    Bad,
    Card,
    Dealt,
    Draw,
    End,
    Head,
    Leaves,
    Line,
    Lock,
    Offer,
    Own,
    Sum,
    Void,
    check,
    read,
)
from .opened import check_open
from .sealed import check_sealed
from .shares import check_rules, shares_of, standing_of
from .signing import signed

PROVED: Final = "PROVED"
UNCHECKED: Final = "UNCHECKED"
FALSE: Final = "FALSE"


class Verdict(Struct, frozen=True):
    """What was found; `line` is where it shows, counted from 1, and `shares` how many counted."""

    verdict: Literal["PROVED", "UNCHECKED", "FALSE"]
    code: str
    notes: tuple[str, ...] = ()
    line: int | None = None
    shares: int = 0
    cards: int = 0
    summed: bool = False
    sealed: bool = False
    reason: str = ""


def judge(text: bytes, pin: str | None = None) -> Verdict:
    """The verdict on a file; `pin` is the key its reader knew before, in hex."""
    notes = [] if pin is not None else ["UNPINNED"]
    lines: list[Line] = []
    try:
        lines = read(text)
        head = lines[0]
        assert isinstance(head, Head)
        check(pin in (None, head.key), "KEY", head)
        summed = isinstance(lines[-1], Sum)
        if summed:
            _check_sum(text, head, lines)
        found = _judged(head, lines, notes)
    except Bad as why:
        at = next((n for n, line in enumerate(lines, 1) if line is why.line), None)
        whole = bool(lines) and isinstance(lines[-1], Sum) and why.code != "SUM"
        return Verdict(FALSE, why.code, tuple(notes), at, summed=whole)
    return structs.replace(found, notes=tuple(notes), summed=summed)


def _check_sum(text: bytes, head: Head, lines: Sequence[Line]) -> None:
    """F71: the server's signature under all lines but those its reader added."""
    last = lines[-1]
    assert isinstance(last, Sum)
    rows = [row for row in text.split(b"\n") if row][:-1]
    kept = [row for row, line in zip(rows, lines, strict=False) if not isinstance(line, Own)]
    made = sha256(b"".join(row + b"\n" for row in kept))
    check(hmac.compare_digest(made.hexdigest(), last.sha256), "SUM", last)
    message = fair.to_sign_file(made.digest())
    check(signed(bytes.fromhex(head.key), message, bytes.fromhex(last.sig)), "SUM", last)


def _judged(head: Head, lines: Sequence[Line], notes: list[str]) -> Verdict:
    deals = deals_of(head, lines)
    if head.deal == 0:
        for one in deals.values():
            if one.has(Dealt) and one.has(Offer):
                shares_of(one, notes)
        voids = sum(one.has(Void) for one in deals.values())
        notes += [f"DEALS {len(deals)}", f"VOIDS {voids}"]
        return Verdict(PROVED, "CHAIN")
    mine = deals.get(head.deal, Deal())
    offer = mine.get(Offer)
    check(offer is not None and offer.game == head.game, "RULES", offer)
    sealed = mine.the(Offer).sealed
    shares, standing, cards = 0, "OTHERS", 0
    if mine.has(Dealt):
        check_rules(head, mine)
        counted = shares_of(mine, notes)
        shares, standing = len(counted), standing_of(head, mine, lines, counted)
        x = fair.stir(bytes.fromhex(mine.the(Lock).head), counted)
        if sealed:
            cards = check_sealed(head, lines, mine, x, notes)
        elif mine.has(End):
            cards = check_open(head, lines, mine, x)
    verdict, code = _ended(mine, lines, shares, standing, notes)
    void = mine.get(Void)
    reason = void.reason if void else ""
    return Verdict(verdict, code, shares=shares, cards=cards, sealed=sealed, reason=reason)


def _ended(
    mine: Deal, lines: Sequence[Line], shares: int, standing: str, notes: list[str]
) -> tuple[Literal["PROVED", "UNCHECKED"], str]:
    if not mine.has(End):
        return UNCHECKED, "VOID" if mine.has(Void) else "NOT_ENDED"
    if not shares:
        return UNCHECKED, "NO_SHARES"
    if standing == "LEFT_OUT":
        return UNCHECKED, standing
    if not _shows_cards(lines, sealed=mine.the(Offer).sealed):
        notes.append("UNPROVED")  # a file that shows no card proves none
    if any(note.startswith(("RESHUFFLED", "UNPROVED")) for note in notes):
        return UNCHECKED, "UNPROVED"
    return PROVED, standing


def _shows_cards(lines: Sequence[Line], *, sealed: bool) -> bool:
    if not sealed:
        return {Card, Draw} <= {type(one) for one in lines}
    told = any(isinstance(one, Card) and one.salt is not None for one in lines)
    return told and any(isinstance(one, Leaves) for one in lines)

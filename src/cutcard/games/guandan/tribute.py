"""Tribute 进贡 and return 还贡: who owes, which cards may be given, who takes whose.

Worked out on the newly dealt hands. Heart level cards are never paid; what is returned is no level
card and at most the book's value, or, with none, the smallest card held.
"""

from __future__ import annotations

from cutcard.kernel.cards import BIG_JOKER

from .book import Book
from .deck import BOTH_BIG, LEVEL_KEY, holds, key_of, kinds, wild_kind


def payers_of(order: tuple[int, ...]) -> tuple[int, ...]:
    """Who pays: after a first and second of one team both others, else the last alone."""
    return order[2:] if order[0] % 2 == order[1] % 2 else order[3:]


def payable(hand: int, level: int) -> list[int]:
    """The kinds one may pay: all of the highest key, wilds excepted."""
    wild = wild_kind(level)
    cards = [kind for kind in dict.fromkeys(kinds(hand)) if kind != wild]
    top = max(key_of(kind, level) for kind in cards)
    return [kind for kind in cards if key_of(kind, level) == top]


def returnable(hand: int, level: int, book: Book) -> list[int]:
    """The kinds one may return, lowest first."""
    cards = sorted(dict.fromkeys(kinds(hand)), key=lambda kind: (key_of(kind, level), kind))
    low = [kind for kind in cards if key_of(kind, level) <= min(book.return_max, LEVEL_KEY - 1)]
    if low:
        return low
    least = key_of(cards[0], level)
    return [kind for kind in cards if key_of(kind, level) == least]


def may_refuse(hand: int) -> bool:
    """抗贡: whether a payer alone holds both big jokers."""
    return holds(hand, BOTH_BIG)


def cancelled(hands: list[int], payers: tuple[int, ...], book: Book) -> bool:
    """Whether tribute falls away by itself, as where 抗贡 is automatic."""
    if book.anti_tribute != "auto":
        return False
    held = [hands[seat] >> 4 * BIG_JOKER & 3 for seat in payers]
    return (sum(held) if book.anti_together else max(held)) == 2


def big_jokers(hands: list[int], payers: tuple[int, ...]) -> dict[int, int]:
    """How many big jokers each payer shows when tribute is refused."""
    held = {seat: hands[seat] >> 4 * BIG_JOKER & 3 for seat in sorted(payers)}
    return {seat: count for seat, count in held.items() if count}


def ranked(payers: tuple[int, ...], paid: list[int], level: int, first: int) -> list[int]:
    """Payers with the higher card first; equal ones by their turn after the first of the order."""
    return sorted(payers, key=lambda seat: (-key_of(paid[seat], level), (seat - first) % 4))

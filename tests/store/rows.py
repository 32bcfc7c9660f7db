"""Rows of a table that was opened, dealt and played, as a store is given them."""

from __future__ import annotations

from cutcard.store.protocol import (
    PLAYING,
    Batch,
    DealRow,
    MatchRow,
    SeatRow,
    TableRow,
)


def table_row(number, game="pile"):
    return TableRow(number, game, b'{"target":5}', 2, "Den", "ann", False, True, 1000)


def deal_row(number, deal=1, match=1, first=1, **more):
    head = (number, deal, match, "pile", 1, b"{}", None, 2, bytes(32), b"c" * 32, first)
    return DealRow(*head, more.get("opened", 1000 + deal))


def opened(number):
    return Batch(
        tables=[table_row(number)],
        seats=[
            SeatRow(number, 0, "ann", "Ann", None, 1),
            SeatRow(number, 1, "b", "B", "random", 1),
        ],
        matches=[MatchRow(number, 1, PLAYING, 1000, 1001)],
        deals=[deal_row(number)],
    )


def moves(number, deal, count, start=0):
    return [
        (number, deal, n, n * 10, n % 2, b'{"type":"add"}', f"k{deal}-{n}")
        for n in range(start, start + count)
    ]

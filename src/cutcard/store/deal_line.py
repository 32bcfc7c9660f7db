"""A deal in a list of deals, and how it is read."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

DEAL_LINES = (
    "SELECT d.table_number, d.deal, d.match, d.game, d.opened,"
    " (SELECT count(*) FROM entries e"
    "   WHERE e.table_number = d.table_number AND e.deal = d.deal),"
    " (SELECT status FROM matches m"
    "   WHERE m.table_number = d.table_number AND m.match = d.match),"
    " (EXISTS (SELECT 1 FROM deals l"
    "   WHERE l.table_number = d.table_number AND l.deal > d.deal)"
    "  OR EXISTS (SELECT 1 FROM matches m WHERE m.table_number = d.table_number"
    "   AND m.match = d.match AND m.completed IS NOT NULL))"
    " FROM deals d"
)


class DealLine(Struct, frozen=True, rename="camel"):
    """A deal in a list of deals."""

    table: int
    deal: int
    match: int
    game: str
    opened: int
    entries: int
    status: str  # of its match
    over: bool  # as far as rows tell: the match is, or another deal followed


class DealPage(Struct, frozen=True):
    """Deals that somebody may see; `next` is the `before` with which there may be more, and
    `looked` through were so many."""

    lines: list[DealLine]
    next: int | None
    looked: int


def deal_line(row: Any) -> DealLine:
    table, deal, match, game, opened, entries, status, over = row
    return DealLine(table, deal, match, game, opened, entries, status, bool(over))

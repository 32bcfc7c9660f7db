"""Leaderboards out of the book of ratings (docs/rules/arena.md A61-A66)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from .book import PROVISIONAL_MATCHES, Book, Standing

NOW = "now"
MOST, USUAL = 100, 20


class BoardRow(Struct, frozen=True):
    rank: int
    user: str
    rating: int
    games: int


class Board(Struct, frozen=True):
    """Some rows, and one's own where there is one (A64)."""

    rows: tuple[BoardRow, ...]
    total: int
    own: BoardRow | None = None


def _on_it(book: Book, game: str, mode: str, season: str, now: int) -> list[tuple[str, Standing]]:
    """A61: not provisional, not inactive, at least ten rated matches in that season, or ever."""
    found = []
    if season == NOW:
        for (user, g, m), standing in book.standings.items():
            if (g, m) == (game, mode) and not standing.provisional() and not standing.inactive(now):
                found.append((user, standing))
        return found
    for (quarter, key), standing in book.seasons.items():
        user, g, m = key
        enough = book.counts[quarter, key] >= PROVISIONAL_MATCHES
        if (quarter, g, m) == (season, game, mode) and enough and not standing.provisional():
            found.append((user, standing))
    return found


def board(
    book: Book,
    game: str,
    mode: str,
    now: int,
    *,
    season: str = NOW,
    accounts: Collection[str] | None = None,
    hidden: Collection[str] = (),
    asker: str | None = None,
    start: int = 1,
    count: int = USUAL,
) -> Board:
    """A61-A65. `accounts`: who has one (guests are on no board); `hidden`: who does not wish to be
    listed; ranks of others do not change by it."""
    there = [
        (user, standing)
        for user, standing in _on_it(book, game, mode, season, now)
        if accounts is None or user in accounts
    ]
    there.sort(key=lambda row: (-row[1].shown(), -row[1].games, row[1].reached, row[0]))
    shown = [standing.shown() for _, standing in there]
    rows = [
        BoardRow(1 + shown.index(standing.shown()), user, standing.shown(), standing.games)
        for user, standing in there
    ]
    open_rows = [row for row in rows if row.user not in hidden]
    begin = max(1, start) - 1
    own = next((row for row in rows if row.user == asker), None)
    return Board(tuple(open_rows[begin : begin + min(MOST, max(1, count))]), len(open_rows), own)


class EventRow(Struct, frozen=True):
    rank: int
    user: str
    won: int
    second: int
    prizes: int


def event_board(places: Iterable[tuple[str, int, int]]) -> list[EventRow]:
    """A66: events won, then second places, then prizes; ties share. Each is a user, their place
    and their prize in one event of the season."""
    found: dict[str, list[int]] = {}
    for user, place, prize in places:
        row = found.setdefault(user, [0, 0, 0])
        row[0] += place == 1
        row[1] += place == 2
        row[2] += prize
    ordered: Sequence[tuple[str, list[int]]] = sorted(
        found.items(), key=lambda item: ([-x for x in item[1]], item[0])
    )
    figures = [row for _, row in ordered]
    return [EventRow(1 + figures.index(row), user, *row) for user, row in ordered]

"""Ratings made again out of the list of rated matches (A22, A24 of docs/rules/arena.md): the same
numbers, to the last bit. What a match was is in the list; nothing else is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from cutcard.store.protocol import Standing
from cutcard.store.standings import Fold, RatedMatch, Ratings, SeasonPoints, SeasonRating

from .ratings import rate

Line = tuple[str, str]  # a user on a ladder


class Torn(Exception):
    """The list cannot be put into an order: somebody's count is missing, or there twice."""


def refold(kept: Ratings) -> Fold:
    """Everything that follows from where ratings began and the matches since."""
    fold = Fold(dict(kept.starts), dict(kept.start_points), {}, [])
    for one in in_order(kept.matches):
        if one.void:
            continue
        end = one.end
        ladder = end.ladder or end.game
        pairs = rate([fold.standings.get((user, ladder)) for user in end.users], end)
        for n, (user, (_, after)) in enumerate(zip(end.users, pairs, strict=True)):
            fold.standings[user, ladder] = after
            _season(fold, user, ladder, end.season, after)
            if n < len(end.points):
                _points(fold, user, end.game, end.season, end.points[n])
        fold.changed.append(
            RatedMatch(
                end,
                tuple(before.games for before, _ in pairs),
                tuple((before.rating, after.rating) for before, after in pairs),
            )
        )
    return fold


def _season(fold: Fold, user: str, ladder: str, season: str, after: Standing) -> None:
    key = (user, ladder, season)
    matches = fold.seasons[key].matches if key in fold.seasons else 0
    kept = (after.rating, after.games, after.spread, after.reached, after.system, after.shown)
    fold.seasons[key] = SeasonRating(*kept, matches + 1)


def _points(fold: Fold, user: str, game: str, season: str, points: int) -> None:
    held = fold.points.get((user, game, season), SeasonPoints(game, season, 0, 0))
    fold.points[user, game, season] = SeasonPoints(
        game, season, held.points + points, held.matches + 1
    )


def in_order(matches: Sequence[RatedMatch]) -> Iterator[RatedMatch]:
    """A22: a match comes when it is the next of everybody who was in it, by how many each had had
    before. A void one comes before the match that took its number."""
    lines: dict[Line, deque[RatedMatch]] = {}
    waits: dict[tuple[int, int], int] = {}
    numbered: dict[Line, list[tuple[int, bool, int, int]]] = {}
    for index, one in enumerate(matches):
        for user, games in zip(one.end.users, one.games, strict=True):
            line = (user, one.end.ladder or one.end.game)
            numbered.setdefault(line, []).append((games, not one.void, one.end.at, index))
    for line, some in numbered.items():
        lines[line] = deque(matches[key[3]] for key in sorted(some))
    ready: deque[RatedMatch] = deque()

    def next_of(line: Line) -> None:
        if not lines[line]:
            return
        one = lines[line][0]
        key = (one.end.table, one.end.match)
        waits[key] = waits.get(key, len(one.end.users)) - 1
        if not waits[key]:
            ready.append(one)

    for line in sorted(lines):
        next_of(line)
    done = 0
    while ready:
        one = ready.popleft()
        done += 1
        yield one
        for user in one.end.users:
            line = (user, one.end.ladder or one.end.game)
            lines[line].popleft()
            next_of(line)
    if done < len(matches):
        raise Torn(f"{len(matches) - done} of {len(matches)} rated matches have no place in order")


def differing(kept: Ratings, fold: Fold) -> list[str]:
    """Whose numbers are not what the fold says: as words."""
    found = [
        f"{user} in {ladder}: {_said(kept.standings.get((user, ladder)))} is kept, and"
        f" {_said(fold.standings.get((user, ladder)))} by the list of matches"
        for user, ladder in sorted({*kept.standings, *fold.standings})
        if kept.standings.get((user, ladder)) != fold.standings.get((user, ladder))
    ]
    differ = [("rating", key) for key in {*kept.seasons, *fold.seasons}
              if kept.seasons.get(key) != fold.seasons.get(key)]  # fmt: skip
    differ += [("points", key) for key in {*kept.points, *fold.points}
               if kept.points.get(key) != fold.points.get(key)]  # fmt: skip
    for what, (user, game, season) in sorted(differ):
        found.append(f"{user}'s {what} of season {season} in {game}")
    return found


def _said(standing: Standing | None) -> str:
    return "nothing" if standing is None else f"{standing.rating!r} after {standing.games}"

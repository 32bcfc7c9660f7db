"""Standings with their tie-breaks, in half points (docs/rules/tournament.md T127-T129, T141)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from .misdeal import need

BYE = 2  # half points
Result = tuple[str, str | None, int]  # who, against whom (None: a bye), half points of the first


class Row(Struct, frozen=True):
    """One player's line."""

    id: str
    score: int
    buchholz: int
    sonneborn_berger: int  # quarter points
    wins: int  # played
    seed: int


class Played(Struct):
    """What one player's rounds came to."""

    score: int = 0
    wins: int = 0
    met: list[tuple[str, int]] = []  # opponent, half points scored
    unplayed: list[int] = []  # half points of rounds without an opponent


def gather(rounds: Iterable[Iterable[Result]], seeds: Sequence[str]) -> dict[str, Played]:
    """Everybody's rounds. One won or lost by no show is a result against nobody (T124, T128)."""
    found = {who: Played() for who in seeds}
    for results in rounds:
        for one, other, points in results:
            known = one in found and (other is None or other in found) and one != other
            need(known, f"{one} and {other} are no two of those who play")
            need(0 <= points <= BYE, f"a result is 0, 1 or 2 half points, not {points}")
            _add(found[one], other, points)
            if other is not None:
                _add(found[other], one, 2 - points)
    return found


def _add(mine: Played, other: str | None, points: int) -> None:
    mine.score += points
    if other is None:
        mine.unplayed.append(points)
    else:
        mine.met.append((other, points))
        mine.wins += points == 2


def standings(rounds: Iterable[Iterable[Result]], seeds: Sequence[str]) -> list[Row]:
    """T127: score, Buchholz, Sonneborn-Berger, wins, seed; the best first."""
    found = gather(rounds, seeds)
    rows = [_row(who, found, seed) for seed, who in enumerate(seeds, 1)]
    key = lambda row: (-row.score, -row.buchholz, -row.sonneborn_berger, -row.wins, row.seed)  # noqa: E731
    return sorted(rows, key=key)


def _row(who: str, found: Mapping[str, Played], seed: int) -> Row:
    mine = found[who]
    return Row(
        who,
        mine.score,
        sum(found[other].score for other, _ in mine.met) + mine.score * len(mine.unplayed),
        sum(points * found[other].score for other, points in mine.met)
        + sum(points * mine.score for points in mine.unplayed),
        mine.wins,
        seed,
    )


def robin_standings(rounds: Iterable[Iterable[Result]], seeds: Sequence[str]) -> list[Row]:
    """T141: score, the points among those tied, Sonneborn-Berger, wins, seed; a bye is nothing."""
    played = [[one for one in results if one[1] is not None] for results in rounds]
    rows = {row.id: row for row in standings(played, seeds)}
    found = gather(played, seeds)
    among = {
        who: sum(points for other, points in mine.met if found[other].score == mine.score)
        for who, mine in found.items()
    }
    return sorted(
        rows.values(),
        key=lambda row: (-row.score, -among[row.id], -row.sonneborn_berger, -row.wins, row.seed),
    )

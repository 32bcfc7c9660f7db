"""The book of ratings: a fold over the list of rated matches and nothing else (docs/rules/arena.md
A21-A29). Thrown away and made again it is the same, to the last bit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from . import elo, glicko, openskill
from .glicko import Glicko
from .openskill import Skill

DAY = 86_400_000
PROVISIONAL_MATCHES, PROVISIONAL_RD, PROVISIONAL_SIGMA = 10, 110.0, 5.0  # A25
INACTIVE = 60 * DAY  # A26
MOST_OF_THE_SAME, LARGEST_GROUP = 5, 10  # A29: rated matches of the same two to ten in a day
Value = float | Glicko | Skill
STARTS: dict[str, Value] = {"elo": elo.START, "glicko2": Glicko(), "openskill": Skill()}


class Result(Struct, frozen=True):
    """A ranked match as it was written: who, by team, and in which places (1 is best)."""

    number: int  # in the order in which they were written (A22)
    at: int  # UTC ms
    game: str
    mode: str
    system: str
    teams: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    ranked: bool = True
    rated: bool = True  # the outcome's own word: not abandoned by the server (A21)
    bots: bool = False
    void: bool = False  # taken out of the list by an admin (A24)


class Standing(Struct, frozen=True):
    """One user in one mode."""

    system: str
    value: Value
    games: int = 0
    last: int = 0  # when their last rated match was
    reached: int = 0  # since when the shown rating is what it is

    def shown(self) -> int:
        """A23, A53: whole, halves up."""
        if isinstance(self.value, Skill):
            return openskill.shown(self.value)
        rating = self.value.rating if isinstance(self.value, Glicko) else self.value
        return math.floor(rating + 0.5)

    def searched(self) -> float:
        """A4: what matchmaking goes by."""
        if isinstance(self.value, Skill):
            return openskill.searched(self.value)
        return self.value.rating if isinstance(self.value, Glicko) else self.value

    def provisional(self) -> bool:
        """A25: shown with a question mark, not on boards."""
        wide = (isinstance(self.value, Glicko) and self.value.rd > PROVISIONAL_RD) or (
            isinstance(self.value, Skill) and self.value.sigma > PROVISIONAL_SIGMA
        )
        return self.games < PROVISIONAL_MATCHES or wide

    def inactive(self, now: int) -> bool:
        """A26."""
        return now - self.last > INACTIVE


class Change(Struct, frozen=True):
    """A23: what a match did to one."""

    user: str
    before: Standing
    after: Standing


def season(at: int) -> str:
    """A27: quarters of the year, UTC: 2026-4."""
    days = at // DAY + 719_468  # civil from days, with March as the first month
    era = days // 146_097
    day = days - era * 146_097
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    of_year = day - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    month = month + 3 if month < 10 else month - 9
    return f"{year + era * 400 + (month <= 2)}-{(month + 2) // 3}"


Key = tuple[str, str, str]  # user, game, mode


class Book:
    """Everybody's ratings after a list of matches."""

    def __init__(self) -> None:
        self.standings: dict[Key, Standing] = {}
        self.seasons: dict[tuple[str, Key], Standing] = {}  # A27: frozen when the season ends
        self.counts: dict[tuple[str, Key], int] = {}  # rated matches in a season
        self.meetings: dict[tuple[str, frozenset[str]], list[int]] = {}

    def standing(self, user: str, game: str, mode: str, system: str) -> Standing:
        """What a user has; who was never rated has the system's start."""
        return self.standings.get((user, game, mode)) or Standing(system, STARTS[system])

    def may_rate(self, result: Result) -> bool:
        """A3, A21, A29: two people or more, distinct, ranked, no bot, not farmed."""
        users = [user for team in result.teams for user in team]
        if not result.ranked or not result.rated or result.bots or result.void:
            return False
        if len(result.teams) < 2 or len(set(users)) < len(users):
            return False
        met = self.meetings.get((result.game, frozenset(users)), ())
        return sum(result.at - at < DAY for at in met) < MOST_OF_THE_SAME

    def rate(self, result: Result) -> list[Change] | None:
        """One match more; None: it is not rated. Everybody's rating before it is the one after
        their last match in the order of writing (A22)."""
        if not self.may_rate(result):
            return None
        before = [
            [self.standing(user, result.game, result.mode, result.system) for user in team]
            for team in result.teams
        ]
        after = _rated(result, before)
        changes = []
        for team, olds, values in zip(result.teams, before, after, strict=True):
            for user, old, value in zip(team, olds, values, strict=True):
                changes.append(self._book(user, old, value, result))
        users = [user for team in result.teams for user in team]
        if len(users) <= LARGEST_GROUP:
            self.meetings.setdefault((result.game, frozenset(users)), []).append(result.at)
        return changes

    def _book(self, user: str, old: Standing, value: Value, result: Result) -> Change:
        key = (user, result.game, result.mode)
        new = Standing(old.system, value, old.games + 1, result.at, result.at)
        if old.games and new.shown() == old.shown():
            new = Standing(old.system, value, old.games + 1, result.at, old.reached)
        self.standings[key] = new
        quarter = season(result.at)
        self.seasons[quarter, key] = new
        self.counts[quarter, key] = self.counts.get((quarter, key), 0) + 1
        return Change(user, old, new)


def rebuild(results: Iterable[Result]) -> Book:
    """A24: the book made again from the list; what is void is as if it had never been."""
    book = Book()
    for result in sorted(results, key=lambda one: one.number):
        book.rate(result)
    return book


def _rated(result: Result, before: Sequence[Sequence[Standing]]) -> list[list[Value]]:
    if result.system == "openskill":
        skills = [[_skill(one) for one in team] for team in before]
        return [list(team) for team in openskill.rate(skills, result.places)]
    (one,), (other,) = before
    first, second = result.places
    if result.system == "elo":
        winner = None if first == second else int(first > second)
        change = elo.rate((_number(one), _number(other)), winner)
        return [[change.ratings[0].new], [change.ratings[1].new]]
    score = 0.5 if first == second else float(first < second)
    days = (_days(one, result.at), _days(other, result.at))
    mine, theirs = glicko.rate_two(_glicko(one), _glicko(other), score, days)
    return [[mine], [theirs]]


def _days(standing: Standing, at: int) -> int:
    """A43: whole days since the last rated match."""
    return max(0, at - standing.last) // DAY if standing.games else 0


def _number(standing: Standing) -> float:
    assert isinstance(standing.value, float)
    return standing.value


def _glicko(standing: Standing) -> Glicko:
    assert isinstance(standing.value, Glicko)
    return standing.value


def _skill(standing: Standing) -> Skill:
    assert isinstance(standing.value, Skill)
    return standing.value

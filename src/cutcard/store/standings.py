"""What a store keeps of how people stand beside their ratings: seasons, best figures, days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from .people import Person

if TYPE_CHECKING:
    from .protocol import Rated, Standing


class SeasonPoints(Struct, frozen=True):
    """What a user has earned in a game in one season, and in how many matches."""

    game: str
    season: str
    points: int
    matches: int


class SeasonRating(Struct, frozen=True):
    """A rating after its user's last match in a season, and how many they had in it."""

    rating: float
    games: int
    spread: float
    reached: int
    system: str
    shown: int
    matches: int


class RatedMatch(Struct, frozen=True):
    """A rated match as it was written: how many each had had before, and each one's rating before
    and after. A void one is in the list, and changes nothing."""

    end: Rated
    games: tuple[int, ...]
    pairs: tuple[tuple[float, float], ...]
    void: bool = False


class Ratings(Struct):
    """All that ratings are folded from, and what stands: by user and ladder (or game), and by
    season."""

    starts: dict[tuple[str, str], Standing]
    standings: dict[tuple[str, str], Standing]
    start_points: dict[tuple[str, str, str], SeasonPoints]
    points: dict[tuple[str, str, str], SeasonPoints]
    seasons: dict[tuple[str, str, str], SeasonRating]
    matches: list[RatedMatch]


class Fold(Struct):
    """Ratings made again: what stands after all matches, and the matches as they are by it."""

    standings: dict[tuple[str, str], Standing]
    points: dict[tuple[str, str, str], SeasonPoints]
    seasons: dict[tuple[str, str, str], SeasonRating]
    changed: list[RatedMatch]


class Passed(Struct, frozen=True):
    """A rating before and after a rated match."""

    at: int
    before: float
    after: float


class Bar(Struct, frozen=True):
    """Who may be on a board (A25, A26, A61 of docs/rules/arena.md): so many rated matches, one of
    them since then, and no rating of these systems that is less sure than so."""

    least: int
    since: int = 0
    widest: tuple[tuple[str, float], ...] = ()  # system, spread


class BoardLine(Struct, frozen=True):
    """A place on a board; equal ratings share a rank."""

    rank: int
    person: Person
    rating: int
    games: int


class Trial(Struct, frozen=True):
    """Somebody tries the deal of a day, or has done so: with a name and a figure it is what came of
    a try, kept where that was their first of the day."""

    table: int
    match: int
    user: str
    game: str
    day: str
    at: int
    name: str = ""
    value: int = 0


class Standings(Protocol):
    """The part of a store that knows them."""

    async def standings_of(self, user: str) -> dict[str, Standing]:
        """Ladder → how a user stands there."""

    async def rating_course(
        self, user: str, ladder: str, since: int = 0, most: int = 5_000
    ) -> list[Passed]:
        """How a rating went since a time, the oldest first: of the last `most` matches that were
        rated at all, those of this ladder which stand."""

    async def board(
        self, ladder: str, season: str, bar: Bar, *, start: int = 1, count: int = 20
    ) -> list[BoardLine]:
        """The best rated of a season, or of now (no season), from that place on (A62, A63).
        Who hides is not listed, and has a rank."""

    async def board_of(
        self, ladder: str, season: str, bar: Bar, users: Sequence[str]
    ) -> list[BoardLine]:
        """The same among these users only, hidden or not."""

    async def board_row(self, ladder: str, season: str, bar: Bar, user: str) -> BoardLine | None:
        """Where a user is on the board of all, if they are."""

    async def set_hidden(self, user: str, hidden: bool) -> None:
        """A65: whether they are listed on boards."""

    async def rating_list(self) -> Ratings:
        """Where ratings began, every rated match since, and what stands now."""

    async def put_fold(self, fold: Fold) -> None:
        """Ratings as they were folded, in the place of what there was: all, or nothing."""

    async def void_match(self, table: int, match: int, void: bool = True) -> int:
        """Takes a rated match out of the list, or puts it back; 0: there is no such one. Ratings
        are to be folded again after it."""

    async def season(
        self, game: str, season: str, limit: int = 20
    ) -> list[tuple[Person, SeasonPoints]]:
        """Who has most points of a season, best first; equal ones by their ids."""

    async def seasons_of(self, user: str) -> list[SeasonPoints]:
        """A user's points, the last season first."""

    async def bests_of(self, user: str) -> dict[str, dict[str, int]]:
        """Game → name → the least figure a user has reached alone."""

    async def bests(self, game: str, name: str, limit: int = 20) -> list[tuple[Person, int]]:
        """The least figures of that name, the best first; of equal ones the earlier."""

    async def day_seed(self, game: str, day: str, fresh: bytes) -> bytes:
        """The seed of a day; `fresh` becomes it where there is none yet."""

    async def trial(self, user: str, game: str, day: str) -> dict[str, int] | None:
        """What came of a user's first try of a day, so far; None: they have not tried."""

    async def day_board(
        self, game: str, day: str, limit: int = 20
    ) -> dict[str, list[tuple[Person, int]]]:
        """Of each figure the least of a day's first tries, the best first; of equal ones the
        earlier."""

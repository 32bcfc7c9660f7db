"""What a store keeps and does. It knows rows and bytes: no game, no state, no socket.

A batch is written whole or not at all, and `write` returns only when it is durable; where that
cannot be told, it says so. A store has one writer; what it read before is never changed under a
reader's hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor
from typing import Any, Protocol

from msgspec import Struct, field

from .archives import Archives
from .deal_line import DealLine, DealPage
from .events import EventRows, Events
from .fair_row import FairRow
from .logins import Logins
from .moderation import Moderated
from .people import Booking, People, Person
from .played import Histories, Played
from .results import Results
from .sharing import Shared
from .social import Social
from .standings import Standings, Trial

WAITING, PLAYING = "WAITING_TO_START", "IN_PROGRESS"
COMPLETED, ABANDONED = "COMPLETED", "ABANDONED"


class StoreError(Exception):
    """The store cannot be used, or could not write; the sentence says what to do."""


class InUse(StoreError):
    """Another server has the store."""


class Overdrawn(StoreError):
    """Nothing was written: somebody would have paid chips that another process took meanwhile."""


class OutcomeUnknown(StoreError):
    """Something was to be written, and nobody can say yet whether it was. Nobody may be told that
    it was not."""


class TableRow(Struct, frozen=True):
    """A table as it was opened. Options are JSON."""

    table: int
    game: str
    options: bytes
    seats: int
    name: str
    host: str
    private: bool
    watchable: bool
    created: int  # epoch ms, as all times but an entry's `at`
    delay: int = 0  # seconds after which spectators are told
    link: str = ""  # the code a private table is found by
    ranked: bool = False  # its matches change ratings
    event: int = 0  # whose table it is, where it is an event's,
    event_table: int = 0  # and which of its tables; without an event: see `twin_of`

    @property
    def twin_of(self) -> int:
        """Where the same deals are played at two tables: the number of the first of them."""
        return 0 if self.event else self.event_table


class SeatRow(Struct, frozen=True):
    """Who holds a seat, from which deal on; user None: it is free again."""

    table: int
    seat: int
    user: str | None
    name: str
    bot: str | None  # the bot's name among its game's bots
    since: int
    began: str | None = None  # who began the match on it, where that was another


class MatchRow(Struct, frozen=True):
    """A match and how it went; `winner` is a user's id or "tie"."""

    table: int
    match: int
    status: str
    created: int
    started: int | None = None
    completed: int | None = None
    winner: str | None = None
    reason: str | None = None
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


class DealRow(Struct, frozen=True):
    """A deal's header: with its entries all there is to replay it. Options and carry are JSON."""

    table: int
    deal: int  # counts from 1 through all matches of the table
    match: int
    game: str
    version: int
    options: bytes
    carry: bytes | None
    seats: int
    seed: bytes
    commitment: bytes
    first: int  # the seq of the update that opened it; entry n made first + 1 + n
    opened: int


class Entry(Struct, frozen=True, gc=False):
    """One accepted move or tick; `move` is its JSON."""

    n: int
    at: int  # ms on the deal's clock
    seat: int
    move: bytes
    key: str | None


class Rated(Struct, frozen=True):
    """A match whose players' ratings are to change with the write of its end: unless the same
    have had `most` such matches in this game since `since` already."""

    table: int
    match: int
    game: str
    users: tuple[str, ...]
    places: tuple[int, ...]
    ladder: str = ""  # which rating, where it is not the game's only one
    at: int = 0
    since: int = 0
    most: int = 2**31
    season: str = ""
    points: tuple[int, ...] = ()  # for the season, by user; nothing where the game has none
    system: str = "elo"  # by which it is rated
    teams: tuple[int, ...] = ()  # of each user, where some are rated as one
    absent: tuple[str, ...] = ()  # who lost it and was gone at its end


class Final(Struct, frozen=True):
    """How a match ended, as a whole, for a store that keeps it to be read by others. `state` makes
    its JSON: the state changes no more."""

    table: int
    match: int
    users: tuple[str | None, ...]  # by seat
    state: Callable[[], bytes]


class Standing(Struct, frozen=True):
    """A user's rating on one ladder, after how many rated matches, and what else its system keeps:
    how sure it is and how fast it changes (0 where the system does not say)."""

    rating: float
    games: int
    spread: float = 0.0
    volatility: float = 0.0
    last: int = 0  # when the last rated match was
    reached: int = 0  # since when the shown rating is what it is
    system: str = "elo"

    @property
    def shown(self) -> int:
        """Whole, halves up (A23, A53 of docs/rules/arena.md)."""
        return floor(self.rating + 0.5)


class RatingChange(Struct, frozen=True):
    """What a match did to ratings; without a before and an after it came too often to be rated."""

    table: int
    match: int
    users: tuple[str, ...]
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]


Rate = Callable[[Sequence[Standing | None], Rated], Sequence[tuple[Standing, Standing]]]
"""Standings (None: never rated) and the match in, each one's before and after out; pure."""


class Mark(Struct, frozen=True):
    """What somebody has done alone; of each name the least figure is kept, and the earliest."""

    table: int
    user: str
    game: str
    name: str
    value: int
    at: int


class Batch(Struct):
    """All that the tables of a process have to write at one moment; in this order."""

    tables: list[TableRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    matches: list[MatchRow] = field(default_factory=list)
    deals: list[DealRow] = field(default_factory=list)
    entries: list[tuple[int, int, int, int, int, bytes, str | None]] = field(default_factory=list)
    """table, deal, then an Entry's fields."""
    checks: list[tuple[int, int, int, bytes]] = field(default_factory=list)
    """table, deal, after how many entries, digest."""
    clocks: list[tuple[int, int, int]] = field(default_factory=list)
    """table, deal, at: where a deal's clock stood when the server was stopped."""
    rated: list[Rated] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    """Tables that are over for good."""
    chips: list[Booking] = field(default_factory=list)
    barred: list[tuple[int, str]] = field(default_factory=list)
    """table, user: whom its host sent away may not come back to it."""
    finals: list[Final] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    fair: list[FairRow] = field(default_factory=list)
    events: EventRows = field(default_factory=EventRows)
    trials: list[Trial] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)

    def add(
        self, row: TableRow | SeatRow | MatchRow | Rated | Final | Mark | Trial | Played
    ) -> None:
        """Among its like."""
        kinds: dict[type[Struct], list[Any]] = {SeatRow: self.seats, MatchRow: self.matches}
        kinds |= {TableRow: self.tables, Rated: self.rated, Final: self.finals, Mark: self.marks}
        kinds |= {Trial: self.trials, Played: self.played}
        kinds[type(row)].append(row)

    def about(self) -> set[int]:
        """The tables it writes about."""
        seated = (self.tables, self.seats, self.matches, self.deals, self.rated, self.played)
        rows = (*seated, self.chips, self.finals, self.marks, self.fair, self.trials)
        tuples = (self.entries, self.checks, self.clocks, self.barred)
        named = {row.table for some in rows for row in some}
        return named.union((row[0] for some in tuples for row in some), self.closed)

    def without(self, tables: set[int], events: set[int]) -> Batch:
        """The batch as it is without what it writes about these tables and events."""
        return Batch(
            [row for row in self.tables if row.table not in tables],
            [row for row in self.seats if row.table not in tables],
            [row for row in self.matches if row.table not in tables],
            [row for row in self.deals if row.table not in tables],
            [row for row in self.entries if row[0] not in tables],
            [row for row in self.checks if row[0] not in tables],
            [row for row in self.clocks if row[0] not in tables],
            [row for row in self.rated if row.table not in tables],
            [table for table in self.closed if table not in tables],
            [row for row in self.chips if row.table not in tables],
            [row for row in self.barred if row[0] not in tables],
            [row for row in self.finals if row.table not in tables],
            [row for row in self.marks if row.table not in tables],
            [row for row in self.fair if row.table not in tables],
            self.events.without(events),
            [row for row in self.trials if row.table not in tables],
            [row for row in self.played if row.table not in tables],
        )


class DealLog(Struct, frozen=True):
    """A deal as it was written down."""

    header: DealRow
    entries: list[Entry]
    checks: dict[int, bytes]
    clock: int | None


class KeptTable(Struct, frozen=True):
    """A table as it was written down."""

    table: TableRow
    seats: list[SeatRow]
    match: MatchRow  # the last one
    deals: list[DealLog]  # the last ones, oldest first; none before the first
    keys: list[tuple[int, int, str]]  # deal, seat and key of every keyed move of earlier deals
    people: dict[str, Person] = {}  # those of the seats' users whom the store knows
    barred: frozenset[str] = frozenset()  # users its host sent away
    fair: list[FairRow] = []  # the records of the chain's last two deals


class PastTable(Struct, frozen=True):
    """A table to look back at: who may see it, and who holds which seat since which deal."""

    host: str
    private: bool
    watchable: bool
    delay: int  # as a TableRow's
    seats: list[SeatRow]


class Tally(Struct, frozen=True):
    """What the statistics start from."""

    created: int  # matches ever
    completed: int
    duration: int  # ms, of all completed matches together
    completed_since: int  # completed since the time asked about


class Store(
    People,
    Logins,
    Social,
    Standings,
    Moderated,
    Events,
    Archives,
    Histories,
    Results,
    Shared,
    Protocol,
):
    """A store. All of it may be awaited from one event loop only."""

    async def open(self) -> None:
        """Makes it ready, brings its layout up to date; StoreError if it cannot be used."""

    async def close(self) -> None: ...

    async def write(self, batch: Batch, rate: Rate | None = None) -> list[RatingChange]:
        """The whole batch in one transaction, ratings read and changed inside it. Where it fails,
        nothing was written; except OutcomeUnknown: ask for the `outcome`."""

    async def outcome(self, batch: Batch) -> list[RatingChange] | None:
        """What became of a batch whose write ended with OutcomeUnknown. None: it is not written,
        will not be by itself, and may be written once more. StoreError: nobody can say yet."""

    async def ended(self) -> None:
        """Returns when another server has taken this one's place, which then must not go on."""

    async def last_table(self) -> int:
        """The highest table number given so far; 0: none."""

    async def numbers(self) -> Iterator[int]:
        """Numbers for tables that are opened from now on."""

    async def load(self, table: int, updates: int = 64) -> KeptTable | None:
        """A table with as many of its last deals as hold at least `updates` updates."""

    async def load_many(self, tables: Sequence[int], updates: int = 64) -> list[KeptTable]:
        """These tables, each as `load` gives it, by number; those there are not are left out."""

    async def deal(self, table: int, deal: int) -> DealLog | None: ...
    async def past_table(self, table: int) -> PastTable | None: ...
    async def seated(self, table: int, user: str) -> list[SeatRow]: ...

    async def find_key(
        self, table: int, seat: int, key: str, since: int = 0
    ) -> tuple[int, int] | None:
        """The deal and entry in which the seat made the move with this key."""

    async def deals(
        self, *, game: str | None = None, table: int | None = None, limit: int = 50
    ) -> list[DealLine]:
        """The last deals, newest first."""

    async def past_deals(
        self,
        viewer: str | None,
        *,
        game: str | None = None,
        table: int | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> DealPage:
        """The last deals opened before that time which this user may know of, newest first."""

    async def stands(self, table: int, match: int) -> tuple[int, int] | None:
        """The number of a match's last deal, and how many entries it has."""

    async def match(self, table: int, match: int) -> MatchRow | None: ...

    async def standings(self, ladder: str, users: Sequence[str]) -> Mapping[str, Standing]:
        """Of those who have one."""

    async def tally(self, since: int) -> Tally: ...

    async def fair_rows(self, table: int, deal: int | None = None) -> list[FairRow]:
        """A table's chain; of one of its deals: from the record before its offer to its end."""

    async def fair_tables(self) -> list[int]:
        """The tables that have a chain."""

    async def fair_keys(self) -> list[tuple[bytes, int, bytes | None]]:
        """Every key that signed records, in order: public, since when, itself if it is kept."""

    async def add_fair_key(self, public: bytes, since: int, secret: bytes | None) -> None: ...

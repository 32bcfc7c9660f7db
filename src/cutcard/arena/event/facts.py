"""What an event tells, by the rule book's names (docs/rules/tournament.md T110, T112)."""

from __future__ import annotations

from msgspec import field

from cutcard.kernel.game import Record

TOLD = 100  # places that the end tells


class Started(Record, frozen=True, tag="TOURNAMENT_STARTED"):
    entries: int
    tables: int
    breaking: tuple[int, ...]


class LevelBegan(Record, frozen=True, tag="TOURNAMENT_LEVEL"):
    level: int
    small_blind: int
    big_blind: int
    ante: int
    ends_at: int | None = None


class BreakBegan(Record, frozen=True, tag="TOURNAMENT_BREAK"):
    ends_at: int


class EntryClosed(Record, frozen=True, tag="TOURNAMENT_ENTRY_CLOSED"):
    entries: int
    pool: int
    prizes: tuple[int, ...]


class Seated(Record, frozen=True, tag="TOURNAMENT_SEATED"):
    """To the player alone, with the new table's state (T110)."""

    event: str
    table: int
    seat: int
    reason: str  # start, late, balance, break, final


class Moved(Record, frozen=True, tag="TOURNAMENT_MOVED"):
    player_id: str
    source: int = field(name="from")
    to: int
    seat: int
    reason: str


class TableBroken(Record, frozen=True, tag="TOURNAMENT_TABLE_BROKEN"):
    table: int


class Halted(Record, frozen=True, tag="TOURNAMENT_HALTED"):
    table: int


class HandForHand(Record, frozen=True, tag="TOURNAMENT_HAND_FOR_HAND"):
    on: bool


class Out(Record, frozen=True, tag="TOURNAMENT_OUT"):
    player_id: str
    place: int
    place_to: int
    prize: int
    by: tuple[str, ...] | None = None


class Bounty(Record, frozen=True, tag="TOURNAMENT_BOUNTY"):
    player_id: str
    source: str = field(name="from")
    amount: int
    own: int


class FinalTable(Record, frozen=True, tag="TOURNAMENT_FINAL_TABLE"):
    table: int


class DealProposed(Record, frozen=True, tag="TOURNAMENT_DEAL_PROPOSED"):
    version: int
    method: str
    amounts: dict[str, int]
    leave: int
    in_ms: int


class DealEnded(Record, frozen=True, tag="TOURNAMENT_DEAL_ENDED"):
    """Who declined is never told (T108)."""

    agreed: bool


class Paused(Record, frozen=True, tag="TOURNAMENT_PAUSED"):
    pass


class Resumed(Record, frozen=True, tag="TOURNAMENT_RESUMED"):
    pass


class Cancelled(Record, frozen=True, tag="TOURNAMENT_CANCELLED"):
    reason: str


class Place(Record, frozen=True):
    player_id: str
    place: int
    place_to: int
    prize: int


class Ended(Record, frozen=True, tag="TOURNAMENT_ENDED"):
    """The best; the whole list is TOURNAMENT_INFO's, in pages."""

    places: tuple[Place, ...]
    seed: str
    entries: int  # that have a place


class Rerated(Record, frozen=True, tag="TOURNAMENT_RATED"):
    """T152, A23: to the player alone; the event was one rated match of all its players."""

    old: int
    new: int
    change: int


class RebuyAsked(Record, frozen=True, tag="TOURNAMENT_REBUY_ASKED"):
    """T13, to the player alone."""

    event: str
    price: int
    stack: int
    until: int

"""What whoever makes an event chooses, and what of it is refused (docs/rules/tournament.md T1-T26).

Money and chips are whole numbers, times UTC milliseconds or, where the name says so, seconds,
minutes or levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from cutcard.kernel.game import Illegal, Record

from ..payouts import check_structure as check_payout

Count = Annotated[int, Meta(ge=0, le=10**12)]
Moment = Annotated[int, Meta(ge=0, le=2**53)]
MOST_ENTRIES = 5_000
MOST_ROWS = 100
MINUTE = 60_000


class Row(Record, frozen=True):
    """A level, which ends after minutes or after hands, or a break between two levels (T21)."""

    small_blind: Count = 0
    big_blind: Count = 0
    ante: Count = 0  # the big blind posts it; stud: each one's
    minutes: Annotated[float, Meta(ge=0, le=100_000)] = 0
    hands: Annotated[int, Meta(ge=0, le=100_000)] = 0
    rest: Annotated[float, Meta(ge=0, le=100_000)] = field(default=0, name="break")  # minutes
    chip: Count = 0  # T31: with `colour_up`, the smallest chip from this level on


class Terms(Record, frozen=True):
    """An event's terms, the same from its opening to its end."""

    name: str
    game: str
    structure: tuple[Row, ...]
    format: Literal["sit-and-go", "scheduled"] = "scheduled"
    options: dict[str, Any] = field(default_factory=dict)  # of the game
    host: str = ""
    table_size: Annotated[int, Meta(ge=2, le=10)] = 9
    final_size: Annotated[int, Meta(ge=0, le=10)] = 0  # 0: as every table
    start_stack: Annotated[int, Meta(ge=1, le=10**9)] = 5000
    buy_in: Count = 0
    fee: Count = 0
    bounty: Count = 0
    progressive: bool = False
    guarantee: Count = 0
    payout: tuple[int, ...] | None = None  # T80: weights of one's own
    tickets: Annotated[int, Meta(ge=0, le=100)] = 0  # T84: a satellite's prizes are so many entries
    ticket_to: str = ""
    ticket_price: Count = 0  # what an entry there costs; a server looks it up itself
    min_players: Annotated[int, Meta(ge=2, le=MOST_ENTRIES)] = 2
    max_entries: Annotated[int, Meta(ge=2, le=MOST_ENTRIES)] = MOST_ENTRIES
    opens_at: Moment = 0
    starts_at: Moment = 0
    re_entries: Count = 0
    rebuys: Annotated[int, Meta(ge=-1, le=10**6)] = 0  # -1: any number
    rebuy_levels: Annotated[int, Meta(ge=0, le=100)] = 0
    rebuy_price: Count = 0
    rebuy_stack: Count = 0
    rebuy_seconds: Annotated[int, Meta(ge=1, le=600)] = 10
    add_on_price: Count = 0
    add_on_stack: Count = 0
    late_levels: Annotated[int, Meta(ge=0, le=100)] = 0
    hand_for_hand_from: Annotated[int, Meta(ge=1, le=100)] = 1
    single_big_blind: bool = True
    colour_up: bool = False
    bots: bool = False
    bot: Annotated[str, Meta(max_length=64)] = ""  # which one; nothing: the game's usual one
    spectator_delay_seconds: Annotated[int, Meta(ge=0, le=600)] = 0  # T109

    def least_entries(self) -> int:
        """T8, T84: with fewer it does not begin; of a satellite, with no more than have tickets."""
        if self.format == "sit-and-go":
            return self.table_size
        return max(self.min_players, self.tickets + 1)

    def promised(self) -> int:
        """T76, T84: what the pool is at least: the guarantee, and what its tickets cost."""
        return max(self.guarantee, self.tickets * self.ticket_price)

    def seats_at_final(self) -> int:
        """T58: how many the final table seats."""
        return self.final_size or self.table_size


def level_rows(structure: Sequence[Row]) -> list[Row]:
    """The levels without the breaks; level 1 is the first."""
    return [row for row in structure if not row.rest]


def check_structure(structure: Sequence[Row], *, one_table: bool = True) -> None:
    """T22: refuses what is no structure. `one_table`: where several tables play at the same
    blinds a level cannot end by hands."""
    levels = level_rows(structure)
    if not levels:
        raise _bad("it has no level")
    if len(structure) > MOST_ROWS:
        raise _bad(f"it has more than {MOST_ROWS} rows")
    if structure[0].rest or structure[-1].rest:
        raise _bad("a break stands between two levels, not first or last")
    if any(a.rest and b.rest for a, b in pairwise(structure)):
        raise _bad("two breaks stand side by side")
    for row in levels:
        if row.small_blind > row.big_blind or not row.big_blind:
            raise _bad("a small blind is above its big blind, or there is no big blind")
        if row.minutes and row.hands:
            raise _bad("a level ends by minutes or by hands, not by both")
        if not row.minutes and not row.hands:
            raise _bad("a level says after how many minutes or hands it ends")
    if len({bool(row.hands) for row in levels}) > 1:
        raise _bad("some levels end by minutes and some by hands")
    if levels[0].hands and not one_table:
        raise _bad("levels end by hands only where one table plays at the same blinds")
    for a, b in pairwise(levels):
        if b.small_blind < a.small_blind or b.big_blind < a.big_blind or b.ante < a.ante:
            raise _bad("a blind or an ante falls")


def _bad(what: str) -> Illegal:
    return Illegal("BAD_STRUCTURE", f"That is no structure: {what}.")


def check_terms(terms: Terms) -> None:
    """Refuses terms that contradict each other, with a sentence that says which."""
    one_table = terms.format == "sit-and-go"
    check_structure(terms.structure, one_table=one_table)
    if terms.payout is not None:
        check_payout(terms.payout)
    faults = {
        "a sit-and-go has no late entries, re-entries or start time": one_table
        and (terms.late_levels or terms.re_entries or terms.starts_at),
        "a scheduled event says when it starts": not one_table and terms.starts_at <= 0,
        "the final table seats 2 or more": terms.final_size == 1,
        "fewer may enter than must": terms.max_entries < terms.min_players,
        "a re-entry needs late registration": terms.re_entries and not terms.late_levels,
        "rebuys have levels and a stack": terms.rebuys
        and not (terms.rebuy_levels and terms.rebuy_stack),
        "an add-on is sold in the break after the last level with rebuys, and there is none": (
            terms.add_on_stack and not break_after(terms.structure, terms.rebuy_levels)
        ),
        "bots play only where nothing is paid": terms.bots and terms.buy_in + terms.bounty,
        "a satellite names the event its tickets are for": terms.tickets and not terms.ticket_to,
        "a sit-and-go seats more than it has tickets": one_table
        and terms.tickets >= terms.table_size,
        "a progressive event has a bounty": terms.progressive and not terms.bounty,
    }
    for sentence, found in faults.items():
        if found:
            raise Illegal("INVALID_REQUEST", f"These terms do not go together: {sentence}.")


def break_after(structure: Sequence[Row], level: int) -> bool:
    """Whether a break follows that level."""
    seen = 0
    for row, after in pairwise(structure):
        seen += not row.rest
        if seen == level and not row.rest:
            return bool(after.rest)
    return False

"""The log of an event: all that ever happened in it, by number and time. Its state is a fold over
this and nothing else (docs/rules/tournament.md T102, T103)."""

from __future__ import annotations

from msgspec import Struct, field, msgpack

from cutcard.kernel.game import Record

from .terms import Terms


class Opened(Record, frozen=True, tag="opened"):
    """Registration opens; the commitment is SHA-256 of the seed (T36)."""

    terms: Terms
    commitment: str


class Entered(Record, frozen=True, tag="entered"):
    """An entry is paid and booked (T5); `again` is a re-entry (T10)."""

    entry: int
    user: str
    again: bool = False
    bot: bool = False


class Withdrew(Record, frozen=True, tag="withdrew"):
    """Before the start, with everything paid back (T7)."""

    entry: int


class Drawn(Record, frozen=True):
    """A table as it was drawn: seat and entry, and the first button."""

    table: int
    seats: dict[int, int]
    button: int


class Started(Record, frozen=True, tag="started"):
    """Cards in the air (T34, T35)."""

    tables: tuple[Drawn, ...]
    breaking: tuple[int, ...]


class TableOpened(Record, frozen=True, tag="table_opened"):
    """T19: for a late entrant; it breaks first."""

    table: int


class Seated(Record, frozen=True, tag="seated"):
    """A late entrant's seat (T18)."""

    entry: int
    table: int
    seat: int
    waits: bool = False


class Dealt(Record, frozen=True, tag="dealt"):
    """A table deals: from now on it is in a hand, of these seats, and button and blinds are there.
    `together`: hand-for-hand (T68)."""

    table: int
    hand: int
    seats: tuple[int, ...]
    button: int
    small: int
    big: int
    together: bool = False


class HandEnded(Record, frozen=True, tag="hand_ended"):
    """A hand is paid: stacks by seat of who was dealt in, where button and blinds were, and for
    each who has no chips left who won the last pot they could win (T86), in P43's order."""

    table: int
    stacks: dict[int, int]
    button: int
    small: int
    big: int
    beaten: dict[int, tuple[int, ...]] = field(default_factory=dict)


class Asked(Record, frozen=True, tag="asked"):
    """T13: who is broke may buy again, until then."""

    entry: int
    until: int


class Declined(Record, frozen=True, tag="declined"):
    """They do not, or the time is up."""

    entry: int


class Rebought(Record, frozen=True, tag="rebought"):
    entry: int


class AddedOn(Record, frozen=True, tag="added_on"):
    entry: int


class Bounty(Record, frozen=True):
    """T85, T87: so much in cash, so much added to the winner's own."""

    entry: int
    cash: int
    own: int = 0


class Out(Record, frozen=True, tag="out"):
    """Somebody is out, with place and prize (T83). place < place_to: shared. A re-entered entry
    has place 0 (T66)."""

    entry: int
    place: int
    place_to: int
    prize: int = 0
    bounties: tuple[Bounty, ...] = ()
    carried: int = 0  # of the prize: what a disqualified player did not get (T74)


class Moved(Record, frozen=True, tag="moved"):
    """Out of one table and into another is one entry (T61)."""

    entry: int
    source: int
    to: int
    seat: int
    reason: str  # balance, break
    waits: bool = False
    single: bool = False


class TableBroken(Record, frozen=True, tag="table_broken"):
    table: int


class FinalTable(Record, frozen=True, tag="final_table"):
    """T58-T60: a new table, everybody on a seat drawn anew."""

    table: int
    seats: dict[int, int]
    button: int


class LevelBegan(Record, frozen=True, tag="level"):
    level: int
    since: int  # when its clock began; before `at` where nobody looked at once


class LevelOver(Record, frozen=True, tag="level_over"):
    """A break is due: no table deals any more (T27)."""


class BreakBegan(Record, frozen=True, tag="break"):
    ends_at: int


class EntryClosed(Record, frozen=True, tag="entry_closed"):
    """T76, T81: nobody may buy any more; prizes are fixed."""

    entries: int
    pool: int
    overlay: int
    prizes: tuple[int, ...]


class HandForHand(Record, frozen=True, tag="hand_for_hand"):
    on: bool


class Raced(Record, frozen=True, tag="raced"):
    """T31, T32: a table's stacks by seat after a colour-up for that level."""

    table: int
    level: int
    stacks: dict[int, int]


class DealProposed(Record, frozen=True, tag="deal_proposed"):
    """T89: to be agreed on once the table is between hands."""

    entry: int
    method: str  # chips, icm
    leave: int = 0


class DealOffered(Record, frozen=True, tag="deal_offered"):
    """The same, with amounts by entry; all must agree to this version."""

    version: int
    amounts: dict[int, int]
    until: int


class DealAccepted(Record, frozen=True, tag="deal_accepted"):
    entry: int


class DealEnded(Record, frozen=True, tag="deal_ended"):
    """Agreed on, amounts are paid at once (T94)."""

    agreed: bool


class Removed(Record, frozen=True, tag="removed"):
    """T74: disqualified; chips out of play."""

    entry: int


class Barred(Record, frozen=True, tag="barred"):
    """T74, while their hand is played: removed when it is over."""

    entry: int


class Paused(Record, frozen=True, tag="paused"):
    pass


class Resumed(Record, frozen=True, tag="resumed"):
    pass


class Restarted(Record, frozen=True, tag="restarted"):
    """T104: the server is up again; clocks have what they had left."""


class Cancelled(Record, frozen=True, tag="cancelled"):
    """T8, T105: with what each entry gets back."""

    reason: str
    refunds: dict[int, int]


class Ended(Record, frozen=True, tag="ended"):
    """The seed is published (T36)."""

    seed: str


What = (
    Opened
    | Entered
    | Withdrew
    | Started
    | TableOpened
    | Seated
    | Dealt
    | HandEnded
    | Asked
    | Declined
    | Rebought
    | AddedOn
    | Out
    | Moved
    | TableBroken
    | FinalTable
    | LevelBegan
    | LevelOver
    | BreakBegan
    | EntryClosed
    | HandForHand
    | Raced
    | DealProposed
    | DealOffered
    | DealAccepted
    | DealEnded
    | Removed
    | Barred
    | Paused
    | Resumed
    | Restarted
    | Cancelled
    | Ended
)


class Entry(Struct, frozen=True, gc=False):
    """One entry of the log."""

    number: int
    at: int  # UTC ms
    what: What


_decoder = msgpack.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """An entry as a store keeps it."""
    return msgpack.encode(entry)


def decode(raw: bytes) -> Entry:
    return _decoder.decode(raw)

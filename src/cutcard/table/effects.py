"""What a table and its life want done, in order. Nothing there happens but through these, and the
house lets none of the words out before the writes in front of them are durable."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from cutcard.fair.lines import Record
from cutcard.kernel.game import Fact, Move, Outcome, Seat, State, Tick
from cutcard.store.fair_row import FairRow
from cutcard.store.played import Played
from cutcard.store.protocol import DealRow, Entry, Final, Mark, MatchRow, Rated, SeatRow, TableRow
from cutcard.store.standings import Trial

from .words import Ack, Ear, Nack, Notice, Snapshot, Update


class Ask(Struct, gc=False):
    """Comes in: a seat wants to play. `seq` is the last it has seen, None if it cannot say."""

    seat: Seat
    move: Move
    tag: str
    key: str | None = None
    seq: int | None = None
    match: str | None = None


class Open(Struct, gc=False):
    """A new deal's header is to be written."""

    header: DealRow


class Append(Struct, gc=False):
    """An entry is to be written."""

    deal: int
    entry: Entry


class Check(Struct, gc=False):
    """The state's digest after n entries is to be written."""

    deal: int
    n: int
    digest: bytes


class Reply(Struct, gc=False):
    """Whoever asked is to be answered."""

    word: Ack | Nack


class Tell(Struct, gc=False):
    """All who listen for a viewer are to be told."""

    viewer: Seat | None
    word: Update


class Whisper(Struct, gc=False):
    """A bot that remembers is to be told, in Records."""

    seat: Seat
    facts: list[Fact]


class Ended(Struct, gc=False):
    """A deal is over: its state changes no more, and may be looked at."""

    state: State
    deal: int


class Book(Struct, gc=False):
    """A seat's holder gets so many chips off the table, or puts them on it (below zero)."""

    deal: int
    seat: Seat
    amount: int


class Over(Struct, gc=False):
    """The match is over; `abandoned` where its rules called it off."""

    outcome: Outcome
    abandoned: bool


class Recall(Struct, gc=False):
    """The key was seen in a deal no longer held: its answer is in the store."""

    ask: Ask


class RulesFailed(Struct, gc=False):
    """The rules raised what is no refusal. The table stands as before the move; where nobody
    asked for it (`fatal`) it would happen again for ever."""

    seat: Seat
    move: Move | Tick | None
    error: Exception
    fatal: bool


class Keep(Struct, gc=False):
    """A record of the table's chain is to be written."""

    row: FairRow


class Announce(Struct, gc=False):
    """Whose client speaks of fair deals is to be told these records; `n` is the place of the
    first."""

    n: int
    records: list[Record]
    of: int = 0  # the table's deal that is over, where one of them is an end; else the last


class Write(Struct, gc=False):
    """A row is to be written."""

    row: TableRow | SeatRow | MatchRow | Rated | Final | Mark | Trial | Played


class Bar(Struct, gc=False):
    """That a user was sent away for good is to be written."""

    user: str


class Stand(Struct, gc=False):
    """Where the clock of a deal stands is to be written."""

    deal: int
    at: int


class Say(Struct, gc=False):
    """These are to be told."""

    ears: tuple[Ear, ...]
    word: Ack | Update | Snapshot | Notice


class Welcome(Struct, gc=False):
    """Somebody on the balcony is to be shown how it stands there."""

    ear: Ear


class Retell(Struct, gc=False):
    """Updates up to `seq` are to be made again for an ear, aside; `work` makes them."""

    ear: Ear
    viewer: Seat | None
    seq: int
    work: Callable[[], list[Update]]


class On(Struct, gc=False):
    """An ear listens here from now on."""

    ear: Ear


class Off(Struct, gc=False):
    """An ear listens here no more; where there is something to tell it, at once."""

    ear: Ear
    word: Notice | None = None


class Close(Struct, gc=False):
    """The table is over for good."""


Effect = (
    Open
    | Append
    | Check
    | Reply
    | Tell
    | Whisper
    | Ended
    | Book
    | Over
    | Recall
    | RulesFailed
    | Keep
    | Announce
)
"""What a table wants done."""

LifeEffect = Effect | Write | Bar | Stand | Say | Welcome | Retell | On | Off | Close
"""What a table's life wants done: what its table does, and what is around a match."""

"""What a table wants done, in order. Nothing in a table happens but through these, and the house
lets none of the words out before the writes in front of them are durable."""

from __future__ import annotations

from msgspec import Struct

from cutcard.kernel.game import Fact, Move, Outcome, Seat, State, Tick
from cutcard.store.protocol import DealRow, Entry

from .words import Ack, Nack, Update


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


class Fault(Struct, gc=False):
    """The rules raised what is no refusal. The table stands as before the move; where nobody
    asked for it (`fatal`) it would happen again for ever."""

    seat: Seat
    move: Move | Tick | None
    error: Exception
    fatal: bool


Effect = Open | Append | Check | Reply | Tell | Whisper | Ended | Book | Over | Recall | Fault

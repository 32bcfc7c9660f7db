"""Events of matches: their terms, their log and their effects (docs/rules/tournament.md T3,
T117-T152). An entrant is one user or, where the game is for teams, a pair."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, msgpack

from cutcard.kernel.game import Illegal, Record

from ..swiss import Swiss

Format = Literal["swiss", "round-robin", "single-elimination", "double-elimination", "arena"]
Moment = Annotated[int, Meta(ge=0, le=2**53)]
MOST_SWISS = 256
HOW = ("played", "no_show", "decided", "late")


class Terms(Record, frozen=True):
    """What whoever makes the event chooses."""

    name: str
    game: str
    format: Format
    options: dict[str, Any] = field(default_factory=dict)  # of every match
    host: str = ""
    team: Annotated[int, Meta(ge=1, le=2)] = 1  # users of an entrant
    seats: Annotated[int, Meta(ge=2, le=10)] = 2  # entrants of a match
    rounds: Annotated[int, Meta(ge=0, le=255)] = 0  # 0: as many as usual
    double: bool = False  # round robin twice
    third_place: bool = False
    round_minutes: Annotated[int, Meta(ge=1, le=10_000)] = 60
    min_players: Annotated[int, Meta(ge=2, le=5000)] = 2
    max_players: Annotated[int, Meta(ge=2, le=5000)] = 5000
    opens_at: Moment = 0
    starts_at: Annotated[int, Meta(ge=1, le=2**53)] = 1
    ends_at: Moment = 0  # an arena's
    bots: bool = False  # T20: they may enter, and nothing of it is rated
    bot: Annotated[str, Meta(max_length=64)] = ""  # which one; nothing: the game's usual one
    spectator_delay_seconds: Annotated[int, Meta(ge=0, le=600)] = 0


def check_terms(terms: Terms) -> None:
    """Refuses terms that contradict each other."""
    faults = {
        "an arena says when it ends": terms.format == "arena" and terms.ends_at <= terms.starts_at,
        "only an arena or a round robin has tables for more than two": terms.seats > 2
        and terms.format not in ("arena", "round-robin"),
        "pairs meet pairs: a match has two entrants": terms.team > 1 and terms.seats > 2,
        f"a Swiss event is for at most {MOST_SWISS}": terms.format == "swiss"
        and terms.max_players > MOST_SWISS,
    }
    for sentence, found in faults.items():
        if found:
            raise Illegal("INVALID_REQUEST", f"These terms do not go together: {sentence}.")


# The log


class Opened(Record, frozen=True, tag="opened"):
    terms: Terms


class Entered(Record, frozen=True, tag="entered"):
    entry: int
    users: tuple[str, ...]
    rating: float = 0.0  # of a pair: both added up (T148)
    bot: bool = False


class Withdrew(Record, frozen=True, tag="withdrew"):
    """Before the start."""

    entry: int


class Started(Record, frozen=True, tag="started"):
    """Entries in order of their seeds (T118)."""

    seeds: tuple[int, ...]


class RoundBegan(Record, frozen=True, tag="round"):
    number: int


class Paired(Record, frozen=True, tag="paired"):
    """A match is called: those it is of, who is first named first; `ready_by` for all (T124)."""

    match: int
    name: str
    entries: tuple[int, ...]
    ready_by: int
    until: int  # T126: decided as it stands


class Bye(Record, frozen=True, tag="bye"):
    entry: int


class Ready(Record, frozen=True, tag="ready"):
    match: int
    entry: int


class Tabled(Record, frozen=True, tag="tabled"):
    """A game of the match is played at this table of the house; one entry with its opening."""

    match: int
    table: int


class Again(Record, frozen=True, tag="again"):
    """T132: a draw is played again, the other first (T134)."""

    match: int


class Decided(Record, frozen=True, tag="decided"):
    """Half points by entrant, in the match's order; only what was played is rated (T152).
    `winner` where somebody goes on all the same (T132)."""

    match: int
    points: tuple[int, ...]
    how: str
    winner: int = 0


class Away(Record, frozen=True, tag="away"):
    """T147: an arena pairs them no more until they say they are back."""

    entry: int


class Back(Record, frozen=True, tag="back"):
    entry: int


class Quit(Record, frozen=True, tag="quit"):
    """Withdrawn: no longer paired (T124, T125, T142)."""

    entry: int


class Restarted(Record, frozen=True, tag="restarted"):
    """T104: the server is up again; ready clocks, rounds and an arena have what they had left."""


class Cancelled(Record, frozen=True, tag="cancelled"):
    reason: str


class Ended(Record, frozen=True, tag="ended"):
    """Places from and to, by entry."""

    places: dict[int, tuple[int, int]]


What = (
    Opened
    | Entered
    | Withdrew
    | Started
    | RoundBegan
    | Paired
    | Bye
    | Ready
    | Tabled
    | Again
    | Decided
    | Away
    | Back
    | Quit
    | Restarted
    | Cancelled
    | Ended
)


class Entry(Struct, frozen=True, gc=False):
    number: int
    at: int
    what: What


_decoder = msgpack.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    return msgpack.encode(entry)


def decode(raw: bytes) -> Entry:
    return _decoder.decode(raw)


# Effects


class Write(Struct, frozen=True):
    entry: Entry


class Call(Struct, frozen=True):
    """Ask them whether they are ready."""

    match: int
    users: tuple[str, ...]
    ready_by: int


class Play(Struct, frozen=True):
    """Open a table: users by seat. A pair's sit across from each other (T148)."""

    match: int
    game: int  # of the match, from 1
    users: tuple[str, ...]


class Judge(Struct, frozen=True):
    """T126: ask the game how it stands, and report that as `decided`."""

    match: int


class Ponder(Struct, frozen=True):
    """T120: a Swiss round of many: its pairing takes long, is found beside the play (`swiss.pair`)
    and reported (`MatchEvent.paired`)."""

    players: tuple[Swiss, ...]


class Say(Struct, frozen=True):
    """What happened, for all who are in it or watch."""

    what: What


Effect = Write | Call | Play | Judge | Ponder | Say

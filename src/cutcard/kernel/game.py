"""The contract of a game: the first file to read.

Rules are a deterministic machine. They read no clock, no chance but the deal's, and do no I/O;
nothing here knows users or sockets. A game is a module with the names of `Game`; it inherits
from nothing. One deal is one seed, one log, one replay, one proof of fairness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from .rng import Rng

Seat = int  # 0 … seats-1; where `Seat | None` stands, None is a spectator
NATURE: Seat = -1  # who plays when a time has come


class Record(Struct, frozen=True, rename="camel", omit_defaults=True, gc=False):
    """What moves, ticks, facts, views, options and carries derive from, each with its `tag`.

    snake_case here and camelCase outside; a field at its default is left out, so an optional
    field of a view defaults to None and nothing that leaves the server ever holds a null. It
    cannot come to hold itself, so it is freed by counting alone (`gc=False`).
    """


# To whoever knows no game by name they are Records; a game says which (see `StateOf`).
Move = Record  # what a seat may send,
Tick = Record  # what only NATURE plays (never decoded from a client),
Fact = Record  # what became known,
View = Record  # what a viewer may know,
Options = Record  # what whoever opens the table chose, the same for every deal of the match,
Carry = Record  # and what one deal hands to the next (never decoded from a client)

M = TypeVar("M", bound=Record)  # a game's own moves,
T_contra = TypeVar("T_contra", bound=Record, contravariant=True)  # its ticks
V_co = TypeVar("V_co", bound=Record, covariant=True)  # and its view
Kind = type[Record] | UnionType  # one kind of Record, or several: `Play | Pass`


class Timer(Struct, frozen=True, gc=False):
    """A time that leads on by itself: NATURE plays the tick unless the timer is gone by then."""

    due: int  # ms on the deal's clock, which starts at 0 and stands still while the server is down
    tick: Any  # one of the game's own: what its `play` takes of NATURE
    seat: Seat | None = None  # whose clock it is, for those who show one


class Told(Struct, frozen=True, gc=False):
    """A fact, and who is told. The first told to the mover alone is the payload of their ACK."""

    fact: Fact
    to: tuple[Seat, ...] | None = None  # None: everyone, spectators too
    rest: Fact | None = None  # what all others, spectators too, are told in its place


class Outcome(Struct, frozen=True, gc=False):
    """How a deal ended."""

    places: tuple[int, ...]  # 1 is best; equal places are a tie, or a team
    scores: tuple[int, ...]
    reason: str
    rated: bool = True
    points: tuple[int, ...] = ()  # what a ranked match earns each seat for the season
    marks: tuple[tuple[str, int], ...] = ()  # done alone: name and figure, the least is kept


class Illegal(Exception):
    """A refusal: a stable upper-case code and a sentence for people. It changed nothing.

    NOT_YOUR_TURN, NOT_YOURS (a tick from a seat) and GAME_OVER mean the same in every game.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        category: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.category = category
        self.details = details


class StateOf(Protocol[M, T_contra, V_co]):
    """One deal in progress, owned by one table: of a game with these moves, ticks and views."""

    rng: Rng

    def to_act(self) -> Sequence[Seat]:
        """Whom the deal waits for. Nobody: only a timer leads on, or it is over."""

    def legal(self, seat: Seat) -> Sequence[M]:
        """A finite, ordered choice of what leads on; some for a seat to act, else none."""

    def asides(self, seat: Seat) -> Sequence[M]:
        """What it may do besides, in turn or not: surrender, leave, pause."""

    def play(
        self, seat: Seat, move: M | T_contra, at: int = 0, told: list[Told] | None = None
    ) -> None:
        """The only judge: raises Illegal with nothing changed, or makes the change.

        Facts are appended only where a list was given, so bulk simulation pays for none.
        `at` never goes back, and every timer due by then has been played first.
        """

    def timers(self) -> Sequence[Timer]: ...

    def view(self, seat: Seat | None) -> V_co:
        """Built up from nothing; shows all that the last facts revealed. No null, no set."""

    def outcome(self) -> Outcome | None:
        """None: not over. Over is this and nothing else."""

    def next(self) -> Carry | None:
        """Asked when over; None: so is the match."""

    def copy(self) -> StateOf[M, T_contra, V_co]:
        """Plays on exactly as this one would, chance included; shares nothing that changes."""

    def redeal(self, seat: Seat | None, rng: Rng) -> StateOf[M, T_contra, V_co]:
        """All that the seat was never told drawn anew from `rng`, the future too."""


State = StateOf[Move, Tick, View]  # as those see it who know no game by name


class Game(Protocol):
    """A game: its package is one (`games/<name>/__init__.py` exports these names)."""

    name: str
    version: int  # changes with behaviour, and only then: old logs replay under their version
    seats: range
    shows_seed: bool  # whether the seed may be shown when a deal is over (folded hands: no)
    Options: type[Record]
    Move: Kind
    Tick: Kind
    Carry: Kind | type[None]  # type(None) where a match is one deal

    def deal(self, options: Record, seats: int, rng: Rng, carry: Record | None = None) -> State:
        """A deal from its start, by these options and after what the deal before carries over."""

    def setups(self) -> Sequence[tuple[Record, int]]:
        """Kinds of table (options, seats) to try a game on; the first is the usual one."""

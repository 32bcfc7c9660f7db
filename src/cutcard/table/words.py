"""What a table says, and what the house knows about who is there.

Words are made per viewer and name seats; the wire puts users in the place of those that stand for
who holds them (`Holder`). What a table says with every move stays Records until somebody needs
builtins (`facts`, `patch`, `payload`): an encoder for JSON does not. Facts are shared between
viewers: whoever hears them must not change them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, final

from msgspec import Struct

from cutcard.kernel.game import Seat, View

from .patch import change, plain


class User(Struct, frozen=True, eq=False):
    """Somebody who may sit down; the same id is the same user, whatever they are called by now. A
    bot is a user too, but is never rated. `number` counts people from 1; bots have none."""

    id: str
    name: str
    bot: bool = False
    number: int = 0
    guest: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, User) and other.id == self.id

    def __ne__(self, other: object) -> bool:  # a Struct's own would compare by identity
        return not self == other

    def __hash__(self) -> int:
        return hash(self.id)


Holders = Sequence[str | None]
"""Who held each seat when a word was said: their ids. It may be heard much later."""

Encoded = dict[Any, bytes]
"""A word in bytes, by the coding: its ears fill it, and it is encoded once for all of them."""


class Due(Struct, gc=False, omit_defaults=True):
    """When a time ends, and whose it is."""

    due: int
    seat: Seat | None = None


class Clock(Struct, gc=False):
    """What runs, as epoch ms: the moment this was said, whose time ends when, and the moment
    at which the deal's clock stood at 0 (views name times of that clock)."""

    now: int
    timers: list[Due]
    zero: int


@final
class Ack(Struct, gc=False):
    """A move was accepted, and is written down; `seq` is the update it made."""

    table: int
    match: str
    key: str | None
    move: str  # the move's tag
    seq: int
    fact: Any = None  # what was told to the mover alone: a Record, or its fields
    holders: Holders = ()
    encoded: Encoded | None = None

    @property
    def payload(self) -> dict[str, Any]:
        """The fact's fields as builtins."""
        fields: dict[str, Any] = {} if self.fact is None else plain(self.fact)
        if isinstance(self.fact, Struct):
            fields.pop("type", None)
        return fields


@final
class Nack(Struct, gc=False):
    """A request was refused and changed nothing; `seq` is where the table stood."""

    table: int
    match: str
    key: str | None
    move: str
    seq: int
    code: str
    message: str
    category: str | None = None
    details: dict[str, Any] | None = None


@final
class Update(Struct, gc=False):
    """What one move, tick or new deal changed for one viewer. Every viewer gets every seq.

    It holds the view before and the view after: who encodes it need not build the patch first.
    One instance serves all who listen for the viewer, so an ear may keep its encoding on it.
    """

    table: int
    match: str
    seq: int
    told: list[Any]  # facts: Records, or maps where the table added to one
    was: View | None  # the view of seq - 1; None: nothing was seen before
    now: View
    clock: Clock | None
    legal: list[dict[str, Any]] | None = None  # what the seat may do now, where its ear asked
    asides: list[dict[str, Any]] | None = None
    holders: Holders = ()
    encoded: Encoded | None = None
    shared: list[Any] | None = None  # one list for all viewers of this change: an encoder's own

    def let_go(self) -> None:
        """All who will hear it have it encoded: it holds nothing else any longer."""
        self.told, self.was, self.clock = [], None, None
        self.now = None  # type: ignore[assignment]  # nobody reads it any more
        self.legal = self.asides = self.shared = None

    @property
    def facts(self) -> list[dict[str, Any]]:
        """The facts as builtins."""
        facts: list[dict[str, Any]] = plain(self.told)
        return facts

    @property
    def changes(self) -> dict[str, Any]:
        """The patch with the Records that the views hold."""
        return change(self.was, self.now)

    @property
    def patch(self) -> dict[str, Any]:
        """What leads from one view to the other (RFC 7386), as builtins."""
        patch: dict[str, Any] = plain(self.changes)
        return patch


@final
class Snapshot(Struct, gc=False):
    """All a viewer may know at `seq`. Before the first deal seq is 0 and the view empty."""

    table: int
    match: str
    seq: int
    now: View | None
    clock: Clock | None
    roster: list[dict[str, Any]]  # {seat, id, name, bot, here} of each seat taken
    info: dict[str, Any]  # {game, options, seats, name, status, deal, commitment}
    seat: Seat | None  # whose view it is; None: a spectator's
    legal: list[dict[str, Any]] | None = None
    asides: list[dict[str, Any]] | None = None
    holders: Holders = ()

    @property
    def view(self) -> dict[str, Any]:
        """The view as builtins."""
        view: dict[str, Any] = {} if self.now is None else plain(self.now)
        return view


@final
class Notice(Struct, gc=False):
    """What happened around a match, not in it; not numbered, and not kept.

    RATING_CHANGE, GAME_ABANDONED, PLAYER_DISCONNECTED, PLAYER_RECONNECTED, REMATCH_OFFERED,
    REMATCH_DECLINED, BOARDS_COMPARED, UNDO_ASKED, UNDO_DECLINED, ROSTER, TABLE_CLOSED, REPLACED,
    KICKED, CHAT, SERVER_SHUTDOWN; and what the lobby tells somebody wherever they are:
    CHALLENGED, MATCH_FOUND, PRESENCE, FRIEND_INVITED ….
    """

    type: str
    table: int | None
    match: str | None
    payload: dict[str, Any]
    encoded: Encoded | None = None


Word = Ack | Nack | Update | Snapshot | Notice


class Ear(Protocol):
    """Whoever listens: a socket, a test. Hears only what is durable, in order.

    It may also have `prepare(word) -> bool`, called when a word is made: True if it has put the
    word into bytes, for `hear`, and needs no more of it than what it keeps in `encoded`; and
    `spent(seconds)`, told what was made for it alone took so long.
    """

    def hear(self, word: Word) -> None:
        """Never blocks, never raises."""


class TableInfo(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A table as the lobby lists it."""

    table: int
    match: str
    game: str
    name: str
    options: dict[str, Any]
    seats: int
    roster: list[dict[str, Any]]
    status: str  # WAITING_TO_START, IN_PROGRESS, COMPLETED, ABANDONED
    host: str
    private: bool = False
    watchable: bool = True
    spectators: int = 0
    seq: int = 0
    spectator_delay_seconds: int = 0
    teams: list[int] | None = None  # of each seat, where the game has teams
    ranked: bool = False
    event: int = 0  # whose table it is, where it is an event's
    twin_of: int = 0  # where the same deals are played at two tables: the first of them


class Refusal(Exception):
    """What the house refuses: a stable upper-case code and a sentence, as Illegal has them.

    GAME_NOT_FOUND, INVALID_PLAYER, INVALID_GAME_STATE, TABLE_FULL, SEAT_TAKEN, INVALID_REQUEST,
    REMATCH_DISABLED, UNDO_OFF, UNDO_LATE, CANNOT_LEAVE, NOT_WATCHABLE, KICKED, FORBIDDEN,
    SERVER_SHUTTING_DOWN, GAME_ERROR; the lobby adds its own.
    """

    def __init__(self, code: str, message: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details

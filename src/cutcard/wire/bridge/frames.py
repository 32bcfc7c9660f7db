"""What is said on a link between two workers: a head (length, which connection, what kind) and
bytes. Who dialled is the gateway, where clients are connected; who was dialled has the tables."""

from __future__ import annotations

from enum import IntEnum
from struct import Struct as Layout
from typing import Any

from msgspec import Struct

from cutcard.table.words import TableInfo

HEAD = Layout("!IIB")  # bytes after the head, connection, kind
SEEN = Layout("!QQ")  # table and update
TABLE = Layout("!Q")
CODE = Layout("!H")
TOLD, ANSWER, FIRST = 0, 1, 2
"""What packets are to a TCP client: told, the answer it waits for, or what comes before that."""
MOST = 8 * 1024 * 1024  # bytes of one message


class Kind(IntEnum):
    """What a message is. Those of the gateway first, then those of the worker that was dialled."""

    HELLO = 1  # who are you? It is me (both)
    PING = 2  # both
    OPEN = 3  # a connection, and whose it is; again where that has changed
    FRAME = 4  # what its client sent
    ATTACH = 5  # it listens there from its last update on
    GONE = 6  # it is over
    ASK = 7  # a request without a connection
    TELL = 8  # a user is told something, wherever they are connected
    TABLES = 9  # tables of the gateway's own, for the lists of the lobby
    NEWS = 10  # what every worker should know
    TAKE = 11  # tables that are the other's from now on
    SAID = 20  # a frame for its client
    ON = 21  # it listens at a table from now on
    OFF = 22  # no longer
    SHUT = 23  # hang up, for this reason
    NOT_MINE = 24  # a message for a table that is not here
    MOVED = 25  # a table it listens at went to another worker
    GO = 26  # it is to listen at a table of another worker
    ANSWER = 27  # to ASK
    NOTICE = 28  # a word to a TCP connection's user, which its gate puts into packets
    TAKEN = 29  # to TAKE: they are there
    EAGER = 30  # whether a TCP player waits at a table to be let in


class Hello(Struct, omit_defaults=True):
    """A worker says who it is, and proves that it knows the database's secret."""

    nonce: str = ""
    proof: str = ""
    address: str = ""


class Opened(Struct, omit_defaults=True):
    """A connection at the gateway."""

    user: tuple[str, str, int, bool]  # id, name, number, guest
    packed: bool
    token: str | None
    host: str
    limited: str | None
    agent: str
    legal: int
    fair: bool
    lobby: bool  # the other one has the lobby: the connection is present there
    packets: bool = False  # it speaks TCP's packets,
    greeted: bool = False  # and has made the handshake


class Attach(Struct, omit_defaults=True):
    table: int
    seq: int | None = None
    watch: bool = False
    link: str | None = None
    eager: bool = False  # a TCP player waits there to be let in


class Passed(Struct, omit_defaults=True):
    """A packet of a TCP client for a table, or to open one (0): the key it has should it be a move,
    the table's link where the client was asked to a private one; `again`: it may have been done
    before."""

    table: int
    kind: int
    body: bytes
    key: str
    link: str | None = None
    again: bool = False


class Shut(Struct, omit_defaults=True):
    """Why a TCP connection is to be hung up on, and what it is told."""

    reason: str
    code: int = 0
    message: str = ""


class Asked(Struct, omit_defaults=True):
    """A request of the list, by somebody who has no connection."""

    name: str
    wish: dict[str, Any]
    user: tuple[str, str, int, bool] | None
    token: str | None
    host: str
    limited: str | None
    key: str | None = None


class Answered(Struct, omit_defaults=True):
    """Its answer, or why it was refused."""

    answer: Any = None
    code: str | None = None
    message: str = ""
    details: Any = None


class Told(Struct, omit_defaults=True):
    """A word to a user."""

    user: str
    type: str
    table: int | None
    match: str | None
    payload: dict[str, Any]


class Shown(Struct, omit_defaults=True):
    """A table, and its link where it is private."""

    info: TableInfo
    link: str = ""


class Tables(Struct, omit_defaults=True):
    """Tables that changed and such as are gone; `whole`: there are no others."""

    changed: list[Shown] = []
    gone: list[int] = []
    whole: bool = False


class News(Struct, omit_defaults=True):
    """What all workers should know: somebody is called something else, a balance was changed,
    somebody blocked or muted another, there is something to claim, who had the lobby leaves, a
    moderator has acted."""

    renamed: tuple[str, str, int, bool] | None = None
    balances: list[str] = []
    shuns: str | None = None
    claim: bool = False
    lobby: bool = False
    trail: bool = False

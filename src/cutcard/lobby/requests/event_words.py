"""What is said of events, and what an event's wishes and answers are made of: for `events.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cutcard.arena.event.info import Info, PlayerInfo, pool_of
from cutcard.arena.event.state import REGISTERING
from cutcard.arena.matches.formats import round_count
from cutcard.arena.matches.info import EntrantInfo, MatchesInfo, MatchInfo
from cutcard.arena.matches.info import entry_open as match_entry_open
from cutcard.events.carried import Carried
from cutcard.events.carrying import Carrying
from cutcard.events.matched import Meeting

from .asking import Asker, user_of
from .registry import Count, Person, Word

LISTED = 100

EventNumber = Annotated[int, Meta(ge=1, le=2**53)]


class OfEvent(Struct):
    event: EventNumber


class Look(Struct, rename="camel"):
    event: EventNumber
    last_seq: Count | None = None
    first: Count = 0
    first_match: Count = 0
    count: Annotated[int, Meta(ge=1, le=LISTED)] = LISTED


class ListEvents(Struct):
    over: bool = False
    first: Count = 0
    count: Annotated[int, Meta(ge=1, le=LISTED)] = LISTED
    game: Word | None = None


class Register(Struct):
    """`partner`, by id or name, where pairs enter."""

    event: EventNumber
    partner: Person | None = None


class OfMatch(Struct):
    event: EventNumber
    match: Count


class CreateEvent(Struct, rename="camel"):
    """`terms` are the event's, as in an event's file; `bots` so many enter at once."""

    terms: dict[str, Any] = {}
    starts_in: Annotated[int, Meta(ge=1, le=31_536_000)] | None = None
    lasts: Annotated[int, Meta(ge=1, le=31_536_000)] | None = None
    bots: Annotated[int, Meta(ge=0, le=5000)] = 0


class Rebuy(Struct):
    event: EventNumber
    buy: bool = True


class Propose(Struct):
    event: EventNumber
    method: Literal["chips", "icm"] = "icm"
    leave: Count = 0


class Accept(Struct):
    event: EventNumber
    version: Count


class EventLine(Struct, rename="camel", omit_defaults=True):
    """An event in few words."""

    event: int
    name: str
    game: str
    format: str
    phase: str
    entries: int
    left: int
    starts_at: int
    cost: int
    pool: int
    table_size: int
    host: str = ""
    level: int = 0
    bots: bool = False
    entry_open: bool = False
    entered: bool = False  # the asker is in
    round: int = 0  # of an event of matches
    rounds: int = 0
    ends_at: int = 0  # an arena's
    team: int = 1  # 2: pairs enter


class EventLines(Struct, omit_defaults=True):
    """`next` is the `first` of the page after it."""

    events: list[EventLine]
    next: int | None = None


class Where(Struct, rename="camel"):
    """A table of an event: its number there, and the one by which it is joined or watched."""

    table: int
    table_number: int


class EventTold(Struct, rename="camel", omit_defaults=True):
    """An event as it stands, with one page of its players: those who are in, most chips first, then
    those who are out. `own` is the asker's row. Of one of matches: a page of its entrants as they
    stand, and a page of its matches, the newest first."""

    event: int
    seq: int
    info: Info | None = None  # left out where nothing has changed since `lastSeq`
    names: dict[str, str] = {}
    tables: list[Where] = []
    own: PlayerInfo | None = None
    next: int | None = None  # `first` of the page after it
    match_info: MatchesInfo | None = None  # in the place of `info` where it is one of matches
    own_entry: EntrantInfo | None = None
    own_match: MatchInfo | None = None  # that the asker is called to, or plays
    next_match: int | None = None  # `firstMatch` of the page after it


class Entered(Struct, rename="camel", omit_defaults=True):
    """Where one stands in it now; `tableNumber` is where one sits, `match` the one that one is
    called to or plays, `ready` whether one has said so."""

    event: int
    seq: int
    phase: str
    entries: int
    balance: int
    entered: bool = False
    table: int | None = None
    seat: int | None = None
    table_number: int | None = None
    match: int | None = None
    ready: bool = False


class StructureLine(Struct, rename="camel"):
    name: str
    text: str
    start_stack: int
    levels: int


class Structures(Struct):
    """`games` are those that can be played in events with chips; `most` is how many may enter, by
    the event's format; `limits` are the least and the most of what its maker chooses."""

    structures: list[StructureLine]
    games: list[str]
    most: dict[str, int]
    limits: dict[str, tuple[int, int]]


def line(carried: Carrying, user: str | None) -> EventLine:
    if isinstance(carried, Meeting):
        return _match_line(carried, user)
    assert isinstance(carried, Carried)
    state = carried.event.state
    terms = state.terms
    return EventLine(
        event=carried.row.event,
        name=terms.name,
        game=terms.game,
        format=terms.format,
        phase=state.phase,
        entries=state.entries,
        left=state.left,
        starts_at=terms.starts_at,
        cost=state.cost(),
        pool=pool_of(state)[0],
        table_size=terms.table_size,
        host=terms.host,
        level=0 if state.phase == REGISTERING else state.level,
        bots=terms.bots,
        entry_open=state.entry_open(),
        entered=user in state.live,
    )


def _match_line(meeting: Meeting, user: str | None) -> EventLine:
    state = meeting.event.state
    terms = state.terms
    return EventLine(
        event=meeting.row.event,
        name=terms.name,
        game=terms.game,
        format=terms.format,
        phase=state.phase,
        entries=len(state.entrants),
        left=len(state.entrants) - sum(one.gone for one in state.entrants.values()),
        starts_at=state.starts(),
        cost=0,
        pool=0,
        table_size=meeting.seats,
        host=terms.host,
        bots=terms.bots,
        entry_open=match_entry_open(meeting.event),
        entered=user is not None and state.entry_of(user) is not None,
        round=state.round,
        rounds=round_count(state),
        ends_at=state.ends_at,
        team=terms.team,
    )


def _in_match(asker: Asker, meeting: Meeting) -> Entered:
    user, state = user_of(asker).id, meeting.event.state
    entry = state.entry_of(user)
    called = [one for one in state.open_matches() if entry in one.entries]
    playing = called[0] if called else None
    seat = None
    if playing is not None and playing.table:
        seat = meeting.event.seating(playing).index(user)
    return Entered(
        event=meeting.row.event,
        seq=meeting.seq,
        phase=state.phase,
        entries=len(state.entrants),
        balance=meeting.floor.cashier.balance(user),
        entered=entry is not None,
        seat=seat,
        table_number=(playing.table or None) if playing is not None else None,
        match=playing.number if playing is not None else None,
        ready=playing is not None and entry in playing.ready,
    )


def entered(asker: Asker, carried: Carrying) -> Entered:
    if isinstance(carried, Meeting):
        return _in_match(asker, carried)
    assert isinstance(carried, Carried)
    user, state = user_of(asker).id, carried.event.state
    entry = state.live.get(user)
    player = None if entry is None else state.players[entry]
    seated = player is not None and player.table > 0
    return Entered(
        event=carried.row.event,
        seq=len(carried.event.log),
        phase=state.phase,
        entries=state.entries,
        balance=carried.floor.cashier.balance(user),
        entered=player is not None,
        table=player.table if player is not None and seated else None,
        seat=player.seat if player is not None and seated else None,
        table_number=carried.tables.get(player.table) if player is not None else None,
    )

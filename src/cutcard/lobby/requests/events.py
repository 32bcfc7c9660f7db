"""Events: found, made, entered, watched, and what their players may ask for. Names and refusals
are those of docs/rules/tournament.md (T111, T114); what a table of an event asks of its players is
asked at the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from cutcard.arena.event.info import Info, PlayerInfo, info
from cutcard.arena.event.state import REGISTERING
from cutcard.arena.structures import structures, terms_of
from cutcard.events.carried import Carried
from cutcard.events.holder import staged_games
from cutcard.store.people import ADMIN
from cutcard.table.words import Refusal

from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, OPEN, WS, Count, Nothing, request

MOST_BOTS = 50  # that somebody who is no admin lets in
LISTED = 100

EventNumber = Annotated[int, Meta(ge=1, le=2**53)]
Entering = (
    *("EVENT_NOT_FOUND", "NOT_OPEN_YET", "ENTRY_CLOSED", "EVENT_FULL", "EVENT_OVER"),
    *("NOT_ENOUGH_CHIPS", "ENTRY_LIMIT", "SERVER_SHUTTING_DOWN"),
)
Playing = ("EVENT_NOT_FOUND", "NOT_REGISTERED", "SERVER_SHUTTING_DOWN")


class OfEvent(Struct):
    event: EventNumber


class Look(Struct, rename="camel"):
    event: EventNumber
    last_seq: Count | None = None
    first: Count = 0
    count: Annotated[int, Meta(ge=1, le=LISTED)] = LISTED


class ListEvents(Struct):
    over: bool = False


class CreateEvent(Struct, rename="camel"):
    """`terms` are the event's, as in an event's file; `bots` so many enter at once."""

    terms: dict[str, Any] = {}
    starts_in: Annotated[int, Meta(ge=1, le=31_536_000)] | None = None
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


class EventLines(Struct):
    events: list[EventLine]


class Where(Struct, rename="camel"):
    """A table of an event: its number there, and the one by which it is joined or watched."""

    table: int
    table_number: int


class EventTold(Struct, rename="camel", omit_defaults=True):
    """An event as it stands, with one page of its players: those who are in, most chips first, then
    those who are out. `own` is the asker's row."""

    event: int
    seq: int
    info: Info | None = None  # left out where nothing has changed since `lastSeq`
    names: dict[str, str] = {}
    tables: list[Where] = []
    own: PlayerInfo | None = None
    next: int | None = None  # `first` of the page after it


class Entered(Struct, rename="camel", omit_defaults=True):
    """Where one stands in it now; `tableNumber` is where one sits."""

    event: int
    seq: int
    phase: str
    entries: int
    balance: int
    entered: bool = False
    table: int | None = None
    seat: int | None = None
    table_number: int | None = None


class StructureLine(Struct, rename="camel"):
    name: str
    text: str
    start_stack: int
    levels: int


class Structures(Struct):
    """`games` are those that can be played in events with chips."""

    structures: list[StructureLine]
    games: list[str]


def _line(carried: Carried, user: str | None, at: int) -> EventLine:
    state = carried.event.state
    known = info(carried.event, at)
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
        pool=known.pool,
        table_size=terms.table_size,
        host=terms.host,
        level=0 if state.phase == REGISTERING else state.level,
        bots=terms.bots,
        entry_open=state.entry_open(),
        entered=user in state.live,
    )


def _entered(asker: Asker, carried: Carried) -> Entered:
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


async def _ask(asker: Asker, name: str, event: int, **wish: Any) -> Entered:
    user, key, gallery = user_of(asker), asker.key or "", asker.hall.lobby.gallery
    admin = await _is_admin(asker)
    if asker.manners.lasts:
        gallery.wait(user, asker)
    carried = await gallery.holder.ask(name, event, user, wish, key=key, admin=admin)
    return _entered(asker, carried)


async def _is_admin(asker: Asker) -> bool:
    person = await asker.hall.house.store.person(user_of(asker).id)
    return person is not None and person.role == ADMIN


@request("TOURNAMENT_STRUCTURES", WS, HTTP, who=Who.ANYONE, cost=LIST)
def list_structures(asker: Asker, wish: Nothing) -> Structures:
    """The structures that ship, quick ones first: an event's `structure` may be one's name."""
    found = [
        StructureLine(name, one.text, one.start_stack, len(one.levels))
        for name, one in structures().items()
    ]
    return Structures(found, staged_games())


@request("TOURNAMENT_LIST", WS, HTTP, who=Who.ANYONE, cost=LIST)
async def list_events(asker: Asker, wish: ListEvents) -> EventLines:
    """The events that are not over, the newest first; with `over` the last ones that are."""
    holder = asker.hall.lobby.gallery.holder
    user, at = None if asker.user is None else asker.user.id, asker.hall.house.floor.wall()
    found = list(holder.live.values())
    if wish.over:
        numbers = [row.event for row in await asker.hall.house.store.past_events(20)]
        found = [await holder.find(number) for number in reversed(numbers)]
    return EventLines([_line(one, user, at) for one in reversed(found[-LISTED:])])


@request("TOURNAMENT_INFO", WS, HTTP, who=Who.ANYONE, cost=LIST, refuses=("EVENT_NOT_FOUND",))
async def show_event(asker: Asker, wish: Look) -> EventTold:
    """An event as it stands: its terms, levels, clock, prizes, players and tables, a hundred
    players a page from `first` on. Nothing but `seq` where that is still the `lastSeq` one has.
    Stacks at tables whose spectators are told later are as late for who watches."""
    carried = await asker.hall.lobby.gallery.holder.find(wish.event)
    seq = len(carried.event.log)
    if wish.last_seq == seq:
        return EventTold(wish.event, seq)
    state, user = carried.event.state, asker.user
    inside = user is not None and user.id in state.live
    delay = 0 if inside else state.terms.spectator_delay_seconds * 1000
    late = dict.fromkeys(state.tables, delay) if delay else None
    known = info(carried.event, carried.floor.wall(), late)
    ranked = sorted(known.players, key=_standing)
    page = ranked[wish.first : wish.first + wish.count]
    own = [one for one in ranked if user is not None and one.player_id == user.id]
    shown = {one.player_id for one in (*page, *own)}
    after = wish.first + wish.count
    return EventTold(
        event=wish.event,
        seq=seq,
        info=structs.replace(known, players=tuple(page)),
        names={one: carried.holder.user(one).name for one in sorted(shown)},
        tables=[Where(number, where) for number, where in sorted(carried.tables.items())],
        own=own[0] if own else None,
        next=after if after < len(ranked) else None,
    )


def _standing(one: PlayerInfo) -> tuple[bool, int, int]:
    """Who is in first, by chips; then who is out, the best place first."""
    return (one.place > 0, one.place, -(one.stack or 0))


@request(
    "TOURNAMENT_CREATE",
    WS,
    HTTP,
    cost=OPEN,
    refuses=("BAD_STRUCTURE", "BAD_PAYOUT", "TOO_MANY_EVENTS", "SERVER_SHUTTING_DOWN"),
)
async def create_event(asker: Asker, wish: CreateEvent) -> Entered:
    """Make an event; you are its host. `terms.structure` is a list of levels or the name of one
    that ships. A scheduled one starts at `terms.startsAt` or `startsIn` seconds from now. With
    `terms.bots`, where nothing is paid, so many `bots` enter at once."""
    hall, user = asker.hall, user_of(asker)
    given = {**wish.terms, "host": user.id}
    if wish.starts_in is not None:
        given["startsAt"] = hall.house.floor.wall() + 1000 * wish.starts_in
    terms = terms_of(given)
    admin = await _is_admin(asker)
    if wish.bots > MOST_BOTS and not admin:
        raise Refusal("FORBIDDEN", f"More than {MOST_BOTS} bots are an admin's to let in")
    if wish.bots and not terms.bots:
        raise Refusal("INVALID_REQUEST", "Bots come where `terms.bots` says so")
    if terms.guarantee and not admin:
        raise Refusal("FORBIDDEN", "A guarantee is the bank's: an admin gives it")
    asker.owe(wish.bots / 10)
    gallery = hall.lobby.gallery
    carried = await gallery.holder.make(user, terms, wish.bots)
    await carried.floor.cashier.learn(user.id)
    if asker.manners.lasts:
        gallery.watch(carried.row.event, user, asker)
    return _entered(asker, carried)


@request("TOURNAMENT_REGISTER", WS, HTTP, refuses=(*Entering, "ALREADY_REGISTERED"))
async def register(asker: Asker, wish: OfEvent) -> Entered:
    """Enter; what it costs is paid at once. TOURNAMENT_SEATED {event, table, seat, reason,
    tableNumber} and GAME_STATE come when you are seated, and again whenever you are moved."""
    return await _ask(asker, "TOURNAMENT_REGISTER", wish.event)


@request("TOURNAMENT_UNREGISTER", WS, HTTP, refuses=(*Playing, "EVENT_RUNNING"))
async def unregister(asker: Asker, wish: OfEvent) -> Entered:
    """Leave before the cards are in the air; everything paid comes back."""
    return await _ask(asker, "TOURNAMENT_UNREGISTER", wish.event)


@request("TOURNAMENT_RE_ENTER", WS, HTTP, refuses=(*Entering, "NOT_REGISTERED", "STILL_IN"))
async def re_enter(asker: Asker, wish: OfEvent) -> Entered:
    """Out while entries are open: enter again, at the full price."""
    return await _ask(asker, "TOURNAMENT_RE_ENTER", wish.event)


@request("TOURNAMENT_REBUY", WS, HTTP, refuses=(*Playing, "REBUY_NOT_ALLOWED", "NOT_ENOUGH_CHIPS"))
async def rebuy(asker: Asker, wish: Rebuy) -> Entered:
    """Buy chips in the levels with rebuys; or, asked by TOURNAMENT_REBUY_ASKED, do not."""
    return await _ask(asker, "TOURNAMENT_REBUY", wish.event, buy=wish.buy)


@request(
    "TOURNAMENT_ADD_ON", WS, HTTP, refuses=(*Playing, "ADD_ON_NOT_ALLOWED", "NOT_ENOUGH_CHIPS")
)
async def add_on(asker: Asker, wish: OfEvent) -> Entered:
    """Buy the add-on, once, in its break."""
    return await _ask(asker, "TOURNAMENT_ADD_ON", wish.event)


@request("TOURNAMENT_WATCH", WS, cost=LIST, refuses=("EVENT_NOT_FOUND",))
async def watch(asker: Asker, wish: Look) -> EventTold:
    """Be told what happens in an event from now on; answered as TOURNAMENT_INFO. Who is in it is
    told anyhow, and is brought to their table on this connection when they are next seated."""
    user, gallery = user_of(asker), asker.hall.lobby.gallery
    told = await show_event(asker, wish)
    gallery.watch(wish.event, user, asker)
    gallery.wait(user, asker)
    return told


@request("TOURNAMENT_UNWATCH", WS)
def unwatch(asker: Asker, wish: OfEvent) -> Nothing:
    """Be told no more."""
    asker.hall.lobby.gallery.unwatch(wish.event, asker)
    return Nothing()


@request("TOURNAMENT_DEAL_PROPOSE", WS, HTTP, refuses=(*Playing, "NO_DEAL_NOW"))
async def propose(asker: Asker, wish: Propose) -> Entered:
    """At the final table: share what is left by chip count or by ICM, and play on for `leave`.
    TOURNAMENT_DEAL_PROPOSED tells who gets what, by its version."""
    wanted = {"method": wish.method, "leave": wish.leave}
    return await _ask(asker, "TOURNAMENT_DEAL_PROPOSE", wish.event, **wanted)


@request("TOURNAMENT_DEAL_ACCEPT", WS, HTTP, refuses=(*Playing, "NO_DEAL_NOW", "DEAL_CHANGED"))
async def accept(asker: Asker, wish: Accept) -> Entered:
    """Agree to that version; when all have, it is paid at once."""
    return await _ask(asker, "TOURNAMENT_DEAL_ACCEPT", wish.event, version=wish.version)


@request("TOURNAMENT_DEAL_DECLINE", WS, HTTP, refuses=(*Playing, "NO_DEAL_NOW"))
async def decline(asker: Asker, wish: OfEvent) -> Entered:
    """No deal; nobody is told who said so."""
    return await _ask(asker, "TOURNAMENT_DEAL_DECLINE", wish.event)


@request("TOURNAMENT_CANCEL", WS, HTTP, refuses=("EVENT_NOT_FOUND", "EVENT_OVER", "FORBIDDEN"))
async def cancel(asker: Asker, wish: OfEvent) -> Entered:
    """The host calls it off before the start, an admin at any time."""
    return await _ask(asker, "TOURNAMENT_CANCEL", wish.event)


@request("TOURNAMENT_PAUSE", WS, HTTP, refuses=("EVENT_NOT_FOUND", "EVENT_OVER", "FORBIDDEN"))
async def pause(asker: Asker, wish: OfEvent) -> Entered:
    """An admin: hands are played to their end, then nobody deals and clocks stand."""
    return await _ask(asker, "TOURNAMENT_PAUSE", wish.event)


@request("TOURNAMENT_RESUME", WS, HTTP, refuses=("EVENT_NOT_FOUND", "FORBIDDEN"))
async def resume(asker: Asker, wish: OfEvent) -> Entered:
    """An admin: it goes on."""
    return await _ask(asker, "TOURNAMENT_RESUME", wish.event)

"""Events: found, made, entered, watched, and what their players may ask for. Names and refusals
are those of docs/rules/tournament.md (T111, T114); what a table of an event asks of its players is
asked at the table."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import structs

from cutcard.arena.event import Terms
from cutcard.arena.event.info import info, of_player
from cutcard.arena.matches.info import entrant, match
from cutcard.arena.matches.info import info as matches_info
from cutcard.arena.structures import any_terms_of, structures
from cutcard.events.carried import Carried
from cutcard.events.carrying import Carrying
from cutcard.events.holder import LONGEST
from cutcard.events.making import most_entrants, staged_games
from cutcard.events.matched import Meeting
from cutcard.games import game
from cutcard.store.people import ADMIN
from cutcard.table.choosing import paid_by
from cutcard.table.words import Refusal, User

from .asking import Asker, Who, user_of
from .event_limits import MOST_BOTS, limits, most
from .event_words import (
    Accept,
    CreateEvent,
    Entered,
    EventLines,
    EventTold,
    ListEvents,
    Look,
    OfEvent,
    OfMatch,
    Propose,
    Rebuy,
    Register,
    StructureLine,
    Structures,
    Where,
    entered,
    line,
)
from .registry import HTTP, LIST, OPEN, WS, Nothing, request

PAST = 20  # events that are over and listed
CALM = ("TOURNAMENT_READY", "TOURNAMENT_BACK")  # what an event itself asks for, however often

Entering = (
    *("EVENT_NOT_FOUND", "NOT_OPEN_YET", "ENTRY_CLOSED", "EVENT_FULL", "EVENT_OVER"),
    *("NOT_ENOUGH_CHIPS", "ENTRY_LIMIT", "SERVER_SHUTTING_DOWN"),
)
Playing = ("EVENT_NOT_FOUND", "NOT_REGISTERED", "SERVER_SHUTTING_DOWN")


async def _ask(asker: Asker, name: str, event: int, **wish: Any) -> Entered:
    user, key, gallery = user_of(asker), asker.key or "", asker.hall.lobby.gallery
    admin = await _is_admin(asker)
    if not admin and name not in CALM:
        asker.hall.lobby.may_stir_event(user)
    if asker.manners.lasts:
        gallery.wait(user, asker)
    carried = await gallery.holder.ask(name, event, user, wish, key=key, admin=admin)
    return entered(asker, carried)


async def _found(asker: Asker, event: int) -> Carrying:
    """An event that is there, or was; one whose log has to be read again has its price."""
    holder = asker.hall.lobby.gallery.holder
    if not holder.at_hand(event):
        asker.owe(OPEN)
    return await holder.find(event, asker.limited_host)


async def _is_admin(asker: Asker) -> bool:
    person = await asker.hall.house.store.person(user_of(asker).id)
    return person is not None and person.role == ADMIN


@request("TOURNAMENT_STRUCTURES", WS, HTTP, who=Who.ANYONE, cost=LIST)
def list_structures(asker: Asker, wish: Nothing) -> Structures:
    """The structures that ship, quick ones first: an event's `structure` may be one's name. What
    else a form needs: `games` with chips, `most` that may enter by format, `limits` [least, most]
    of `tableSize`, `buyIn`, `lateLevels`, `startsIn` and `lasts` (seconds), and `bots`."""
    found = [
        StructureLine(name, one.text, one.start_stack, len(one.levels))
        for name, one in structures().items()
    ]
    return Structures(found, staged_games(), most(), limits())


@request("TOURNAMENT_LIST", WS, HTTP, who=Who.ANYONE, cost=LIST)
async def list_events(asker: Asker, wish: ListEvents) -> EventLines:
    """The events that are not over, the newest first, of one `game` or of all; with `over` the last
    twenty that are. `count` at most from `first` on; `next` says where it goes on."""
    if wish.game is not None:
        game(wish.game)  # refuses an unknown one
    holder = asker.hall.lobby.gallery.holder
    user = None if asker.user is None else asker.user.id
    found = list(reversed(holder.live.values()))
    if wish.over:
        numbers = [row.event for row in await asker.hall.house.store.past_events(PAST)]
        found = [await _found(asker, number) for number in numbers]
    if wish.game is not None:
        found = [one for one in found if one.row.game == wish.game]
    after = wish.first + wish.count
    page = [line(one, user) for one in found[wish.first : after]]
    return EventLines(page, after if after < len(found) else None)


@request("TOURNAMENT_INFO", WS, HTTP, who=Who.ANYONE, cost=LIST, refuses=("EVENT_NOT_FOUND",))
async def show_event(asker: Asker, wish: Look) -> EventTold:
    """An event as it stands: its terms, levels, clock, prizes, players and tables, a hundred of
    both a page from `first` on. Nothing but `seq` where that is still the `lastSeq` one has. Stacks
    at tables whose spectators are told later are as late for who watches."""
    carried = await _found(asker, wish.event)
    seq = carried.seq
    if wish.last_seq == seq:
        return EventTold(wish.event, seq)
    if isinstance(carried, Meeting):
        return _show_matches(asker, wish, carried)
    assert isinstance(carried, Carried)
    state, user = carried.event.state, asker.user
    inside = user is not None and user.id in state.live
    delay = 0 if inside else state.terms.spectator_delay_seconds * 1000
    now, after = carried.floor.wall(), wish.first + wish.count
    late = carried.stacks_then() if delay else {}
    known = info(carried.event, now, late, range(wish.first, after))
    entry = None if user is None else carried.entry_of(user.id)
    own = None if entry is None else of_player(state.players[entry], late)
    shown = {one.player_id for one in known.players}
    if user is not None and own is not None:
        shown.add(user.id)
    there = list(islice(sorted(carried.tables.items()), wish.first, after))
    return EventTold(
        event=wish.event,
        seq=seq,
        info=known,
        names={one: carried.holder.user(one).name for one in sorted(shown)},
        tables=[Where(number, where) for number, where in there],
        own=own,
        next=after if after < max(carried.users, len(carried.tables)) else None,
    )


def _show_matches(asker: Asker, wish: Look, meeting: Meeting) -> EventTold:
    state, user = meeting.event.state, asker.user
    known = matches_info(meeting.event, wish.first, wish.first_match, wish.count)
    entry = None if user is None else state.entry_of(user.id)
    mine = [one for one in state.open_matches() if entry in one.entries]
    busy = {} if entry is None or not mine else {entry: mine[0].number}
    own = None if entry is None else entrant(state, state.entrants[entry], busy)
    shown = {user for one in known.entrants for user in one.players}
    shown |= {user for one in known.matches for users in one.players for user in users}
    shown |= {user for one in mine for entry in one.entries for user in state.entrants[entry].users}
    after, after_match = wish.first + wish.count, wish.first_match + wish.count
    return EventTold(
        event=wish.event,
        seq=meeting.seq,
        names={one: meeting.holder.user(one).name for one in sorted(shown)},
        match_info=known,
        own_entry=own,
        own_match=match(state, mine[0]) if mine else None,
        next=after if after < known.entries else None,
        next_match=after_match if after_match < known.played else None,
    )


GUARANTEED = (
    "A guarantee is the bank's, and so is what tickets cost more than the fewest who may begin pay:"
    " an admin gives it"
)


@request(
    "TOURNAMENT_CREATE",
    WS,
    HTTP,
    cost=OPEN,
    refuses=("BAD_STRUCTURE", "BAD_PAYOUT", "TOO_MANY_EVENTS", "SERVER_SHUTTING_DOWN"),
)
async def create_event(asker: Asker, wish: CreateEvent) -> Entered:
    """Make an event; you are its host. `terms.format` sit-and-go or scheduled has chips; swiss,
    round-robin, single-elimination, double-elimination and arena are events of matches, of any
    game (`team` 2 where pairs enter). `terms.structure` is a list of levels or the name of one
    that ships. One that is scheduled or of matches starts at `terms.startsAt` or `startsIn`
    seconds from now; an arena ends at `terms.endsAt` or `lasts` seconds later. With `terms.bots`,
    where nothing is paid, so many `bots` enter at once."""
    hall, user = asker.hall, user_of(asker)
    admin = await _is_admin(asker)  # before time is told: however long it takes, `startsIn` counts
    given = {**wish.terms, "host": user.id}
    kind = given.get("format")
    if isinstance(kind, str) and kind in most_entrants():
        given.setdefault("maxPlayers", most_entrants()[kind])
    if wish.starts_in is not None:
        given["startsAt"] = hall.house.floor.wall() + 1000 * wish.starts_in
        if wish.lasts is not None:
            given["endsAt"] = given["startsAt"] + 1000 * wish.lasts
    terms = any_terms_of(given)
    shown = hall.lobby.fit(terms.name[: LONGEST + 1], "event")  # what is longer is refused below
    terms = structs.replace(terms, name=shown)
    if wish.bots > MOST_BOTS and not admin:
        raise Refusal("FORBIDDEN", f"More than {MOST_BOTS} bots are an admin's to let in")
    if wish.bots and not terms.bots:
        raise Refusal("INVALID_REQUEST", "Bots come where `terms.bots` says so")
    if isinstance(terms, Terms):
        price = hall.lobby.gallery.holder.ticket_price(terms.ticket_to) if terms.tickets else 0
        terms = structs.replace(terms, ticket_price=price)
        sold = terms.buy_in * terms.least_entries()
        if not admin and (terms.guarantee or terms.promised() > sold):
            raise Refusal("FORBIDDEN", GUARANTEED)
    if not admin:
        hall.lobby.may_make_event(asker.limited_host, wish.bots)
    paid_by(asker.owe, asker.limited_host, terms.options)
    asker.owe(wish.bots / 10)
    gallery = hall.lobby.gallery
    carried = await gallery.holder.make(user, terms, wish.bots)
    await carried.floor.cashier.learn(user.id)
    if asker.manners.lasts:
        gallery.watch(carried.row.event, user, asker)
    return entered(asker, carried)


@request(
    "TOURNAMENT_REGISTER",
    WS,
    HTTP,
    refuses=(*Entering, "ALREADY_REGISTERED", "NO_SUCH_PLAYER", "BLOCKED"),
)
async def register(asker: Asker, wish: Register) -> Entered:
    """Enter; what it costs is paid at once. TOURNAMENT_SEATED {event, table, seat, reason,
    tableNumber} and GAME_STATE come when you are seated, and again whenever you are moved. Where
    pairs enter you name your `partner`, who is told TOURNAMENT_PAIR_ASKED and is in with you when
    they name you within 60 s. In an event of matches TOURNAMENT_CALLED {match, name, players,
    readyDeadline, inMs} asks whether you are there: TOURNAMENT_READY; when all are,
    TOURNAMENT_SEATED {match, game, seat, tableNumber} and GAME_STATE come."""
    partner = None
    if wish.partner is not None:
        lobby = asker.hall.lobby
        found = await lobby.friends.find(wish.partner)
        await lobby.shuns.knock(user_of(asker), found)
        partner = User(found.id, found.name, number=found.number, guest=found.guest)
    return await _ask(asker, "TOURNAMENT_REGISTER", wish.event, partner=partner)


@request("TOURNAMENT_READY", WS, HTTP, refuses=Playing)
async def ready(asker: Asker, wish: OfMatch) -> Entered:
    """You are there for the match of TOURNAMENT_CALLED. Of a pair one is enough."""
    return await _ask(asker, "TOURNAMENT_READY", wish.event, match=wish.match)


@request("TOURNAMENT_BACK", WS, HTTP, refuses=Playing)
async def back(asker: Asker, wish: OfEvent) -> Entered:
    """You are back: who was not ready for a match of an arena is paired no more until then."""
    return await _ask(asker, "TOURNAMENT_BACK", wish.event)


@request("TOURNAMENT_WITHDRAW", WS, HTTP, refuses=(*Playing, "NOT_OPEN_YET"))
async def withdraw(asker: Asker, wish: OfEvent) -> Entered:
    """Leave an event of matches that has begun: you are paired no more, a match that you play is
    given up, and what you have scored stays."""
    return await _ask(asker, "TOURNAMENT_WITHDRAW", wish.event)


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

"""Tables out of the store: after a restart, after something failed, and when long closed."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.kernel.rng import Rng
from cutcard.store.protocol import KeptTable, Store

from .place import Mind, Place
from .retell import ack_again
from .table import Table
from .vocabulary import vocabulary
from .words import Ack, User

Seeds = Callable[[], bytes]


def revive(kept: KeptTable, seeds: Seeds, now: int, wall: int) -> Place:
    """The place of a table as it was written down. Drift if its log no longer plays."""
    row = kept.table
    words = vocabulary(row.game)
    table = Table(row.table, words, words.read_options(row.options), row.seats, seeds)
    place = Place(row, table, kept.match, now)
    take_up(place, kept, seeds, now, wall)
    place.gone = {seat: now for seat, _ in place.people()}
    return place


def take_up(place: Place, kept: KeptTable, seeds: Seeds, now: int, wall: int) -> None:
    """Puts what was written down in the place of what the table held; who listens stays."""
    old, words = place.table, place.table.words
    table = Table(old.number, words, old.options, old.seats, seeds)
    table.next_match(kept.match.match)
    bots: dict[int, Mind] = {}
    for row in kept.seats:
        table.held_since[row.seat] = row.since
        if row.user is not None:
            known = kept.people.get(row.user)
            number, guest = (known.number, known.guest) if known else (0, False)
            bot = row.bot is not None
            table.roster[row.seat] = User(row.user, row.name, bot, number, guest)
        if row.bot is not None:
            bots[row.seat] = Mind(kept.table.game, row.bot, Rng(seeds()))
    table.resume(kept.deals, kept.keys)
    last = kept.deals[-1] if kept.deals else None
    table.resume_clock(None if last is None else last.clock, now, wall)
    if old.deal is not None and last is not None and old.deal.header.deal == last.header.deal:
        table.zero = old.zero  # the server was not down: time went on
    table.purse = old.purse
    for viewer, watch in old.watches.items():
        table.watch(viewer, watch.legal)
    place.table, place.match, place.bots = table, kept.match, bots
    for seat, mind in bots.items():
        listen(table, seat, mind)


def listen(table: Table, seat: int, mind: Mind) -> None:
    """A bot that remembers hears what its seat was told so far in this deal, and from now on."""
    if mind.remembers:
        for facts in table.facts_again(seat):
            mind.hear(facts)
        table.hearing.add(seat)


async def answer_of_closed(store: Store, table: int, user: str, key: str) -> Ack | None:
    """What a user was answered at a table that is no longer open."""
    kept = await store.load(table, updates=0)
    for row in kept.seats if kept is not None else ():
        if row.user == user:
            found = await store.find_key(table, row.seat, key, row.since)
            log = await store.deal(table, found[0]) if found else None
            if found and log:
                words = vocabulary(log.header.game)
                return ack_again(words, (log.header, log.entries), found[1])
    return None

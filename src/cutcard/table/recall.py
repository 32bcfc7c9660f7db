"""Answers to keys from long ago, made again from the store: of a deal that is no longer held, and
of a table that is no longer open."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from cutcard.store.protocol import Store

from .effects import Ask
from .life import Life
from .retell import ack_again
from .vocabulary import vocabulary
from .words import Ack, Ear, Nack, User

if TYPE_CHECKING:
    from .floor import Floor

log = logging.getLogger("cutcard.table")


async def answer_again(floor: Floor, life: Life, ask: Ask, ear: Ear | None) -> None:
    """A key from a deal no longer held is answered as it was; or, if it is new, asked anew."""
    table, key = life.table, ask.key
    assert key is not None
    try:
        await floor.writer.durable()
        since = table.held_since[ask.seat]
        found = await floor.store.find_key(table.number, ask.seat, key, since)
        written = found and await floor.store.deal(table.number, found[0])
        if not found or not written:
            if table is life.table and not life.closed:
                again = life.ask(ask, floor.clock(), floor.wall(), anew=True)
                floor.carry(life, again, ear)
            return
        log_of = (written.header, written.entries)
        ack = ack_again(table.words, log_of, found[1], table.holders())
    except Exception:
        log.exception(
            "table %s: reading the answer to %s failed; the client is asked to send it again",
            table.number,
            key,
        )
        floor.answer_error(life, ask, ear, "The answer cannot be found; send it again")
        return
    if ear is not None:
        floor.writer.say(life, (ear,), ack)


async def answer_of_closed(store: Store, table: int, user: str, key: str) -> Ack | None:
    """What a user was answered at a table that is no longer open. Of one where they never sat,
    private or closed, no more is read than of one that never was."""
    if not await store.seated(table, user):
        return None
    kept = await store.load(table, updates=0)
    if kept is None:
        return None
    holders: list[str | None] = [None] * kept.table.seats
    for row in kept.seats:
        holders[row.seat] = row.user
    for row in kept.seats:
        if row.user == user:
            found = await store.find_key(table, row.seat, key, row.since)
            written = await store.deal(table, found[0]) if found else None
            if found and written:
                words = vocabulary(written.header.game)
                log_of = (written.header, written.entries)
                return ack_again(words, log_of, found[1], tuple(holders))
    return None


async def answer_late(floor: Floor, ear: Ear, user: User, nack: Nack) -> None:
    """The table is closed, but whoever made its last move may still wait for the answer."""
    word: Ack | Nack = nack
    nack.message = f"Game session not found: {nack.match or nack.table}"
    try:
        if nack.key is not None:
            word = await answer_of_closed(floor.store, nack.table, user.id, nack.key) or nack
    except Exception:
        failed = "reading the answer to %s at table %s failed; the client is asked to send it again"
        log.exception(failed, nack.key, nack.table)
        nack.code, nack.message = "GAME_ERROR", "The answer cannot be found; send it again"
    floor.writer.say(None, (ear,), word)

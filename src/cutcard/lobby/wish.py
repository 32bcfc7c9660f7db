"""What somebody wants to play, and the connection they wait at."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import json

from cutcard.games import UnknownGame
from cutcard.kernel.optional import ladder_of
from cutcard.table.choosing import CASUAL, chosen
from cutcard.table.patch import full
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, Word

from .quick import Wish

log = logging.getLogger("cutcard.lobby")


class Caller(Protocol):
    """A connection that can be told something, and brought to a table."""

    def hear(self, word: Word) -> None: ...

    def attach(self, table: int) -> None: ...


def bring(caller: Caller, table: int) -> None:
    """Lets a connection listen from its user's seat."""
    try:
        caller.attach(table)
    except Refusal as no:  # closed meanwhile: nobody is harmed
        log.info("table %s was gone before its new player could listen: %s", table, no.code)


async def wish_of(
    game: str, options: Mapping[str, Any] | None, seats: int | None, ranked: bool | None
) -> Wish:
    """A wish with all its defaults, so that those who want the same meet. Where nothing is said,
    a match is ranked if one of this kind can be."""
    try:
        words = vocabulary(game)
    except UnknownGame as error:
        raise Refusal("INVALID_REQUEST", str(error)) from None
    wanted = await chosen(words, options)
    known = full(wanted)
    count = max(2, words.game.setups()[0][1]) if seats is None else seats
    if count < 2 or count not in words.game.seats:
        raise Refusal("INVALID_REQUEST", f"{count} cannot play this game together")
    need = min(2, count) if words.traits.open_seating else count
    ladder = ladder_of(words.game, wanted, count)
    if ranked and ladder is None:
        raise Refusal("INVALID_REQUEST", CASUAL)
    by = ladder or ladder_for(game, count)
    return Wish(game, written(known), count, need, ranked is not False and ladder is not None, by)


def ladder_for(game: str, seats: int = 2) -> str:
    """The rating of a game's usual options."""
    rules = vocabulary(game).game
    return ladder_of(rules, rules.Options(), seats) or game


def written(options: Mapping[str, Any]) -> bytes:
    """Equal options are equal bytes."""
    return json.encode(options, order="deterministic")

"""What somebody wants to play, and the connection they wait at."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import json

from cutcard.arena.pool import Key
from cutcard.bots import part
from cutcard.games import UnknownGame
from cutcard.kernel.game import Game, Options
from cutcard.kernel.optional import ladder_of
from cutcard.kernel.ranking import ranking_of
from cutcard.table.choosing import CASUAL
from cutcard.table.house import House
from cutcard.table.patch import full
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, Word

log = logging.getLogger("cutcard.lobby")

ACROSS = (0, 1, 0, 1)  # the teams of four seats where partners may come as a pair (A11, A12)


class Caller(Protocol):
    """A connection that can be told something, and brought to a table."""

    @property
    def limited_host(self) -> str | None:
        """The address it comes from; None where addresses are not limited."""

    def hear(self, word: Word) -> None: ...

    def attach(self, table: int) -> None: ...


def bring(caller: Caller, table: int) -> None:
    """Lets a connection listen from its user's seat."""
    try:
        caller.attach(table)
    except Refusal as no:  # closed meanwhile: nobody is harmed
        log.info("table %s was gone before its new player could listen: %s", table, no.code)


async def wish_of(
    house: House,
    game: str,
    options: Mapping[str, Any] | None,
    seats: int | None,
    ranked: bool | None,
) -> Key:
    """A wish with all its defaults, so that those who want the same meet. Where nothing is said,
    a match is ranked if one of this kind can be."""
    try:
        words = vocabulary(game)
    except UnknownGame as error:
        raise Refusal("INVALID_REQUEST", str(error)) from None
    wanted = await house.chosen(words, options)
    known = full(wanted)
    count = max(2, words.game.setups()[0][1]) if seats is None else seats
    if count < 2 or count not in words.game.seats:
        raise Refusal("INVALID_REQUEST", f"{count} cannot play this game together")
    ladder = ladder_of(words.game, wanted, count)
    if ranked and ladder is None:
        raise Refusal("INVALID_REQUEST", CASUAL)
    traits = words.traits
    return Key(
        game,
        ladder or ladder_for(game, count),
        written(known),
        count,
        ranked is not False and ladder is not None,
        traits.teams is not None and tuple(traits.teams(count)) == ACROSS,
        _system(words.game, wanted, count),
        2 if traits.open_seating else 0,
    )


def _system(game: Game, options: Options, seats: int) -> str:
    """By which a match is rated; a casual one is made by the ratings of the usual options."""
    ranking = ranking_of(part(game, "ranking"))
    if ranking is None:
        return "elo"
    mode = ranking.mode(options, seats) or ranking.mode(game.Options(), seats)
    return "elo" if mode is None else mode.system


def ladder_for(game: str, seats: int = 2) -> str:
    """The rating of a game's usual options."""
    rules = vocabulary(game).game
    return ladder_of(rules, rules.Options(), seats) or game


def written(options: Mapping[str, Any]) -> str:
    """Equal options are equal texts."""
    return json.encode(options, order="deterministic").decode()

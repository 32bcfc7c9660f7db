"""What may be made an event, and how its log begins."""

from __future__ import annotations

from functools import cache
from typing import get_args

from cutcard.arena.event import Event, Terms
from cutcard.arena.event import log as entries
from cutcard.arena.matches import MatchEvent, words
from cutcard.arena.matches import Terms as MatchTerms
from cutcard.bots import bots_of
from cutcard.bots.parts import part
from cutcard.games import UnknownGame, game_names
from cutcard.games import game as game_called
from cutcard.kernel.judging import match_options_of
from cutcard.kernel.optional import of_the_day, staging_of
from cutcard.kernel.ranking import ranking_of
from cutcard.store.events import EventRow
from cutcard.table.house import House
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal

MOST_IN_MATCHES = 1000  # entrants of an event of matches
MOST_IN_ROBIN = 128  # everybody meets everybody: matches grow with their square


def opening(row: EventRow, terms: Terms | MatchTerms, now: int) -> bytes:
    """The first entry of its log."""
    if isinstance(terms, MatchTerms):
        return words.encode(MatchEvent.open(str(row.event), terms, now).log[0])
    return entries.encode(Event.open(str(row.event), terms, row.seed, now).log[0])


async def refuse_odd_matches(house: House, terms: MatchTerms) -> None:
    """Refusal where no match of it could be played, or would ever end."""
    try:
        found = vocabulary(terms.game)
        refuse_strange(terms)
    except (UnknownGame, ValueError) as no:
        raise Refusal("INVALID_REQUEST", f"This event cannot be played: {no}") from None
    wanted = match_options_of(part(found.game, "event"), terms.options)
    options = await house.chosen(found, wanted)
    seats = terms.seats * terms.team
    teams = found.teams(seats) if seats in found.game.seats else None
    if seats not in found.game.seats:
        raise Refusal("INVALID_REQUEST", f"This game is not played by {seats}")
    if (teams is not None) != (terms.team > 1) or (teams is not None and [*teams] != [0, 1, 0, 1]):
        raise Refusal("INVALID_REQUEST", "Who has partners enters as a pair: say `team` 2 for such")
    ranking = ranking_of(part(found.game, "ranking"))
    mode = None if ranking is None else ranking.mode(options, seats)
    if found.traits.open_seating and mode is None:
        raise Refusal("INVALID_REQUEST", "A match by these options never ends")
    if of_the_day(options):
        raise Refusal("INVALID_REQUEST", "The deal of the day is played alone")
    most = most_entrants()[terms.format]
    if terms.max_players > most:
        kind = "A round robin" if terms.format == "round-robin" else "An event of matches"
        raise Refusal("INVALID_REQUEST", f"{kind} is for {most} at most: say `maxPlayers`")


@cache
def most_entrants() -> dict[str, int]:
    """How many an event of matches takes, by its format."""
    narrow = {"round-robin": MOST_IN_ROBIN, "swiss": words.MOST_SWISS}
    return {name: narrow.get(name, MOST_IN_MATCHES) for name in get_args(words.Format)}


@cache
def staged_games() -> list[str]:
    """The games whose deals an event can set."""
    names = game_names()
    return [name for name in names if staging_of(part(game_called(name), "event")) is not None]


def refuse_strange(terms: Terms | MatchTerms) -> None:
    """ValueError where options are none of the game's, or the bot is unknown."""
    known = vocabulary(terms.game).game.Options.__struct_encode_fields__
    strange = [name for name in terms.options if name not in known]
    if strange:
        raise ValueError(f"there is no option {', '.join(strange)}")
    if terms.bot and terms.bot not in bots_of(terms.game):
        raise ValueError(f"no bot is called {terms.bot}")

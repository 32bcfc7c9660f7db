"""What an event of matches tells, by the names of docs/rules/tournament.md (T112): to everybody in
it, or to those a match is of and to who watches."""

from __future__ import annotations

from cutcard.kernel.game import Record

from . import words
from .formats import round_count
from .state import Match, State

Players = tuple[tuple[str, ...], ...]  # of each entrant: one, or a pair
TOLD = 100  # places that the end tells; TOURNAMENT_INFO has them all


class Started(Record, frozen=True, tag="TOURNAMENT_STARTED"):
    entries: int
    rounds: int = 0  # as far as that is known beforehand


class RoundBegan(Record, frozen=True, tag="TOURNAMENT_ROUND"):
    round: int
    rounds: int


class Called(Record, frozen=True, tag="TOURNAMENT_CALLED"):
    """Is everybody there? TOURNAMENT_READY until then (T124, T147)."""

    match: int
    name: str
    players: Players
    ready_deadline: int
    in_ms: int


class Seated(Record, frozen=True, tag="TOURNAMENT_SEATED"):
    """To a player alone; the table's state follows (T110)."""

    match: int
    game: int
    seat: int
    table_number: int
    reason: str  # match


class Result(Record, frozen=True, tag="TOURNAMENT_RESULT"):
    """Half points, by entrant; `how` is one of played, no_show, decided, late."""

    match: int
    name: str
    players: Players
    points: tuple[int, ...]
    how: str


class Again(Record, frozen=True, tag="TOURNAMENT_AGAIN"):
    """T132: it was a draw."""

    match: int
    game: int
    players: Players


class Bye(Record, frozen=True, tag="TOURNAMENT_BYE"):
    round: int
    players: tuple[str, ...]


class Away(Record, frozen=True, tag="TOURNAMENT_AWAY"):
    """T147: paired no more until TOURNAMENT_BACK."""

    players: tuple[str, ...]


class Withdrawn(Record, frozen=True, tag="TOURNAMENT_WITHDRAWN"):
    players: tuple[str, ...]


class PairAsked(Record, frozen=True, tag="TOURNAMENT_PAIR_ASKED"):
    """T148: to the partner; who agrees registers with them as `partner`."""

    player_id: str
    name: str
    in_ms: int


class Cancelled(Record, frozen=True, tag="TOURNAMENT_CANCELLED"):
    reason: str


class Place(Record, frozen=True):
    players: tuple[str, ...]
    place: int
    place_to: int
    score: int


class Ended(Record, frozen=True, tag="TOURNAMENT_ENDED"):
    """The best; the whole list is TOURNAMENT_INFO's."""

    places: tuple[Place, ...]
    entries: int


Told = tuple[str | tuple[str, ...] | None, Record]
"""To whom: one alone, these and who watches, or everybody."""


def players(s: State, match: Match) -> Players:
    return tuple(s.entrants[entry].users for entry in match.entries)


def of_match(s: State, match: Match) -> tuple[str, ...]:
    """The people it is of."""
    found = (s.entrants[entry] for entry in match.entries)
    return tuple(user for one in found if not one.bot for user in one.users)


def call(s: State, effect: words.Call, at: int) -> Told:
    match = s.matches[effect.match]
    left = max(0, effect.ready_by - at)
    fact = Called(match.number, match.name, players(s, match), effect.ready_by, left)
    return effect.users, fact


def told(s: State, what: words.What) -> Told | None:
    """What is told of an entry, the state being as it leaves it."""
    match what:
        case words.Started():
            return None, Started(len(what.seeds), round_count(s))
        case words.RoundBegan():
            return None, RoundBegan(what.number, round_count(s))
        case words.Decided():
            found = s.matches[what.match]
            shown = Result(found.number, found.name, players(s, found), what.points, what.how)
            return of_match(s, found), shown
        case words.Again():
            found = s.matches[what.match]
            return of_match(s, found), Again(found.number, found.game, players(s, found))
        case words.Bye():
            users = s.entrants[what.entry].users
            return users, Bye(s.round, users)
        case words.Away():
            users = s.entrants[what.entry].users
            return users, Away(users)
        case words.Quit():
            users = s.entrants[what.entry].users
            return users, Withdrawn(users)
        case words.Cancelled():
            return None, Cancelled(what.reason)
        case words.Ended():
            return None, _ended(s)
        case _:
            return None


def _ended(s: State) -> Ended:
    ranked = sorted(s.places.items(), key=lambda row: (row[1], row[0]))[:TOLD]
    places = (
        Place(s.entrants[entry].users, first, last, s.entrants[entry].score)
        for entry, (first, last) in ranked
    )
    return Ended(tuple(places), len(s.places))

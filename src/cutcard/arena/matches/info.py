"""What everybody may know of an event of matches (docs/rules/tournament.md T107), a page of its
entrants and a page of its matches at a time."""

from __future__ import annotations

from cutcard.kernel.game import Record

from . import formats
from .event import MatchEvent
from .state import OVER, REGISTERING, RUNNING, Entrant, Match, State
from .words import Terms


class EntrantInfo(Record, frozen=True):
    """One who is in it, or a pair. `score` in half points, of an arena in its points."""

    entry: int
    players: tuple[str, ...]
    rating: int
    score: int = 0
    seed: int = 0
    place: int = 0
    place_to: int = 0
    matches: int = 0  # with a result
    match: int = 0  # that they are called to, or play
    away: bool = False
    gone: bool = False
    bot: bool = False


class MatchInfo(Record, frozen=True):
    """`points` and `how` when it is over; `table_number` while it is played."""

    match: int
    name: str
    round: int
    entries: tuple[int, ...]
    players: tuple[tuple[str, ...], ...]
    game: int = 1
    points: tuple[int, ...] = ()
    how: str = ""
    ready: tuple[int, ...] = ()
    ready_deadline: int = 0
    table_number: int = 0


class MatchesInfo(Record, frozen=True):
    """The whole, as of `seq`; entrants in the order of the standings, matches the newest first."""

    phase: str
    terms: Terms
    entries: int
    playing: int  # matches without a result
    round: int
    rounds: int
    starts_at: int
    entry_open: bool
    entrants: tuple[EntrantInfo, ...]
    matches: tuple[MatchInfo, ...]
    played: int  # matches there are in all
    ends_at: int = 0


def entry_open(event: MatchEvent) -> bool:
    s = event.state
    late = s.phase == RUNNING and s.terms.format in ("swiss", "arena") and event.may_come_late()
    return (s.phase == REGISTERING or late) and len(s.entrants) < s.terms.max_players


def info(event: MatchEvent, first: int, first_match: int, count: int) -> MatchesInfo:
    """T107."""
    s = event.state
    ranked = order(s)[first : first + count]
    newest = len(s.matches) - first_match
    numbers = range(newest, max(0, newest - count), -1)
    busy = {entry: match.number for match in s.open_matches() for entry in match.entries}
    return MatchesInfo(
        s.phase,
        s.terms,
        len(s.entrants),
        len(s.unfinished),
        s.round,
        formats.round_count(s),
        s.starts(),
        entry_open(event),
        tuple(entrant(s, one, busy) for one in ranked),
        tuple(match(s, s.matches[number]) for number in numbers),
        len(s.matches),
        s.ends_at,
    )


def order(s: State) -> list[Entrant]:
    """Those in it as they stand: by place once it is over, else by score, then by seed."""
    return sorted(s.entrants.values(), key=lambda one: standing(s, one))


def standing(s: State, one: Entrant) -> tuple[int, ...]:
    if s.phase == OVER:
        return (*s.places.get(one.entry, (len(s.entrants), 0)), one.entry)
    return (-one.score, s.ranks.get(one.entry, len(s.seeds) + one.entry))


def entrant(s: State, one: Entrant, busy: dict[int, int]) -> EntrantInfo:
    place = s.places.get(one.entry, (0, 0))
    return EntrantInfo(
        one.entry,
        one.users,
        int(one.rating + 0.5),
        one.score,
        s.ranks.get(one.entry, 0),
        *place,
        one.decided,
        busy.get(one.entry, 0),
        one.away,
        one.gone,
        one.bot,
    )


def match(s: State, one: Match) -> MatchInfo:
    waits = one.open() and len(one.ready) < len(one.entries)
    return MatchInfo(
        one.number,
        one.name,
        one.round,
        one.entries,
        tuple(s.entrants[entry].users for entry in one.entries),
        one.game,
        one.points,
        one.how,
        tuple(one.ready) if one.open() else (),
        one.ready_by if waits else 0,
        one.table if one.open() else 0,
    )

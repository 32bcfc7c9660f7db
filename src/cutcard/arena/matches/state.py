"""An event of matches as its log leaves it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from msgspec import Struct, field, msgpack

from ..points import arena_points
from ..standings import BYE
from . import words

MINUTE = 60_000
REGISTERING, RUNNING, OVER, CANCELLED = "registering", "running", "over", "cancelled"


class Entrant(Struct):
    entry: int
    users: tuple[str, ...]
    rating: float
    bot: bool = False
    score: int = 0  # half points; an arena's points
    byes: int = 0
    first: int = 0
    no_shows: int = 0
    gone: bool = False  # withdrawn
    away: bool = False
    met: list[int] = field(default_factory=list)
    last: int = 0
    skipped: bool = False  # an arena's last pairing passed them by
    results: str = ""  # W, D, L of an arena's matches that score
    beaten: list[tuple[float, str]] = field(default_factory=list)  # opponent's rating, result
    since: int = 0  # waiting
    decided: int = 0  # matches with a result


class Match(Struct):
    number: int
    name: str
    entries: tuple[int, ...]
    ready_by: int
    until: int
    round: int
    ready: list[int] = field(default_factory=list)
    game: int = 1
    points: tuple[int, ...] = ()
    how: str = ""
    winner: int = 0
    table: int = 0  # of the house, where it is played

    def open(self) -> bool:
        return not self.how


class State(Struct):
    terms: words.Terms
    phase: str = REGISTERING
    at: int = 0
    entrants: dict[int, Entrant] = field(default_factory=dict)
    numbered: int = 0
    seeds: list[int] = field(default_factory=list)
    round: int = 0
    matches: dict[int, Match] = field(default_factory=dict)
    byes: list[tuple[int, int]] = field(default_factory=list)  # round, entry
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    started_at: int = 0
    start_after: int = 0  # T104: a start that was due while the server was down
    ends_at: int = 0  # an arena's, later by what the server was down
    entry_by: dict[str, int] = field(default_factory=dict)  # user → the entry they are in
    ranks: dict[int, int] = field(default_factory=dict)  # entry → seed
    unfinished: dict[int, None] = field(default_factory=dict)  # matches without a result

    def starts(self) -> int:
        return max(self.terms.starts_at, self.start_after)

    def digest(self) -> str:
        return sha256(msgpack.encode(self)).hexdigest()

    def entry_of(self, user: str) -> int | None:
        """The entry a user is in and has not left."""
        return self.entry_by.get(user)

    def seed(self, entry: int) -> int:
        return self.ranks[entry]

    def playing(self) -> list[Entrant]:
        return [self.entrants[entry] for entry in self.seeds if not self.entrants[entry].gone]

    def open_matches(self) -> list[Match]:
        return [self.matches[number] for number in self.unfinished]


Apply = Callable[[State, Any, int], None]
APPLY: dict[type, Apply] = {}


def _of(kind: type) -> Callable[[Apply], Apply]:
    def keep(apply: Apply) -> Apply:
        APPLY[kind] = apply
        return apply

    return keep


def apply(state: State, entry: words.Entry) -> None:
    APPLY[type(entry.what)](state, entry.what, entry.at)
    state.at = entry.at


def fold(entries: list[words.Entry]) -> State:
    """T102: the state is a fold over the log."""
    first = entries[0].what
    assert isinstance(first, words.Opened)
    state = State(first.terms, at=entries[0].at, ends_at=first.terms.ends_at)
    for entry in entries[1:]:
        apply(state, entry)
    return state


@_of(words.Entered)
def _entered(s: State, w: words.Entered, at: int) -> None:
    s.entrants[w.entry] = Entrant(w.entry, w.users, w.rating, w.bot, since=at)
    s.numbered = w.entry
    s.entry_by.update(dict.fromkeys(w.users, w.entry))
    if s.phase == RUNNING:
        s.seeds.append(w.entry)  # T118: late entrants come last
        s.ranks[w.entry] = len(s.seeds)


@_of(words.Withdrew)
def _withdrew(s: State, w: words.Withdrew, at: int) -> None:
    for user in s.entrants.pop(w.entry).users:
        del s.entry_by[user]


@_of(words.Started)
def _started(s: State, w: words.Started, at: int) -> None:
    s.phase, s.seeds, s.started_at = RUNNING, list(w.seeds), at
    s.ranks = {entry: rank for rank, entry in enumerate(w.seeds, 1)}
    for entrant in s.entrants.values():
        entrant.since = at


@_of(words.RoundBegan)
def _round(s: State, w: words.RoundBegan, at: int) -> None:
    s.round = w.number


@_of(words.Paired)
def _paired(s: State, w: words.Paired, at: int) -> None:
    s.matches[w.match] = Match(w.match, w.name, w.entries, w.ready_by, w.until, s.round)
    s.unfinished[w.match] = None
    s.entrants[w.entries[0]].first += 1
    for entry in w.entries:
        s.entrants[entry].skipped = False


@_of(words.Bye)
def _bye(s: State, w: words.Bye, at: int) -> None:
    if s.terms.format == "arena":
        s.entrants[w.entry].skipped = True
        return
    s.byes.append((s.round, w.entry))
    s.entrants[w.entry].byes += 1
    if s.terms.format == "swiss":
        s.entrants[w.entry].score += BYE


@_of(words.Ready)
def _ready(s: State, w: words.Ready, at: int) -> None:
    s.matches[w.match].ready.append(w.entry)


@_of(words.Tabled)
def _tabled(s: State, w: words.Tabled, at: int) -> None:
    s.matches[w.match].table = w.table


@_of(words.Again)
def _again(s: State, w: words.Again, at: int) -> None:
    s.matches[w.match].game += 1
    s.matches[w.match].table = 0


@_of(words.Decided)
def _decided(s: State, w: words.Decided, at: int) -> None:
    match = s.matches[w.match]
    match.points, match.how, match.winner = w.points, w.how, w.winner
    del s.unfinished[w.match]
    for entry, points in zip(match.entries, w.points, strict=True):
        entrant = s.entrants[entry]
        others = [other for other in match.entries if other != entry]
        entrant.since = at
        entrant.decided += 1
        if w.how in ("played", "decided"):
            entrant.met += others
            entrant.last = others[0]
        if w.how == "no_show" and entry not in match.ready:
            entrant.no_shows += 1
        if s.terms.format != "arena":
            entrant.score += points
        elif w.how != "late":  # T145: a match that ran over the end scores nothing
            _arena(s, entrant, match, points)


def _arena(s: State, entrant: Entrant, match: Match, points: int) -> None:
    """T143: a streak counts twice. T151: at bigger tables places count, and there is no streak."""
    others = [s.entrants[other].rating for other in match.entries if other != entrant.entry]
    best, least = max(match.points), min(match.points)
    result = "D" if best == least else "W" if points == best else "L"
    if s.terms.seats > 2:
        entrant.score += points
    else:
        entrant.results += result
        entrant.score = arena_points(entrant.results).total
    if match.how == "played":
        entrant.beaten.append((sum(others) / len(others), result))


@_of(words.Away)
def _away(s: State, w: words.Away, at: int) -> None:
    s.entrants[w.entry].away = True


@_of(words.Back)
def _back(s: State, w: words.Back, at: int) -> None:
    s.entrants[w.entry].away = False
    s.entrants[w.entry].since = at


@_of(words.Quit)
def _quit(s: State, w: words.Quit, at: int) -> None:
    s.entrants[w.entry].gone = True
    for user in s.entrants[w.entry].users:
        del s.entry_by[user]


@_of(words.Restarted)
def _restarted(s: State, w: words.Restarted, at: int) -> None:
    down = at - s.at
    for match in s.open_matches():
        match.ready_by += down
        match.until += down
    if s.phase == RUNNING and s.ends_at:
        s.ends_at += down
    elif s.phase == REGISTERING and s.terms.starts_at <= at:
        s.start_after = at + MINUTE


@_of(words.Cancelled)
def _cancelled(s: State, w: words.Cancelled, at: int) -> None:
    s.phase = CANCELLED


@_of(words.Ended)
def _ended(s: State, w: words.Ended, at: int) -> None:
    s.phase, s.places = OVER, w.places


def rated(match: Match) -> bool:
    """T145, T152: what was played is rated, an arena's last matches too; byes, no shows and
    decisions are not."""
    return match.how in ("played", "late")

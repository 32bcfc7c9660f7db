"""What people have played: histories, statistics, how two have fared against each other."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Annotated

from msgspec import Meta, Struct, field

from cutcard import games
from cutcard.arena.counters import returned
from cutcard.arena.records import result
from cutcard.arena.thinned import thinned
from cutcard.store.played import Only, Played
from cutcard.store.results import EventSums

from ..scorer import record_of
from ..wish import ladder_for
from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, LOOKED_THROUGH, WS, Count, Person, Word, request

Many = Annotated[int, Meta(ge=1, le=100)]
FOREVER = 2**62
OPEN = frozenset(("hands", "matches", "won", "drawn", "lost", "deals"))
"""Counters that others may see: of how somebody plays, none."""


class OfHistory(Struct):
    """`before` is the time of the last match of the page before; `versus` was in the match too."""

    user: Person | None = None
    game: Word | None = None
    mode: Word | None = None
    versus: Person | None = None
    ranked: bool | None = None
    since: Count = 0
    before: Count | None = None
    limit: Many = 20


class Sat(Struct, rename="camel", omit_defaults=True):
    """Who sat at a seat; nobody known: a bot, by the name it had there."""

    user_id: str | None = None
    name: str = ""


class Finished(Struct, rename="camel", omit_defaults=True):
    """A match that is over: by seat who played and in which place; `deal` is its last, which can
    be watched again."""

    match: str
    deal: int
    game: str
    at: int
    reason: str
    players: list[Sat]
    places: list[int]
    result: str = ""
    mode: str = ""
    ranked: bool = False


class History(Struct, omit_defaults=True):
    """Matches, the newest first; `next` is what to ask `before` for more, where there may be more:
    with conditions a page may have fewer than were asked for, or none."""

    matches: list[Finished]
    next: int | None = None


class OfStats(Struct):
    user: Person | None = None
    versus: Person | None = None


class Sums(Struct, omit_defaults=True):
    """What was counted of a game, mode and season, with people or with bots; apart what was played
    at private tables, which only you are told of yourself."""

    game: str
    mode: str
    season: str
    counters: dict[str, int]
    bots: bool = False
    private: bool = False


class Streak(Struct):
    game: str
    mode: str
    now: int
    best: int


class Met(Struct):
    """Matches of the two: won by the one the statistics are about, drawn, lost."""

    game: str
    won: int
    drawn: int
    lost: int


class Entries(Struct, rename="camel", omit_defaults=True):
    """Events of a game, mode and season (A81), in which a bot was or not: `cost` is all that was
    paid in, `return` what came back over it, in per cent; left out where nothing was paid."""

    game: str
    mode: str
    season: str
    entries: int
    cashes: int
    wins: int
    final_tables: int
    knockouts: int
    prizes: int
    bounties: int
    cost: int
    returned: str | None = field(default=None, name="return")
    bots: bool = False


class Stats(Struct, omit_defaults=True):
    user: str
    sums: list[Sums]
    streaks: list[Streak]
    versus: list[Met] = []
    events: list[Entries] = []


class OfCurve(Struct):
    """`mode` is one of the game's ratings, by default that of its usual options."""

    game: Word
    user: Person | None = None
    mode: Word | None = None
    since: Count = 0


class Point(Struct):
    at: int
    rating: int


class RatingCurve(Struct, omit_defaults=True):
    """A rating over time, the oldest first: where it stood before the first of `matches`, and after
    each, or after some where they are more than can be drawn; `best` is the highest of all."""

    user: str
    game: str
    points: list[Point]
    matches: int
    mode: str | None = None
    best: Point | None = None


@request("RATING_CURVE", WS, HTTP, who=Who.ANYONE, cost=LIST,
         refuses=("NO_SUCH_PLAYER", "NOT_AUTHENTICATED"))  # fmt: skip
async def rating_curve(asker: Asker, wish: OfCurve) -> RatingCurve:
    """How somebody's rating, or yours, went since a time (epoch ms): at most 200 points, over the
    last 5,000 matches of theirs that were rated. A match that was taken out of the ratings is not
    in it."""
    games.game(wish.game)  # refuses an unknown one
    who = await _whom(asker, wish.user)
    named = ladder_for(wish.game) if wish.mode is None else f"{wish.game}/{wish.mode}"
    went = await asker.hall.house.store.rating_course(who, named, wish.since)
    after = [Point(one.at, floor(one.after + 0.5)) for one in went]
    first = [Point(went[0].at, floor(went[0].before + 0.5))] if went else []
    _, _, mode = named.partition("/")
    best = max(after, key=lambda one: one.rating, default=None)
    return RatingCurve(who, wish.game, thinned([*first, *after]), len(after), mode or None, best)


@request("HISTORY", WS, HTTP, who=Who.ANYONE, cost=LIST,
         refuses=("NO_SUCH_PLAYER", "NOT_AUTHENTICATED"))  # fmt: skip
async def history(asker: Asker, wish: OfHistory) -> History:
    """Somebody's finished matches, or yours, the newest first: all, or those of a game or mode,
    with another player, rated or not, since a time (epoch ms). Of matches at private tables only
    those are told who were in them."""
    if wish.game is not None:
        games.game(wish.game)  # refuses an unknown one
    who = await _whom(asker, wish.user)
    viewer = None if asker.user is None else asker.user.id
    before = FOREVER if wish.before is None else wish.before
    store = asker.hall.house.store
    other = None
    if wish.versus is not None:
        other = (await asker.hall.lobby.friends.find(wish.versus)).id
    only = Only(wish.mode, other, wish.ranked, wish.since)
    page = await store.history(who, viewer, wish.game, before, wish.limit, only=only)
    asker.owe(page.looked / LOOKED_THROUGH)
    users = sorted({user for row in page.matches for _, user in row.people()})
    names = {one: person.name for one, person in (await store.persons(users)).items()}
    return History([_finished(row, who, names, page.bots) for row in page.matches], page.next)


@request("PLAYER_STATS", WS, HTTP, who=Who.ANYONE, cost=LIST,
         refuses=("NO_SUCH_PLAYER", "NOT_AUTHENTICATED"))  # fmt: skip
async def player_stats(asker: Asker, wish: OfStats) -> Stats:
    """What is counted of somebody, or of you: by game, mode and season, with people and with bots
    apart, over deals that are over. All of it is shown to yourself, to others only how often you
    played and how that ended, and nothing of private tables, at which streaks and achievements are
    not earned either. All is shown of `events` that are over. With `versus`, how matches of two
    with that player went."""
    who = await _whom(asker, wish.user)
    own = asker.user is not None and asker.user.id == who
    kept = await record_of(asker.hall.house.store, who)
    sums = []
    for key, counters in sorted(kept.sums.items()):
        game, mode, season, with_whom, *private = key.split("|")
        shown = {name: n for name, n in sorted(counters.items()) if own or name in OPEN}
        if shown and (own or not private):
            sums.append(Sums(game, mode, season, shown, with_whom == "bots", bool(private)))
    streaks = []
    for key, (now, best) in sorted(kept.streaks.items()):
        game, _, mode = key.partition("|")
        streaks.append(Streak(game, mode, now, best))
    met = []
    if wish.versus is not None:
        other = await asker.hall.lobby.friends.find(wish.versus)
        concerned = asker.user is not None and asker.user.id in (who, other.id)
        met = _met(kept.versus.get(other.id, {}), concerned)
    events = [_entries(one) for one in await asker.hall.house.store.event_sums(who)]
    return Stats(who, sums, streaks, met, events)


def _entries(one: EventSums) -> Entries:
    figures = (one.entries, one.cashes, one.wins, one.final_tables, one.knockouts)
    paid = (one.prizes, one.bounties, one.cost)
    head = (one.game, one.mode, one.season)
    return Entries(*head, *figures, *paid, returned(*paid), one.bots)


def _met(found: dict[str, list[int]], concerned: bool) -> list[Met]:
    """By game; what two played by a private link only those two are told."""
    sums: dict[str, list[int]] = {}
    for key, figures in sorted(found.items()):
        game, _, private = key.partition("|")
        if concerned or not private:
            before = sums.get(game, [0, 0, 0])
            sums[game] = [one + more for one, more in zip(before, figures, strict=True)]
    return [Met(game, *figures) for game, figures in sums.items()]


async def _whom(asker: Asker, named: str | None) -> str:
    if named is None:
        return user_of(asker).id
    return (await asker.hall.lobby.friends.find(named)).id


def _finished(
    row: Played, who: str, names: dict[str, str], bots: Mapping[tuple[int, int], str]
) -> Finished:
    seat = next(seat for seat, user in row.people() if user == who)
    sat = [
        Sat(None, bots.get((row.table, at), "")) if user is None else Sat(user, names.get(user, ""))
        for at, user in enumerate(row.users)
    ]
    ended = result(row.places, seat)
    return Finished(
        f"{row.table}-{row.match}", row.deal, row.game, row.at, row.reason, sat, list(row.places),
        ended, row.mode, row.ranked,
    )  # fmt: skip

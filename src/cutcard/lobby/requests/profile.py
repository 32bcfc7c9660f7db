"""What is known about people: profiles, leaderboards, all that is kept about oneself."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct, convert, field, json, structs

from cutcard import games
from cutcard.store.standings import BoardLine
from cutcard.table.words import Refusal

from ..chips import ledger_csv
from ..forms import Profile
from ..leaders import DEEPEST
from ..wish import ladder_for
from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, TCP, WS, Nothing, Person, Word, must_be_admin, request

Text = Annotated[str, Meta(max_length=128)]
Many = Annotated[int, Meta(ge=1, le=100)]


class OfProfile(Struct):
    user: Person | None = None


class SetProfile(Struct):
    """What to change; what is not named stays. Who is `hidden` is listed on no leaderboard."""

    fullname: Text | None = None
    email: Text | None = None
    phone: Text | None = None
    dob: Text | None = None
    country: Text | None = None
    gender: Text | None = None
    hidden: bool | None = None


class OfLadder(Struct):
    """`from` is the first place that is wanted; `friends`: only yours, and you among them."""

    game: Word
    limit: Many = 20
    mode: Word | None = None
    season: Annotated[str, Meta(pattern="^[0-9]{4}-Q[1-4]$")] | None = None
    start: Annotated[int, Meta(ge=1, le=DEEPEST)] = field(default=1, name="from")
    friends: bool = False


class OfSeason(Struct):
    game: Word
    limit: Many = 20
    season: Annotated[str, Meta(pattern="^[0-9]{4}-Q[1-4]$")] | None = None


class OfBests(Struct):
    game: Word
    name: Word
    limit: Many = 20


class OfDaily(Struct):
    game: Word
    limit: Many = 20
    day: Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None


class HowMany(Struct):
    limit: Many = 20


class OneProfile(Struct):
    profile: Profile


class Ranked(Struct, rename="camel"):
    """A place on a ladder."""

    place: int
    user_id: str
    name: str
    guest: bool
    rating: int
    games: int


class Leaderboard(Struct, omit_defaults=True):
    """A page of a board; `own` is your own place on it where you have one, `next` what to ask
    `from` for the page after it, where there is one."""

    game: str
    players: list[Ranked]
    mode: str | None = None
    season: str | None = None
    own: Ranked | None = None
    next: int | None = None


class Earner(Struct, rename="camel"):
    """A place in a season."""

    place: int
    user_id: str
    name: str
    guest: bool
    points: int
    matches: int


class Achiever(Struct, rename="camel"):
    """A place among those who have done best alone."""

    place: int
    user_id: str
    name: str
    guest: bool
    value: int


class Bests(Struct):
    game: str
    name: str
    players: list[Achiever]


class Daily(Struct, omit_defaults=True):
    """The first tries of a day: of each figure who has the least; whether the asker has tried, and
    what came of it."""

    game: str
    day: str
    figures: dict[str, list[Achiever]]
    tried: bool = False
    own: dict[str, int] = {}


class Season(Struct):
    game: str
    season: str
    players: list[Earner]


class Holder(Struct, rename="camel"):
    """A place among those with most chips."""

    place: int
    user_id: str
    name: str
    guest: bool
    balance: int


class Numbered(Holder):
    """The same with the number that some clients know people by."""

    number: int


class Holders(Struct):
    players: list[Numbered]


class Statistics(Struct, rename="camel"):
    """Matches: under way, ever created, mean duration in ms, and completed since midnight UTC."""

    active_games: int
    total_games_created: int
    average_game_duration: float
    games_completed_today: int


class Kept(Struct):
    """A document: all that is kept about somebody, as JSON."""

    document: bytes


class Ledger(Struct):
    csv: str


@request("PROFILE", WS, HTTP, who=Who.ANYONE, refuses=("NO_SUCH_PLAYER", "NOT_AUTHENTICATED"))
async def profile(asker: Asker, wish: OfProfile) -> OneProfile:
    """What is known about somebody, or about you. Chips, e-mail and what else is personal is shown
    to yourself alone."""
    hall = asker.hall
    named = None if wish.user is None else await hall.lobby.friends.find(wish.user)
    who = user_of(asker).id if named is None else named.id
    return OneProfile(await hall.accounts.profile(who, asker.user))


@request("SET_PROFILE", WS, HTTP)
async def set_profile(asker: Asker, wish: SetProfile) -> OneProfile:
    """Change what you tell about yourself: those fields that are named."""
    changes = {name: text for name, text in structs.asdict(wish).items() if text is not None}
    hidden = changes.pop("hidden", None)
    if hidden is not None:
        await asker.hall.house.store.set_hidden(user_of(asker).id, hidden)
    return OneProfile(await asker.hall.accounts.set_profile(user_of(asker), changes))


@request("EXPORT", HTTP, cost=LIST)
async def export(asker: Asker, wish: Nothing) -> Kept:
    """All that is kept about oneself, in one document."""
    document = [await asker.hall.accounts.export(user_of(asker))]
    # It may have a million entries, which are put into bytes, and let go, beside the play.
    return Kept(await asyncio.to_thread(lambda: json.encode(document.pop())))


@request("LEDGER", HTTP, cost=LIST, refuses=("FORBIDDEN", "NO_SUCH_PLAYER"))
async def ledger(asker: Asker, wish: OfProfile) -> Ledger:
    """Every entry of one's own chips: what came, what went, why, and at which table. Of anybody,
    for admins."""
    hall, user = asker.hall, user_of(asker)
    who = user.id if wish.user is None else wish.user
    if who != user.id:
        await must_be_admin(asker)
        who = (await hall.lobby.friends.find(who)).id
    return Ledger("".join([part async for part in ledger_csv(hall.house.store, who)]))


@request("LEADERBOARD", WS, HTTP, who=Who.ANYONE, cost=LIST, refuses=("NOT_AUTHENTICATED",))
async def leaderboard(asker: Asker, wish: OfLadder) -> Leaderboard:
    """The best rated players of a game, best first: 20 of them, or as many as `limit` says, from a
    place on. A game with several ratings names them by `mode`; without one it is that of its usual
    options. Now, or after the quarter of a year that `season` names. On a board is who has an
    account and ten rated matches (in that season), a rating that is sure enough, and, now, one
    within 60 days; equal ratings share a place."""
    games.game(wish.game)  # refuses an unknown one
    named = ladder_for(wish.game) if wish.mode is None else f"{wish.game}/{wish.mode}"
    leaders, season = asker.hall.lobby.leaders, wish.season or ""
    known = user_of(asker) if wish.friends else asker.user
    user = None if known is None else known.id
    if wish.friends:
        whole = await leaders.friends(named, season, str(user))
        lines = whole[wish.start - 1 : wish.start + wish.limit]
        own = next((one for one in whole if one.person.id == user), None)
    else:
        lines = await leaders.page(named, season, wish.start, wish.limit)
        own = None if user is None else await leaders.own(named, season, user)
    _, _, mode = named.partition("/")
    after = wish.start + wish.limit
    return Leaderboard(
        wish.game,
        [_ranked(one) for one in lines[: wish.limit]],
        mode or None,
        wish.season,
        None if own is None else _ranked(own),
        after if len(lines) > wish.limit and after <= DEEPEST else None,
    )


def _ranked(line: BoardLine) -> Ranked:
    who = line.person
    return Ranked(line.rank, who.id, who.name, who.guest, line.rating, line.games)


@request("SEASON", WS, HTTP, who=Who.ANYONE, cost=LIST)
async def season(asker: Asker, wish: OfSeason) -> Season:
    """Who has earned most points of a game in a season, best first: this season, or the quarter of
    a year that `season` names (`2026-Q4`). Ranked matches earn them where the game has points."""
    games.game(wish.game)  # refuses an unknown one
    house = asker.hall.house
    named = wish.season or house.season()
    rows = await asker.hall.lobby.leaders.season(wish.game, named, wish.limit)
    return Season(
        wish.game,
        named,
        [
            Earner(n, person.id, person.name, person.guest, kept.points, kept.matches)
            for n, (person, kept) in enumerate(rows, 1)
        ],
    )


@request("BESTS", WS, HTTP, who=Who.ANYONE, cost=LIST)
async def bests(asker: Asker, wish: OfBests) -> Bests:
    """Who has done best alone, by a figure of the game's own of which less is better (of Memory
    `4x4 moves` and `4x4 ms`, and so for every grid). One's own are in the profile."""
    games.game(wish.game)  # refuses an unknown one
    rows = await asker.hall.house.store.bests(wish.game, wish.name, wish.limit)
    return Bests(
        wish.game,
        wish.name,
        [
            Achiever(n, person.id, person.name, person.guest, value)
            for n, (person, value) in enumerate(rows, 1)
        ],
    )


@request("DAILY", WS, HTTP, who=Who.ANYONE, cost=LIST)
async def daily(asker: Asker, wish: OfDaily) -> Daily:
    """The deal of the day (UTC; option `daily`), which is the same for all: who did best at their
    first try, by each figure of the game's own of which less is better. Today's, or that of the
    `day` named; and whether you have tried, and how it went."""
    games.game(wish.game)  # refuses an unknown one
    house = asker.hall.house
    day = house.today() if wish.day is None else _a_day(wish.day)
    rows = await house.store.day_board(wish.game, day, wish.limit)
    own = None
    if asker.user is not None:
        own = await house.store.trial(asker.user.id, wish.game, day)
    figures = {
        name: [
            Achiever(n, person.id, person.name, person.guest, value)
            for n, (person, value) in enumerate(best, 1)
        ]
        for name, best in rows.items()
    }
    return Daily(wish.game, day, figures, own is not None, own or {})


def _a_day(written: str) -> str:
    try:
        date.fromisoformat(written)
    except ValueError:
        raise Refusal("INVALID_REQUEST", f"There is no day {written}") from None
    return written


@request("RICHEST", TCP, HTTP, who=Who.ANYONE, cost=LIST)
async def richest(asker: Asker, wish: HowMany) -> Holders:
    """Who has most chips."""
    rows = await asker.hall.lobby.leaders.richest(wish.limit)
    return Holders(
        [
            Numbered(n, person.id, person.name, person.guest, balance, person.number)
            for n, (person, balance) in enumerate(rows, 1)
        ]
    )


@request("STATISTICS", HTTP, who=Who.ANYONE)
def statistics(asker: Asker, wish: Nothing) -> Statistics:
    """The statistics of the house."""
    told = asker.hall.house.stats()
    told["activeGames"] += asker.hall.lobby.rooms.playing()
    return convert(told, Statistics)

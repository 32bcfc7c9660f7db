"""Who did best in events (docs/rules/arena.md A66)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from cutcard import games
from cutcard.store.results import Winner

from ..leaders import DEEPEST
from .asking import Asker, Who, user_of
from .registry import HTTP, LIST, WS, Word, request

Many = Annotated[int, Meta(ge=1, le=100)]


class OfWinners(Struct):
    """`from` is the first row that is wanted; `friends`: only yours, and you among them."""

    season: Annotated[str, Meta(pattern="^[0-9]{4}-Q[1-4]$")] | None = None
    game: Word | None = None
    limit: Many = 20
    start: Annotated[int, Meta(ge=1, le=DEEPEST)] = field(default=1, name="from")
    friends: bool = False


class Won(Struct, rename="camel"):
    """A place among them: events won, second places, and all prizes together."""

    rank: int
    user_id: str
    name: str
    won: int
    second: int
    prizes: int


class Winners(Struct, omit_defaults=True):
    """`own` is your own place where you have one, `next` what to ask `from` for the page after it,
    where there is one."""

    season: str
    rows: list[Won]
    game: str | None = None
    own: Won | None = None
    next: int | None = None


@request("TOURNAMENT_WINNERS", WS, HTTP, who=Who.ANYONE, cost=LIST, refuses=("NOT_AUTHENTICATED",))
async def winners(asker: Asker, wish: OfWinners) -> Winners:
    """Who did best in the events of a season, of a `game` or of all: by events won, then second
    places, then prizes; equal ones share a rank. This season, or the quarter of a year that
    `season` names. On it is who has an account; events in which a bot was, or not two accounts, do
    not count."""
    if wish.game is not None:
        games.game(wish.game)  # refuses an unknown one
    leaders, season = asker.hall.lobby.leaders, wish.season or asker.hall.house.season()
    known = user_of(asker) if wish.friends else asker.user
    if wish.friends and known is not None:
        whole = await leaders.winning_friends(season, wish.game, known.id)
        found = whole[wish.start - 1 : wish.start + wish.limit]
        own = next((one for one in whole if one.person.id == known.id), None)
    else:
        found = await leaders.winners(season, wish.game, wish.start, wish.limit)
        own = None if known is None else await leaders.winner(season, wish.game, known.id)
    after = wish.start + wish.limit
    return Winners(
        season,
        [_won(one) for one in found[: wish.limit]],
        wish.game,
        None if own is None else _won(own),
        after if len(found) > wish.limit and after <= DEEPEST else None,
    )


def _won(one: Winner) -> Won:
    return Won(one.rank, one.person.id, one.person.name, one.won, one.second, one.prizes)

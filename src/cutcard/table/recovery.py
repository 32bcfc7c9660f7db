"""A game asked for by its id, in the order in which it is looked for: the cache, if it stands where
the log does; the log; and else it is not found."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct, json

from cutcard.store.archive import where
from cutcard.store.protocol import DealLog, Store

from .deal import Drift, replay
from .hot import Hot
from .states import whole_state
from .vocabulary import vocabulary
from .words import Refusal

GAME = re.compile(r"([1-9]\d{0,15})-([1-9]\d{0,8})")


class Recovered(Struct, frozen=True, rename="camel"):
    """All of a game's state, as far as it was played."""

    game_id: str
    deal: int
    actions: int
    source: Literal["cache", "log"]
    state: dict[str, Any]


async def recovered(store: Store, hot: Hot | None, game: str) -> Callable[[], Recovered]:
    """What makes the state of a game; it may take a while, and is called where nobody waits."""
    named = GAME.fullmatch(game)
    table, match = map(int, named.groups()) if named else (0, 0)
    stands = await store.stands(table, match)
    if stands is None:
        gone = await store.archived(table)
        said = f"Game {game} not found" if gone is None else where(table, gone)
        raise Refusal("GAME_NOT_FOUND", said)
    if hot is not None:
        end = await hot.final(game, stands)
        if end is not None:
            return lambda: Recovered(game, *stands, "cache", json.decode(end))
        held = await hot.game(game, stands)
        if held is not None:
            return lambda: _played(game, held, "cache")
    log = await store.deal(table, stands[0])
    if log is None:
        raise Refusal("GAME_NOT_FOUND", f"Game {game} not found")
    return lambda: _played(game, log, "log")


def _played(game: str, log: DealLog, source: Literal["cache", "log"]) -> Recovered:
    header = log.header
    try:
        deal = replay(vocabulary(header.game), header, log.entries, log.checks)
    except Drift as reason:
        raise Refusal("INVALID_GAME_STATE", str(reason)) from None
    state = whole_state(deal.state, header.seats)
    return Recovered(game, header.deal, len(log.entries), source, state)

"""What the table adds to facts, since rules cannot know it: who plays, and the seed at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.kernel import tags
from cutcard.kernel.game import Fact, Options, Told
from cutcard.store.protocol import DealRow

from .patch import full, plain
from .vocabulary import tag_of

COMPLETED = (tags.GAME_START, tags.GAME_END, tags.GAME_ABANDONED)
Say = Callable[[Fact, DealRow], Any]

_whole: set[type] = {type(None)}  # kinds of facts that nothing is added to


def complete(
    fact: Fact,
    header: DealRow,
    shows_seed: bool,
    options: Options,
    players: Callable[[], list[dict[str, Any]]],
) -> Any:
    """A fact as it is; or, as builtins, with what the rules do not know."""
    kind = tag_of(fact)
    if kind not in COMPLETED:
        _whole.add(type(fact))
        return fact
    said: dict[str, Any] = plain(fact)
    if kind == tags.GAME_START:
        said["commitment"] = header.commitment.hex()
        said["players"] = players()
        said["rules"] = full(options)
    elif shows_seed:
        said["seed"] = header.seed.hex()
    return said


def completed(told: list[Told], header: DealRow, say: Say) -> list[Told]:
    """What was told, each fact completed once for all viewers; most of it is whole as it is."""
    for one in told:
        if type(one.fact) not in _whole or type(one.rest) not in _whole:
            return [Told(say(one.fact, header), one.to, _rest(one, header, say)) for one in told]
    return told


def _rest(one: Told, header: DealRow, say: Say) -> Any:
    return None if one.rest is None else say(one.rest, header)

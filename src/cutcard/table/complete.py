"""What the table adds to facts, since rules cannot know it: who plays, the seed at the end, and
what time it is outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from msgspec import defstruct, structs

from cutcard.kernel import tags
from cutcard.kernel.game import Fact, Told
from cutcard.store.protocol import DealRow

from .vocabulary import tag_of

COMPLETED = (tags.GAME_START, tags.GAME_END, tags.DEAL_END, tags.GAME_ABANDONED)


class Due(Protocol):
    """A fact that says when something is over, on the deal's clock."""

    due: int


Say = Callable[[Fact, DealRow, bool], Any]
"""A fact, the deal it is of, and whether that is over."""

_whole: set[type] = {type(None)}  # kinds of facts that nothing is added to
_grown: dict[tuple[type | str, ...], type[Fact]] = {}


def complete(
    fact: Fact,
    header: DealRow,
    shows_seed: bool,
    rules: Callable[[], dict[str, Any]],
    players: Callable[[], list[dict[str, Any]]],
    *,
    zero: int,
) -> Fact:
    """A fact as it is; or, a Record still, with what the rules do not know. `zero` is the epoch ms
    at which the deal's clock stood at 0: a fact's `due` is told as a `deadline` too."""
    kind = tag_of(fact)
    if "due" in fact.__struct_fields__:
        due = cast("Due", fact).due
        return _with(fact, deadline=zero + due)
    if kind not in COMPLETED:
        _whole.add(type(fact))
        return fact
    if kind == tags.GAME_START:
        commitment = header.commitment.hex()
        return _with(fact, commitment=commitment, players=players(), rules=rules())
    return _with(fact, seed=header.seed.hex()) if shows_seed else fact


def _with(fact: Fact, **more: Any) -> Fact:
    """The fact with further fields, of a kind of its own: it keeps its tag and its Holders."""
    base = type(fact)
    names: tuple[type | str, ...] = (base, *more)
    kind = _grown.get(names)
    if kind is None:
        new = [(name, Any, None) for name in more if name not in base.__struct_fields__]
        tag = base.__struct_config__.tag
        made = defstruct(base.__name__, new, bases=(base,), tag=tag, frozen=True, gc=False)
        kind = _grown[names] = cast("type[Fact]", made)
        _whole.add(kind)  # it is complete
    if len(kind.__struct_fields__) == len(base.__struct_fields__) + len(more):
        return kind(*structs.astuple(fact), *more.values())
    return kind(**{**structs.asdict(fact), **more})


def completed(told: list[Told], header: DealRow, over: bool, say: Say) -> list[Told]:
    """What was told, each fact completed once for all viewers; most of it is whole as it is."""
    for one in told:
        if type(one.fact) not in _whole or type(one.rest) not in _whole:
            return [_complete_one(one, header, over, say) for one in told]
    return told


def _complete_one(one: Told, header: DealRow, over: bool, say: Say) -> Told:
    if type(one.fact) in _whole and type(one.rest) in _whole:
        return one
    rest = None if one.rest is None else say(one.rest, header, over)
    return Told(say(one.fact, header, over), one.to, rest)

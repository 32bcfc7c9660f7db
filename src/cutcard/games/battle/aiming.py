"""What a card or ability may aim at. Everything here is public, so it tells nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import vocabulary as v
from .defs import TargetSpec
from .inst import Inst

if TYPE_CHECKING:
    from .rules import Battle

_KIND = {"UNIT": v.UNIT, "EQUIPMENT": v.EQUIPMENT, "FIELD": v.FIELD}


def legal_targets(game: Battle, spec: TargetSpec, ctrl: int, source: Inst | None) -> list[int]:
    """Ids a target may be chosen from: players first, then cards in the order they came."""
    kind = spec.kind
    found: list[int] = []
    if kind in ("PLAYER", "ANY"):
        found += [seat for seat in (ctrl, 1 - ctrl) if _side(spec.side, seat, ctrl)]
    if kind == "STACK_ITEM":
        return [entry.id for entry in game.stack if _side(spec.side, entry.ctrl, ctrl)]
    if spec.graveyard:
        return _buried(game, spec, ctrl)
    if kind == "PLAYER":
        return found
    wanted = _KIND.get(kind, v.UNIT)
    test = spec.filter
    for inst in game.cards.values():
        if inst.d.kind != wanted or not _side(spec.side, inst.ctrl, ctrl):
            continue
        if inst.ctrl != ctrl and inst.kw(game) & v.WARDED:
            continue
        if test is None or test.holds(game, inst):
            found.append(inst.id)
    return found


def _side(side: str, whose: int, ctrl: int) -> bool:
    return side == "ANY" or (whose == ctrl) == (side == "FRIENDLY")


def _buried(game: Battle, spec: TargetSpec, ctrl: int) -> list[int]:
    test, defs = spec.filter, game.set.defs
    return [
        one
        for owner in (ctrl, 1 - ctrl)
        if _side(spec.side, owner, ctrl)
        for one, number, _ in game.graveyards[owner]
        if test is None or test.fits(defs[number])
    ]


def can_aim(game: Battle, specs: tuple[TargetSpec, ...], ctrl: int) -> bool:
    """Whether every target that must be chosen can be."""
    return all(spec.optional or legal_targets(game, spec, ctrl, None) for spec in specs)


def ways(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle,
    specs: tuple[TargetSpec, ...],
    ctrl: int,
    source: Inst | None,
    lenient: bool,
    most: int,
) -> list[tuple[int, ...]]:
    """Some ways to choose all targets, in order; `lenient`: what cannot be chosen is left out."""
    found: list[tuple[int, ...]] = [()]
    for spec in specs:
        options = legal_targets(game, spec, ctrl, source)
        if spec.optional or (lenient and not options):
            options = [*options, -1]
        found = [(*way, one) for way in found for one in options if one < 0 or one not in way]
        if len(found) > most:
            found = found[:: len(found) // most + 1]
    return found

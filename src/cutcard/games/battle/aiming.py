"""What a card or ability may aim at. Everything here is public, so it tells nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import vocabulary as v
from .defs import TargetSpec
from .inst import Inst

if TYPE_CHECKING:
    from .rules import Battle


def legal_targets(game: Battle, spec: TargetSpec, ctrl: int, source: Inst | None) -> list[int]:
    """Ids a target may be chosen from: players first, then cards in the order they came."""
    friends, enemies = spec.friends, spec.enemies
    if spec.stack:
        return [
            e.id
            for e in game.stack
            if (friends if e.ctrl == ctrl else enemies)
            and (spec.filter is None or spec.filter.fits(e.d))
        ]
    if spec.graveyard:
        return _buried(game, spec, ctrl)
    found: list[int] = []
    if spec.players:
        if friends:
            found.append(ctrl)
        if enemies:
            found.append(1 - ctrl)
    wanted, test = spec.wanted, spec.filter
    if wanted < 0:
        return found
    for inst in game.cards.values():
        if inst.d.kind != wanted:
            continue
        if inst.ctrl == ctrl:
            if not friends:
                continue
        elif not enemies or inst.kw(game) & v.WARDED:
            continue
        if test is None or test.holds(game, inst):
            found.append(inst.id)
    return found


def _buried(game: Battle, spec: TargetSpec, ctrl: int) -> list[int]:
    test, defs = spec.filter, game.set.defs
    return [
        one
        for owner in (ctrl, 1 - ctrl)
        if (spec.friends if owner == ctrl else spec.enemies)
        for one, number, _ in game.graveyards[owner]
        if test is None or test.fits(defs[number])
    ]


def can_aim(game: Battle, specs: tuple[TargetSpec, ...], ctrl: int) -> bool:
    """Whether every target that must be chosen can be."""
    for spec in specs:
        if not spec.optional and not legal_targets(game, spec, ctrl, None):
            return False
    return True


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
    for i, spec in enumerate(specs):
        options = legal_targets(game, spec, ctrl, source)
        if spec.optional or (lenient and not options):
            options = [*options, -1]
        again = i > 0 and specs[i - 1].name == spec.name  # up to so many: none after none
        found = [
            (*way, one)
            for way in found
            for one in options
            if one < 0 or (one not in way and not (again and way[-1] < 0))
        ]
        if len(found) > most:
            found = found[:: len(found) // most + 1]
    return found

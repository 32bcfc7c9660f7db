"""One pipeline for all damage (B8): evasion, barrier, prevention, DEF, reduction, floor, apply.

A combat hit that lands does at least 1; other damage may come to nothing; an empty deck is never
reduced (B9). Nobody dies here: `turn.check` looks for the dead when all hits of a moment are in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts
from . import vocabulary as v
from .stack import fire

if TYPE_CHECKING:
    from .inst import Inst
    from .rules import Battle

LIFELINK_A_TURN = 3


def deal(game: Battle, source: Inst | None, name: str, target: int, amount: int, kind: str) -> int:  # noqa: PLR0917  # called often, and always with all of them
    """Deal damage to a player (0, 1) or a unit in play; returns what was really dealt."""
    if amount <= 0:
        return 0
    game.wounded = True
    game.did += 1
    if target in (0, 1):
        return _player(game, source, name, target, amount, kind)
    inst = game.cards.get(target)
    if inst is None or inst.d.kind != v.UNIT:
        return 0
    return _unit(game, source, name, inst, amount, kind)


def evades(game: Battle, keywords: int, inst: Inst) -> bool:
    """Whether a unit slips away from a hit of combat by a source with these keywords."""
    return bool(inst.kw(game) & v.EVASION and not keywords & v.PIERCING and not inst.evaded)


def lands(game: Battle, keywords: int, inst: Inst, amount: int, kind: str) -> int:
    """What a hit that is not evaded comes to on a unit; nothing is changed."""
    if inst.kw(game) & v.BARRIER and inst.barrier(game):
        return 0
    dealt = amount - min(inst.shield, amount)
    if dealt:
        if kind == "COMBAT" and not keywords & v.SUNDER:
            dealt -= inst.df(game)
        dealt = max(1 if kind == "COMBAT" else 0, dealt - inst.reduction(game))
    return dealt


def reaches(game: Battle, seat: int, amount: int, kind: str) -> int:
    """What a hit comes to on a player; nothing is changed."""
    if kind == "DECK_EMPTY":
        return amount
    dealt = amount - min(game.shields[seat], amount)
    return max(1 if kind == "COMBAT" else 0, dealt - game.reduction(seat)) if dealt else 0


def _unit(game: Battle, source: Inst | None, name: str, inst: Inst, amount: int, kind: str) -> int:  # noqa: PLR0917  # called often, and always with all of them
    keywords = source.kw(game) if source is not None else 0
    mine = inst.kw(game)
    if kind == "COMBAT" and mine & v.EVASION and evades(game, keywords, inst):
        inst.evaded = True
        game.evaded[inst.ctrl] = True
        if game.told is not None:
            game.told.append(Told(facts.EvasionTriggered(inst.d.id, inst.id)))
        fire(game, v.ON_EVADED, inst, inst.ctrl, source.id if source else -1, inst.id)
        return 0
    dealt = lands(game, keywords, inst, amount, kind)
    if mine & v.BARRIER and inst.barrier(game):
        inst.broken = inst.barriers(game)
    elif inst.shield:
        inst.shield -= min(inst.shield, amount)
    inst.damage += dealt
    if mine & v.INDESTRUCTIBLE:
        inst.damage = min(inst.damage, inst.max_hp(game))  # B10: its HP stops at 0
    if dealt and keywords & v.DEADLY:
        inst.doomed = True
    if game.told is not None:
        fact = facts.DamageApplied(inst.id, amount, dealt, name, kind, inst.d.id)
        game.told.append(Told(fact))
    if dealt:
        _triggers(game, source, inst, inst.ctrl, inst.id, dealt)
    return dealt


def _player(game: Battle, source: Inst | None, name: str, seat: int, amount: int, kind: str) -> int:  # noqa: PLR0917  # called often, and always with all of them
    dealt = reaches(game, seat, amount, kind)
    if kind != "DECK_EMPTY":
        game.shields[seat] -= min(game.shields[seat], amount)
    game.hp[seat] -= dealt
    if game.hp[seat] <= 0 < game.hp[seat] + dealt:
        game.blows[seat] = (name, dealt)
    if game.told is not None:
        game.told.append(Told(facts.DamageApplied(seat, amount, dealt, name, kind)))
        if game.hp[seat] <= 0 < game.hp[seat] + dealt:
            game.told.append(Told(facts.PlayerDefeated(seat, dealt)))
    if dealt:
        if source is not None and source.kw(game) & v.LIFELINK:
            healed = min(LIFELINK_A_TURN - source.linked, dealt)  # B12: 3 a turn for each card
            if healed > 0:
                source.linked += healed
                heal(game, source.ctrl, healed)
        _triggers(game, source, None, seat, seat, dealt)
    return dealt


def _triggers(  # noqa: PLR0917  # called often, and always with all of them
    game: Battle, source: Inst | None, hurt: Inst | None, player: int, target: int, dealt: int
) -> None:
    by = -1 if source is None else source.id
    if source is not None:
        fire(game, v.ON_DEAL, source, source.ctrl, by, target, dealt)
    fire(game, v.ON_TAKE, hurt, player, by, target, dealt)


def heal(game: Battle, target: int, amount: int) -> None:
    """Never above the maximum."""
    inst = game.cards.get(target)
    game.did += 1
    if amount <= 0 or (inst is None and target not in (0, 1)):
        return
    if inst is None:
        done = min(amount, game.options.hp - game.hp[target])
        if game.hp[target] <= 0 or done <= 0:
            return
        game.hp[target] += done
    else:
        done = min(amount, inst.damage)
        if done <= 0:
            return
        inst.damage -= done
    if game.told is not None:
        game.told.append(Told(facts.Healed(target, done)))
    fire(game, v.ON_HEALED, inst, target if inst is None else inst.ctrl, at=target, amount=done)

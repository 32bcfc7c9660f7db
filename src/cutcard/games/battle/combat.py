"""Attacks, blocks and the hits they make (A22, A33-A40, B4-B7).

All hits of one step are reckoned from the stats at its beginning, then all are applied, then one
check for the dead. First strikers hit in a step of their own. A block takes the whole attack on
itself; who is attacked without blocking does not hit back (B5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cutcard.kernel.game import Told

from . import facts, steps
from . import vocabulary as v
from .damage import deal
from .inst import Inst
from .refusals import refuse
from .stack import fire
from .zones import called

if TYPE_CHECKING:
    from .moves import Attack, Block
    from .rules import Battle


def attackers(game: Battle, seat: int) -> list[Inst]:
    """Units that may attack now."""
    return [
        inst
        for inst in game.cards.values()
        if inst.ctrl == seat and not inst.tapped and may_attack(game, inst)
    ]


def may_attack(game: Battle, inst: Inst) -> bool:
    if inst.d.kind != v.UNIT or inst.tapped or inst.atk(game) <= 0:
        return False
    keywords = inst.kw(game)
    if keywords & v.ROOTED or (inst.statuses and inst.held(game, "NO_ATTACK")):
        return False
    return not (game.options.sickness and inst.came == game.turn and not keywords & v.RUSH)


def attackable(game: Battle, seat: int) -> list[int]:
    """What the seat's units may attack: guards first, where an untapped one stands."""
    foes = [inst for inst in game.cards.values() if inst.ctrl != seat and inst.d.kind == v.UNIT]
    guards = [inst.id for inst in foes if not inst.tapped and inst.kw(game) & v.GUARD]
    return guards or [1 - seat, *(inst.id for inst in foes)]


def may_block(game: Battle, inst: Inst) -> bool:
    if inst.d.kind != v.UNIT or inst.tapped:
        return False
    return not (inst.statuses and inst.held(game, "NO_BLOCK"))


def blockers(game: Battle, seat: int) -> list[Inst]:
    return [inst for inst in game.cards.values() if inst.ctrl == seat and may_block(game, inst)]


def blockable(game: Battle) -> list[int]:
    """Attackers that can be blocked at all."""
    return [
        one[0]
        for one in game.attacks
        if one[0] in game.cards and not game.cards[one[0]].kw(game) & v.ELUSIVE
    ]


def check_attacks(game: Battle, seat: int, attacks: Sequence[Attack]) -> list[tuple[int, int]]:
    """B34: the whole declaration is right, or it is refused as a whole."""
    targets = attackable(game, seat)
    pairs: list[tuple[int, int]] = []
    for one in attacks:
        inst = game.cards.get(one.attacker_id)
        if inst is None or inst.ctrl != seat or not may_attack(game, inst):
            refuse("INVALID_ATTACKER", f"{called(game, one.attacker_id)} cannot attack now")
        if any(pair[0] == one.attacker_id for pair in pairs):
            refuse("INVALID_ATTACKER", f"{inst.d.name} attacks once")
        if one.target_type == "CARD" and one.target_card_id is None:
            refuse("INVALID_TARGET", "An attack on a card names the card")
        target = 1 - seat if one.target_type == "PLAYER" else one.target_card_id
        if target not in targets or (one.target_type == "CARD" and target in (0, 1)):
            name = called(game, -1 if target is None else target)
            refuse("INVALID_TARGET", f"{name} cannot be attacked; guards come first")
        assert target is not None
        pairs.append((one.attacker_id, target))
    return pairs


def attack(game: Battle, pairs: list[tuple[int, int]]) -> None:
    """Declared: attackers tap, and whoever waits for it triggers."""
    game.step = steps.BLOCKING
    game.attacks = [(one, target, -1) for one, target in pairs]
    game.battle = game.attacks
    if game.told is not None:
        game.told.append(Told(facts.AttacksDeclared(game.active, tuple(pairs))))
    for one, target in pairs:
        inst = game.cards[one]
        if not inst.kw(game) & v.VIGILANCE:
            inst.tapped = True
        fire(game, v.ON_ATTACK, inst, inst.ctrl, one, target)


def stands(game: Battle, attack: tuple[int, int, int]) -> bool:
    attacker = game.cards.get(attack[0])
    if attacker is None or attacker.ctrl != game.active:
        return False
    return attack[1] in (0, 1) or attack[1] in game.cards


def check_blocks(game: Battle, seat: int, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    able = blockable(game)
    pairs: list[tuple[int, int]] = []
    for one in blocks:
        inst = game.cards.get(one.blocker_id)
        if inst is None or inst.ctrl != seat or not may_block(game, inst):
            refuse("INVALID_BLOCKER", f"{called(game, one.blocker_id)} cannot block now")
        if one.attacker_id not in able:
            refuse("INVALID_TARGET", f"{called(game, one.attacker_id)} cannot be blocked")
        if any(one.blocker_id == b or one.attacker_id == a for b, a in pairs):
            refuse("INVALID_BLOCKER", "One blocker for an attacker, one attacker for a blocker")
        pairs.append((one.blocker_id, one.attacker_id))
    return pairs


def block(game: Battle, pairs: list[tuple[int, int]]) -> None:
    game.step = steps.BLOCKED if game.options.block_window else steps.FIRST_HITS
    game.block_passed = [False, False]
    by = {attacker: blocker for blocker, attacker in pairs}
    game.attacks = [(one, target, by.get(one, -1)) for one, target, _ in game.attacks]
    game.battle = [(one, target, by.get(one, -1)) for one, target, _ in game.battle]
    if game.told is not None:
        shown = tuple((blocker, one) for one, _, blocker in game.battle if blocker >= 0)
        game.told.append(Told(facts.BlocksDeclared(1 - game.active, shown)))
    for blocker, attacker in pairs:
        inst, other = game.cards[blocker], game.cards[attacker]
        fire(game, v.ON_BLOCK, inst, inst.ctrl, blocker, attacker)
        fire(game, v.ON_BLOCKED, other, other.ctrl, blocker, attacker)


def hits(game: Battle) -> None:
    """One step of damage: reckon all hits first, then apply them."""
    first = game.step == steps.FIRST_HITS
    game.step = steps.HITS if first else steps.BATTLE_OVER
    planned: list[tuple[Inst, int, int]] = []  # who, whom, how much
    for one, target, blocker in game.attacks:
        attacker = game.cards.get(one)
        if attacker is None:
            continue
        meets = target if blocker < 0 else blocker
        if bool(attacker.kw(game) & v.FIRST_STRIKE) == first:
            planned.append((attacker, meets, attacker.atk(game)))
        other = game.cards.get(blocker)
        if other is not None and bool(other.kw(game) & v.FIRST_STRIKE) == first:
            planned.append((other, one, other.atk(game)))
    for inst, target, amount in planned:
        _hit(game, inst, target, amount)


def _hit(game: Battle, inst: Inst, target: int, amount: int) -> None:
    victim = game.cards.get(target)
    left = victim.left(game) if victim is not None else 0
    dealt = deal(game, inst, inst.d.id, target, amount, "COMBAT")
    if (
        victim is not None
        and inst.ctrl == game.active
        and inst.kw(game) & v.OVERRUN
        and dealt > left > 0
    ):
        deal(game, inst, inst.d.id, 1 - inst.ctrl, dealt - left, "COMBAT")

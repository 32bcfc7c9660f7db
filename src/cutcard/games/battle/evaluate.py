"""What a situation is worth to a seat, and quick answers of the other side, for bots."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from . import combat, moves
from . import vocabulary as v

if TYPE_CHECKING:
    from .inst import Inst
    from .rules import Battle

WIN = 10_000.0
LIFE = 3.0  # of a point of life, in points of ATK or HP in play
CARD = 1.0  # of a card in hand
KEYWORD = (
    *((v.PIERCING, 0.3), (v.EVASION, 1.5), (v.LIFELINK, 1.0), (v.INDESTRUCTIBLE, 3.0)),
    *((v.GUARD, 0.7), (v.VIGILANCE, 0.7), (v.OVERRUN, 0.7), (v.FIRST_STRIKE, 1.0)),
    *((v.BARRIER, 1.0), (v.DEADLY, 1.5), (v.WARDED, 0.7), (v.ELUSIVE, 1.0), (v.SUNDER, 0.3)),
)
ANSWERS = 7  # blocks tried in the other's place
DUELS = 4  # enemy units an attacker is tried against


def value(game: Battle, seat: int) -> float:
    """Life, strength in play and cards, mine less the other's."""
    if game.over:
        return 0.0 if game.winner < 0 else WIN if game.winner == seat else -WIN
    total = LIFE * (_life(game.hp[seat]) - _life(game.hp[1 - seat]))
    total += CARD * (len(game.hands[seat]) - len(game.hands[1 - seat]))
    for who, sign in ((seat, -1.0), (1 - seat, 1.0)):
        total += sign * sum(x * t for name, x, t in game.player_statuses[who] if name == "POISON")
    for inst in game.cards.values():
        worth = 2.0
        if inst.d.kind == v.UNIT:
            keywords = inst.kw(game)
            left = inst.left(game)
            worth = inst.atk(game) * 1.1 + left + inst.df(game) * 0.8 + 0.5
            if keywords:
                worth += _extra(keywords)
                if keywords & v.ROOTED:
                    worth -= inst.atk(game) * 0.6
            for name, x, turns in inst.statuses:
                worth -= min(left, x * turns) if name == "POISON" else 0.7 * turns
        if inst.d.abilities and not inst.sealed():
            worth += 0.7
        total += worth if inst.ctrl == seat else -worth
    return total


@cache
def _extra(keywords: int) -> float:
    """What a set of keywords is worth; the same few come back in every imagined game."""
    return sum(extra for bit, extra in KEYWORD if keywords & bit)


def _life(hp: int) -> float:
    """The last points of life are worth more than the first."""
    return hp if hp > 8 else hp * 1.5 - 4


def settle(game: Battle, seat: int, enough: float = -WIN) -> None:
    """Let the other side answer quickly until the seat is asked again, or its turn is over. An
    answer that leaves the seat no more than `enough` will do: no better one is looked for."""
    for _ in range(20):
        if game.over or not game.asked or game.asked == [seat]:
            return
        other = game.asked[0]
        if game.ask == "BLOCKS":
            _answer(game, other, -enough)
        elif game.ask == "RESPONSE":
            game.play(other, moves.Pass(), game.now)
        elif game.active != seat:
            return
        else:
            game.play(other, game.legal(other)[0], game.now)


def _answer(game: Battle, other: int, enough: float) -> None:
    """The block that serves the other side best, or the first that serves it well enough."""
    tries: list[moves.Move] = [
        move for move in game.legal(other) if isinstance(move, moves.DeclareBlocks)
    ]
    tries = [*_punishing(game, other), *tries[:: len(tries) // ANSWERS + 1]]
    best: moves.Move = moves.Pass()
    top = _after(game, other, best)
    for move in tries:
        if top >= enough:
            break
        worth = _after(game, other, move)
        if worth > top:
            best, top = move, worth
    game.play(other, best, game.now)


def _punishing(game: Battle, other: int) -> list[moves.Move]:
    """Every attack that is a plain loss, stopped by somebody it loses to, the least worth first."""
    able = set(combat.blockable(game))
    free = sorted(combat.blockers(game, other), key=lambda inst: (inst.d.cost, inst.id))
    blocks: list[moves.Block] = []
    for one, _, _ in game.attacks:
        wall = next(
            (inst for inst in free if one in able and loses(game, game.cards[one], inst)), None
        )
        if wall is not None:
            free.remove(wall)
            blocks.append(moves.Block(wall.id, one))
    return [moves.DeclareBlocks(tuple(blocks))] if blocks else []


def loses(game: Battle, attacker: Inst, blocker: Inst) -> bool:
    """Whether an attacker falls to a blocker without taking it along."""
    first, second = attacker.kw(game) & v.FIRST_STRIKE, blocker.kw(game) & v.FIRST_STRIKE
    kills, falls = _fells(game, attacker, blocker), _fells(game, blocker, attacker)
    if first and not second and kills:
        return False
    return falls and (not kills or bool(second and not first))


def _fells(game: Battle, one: Inst, other: Inst) -> bool:
    """Whether a hit of one in combat is the end of the other."""
    mine, theirs = one.kw(game), other.kw(game)
    if theirs & v.INDESTRUCTIBLE or one.atk(game) <= 0:
        return False
    if theirs & v.EVASION and not mine & v.PIERCING and not other.evaded:
        return False
    if theirs & v.BARRIER and other.barrier(game):
        return False
    armour = 0 if mine & v.SUNDER else other.df(game)
    dealt = max(1, one.atk(game) - other.shield - armour - other.reduction(game))
    return bool(mine & v.DEADLY) or dealt >= other.left(game)


def _after(game: Battle, seat: int, move: moves.Move) -> float:
    twin = game.copy()
    twin.play(seat, move, twin.now)
    return value(twin, seat)


def best_attacks(game: Battle, seat: int) -> moves.Move:
    """Attackers one by one, each against what serves best together with those before it."""
    chosen: list[moves.Attack] = []
    top = _worth(game, seat, chosen)
    targets = combat.attackable(game, seat)
    foes = sorted((one for one in targets if one > 1), key=lambda one: -game.cards[one].atk(game))
    tries = [one for one in targets if one <= 1] + foes[:DUELS]
    mine = sorted(combat.attackers(game, seat), key=lambda inst: -inst.atk(game))
    everyone = [_aim(inst.id, targets[0]) for inst in mine]
    for inst in mine:
        best = None
        for target in tries:
            one = _aim(inst.id, target)
            worth = _worth(game, seat, [*chosen, one], top)
            if worth > top:
                best, top = one, worth
        if best is not None:
            chosen.append(best)
    if len(mine) > 1 and _worth(game, seat, everyone, top) > top:
        chosen = everyone
    return moves.DeclareAttacks(tuple(chosen)) if chosen else moves.Pass()


def _aim(one: int, target: int) -> moves.Attack:
    return moves.Attack(one) if target <= 1 else moves.Attack(one, "CARD", target)


def _worth(game: Battle, seat: int, attacks: list[moves.Attack], top: float = -WIN) -> float:
    """What is left of an attack when it was answered. One that is worth no more than the best so
    far is not looked at to its end."""
    twin = game.copy()
    twin.play(seat, moves.DeclareAttacks(tuple(attacks)), twin.now)
    settle(twin, seat, top)
    return value(twin, seat)


def best_blocks(game: Battle, seat: int, first: moves.Move) -> moves.Move:
    """Add blocks to a good first one for as long as that serves."""
    if not isinstance(first, moves.DeclareBlocks):
        return first
    best, top = first, _after(game, seat, first)
    able = combat.blockable(game)
    mine = [inst.id for inst in combat.blockers(game, seat)]
    for foe in able:
        if any(one.attacker_id == foe for one in best.blocks):
            continue
        kept = best
        for one in mine:
            if all(other.blocker_id != one for other in kept.blocks):
                more = moves.DeclareBlocks((*kept.blocks, moves.Block(one, foe)))
                worth = _after(game, seat, more)
                if worth > top:
                    best, top = more, worth
    return best


def strike_back(game: Battle, other: int) -> None:
    """The other side's next attack with what it has in play, as well as it can be imagined."""
    for _ in range(12):
        if game.over or game.active != other or game.phase > v.BATTLE:
            return
        if game.asked != [other]:
            settle(game, other)
        elif game.ask == "MAIN":
            game.play(other, moves.Pass(), game.now)
        elif game.ask == "ATTACKS":
            game.play(other, best_attacks(game, other), game.now)
        else:
            game.play(other, game.legal(other)[0], game.now)

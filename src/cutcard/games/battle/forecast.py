"""What the fights of a battle would come to, as everybody can reckon it from what lies open.

Each outlook is of one attack alone, met by its target or by one blocker, if nobody did anything
more: no card played, nothing triggered, no other fight before it. It is made of the same functions
that deal the damage, so that no page repeats them; it changes nothing and draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import combat, views
from . import vocabulary as v
from .damage import evades, lands, reaches
from .inst import Inst
from .steps import BLOCKED, BLOCKING

if TYPE_CHECKING:
    from .rules import Battle


def outlooks(game: Battle) -> tuple[views.Outlook, ...]:
    """While attacks are declared: of each that may be. Once they are: of each as it stands, and
    while blocks are declared, of each block that may be."""
    if game.ask == "ATTACKS":
        targets = combat.attackable(game, game.active)
        found = combat.attackers(game, game.active)
        return tuple([_unblocked(game, one, target) for one in found for target in targets])
    if game.step not in (BLOCKING, BLOCKED) or game.over:
        return ()
    fights = [one for one in game.attacks if combat.stands(game, one)]
    shown = [_fight(game, one, target, blocker) for one, target, blocker in fights]
    if game.ask == "BLOCKS":
        able = set(combat.blockable(game))
        for inst in combat.blockers(game, 1 - game.active):
            shown += [_blocked(game, game.cards[one[0]], inst) for one in fights if one[0] in able]
    return tuple(shown)


def _fight(game: Battle, one: int, target: int, blocker: int) -> views.Outlook:
    other = game.cards.get(blocker)
    attacker = game.cards[one]
    return _unblocked(game, attacker, target) if other is None else _blocked(game, attacker, other)


def _unblocked(game: Battle, attacker: Inst, target: int) -> views.Outlook:
    """Who is attacked without blocking does not hit back (B5)."""
    victim = game.cards.get(target)
    if victim is None:
        dealt = reaches(game, target, attacker.atk(game), "COMBAT")
        return views.Outlook(attacker.id, target, dealt)
    dealt, kills = _hit(game, attacker, victim)
    over = _over(game, attacker, victim, dealt)
    return views.Outlook(attacker.id, target, dealt, kills=kills, over=over)


def _blocked(game: Battle, attacker: Inst, blocker: Inst) -> views.Outlook:
    """Whoever strikes first and kills is not struck."""
    dealt, kills = _hit(game, attacker, blocker)
    taken, dies = _hit(game, blocker, attacker)
    first = bool(attacker.kw(game) & v.FIRST_STRIKE)
    if first != bool(blocker.kw(game) & v.FIRST_STRIKE):
        if first and kills:
            taken, dies = 0, False
        elif not first and dies:
            dealt, kills = 0, False
    over = _over(game, attacker, blocker, dealt)
    return views.Outlook(attacker.id, blocker.id, dealt, taken, kills, dies, over)


def _hit(game: Battle, source: Inst, victim: Inst) -> tuple[int, bool]:
    """The damage of one hit, and whether it destroys."""
    keywords, amount = source.kw(game), source.atk(game)
    if amount <= 0 or evades(game, keywords, victim):
        return 0, False
    dealt = lands(game, keywords, victim, amount, "COMBAT")
    fatal = dealt >= victim.left(game) or (dealt > 0 and bool(keywords & v.DEADLY))
    return dealt, fatal and not victim.kw(game) & v.INDESTRUCTIBLE


def _over(game: Battle, attacker: Inst, victim: Inst, dealt: int) -> int:
    """What OVERRUN carries on to the player behind."""
    left = victim.left(game)
    if not attacker.kw(game) & v.OVERRUN or not dealt > left > 0:
        return 0
    return reaches(game, 1 - attacker.ctrl, dealt - left, "COMBAT")

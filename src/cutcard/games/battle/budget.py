"""How much one move may do: so many effects, and so many facts (a hit, a draw, a card that comes
or goes, a card asked whether that triggers it, an aura to count anew). A card file comes from
anybody, and a server has other tables.

A set with a card that could pass these by itself is not loaded. Where cards together do, the
effect that is running ends there, and says so (EFFECT_FIZZLED, BUDGET). Both are counted whether
or not somebody listens: a replay ends where the game did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .rules import Battle

EFFECTS = 1024  # of a move
FACTS = 4096
CARD_EFFECTS = 128  # of one card or ability, at its most
CARD_FACTS = 512
WAITING = 256  # abilities that have triggered and are not on the stack yet
MOST_REPEATS = 10
MOST_DRAWN = 10
_GROUP = {"UNIT": 7, "EQUIPMENT": 21, "FIELD": 3, "CARD": 40}  # of one side, at its most
_MANY = {"DRAW": MOST_DRAWN, "MILL": 40, "SUMMON": 7, "DISCARD": 10}


def spent(game: Battle) -> bool:
    """Whether this move may do no more."""
    return game.ran > EFFECTS or game.did > FACTS


def most(effects: Any) -> tuple[int, int]:
    """The effects and the facts a list of effects comes to at most. It is read before it is known
    to be right, so whatever is not as it should be counts for nothing here."""
    ran = did = 0
    for one in effects if isinstance(effects, list) else ():
        if isinstance(one, dict):
            more, facts = _one(one)
            ran, did = ran + more, did + facts
    return ran, did


def _one(effect: dict[str, Any]) -> tuple[int, int]:
    summons = effect.get("do") == "SUMMON"
    did = (1 if summons else _touched(effect.get("target"))) * _number(
        effect.get("amount", 1), _MANY, effect
    )
    if effect.get("do") == "FIGHT":
        did *= 2 * _touched(effect.get("other"))
    ways = [most(effect.get("then")), most(effect.get("else"))]
    options = effect.get("options")
    ways += [
        most(option.get("effects"))
        for option in (options if isinstance(options, list) else ())
        if isinstance(option, dict)
    ]
    times = _repeats(effect) if effect.get("do") == "REPEAT" else 1
    inner = most(effect.get("effects"))
    return (
        1 + times * inner[0] + max(way[0] for way in ways),
        did + times * inner[1] + max(way[1] for way in ways),
    )


def _touched(target: Any) -> int:
    """How many cards or players a selector finds at most."""
    if not isinstance(target, dict):
        return 0 if target is None else 1
    if "random" in target:
        count = target.get("n", 1)
        return count if isinstance(count, int) else 1
    side = _GROUP.get(str(target.get("all")), 1)
    return side * (2 if target.get("side") == "ANY" else 1)


def _number(amount: Any, many: dict[str, int], effect: dict[str, Any]) -> int:
    """How often an effect does what it does; most do it once to each."""
    most_of = many.get(str(effect.get("do")), 1)
    return min(amount, most_of) if isinstance(amount, int) and amount > 0 else most_of


def _repeats(effect: dict[str, Any]) -> int:
    amount = effect.get("amount")
    if isinstance(amount, dict):
        amount = amount.get("max", MOST_REPEATS)
    return max(0, min(amount, MOST_REPEATS)) if isinstance(amount, int) else MOST_REPEATS

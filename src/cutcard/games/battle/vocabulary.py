"""The words a card may be written in: types, keywords, triggers, effects and their fields.

`inspect.py` holds a card file to these words, `compile.py` turns them into something that runs,
`words.py` into text for people. A word that is not here does not exist.
"""

from __future__ import annotations

from typing import NamedTuple

TYPES = ("UNIT", "TECHNIQUE", "RESPONSE", "EQUIPMENT", "FIELD")
UNIT, TECHNIQUE, RESPONSE, EQUIPMENT, FIELD = range(5)

PHASES = ("RECHARGE", "DRAW", "MAIN_A", "BATTLE", "MAIN_B", "END")
RECHARGE, DRAW, MAIN_A, BATTLE, MAIN_B, END = range(6)

KEYWORDS = (
    *("PIERCING", "EVASION", "LIFELINK", "INDESTRUCTIBLE"),  # the spec's
    *("RUSH", "GUARD", "VIGILANCE", "OVERRUN", "FIRST_STRIKE", "BARRIER"),
    *("DEADLY", "WARDED", "ROOTED", "ELUSIVE", "QUICK", "SUNDER"),
)
BIT = {name: 1 << i for i, name in enumerate(KEYWORDS)}
PIERCING, EVASION, LIFELINK, INDESTRUCTIBLE = (1 << i for i in range(4))
RUSH, GUARD, VIGILANCE, OVERRUN, FIRST_STRIKE, BARRIER = (1 << i for i in range(4, 10))
DEADLY, WARDED, ROOTED, ELUSIVE, QUICK, SUNDER = (1 << i for i in range(10, 16))

TRIGGERS = (
    *("RECHARGE", "DRAW", "END", "ENTER_FIELD", "LEAVE_FIELD", "DESTROYED"),
    *("CARD_PLAYED", "CARD_DRAWN", "DISCARDED", "DECLARE_ATTACK", "DECLARE_BLOCK", "BLOCKED"),
    *("DEAL_DAMAGE", "TAKE_DAMAGE", "HEALED", "EVADED", "STATUS_APPLIED", "ATTACHED"),
    "ABILITY_ACTIVATED",
)
ON_RECHARGE, ON_DRAW, ON_END, ON_ENTER, ON_LEAVE, ON_DESTROYED = range(6)
ON_PLAYED, ON_DRAWN, ON_DISCARDED, ON_ATTACK, ON_BLOCK, ON_BLOCKED = range(6, 12)
ON_DEAL, ON_TAKE, ON_HEALED, ON_EVADED, ON_STATUS, ON_ATTACHED, ON_ACTIVATED = range(12, 19)

WATCHES = ("SELF", "OTHER", "FRIENDLY", "ENEMY", "ANY", "CONTROLLER", "OPPONENT", "HOST")
STATUSES = ("STUN", "POISON", "CURSED_SEAL", "WEAKNESS")
VALUED = ("POISON", "WEAKNESS")  # statuses that are nothing without a value
FLAGS = ("NO_UNTAP", "NO_ATTACK", "NO_BLOCK", "NO_ACTIVATE")
STACKING = ("ADD", "REFRESH", "IGNORE")
STATS = ("ATK", "DEF", "HP", "DAMAGE_REDUCTION")
ATK, DEF, HP, REDUCTION = range(4)
DURATIONS = ("PERMANENT", "UNTIL_END_OF_TURN", "UNTIL_EOL")
FOREVER, THIS_TURN, OF_LIFE = range(3)
SIDES = ("FRIENDLY", "ENEMY", "ANY")
TIMINGS = ("IMMEDIATE", "STACK", "RESPONSE")
NAMED = ("SELF", "CONTROLLER", "OPPONENT", "HOST", "EVENT_SOURCE", "EVENT_TARGET", "PICKED")
PLAYERS = ("CONTROLLER", "OPPONENT")
TARGET_KINDS = ("UNIT", "PLAYER", "ANY", "CARD", "EQUIPMENT", "FIELD", "STACK_ITEM")
IN_PLAY = ("UNIT", "EQUIPMENT", "FIELD")
DESTINATIONS = ("HAND", "DECK_TOP", "DECK_BOTTOM", "GRAVEYARD", "BANISHED", "FIELD")
COUNTED_ZONES = ("GRAVEYARD", "BANISHED", "HAND", "DECK")
DELAYS = ("END_OF_TURN", "MY_RECHARGE", "THEIR_RECHARGE")  # when a delayed effect happens
TURN_EVENTS = ("UNIT_DESTROYED", "CARD_PLAYED", "CARD_DRAWN")


class Fields(NamedTuple):
    """The fields an effect takes: those it needs, and those it may have besides."""

    needs: dict[str, str]
    may: dict[str, str]


def _f(needs: str, may: str = "") -> Fields:
    """`target:cards amount` reads: a field target of the kind cards, a field amount of its own."""

    def pairs(text: str) -> dict[str, str]:
        return {word.split(":")[0]: word.split(":")[-1] for word in text.split()}

    return Fields(pairs(needs), pairs(may))


EFFECTS: dict[str, Fields] = {
    # the spec's five
    "DAMAGE": _f("target:hittable amount"),
    "HEAL": _f("target:hittable amount"),
    "DRAW": _f("target:player amount"),
    "MODIFY_STAT": _f("target:hittable stat amount duration"),
    "DESTROY": _f("target:cards"),
    # what a game needs besides
    "GRANT_KEYWORD": _f("target:cards keyword duration"),
    "REMOVE_KEYWORD": _f("target:cards keyword duration"),
    "APPLY_STATUS": _f("target:hittable status duration:turns", "value"),
    "CLEAR_STATUS": _f("target:hittable status:status_or_all"),
    "SUMMON": _f("card:unit_card", "amount side:one_side tapped:flag"),
    "MOVE": _f("target:cards to:destination", "tapped:flag yours:flag"),
    "DISCARD": _f("target:player amount", "mode"),
    "MODIFY_CE": _f("target:player amount", "max:flag"),
    "MODIFY_COST": _f("target:player amount duration", "filter:static_filter"),
    "TAP": _f("target:cards"),
    "UNTAP": _f("target:cards"),
    "ATTACH": _f("target:cards", "equipment:cards"),
    "ADD_COUNTER": _f("target:cards counter amount"),
    "REMOVE_COUNTER": _f("target:cards counter amount"),
    "NEGATE": _f("target:stack_item"),
    "PREVENT_DAMAGE": _f("target:hittable amount", "duration:this_turn"),
    "CHOOSE": _f("options", "by:chooser"),
    "IF": _f("condition then:effects", "else:effects"),
    "REPEAT": _f("amount effects"),
    # tier two
    "SEARCH": _f(
        "target:player filter:static_filter", "amount:few to:search_to reveal:flag tapped:flag"
    ),
    "SCRY": _f("target:player amount"),
    "MILL": _f("target:player amount"),
    "GAIN_CONTROL": _f("target:cards duration"),
    "FIGHT": _f("target:cards other:cards"),
    "SILENCE": _f("target:cards duration"),
    "GRANT_ABILITY": _f("target:cards ability duration"),
    # tier three
    "TRANSFORM": _f("target:cards card:unit_card"),
    "SET_STAT": _f("target:cards stat:own_stat amount duration"),
    "CREATE": _f("target:player card:token_card", "amount:few"),
    "REVEAL": _f("target:player"),
    "PICK": _f("target:pool effects:picked", "amount:few by:chooser optional:flag"),
    "DELAY": _f("when effects"),
}

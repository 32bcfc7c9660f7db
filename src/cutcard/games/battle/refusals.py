"""Every refusal of Battle: its code, and the spec's category for it (A53, B33)."""

from __future__ import annotations

from typing import NoReturn

from cutcard.kernel.game import Illegal

CATEGORY = {
    "CARD_NOT_FOUND": "INVALID_CARD",
    "CARD_NOT_IN_HAND": "INVALID_CARD",
    "CARD_NOT_ON_FIELD": "INVALID_CARD",
    "CARD_FACE_DOWN": "INVALID_CARD",
    "CARD_TAPPED": "INVALID_CARD",
    "ABILITY_NOT_FOUND": "INVALID_CARD",
    "INVALID_ATTACKER": "INVALID_CARD",
    "INVALID_BLOCKER": "INVALID_CARD",
    "INVALID_DISCARD": "INVALID_CARD",
    "INVALID_DECK": "INVALID_CARD",
    "INSUFFICIENT_CE": "INSUFFICIENT_RESOURCES",
    "INSUFFICIENT_HP": "INSUFFICIENT_RESOURCES",
    "INVALID_COST": "INSUFFICIENT_RESOURCES",
    "INVALID_X": "INSUFFICIENT_RESOURCES",
    "INVALID_TARGET": "INVALID_TARGET",
    "INVALID_OPTION": "INVALID_TARGET",
    "WRONG_PHASE": "WRONG_PHASE",
    "RESTRICTION_VIOLATED": "WRONG_PHASE",
    "ALREADY_ACTIVATED": "ALREADY_ACTIVATED",
    "ABILITY_LIMIT_EXCEEDED": "ALREADY_ACTIVATED",
}


def refuse(code: str, message: str) -> NoReturn:
    raise Illegal(code, message, category=CATEGORY[code])

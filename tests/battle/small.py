"""Card sets of a few cards, for rules no card of the starter set happens to need."""

from __future__ import annotations

from typing import Any

import msgspec

from .conftest import Scene

Card = dict[str, Any]


def unit(name: str, atk: int = 1, hp: int = 1, /, **more: Any) -> Card:
    title = name.replace("_", " ").title()
    body = {"type": "UNIT", "cost": 1, "atk": atk, "def": 0, "hp": hp}
    return {"id": name, "name": title, **body, **more}


def spell(name: str, *effects: Card, **more: Any) -> Card:
    title = name.replace("_", " ").title()
    return {
        "id": name,
        "name": title,
        "type": "TECHNIQUE",
        "cost": 0,
        "effects": [*effects],
        **more,
    }


def when(trigger: str, watch: str, *effects: Card, **more: Any) -> Card:
    kind = {"type": "TRIGGERED", "trigger": trigger, "watch": watch}
    return {**kind, "effects": [*effects], **more}


def gear(name: str, **equip: Any) -> Card:
    title = name.replace("_", " ").title()
    attach = {"kind": "UNIT", "side": "FRIENDLY"}
    kind = {"type": "EQUIPMENT", "cost": 0, "attach": attach}
    return {"id": name, "name": title, **kind, "equip": equip}


def aim(name: str = "t", side: str = "ANY", kind: str = "UNIT", **more: Any) -> Card:
    return {"id": name, "kind": kind, "side": side, **more}


def whole(*cards: Card, **more: Any) -> Card:
    """A set of these cards and fourteen plain units."""
    plain = [unit(f"plain_{i}") for i in range(14)]
    head = {"format": "tcg-cards/1", "set": {"id": "small", "name": "Small"}}
    return {**head, **more, "cards": [*plain, *cards]}


def scene(
    cards: list[Card], p1: Card | None = None, p2: Card | None = None, **options: Any
) -> Scene:
    """A table that plays with these cards."""
    statuses = {"statuses": options.pop("statuses")} if "statuses" in options else {}
    text = msgspec.json.encode(whole(*cards, **statuses)).decode()
    plain = {"deck": ["plain_0"] * 10}
    names = ("every_card", "every_card")
    return Scene(
        {**plain, **(p1 or {})}, {**plain, **(p2 or {})}, card_set=text, decks=names, **options
    )

"""Makes a card set out of its data, which `inspection.py` has found without a problem.

Selectors, amounts, filters and conditions become functions (`queries.py`); triggers go into an
index by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from . import vocabulary as v
from . import words_zh
from .defs import (
    Ability,
    Aura,
    CardSet,
    CostMod,
    Def,
    Effect,
    StatusDef,
    TargetSpec,
)
from .effects import RUN
from .queries import amount, condition, filter_of, select
from .terms import target_text
from .terms_zh import STATUS
from .views import Face, Words
from .words import ability_text, card_text

GRANTED = 50  # numbers of granted abilities start here, apart from a card's own, which are six
Data = dict[str, Any]
Names = dict[str, str]


def card_set(data: Data) -> CardSet:
    """The whole set, ready to play with."""
    made = CardSet(data["set"]["id"], data["set"]["name"])
    for name, one in data.get("statuses", {}).items():
        made.statuses[f"CUSTOM:{name}"] = _status(f"CUSTOM:{name}", one)
    names = {card["id"]: card["name"] for card in data["cards"]}
    chinese = _chinese(data)
    number = count(GRANTED)
    made.defs = tuple(_card(i, one, names, chinese, number) for i, one in enumerate(data["cards"]))
    made.number_parts()
    made.by_id = {d.id: d for d in made.defs}
    collected = [d for d in made.defs if not d.token]
    made.cheapest = tuple(sorted(collected, key=lambda d: (d.cost, d.id)))
    made.made = frozenset(_made(data["cards"]))
    made.decks = {name: dict(deck) for name, deck in data.get("decks", {}).items()}
    return made


def _made(data: Any) -> Iterator[str]:
    """Cards that some effect brings into play."""
    if isinstance(data, list):
        for one in data:
            yield from _made(one)
    elif isinstance(data, dict):
        if "do" in data and "card" in data:
            yield data["card"]
        for one in data.values():
            yield from _made(one)


def _status(name: str, data: Data) -> StatusDef:
    made = StatusDef(name)
    made.mods = tuple((v.STATS.index(stat), n) for stat, n in data.get("mods", {}).items())
    made.flags = tuple(data.get("flags", ()))
    made.damage = data.get("tick", {}).get("damage", 0)
    made.stacking = data.get("stacking", "REFRESH")
    made.text = data.get("text", "")
    return made


def _chinese(data: Data) -> Names:
    """What cards, statuses, tags and counters are called in Chinese, as far as the set says."""
    names = dict(STATUS)
    for name, one in data.get("statuses", {}).items():
        names[f"CUSTOM:{name}"] = one.get("zh", {}).get("name") or name.capitalize()
    for card in data["cards"]:
        names[card["id"]] = card.get("zh", {}).get("name") or card["name"]
    names.update(data.get("zh", {}))
    return names


def _card(index: int, data: Data, names: Names, chinese: Names, number: Iterator[int]) -> Def:
    d = Def(index, data["id"], data["name"], v.TYPES.index(data["type"]))
    cost = data["cost"]
    d.x = isinstance(cost, str)
    d.cost = int(cost[2:] or 0) if isinstance(cost, str) else cost
    d.x_min = data.get("x", {}).get("min", 0)
    d.enters_tapped = data.get("enters_tapped", False)
    d.per_counter = {
        name: (one.get("atk", 0), one.get("def", 0), one.get("hp", 0))
        for name, one in data.get("per_counter", {}).items()
    }
    d.atk, d.df, d.hp = data.get("atk", 0), data.get("def", 0), data.get("hp", 0)
    d.kw = _bits(data.get("keywords", ()))
    d.tags = tuple(data.get("tags", ()))
    d.phases = _phases(data)
    d.priority = data.get("priority", 0)
    d.token = data.get("token", False)
    d.legendary = data.get("legendary", False)
    d.discard, d.pay_hp = data.get("discard", 0), data.get("pay_hp", 0)
    d.sacrifice = filter_of(data["sacrifice"]) if "sacrifice" in data else None
    d.extra = bool(d.discard or d.pay_hp or d.sacrifice is not None)
    d.once_per_turn = data.get("restrictions", {}).get("once_per_turn", False)
    d.max_in_play = data.get("restrictions", {}).get("max_in_play", 0)
    d.limited = d.once_per_turn or d.max_in_play > 0
    d.responds = d.kind == v.RESPONSE or bool(d.kw & v.QUICK)
    d.targets = _targets(data.get("targets", ()))
    d.effects = _effects(data.get("effects", ()), d.targets, number)
    d.abilities = tuple(_ability(i, one, number) for i, one in enumerate(data.get("abilities", ())))
    if "attach" in data:
        attach = data["attach"]
        spec = TargetSpec("host", "UNIT", attach["side"])
        spec.filter = filter_of(attach["filter"]) if "filter" in attach else None
        d.targets = (spec,)
        equip = data["equip"]
        d.equip_atk, d.equip_df = equip.get("atk", 0), equip.get("def", 0)
        d.equip_hp, d.equip_kw = equip.get("hp", 0), _bits(equip.get("keywords", ()))
    _index(d)
    d.text = data.get("text") or card_text(data, names)
    d.face = _face(d, data, names, chinese)
    return d


def _index(d: Def) -> None:
    """Sort the abilities by what they wait for."""
    for ability in d.abilities:
        if ability.trigger >= 0:
            d.triggers[ability.trigger] = (*d.triggers.get(ability.trigger, ()), ability)
            d.listens |= 1 << ability.trigger
            mine = ability.trigger == v.ON_ENTER and ability.watch == "SELF"
            if mine and ability.targets and d.enter is None and d.kind != v.EQUIPMENT:
                d.enter = ability
                d.targets = ability.targets
    d.activated = tuple(one for one in d.abilities if one.type == "ACTIVATED")
    d.auras = tuple(one.aura for one in d.abilities if one.aura is not None)
    d.grows = any(aura.grows is not None for aura in d.auras)
    mods = [one.cost_mod for one in d.abilities if one.cost_mod is not None]
    d.cost_mods = tuple(mod for mod in mods if not mod.own)
    d.own_cost = tuple(mod for mod in mods if mod.own)


def _face(d: Def, data: Data, names: Names, chinese: Names) -> Face:
    unit = d.kind == v.UNIT
    return Face(
        d.id,
        d.name,
        v.TYPES[d.kind],
        d.cost,
        d.text,
        d.x,
        d.atk if unit else None,
        d.df if unit else None,
        d.hp if unit else None,
        tuple(sorted(word.upper() for word in data.get("keywords", ()))),
        d.tags,
        d.token,
        tuple(
            ability_text(one, names)
            for one in data.get("abilities", ())
            if one["type"] == "ACTIVATED"
        ),
        tuple(target_text(one) for one in _target_data(data)),
        _words(data, chinese) if "zh" in data else None,
    )


def _words(data: Data, chinese: Names) -> Words:
    own = data["zh"]
    return Words(
        own.get("name") or data["name"],
        own.get("text") or words_zh.card_text(data, chinese),
        tuple(
            words_zh.ability_text(one, chinese)
            for one in data.get("abilities", ())
            if one["type"] == "ACTIVATED"
        ),
        tuple(words_zh.target_text(one, chinese) for one in _target_data(data)),
    )


def _target_data(data: Data) -> list[Data]:
    if "attach" in data:
        return [{**data["attach"], "id": "host"}]
    found: list[Data] = data.get("targets", [])
    for one in data.get("abilities", ()):
        if one.get("trigger") == "ENTER_FIELD" and one["watch"] == "SELF" and not found:
            found = one.get("targets", [])
    return [one for one in found for _ in range(one.get("up_to", 1))]


def _bits(words: Any) -> int:
    bits = 0
    for word in words:
        bits |= v.BIT[word.upper()]
    return bits


def _phases(data: Data) -> tuple[int, ...]:
    return tuple(v.PHASES.index(one) for one in data.get("phases", ())) or (v.MAIN_A, v.MAIN_B)


def _ability(index: int, data: Data, number: Iterator[int]) -> Ability:
    """`number` counts the abilities its effects grant: each is one of its own."""
    made = Ability(index, data["type"])
    made.name = data.get("name", "")
    if made.type == "PASSIVE":
        if "aura" in data:
            made.aura = _aura(data["aura"])
        else:
            made.cost_mod = _cost_mod(data["cost_mod"])
        return made
    made.targets = _targets(data.get("targets", ()))
    made.effects = _effects(data["effects"], made.targets, number)
    made.priority = data.get("priority", 0)
    made.condition = condition(data["if"]) if "if" in data else None
    made.limit = data.get("max_per_turn", 0)
    if made.type == "TRIGGERED":
        made.trigger = v.TRIGGERS.index(data["trigger"])
        made.watch = data["watch"]
        made.filter = filter_of(data["filter"]) if "filter" in data else None
        made.timing = data.get("timing", "IMMEDIATE")
        return made
    made.timing = data.get("timing", "STACK")
    made.repeatable = data.get("repeatable", False)
    made.cost, made.x = data.get("cost", 0), data.get("x", False)
    made.tap = data.get("tap", False)
    made.discard, made.pay_hp = data.get("discard", 0), data.get("pay_hp", 0)
    made.sacrifice = filter_of(data["sacrifice"]) if "sacrifice" in data else None
    made.phases = _phases(data)
    return made


def _aura(data: Data) -> Aura:
    made = Aura()
    made.own = data["to"] == "SELF"
    to: Data = {"side": "ANY"} if made.own else data["to"]
    made.side = to["side"]
    made.other = to.get("other", False)
    made.filter = filter_of(to["filter"]) if "filter" in to else None
    if "keyword" in data:
        made.keyword = v.BIT[data["keyword"].upper()]
    else:
        made.stat = v.STATS.index(data["stat"])
        if isinstance(data["amount"], int):
            made.amount = data["amount"]
        else:
            made.grows = amount(data["amount"], ())
    return made


def _cost_mod(data: Data) -> CostMod:
    made = CostMod()
    made.own = data.get("self", False)
    made.side = data.get("side", "FRIENDLY")
    made.filter = filter_of(data["filter"]) if "filter" in data else None
    made.amount = amount(data["amount"], ())
    made.least = data.get("min", 0)
    return made


def _targets(data: Any) -> tuple[TargetSpec, ...]:
    return tuple(
        TargetSpec(
            one["id"],
            one["kind"],
            one["side"],
            one.get("optional", "up_to" in one),
            filter_of(one["filter"]) if "filter" in one else None,
        )
        for one in data
        for _ in range(one.get("up_to", 1))
    )


# Effects


def _effects(
    data: Any, targets: tuple[TargetSpec, ...], number: Iterator[int]
) -> tuple[Effect, ...]:
    return tuple(_effect(one, targets, number) for one in data)


def _effect(data: Data, targets: tuple[TargetSpec, ...], number: Iterator[int]) -> Effect:
    made = Effect(data["do"], RUN[data["do"]])
    if "target" in data:
        made.select = select(data["target"], targets)
    if "other" in data or "equipment" in data:
        made.other = select(data.get("other", data.get("equipment")), targets)
    elif data["do"] == "ATTACH":
        made.other = select("SELF", targets)
    if "amount" in data:
        made.amount = amount(data["amount"], targets)
    made.stat = v.STATS.index(data["stat"]) if "stat" in data else 0
    if isinstance(data.get("duration"), str):
        made.duration = v.DURATIONS.index(data["duration"])
    else:
        made.duration = data.get("duration", 0)
    made.keyword = v.BIT[data["keyword"].upper()] if "keyword" in data else 0
    made.status, made.value = data.get("status", ""), data.get("value", 0)
    made.card, made.side = data.get("card", ""), data.get("side", "FRIENDLY")
    made.to = data.get("to", "HAND")
    made.mode = data.get("mode", "CHOOSE")
    made.counter = data.get("counter", "")
    made.flag = bool(data.get("max") or data.get("reveal") or data.get("to") == "FIELD")
    made.by, made.optional = data.get("by", "CONTROLLER"), data.get("optional", False)
    made.tapped, made.yours = data.get("tapped", False), data.get("yours", False)
    made.when = v.DELAYS.index(data["when"]) if "when" in data else 0
    made.filter = filter_of(data["filter"]) if "filter" in data else None
    made.condition = condition(data["condition"], targets) if "condition" in data else None
    made.effects = _effects(data.get("then", data.get("effects", ())), targets, number)
    made.otherwise = _effects(data.get("else", ()), targets, number)
    made.ability = _ability(next(number), data["ability"], number) if "ability" in data else None
    made.options = tuple(
        (one["label"], one.get("zh", ""), _effects(one["effects"], targets, number))
        for one in data.get("options", ())
    )
    return made

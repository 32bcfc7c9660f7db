"""Makes a card set out of its data, which `inspection.py` has found without a problem.

Selectors, amounts, filters and conditions become functions (`queries.py`); triggers go into an
index by number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from . import vocabulary as v
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
from .views import Face
from .words import ability_text, card_text

GRANTED = 50  # numbers of granted abilities start here, apart from a card's own, which are six
Data = dict[str, Any]


def card_set(data: Data) -> CardSet:
    """The whole set, ready to play with."""
    made = CardSet(data["set"]["id"], data["set"]["name"])
    for name, one in data.get("statuses", {}).items():
        made.statuses[f"CUSTOM:{name}"] = _status(f"CUSTOM:{name}", one)
    names = {card["id"]: card["name"] for card in data["cards"]}
    number = count(GRANTED)
    made.defs = tuple(_card(i, card, names, number) for i, card in enumerate(data["cards"]))
    made.by_id = {d.id: d for d in made.defs}
    collected = [d for d in made.defs if not d.token]
    made.cheapest = tuple(sorted(collected, key=lambda d: (d.cost, d.id)))
    made.decks = {name: dict(deck) for name, deck in data.get("decks", {}).items()}
    return made


def _status(name: str, data: Data) -> StatusDef:
    made = StatusDef(name)
    made.mods = tuple((v.STATS.index(stat), n) for stat, n in data.get("mods", {}).items())
    made.flags = tuple(data.get("flags", ()))
    made.damage = data.get("tick", {}).get("damage", 0)
    made.stacking = data.get("stacking", "REFRESH")
    made.text = data.get("text", "")
    return made


def _card(index: int, data: Data, names: dict[str, str], number: Iterator[int]) -> Def:
    d = Def(index, data["id"], data["name"], v.TYPES.index(data["type"]))
    cost = data["cost"]
    d.x = isinstance(cost, str)
    d.cost = int(cost[2:] or 0) if isinstance(cost, str) else cost
    d.x_min = data.get("x", {}).get("min", 0)
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
    d.face = _face(d, data, names)
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
    mods = [one.cost_mod for one in d.abilities if one.cost_mod is not None]
    d.cost_mods = tuple(mod for mod in mods if not mod.own)
    d.own_cost = tuple(mod for mod in mods if mod.own)


def _face(d: Def, data: Data, names: dict[str, str]) -> Face:
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
    )


def _target_data(data: Data) -> list[Data]:
    if "attach" in data:
        return [{**data["attach"], "id": "host"}]
    if "targets" in data:
        return list(data["targets"])
    for one in data.get("abilities", ()):
        if one.get("trigger") == "ENTER_FIELD" and one["watch"] == "SELF" and one.get("targets"):
            return list(one["targets"])
    return []


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
    to = data["to"]
    made.side = to["side"]
    made.other = to.get("other", False)
    made.filter = filter_of(to["filter"]) if "filter" in to else None
    if "keyword" in data:
        made.keyword = v.BIT[data["keyword"].upper()]
    else:
        made.stat = v.STATS.index(data["stat"])
        made.amount = data["amount"]
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
            one.get("optional", False),
            filter_of(one["filter"]) if "filter" in one else None,
        )
        for one in data
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
    made.flag = bool(data.get("max") or data.get("reveal"))
    made.filter = filter_of(data["filter"]) if "filter" in data else None
    made.condition = condition(data["condition"]) if "condition" in data else None
    made.effects = _effects(data.get("then", data.get("effects", ())), targets, number)
    made.otherwise = _effects(data.get("else", ()), targets, number)
    made.ability = _ability(next(number), data["ability"], number) if "ability" in data else None
    made.options = tuple(
        (one["label"], _effects(one["effects"], targets, number)) for one in data.get("options", ())
    )
    return made

"""Makes a card set out of its data, which `inspection.py` has found without a problem.

Selectors, amounts, filters and conditions become functions; triggers go into an index by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import vocabulary as v
from .defs import (
    Ability,
    Amount,
    Aura,
    CardSet,
    Condition,
    CostMod,
    Def,
    Effect,
    Filter,
    Select,
    StatusDef,
    TargetSpec,
)
from .effects import RUN
from .views import Face
from .words import ability_text, card_text, target_text

if TYPE_CHECKING:
    from .inst import Inst
    from .rules import Battle
    from .stack import Entry

GRANTED = 50  # numbers of granted abilities start here, apart from a card's own
Data = dict[str, Any]


def card_set(data: Data) -> CardSet:
    """The whole set, ready to play with."""
    made = CardSet(data["set"]["id"], data["set"]["name"])
    for name, one in data.get("statuses", {}).items():
        made.statuses[f"CUSTOM:{name}"] = _status(f"CUSTOM:{name}", one)
    names = {card["id"]: card["name"] for card in data["cards"]}
    made.defs = tuple(_card(i, card, names) for i, card in enumerate(data["cards"]))
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


def _card(index: int, data: Data, names: dict[str, str]) -> Def:
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
    d.sacrifice = _filter(data["sacrifice"]) if "sacrifice" in data else None
    d.extra = bool(d.discard or d.pay_hp or d.sacrifice is not None)
    d.once_per_turn = data.get("restrictions", {}).get("once_per_turn", False)
    d.max_in_play = data.get("restrictions", {}).get("max_in_play", 0)
    d.limited = d.once_per_turn or d.max_in_play > 0
    d.responds = d.kind == v.RESPONSE or bool(d.kw & v.QUICK)
    d.targets = _targets(data.get("targets", ()))
    d.effects = _effects(data.get("effects", ()), d.targets)
    d.abilities = tuple(_ability(i, one) for i, one in enumerate(data.get("abilities", ())))
    if "attach" in data:
        attach = data["attach"]
        spec = TargetSpec("host", "UNIT", attach["side"])
        spec.filter = _filter(attach["filter"]) if "filter" in attach else None
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


def _ability(index: int, data: Data) -> Ability:
    made = Ability(index, data["type"])
    made.name = data.get("name", "")
    if made.type == "PASSIVE":
        if "aura" in data:
            made.aura = _aura(data["aura"])
        else:
            made.cost_mod = _cost_mod(data["cost_mod"])
        return made
    made.targets = _targets(data.get("targets", ()))
    made.effects = _effects(data["effects"], made.targets)
    made.priority = data.get("priority", 0)
    made.condition = _condition(data["if"]) if "if" in data else None
    made.limit = data.get("max_per_turn", 0)
    if made.type == "TRIGGERED":
        made.trigger = v.TRIGGERS.index(data["trigger"])
        made.watch = data["watch"]
        made.filter = _filter(data["filter"]) if "filter" in data else None
        made.timing = data.get("timing", "IMMEDIATE")
        return made
    made.timing = data.get("timing", "STACK")
    made.repeatable = data.get("repeatable", False)
    made.cost, made.x = data.get("cost", 0), data.get("x", False)
    made.tap = data.get("tap", False)
    made.discard, made.pay_hp = data.get("discard", 0), data.get("pay_hp", 0)
    made.sacrifice = _filter(data["sacrifice"]) if "sacrifice" in data else None
    made.phases = _phases(data)
    return made


def _aura(data: Data) -> Aura:
    made = Aura()
    to = data["to"]
    made.side = to["side"]
    made.other = to.get("other", False)
    made.filter = _filter(to["filter"]) if "filter" in to else None
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
    made.filter = _filter(data["filter"]) if "filter" in data else None
    made.amount = _amount(data["amount"], ())
    made.least = data.get("min", 0)
    return made


def _targets(data: Any) -> tuple[TargetSpec, ...]:
    return tuple(
        TargetSpec(
            one["id"],
            one["kind"],
            one["side"],
            one.get("optional", False),
            _filter(one["filter"]) if "filter" in one else None,
        )
        for one in data
    )


# Effects


def _effects(data: Any, targets: tuple[TargetSpec, ...]) -> tuple[Effect, ...]:
    return tuple(_effect(one, targets) for one in data)


def _effect(data: Data, targets: tuple[TargetSpec, ...]) -> Effect:
    made = Effect(data["do"], RUN[data["do"]])
    if "target" in data:
        made.select = _select(data["target"], targets)
    if "other" in data or "equipment" in data:
        made.other = _select(data.get("other", data.get("equipment")), targets)
    elif data["do"] == "ATTACH":
        made.other = _select("SELF", targets)
    if "amount" in data:
        made.amount = _amount(data["amount"], targets)
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
    made.filter = _filter(data["filter"]) if "filter" in data else None
    made.condition = _condition(data["condition"]) if "condition" in data else None
    made.effects = _effects(data.get("then", data.get("effects", ())), targets)
    made.otherwise = _effects(data.get("else", ()), targets)
    made.ability = _ability(GRANTED, data["ability"]) if "ability" in data else None
    made.options = tuple(
        (one["label"], _effects(one["effects"], targets)) for one in data.get("options", ())
    )
    return made


def _select(data: Any, targets: tuple[TargetSpec, ...]) -> Select:
    if isinstance(data, dict):
        return _group(data)
    if data.startswith("$"):
        place = [spec.name for spec in targets].index(data[1:])
        return lambda game, entry: list(entry.chosen(place))
    match data:
        case "CONTROLLER":
            return lambda game, entry: [entry.ctrl]
        case "OPPONENT":
            return lambda game, entry: [1 - entry.ctrl]
        case "SELF":
            return lambda game, entry: [] if entry.source is None else [entry.source.id]
        case "HOST":
            return lambda game, entry: [] if entry.source is None else [entry.source.host]
        case "EVENT_SOURCE":
            return lambda game, entry: [entry.by]
    return lambda game, entry: [entry.at]  # EVENT_TARGET


def _group(data: Data) -> Select:
    drawn = "random" in data
    kind = v.TYPES.index(data["random" if drawn else "all"])
    side, other = data["side"], data.get("other", False)
    test = _filter(data["filter"]) if "filter" in data else None
    count = data.get("n", 1)

    def every(game: Battle, entry: Entry) -> list[int]:
        found = []
        for inst in game.cards.values():
            if inst.d.kind != kind or (
                side != "ANY" and (inst.ctrl == entry.ctrl) != (side == "FRIENDLY")
            ):
                continue
            if other and entry.source is not None and inst.id == entry.source.id:
                continue
            if test is None or test.holds(game, inst):
                found.append(inst.id)
        return found

    def some(game: Battle, entry: Entry) -> list[int]:
        found = every(game, entry)
        while len(found) > count:
            found.pop(game.rng.below(len(found)))
        game.notes.append(("RANDOM", entry.ctrl, entry.d.index, -1, tuple(found), 0))
        return found

    return some if drawn else every


def _amount(data: Any, targets: tuple[TargetSpec, ...]) -> Amount:
    if isinstance(data, int):
        return lambda game, entry: data
    if data == "X":
        return lambda game, entry: entry.x
    if data == "EVENT_AMOUNT":
        return lambda game, entry: entry.amount
    if "stat" in data:
        return _stat(data["stat"], _select(data["of"], targets), data["of"] == "SELF")
    counted = _counted(data["count"])
    times, plus = data.get("times", 1), data.get("plus", 0)
    low, high = data.get("min", -v_limit), data.get("max", v_limit)
    return lambda game, entry: max(low, min(high, counted(game, entry) * times + plus))


v_limit = 999


def _stat(name: str, select: Select, own: bool) -> Amount:
    def read(game: Battle, entry: Entry) -> int:
        if own and entry.source is not None:
            inst: Inst | None = entry.source  # also when it has left: last-known
        else:
            inst = next((game.cards[i] for i in select(game, entry) if i in game.cards), None)
        if inst is None:
            return 0
        return (
            inst.atk(game) if name == "ATK" else inst.df(game) if name == "DEF" else inst.left(game)
        )

    return read


def _counted(data: Data) -> Amount:
    side = data.get("side", "ANY")
    test = _filter(data["filter"]) if "filter" in data else None

    def seats(ctrl: int) -> tuple[int, ...]:
        return (0, 1) if side == "ANY" else (ctrl,) if side == "FRIENDLY" else (1 - ctrl,)

    if "event" in data:
        place = v.TURN_EVENTS.index(data["event"])
        return lambda game, entry: sum(game.tally[place][seat] for seat in seats(entry.ctrl))
    if "zone" in data:
        zone = data["zone"].lower()
        return lambda game, entry: sum(
            game.count_zone(zone, seat, test) for seat in seats(entry.ctrl)
        )
    group = _group(
        {"all": data["all"], "side": side, **({"filter": data["filter"]} if test else {})}
    )
    return lambda game, entry: len(group(game, entry))


def _condition(data: Data) -> Condition:
    if "counter" in data:
        name, least = data["counter"], data["min"]
        return lambda game, ctrl, inst: inst is not None and inst.counters.get(name, 0) >= least
    mine = data["of"] == "CONTROLLER"
    tests = [
        (key.partition("_")[0], key.endswith("min"), n) for key, n in data.items() if key != "of"
    ]

    def holds(game: Battle, ctrl: int, inst: Inst | None) -> bool:
        who = ctrl if mine else 1 - ctrl
        for what, least, n in tests:
            have = (
                len(game.hands[who])
                if what == "hand"
                else game.hp[who]
                if what == "hp"
                else game.unit_count(who)
            )
            if (have < n) if least else (have > n):
                return False
        return True

    return holds


def _filter(data: Data) -> Filter:
    kinds = data.get("type")
    words = kinds if isinstance(kinds, list) else [kinds] if kinds else []
    types = tuple(v.TYPES.index(word) for word in words if word != "PLAYER")
    tag, name, token = data.get("tag"), data.get("name"), data.get("token")
    low, high = data.get("cost_min", 0), data.get("cost_max", 99)

    def fits(d: Def) -> bool:
        return (
            (not words or d.kind in types)
            and (tag is None or tag in d.tags)
            and (name is None or d.id == name)
            and (token is None or d.token == token)
            and low <= d.cost <= high
        )

    live = {"atk_min", "atk_max", "keyword", "status", "tapped", "damaged"} & set(data)
    return Filter(fits, _live(data) if live else None, "PLAYER" in words or not data)


def _live(data: Data) -> Any:
    low, high = data.get("atk_min", 0), data.get("atk_max", v_limit)
    bit = v.BIT[data["keyword"].upper()] if "keyword" in data else 0
    status, tapped, damaged = data.get("status"), data.get("tapped"), data.get("damaged")

    def live(game: Battle, inst: Inst) -> bool:
        return (
            low <= inst.atk(game) <= high
            and (not bit or bool(inst.kw(game) & bit))
            and (status is None or inst.has(status))
            and (tapped is None or inst.tapped == tapped)
            and (damaged is None or (inst.damage > 0) == damaged)
        )

    return live

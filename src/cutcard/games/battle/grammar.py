"""The grammar of abilities and effects: what may stand where, down to a filter's last field."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import budget
from . import vocabulary as v
from .notes import LARGEST, Notes, brief

DEPTH = 5  # effects within effects
COUNTER = re.compile(r"[A-Z][A-Z0-9_]{0,19}$")
_ABILITY = {
    "PASSIVE": {"aura", "cost_mod"},
    "TRIGGERED": {
        *("trigger", "watch", "filter", "if", "targets", "effects", "max_per_turn"),
        *("timing", "priority"),
    },
    "ACTIVATED": {
        *("cost", "tap", "discard", "pay_hp", "sacrifice", "targets", "effects", "repeatable"),
        *("max_per_turn", "timing", "priority", "phases", "if", "x"),
    },
}
_FILTER_STATIC = {"type", "tag", "cost_min", "cost_max", "name", "token"}
_FILTER_LIVE = {"atk_min", "atk_max", "keyword", "status", "tapped", "damaged"}
_STEPS = {"hand", "hp", "units"}
# The kinds of an effect's fields (`vocabulary.py`): selectors, words, numbers; the rest is below
_SELECTED = ("hittable", "cards", "player", "stack_item")
_WORDS: dict[str, tuple[tuple[str, ...], str]] = {
    "stat": (v.STATS, "stat"),
    "duration": (v.DURATIONS, "duration"),
    "this_turn": (("UNTIL_END_OF_TURN",), "duration here"),
    "one_side": (v.SIDES[:2], "side"),
    "destination": (v.DESTINATIONS, "destination"),
    "search_to": (("HAND", "DECK_TOP"), "destination of a search"),
    "mode": (("RANDOM", "CHOOSE"), "mode"),
}
_NUMBERS = {"turns": (1, LARGEST), "value": (1, LARGEST), "one": (1, 1)}


class Grammar(Notes):
    """Reads abilities; knows which cards, statuses and targets have been declared."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()  # targets declared where we are
        self.customs: set[str] = set()
        self.ids: dict[str, str] = {}  # card id: its type
        self.x = False

    def extra_costs(self, where: str, what: dict[str, Any]) -> None:
        self.number(f"{where}.discard", what.get("discard", 0), 0, 1)
        self.number(f"{where}.pay_hp", what.get("pay_hp", 0), 0, 19)
        if "sacrifice" in what:
            self.filter(f"{where}.sacrifice", what["sacrifice"])

    def phases(self, where: str, phases: Any) -> None:
        if self.listing(f"{where}.phases", phases, "phases"):
            for phase in phases:
                self.word(f"{where}.phases", phase, ("MAIN_A", "MAIN_B"), "phase to play in")

    def ability(self, where: str, ability: Any, depth: int) -> None:
        if not self.mapping(where, ability, "an ability"):
            return
        if not self.word(f"{where}.type", ability.get("type"), set(_ABILITY), "type of ability"):
            return
        kind = ability["type"]
        self.known(where, ability, {"type", "name", "text", *_ABILITY[kind]}, f"a {kind} ability")
        self.text(f"{where}.name", ability.get("name", ""))
        outer, self.names = self.names, set()
        if kind == "PASSIVE":
            self._passive(where, ability)
        else:
            self.targets(f"{where}.targets", ability.get("targets", []))
            if not ability.get("effects"):
                self.say(f"{where}.effects", f"a {kind} ability needs effects")
            self.effects(f"{where}.effects", ability.get("effects", []), depth)
            self.bounded(f"{where}.effects", ability.get("effects"))
            self.number(f"{where}.max_per_turn", ability.get("max_per_turn", 0), 0, 20)
            self.number(f"{where}.priority", ability.get("priority", 0), -9, 9)
            if "if" in ability:
                self.condition(f"{where}.if", ability["if"])
            if kind == "TRIGGERED":
                self._triggered(where, ability)
            else:
                self._activated(where, ability)
        self.names = outer

    def _triggered(self, where: str, ability: dict[str, Any]) -> None:
        self.word(f"{where}.trigger", ability.get("trigger"), v.TRIGGERS, "trigger")
        self.word(f"{where}.watch", ability.get("watch"), v.WATCHES, "watch")
        self.word(
            f"{where}.timing",
            ability.get("timing", "IMMEDIATE"),
            v.TIMINGS[:2],
            "timing of a trigger",
        )
        if "filter" in ability:
            if ability.get("trigger") == "CARD_DRAWN":
                self.say(f"{where}.filter", "a drawn card is hidden, so CARD_DRAWN takes no filter")
            self.filter(f"{where}.filter", ability["filter"], player=True)

    def _activated(self, where: str, ability: dict[str, Any]) -> None:
        self.number(f"{where}.cost", ability.get("cost", 0), 0, 20)
        self.extra_costs(where, ability)
        self.phases(where, ability.get("phases", []))
        self.word(f"{where}.timing", ability.get("timing", "STACK"), v.TIMINGS, "timing")
        for flag in ("tap", "repeatable", "x"):
            self.flag(f"{where}.{flag}", ability.get(flag, False))
        if ability.get("max_per_turn") and not ability.get("repeatable"):
            self.say(
                f"{where}.max_per_turn",
                "only a repeatable ability has a limit; others are once a turn",
            )

    def _passive(self, where: str, ability: dict[str, Any]) -> None:
        if ("aura" in ability) == ("cost_mod" in ability):
            self.say(where, "a PASSIVE ability has either an aura or a cost_mod")
            return
        if "aura" in ability and self.mapping(f"{where}.aura", ability["aura"], "aura"):
            aura = ability["aura"]
            self.known(f"{where}.aura", aura, {"to", "stat", "amount", "keyword"}, "an aura")
            self._group(f"{where}.aura.to", aura.get("to"), static=True)
            if "keyword" in aura:
                self.keyword(f"{where}.aura.keyword", aura["keyword"])
            else:
                self.word(f"{where}.aura.stat", aura.get("stat"), v.STATS, "stat")
                self.number(f"{where}.aura.amount", aura.get("amount"), -LARGEST)
        if "cost_mod" in ability and self.mapping(
            f"{where}.cost_mod", ability["cost_mod"], "cost_mod"
        ):
            mod = ability["cost_mod"]
            self.known(
                f"{where}.cost_mod", mod, {"self", "side", "filter", "amount", "min"}, "a cost_mod"
            )
            self.flag(f"{where}.cost_mod.self", mod.get("self", False))
            if mod.get("self") is not True:
                self.word(f"{where}.cost_mod.side", mod.get("side"), v.SIDES, "side")
            if "filter" in mod:
                self.filter(f"{where}.cost_mod.filter", mod["filter"], static=True)
            self.amount(f"{where}.cost_mod.amount", mod.get("amount"), own=True)
            self.number(f"{where}.cost_mod.min", mod.get("min", 0), 0, 20)

    def targets(self, where: str, value: Any) -> None:
        if not self.listing(where, value, "targets", 3):
            return
        for i, one in enumerate(value):
            at = f"{where}[{i}]"
            if not self.mapping(at, one, "a target"):
                continue
            self.known(at, one, {"id", "kind", "side", "optional", "zone", "filter"}, "a target")
            name = one.get("id")
            if not isinstance(name, str) or not re.match(r"[a-z][a-z0-9_]{0,9}$", name):
                self.say(f"{at}.id", f"a short name in small letters is wanted, not {brief(name)}")
            elif name in self.names:
                self.say(f"{at}.id", f"'{name}' is declared twice")
            else:
                self.names.add(name)
            self.word(f"{at}.kind", one.get("kind"), v.TARGET_KINDS, "kind of target")
            self.word(f"{at}.side", one.get("side"), v.SIDES, "side")
            self.flag(f"{at}.optional", one.get("optional", False))
            if (one.get("kind") == "CARD") != (one.get("zone") == "GRAVEYARD"):
                self.say(
                    f"{at}.zone", "a CARD is a target in the zone GRAVEYARD, others are in play"
                )
            if "filter" in one:
                hidden = one.get("kind") in ("CARD", "STACK_ITEM")  # nothing has become of those
                self.filter(f"{at}.filter", one["filter"], static=hidden)

    # Effects and what is in them

    def effects(self, where: str, value: Any, depth: int) -> None:
        if depth > DEPTH:
            self.say(where, f"effects are nested more than {DEPTH} deep")
            return
        if not self.listing(where, value, "effects"):
            return
        for i, one in enumerate(value):
            at = f"{where}[{i}]"
            if not self.mapping(at, one, "an effect") or not self.word(
                f"{at}.do", one.get("do"), set(v.EFFECTS), "effect"
            ):
                continue
            name = one["do"]
            fields = v.EFFECTS[name]
            kinds = {**fields.needs, **fields.may}
            self.known(at, one, {"do", *kinds}, name)
            for field in fields.needs:
                if field not in one:
                    self.say(at, f"{name} needs '{field}'")
            for field, kind in kinds.items():
                if field in one:
                    self._field(f"{at}.{field}", one[field], kind, depth)
            if name == "APPLY_STATUS" and one.get("status") in v.VALUED and "value" not in one:
                self.say(at, f"{one['status']} needs a 'value'")

    def bounded(self, where: str, value: Any) -> None:
        """One card or ability must not be able to hold up a server."""
        ran, did = budget.most(value)
        if ran > budget.CARD_EFFECTS:
            self.say(where, f"this may come to {ran} effects; at most {budget.CARD_EFFECTS}")
        elif did > budget.CARD_FACTS:
            self.say(where, f"this may touch {did} cards; at most {budget.CARD_FACTS}")

    def _field(self, at: str, value: Any, kind: str, depth: int) -> None:
        if kind in _SELECTED:
            self.selector(at, value, kind)
        elif kind in _WORDS:
            self.word(at, value, *_WORDS[kind])
        elif kind in _NUMBERS:
            self.number(at, value, *_NUMBERS[kind])
        else:
            _READ[kind](self, at, value, depth)

    def _status(self, at: str, value: Any, *besides: str) -> None:
        self.word(at, value, {*besides, *v.STATUSES, *self.customs}, "status")

    def _unit_card(self, at: str, value: Any) -> None:
        if self.word(at, value, set(self.ids), "card of this set") and self.ids[value] != "UNIT":
            self.say(at, f"only a UNIT can be summoned; '{value}' is a {self.ids[value]}")

    def _counter(self, at: str, value: Any) -> None:
        if not isinstance(value, str) or not COUNTER.match(value):
            self.say(at, f"a counter is named in capitals, not {brief(value)}")

    def _granted(self, at: str, value: Any, depth: int) -> None:
        self.ability(at, value, depth + 1)
        if isinstance(value, dict) and value.get("type") == "PASSIVE":
            self.say(at, "TRIGGERED and ACTIVATED abilities can be granted, not PASSIVE ones")

    def _options(self, where: str, value: Any, depth: int) -> None:
        if not self.listing(where, value, "options", 5):
            return
        if len(value) < 2:
            self.say(where, "a choice has at least two options")
        for i, one in enumerate(value):
            at = f"{where}[{i}]"
            if self.mapping(at, one, "an option"):
                self.known(at, one, {"label", "effects"}, "an option")
                self.text(f"{at}.label", one.get("label"))
                self.effects(f"{at}.effects", one.get("effects"), depth + 1)

    def selector(self, where: str, value: Any, kind: str) -> None:
        if isinstance(value, str):
            if value.startswith("$"):
                if value[1:] not in self.names:
                    names = ", ".join(f"${name}" for name in sorted(self.names)) or "none"
                    self.say(where, f"no target '{value}' is declared here; there are: {names}")
                return
            words = {"player": v.PLAYERS, "stack_item": ("EVENT_SOURCE",)}.get(kind, v.NAMED)
            self.word(where, value, words, f"selector for a {kind.replace('_', ' ')}")
        elif isinstance(value, dict) and kind in ("hittable", "cards"):
            self._group(where, value)
        else:
            self.say(
                where,
                f"a selector is a name, '$target' or a group (all, random), not {brief(value)}",
            )

    def _group(self, where: str, value: Any, static: bool = False) -> None:
        if not self.mapping(where, value, "a group"):
            return
        which = "random" if "random" in value and not static else "all"
        self.known(where, value, {which, "side", "filter", "other", "n"}, "a group")
        self.word(f"{where}.{which}", value.get(which), v.IN_PLAY, "kind of card")
        self.word(f"{where}.side", value.get("side"), v.SIDES, "side")
        self.flag(f"{where}.other", value.get("other", False))
        self.number(f"{where}.n", value.get("n", 1), 1, 10)
        if "filter" in value:
            self.filter(f"{where}.filter", value["filter"], static=static)

    def amount(self, where: str, value: Any, own: bool = False) -> None:
        if isinstance(value, int) and not isinstance(value, bool):
            self.number(where, value, -LARGEST)
        elif value == "X":
            if not self.x:
                self.say(where, "X means nothing here: the cost has no X")
        elif value == "EVENT_AMOUNT" and not own:
            return
        elif isinstance(value, dict) and "count" in value:
            self.known(where, value, {"count", "times", "plus", "max", "min"}, "a count")
            for field in ("times", "plus", "max", "min"):
                self.number(f"{where}.{field}", value.get(field, 0), -LARGEST)
            self._count(f"{where}.count", value["count"])
        elif isinstance(value, dict) and "stat" in value and not own:
            self.known(where, value, {"stat", "of"}, "a stat")
            self.word(f"{where}.stat", value["stat"], v.STATS[:3], "stat")
            self.selector(f"{where}.of", value.get("of"), "cards")
        else:
            self.say(where, f"an amount is a number, 'X', a count or a stat, not {brief(value)}")

    def _count(self, where: str, value: Any) -> None:
        if not self.mapping(where, value, "count"):
            return
        which = next((one for one in ("zone", "all", "event") if one in value), "")
        self.known(where, value, {"zone", "all", "event", "side", "filter", "this_turn"}, "count")
        if which == "zone":
            self.word(f"{where}.zone", value["zone"], v.COUNTED_ZONES, "zone")
            if "filter" in value and value["zone"] in ("HAND", "DECK"):
                self.say(
                    f"{where}.filter",
                    f"{value['zone']} is hidden, so its cards are counted without a filter",
                )
        elif which == "all":
            self.word(f"{where}.all", value["all"], v.IN_PLAY, "kind of card")
        elif which == "event":
            self.word(f"{where}.event", value["event"], v.TURN_EVENTS, "event of a turn")
        else:
            self.say(where, "a count needs 'zone', 'all' or 'event'")
        self.word(f"{where}.side", value.get("side", "ANY"), v.SIDES, "side")
        self.flag(f"{where}.this_turn", value.get("this_turn", True))
        if "filter" in value:
            self.filter(f"{where}.filter", value["filter"], static=which == "zone")

    def condition(self, where: str, value: Any) -> None:
        if not self.mapping(where, value, "a condition"):
            return
        if "counter" in value:
            self.known(where, value, {"counter", "of", "min"}, "a condition on counters")
            self._counter(f"{where}.counter", value["counter"])
            self.word(f"{where}.of", value.get("of"), ("SELF",), "bearer of counters")
            self.number(f"{where}.min", value.get("min"), 1)
            return
        limits = {f"{step}_{end}" for step in _STEPS for end in ("min", "max")}
        self.known(where, value, {*limits, "of"}, "a condition")
        if not limits & set(value):
            self.say(where, f"a condition needs one of {', '.join(sorted(limits))}")
        for name in sorted(limits & set(value)):
            self.number(f"{where}.{name}", value[name], 0)
        self.word(f"{where}.of", value.get("of"), v.PLAYERS, "player")

    def filter(self, where: str, value: Any, static: bool = False, player: bool = False) -> None:
        if not self.mapping(where, value, "a filter"):
            return
        fields = _FILTER_STATIC if static else _FILTER_STATIC | _FILTER_LIVE
        self.known(where, value, fields, "a filter here" if static else "a filter")
        kinds = value.get("type", "UNIT")
        for kind in kinds if isinstance(kinds, list) else [kinds]:
            words = (*v.TYPES, "PLAYER") if player else v.TYPES
            self.word(f"{where}.type", kind, words, "type of card")
        for name in ("cost_min", "cost_max", "atk_min", "atk_max"):
            self.number(f"{where}.{name}", value.get(name, 0), 0)
        for name in ("token", "tapped", "damaged"):
            self.flag(f"{where}.{name}", value.get(name, False))
        if "tag" in value:
            self.name(f"{where}.tag", value["tag"])
        if "name" in value:
            self.word(f"{where}.name", value["name"], set(self.ids), "card of this set")
        if "keyword" in value:
            self.keyword(f"{where}.keyword", value["keyword"])
        if "status" in value:
            self._status(f"{where}.status", value["status"])


_READ: dict[str, Callable[[Grammar, str, Any, int], None]] = {
    "amount": lambda g, at, value, _: g.amount(at, value),
    "keyword": lambda g, at, value, _: g.keyword(at, value),
    "status": lambda g, at, value, _: g._status(at, value),
    "status_or_all": lambda g, at, value, _: g._status(at, value, "ALL"),
    "unit_card": lambda g, at, value, _: g._unit_card(at, value),
    "flag": lambda g, at, value, _: g.flag(at, value),
    "static_filter": lambda g, at, value, _: g.filter(at, value, static=True),
    "counter": lambda g, at, value, _: g._counter(at, value),
    "condition": lambda g, at, value, _: g.condition(at, value),
    "effects": lambda g, at, value, depth: g.effects(at, value, depth + 1),
    "options": lambda g, at, value, depth: g._options(at, value, depth),
    "ability": lambda g, at, value, depth: g._granted(at, value, depth),
}

"""The grammar of abilities and effects: what may stand where."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import budget
from . import vocabulary as v
from .clauses import Clauses
from .notes import LARGEST, brief

DEPTH = 5  # effects within effects
FEW = 5  # cards a search finds, a cost throws away, one target may be up to
AIMED = 6  # targets of a card in all
ABILITY = {
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
TARGET = ("id", "kind", "side", "optional", "up_to", "zone", "filter")
# The kinds of an effect's fields (`vocabulary.py`): selectors, words, numbers; the rest is below
_SELECTED = ("hittable", "cards", "pool", "player", "stack_item")
_WORDS: dict[str, tuple[tuple[str, ...], str]] = {
    "stat": (v.STATS, "stat"),
    "duration": (v.DURATIONS, "duration"),
    "this_turn": (("UNTIL_END_OF_TURN",), "duration here"),
    "one_side": (v.SIDES[:2], "side"),
    "destination": (v.DESTINATIONS, "destination"),
    "search_to": (("HAND", "DECK_TOP", "FIELD"), "destination of a search"),
    "chooser": (v.PLAYERS, "player who chooses"),
    "own_stat": (v.STATS[:3], "stat to set"),
    "when": (v.DELAYS, "time of a delayed effect"),
    "mode": (("RANDOM", "CHOOSE"), "mode"),
}
_NUMBERS = {"turns": (1, LARGEST), "value": (1, LARGEST), "few": (1, FEW)}


class Grammar(Clauses):
    """Reads abilities and effects."""

    def extra_costs(self, where: str, what: dict[str, Any]) -> None:
        self.number(f"{where}.discard", what.get("discard", 0), 0, FEW)
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
        if not self.word(f"{where}.type", ability.get("type"), set(ABILITY), "type of ability"):
            return
        kind = ability["type"]
        self.known(where, ability, {"type", "name", "text", *ABILITY[kind]}, f"a {kind} ability")
        self.text(f"{where}.name", ability.get("name", ""))
        self.text(f"{where}.text", ability.get("text", ""))
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
            if aura.get("to") != "SELF":
                self.group(f"{where}.aura.to", aura.get("to"), static=True)
            if "keyword" in aura:
                self.keyword(f"{where}.aura.keyword", aura["keyword"])
            else:
                self.word(f"{where}.aura.stat", aura.get("stat"), v.STATS, "stat")
                self.shine(f"{where}.aura.amount", aura.get("amount"))
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
        many = [one.get("up_to", 1) for one in value if isinstance(one, dict)]
        if sum(n for n in many if isinstance(n, int)) > AIMED:
            self.say(where, f"no more than {AIMED} things can be aimed at")
        for i, one in enumerate(value):
            at = f"{where}[{i}]"
            if not self.mapping(at, one, "a target"):
                continue
            self.known(at, one, {*TARGET}, "a target")
            name = one.get("id")
            if not isinstance(name, str) or not re.match(r"[a-z][a-z0-9_]{0,9}$", name):
                self.say(f"{at}.id", f"a short name in small letters is wanted, not {brief(name)}")
            elif name in self.names:
                self.say(f"{at}.id", f"'{name}' is declared twice")
            else:
                self.names.add(name)
                self.texts.add(name)
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
                self.exists(f"{at}.filter", one["filter"], one.get("kind"))
            if "up_to" in one:
                self.number(f"{at}.up_to", one["up_to"], 2, FEW)
                if "optional" in one:
                    self.say(f"{at}.optional", "up to so many may be none at all anyway")

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
            self._together(at, name, one)

    def _together(self, at: str, name: str, one: dict[str, Any]) -> None:
        """What the fields of an effect must be to each other."""
        if name == "APPLY_STATUS" and one.get("status") in v.VALUED and "value" not in one:
            self.say(at, f"{one['status']} needs a 'value'")
        if name == "SEARCH" and one.get("to") == "DECK_TOP" and one.get("amount", 1) != 1:
            self.say(f"{at}.amount", "one card is put on top of a deck, not several")
        if name in ("MOVE", "SEARCH") and one.get("to") != "FIELD":
            for field in ("tapped", "yours"):
                if field in one:
                    self.say(f"{at}.{field}", f"{field} is said of what goes to the FIELD")

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

    def _unit_card(self, at: str, value: Any) -> None:
        if self.word(at, value, set(self.ids), "card of this set") and self.ids[value] != "UNIT":
            self.say(at, f"only a UNIT can be summoned; '{value}' is a {self.ids[value]}")

    def _token_card(self, at: str, value: Any) -> None:
        if self.word(at, value, set(self.ids), "card of this set") and value not in self.tokens:
            self.say(at, f"only a token can be made in a hand; '{value}' is none")

    def _picked(self, at: str, value: Any, depth: int) -> None:
        outer, self.picking = self.picking, True
        self.effects(at, value, depth + 1)
        self.picking = outer

    def _granted(self, at: str, value: Any, depth: int) -> None:
        outer, self.picking = self.picking, False
        self.ability(at, value, depth + 1)
        self.picking = outer
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
                self.known(at, one, {"label", "zh", "effects"}, "an option")
                self.text(f"{at}.zh", one.get("zh", ""))
                self.text(f"{at}.label", one.get("label"))
                self.effects(f"{at}.effects", one.get("effects"), depth + 1)


_READ: dict[str, Callable[[Grammar, str, Any, int], None]] = {
    "amount": lambda g, at, value, _: g.amount(at, value),
    "keyword": lambda g, at, value, _: g.keyword(at, value),
    "status": lambda g, at, value, _: g.status(at, value),
    "status_or_all": lambda g, at, value, _: g.status(at, value, "ALL"),
    "unit_card": lambda g, at, value, _: g._unit_card(at, value),
    "token_card": lambda g, at, value, _: g._token_card(at, value),
    "picked": lambda g, at, value, depth: g._picked(at, value, depth),
    "flag": lambda g, at, value, _: g.flag(at, value),
    "static_filter": lambda g, at, value, _: g.filter(at, value, static=True),
    "counter": lambda g, at, value, _: g.counter(at, value),
    "condition": lambda g, at, value, _: g.condition(at, value, resolving=True),
    "effects": lambda g, at, value, depth: g.effects(at, value, depth + 1),
    "options": lambda g, at, value, depth: g._options(at, value, depth),
    "ability": lambda g, at, value, depth: g._granted(at, value, depth),
}


def kinds() -> set[str]:
    """The kinds of fields an effect may have."""
    return {*_SELECTED, *_WORDS, *_NUMBERS, *_READ}

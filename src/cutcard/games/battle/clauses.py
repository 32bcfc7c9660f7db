"""The grammar of what effects speak about: selectors, amounts, conditions, filters."""

from __future__ import annotations

import re
from typing import Any

from . import vocabulary as v
from .notes import LARGEST, Notes, brief

COUNTER = re.compile(r"[A-Z][A-Z0-9_]{0,19}$")
FILTER_STATIC = ("type", "tag", "cost_min", "cost_max", "name", "token")
FILTER_LIVE = ("atk_min", "atk_max", "keyword", "status", "tapped", "damaged")
AMOUNTS = ("number", "X", "EVENT_AMOUNT", "count", "counters", "stat")
CONDITIONS = ("hand", "hp", "units", "counter", "control", "dies")
STEPS = ("hand", "hp", "units")  # what a condition may ask of a player, with _min or _max
SHINES_FROM = ("GRAVEYARD", "BANISHED")  # zones an aura may count: whoever looks sees them


class Clauses(Notes):
    """Reads what effects speak about; knows which cards, statuses and targets were declared."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()  # targets declared where we are
        self.customs: set[str] = set()
        self.ids: dict[str, str] = {}  # card id: its type
        self.tokens: set[str] = set()
        self.tags: set[str] = set()
        self.x = False
        self.picking = False  # within the effects of a PICK

    def status(self, at: str, value: Any, *besides: str) -> None:
        self.word(at, value, {*besides, *v.STATUSES, *self.customs}, "status")

    def counter(self, at: str, value: Any) -> None:
        if not isinstance(value, str) or not COUNTER.match(value):
            self.say(at, f"a counter is named in capitals, not {brief(value)}")
        else:
            self.texts.add(value)

    def selector(self, where: str, value: Any, kind: str) -> None:
        if isinstance(value, str):
            if value.startswith("$"):
                if value[1:] not in self.names:
                    names = ", ".join(f"${name}" for name in sorted(self.names)) or "none"
                    self.say(where, f"no target '{value}' is declared here; there are: {names}")
                return
            words = {"player": v.PLAYERS, "stack_item": ("EVENT_SOURCE",)}.get(kind, v.NAMED)
            if value == "PICKED" and not self.picking:
                self.say(where, "PICKED means something only among the effects of a PICK")
            self.word(where, value, words, f"selector for a {kind.replace('_', ' ')}")
        elif isinstance(value, dict) and kind in ("hittable", "cards", "pool"):
            self.group(where, value)
        else:
            self.say(
                where,
                f"a selector is a name, '$target' or a group (all, random), not {brief(value)}",
            )

    def group(self, where: str, value: Any, static: bool = False) -> None:
        if not self.mapping(where, value, "a group"):
            return
        which = "random" if "random" in value and not static else "all"
        fields = {which, "side", "filter", "other", "n"} | (set() if static else {"zone"})
        self.known(where, value, fields, "a group")
        buried = value.get("zone") == "GRAVEYARD" and not static
        kinds = ("CARD",) if buried else v.IN_PLAY
        self.word(f"{where}.{which}", value.get(which), kinds, "kind of card")
        if "zone" in value and not buried:
            self.say(
                f"{where}.zone",
                f"a group is in play or in the GRAVEYARD, not {brief(value['zone'])}",
            )
        self.word(f"{where}.side", value.get("side"), v.SIDES, "side")
        self.flag(f"{where}.other", value.get("other", False))
        self.number(f"{where}.n", value.get("n", 1), 1, 10)
        if "filter" in value:
            self.filter(f"{where}.filter", value["filter"], static=static or buried)
            if not buried:
                self.exists(f"{where}.filter", value["filter"], value.get(which))

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
        elif isinstance(value, dict) and "counters" in value and not own:
            fields = ("times", "plus", "max", "min")
            self.known(where, value, {"counters", "of", *fields}, "a number of counters")
            self.counter(f"{where}.counters", value["counters"])
            self.selector(f"{where}.of", value.get("of"), "cards")
            for field in fields:
                self.number(f"{where}.{field}", value.get(field, 0), -LARGEST)
        elif isinstance(value, dict) and "stat" in value and not own:
            self.known(where, value, {"stat", "of"}, "a stat")
            self.word(f"{where}.stat", value["stat"], v.STATS[:3], "stat")
            self.selector(f"{where}.of", value.get("of"), "cards")
        else:
            self.say(where, f"an amount is a number, 'X', a count or a stat, not {brief(value)}")

    def shine(self, where: str, value: Any) -> None:
        """How much an aura gives: a number, or one that grows with what everybody sees."""
        if not isinstance(value, dict):
            self.number(where, value, -LARGEST)
            return
        self.amount(where, value)
        counts = value.get("count")
        if "stat" in value or ("counters" in value and value.get("of") != "SELF"):
            self.say(where, "an aura counts cards, or the counters of SELF")
        elif isinstance(counts, dict) and (
            "event" in counts or counts.get("zone", "GRAVEYARD") not in SHINES_FROM
        ):
            self.say(
                f"{where}.count", f"an aura counts cards in play or in {' or '.join(SHINES_FROM)}"
            )
        elif isinstance(counts, dict) and isinstance(counts.get("filter"), dict):
            self.filter(f"{where}.count.filter", counts["filter"], static=True)

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

    def condition(self, where: str, value: Any, resolving: bool = False) -> None:
        """`resolving`: of an effect, so that there are targets to ask about."""
        if not self.mapping(where, value, "a condition"):
            return
        if "dies" in value:
            self.known(where, value, {"dies"}, "a condition on who dies")
            self.selector(f"{where}.dies", value["dies"], "cards")
            if not resolving:
                self.say(where, "whether something dies can be asked only by an effect (IF)")
            return
        if "control" in value:
            self.known(where, value, {"control", "of", "min", "max"}, "a condition on who is there")
            if self.mapping(f"{where}.control", value["control"], "control"):
                group = {"side": "ANY", **value["control"]}
                self.group(f"{where}.control", group)
                if "side" in value["control"]:
                    self.say(f"{where}.control.side", "whose they are is said by 'of'")
            self.word(f"{where}.of", value.get("of"), v.PLAYERS, "player")
            if not {"min", "max"} & set(value):
                self.say(where, "a condition on who is there needs 'min' or 'max'")
            for end in sorted({"min", "max"} & set(value)):
                self.number(f"{where}.{end}", value[end], 0)
            return
        if "counter" in value:
            self.known(where, value, {"counter", "of", "min"}, "a condition on counters")
            self.counter(f"{where}.counter", value["counter"])
            self.word(f"{where}.of", value.get("of"), ("SELF",), "bearer of counters")
            self.number(f"{where}.min", value.get("min"), 1)
            return
        limits = {f"{step}_{end}" for step in STEPS for end in ("min", "max")}
        self.known(where, value, {*limits, "of"}, "a condition")
        if not limits & set(value):
            self.say(where, f"a condition needs one of {', '.join(sorted(limits))}")
        for name in sorted(limits & set(value)):
            self.number(f"{where}.{name}", value[name], 0)
        self.word(f"{where}.of", value.get("of"), v.PLAYERS, "player")

    def filter(self, where: str, value: Any, static: bool = False, player: bool = False) -> None:
        if not self.mapping(where, value, "a filter"):
            return
        fields = {*FILTER_STATIC} if static else {*FILTER_STATIC, *FILTER_LIVE}
        self.known(where, value, fields, "a filter here" if static else "a filter")
        kinds = value.get("type", "UNIT")
        if kinds == []:
            self.say(f"{where}.type", "name at least one type of card")
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
            self.status(f"{where}.status", value["status"])

    def exists(self, where: str, value: Any, kind: Any) -> None:
        """A filter nothing can ever pass is a mistake: nothing could be aimed at."""
        if not isinstance(value, dict):
            return
        kinds = value.get("type", kind)
        kinds = kinds if isinstance(kinds, list) else [kinds]
        wanted = {"ANY": "UNIT"}.get(str(kind), kind)
        if kind == "PLAYER" and value:
            self.say(where, "a player passes no filter, so this target can never exist")
        elif wanted in v.IN_PLAY and wanted not in kinds:
            self.say(where, f"no {wanted} is a {' or '.join(map(str, kinds))}: it can never exist")
        if kind == "CARD" and value.get("token") is True:
            self.say(where, "no token is ever in a graveyard, so this target can never exist")
        for what in ("cost", "atk"):
            low, high = value.get(f"{what}_min", 0), value.get(f"{what}_max", LARGEST)
            if isinstance(low, int) and isinstance(high, int) and low > high:
                self.say(where, f"{what}_min is over {what}_max, so this can never exist")
        tag = value.get("tag")
        if isinstance(tag, str) and tag not in self.tags:
            self.say(where, f"no card of this set has the tag '{tag}', so this can never exist")

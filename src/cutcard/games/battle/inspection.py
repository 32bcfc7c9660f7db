"""Holds a card file to the vocabulary: every problem at once, each with its path and a hint.

`problems(data)` is empty for a set that may be loaded. A file comes from anybody, so sizes and
numbers have limits, and nothing in it is ever run: it is data, and data only.
"""

from __future__ import annotations

import re
from typing import Any

from . import vocabulary as v
from .clauses import COUNTER
from .grammar import Grammar
from .notes import LARGEST, MOST, Enough, brief

BYTES = 131_072  # of an uploaded set
CARDS = 200
FEWEST = 14  # cards that go into decks: 40 of at most 3 each
_COST = re.compile(r"X(\+\d{1,2})?$")
SET = {"format", "set", "statuses", "cards", "decks", "zh"}
_NAMED = re.compile(r"(TAG:[a-z0-9_]+|COUNTER:[A-Z0-9_]+)$")
STATUS = ("applies_to", "mods", "flags", "tick", "stacking", "text", "zh")
CARD = {
    *("id", "name", "type", "cost", "atk", "def", "hp", "keywords", "tags", "abilities", "text"),
    *("targets", "effects", "phases", "restrictions", "x", "attach", "equip", "token", "legendary"),
    *("priority", "discard", "pay_hp", "sacrifice", "enters_tapped", "per_counter", "zh"),
}


class Inspection(Grammar):
    """Reads one file and remembers every problem."""

    # The whole set

    def whole(self, data: Any) -> None:
        if not self.mapping("", data, "a card set"):
            return
        self.known("", data, SET, "a card set")
        if data.get("format") != "tcg-cards/1":
            self.say("format", f"'tcg-cards/1' is wanted, not {brief(data.get('format'))}")
        head = data.get("set")
        if self.mapping("set", head, "set"):
            self.known("set", head, {"id", "name", "version"}, "set")
            self.name("set.id", head.get("id"))
            self.text("set.name", head.get("name"))
            self.text("set.version", head.get("version", ""))
        statuses = data.get("statuses", {})
        if self.mapping("statuses", statuses, "statuses"):
            self.customs = {f"CUSTOM:{name}" for name in statuses}
            for name, one in statuses.items():
                self._status_def(f"statuses.{name}", name, one)
        if self.mapping("zh", data.get("zh", {}), "zh"):
            for name, word in data.get("zh", {}).items():
                self.text(f"zh.{brief(name)}", word)
                if not _NAMED.match(name):
                    self.say("zh", f"names are of TAG:… and COUNTER:…, not {brief(name)}")
                self.texts.add(name.partition(":")[2])
        cards = data.get("cards")
        if not self.listing("cards", cards, "cards", CARDS):
            return
        self._names(cards)
        for i, card in enumerate(cards):
            if isinstance(card, dict):
                self._card(f"cards[{i}] ({card.get('id', '?')})", card)
            else:
                self.say(f"cards[{i}]", f"a card is an object, not {brief(card)}")
        if sum(1 for c in cards if isinstance(c, dict) and c.get("token") is not True) < FEWEST:
            self.say("cards", f"at least {FEWEST} cards have to be there for decks")
        if not self.said:
            self._cycles(cards)
            self._decks(data.get("decks", {}))

    def _names(self, cards: list[Any]) -> None:
        titles: dict[str, str] = {}
        for i, card in enumerate(cards):
            if not isinstance(card, dict):
                continue
            name = card.get("id")
            self.name(f"cards[{i}].id", name)
            if isinstance(name, str):
                if name in self.ids:
                    self.say(f"cards[{i}].id", f"'{name}' is the id of another card already")
                self.ids[name] = str(card.get("type"))
                if card.get("token") is True:
                    self.tokens.add(name)
            tags = card.get("tags")
            self.tags |= (
                {tag for tag in tags if isinstance(tag, str)} if isinstance(tags, list) else set()
            )
            self._title(f"cards[{i}] ({name})", card, titles)

    def _title(self, where: str, card: dict[str, Any], titles: dict[str, str]) -> None:
        """Whoever reads a name must know which card it is."""
        chinese = card.get("zh")
        other = chinese.get("name") if isinstance(chinese, dict) else None
        for field, title in (("name", card.get("name")), ("zh.name", other)):
            if isinstance(title, str) and title.strip():
                key = title.strip().casefold()
                if key in titles:
                    self.say(
                        f"{where}.{field}", f"{brief(title)} is the name of {titles[key]} already"
                    )
                titles.setdefault(key, where)

    def _status_def(self, where: str, name: Any, one: Any) -> None:
        if not isinstance(name, str) or not COUNTER.match(name):
            self.say(where, "a status is named in capitals, like FROSTBITE")
        else:
            self.texts.add(name)
        if not self.mapping(where, one, "a status"):
            return
        self.known(where, one, {*STATUS}, "a status")
        self._chinese(f"{where}.zh", one.get("zh", {}))
        for i, kind in enumerate(
            one.get("applies_to", []) if isinstance(one.get("applies_to", []), list) else [None]
        ):
            self.word(f"{where}.applies_to[{i}]", kind, ("UNIT",), "bearer of a status")
        mods = one.get("mods", {})
        if self.mapping(f"{where}.mods", mods, "mods"):
            for stat, amount in mods.items():
                if self.word(f"{where}.mods", stat, v.STATS, "stat"):
                    self.number(f"{where}.mods.{stat}", amount, -LARGEST)
        flags = one.get("flags", [])
        if self.listing(f"{where}.flags", flags, "flags"):
            for flag in flags:
                self.word(f"{where}.flags", flag, v.FLAGS, "flag")
        if "tick" in one and self.mapping(f"{where}.tick", one["tick"], "tick"):
            self.known(f"{where}.tick", one["tick"], {"damage"}, "tick")
            self.number(f"{where}.tick.damage", one["tick"].get("damage"), 1)
        self.word(
            f"{where}.stacking", one.get("stacking", "REFRESH"), v.STACKING, "way of stacking"
        )
        self.text(f"{where}.text", one.get("text", ""))

    def _decks(self, decks: Any) -> None:
        if not self.mapping("decks", decks, "decks"):
            return
        for name, deck in decks.items():
            where = f"decks.{name}"
            self.name(where, name)
            if not self.mapping(where, deck, "a deck"):
                continue
            for card, count in deck.items():
                if self.word(where, card, set(self.ids), "card of this set"):
                    self.number(f"{where}.{card}", count, 1, 3)

    def _cycles(self, cards: list[dict[str, Any]]) -> None:
        """A card whose entering summons itself, in however many steps, would never stop."""
        summons = {card["id"]: set(_summoned(card)) for card in cards}
        for i, card in enumerate(cards):
            reached: set[str] = set()
            todo = list(summons[card["id"]])
            while todo:
                one = todo.pop()
                if one not in reached:
                    reached.add(one)
                    todo += summons.get(one, ())
            if card["id"] in reached:
                self.say(
                    f"cards[{i}] ({card['id']})",
                    "entering the field it summons itself, without end",
                )

    # A card

    def _card(self, where: str, card: dict[str, Any]) -> None:
        self.known(where, card, CARD, "a card")
        self.text(f"{where}.name", card.get("name"))
        if not card.get("name"):
            self.say(f"{where}.name", "a card needs a name")
        self.text(f"{where}.text", card.get("text", ""))
        self._chinese(f"{where}.zh", card.get("zh", {}))
        self.names = set()
        self._cost(where, card)
        if not self.word(f"{where}.type", card.get("type"), v.TYPES, "type of card"):
            return
        kind = card["type"]
        if kind == "UNIT":
            for stat in ("atk", "def", "hp"):
                self.number(f"{where}.{stat}", card.get(stat), 1 if stat == "hp" else 0)
        else:
            for stat in ("atk", "def", "hp", "keywords"):
                if stat in card:
                    self.say(f"{where}.{stat}", f"only a UNIT has {stat}, not {kind}")
        self.words(f"{where}.keywords", card.get("keywords", []), self.keyword)
        self.words(f"{where}.tags", card.get("tags", []), self.name)
        for flag in ("token", "legendary", "enters_tapped"):
            self.flag(f"{where}.{flag}", card.get(flag, False))
        self._per_counter(f"{where}.per_counter", card.get("per_counter", {}), kind)
        self.number(f"{where}.priority", card.get("priority", 0), -9, 9)
        self.phases(where, card.get("phases", []))
        self.extra_costs(where, card)
        self._restrictions(f"{where}.restrictions", card.get("restrictions", {}))
        self._spell(where, card, kind)
        self._equipment(where, card, kind)
        abilities = card.get("abilities", [])
        if self.listing(f"{where}.abilities", abilities, "abilities", 6):
            if abilities and kind in ("TECHNIQUE", "RESPONSE"):
                self.say(f"{where}.abilities", f"a {kind} has effects, not abilities")
            for i, ability in enumerate(abilities):
                self.ability(f"{where}.abilities[{i}]", ability, 0)

    def _cost(self, where: str, card: dict[str, Any]) -> None:
        cost = card.get("cost")
        self.x = isinstance(cost, str) and bool(_COST.match(cost))
        if not self.x:
            if isinstance(cost, str):
                self.say(f"{where}.cost", f"a number, 'X' or 'X+2' is wanted, not {brief(cost)}")
            else:
                self.number(f"{where}.cost", cost, 0, 20)
        if "x" in card and self.mapping(f"{where}.x", card["x"], "x"):
            self.known(f"{where}.x", card["x"], {"min"}, "x")
            self.number(f"{where}.x.min", card["x"].get("min", 0), 0, 20)

    def _chinese(self, where: str, value: Any) -> None:
        if self.mapping(where, value, "zh"):
            self.known(where, value, {"name", "text"}, "zh")
            for field in value.keys() & {"name", "text"}:
                self.text(f"{where}.{field}", value[field])

    def _per_counter(self, where: str, value: Any, kind: str) -> None:
        """What each counter on a unit gives it."""
        if not self.mapping(where, value, "per_counter"):
            return
        if value and kind != "UNIT":
            self.say(where, f"only a UNIT has per_counter, not {kind}")
        for name, stats in value.items():
            self.counter(where, name)
            if self.mapping(f"{where}.{name}", stats, "what a counter gives"):
                self.known(f"{where}.{name}", stats, {"atk", "def", "hp"}, "per_counter")
                for stat in stats.keys() & {"atk", "def", "hp"}:
                    self.number(f"{where}.{name}.{stat}", stats[stat], 0)

    def _restrictions(self, where: str, value: Any) -> None:
        if self.mapping(where, value, "restrictions"):
            self.known(where, value, {"once_per_turn", "max_in_play"}, "restrictions")
            self.flag(f"{where}.once_per_turn", value.get("once_per_turn", False))
            self.number(f"{where}.max_in_play", value.get("max_in_play", 0), 0, 10)

    def _spell(self, where: str, card: dict[str, Any], kind: str) -> None:
        if kind in ("TECHNIQUE", "RESPONSE"):
            self.targets(f"{where}.targets", card.get("targets", []))
            if not card.get("effects"):
                self.say(f"{where}.effects", f"a {kind} needs effects")
            self.effects(f"{where}.effects", card.get("effects", []), 0)
            self.bounded(f"{where}.effects", card.get("effects"))
        else:
            for field in ("targets", "effects"):
                if field in card:
                    self.say(f"{where}.{field}", f"a {kind} has abilities, not {field}")

    def _equipment(self, where: str, card: dict[str, Any], kind: str) -> None:
        for field in ("attach", "equip"):
            if (field in card) != (kind == "EQUIPMENT"):
                has = "needs" if kind == "EQUIPMENT" else f"is for EQUIPMENT; a {kind} has no"
                self.say(
                    f"{where}.{field}",
                    f"{kind} {has} '{field}'" if has == "needs" else f"this {has} '{field}'",
                )
                return
        if kind != "EQUIPMENT":
            return
        if self.mapping(f"{where}.attach", card["attach"], "attach"):
            self.known(f"{where}.attach", card["attach"], {"kind", "side", "filter"}, "attach")
            self.word(
                f"{where}.attach.kind", card["attach"].get("kind"), ("UNIT",), "thing to equip"
            )
            self.word(f"{where}.attach.side", card["attach"].get("side"), v.SIDES, "side")
            if "filter" in card["attach"]:
                self.filter(f"{where}.attach.filter", card["attach"]["filter"])
        if self.mapping(f"{where}.equip", card["equip"], "equip"):
            self.known(f"{where}.equip", card["equip"], {"atk", "def", "hp", "keywords"}, "equip")
            for stat in ("atk", "def", "hp"):
                self.number(f"{where}.equip.{stat}", card["equip"].get(stat, 0), -LARGEST)
            self.words(f"{where}.equip.keywords", card["equip"].get("keywords", []), self.keyword)


def _summoned(card: dict[str, Any]) -> list[str]:
    """What a card summons by its own entering."""
    return [
        effect["card"]
        for ability in card.get("abilities", [])
        if ability.get("trigger") == "ENTER_FIELD" and ability.get("watch") != "OTHER"
        for effect in ability.get("effects", [])
        if effect.get("do") == "SUMMON"
    ]


def inspected(data: Any) -> Inspection:
    """What there is to say about a card set; where nothing is said, it may be loaded."""
    found = Inspection()
    try:
        found.whole(data)
    except Enough:
        found.said.append(f"there is more; the first {MOST} problems are listed")
    return found


def problems(data: Any) -> list[str]:
    """Everything that is wrong with a card set."""
    return inspected(data).said

"""The reference of the card format, made from the grammar: every word, what it means, what it
takes, and the shortest example of it that a real set has.

`cutcard battle cards reference` prints it; `docs/cards.md` is that text, and a test holds it so.
The examples are the starter set's and those of `data/examples.json`, which load like any set.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import json

from . import budget, clauses, grammar, inspection, sets
from . import vocabulary as v
from .notes import LENGTH, MOST

Data = dict[str, Any]
EXAMPLES = sets.STARTER.with_name("examples.json")
ABOUT = sets.STARTER.with_name("words.json")  # what each word means


class Place(NamedTuple):
    """Where examples of a kind of word are found: objects with one of these fields, and the fields
    that have the word as their value; none: the word is a field itself."""

    within: tuple[str, ...]
    fields: tuple[str, ...] = ()


PLACE = {
    "field of a set": Place(()),
    "field of a card": Place(("cost",)),
    "type": Place(("cost",), ("type",)),
    "keyword": Place(("cost", "equip"), ("keywords",)),
    "status": Place(("do",), ("status",)),
    "field of a status": Place(("stacking", "applies_to")),
    "flag": Place(("flags",), ("flags",)),
    "stacking": Place(("stacking",), ("stacking",)),
    "field of an ability": Place(("trigger", "aura", "cost_mod", "tap", "repeatable", "effects")),
    "trigger": Place(("trigger",), ("trigger",)),
    "watch": Place(("watch",), ("watch",)),
    "timing": Place(("timing",), ("timing",)),
    "field of a target": Place(("kind",)),
    "kind of target": Place(("kind",), ("kind",)),
    "side": Place(("kind", "all", "random"), ("side",)),
    "effect": Place(("do",), ("do",)),
    "selector": Place(("do",), ("target",)),
    "stat": Place(("stat",), ("stat",)),
    "duration": Place(("duration",), ("duration",)),
    "destination": Place(("to",), ("to",)),
    "delay": Place(("when",), ("when",)),
    "amount": Place(("amount",), ("amount",)),
    "counted zone": Place(("zone",), ("zone",)),
    "event of a turn": Place(("event",), ("event",)),
    "condition": Place(("if", "condition"), ("if", "condition")),
    "field of a filter": Place(("filter",), ("filter",)),
}


def words() -> dict[str, tuple[str, ...]]:
    """Every word of the format, by what kind of word it is."""
    abilities = {name for fields in grammar.ABILITY.values() for name in fields}
    return {
        "field of a set": tuple(sorted(inspection.SET)),
        "field of a card": tuple(sorted(inspection.CARD)),
        "type": v.TYPES,
        "keyword": v.KEYWORDS,
        "status": v.STATUSES,
        "field of a status": tuple(sorted(inspection.STATUS)),
        "flag": v.FLAGS,
        "stacking": v.STACKING,
        "field of an ability": tuple(sorted(abilities | {"type", "name"})),
        "trigger": v.TRIGGERS,
        "watch": v.WATCHES,
        "timing": v.TIMINGS,
        "field of a target": tuple(sorted(grammar.TARGET)),
        "kind of target": v.TARGET_KINDS,
        "side": v.SIDES,
        "effect": tuple(v.EFFECTS),
        "selector": v.NAMED,
        "stat": v.STATS,
        "duration": v.DURATIONS,
        "destination": v.DESTINATIONS,
        "delay": v.DELAYS,
        "amount": clauses.AMOUNTS,
        "counted zone": v.COUNTED_ZONES,
        "event of a turn": v.TURN_EVENTS,
        "condition": clauses.CONDITIONS,
        "field of a filter": (*clauses.FILTER_STATIC, *clauses.FILTER_LIVE),
    }


def example(kind: str, word: str) -> str:
    """The shortest piece of a set in which the word is what it is here."""
    found = min(_pieces(kind, word), key=lambda one: (len(one), one), default="")
    if not found:
        raise LookupError(f"no set has an example of the {kind} '{word}'")
    return found


def _pieces(kind: str, word: str) -> Iterator[str]:
    place = PLACE[kind]
    for data in _sets():
        if kind == "field of a set":
            if word in data:
                yield _short({word: data[word]})
            continue
        for piece in _walk(data, place.within):
            values = [piece.get(name) for name in place.fields] if place.fields else [piece]
            if any(_is(word, value) for value in values):
                yield _written(piece)


def _is(word: str, value: Any) -> bool:
    """Whether a value is the word, or has it; a number is one, `hp_min` is about hp."""
    if isinstance(value, list):
        return word in value
    if isinstance(value, dict):
        return any(
            word in (name, name.removesuffix("_min"), name.removesuffix("_max")) for name in value
        )
    if word == "number":
        return isinstance(value, int)
    return bool(value == word)


def _sets() -> list[Data]:
    return [json.decode(path.read_bytes()) for path in (sets.STARTER, EXAMPLES)]


def _walk(data: Any, within: tuple[str, ...]) -> Iterator[Data]:
    """Every object of a set that has one of these fields."""
    if isinstance(data, dict):
        if any(name in data for name in within):
            yield data
        for one in data.values():
            yield from _walk(one, within)
    elif isinstance(data, list):
        for one in data:
            yield from _walk(one, within)


def _written(piece: Data) -> str:
    return json.encode(piece).decode()


def _short(piece: Data) -> str:
    """A field of a set: of what is long, its beginning."""
    ((name, value),) = piece.items()
    if isinstance(value, list):
        value = value[:1]
    elif isinstance(value, dict) and len(value) > 2:
        value = dict(list(value.items())[:1])
    return _written({name: value})


def reference() -> str:
    """The whole page."""
    about = meanings()
    lines = [
        "# Card sets of your own",
        "",
        "*Made from the grammar by `cutcard battle cards reference`; a test holds it to that.*",
        "",
        *"\n".join(about["opening"])
        .format(
            cards=inspection.CARDS,
            bytes=inspection.BYTES // 1024,
            fewest=inspection.FEWEST,
            text=LENGTH,
            problems=MOST,
            effects=budget.CARD_EFFECTS,
            facts=budget.CARD_FACTS,
            move_effects=budget.EFFECTS,
            move_facts=budget.FACTS,
        )
        .splitlines(),
    ]
    for kind, some in words().items():
        title, text = about["kinds"][kind]
        lines += ["", f"## {title}", "", text]
        for word in some:
            lines += [
                "",
                f"### `{word}`",
                "",
                _line(about, kind, word),
                "",
                "```json",
                example(kind, word),
                "```",
            ]
    return "\n".join(lines) + "\n"


def meanings() -> Data:
    """What every word means, in a sentence."""
    found: Data = json.decode(ABOUT.read_bytes())
    return found


def _line(about: Data, kind: str, word: str) -> str:
    said = str(about["words"][kind][word])
    if kind != "effect":
        return said
    fields = v.EFFECTS[word]
    needs = ", ".join(f"`{name}` ({about['fields'][kind]})" for name, kind in fields.needs.items())
    may = ", ".join(f"`{name}` ({about['fields'][kind]})" for name, kind in fields.may.items())
    takes = f" Needs {needs}." if needs else ""
    return said + takes + (f" May have {may}." if may else "")

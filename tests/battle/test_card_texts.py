"""What stands in a card file and may be any word is known as such."""

from __future__ import annotations

import re

import msgspec

from cutcard.games.battle import sets


def strings(value):
    """Every text of a file, names of fields too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


def test_whatever_of_a_file_may_be_any_word_is_among_its_texts():
    """A house reads them all before it shows the file to anybody."""
    data = msgspec.json.decode((sets.STARTER.parent / "examples.json").read_bytes())
    data["set"]["version"] = "1.2 of it"
    data["decks"] = {"every_day": {card["id"]: 2 for card in data["cards"][:20]}}
    choice = {"label": "Draw it", "zh": "抽牌", "effects": [{"do": "DRAW", "target": "CONTROLLER"}]}
    choice["effects"][0]["amount"] = 1
    data["cards"][0]["effects"].append(
        {"do": "CHOOSE", "options": [choice, {**choice, "label": "No"}]}
    )
    data["cards"][1]["abilities"][0] |= {"name": "A habit", "text": "It is a habit"}
    data["cards"][1]["zh"]["text"] = "习惯"
    data["cards"][1]["per_counter"] = {"SPITE": {"atk": 1}}
    data["zh"]["TAG:ghost"] = "鬼"
    file = msgspec.json.encode(data).decode()
    made, wrong = sets.read(file)
    assert made is not None, wrong
    taken = set()
    for text in {one.rpartition(":")[2] for one in strings(data)}:
        for odd in ("frog", "FROG", "a frog"):
            there = re.sub(rf'"([$]|[A-Z]+:)?{re.escape(text)}"', rf'"\1{odd}"', file)
            made, _ = sets.read(there)
            if made is not None:
                taken.add(text)
                assert any("frog" in one.lower() for one in made.texts), text
    assert taken >= {
        "Spark", "火花", "Examples of the reference", "examples", "1.2 of it", "Cannot attack.",
        "Deal 1 damage to a player.", "every_day", "Draw it", "抽牌", "A habit", "It is a habit",
        "习惯", "RAGE", "SPITE", "ghost", "guest", "来客", "CHILL", "寒意", "spark", "t",
    }  # fmt: skip
    assert taken.isdisjoint(("cards", "TECHNIQUE", "DAMAGE"))

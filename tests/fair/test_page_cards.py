"""F82: the page judges a deal's cards by the records it kept itself, in every game; what a server
sends for checking is believed only as far as these bind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

import cutcard
from cutcard.fair import judge
from cutcard.fair.verify import verify as second_judge
from cutcard.fair.writing import read_record

from .test_games import SEALED, TABLES, table
from .test_third_judge import in_chromium, third

WEB = Path(cutcard.__file__).parent / "web"
pytestmark = pytest.mark.browser


def kept(sim, number):
    rows = {row.kind: row for row in sim.fair if row.deal == number}
    return {kind: to_builtins(read_record(kind, row.line)) for kind, row in rows.items()}


def shown(asked):
    """What the page's own part says of each (text, what it kept)."""
    call = (
        "async (asked) => {const {shownCards} = await import('/faircards.js');"
        " return asked.map(([text, kept]) => shownCards(text, kept));}"
    )
    return in_chromium(asked, WEB, "/README.md", call)


def swapped(text, change):
    lines = [json.loads(line) for line in text.decode().splitlines()]
    return "\n".join(json.dumps(change(line)) for line in lines)


def changed(text, at, **fields):
    """The file with these fields in that card; unsigned, as its owner may have it. A field that is
    None is taken out."""
    lines = [json.loads(line) for line in text.splitlines()]
    cards = [line for line in lines if line["t"] == "card"]
    cards[at].update(fields)
    for name in [name for name, value in fields.items() if value is None]:
        del cards[at][name]
    return "\n".join(json.dumps(line) for line in lines if line["t"] != "sum")


def test_f76_four_judges_name_the_same_fault_of_a_sealed_card():
    """Several faults in one file: the first card that is wrong gives the code, in the page too."""
    sim = table("poker")
    sim.play(8)
    seen = {number: sim.file(number, sim.people[0]) for number in sim.ended()}
    number = max(seen, key=lambda one: seen[one].count(b'"t":"card"'))  # not folded at once
    text, records = seen[number], kept(sim, number)
    lines = [json.loads(line) for line in text.splitlines()]
    first, second = [line for line in lines if line["t"] == "card"][:2]
    without = "\n".join(json.dumps(line) for line in lines if line["t"] not in ("leaves", "sum"))
    short = [{**one, "list": one["list"][1:]} if one["t"] == "leaves" else one for one in lines]
    cases = {
        "unknown card": (changed(text, 1, card="Zz"), "FORMAT"),
        "unknown card behind one twice": (
            changed(changed(text, 2, card="Zz").encode(), 1, card=first["card"]), "TWICE"),
        "a card twice behind a false salt": (
            changed(changed(text, 0, salt="0" * 64).encode(), 1, card=first["card"]), "PROOF"),
        "a false salt behind an unknown card": (
            changed(changed(text, 1, salt="0" * 64).encode(), 0, card="Zz"), "FORMAT"),
        "unknown card of a reshuffle": (
            changed(text, 1, card="Zz", salt=None, **{"from": "reshuffle"}), "FORMAT"),
        "a place twice": (changed(text, 1, place=first["place"]), "FORMAT"),
        "no such place": (changed(text, 1, place=99), "FORMAT"),
        "another's place": (changed(text, 0, place=second["place"]), "PROOF"),
        "no salt, and twice": (changed(text, 1, card=first["card"], salt=None), "TWICE"),
        "salts without leaves": (without, "FORMAT"),
        "a leaf too few": ("\n".join(map(json.dumps, short[:-1])), "FORMAT"),
    }  # fmt: skip
    pin = sim.key.public.hex()
    due = {name: code for name, (_, code) in cases.items()}
    files = [file for file, _ in cases.values()]
    assert dict(zip(cases, (judge(file.encode(), pin).code for file in files), strict=True)) == due
    assert [second_judge(file.encode(), pin)[1] for file in files] == list(due.values())
    assert [code for _, code, _ in third([(one.encode(), pin) for one in files])] == [*due.values()]
    page = shown([[file, records] for file in files])
    assert dict(zip(cases, (one["code"] for one in page), strict=True)) == due


def test_f82_the_page_checks_the_cards_on_what_it_kept_itself():
    asked, due = [], []
    for name in TABLES:
        sim = table(name)
        sim.play(1)
        number = sim.ended()[0]
        one, records = sim.people[0], kept(sim, number)
        text = sim.file(number, one)
        cards = [json.loads(line) for line in text.splitlines()]
        told = [line["card"] for line in cards if line["t"] == "card"]
        asked.append([text.decode(), records])
        due.append("")
        assert told

        other_card = next(card for card in told if card != told[0])  # two decks have two of each

        def lies(line, true=told[0], false=other_card):
            if line["t"] == "card" and line["card"] == true:
                return {**line, "card": false}
            return line

        asked.append([swapped(text, lies), records])
        due.append("PROOF" if name in SEALED else "CARD")
        other = {**records, "lock": {**records["lock"], "head": "0" * 64}}
        asked.append([text.decode(), other])  # the server told this page another lock
        due.append("")
    found = shown(asked)
    said = [one["code"] for one in found]
    assert said[::3] == due[::3]
    assert all(one["cards"] for one in found[::3])
    assert said[1::3] == due[1::3]
    assert all(code in ("CARD", "DRAW", "CUT", "PROOF") for code in said[2::3]), said[2::3]

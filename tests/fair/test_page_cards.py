"""F82: the page judges a deal's cards by the records it kept itself, in every game; what a server
sends for checking is believed only as far as these bind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

import cutcard
from cutcard.fair.writing import read_record

from .test_games import SEALED, TABLES, table
from .test_third_judge import in_chromium

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
        due.append("TWICE" if name in SEALED else "CARD")
        other = {**records, "lock": {**records["lock"], "head": "0" * 64}}
        asked.append([text.decode(), other])  # the server told this page another lock
        due.append("")
    found = shown(asked)
    said = [one["code"] for one in found]
    assert said[::3] == due[::3]
    assert all(one["cards"] for one in found[::3])
    assert said[1::3] == due[1::3]
    assert all(code in ("CARD", "DRAW", "CUT", "PROOF") for code in said[2::3]), said[2::3]

"""The counters of poker (A71 to A79) over hands nobody has seen, which PokerKit plays and writes,
and over those of a collection where there is one: as one counts them who reads the text alone."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from tests.poker.dealt import written

from cutcard.games.poker import counts, phh

from .judge_statistics import NAMES, Hand

KEPT = Path(__file__).parents[1] / "data" / "poker" / "hands.phhs"
COLLECTION = Path(os.environ.get("CUTCARD_DATA", "/nowhere")) / "pluribus.phhs"


def agree(text: str) -> Counter[str]:
    """What a hand moved, by both."""
    wanted = Hand(tomllib.loads(text)).found
    found = counts.of_record(phh.record(phh.table(text.splitlines())))
    whole = [float(one).is_integer() for hand in wanted for one in (hand["net"],)]
    for mine, theirs in zip(wanted, found, strict=True):
        for name in NAMES:
            if name != "net" or all(whole):  # half chips are kept in a smaller unit
                assert mine[name] == theirs.get(name, 0), (name, text)
    return Counter({name: sum(bool(one[name]) for one in wanted) for name in NAMES})


def test_A71_to_A79_hands_nobody_has_seen():
    moved: Counter[str] = Counter()
    played = 0
    for number in range(150):
        history = written("NT", f"statistics {number}", plain=True)
        if history is not None:
            moved += agree(history.dumps())
            played += 1
    assert played > 100
    assert all(moved[name] > 5 for name in NAMES), moved


@pytest.mark.parametrize("path", [KEPT, COLLECTION], ids=["kept", "collection"])
def test_A71_to_A79_hands_of_a_file(path):
    if not path.exists():
        return  # a collection is where CUTCARD_DATA names it
    count = 0
    for lines in phh.sections(path.read_text(encoding="utf-8")):
        text = "\n".join(line for line in lines if not line.startswith("["))
        given = tomllib.loads(text)
        if given["variant"] == "NT" and any(given["blinds_or_straddles"]):
            agree(text)
            count += 1
    assert count > 10

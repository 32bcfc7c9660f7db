"""Every file of hands that is here replays: ours of tests/data, and those under CUTCARD_DATA."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from cutcard.games.poker import phh, replayed
from cutcard.games.poker.replayed import BROKEN, FEE, OK

from .dealt import OWN, collections, there_and_back


def hands(path: Path) -> list[phh.Record]:
    return list(phh.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", collections(), ids=lambda path: path.name)
def test_every_hand_of_a_file_replays(path: Path) -> None:
    """To the stacks it says. A room's text says only what was won, and may contradict itself
    (broken), or the room took more of it than a tenth (a fee); nothing else differs."""
    seen: Counter[str] = Counter()
    for number, one in enumerate(hands(path), 1):
        verdict = replayed.judge(one)
        seen[verdict.kind] += 1
        if verdict.kind != OK:
            assert one.finishing is None, (number, verdict)
            assert verdict.kind in (FEE, BROKEN), (number, verdict)
    assert seen[BROKEN] <= 0.001 * seen.total() + 1, seen
    assert seen[OK] > 0.9 * seen.total() > 0, seen


def test_what_we_ship_says_how_every_hand_ended() -> None:
    own = [one for path in collections() if path.is_relative_to(OWN) for one in hands(path)]
    assert len(own) > 50
    assert all(one.finishing is not None for one in own)


def test_no_limit_holdem_goes_to_pokerstars_text_and_back() -> None:
    seen = 0
    for path in collections():
        plain = (
            one
            for one in hands(path)
            if one.variant == "NT"
            and one.finishing is not None
            and not any(one.antes)
            and sum(map(bool, one.blinds)) == 2
            and not any(replayed.LEFT in action for action in one.actions)
        )
        for number, one in enumerate(islice(plain, 150)):
            there_and_back(one, hero=number % len(one.stacks))
            seen += 1
    assert seen >= 5

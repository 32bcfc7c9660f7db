"""The rules of TITLE by example, and its contract by the conformance suite."""

from __future__ import annotations

from pathlib import Path

from cutcard.check import check, find
from cutcard.kernel.rng import Rng

FOLDER = str(Path(__file__).parent)


def test_it_keeps_the_contract() -> None:
    report = check(FOLDER, cases=200)
    assert report.ok, [str(fault) for fault in report.faults]


def test_the_highest_card_wins() -> None:
    game = find(FOLDER)
    state = game.deal(game.Options(), 2, Rng.named("a word"))
    for seat in (0, 1):
        state.play(seat, state.legal(seat)[0])
    outcome = state.outcome()
    assert outcome is not None
    best = max((0, 1), key=lambda seat: outcome.scores[seat])
    assert outcome.scores[0] == outcome.scores[1] or outcome.places[best] == 1

"""The rules of TITLE by example, and its contract by the conformance suite."""

from __future__ import annotations

from pathlib import Path

from cutcard.check import check, find
from cutcard.kernel.rng import Rng

FOLDER = str(Path(__file__).parent)


def test_it_keeps_the_contract() -> None:
    report = check(FOLDER, cases=200)
    assert report.ok, [str(fault) for fault in report.faults]


def test_who_has_no_card_left_wins() -> None:
    game = find(FOLDER)
    state = game.deal(game.Options(), 2, Rng.named("a word"))
    while state.outcome() is None:
        seat = state.to_act()[0]
        state.play(seat, state.legal(seat)[0])
    outcome = state.outcome()
    assert outcome is not None
    winner = outcome.places.index(1)
    assert outcome.reason == "BLOCKED" or outcome.scores[winner] == 0

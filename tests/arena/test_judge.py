"""Another program's answers to cases of its own making; `judge.py` says how it came to them."""

from __future__ import annotations

import pytest

from . import test_cases as asks
from .judge import SETS, cases

SEED, COUNT = 16, 12
ASKED = {
    "seatingMoves": asks.test_T41_to_T59_seating_moves,
    "payouts": asks.test_T75_to_T82_payouts,
    "icm": asks.test_T90_to_T92_deals,
    "busts": asks.test_T64_to_T70_busts,
    "seating": asks.test_T33_to_T35_seating,
    "swiss": asks.test_T119_to_T123_swiss,
    "standings": asks.test_T127_to_T129_standings,
    "singleElimination": asks.test_T130_T131_single_elimination,
    "doubleElimination": asks.test_T135_T136_double_elimination,
    "roundRobin": asks.test_T138_T139_round_robin,
    "arena": asks.test_T143_arena_points,
    "matchmaking": asks.test_A5_to_A9_matchmaking,
    "elo": asks.test_A31_to_A34_elo,
    "glicko2": asks.test_A41_to_A45_glicko,
    "openskill": asks.test_A51_to_A53_openskill,
}


@pytest.mark.parametrize("name", SETS)
def test_the_judge_says_the_same(name):
    for case in cases(SEED, COUNT, [name])[name]:
        ASKED[name](case)

"""What Memory counts for its players' statistics (docs/rules/arena.md A83), by seat, of a deal that
is over. Alone: the board; against each other: pairs, turns and the longest run in one turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.kernel.game import Seat, Told

from . import moves as m
from .race import Race
from .rules import Memory
from .theory import par, stars


def of_deal(start: Memory | Race, log: Iterable[tuple[int, Seat, Any]]) -> list[dict[str, int]]:
    """Out of the deal's start and its log."""
    deal = start.copy()
    told: list[Told] = []
    for at, seat, move in log:
        deal.play(seat, move, at, told)
    if isinstance(deal, Race):
        return [{"pairs": lane.pairs[0], "moves": lane.moves} for lane in deal.lanes]
    if deal.mode == "solo":
        return [_alone(deal)]
    if deal.mode == "coop":
        return [{"pairs": found, "moves": deal.moves} for found in deal.pairs]
    return _versus(deal, [one.fact for one in told])


def _alone(deal: Memory) -> dict[str, int]:
    """`par` in hundredths of a move and `parMoves` are of boards solved that have a par: their
    ratio is moves ÷ par."""
    options = deal.options
    rows, cols = options.grid_size
    grid, groups = f"{rows}x{cols}", len(deal.values) // options.match_size
    mine = {"boards": 1, "moves": deal.moves, "pairs": deal.pairs[0]}
    if deal.ended_by != "COMPLETED":
        return mine
    mine |= {"solved": 1}
    if options.open_cards or options.preview_ms:
        return mine
    mine[f"best[{grid}]"] = deal.moves
    if options.match_size == 2:
        mine |= {"par": round(100 * par(groups)), "parMoves": deal.moves}
        if stars(groups, deal.moves) == 3:
            mine["stars3"] = 1
        if 2 * deal.moves <= 3 * groups:
            mine[f"perfect[{grid}]"] = 1
    return mine


def _versus(deal: Memory, facts: list[object]) -> list[dict[str, int]]:
    turns, longest = [0] * deal.seats, [0] * deal.seats
    run = 0
    for fact in facts:
        if isinstance(fact, m.TurnStarted):
            turns[fact.player_id] += 1
            run = 0
        elif isinstance(fact, m.CardsMatched):
            run += 1
            longest[fact.player_id] = max(longest[fact.player_id], run)
    counted = []
    for seat in range(deal.seats):
        mine = {"pairs": deal.pairs[seat], "turns": turns[seat], "longestRun": longest[seat]}
        others = [pairs for other, pairs in enumerate(deal.pairs) if other != seat]
        if others == [0] and deal.pairs[seat] and deal.ended_by == "COMPLETED":
            mine["shutOut"] = 1
        counted.append(mine)
    return counted

"""What stands around the tables: ratings, matchmaking, statistics, achievements and events.

Everything named here is a pure function or a Record: no store, no clock, no chance but a seed's.
The rule books are docs/rules/arena.md (A) and docs/rules/tournament.md (T); each function names
its rows. Nothing here knows a game by name. What makes no sense is refused with a sentence: by
`Misdeal`, a ValueError, or by `Illegal` with the rule book's code where a request is judged.
"""

from __future__ import annotations

from . import elo, glicko, openskill
from .balance import At, Break, Decision, Final, House, Move, Place, decide
from .brackets import Bracket, bracket, double_elimination
from .busts import Placed, out_of_hand, out_of_hands, out_together
from .counters import added, count, counting, ratio, share
from .deals import by_chips, deal, icm, whole
from .draws import draw, seed_of
from .glicko import Glicko
from .matchmaking import Ticket, fits, pairs, quality, tables, teams, window
from .misdeal import Misdeal
from .openskill import Skill
from .payouts import Payout, Takings, check_structure, payout, places_paid, prizes, tied
from .points import Points, arena_points, performance, table_points
from .robin import round_robin
from .seats import Seated, breaking_order, first_draw, late_seat, tables_for
from .standings import Row, robin_standings, standings
from .swiss import Cost, Swiss, cost_of, in_order, pair, rounds_for

__all__ = [
    "At",
    "Bracket",
    "Break",
    "Cost",
    "Decision",
    "Final",
    "Glicko",
    "House",
    "Misdeal",
    "Move",
    "Payout",
    "Place",
    "Placed",
    "Points",
    "Row",
    "Seated",
    "Skill",
    "Swiss",
    "Takings",
    "Ticket",
    "added",
    "arena_points",
    "bracket",
    "breaking_order",
    "by_chips",
    "check_structure",
    "cost_of",
    "count",
    "counting",
    "deal",
    "decide",
    "double_elimination",
    "draw",
    "elo",
    "first_draw",
    "fits",
    "glicko",
    "icm",
    "in_order",
    "late_seat",
    "openskill",
    "out_of_hand",
    "out_of_hands",
    "out_together",
    "pair",
    "pairs",
    "payout",
    "performance",
    "places_paid",
    "prizes",
    "quality",
    "ratio",
    "robin_standings",
    "round_robin",
    "rounds_for",
    "seed_of",
    "share",
    "standings",
    "table_points",
    "tables",
    "tables_for",
    "teams",
    "tied",
    "whole",
    "window",
]

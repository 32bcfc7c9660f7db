"""Poker: seventeen games at up to three limits, and their mixes, on one hand engine. See
README.md."""

from __future__ import annotations

from msgspec.structs import replace

from .ladders import ACE_FIVE, DEUCE_SEVEN, SHORT_DECK, STANDARD
from .moves import Carry, Move, Tick
from .opening import deal
from .options import Level, Options
from .ranking import ladder
from .rules import Poker

name = "poker"
version = 4
seats = range(2, 11)
shows_seed = False  # folded and mucked hands stay hidden for good
cash = True  # buys in and cashes out by `cash` facts; its states have stakes()
open_seating = True  # players come and go between hands, by Sit and Leave

__all__ = [
    "Carry",
    "Level",
    "Move",
    "Options",
    "Poker",
    "Tick",
    "cash",
    "deal",
    "ladder",
    "name",
    "open_seating",
    "seats",
    "setups",
    "shows_seed",
    "version",
    "warm",
]


def warm() -> None:
    """Fills the tables of the evaluators, which else the first showdown would wait for."""
    for ranks in (STANDARD, SHORT_DECK, DEUCE_SEVEN, ACE_FIVE):
        ranks.fill()


def setups() -> list[tuple[Options, int]]:
    """Cash and tournaments, every variant, and the house rules turned the other way."""
    quick = Options(start_stack=60, small_blind=2, big_blind=4)
    return [
        (Options(), 6),
        (Options(start_stack=40, levels=(Level(1, 2), Level(2, 4, 1)), level_hands=2), 3),
        (Options(allow_run_it_twice=True, min_buy_in=4, buy_in=10, rake=50, rake_cap=3), 3),
        (Options(allow_straddle=True, min_buy_in=10, buy_in=20, ante=2, ante_by="big_blind"), 4),
        (Options(variant="PO", ante=1, ante_by="button", table_all_in=False, buy_in=40), 2),
        (Options(variant="PO/8", allow_run_it_twice=True, min_buy_in=4, buy_in=12), 3),
        (replace(quick, variant="HORSE"), 3),
        (replace(quick, variant="F7S"), 4),
        (replace(quick, variant="F7S/8"), 8),
        (replace(quick, variant="FR"), 3),
        (replace(quick, variant="N2L1D", ante=1, ante_by="big_blind_last"), 3),
        (replace(quick, variant="F2L3D"), 6),
        (replace(quick, variant="FB"), 3),
        (replace(quick, variant="NS", ante=1), 4),
        (Options(variant="dealer", min_buy_in=20, buy_in=40), 3),
        (Options(bomb_every=1, double_board=True, start_stack=20), 4),
        (Options(start_delay=0, result_delay=2000, min_buy_in=4, buy_in=10), 3),
        (Options(variant="PO5", bomb_every=2, double_board=True, min_buy_in=10, buy_in=40), 4),
        (Options(variant="PO6/8", allow_run_it_twice=True, min_buy_in=4, buy_in=12), 3),
        (replace(quick, variant="PC/8"), 4),
        (replace(quick, variant="N5D"), 3),
    ]

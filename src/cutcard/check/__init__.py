"""The conformance suite, for the games here and for anybody's own.

`check(game, cases=…)` plays deals at random on all of the game's setups and examines them:
nothing leaks, refusals change nothing, copies are independent, the same seed gives the same
deal, timers lead on, deals end. `cutcard check NAME` is the same from a terminal.
"""

from .case import Findings
from .fault import KINDS, Broken, Fault
from .find import find
from .suite import Report, check

__all__ = ["KINDS", "Broken", "Fault", "Findings", "Report", "check", "find"]

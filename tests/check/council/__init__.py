"""Council: a small game with everything that can leak, to plant faults in.

Each round every seat in turn throws a card or draws one; then all vote in secret and only the
count is told; after a pause a die is rolled and the next round begins. Points for the majority.
"""

from .moves import Carry, Move, Options, Tick
from .rules import Council, deal

name = "council"
version = 1
seats = range(2, 5)
shows_seed = False

__all__ = ["Carry", "Council", "Move", "Options", "Tick", "deal", "name", "seats", "version"]


def setups() -> list[tuple[Options, int]]:
    return [(Options(), 3), (Options(rounds=1, cards=2), 2)]

"""A bot sees a view, what is legal, and worlds that might be; never the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutcard.kernel.cards import rank, suit
from cutcard.kernel.game import Seat, StateOf
from cutcard.kernel.rng import Rng

from .moves import Keep, Move, Tick, View

World = Callable[[Rng], StateOf[Move, Tick, View]]
Moves = Sequence[Move]


class Greedy:
    """Keeps its highest card."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> Move:
        keeps = [move for move in legal if isinstance(move, Keep)]
        return max(keeps, key=lambda move: (rank(move.card), suit(move.card)))


BOTS: dict[str, type[Greedy]] = {"greedy": Greedy}  # the first is the usual opponent

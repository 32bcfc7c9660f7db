"""A bot is told its seat, a view, what is legal, and worlds that might be; never the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutcard.kernel.cards import parse, rank, suit
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
        keeps = {parse(move.card): move for move in legal if isinstance(move, Keep)}
        return keeps[max(keeps, key=lambda card: (rank(card), suit(card)))]


BOTS: dict[str, type[Greedy]] = {"greedy": Greedy}  # the first is the usual opponent

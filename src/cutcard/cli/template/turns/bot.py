"""A bot is told its seat, a view, what is legal, and worlds that might be; never the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cutcard.kernel.game import Seat, StateOf
from cutcard.kernel.rng import Rng

from .moves import Move, Play, Tick, View

World = Callable[[Rng], StateOf[Move, Tick, View]]
Moves = Sequence[Move]


class Steady:
    """Plays the suit it holds most of, and draws when nothing fits."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> Move:
        suits = Counter(card[-1] for card in view.players[seat].hand or ())
        plays = [move for move in legal if isinstance(move, Play)]
        return max(plays, key=lambda move: suits[move.card[-1]]) if plays else legal[0]


BOTS: dict[str, type[Steady]] = {"steady": Steady}  # the first is the usual opponent

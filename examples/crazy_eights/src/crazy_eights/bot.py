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
    """Plays what leaves it most to follow with, keeps its eights for need, draws only when
    nothing fits."""

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> Move:
        plays = [move for move in legal if isinstance(move, Play)]
        if not plays:
            return legal[-1]
        hand = view.players[seat].hand or ()
        suits = Counter(card[1] for card in hand if card[0] != "8")

        def merit(move: Play) -> tuple[bool, int]:
            follows = suits[move.suit or move.card[1]]
            return move.suit is None, follows

        return max(plays, key=merit)


BOTS: dict[str, type[Steady]] = {"steady": Steady}  # the first is the usual opponent

"""Memory's bots. They see views and facts as a person does, and differ in what they remember.

Each takes a group it knows, else the mate of the card that is up, else a card it does not
know. Only Master thinks further: it plays the plans of Zwick and Paterson (theory.py). After a
turn that showed nothing new every one turns a card that never was, so that no deal of bots stalls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cutcard.kernel.game import Fact, Seat, StateOf
from cutcard.kernel.rng import Rng

from .moves import (
    CardFlipped,
    CardsCovered,
    CardsMatched,
    CardsPreviewed,
    Flip,
    GameStart,
    Move,
    Pause,
    Tick,
    View,
)
from .theory import zwick_paterson

World = Callable[[Rng], StateOf[Move, Tick, View]]
Moves = Sequence[Move]
Known = dict[int, int]  # cell → value, the longest unseen first


class Elephant:
    """Forgets nothing, and always looks for new cards (2-moves)."""

    def __init__(self) -> None:
        self.known: Known = {}
        self.turned: set[int] = set()  # cells turned once, whatever is remembered of them
        self.fresh = False  # this turn has shown a card never turned before
        self.stalls = False  # the last turn found nothing and showed no such card

    def hear(self, facts: Sequence[Fact]) -> None:
        """Remember what an update has shown."""
        for fact in facts:
            if type(fact) is CardFlipped:
                self.fresh = self.fresh or fact.cell not in self.turned
                self.turned.add(fact.cell)
                self.note(fact.cell, fact.value)
            elif type(fact) is CardsPreviewed:
                for cell, value in enumerate(fact.values):
                    self.note(cell, value)
            elif type(fact) is CardsMatched or type(fact) is CardsCovered:
                self.stalls = type(fact) is CardsCovered and not self.fresh
                self.fresh = False
                self.turn_over()
            elif type(fact) is GameStart:
                self.known.clear()
                self.turned.clear()
                self.fresh = self.stalls = False

    def note(self, cell: int, value: int) -> None:
        """See a card; it is now the one seen last."""
        self.known.pop(cell, None)
        self.known[cell] = value

    def turn_over(self) -> None:
        """A turn has passed: cards were found, or turned back."""

    def recall(self, rng: Rng) -> Known:
        """What it still knows."""
        return self.known

    def choose(
        self, seat: Seat, view: View, legal: Moves, asides: Moves, world: World, rng: Rng
    ) -> Move:
        """Its move; it agrees to a pause that somebody asked for."""
        if view.pause_asked and Pause() in asides:
            return Pause()
        if view.status != "Playing":
            return legal[0]  # start, or go on after a pause
        up: Known = {}
        for cell, card in view.cards.items():
            if card.state == "Solved":
                self.known.pop(cell, None)
            elif card.value is not None:
                up[cell] = card.value
                if cell not in self.known:
                    self.note(cell, card.value)
        for cell, value in (view.open or {}).items():
            if cell not in self.known:
                self.note(cell, value)
        covered = [cell for cell, card in view.cards.items() if card.state == "Covered"]
        known = self.recall(rng)
        cell = self.pick(view, up, covered, known, rng)
        return Flip(view.cards[cell].id)

    def pick(self, view: View, up: Known, covered: list[int], known: Known, rng: Rng) -> int:
        """The covered cell to turn."""
        taken = _take(view.match_size, up, covered, known)
        return self.look(covered, known, rng) if taken is None else taken

    def look(self, covered: list[int], known: Known, rng: Rng) -> int:
        """A card it does not know, or any where it knows them all; in a stall a new one."""
        choice = [cell for cell in covered if cell not in known] or covered
        if self.stalls and not self.fresh:
            choice = [cell for cell in covered if cell not in self.turned] or choice
        return choice[rng.below(len(choice))]


class Goldfish(Elephant):
    """Remembers the last cards it saw, and those only."""

    span = 4

    def note(self, cell: int, value: int) -> None:
        super().note(cell, value)
        while len(self.known) > self.span:
            del self.known[next(iter(self.known))]


class Forgetful(Elephant):
    """Keeps each card it knows with probability 9 in 10 at every turn."""

    keeps, of = 9, 10

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0

    def turn_over(self) -> None:
        self.turns += 1

    def recall(self, rng: Rng) -> Known:
        for _ in range(self.turns):
            self.known = {c: v for c, v in self.known.items() if rng.below(self.of) < self.keeps}
        self.turns = 0
        return self.known


class Master(Elephant):
    """Forgets nothing, and against others shows no more than is good for it."""

    def __init__(self) -> None:
        super().__init__()
        self.idles_with: int | None = None  # the known card it turned first in a 0-move

    def pick(self, view: View, up: Known, covered: list[int], known: Known, rng: Rng) -> int:
        taken = _take(view.match_size, up, covered, known)
        if taken is not None:
            return taken
        if view.mode == "versus" and view.match_size == 2:
            singles = [cell for cell in covered if cell in known]
            pairs = (len(covered) + len(up)) // 2
            if up:
                (first,) = up
                idle = first == self.idles_with
                self.idles_with = None
                if singles and (idle or zwick_paterson(pairs, len(singles)) == 1):
                    return singles[rng.below(len(singles))]
            elif not self.stalls and zwick_paterson(pairs, len(singles)) == 0:
                self.idles_with = singles[rng.below(len(singles))]
                return self.idles_with
        return self.look(covered, known, rng)


def _take(size: int, up: Known, covered: list[int], known: Known) -> int | None:
    """A covered card known to match what is up; with nothing up, one of a group all known."""
    if up:
        wanted = next(iter(up.values()))
        return next((cell for cell in covered if known.get(cell) == wanted), None)
    count: dict[int, int] = {}
    for cell in covered:
        if cell in known:
            value = known[cell]
            count[value] = count.get(value, 0) + 1
            if count[value] == size:
                return cell
    return None


BOTS: dict[str, Callable[[], Elephant]] = {
    "forgetful": Forgetful,
    "goldfish": Goldfish,
    "elephant": Elephant,
    "master": Master,
}

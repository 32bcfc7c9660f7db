"""A hand whose cards are those of a file, in the order in which it deals them."""

from __future__ import annotations

from functools import lru_cache

from . import phh
from .hand import DONE, Hand
from .phh import UNKNOWN, Malformed, Record, Unsupported

SECOND = "# board 2"  # said of a card of the second board, where a hand has two


class Scripted(Hand):
    """A hand whose cards are a file's. Nobody is paid before the file has shown its hands."""

    __slots__ = ("as_posted", "board_scripts", "hole_script", "known", "mucked")

    def __init__(self, one: Record) -> None:
        self.hole_script, first, second = _script(one)
        dealt = (*self.hole_script, first, second)
        self.known = [c for cards in dealt for c in cards if c != UNKNOWN]
        if len(first) > 5:
            raise Unsupported("more than five cards on a board")
        self.board_scripts = [first]
        if second:  # it lacks what the boards have in common
            self.board_scripts.append(first[: len(first) - len(second)] + second)
        self.mucked: set[int] = set()
        self.as_posted = one.as_posted
        super().__init__(one.stakes(), one.stacks[:], [])

    def _take(self, i: int, count: int) -> list[int]:
        queue = self.hole_script[i]
        taken = queue[:count]
        del queue[:count]
        return taken + [UNKNOWN] * (count - len(taken))

    def deal_hole(self, count: int) -> None:
        self.hole = [self._take(i, count) for i in range(self.n)]

    def deal_board(self, count: int) -> None:
        for script, board in zip(self.board_scripts, self.boards, strict=False):
            taken = script[len(board) : len(board) + count]
            board.extend(taken + [UNKNOWN] * (count - len(taken)))

    def deal_up(self, count: int) -> None:
        if self.board_scripts[0] and not any(self.hole_script):  # a card for all: the deck was out
            self.deal_board(count)
            return
        for i in range(self.n):
            if not self.folded[i]:
                self.hole[i] += self._take(i, count)

    def deal_change(self, i: int, count: int) -> list[int]:
        return self._take(i, count)

    def bring_in(self) -> None:
        if self.as_posted:
            self.stakes.bring_in = min(self.stakes.bring_in, self.stacks[self.actor])
        super().bring_in()

    def _fixed_put(self, total: int) -> None:
        """A whole bet over a short all-in is no open pair's big bet (P28, P30)."""
        unit, pair = self.unit, self.full + self.stakes.big_bet
        super()._fixed_put(total)
        if total != pair:
            self.unit = unit

    def finish(self) -> None:
        self.phase = DONE
        self.actor = -1


def _script(one: Record) -> tuple[list[list[int]], list[int], list[int]]:
    """All cards the file deals: to each place, and to the boards."""
    holes: list[list[int]] = [[] for _ in one.stacks]
    first: list[int] = []
    second: list[int] = []
    for action in one.actions:
        if action.startswith("d "):
            words = action.partition("#")[0].split()
            if len(words) >= 4 and words[1] == "dh":
                holes[place(words[2], len(holes))] += phh.cards_of(words[3])
            elif len(words) >= 3 and words[1] == "db":
                (second if SECOND in action else first).extend(phh.cards_of(words[2]))
            else:
                raise Malformed(f"{action!r} deals nothing known")
    if len(first) > 5 and not second:  # run twice: the second board follows the first
        first, second = first[:5], first[5:]
    return holes, first, second


@lru_cache(256)
def place(word: str, places: int) -> int:
    """The place that a file calls p1, p2 and so on."""
    if word[:1] != "p" or not word[1:].isdigit() or not 1 <= int(word[1:]) <= places:
        raise Malformed(f"{word!r} is no player of this hand")
    return int(word[1:]) - 1

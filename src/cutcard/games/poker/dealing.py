"""The cards of a hand: the deck, what each place holds, the boards, and what was thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cutcard.kernel.rng import Rng

    from .variants import Variant


class Cards:
    """Deals them. A hand read from a file deals what is written there instead."""

    __slots__ = (
        "boards",
        "deck",
        "folded",
        "hole",
        "live",
        "muck",
        "n",
        "pos",
        "rng",
        "variant",
    )

    boards: list[list[int]]
    deck: list[int]  # never changed: copies share it
    folded: list[bool]
    hole: list[list[int]]
    live: int  # how many have not folded
    muck: list[tuple[int, int]]  # thrown away in draws: (place, card)
    n: int
    pos: int  # of the deck
    rng: Rng | None
    variant: Variant

    def deal_hole(self, count: int) -> None:
        deck, end = self.deck, self.n * count
        self.hole = [deck[i : i + count] for i in range(0, end, count)]
        self.pos = end

    def deal_board(self, count: int) -> None:
        """The same to every board, after a burn where cards are left for one."""
        deck, boards = self.deck, self.boards
        pos = self.pos
        if len(deck) - pos > len(boards) * (5 - len(boards[0])):
            pos += 1
        for board in boards:
            board.extend(deck[pos : pos + count])
            pos += count
        self.pos = pos

    def deal_up(self, count: int) -> None:
        """A stud street; where the deck has not a card for each, one for all (P34)."""
        left = len(self.deck) - self.pos
        if left < self.live:
            self.boards[0].append(self.deck[self.pos])
            self.pos += 1
            return
        self.pos += left > self.live
        for i in range(self.n):
            if not self.folded[i]:
                self.hole[i] += self.deck[self.pos : self.pos + count]
                self.pos += count

    def deal_change(self, i: int, count: int) -> list[int]:
        """Cards for a draw. The last of the deck is not dealt: it is shuffled with what the
        others threw away, and with a place's own earlier discards only at need (P35)."""
        taken = self.deck[self.pos : min(self.pos + count, len(self.deck) - 1)]
        self.pos += len(taken)
        need = count - len(taken)
        if need:
            pool = [self.deck[-1], *(card for owner, card in self.muck if owner != i)]
            self.muck = [(owner, card) for owner, card in self.muck if owner == i]
            while len(pool) <= need:
                pool.append(self.muck.pop(0)[1])
            if self.rng is None:
                raise ValueError("a hand with draws needs chance: pass an Rng")
            self.rng.shuffle(pool)
            self.deck = self.deck[: self.pos] + pool
            taken += pool[:need]
            self.pos += need
        return taken

    def up(self, i: int) -> list[int]:
        """The cards of a place that lie face up."""
        ups = self.variant.ups
        return [card for card, shown in zip(self.hole[i], ups, strict=False) if shown]

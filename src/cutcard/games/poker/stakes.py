"""What a hand is played for: the forced bets by place, and the table's rules about money.

Places count clockwise from the button's left, so the button (or who sits before it) is last;
heads-up place 0 is the big blind and place 1 the button, as PHH has it. Chips are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from .variants import FIXED, LOW_CARD, Variant


class Stakes:
    """Made once for a table's places, read by each hand."""

    __slots__ = (
        "ante_counts",
        "ante_last",
        "antes",
        "bet",
        "big_bet",
        "blinds",
        "boards",
        "bomb",
        "bring_in",
        "cap",
        "dead",
        "door",
        "first",
        "hole",
        "limit",
        "no_flop_no_drop",
        "open_pair",
        "posts",
        "price",
        "rake",
        "rake_cap",
        "runs",
        "step",
        "streets",
        "trim",
        "variant",
    )

    def __init__(
        self,
        variant: Variant,
        blinds: Sequence[int],
        *,
        bet: int,
        big_bet: int = 0,
        antes: Sequence[int] = (),
        dead: Sequence[int] = (),
        bring_in: int = 0,
        first: int | None = None,
        step: int | None = None,
        trim: bool = True,
        ante_last: bool = False,
        cap: int | None = 4,
        open_pair: bool = True,
        bomb: bool = False,
        boards: int = 1,
        runs: bool = False,
        rake: int = 0,
        rake_cap: int = 0,
        no_flop_no_drop: bool = True,
    ) -> None:
        self.variant = variant
        self.blinds = [abs(blind) for blind in blinds]
        self.bet = bet  # the least bet, or a fixed limit's small bet
        self.big_bet = big_bet or (2 * bet if variant.limit == FIXED else bet)
        self.limit = variant.limit
        self.hole = variant.streets[0].hole
        self.door = variant.streets[0].board  # cards of the board before the first bet
        # For the hot loop, as plain tuples: draw, board, hole, the bet of the street.
        self.streets = [
            (s.draw, s.board, s.hole, self.big_bet if s.big else bet) for s in variant.streets
        ]
        self.antes = list(antes) if any(antes) else []
        self.dead = list(dead) if any(dead) else []  # missed small blinds: dead money
        self.bring_in = bring_in
        self.posts = [(i, blind) for i, blind in enumerate(self.blinds) if blind]
        self.price = max(self.blinds)
        self.first = opening_place(blinds) if first is None else first
        self.step = max(self.price, bet) if step is None else step  # P11: a straddle is a raise
        self.trim = trim  # a short ante wins only its like from each other ante
        # P25: an ante paid by one player is no part of the pot before the flop.
        self.ante_counts = len(set(antes)) <= 1
        self.ante_last = ante_last  # P8: a short big blind pays the blind first
        self.cap = cap  # P29: bets a street, heads-up aside
        # P28: a fourth-street pair showing may bet big, in stud that only the high hand wins.
        self.open_pair = open_pair and variant.opens == LOW_CARD and not variant.low
        self.bomb = bomb  # P13: no betting before the flop
        self.boards = boards
        self.runs = runs  # P51: players all-in may run it twice
        self.rake = rake  # per thousand
        self.rake_cap = rake_cap
        self.no_flop_no_drop = no_flop_no_drop


def opening_place(blinds: Sequence[int]) -> int:
    """Who acts first: left of the big blind, or of the last straddle, which must be higher.

    A late post is no more than the big blind (PHH writes it negative) and moves nobody.
    """
    last = 1 if len(blinds) > 1 and blinds[1] >= blinds[0] else 0
    for i in range(2, len(blinds)):
        if blinds[i] > blinds[last]:
            last = i
    return (last + 1) % len(blinds)

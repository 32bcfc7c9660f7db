"""One deal as data: what is on the table, who waits for whom, and what everybody has seen.

Hands are integers (`deck.py`), so a copy is cheap and shares nothing that changes. Nothing here
judges a move: `rules.py` does, `gifts.py` and `tricks.py` carry it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from cutcard.kernel.cards import NAMES
from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng

from .book import Book
from .deck import BIT, kinds, level_of, names
from .lay import spoken
from .levels import board_level, level_to_play
from .moves import Carry, Laid, Settled
from .options import Options, book_of
from .shapes import Form
from .tribute import payers_of

if TYPE_CHECKING:
    from .sight import Sight

DEAL, PAY, TAKE, BACK, PLAY, SETTLE, OVER = range(7)
NONE, REFUSED = -1, -2  # in `chosen`: nothing yet, and no card
AUTO_MS = 6000  # how long a seat that the table plays waits for what is chosen for it
ABSENT_MS = 10_000  # how long a turn lasts of a seat from which nobody listens


class Deal:
    """The fields of a deal, and questions about them."""

    __slots__ = (
        "_sight",
        "absent",
        "auto",
        "began",
        "book",
        "carry",
        "chosen",
        "conceding",
        "declarer",
        "dues",
        "gifts",
        "gone",
        "hands",
        "known",
        "lasts",
        "level",
        "levels",
        "missed",
        "options",
        "out",
        "owner",
        "passed",
        "passes",
        "payers",
        "phase",
        "pile",
        "ready",
        "result",
        "rng",
        "shown",
        "table",
        "turn",
        "wind",
    )

    remade = ("_sight",)  # work kept for later, which a copy begins without

    def __init__(self, options: Options, rng: Rng, carry: Carry | None, hands: list[int]) -> None:
        self.options = options
        self.book = book_of(options)
        self.rng = rng
        self.carry = carry
        self.hands = hands
        boards = options.match == "boards"  # each a deal by itself, at nobody's own level
        text, self.declarer = (board_level(self.deals()), NONE) if boards else level_to_play(carry)
        self.level = level_of(text)
        self.levels = (text, text) if boards or carry is None else carry.levels
        self.phase = DEAL
        self.payers = () if boards or carry is None else payers_of(carry.order)
        self.chosen = [NONE] * 4  # kinds
        self.gifts: list[tuple[int, int, int, int]] = []  # giver, taker, kind, kind returned
        self.shown: dict[int, int] = {}  # big jokers shown by seat
        self.known = [0] * 4  # cards of each hand that everybody has seen go there
        self.turn = NONE
        self.table: Form | None = None
        self.owner = NONE  # whose play lies on the table, or who won the last trick
        self.wind = False
        self.passes = 0
        self.passed = [False] * 4
        self.lasts: list[tuple[int, Form] | None] = [None] * 4
        self.out: list[int] = []
        self.gone = 0  # all cards played
        self.pile: list[int] = []  # the same in order, where cards are not shuffled
        self.auto = [carry is not None and seat in carry.auto for seat in range(4)]
        self.absent = [carry is not None and seat in carry.absent for seat in range(4)]
        self.missed = [0] * 4
        self.conceding = [False] * 4
        self.began = 0
        self.dues = [0] * 4
        self.result: Settled | None = None
        self.ready = [False] * 4  # for the next deal
        self._sight: Sight | None = None  # what it showed last; no copy has it

    def copy(self) -> Self:
        """Plays on exactly as this one would; shares nothing that changes."""
        twin = type(self)(self.options, self.rng.copy(), self.carry, self.hands[:])
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def waiting(self) -> tuple[Seat, ...]:
        """The seats the deal waits for."""
        if self.phase in (PLAY, TAKE):
            return (self.turn,)
        if self.phase == PAY:
            return tuple([seat for seat in self.payers if self.chosen[seat] == NONE])
        if self.phase == BACK:
            return tuple([gift[1] for gift in self.gifts if self.chosen[gift[1]] == NONE])
        if self.phase == SETTLE:
            return tuple([s for s in range(4) if not self.ready[s] and not self.auto[s]])
        return ()

    def wait(self, seats: Sequence[Seat], at: int) -> None:
        """Start the clocks of the seats that are to act from now on."""
        self.began = at
        for seat in seats:
            self.dues[seat] = at + self.patience(seat)

    def patience(self, seat: Seat) -> int:
        """For how many ms a seat's turn lasts."""
        turn = self.book.turn_seconds * 1000
        if self.auto[seat]:
            return min(AUTO_MS, turn)
        return min(ABSENT_MS, turn) if self.absent[seat] else turn

    def forget(self, seat: Seat, cards: int) -> None:
        """Of the cards everybody knew a seat to have, take away those that have left it."""
        known = self.known[seat]
        if known:
            for kind in kinds(cards):
                if known >> 4 * kind & 3:
                    known -= BIT[kind]
            self.known[seat] = known

    def laid(self, seat: Seat) -> Laid | None:
        """A seat's last play as everybody sees it."""
        last = self.lasts[seat]
        if last is None:
            return None
        return _laid(seat, last, self.level, self.book)

    def offers(self) -> dict[Seat, str]:
        """Two equal tributes as they lie open."""
        return {payer: NAMES[self.chosen[payer]] for payer in sorted(self.payers)}

    def deals(self) -> int:
        """How many deals the match has with this one."""
        return 1 if self.carry is None else self.carry.deals + 1

    def elapsed(self, at: int) -> int:
        """How long the match has lasted, in ms."""
        return at if self.carry is None else self.carry.elapsed + at

    def left_over(self) -> dict[Seat, tuple[str, ...]]:
        """The cards nobody got rid of."""
        return {seat: names(hand, self.level) for seat, hand in enumerate(self.hands) if hand}


@lru_cache(maxsize=1024)
def _laid(seat: Seat, play: tuple[int, Form], level: int, book: Book) -> Laid:
    cards, form = play
    shown, stands = spoken(cards, level, form, book)
    return Laid(seat, shown, *form, stands)


_LISTS = (
    "absent",
    "auto",
    "chosen",
    "conceding",
    "dues",
    "gifts",
    "known",
    "lasts",
    "missed",
    "out",
    "passed",
    "pile",
    "ready",
)
_PLAIN = ("began", "gone", "owner", "passes", "phase", "result", "shown", "table", "turn", "wind")

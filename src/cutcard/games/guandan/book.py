"""The two rule books as tables of values, and every value by itself.

A preset is data: nothing in the game asks which preset is played, only what a value is. A `Book`
is the values a table plays by: its preset's, with those that whoever opened it set alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from cutcard.kernel.game import Record

if TYPE_CHECKING:
    from .shapes import Form

STRAIGHT_FLUSH, KINGS = "straightflush", "jokerbomb"


def _order(beaten: int) -> tuple[str, ...]:
    sizes = [str(size) for size in range(4, 11)]
    return (*sizes[: beaten - 3], STRAIGHT_FLUSH, *sizes[beaten - 3 :], KINGS)


_ORDERS = {beaten: _order(beaten) for beaten in range(4, 11)}


class Book(Record, frozen=True, cache_hash=True):
    """Every value the rules ask for. The defaults are those of `spec`."""

    flush_beats: int = 7  # the largest bomb of one rank that a straight flush beats
    anti_tribute: Literal["optional", "auto"] = "optional"
    anti_together: bool = False  # whether two payers' big jokers count together
    advance: tuple[int, int, int] = (3, 2, 1)  # by the partner's place: 2nd, 3rd, 4th
    a_limit: int = 3  # failures at A that send a team back
    a_drop_to: str = "2"
    a_consecutive: bool = True  # whether an own A deal without a failure starts the count anew
    a_fails: Literal["last", "unpassed"] = "last"  # what fails: 1st + 4th, or all that do not pass
    equal_tribute: Literal["seat", "random", "choice"] = "seat"
    return_max: int = 10
    turn_seconds: int = 30
    pause_seconds: int = 10  # for which an ended deal is shown before the next
    declare_pair: bool = False

    @property
    def bomb_order(self) -> tuple[str, ...]:
        """The bombs from the lowest to the highest, by card count or name."""
        return _ORDERS[self.flush_beats]

    def tier(self, form: Form) -> int:
        """How high a bomb stands; 0 for what is no bomb."""
        if form[0] == "bomb":
            return 2 * form[2]
        if form[0] == STRAIGHT_FLUSH:
            return 2 * self.flush_beats + 1
        return 100 if form[0] == KINGS else 0

    def beats(self, new: Form, old: Form) -> bool:
        """Whether `new` may be laid on `old`: a higher bomb, or the same type with a higher key."""
        ours, theirs = self.tier(new), self.tier(old)
        if ours != theirs:
            return ours > theirs
        return new[0] == old[0] and new[1] > old[1]

    def strength(self, form: Form) -> tuple[int, int, str]:
        """An order over the readings of the same cards, the strongest highest."""
        return self.tier(form), form[1], form[0]


PRESETS: Final[dict[str, Book]] = {
    "spec": Book(),
    "competition": Book(
        flush_beats=5,
        anti_tribute="auto",
        anti_together=True,
        a_fails="unpassed",
        a_consecutive=False,
    ),
}

BY_PAIR: Final = Book(declare_pair=True)


def preset(name: str) -> Book:
    """The rule book of that name."""
    book = PRESETS.get(name)
    if book is None:
        raise ValueError(f"no preset is called '{name}'; there are: {', '.join(PRESETS)}")
    return book


def bomb_strength(size: int, key: int) -> int:
    """Bombs of eight and more by one number: card count × 100 + rank value."""
    return size * 100 + key


def strength_text(book: Book) -> str:
    """The bombs in words, lowest first."""
    words = {STRAIGHT_FLUSH: "straight flush", KINGS: "four kings"}
    return " < ".join(words.get(bomb, bomb) for bomb in book.bomb_order)

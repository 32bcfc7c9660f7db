"""Where the button and the blinds are in a table's next hand (docs/rules/tournament.md T34, T37,
T38, T41, T48, T59). The game goes by the same rules; the event has to know them while the hand is
still played, for who comes to the table in the meantime."""

from __future__ import annotations

from msgspec import Struct

from cutcard.kernel.optional import Stage


class Positions(Struct, frozen=True):
    """Seats of a hand; after a single big blind the small one is the button's seat (T48)."""

    dealt: tuple[int, ...]
    button: int
    small: int
    big: int


def positions(stage: Stage) -> Positions:
    """The places of the hand that is dealt now."""
    seated = [seat for seat, stack in enumerate(stage.stacks) if stack]
    dealt = tuple(seat for seat in seated if seat not in stage.waits)
    if len(dealt) < 2:
        dealt = tuple(seated)  # two have to play
    size = len(stage.stacks)
    if stage.big < 0:
        button = stage.button if stage.button in dealt else dealt[0]
        small = button if len(dealt) == 2 else _after(button, dealt, size)
        return Positions(dealt, button, small, _after(small, dealt, size))
    if stage.single in dealt and len(dealt) > 2:
        return Positions(dealt, stage.small, stage.small, stage.single)
    button, small, big = stage.small, stage.big, _after(stage.big, dealt, size)
    if len(dealt) == 2:  # T38: the button has the small blind
        button = small = next(seat for seat in dealt if seat != big)
    elif (
        button in (big, small)
        or not _between(button, small, big, size)
        or any(_between(button, seat, small, size) for seat in dealt)  # P4: who waited while two
    ):  # played, and the button has not passed them
        button = _before(small, dealt, size)
    return Positions(dealt, button, small, big)


def _after(seat: int, dealt: tuple[int, ...], size: int) -> int:
    return next(s for step in range(1, size + 1) if (s := (seat + step) % size) in dealt)


def _before(seat: int, dealt: tuple[int, ...], size: int) -> int:
    return next(s for step in range(1, size + 1) if (s := (seat - step) % size) in dealt)


def _between(low: int, seat: int, high: int, size: int) -> bool:
    return 0 < (seat - low) % size < ((high - low) % size or size)

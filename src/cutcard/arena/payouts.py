"""What an event pays: the pool, the places and the prizes in whole chips, never a float
(docs/rules/tournament.md T75-T82)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import lcm

from msgspec import Struct, structs

from cutcard.kernel.game import Illegal

from .misdeal import need

WHOLE = 10_000  # shares are hundredths of a per cent
MOST_PLACES = 100  # of a structure of one's own
STANDARD: tuple[tuple[int, tuple[int, ...]], ...] = (  # up to so many entries: the shares
    (3, (10000,)),
    (6, (6500, 3500)),
    (10, (5000, 3000, 2000)),
    (18, (4000, 3000, 2000, 1000)),
    (27, (3700, 2500, 1700, 1200, 900)),
    (36, (3300, 2200, 1500, 1200, 1000, 800)),
    (45, (3000, 2000, 1450, 1100, 950, 800, 700)),
    (63, (2900, 1900, 1350, 1050, 850, 700, 550, 400, 300)),
    (100, (2700, 1750, 1250, 950, 750, 600, 450, 350, 300, 300, 300, 300)),
)


class Takings(Struct, frozen=True):
    """What came in, as far as the pool and its fees go by it (T75)."""

    entries: int
    buy_in: int
    fee: int = 0
    rebuys: int = 0
    rebuy_price: int = 0
    add_ons: int = 0
    add_on_price: int = 0
    guarantee: int = 0


class Payout(Struct, frozen=True):
    """The pool and what each place gets of it; `overlay` is the bank's part (T76)."""

    pool: int
    overlay: int
    fees: int
    prizes: tuple[int, ...]

    @property
    def paid(self) -> int:
        """How many places are paid."""
        return len(self.prizes)


def check_structure(structure: Sequence[int]) -> None:
    """T80: refuses a payout structure that is none."""
    if not 1 <= len(structure) <= MOST_PLACES:
        raise _bad(f"it has 1 to {MOST_PLACES} places, not {len(structure)}")
    if min(structure) < 1:
        raise _bad("every place's weight is 1 or more")
    if any(later > earlier for earlier, later in pairwise(structure)):
        raise _bad("no place weighs more than the one before it")
    if sum(structure) != WHOLE:
        raise _bad(f"the weights add up to {WHOLE}, not {sum(structure)}")


def _bad(what: str) -> Illegal:
    return Illegal("BAD_PAYOUT", f"That is no payout structure: {what}.")


def weights(entries: int, structure: Sequence[int] | None = None) -> list[int]:
    """T77, T78, T80: what each paid place weighs, by the number of entries."""
    if structure is not None:
        return list(structure[: max(1, entries)])
    for most, shares in STANDARD:
        if entries <= most:
            return list(shares)
    odd = [2 * place + 1 for place in range(1, -(-15 * entries // 100) + 1)]
    whole = lcm(*odd)
    return [whole // one for one in odd]


def places_paid(entries: int, structure: Sequence[int] | None = None) -> int:
    """T77: how many places so many entries pay."""
    if structure is not None:
        return min(len(structure), max(1, entries))
    for most, shares in STANDARD:
        if entries <= most:
            return len(shares)
    return -(-15 * entries // 100)


def prizes(pool: int, by_place: Sequence[int]) -> tuple[int, ...]:
    """T79: whole chips, rounded down; what is left over goes to the first."""
    total = sum(by_place)
    need(total > 0 and min(by_place) >= 0, "no place has a weight, or one has less than none")
    need(pool >= 0, f"a pool of {pool} chips cannot be paid")
    found = [pool * weight // total for weight in by_place]
    found[0] += pool - sum(found)
    return tuple(found)


def payout(takings: Takings, structure: Sequence[int] | None = None) -> Payout:
    """The pool with its guarantee, the fees, and the prize of every place that is paid."""
    need(min(structs.astuple(takings)) >= 0, "takings below 0 are none")
    if structure is not None:
        check_structure(structure)
    paid_in = (
        takings.entries * takings.buy_in
        + takings.rebuys * takings.rebuy_price
        + takings.add_ons * takings.add_on_price
    )
    pool = max(paid_in, takings.guarantee)
    return Payout(
        pool,
        pool - paid_in,
        takings.entries * takings.fee,
        prizes(pool, weights(takings.entries, structure)),
    )


def tied(by_place: Sequence[int], place: int, count: int) -> list[int]:
    """T82: what each of `count` who share the places from `place` on gets, the lower entry number
    first: odd chips go one each."""
    need(place >= 1, f"places count from 1, not {place}")
    total = sum(by_place[place - 1 : place - 1 + count])
    return shared(total, count)


def shared(total: int, count: int) -> list[int]:
    """So many chips in equal parts, odd chips one each to the first."""
    need(count >= 1, f"{count} cannot share anything")
    each, odd = divmod(total, count)
    return [each + (index < odd) for index in range(count)]

"""Statistics: whole numbers kept for a user, a game, a mode and a season, moved when a deal is
over and never during it (docs/rules/arena.md A71-A85). What is counted is the game's affair: its
folder's `counts.py` says it (`kernel/optional.py`). Shares are made here when they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cutcard.bots.parts import part
from cutcard.kernel.game import Game, Seat, State
from cutcard.kernel.optional import Counting, counting_of

MOST = frozenset(("longestRun", "bestStreak", "mostDamageTurn"))  # kept as the largest, not summed
FEWEST = "best"  # best[…] is the fewest


def counting(game: Game) -> Counting | None:
    """How the game counts; None: it counts nothing of its own."""
    return counting_of(part(game, "counts"))


def count(
    game: Game, start: State, log: Iterable[tuple[int, Seat, Any]]
) -> Sequence[Mapping[str, int]] | None:
    """A finished deal's counters by seat, out of its start and its log alone: computed once, and
    the same whenever they are computed again."""
    found = counting(game)
    return None if found is None else found.of_deal(start, log)


def added(kept: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """What was kept, and what a deal adds to it."""
    found = dict(kept)
    for name, value in more.items():
        if name in MOST:
            found[name] = max(found.get(name, value), value)
        elif name.startswith(f"{FEWEST}["):
            found[name] = min(found.get(name, value), value)
        else:
            found[name] = found.get(name, 0) + value
    return found


def share(part_of: int, whole: int) -> str | None:
    """Per cent with one decimal, halves up; left out where there is nothing to divide by."""
    return None if not whole else decimal(Fraction(100 * part_of, whole), 1)


def decimal(value: Fraction, digits: int) -> str:
    """A fraction with so many decimals, halves up."""
    scale = 10**digits
    units = (value * scale + Fraction(1, 2)).__floor__()
    sign, units = ("-", -units) if units < 0 else ("", units)
    return f"{sign}{units // scale}.{units % scale:0{digits}d}"


def ratio(above: int, below: int, digits: int = 2) -> str | None:
    """A76, A83: one number over another; left out where that is 0."""
    return None if not below else decimal(Fraction(above, below), digits)


def returned(prizes: int, bounties: int, cost: int) -> str | None:
    """A81: (prizes + bounties − cost) ÷ cost, in per cent."""
    return share(prizes + bounties - cost, cost)


def streaks(results: Iterable[str]) -> tuple[int, int]:
    """A82: matches won one after the other, now and at best; a draw ends it."""
    now = best = 0
    for result in results:
        now = now + 1 if result == "W" else 0
        best = max(best, now)
    return now, best


def shown(counters: Mapping[str, int], own: bool, open_names: frozenset[str]) -> dict[str, int]:
    """What of them may be shown: all to their owner, to others only what the game calls open."""
    return {name: value for name, value in counters.items() if own or name in open_names}

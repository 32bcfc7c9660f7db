"""A tournament's course between hands: who is in it, when it begins, and how its blinds rise.

Whoever takes a seat comes in by `sit`. It begins when every seat is taken, or when the first seat
taken says so; seats still free then are no part of it. Levels last a number of hands or of
minutes; the clock of minutes runs from the first deal on, and a new level begins with the next
hand (P55).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Illegal, Told

from . import facts

if TYPE_CHECKING:
    from .rules import Poker

OPEN, CALLED, CLOSED = range(3)  # entry: waits for players, is to begin with those there are, over
NEVER_IN = -1  # among places
_MINUTE = 60_000


def level_at(t: Poker, at: int) -> int:
    """The number of the level, from 0, in which a hand that is dealt then is played."""
    o = t.options
    done = (t.clock + at) // (o.level_minutes * _MINUTE) if o.level_minutes else None
    return min(t.hands // o.level_hands if done is None else done, len(t.steps) - 1)


def ends(t: Poker) -> int | None:
    """When the level's minutes are over, in ms of the deal's clock; None where none are counted."""
    minutes = t.options.level_minutes
    if not minutes or t.entry != CLOSED or t.level + 1 >= len(t.steps):
        return None
    return (t.level + 1) * minutes * _MINUTE - t.clock + t.zero


def hands_left(t: Poker) -> int | None:
    """How many hands, this one too, are played in the level; None where hands do not count."""
    each = t.options.level_hands
    if t.options.level_minutes or t.level + 1 >= len(t.steps):
        return None
    return each - t.hands % each


def taken(t: Poker) -> list[int]:
    """The seats of those who came in."""
    return [seat for seat in range(t.n) if t.stacks[seat]]


def full(t: Poker) -> bool:
    """Whether a tournament waits for nobody any more."""
    there = len(taken(t))
    return there >= 2 and (t.entry != OPEN or there == t.n)


def starter(t: Poker) -> int:
    """Who may begin without the seats that are free, or -1."""
    there = taken(t) if t.entry == OPEN else []
    return there[0] if 2 <= len(there) < t.n else -1


def start(t: Poker, seat: int) -> None:
    """Its host does not wait for more."""
    if t.entry != OPEN:
        raise Illegal("WRONG_PHASE", "There is nothing to start: it begins, or has begun.")
    if len(taken(t)) < 2:
        raise Illegal("NOT_ENOUGH_PLAYERS", "It takes at least two players.")
    if seat != starter(t):
        raise Illegal("NOT_YOUR_TURN", "Whoever has the first seat taken starts it.")
    t.entry = CALLED


def too_few(t: Poker) -> None:
    """Somebody left before it began."""
    if t.entry == CALLED and len(taken(t)) < 2:
        t.entry = OPEN


def begin(t: Poker, at: int, told: list[Told] | None) -> None:
    """A hand is dealt: the seats nobody took are out of it, and its level is the one of now."""
    if t.entry != CLOSED:
        t.entry = CLOSED
        t.zero = at
        t.places = [0 if stack else NEVER_IN for stack in t.stacks]
    level = level_at(t, at - t.zero)
    risen = level > t.risen
    t.level = t.risen = level
    if risen and told is not None:
        now = t.steps[level]
        told.append(Told(facts.BlindsUp(level + 1, now.small_blind, now.big_blind, now.ante)))


def last_place(t: Poker) -> int:
    """Of the seats nobody took: behind all who were in it."""
    return 1 + sum(1 for place in t.places if place != NEVER_IN)

"""Random play that knows the contract: seats move at random times, timers run out, asides happen.

A walk keeps the deal's log; everything it does follows from its seed, so a fault found on a walk
is found again by its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct, json

from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Carry, Illegal, Move, Seat, State, Tick, Timer, Told
from cutcard.kernel.rng import Rng

from .fault import Broken

LONGEST = 50_000  # entries; random play past this does not end
FAR = 40  # how many steps a copy wanders
encode = json.Encoder().encode


class Entry(Struct, frozen=True, array_like=True):
    """One step of a deal, as it is logged."""

    at: int
    seat: Seat
    move: Move | Tick


class Pace(Struct, frozen=True):
    """How a walk plays: how many times in a thousand a timer runs out, and an aside is played."""

    timer: int
    aside: int


CALM = Pace(0, 0)
PACES = (CALM, CALM, Pace(60, 0), Pace(300, 0), Pace(60, 30), Pace(200, 150))


def earliest(timers: Sequence[Timer]) -> Timer:
    """The timer that comes first; of several, the first listed."""
    return min(timers, key=lambda timer: timer.due)


def choose(state: State, seats: int, rng: Rng, at: int, pace: Pace = CALM) -> Entry:
    """What happens next on this walk. Timers due are played before anything else."""
    acting = state.to_act()
    timers = state.timers()
    first = earliest(timers) if timers else None
    if first is None and not acting:
        raise Broken("alive", "Nobody is to act and no timer runs, yet outcome() is None.")
    if first is not None and (not acting or first.due <= at or rng.below(1000) < pace.timer):
        return Entry(max(at, first.due), NATURE, first.tick)
    if pace.aside and rng.below(1000) < pace.aside:
        seat = rng.below(seats)
        asides = state.asides(seat)
        if asides:
            return Entry(at, seat, asides[rng.below(len(asides))])
    seat = acting[rng.below(len(acting))]
    legal = state.legal(seat)
    if not legal:
        raise Broken("legal", f"Seat {seat} is to act, but legal({seat}) is empty.")
    later = at + rng.below(3000)
    if first is not None and later >= first.due:
        later = at
    return Entry(later, seat, legal[rng.below(len(legal))])


def enter(state: State, entry: Entry, told: list[Told] | None, step: int) -> None:
    """Play what the state itself offered; a refusal is the game's fault."""
    try:
        state.play(entry.seat, entry.move, entry.at, told)
    except Illegal as no:
        raise refused(entry, no, step) from no


def refused(entry: Entry, no: Illegal, step: int) -> Broken:
    """The fault of a state that refuses what it offered."""
    if entry.seat == NATURE:
        text = f"The timer's {named(entry.move)} was refused at its time: {no.code}, {no.message}"
        return Broken("timer", text, step)
    text = f"legal or asides offered {named(entry.move)} to seat {entry.seat}, but play refused it"
    return Broken("legal", f"{text}: {no.code}, {no.message}", step)


def named(move: Move | Tick) -> str:
    """A move as the wire writes it, for messages."""
    try:
        return encode(move).decode()
    except (TypeError, ValueError):
        return repr(move)


class Trace(Struct):
    """A deal played to its end: its log, what was told at each step, and its last digest."""

    entries: list[Entry]
    told: list[bytes]
    digest: bytes
    carry: Carry | None
    drawn: bool


def mark(told: list[Told]) -> bytes:
    """All that was told, and to whom."""
    return sha256(encode(told)).digest()[:8]


def walk(state: State, seats: int, rng: Rng, pace: Pace = CALM) -> Trace:
    """Play a deal at random to its end."""
    entries: list[Entry] = []
    marks: list[bytes] = []
    at = 0
    while state.outcome() is None:
        step = len(entries)
        if step >= LONGEST:
            text = (
                f"Random legal play has not ended after {LONGEST} steps; let a rule end the deal."
            )
            raise Broken("endless", text, step)
        try:
            entry = choose(state, seats, rng, at, pace)
        except Broken as broken:
            broken.step = step
            raise
        told: list[Told] = []
        enter(state, entry, told, step)
        at = entry.at
        entries.append(entry)
        marks.append(mark(told))
    drawn = state.rng.position > 0
    return Trace(entries, marks, digest(state, seats), state.next(), drawn)


def wander(state: State, seats: int, rng: Rng, at: int) -> None:
    """Play a state on at random for some steps."""
    pace = PACES[rng.below(len(PACES))]
    for _ in range(FAR):
        if state.outcome() is not None:
            return
        entry = choose(state, seats, rng, at, pace)
        enter(state, entry, None, -1)
        at = entry.at

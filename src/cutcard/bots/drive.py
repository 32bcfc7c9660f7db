"""Driving a deal in memory: bots (or a person at a terminal) on the seats, nobody waits.

The clock stands while a seat thinks and jumps to the next timer when nobody is to act, so what
a game delays happens in its order, and deadlines run against nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from cutcard.kernel.bot import Bot, tell, tell_refusal, tell_time
from cutcard.kernel.game import NATURE, Illegal, Move, Seat, State, Tick, Timer, Told
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng


class Played(Struct, frozen=True):
    """One step of a deal as it was played, and what it told."""

    at: int
    seat: Seat
    move: Move | Tick
    told: list[Told]


def due(state: State, at: int) -> Timer | None:
    """The timer that must be played before any seat moves at this time, if any."""
    first: Timer | None = None
    for timer in state.timers():
        if timer.due <= at and (first is None or timer.due < first.due):
            first = timer
    return first


def soonest(state: State) -> Timer:
    """The timer that leads on when nobody is to act."""
    return min(state.timers(), key=lambda timer: timer.due)


def drive(state: State, bots: Mapping[Seat, Bot], rng: Rng, at: int = 0) -> Iterator[Played]:
    """Play a deal to its end, step by step. A bot whose move is refused is asked again if it has
    a `refused(illegal)` to hear why; else the refusal is the bot's fault and is raised."""
    streams = {seat: rng.fork() for seat in sorted(bots)}
    while state.outcome() is None:
        acting = state.to_act()
        timer = due(state, at) or (None if acting else soonest(state))
        told: list[Told] = []
        if timer is not None:
            seat, move = NATURE, timer.tick
            at = max(at, timer.due)
            state.play(seat, move, at, told)
        else:
            seat = acting[0] if len(acting) == 1 else acting[rng.below(len(acting))]
            while True:
                move = ask(state, seat, bots[seat], streams[seat], at)
                try:
                    state.play(seat, move, at, told)
                    break
                except Illegal as no:
                    tell_refusal(bots[seat], no)
        for listener, bot in bots.items():
            tell(bot, heard(told, listener))
        yield Played(at, seat, move, told)


def ask(state: State, seat: Seat, bot: Bot, rng: Rng, at: int = 0) -> Move:
    """What the bot on that seat chooses at that time."""
    tell_time(bot, state, seat, at)
    view, legal, asides = state.view(seat), state.legal(seat), state.asides(seat)
    return bot.choose(seat, view, legal, asides, lambda r: state.redeal(seat, r), rng)

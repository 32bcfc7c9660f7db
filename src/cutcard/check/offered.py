"""What a viewer can find out without a move being made: offers, times, the end, and refusals."""

from __future__ import annotations

from msgspec import json

from cutcard.kernel.game import Move, Seat, State

from .advised import unknowing
from .attempts import ACCEPTED, answers
from .case import Moment
from .fault import Broken
from .walk import named

_encode = json.Encoder().encode


def offered(state: State, viewer: Seat | None) -> bytes:
    """All that is on offer to the viewer beside their view."""
    mine = None if viewer is None else [state.legal(viewer), state.asides(viewer)]
    dues = [(timer.due, timer.seat) for timer in state.timers()]
    return _encode([list(state.to_act()), dues, state.outcome(), mine])


def compare(now: Moment, world: State, viewer: Seat | None, tries: list[Move]) -> int:
    """To a viewer with equal views everything on offer is equal, and every refusal is.

    Returns how many refusals were compared.
    """
    real = now.state
    if offered(real, viewer) != offered(world, viewer):
        raise Broken("leak", _difference(real, world, viewer), now.step)
    if viewer is None:
        return 0
    unknowing(now, world, viewer)
    said, other = answers(real, viewer, tries, now.at), answers(world, viewer, tries, now.at)
    for move, one, two in zip(tries, said, other, strict=True):
        if one != two:
            raise Broken(
                "leak",
                f"What {who(viewer)} is answered to {named(move)} depends on what they cannot see: "
                f"{one.decode()} or {two.decode()}. Refuse by what their view shows.",
                now.step,
            )
    return len(said) - said.count(ACCEPTED)


def who(viewer: Seat | None) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def _difference(real: State, world: State, viewer: Seat | None) -> str:
    """Which part of what is on offer differs, in words for the author."""
    name = who(viewer)
    if list(real.to_act()) != list(world.to_act()):
        return f"to_act tells {name} something hidden: {real.to_act()} or {world.to_act()}."
    if real.outcome() != world.outcome():
        return f"outcome tells {name} something hidden: {real.outcome()} or {world.outcome()}."
    for what in ("legal", "asides") if viewer is not None else ():
        one, two = getattr(real, what)(viewer), getattr(world, what)(viewer)
        if _encode(one) != _encode(two):
            same = sorted(map(named, one)) == sorted(map(named, two))
            part = "The order of " if same else ""
            return (
                f"{part}{what}({viewer}) tells {name} something hidden: "
                f"{_encode(one).decode()} or {_encode(two).decode()}."
            )
    return f"timers tell {name} something hidden: {real.timers()} or {world.timers()}."

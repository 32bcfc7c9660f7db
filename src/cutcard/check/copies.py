"""Copies and redealt states: independent of their original, and honest about chance."""

from __future__ import annotations

from cutcard.kernel.digest import digest
from cutcard.kernel.game import Seat, State, Told
from cutcard.kernel.optional import all_cards
from cutcard.kernel.rng import Rng

from .attributes import differs
from .case import Case, Moment
from .fault import Broken
from .walk import Trace, enter, mark, wander
from .worlds import Near

LATER = 300  # how many steps a kept copy is followed


def copy_whole(case: Case, now: Moment) -> None:
    """A copy holds all that its original holds."""
    case.found.tried["copies compared whole"] += 1
    if text := differs(now.state, now.state.copy()):
        text += ". Copy it; if it is only work kept for later, name it in the class's `remade`."
        raise Broken("copy", text, now.step)


def conserved(state: State, world: State, viewer: Seat | None, step: int) -> None:
    """A redealt world has the cards of the real deal, where the game can say which they are."""
    mine, theirs = all_cards(state), all_cards(world)
    if mine != theirs and mine is not None and theirs is not None:
        lost, more = sorted(map(str, mine - theirs)), sorted(map(str, theirs - mine))
        text = f"redeal({viewer}) loses the cards {lost} and has {more} in their place"
        raise Broken("redeal", f"{text}; deal anew just the cards that were there.", step)


def copy_apart(case: Case, now: Moment, rng: Rng) -> State:
    """A copy plays about; the state must not notice. Returns a copy to be compared at the end."""
    state, step = now.state, now.step
    kept = state.copy()
    if kept.rng is state.rng:
        text = "copy() shares the stream; give the copy rng.copy()."
        raise Broken("copy", text, step)
    before = digest(state, case.seats)
    wander(state.copy(), case.seats, rng, now.at)
    case.found.tried["copies played on"] += 1
    if digest(state, case.seats) != before:
        raise Broken("copy", "Playing a copy changed its original: they share a list.", step)
    if digest(kept, case.seats) != before:
        text = "A copy shows something else than its original, or playing one copy changed another."
        raise Broken("copy", text, step)
    return kept


def copy_alike(case: Case, kept: State, trace: Trace, step: int) -> None:
    """A copy kept from an earlier step plays on exactly as the deal did, chance included."""
    last = min(step + LATER, len(trace.entries))
    for i in range(step, last):
        told: list[Told] = []
        enter(kept, trace.entries[i], told, i)
        if mark(told) != trace.told[i]:
            text = f"A copy made at step {step} tells something else at step {i}; copy everything."
            raise Broken("copy", text, step)
    case.found.tried["copies replayed"] += 1
    if last == len(trace.entries) and digest(kept, case.seats) != trace.digest:
        text = (
            f"A copy made at step {step} ends otherwise on the same moves; copy everything, deep."
        )
        raise Broken("copy", text, step)


def redeals(case: Case, now: Moment, rng: Rng) -> None:
    """Redealt states follow from their rng, hold a stream of their own, and can be played on."""
    state, step = now.state, now.step
    before = digest(state, case.seats)
    looked_at = case.viewers[rng.below(len(case.viewers))]
    for viewer in case.viewers:
        seed = rng.take(32)
        stream = Rng(seed)
        world = state.redeal(viewer, stream)
        case.found.tried["redeals"] += 1
        conserved(state, world, viewer, step)
        if world.rng is stream or world.rng is state.rng:
            raise Broken(
                "stream", "redeal keeps a stream that others read; give it rng.fork().", step
            )
        ahead, same = world.rng.copy(), state.rng.copy()
        if [ahead.word() for _ in range(4)] == [same.word() for _ in range(4)]:
            text = (
                f"redeal({viewer}) keeps the deal's stream, so whoever plays it on knows what will "
                "be drawn; set its rng to rng.fork()."
            )
            raise Broken("stream", text, step)
        if viewer != looked_at:
            continue
        again = state.redeal(viewer, Rng(seed))
        if digest(world, case.seats) != digest(again, case.seats):
            text = f"redeal({viewer}) of the same rng gives another state; draw from rng only."
            raise Broken("redeal", text, step)
        if rng.below(2) == 0:
            wander(world, case.seats, rng, now.at)
            wander(state.redeal(viewer, Near(seed)), case.seats, rng, now.at)
            case.found.tried["redeals played on"] += 2
    if digest(state, case.seats) != before:
        text = "Playing a redealt state changed its original: they share a list."
        raise Broken("redeal", text, step)

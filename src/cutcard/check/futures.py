"""What comes next: a redealt world must not know it.

A redeal that keeps the true order of the stock shows nothing at the moment it is made, since
nobody's view holds a stock. So beside a deal run others that are next to it: dealt from the same
seed, but with one swap after a shuffle (or one number drawn otherwise), and played by the same
log. Where such a deal has shown a viewer the same views up to now and shows another one after the
next step, what that step shows could be otherwise for all the viewer knows. Then some world
redealt for the viewer right before that step must come out otherwise in the same places, too.

No chance decides: worlds are drawn until they have, first some at random; then every world that
a single swap in a redeal's shuffle gives, among which a redeal that takes what is hidden into one
list and puts it back in the same order finds the very deal that ran beside; then many at random.
The last card of a stock is forced: no swap of unknown cards changes it, so nothing is asked of it.

A redeal may also keep what comes next most of the time. So where one place of the shuffle is what
the step shows (nearly every swap with it shows something else), most worlds must show something
else, too; where hardly one in four does, the redeal leans to the truth.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec import Struct, json

from cutcard.kernel.game import Illegal, Seat, State
from cutcard.kernel.rng import Rng

from .case import Case
from .fault import Broken
from .leak import timer_index
from .offered import who
from .shape import apart, plain
from .walk import Entry, Trace, enter
from .worlds import Near, Swapped, Tilted, Twisted

BESIDE = 5  # deals beside one
STEPS = 150  # how far they are followed
FIRST = 24  # worlds tried at random,
SWAPS = 4_000  # by a single swap each
MANY = 1_000  # and at random again, before what they show counts as always the same
_encode = json.Encoder().encode


OTHERS = 10  # other swaps with a place, to see whether it is what a step shows,
ENOUGH = 8  # of which so many must be possible and show something else
DRAWN = 48  # worlds drawn there; one in LEANS must show something else
LEANS = 4
CLOSELY = 2  # steps of a case looked at in this way


class Beside(Struct):
    """A deal next to the real one, and to whom the two have looked the same so far."""

    state: State
    stream: Rng
    same: list[Seat | None]


def futures(case: Case, trace: Trace) -> None:
    """Follow deals next to this one; where one parts for a viewer, redealt worlds must, too."""
    rng = case.rng("futures")
    real = case.deal()
    raws = {viewer: _encode(real.view(viewer)) for viewer in case.viewers}
    shown = {viewer: [raw] for viewer, raw in raws.items()}
    beside = [_beside(case, rng, raws) for _ in range(BESIDE)]
    closely = CLOSELY
    for step, entry in enumerate(trace.entries[:STEPS]):
        beside = [one for one in beside if one.same]
        if not beside:
            return
        before, index = real.copy(), timer_index(real, entry)
        enter(real, entry, None, step)
        beside = [one for one in beside if _played(one.state, entry, index)]
        for viewer in {viewer: None for one in beside for viewer in one.same}:
            mine = real.view(viewer)
            raw = _encode(mine)
            shown[viewer].append(raw)
            for one in beside:
                if viewer in one.same and _encode(one.state.view(viewer)) != raw:
                    one.same.remove(viewer)
                    spot = Spotted(before, entry, index, viewer, plain(mine))
                    _must_part(case, spot, plain(one.state.view(viewer)), step, rng)
                    if closely and isinstance(one.stream, Twisted) and one.stream.pair:
                        places = _always(case, trace, one.stream, spot, shown[viewer], rng)
                        closely -= bool(places)
                        _must_not_lean(case, spot, places, step, rng)


def _beside(case: Case, rng: Rng, raws: dict[Seat | None, bytes]) -> Beside:
    probe = Twisted(case.seed)
    case.deal(probe)
    if rng.below(4) == 0:
        stream: Rng = Tilted(case.seed, rng.below(6))
    else:
        first = rng.below(max(1, probe.seen)) if rng.below(4) else probe.seen + rng.below(2)
        stream = Twisted(case.seed, rng.fork(), first)
    state = case.deal(stream)
    case.found.tried["deals beside a deal"] += 1
    return Beside(state, stream, [v for v, raw in raws.items() if _encode(state.view(v)) == raw])


def _played(state: State, entry: Entry, index: int) -> bool:
    """Play an entry of the real deal in another; False where that does not allow it."""
    move = entry.move
    if index >= 0:
        timers = state.timers()
        if index >= len(timers):
            return False
        move = timers[index].tick
    try:
        state.play(entry.seat, move, entry.at)
    except Illegal:
        return False
    return True


class Spotted(Struct):
    """A step that could have shown its viewer something else."""

    before: State
    entry: Entry
    timer: int
    viewer: Seat | None
    mine: Any  # what it showed


def _must_part(case: Case, spot: Spotted, theirs: Any, step: int, rng: Rng) -> None:
    """Redeal until worlds have come out otherwise wherever the deal beside has."""
    left = {*apart(spot.mine, theirs), *apart(theirs, spot.mine)}
    tried = 0
    for stream in _streams(spot, rng):
        world = spot.before.redeal(spot.viewer, stream)
        tried += 1
        if not _played(world, spot.entry, spot.timer):
            continue
        other = plain(world.view(spot.viewer))
        left -= {*apart(spot.mine, other), *apart(other, spot.mine)}
        if not left:
            case.found.tried["futures that came out otherwise"] += 1
            return
    raise Broken(
        "lazy",
        f"{', '.join(f'`{path}`' for path in sorted(left))} could come out otherwise for "
        f"{who(spot.viewer)} at the next step, but did not in any of {tried:,} redealt worlds: "
        f"redeal({spot.viewer}) keeps what is still to come. Shuffle the undealt cards with "
        "all else the viewer cannot know.",
        step,
    )


def _always(  # noqa: PLR0917 - a spot is a spot of all this
    case: Case, trace: Trace, stream: Twisted, spot: Spotted, shown: list[bytes], rng: Rng
) -> set[str]:
    """What comes out otherwise whatever is swapped with one of the two places that were; nothing
    where neither of them is what the step shows."""
    assert stream.pair is not None
    for place in stream.pair:
        found: list[set[str]] = []
        for _ in range(OTHERS):
            pair = (place, rng.below(stream.size))
            state = case.deal(Twisted(case.seed, None, stream.nth, pair))
            if pair[1] == place or not _same_until(state, trace, spot, shown):
                continue
            theirs = plain(state.view(spot.viewer))
            found.append({*apart(spot.mine, theirs), *apart(theirs, spot.mine)})
        if len(found) >= ENOUGH and (always := set.intersection(*found)):
            return always
    return set()


def _same_until(state: State, trace: Trace, spot: Spotted, shown: list[bytes]) -> bool:
    """Play another deal by the same log; whether it looks the same until the last step."""
    for raw, entry in zip(shown, trace.entries, strict=False):
        if _encode(state.view(spot.viewer)) != raw:
            return False
        index = -1 if entry.seat >= 0 else _same_timer(state, entry)
        if not _played(state, entry, index):
            return False
        if entry is spot.entry:
            return True
    return False


def _same_timer(state: State, entry: Entry) -> int:
    timers = state.timers()
    return next((i for i, timer in enumerate(timers) if timer.tick == entry.move), len(timers))


def _must_not_lean(case: Case, spot: Spotted, places: set[str], step: int, rng: Rng) -> None:
    """Most worlds show something else where anything else would."""
    counts = dict.fromkeys(sorted(places), 0)
    played = 0
    for _ in range(DRAWN if places else 0):
        world = spot.before.redeal(spot.viewer, Rng(rng.take(32)))
        if not _played(world, spot.entry, spot.timer):
            continue
        played += 1
        other = plain(world.view(spot.viewer))
        for path in {*apart(spot.mine, other), *apart(other, spot.mine)} & places:
            counts[path] += 1
    if played < DRAWN // 2:
        return
    case.found.tried["futures drawn often"] += 1
    path, least = min(counts.items(), key=lambda item: item[1])
    if least * LEANS < played:
        raise Broken(
            "lazy",
            f"`{path}` is what {who(spot.viewer)} will see next in {played - least} of {played} "
            f"worlds: redeal({spot.viewer}) leans to what is still to come. Shuffle the undealt "
            "cards with all else the viewer cannot know, each order as likely as any other.",
            step,
        )


def _streams(spot: Spotted, rng: Rng) -> Iterator[Rng]:
    for look in range(FIRST):
        yield (Near if look % 4 == 3 else Rng)(rng.take(32))
    probe = Swapped(rng.take(32))
    spot.before.redeal(spot.viewer, probe)
    swaps = [
        (n, pair) for n, size in enumerate(probe.sizes) for pair in combinations(range(size), 2)
    ]
    while len(swaps) > SWAPS:
        swaps.pop(rng.below(len(swaps)))
    for nth, pair in swaps:
        yield Swapped(rng.take(32), nth, pair)
    for _ in range(MANY):
        yield Rng(rng.take(32))

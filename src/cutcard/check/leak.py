"""No leak, by shadow worlds.

Beside the real deal run redealt ones, for each seat and for a spectator. For as long as a shadow
has shown the viewer the same views, byte for byte, it must tell them the same facts, offer them
the same moves in the same order, wait for the same seats and times, and refuse them in the same
words. So a viewer learns nothing but by their view. What a seat chose may be hidden too: in a
shadow other seats also make other moves than in the real deal.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json

from cutcard.kernel.game import NATURE, Fact, Illegal, Move, Seat, State, Told
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng

from .attempts import Attempts, some
from .case import Case, Moment, Spot, key
from .copies import conserved
from .fault import Broken
from .offered import compare, who
from .shape import apart, plain
from .walk import Entry, Trace, enter, mark, named
from .worlds import Near

KEEP = 2  # shadows beside each viewer: one far, one near
_encode = json.Encoder().encode


class Sights:
    """The views of one state, each made once however often it is compared."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.raws: dict[Seat | None, bytes] = {}
        self.plains: dict[Seat | None, Any] = {}

    def raw(self, viewer: Seat | None) -> bytes:
        if viewer not in self.raws:
            self.raws[viewer] = _encode(self.state.view(viewer))
        return self.raws[viewer]

    def plain(self, viewer: Seat | None) -> Any:
        if viewer not in self.plains:
            self.plains[viewer] = json.decode(self.raw(viewer))
        return self.plains[viewer]


class Step(Struct):
    """One step of the real deal: the state after it, what was played, and what that told."""

    real: Sights
    entry: Entry
    timer: int  # which of the timers it was, else -1
    told: list[Told]


class Shadows:
    """The shadow worlds beside one deal, and the comparisons between them and it."""

    def __init__(self, case: Case, rng: Rng) -> None:
        self.case = case
        self.found = case.found
        self.rng = rng
        self.attempts = Attempts(case.game, rng)
        self.tries: list[Move] = []
        self.step = 0
        self.worlds: dict[Seat | None, list[State]] = {viewer: [] for viewer in case.viewers}

    def ready(self, now: Moment) -> None:
        """Before a step of the real deal: fill up with shadows, some of them afresh."""
        self.step = now.step
        self.tries = self.attempts.gather(now.state, self.case.seats)
        sights = Sights(now.state)
        for viewer, beside in self.worlds.items():
            if beside and self.rng.below(10) < 3:
                beside.pop(self.rng.below(len(beside)))
            while len(beside) < KEEP:
                beside.append(self.spawn(now, sights, viewer, near=bool(beside)))

    def spawn(self, now: Moment, real: Sights, viewer: Seat | None, near: bool) -> State:
        """A redealt world, which must look the same to the viewer from its start."""
        world = now.state.redeal(viewer, (Near if near else Rng)(self.rng.take(32)))
        self.found.tried["worlds"] += 1
        if real.raw(viewer) != _encode(world.view(viewer)):
            mine, other = real.plain(viewer), plain(world.view(viewer))
            fields = ", ".join(sorted({*apart(mine, other), *apart(other, mine)}))
            raise Broken(
                "leak",
                f"redeal({viewer}) changes what {who(viewer)} sees: {fields}. Either the view "
                "shows something hidden, or redeal draws anew something the viewer was told.",
                now.step,
            )
        conserved(now.state, world, viewer, now.step)
        self.compare_now(now, world, viewer)
        self.note_private(real, world, viewer)
        return world

    def compare_now(self, now: Moment, world: State, viewer: Seat | None) -> None:
        self.found.tried["refusals compared"] += compare(now, world, viewer, self.tries)

    def note_private(self, real: Sights, world: State, viewer: Seat | None) -> None:
        """Which places only other seats see, and which of them this redeal has varied."""
        case = self.case
        owner = self.rng.below(case.seats)
        if owner == viewer:
            return
        mine, theirs, redealt = real.plain(viewer), real.plain(owner), plain(world.view(owner))
        for path in set(apart(theirs, mine)):
            place = key(case, viewer, path)
            self.found.private.add(place)
            self.found.spot(f"private {place}", Spot(case.number, self.step, viewer, owner))
        self.found.varied |= {key(case, viewer, path) for path in apart(theirs, redealt)}

    def follow(self, step: Step) -> None:
        """After a step of the real deal: take the shadows along and compare."""
        told = step.told
        for name in {tag(fact) for one in told for fact in (one.fact, one.rest) if fact}:
            self.found.told[name] += 1
        for viewer, beside in self.worlds.items():
            facts = heard(told, viewer)
            for fact in facts:
                spot = Spot(self.case.number, self.step, viewer)
                self.found.spot(f"fact {tag(fact)}", spot)
            kept = (self.take(step, world, viewer) for world in beside)
            same = [world for world in kept if world is not None]
            for fact in facts:
                self.found.compared[tag(fact)] += len(same)
            self.worlds[viewer] = same

    def take(self, step: Step, world: State, viewer: Seat | None) -> State | None:
        """Play the step in a shadow, also with other moves; what is left of it with equal views."""
        real, entry = step.real, step.entry
        view = real.raw(viewer)
        same: list[State] = []
        for move in self.others(step, world, viewer):
            twin = world.copy()
            told: list[Told] = []
            try:
                twin.play(entry.seat, move, entry.at, told)
            except Illegal as no:
                if entry.seat != viewer:
                    continue
                raise Broken(
                    "leak",
                    f"{named(move)} of {who(viewer)} was accepted, but {no.code} refuses it in "
                    "a deal that looks the same to them. Refuse by what their view shows.",
                    self.step,
                ) from no
            hidden = move is not entry.move and entry.seat != NATURE
            if _encode(twin.view(viewer)) != view:
                self.found.tried["views parted"] += 1
                if not hidden:
                    self.note_parted(real, twin, viewer)
                continue
            self.compare_facts(step.told, told, viewer)
            self.compare_now(Moment(real.state, entry.at, self.step), twin, viewer)
            self.found.tried["hidden moves compared" if hidden else "steps compared"] += 1
            same.append(twin)
        return same[self.rng.below(len(same))] if same else None

    def others(self, step: Step, world: State, viewer: Seat | None) -> list[Move]:
        """What to play in the shadow: the same, or what the mover might have done instead."""
        entry = step.entry
        if entry.seat == NATURE:
            timers = world.timers()
            return [timers[step.timer].tick] if step.timer < len(timers) else []
        if entry.seat == viewer:
            return [entry.move]
        asides = world.asides(entry.seat)
        choice = asides if entry.move in asides else world.legal(entry.seat)
        return [entry.move, *(move for move in some(self.rng, choice, 2) if move != entry.move)]

    def compare_facts(self, told: list[Told], other: list[Told], viewer: Seat | None) -> None:
        """Equal views after a step: then what it told the viewer is equal, too."""
        one, two = _encode(heard(told, viewer)), _encode(heard(other, viewer))
        if one != two:
            raise Broken(
                "leak",
                f"A fact tells {who(viewer)} more than their view then shows: {one.decode()} or "
                f"{two.decode()}. Tell it to fewer (to=…, rest=…), or show it in the view.",
                self.step,
            )

    def note_parted(self, real: Sights, world: State, viewer: Seat | None) -> None:
        mine, other = real.plain(viewer), plain(world.view(viewer))
        for path in (*apart(mine, other), *apart(other, mine)):
            self.found.parted.add(key(self.case, viewer, path))


def shadow(case: Case, trace: Trace, window: range) -> list[bytes]:
    """Replay a deal with shadows beside some of its steps; returns the marks of what it told."""
    shadows = Shadows(case, case.rng("shadows"))
    real = case.deal()
    marks: list[bytes] = []
    at = 0
    for i, entry in enumerate(trace.entries):
        if i in window:
            shadows.ready(Moment(real, at, i))
        timer = timer_index(real, entry)
        told: list[Told] = []
        enter(real, entry, told, i)
        at = entry.at
        marks.append(mark(told))
        if i in window:
            shadows.follow(Step(Sights(real), entry, timer, told))
    return marks


def timer_index(state: State, entry: Entry) -> int:
    """Which of the timers this entry plays; a shadow plays its own timer of that place."""
    if entry.seat != NATURE:
        return -1
    for i, timer in enumerate(state.timers()):
        if timer.tick == entry.move:
            return i
    raise Broken("replay", f"The timer's {named(entry.move)} is not there when replayed.")


def tag(fact: Fact) -> str:
    """A fact's name on the wire."""
    return str(type(fact).__struct_config__.tag)

"""Against a lazy redeal, and against comparisons that compared nothing.

A redeal that leaves hidden things as they are would pass every comparison. So: every place that
only another seat sees must have varied in some redeal, worlds must have parted, and they must
have parted wherever a deal next to this one (one swap after the shuffle) parts. What a run has
not seen by chance is looked for on purpose, at the spots where it should show.
"""

from __future__ import annotations

from collections.abc import Callable

from cutcard.kernel.game import Illegal, State, Told
from cutcard.kernel.rng import Rng

from .case import Case, Findings, Moment, Spot, key
from .leak import Shadows, Sights, Step, timer_index
from .offered import who
from .shape import apart, plain
from .walk import Entry, Trace, enter
from .worlds import Near, Twisted

STEPS = 150  # how far a deal next to this one is followed
LOOKS = 120  # redeals tried at a spot before it counts as never
FURTHER = 12  # deals of the setup looked through, where no spot showed it,
GLANCES = 12  # with so many redeals at a step
RARE = 1_000  # of those that must part there: it may be one in a hundred that does
SPOT = {"varied": "private", "parted": "twisted", "compared": "fact", "worlds": "world"}


def twist(case: Case, trace: Trace) -> None:
    """Follow deals that differ from this one by one swap, and note where views part."""
    rng = case.rng("twist")
    found = case.found
    for _ in range(3):
        other = case.deal(Twisted(case.seed, rng.fork(), rng.below(2)))
        real = case.deal()
        same = [v for v in case.viewers if plain(real.view(v)) == plain(other.view(v))]
        found.tried["deals next to a deal"] += 1
        for step, entry in enumerate(trace.entries[:STEPS]):
            if not same or not _both(real, other, entry, step):
                break
            for viewer in same[:]:
                mine, theirs = plain(real.view(viewer)), plain(other.view(viewer))
                if mine != theirs:
                    same.remove(viewer)
                    for path in {*apart(mine, theirs), *apart(theirs, mine)}:
                        place = key(case, viewer, path)
                        found.twisted.add(place)
                        found.spot(f"twisted {place}", Spot(case.number, step, viewer))


def _both(real: State, other: State, entry: Entry, step: int) -> bool:
    """Play an entry in both; False where the other deal does not allow it."""
    index = timer_index(real, entry)
    move = entry.move
    if index >= 0:
        timers = other.timers()
        if index >= len(timers):
            return False
        move = timers[index].tick
    try:
        other.play(entry.seat, move, entry.at)
    except Illegal:
        return False
    enter(real, entry, None, step)
    return True


class Chase:
    """Goes back to the spots of what a run has not seen, and looks there on purpose."""

    def __init__(
        self, found: Findings, setups: int, again: Callable[[int], tuple[Case, Trace]]
    ) -> None:
        self.found = found
        self.setups = setups  # how many there are: a case has the one of its number
        self.again = again  # a case by its number, played once more

    def varied(self, place: str) -> bool:
        """Whether some redeal varies this private place: at the spots, or anywhere in some deals
        of its setup. A spot may be one where it can be nothing else: what somebody has turned
        lies open to them alone, but before they have turned anything there is nothing to vary."""
        return self._varied_at_spots(place) or self._varied_anywhere(place)

    def _varied_at_spots(self, place: str) -> bool:
        for case, trace, spot in self._spots(f"private {place}"):
            state = case.reach(trace, spot.step)
            theirs = plain(state.view(spot.owner))
            rng = case.rng("chase")
            for look in range(LOOKS):
                world = state.redeal(spot.viewer, (Near if look % 4 == 3 else Rng)(rng.take(32)))
                paths = apart(theirs, plain(world.view(spot.owner)))
                if place in {key(case, spot.viewer, path) for path in paths}:
                    return True
        return False

    def _varied_anywhere(self, place: str) -> bool:
        setup, kind = place.split("/")[:2]
        for turn in range(FURTHER):
            case, trace = self.again(int(setup) + turn * self.setups)
            rng = case.rng("chase further")
            state = case.deal()
            for step, entry in enumerate(trace.entries[:STEPS]):
                enter(state, entry, None, step)
                viewer = None if kind == "spectator" else rng.below(case.seats)
                owner = rng.below(case.seats)
                if owner == viewer:
                    continue
                mine, theirs = plain(state.view(viewer)), plain(state.view(owner))
                if place not in {key(case, viewer, path) for path in apart(theirs, mine)}:
                    continue
                for _ in range(GLANCES):
                    other = plain(state.redeal(viewer, Rng(rng.take(32))).view(owner))
                    if place in {key(case, viewer, path) for path in apart(theirs, other)}:
                        return True
        return False

    def parted(self, place: str) -> bool:
        """Whether some redeal, right before the spots, parts at this place."""
        for case, trace, spot in self._spots(f"twisted {place}"):
            rng = case.rng("chase")
            before = case.reach(trace, spot.step)
            after = case.reach(trace, spot.step + 1)
            mine = plain(after.view(spot.viewer))
            entry = trace.entries[spot.step]
            index = timer_index(before, entry)
            for look in range(RARE):
                world = before.redeal(spot.viewer, (Near if look % 2 else Rng)(rng.take(32)))
                timers = world.timers()
                move = timers[index].tick if 0 <= index < len(timers) else entry.move
                try:
                    world.play(entry.seat, move, entry.at)
                except Illegal:
                    continue
                theirs = plain(world.view(spot.viewer))
                paths = {*apart(mine, theirs), *apart(theirs, mine)}
                if place in {key(case, spot.viewer, path) for path in paths}:
                    return True
        return False

    def compared(self, name: str) -> bool:
        """Whether some shadow, right before the spots, can be compared on this kind of fact."""
        for case, trace, spot in self._spots(f"fact {name}"):
            rng = case.rng("chase")
            real = case.reach(trace, spot.step)
            at = trace.entries[spot.step - 1].at if spot.step else 0
            for look in range(LOOKS // 2):
                shadows = Shadows(case, rng.fork())
                shadows.step = spot.step
                world = shadows.spawn(
                    Moment(real, at, spot.step), Sights(real), spot.viewer, near=look % 2 == 0
                )
                shadows.worlds = {spot.viewer: [world]}
                after = real.copy()
                told: list[Told] = []
                entry = trace.entries[spot.step]
                enter(after, entry, told, spot.step)
                shadows.follow(Step(Sights(after), entry, timer_index(real, entry), told))
                if self.found.compared[name]:
                    return True
        return False

    def worlds(self, _: str) -> bool:
        """That no world ever parted is seen at the end of a run, not at a spot."""
        return False

    def _spots(self, thing: str) -> list[tuple[Case, Trace, Spot]]:
        return [(*self.again(spot.case), spot) for spot in self.found.spots.get(thing, [])]


def missing(found: Findings, hides: bool) -> dict[str, list[str]]:
    """What a run should have seen and has not: to be chased, and a fault if never found.

    Worlds must part, unless the game says that it hides nothing, or neither draws nor hides.
    """
    still = hides and (found.drawn or bool(found.private)) and not found.parted
    return {
        "varied": sorted(found.private - found.varied),
        "parted": sorted(found.twisted - found.parted),
        "compared": sorted(name for name in found.told if not found.compared[name]),
        "worlds": ["no world parted"] if still else [],
    }


def sentence(what: str, thing: str) -> tuple[str, str]:
    """The kind of fault and the sentence for something never found."""
    if what == "compared":
        return "vacuous", (
            f"{thing} was told, but no shadow world could ever be compared on it. Let redeal take "
            "what is hidden into one list, rng.shuffle it, and put it back in the same order: the "
            "suite also passes an Rng whose shuffle makes one swap, so that worlds stay close."
        )
    if what == "worlds":
        return "lazy", (
            "No redealt world ever showed its viewer anything else than the real one, so redeal "
            "redraws nothing. If your game hides nothing at all, say `hides = False` in its module."
        )
    setup, kind, path = thing.split("/", 2)
    name = who(None) if kind == "spectator" else "another seat"
    if what == "varied":
        return "lazy", (
            f"Setup {setup}: `{path}` is hidden from {name}, but no redeal ever changed it. "
            "Either redeal leaves it as it is, or it is no secret and belongs in every view."
        )
    return "lazy", (
        f"Setup {setup}: `{path}` could come out otherwise for {name}, but not after any redeal. "
        "Draw anew also what is still to come, such as the undealt cards."
    )

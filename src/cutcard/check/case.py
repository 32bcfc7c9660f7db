"""A case: one deal of one setup from one seed, played at random and examined."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from cutcard.kernel.game import Carry, Game, Seat, State
from cutcard.kernel.rng import Rng

from .fault import Fault
from .walk import Trace, enter

SPOTS = 8  # places kept for each thing to be chased at the end


class Spot(Struct, frozen=True):
    """Where something was seen: a case, a step of it, who looked, and at whom."""

    case: int
    step: int
    viewer: Seat | None
    owner: Seat = -1


class Moment(Struct):
    """A deal at one of its steps: the state, the time, and how many entries were played."""

    state: State
    at: int
    step: int


class Case:
    """One deal of one setup; all of its chance follows from the run's seed and its number."""

    def __init__(self, game: Game, run: str, number: int, found: Findings) -> None:
        setups = game.setups()
        self.game = game
        self.found = found
        self.run = run
        self.number = number
        self.setup = number % len(setups)
        self.turn = number // len(setups)  # counts the cases of this setup
        self.options, self.seats = setups[self.setup]
        self.viewers: list[Seat | None] = [*range(self.seats), None]
        self.seed = self.rng("deal").take(32)
        self.carry: Carry | None = None

    def rng(self, purpose: str) -> Rng:
        """A stream for one purpose of this case."""
        return Rng.named(f"check/{self.game.name}/{self.run}/{self.number}/{purpose}")

    def deal(self, rng: Rng | None = None) -> State:
        """The case's deal from its start."""
        return self.game.deal(self.options, self.seats, rng or Rng(self.seed), self.carry)

    def reach(self, trace: Trace, step: int) -> State:
        """The case's deal after `step` entries."""
        state = self.deal()
        for i in range(step):
            enter(state, trace.entries[i], None, i)
        return state

    def label(self) -> str:
        """The setup in words."""
        return f"setup {self.setup}: {self.seats} seats, {self.options}"


class Findings(Struct):
    """What the cases of a run tried and saw; findings of several processes are added up.

    `private`, `varied`, `parted` and `twisted` hold "setup/kind/path", kind being seat or
    spectator; `spots` remember where a thing was seen, so that it can be looked at again.
    """

    tried: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    private: set[str] = field(default_factory=set)
    varied: set[str] = field(default_factory=set)
    parted: set[str] = field(default_factory=set)
    twisted: set[str] = field(default_factory=set)
    spots: dict[str, list[Spot]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    drawn: bool = False  # whether any deal drew from its stream

    def spot(self, thing: str, spot: Spot) -> None:
        """Remember where a thing was seen; the first few places are enough."""
        known = self.spots.setdefault(thing, [])
        if len(known) < SPOTS and (not known or known[-1] != spot):
            known.append(spot)

    def add(self, other: Findings) -> None:
        """Take in what another process found."""
        self.tried.update(other.tried)
        self.told.update(other.told)
        self.compared.update(other.compared)
        self.private |= other.private
        self.varied |= other.varied
        self.parted |= other.parted
        self.twisted |= other.twisted
        for thing, spots in other.spots.items():
            for one in spots:
                self.spot(thing, one)
        self.faults += other.faults
        self.drawn |= other.drawn


def key(case: Case, viewer: Seat | None, path: str) -> str:
    """How a path seen by a kind of viewer is written in Findings."""
    return f"{case.setup}/{'spectator' if viewer is None else 'seat'}/{path}"

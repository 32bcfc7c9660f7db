"""What a game advises: the same whatever lies hidden, and asking for it changes nothing."""

from __future__ import annotations

from itertools import product

from msgspec import json

from cutcard.kernel.digest import digest
from cutcard.kernel.game import Seat, State
from cutcard.kernel.optional import advice

from .case import Case, Moment
from .fault import Broken
from .structs import Trips

PAGES = (0, 1)  # the first, and one of the rest where there is more
_encode = json.Encoder().encode


def unknowing(now: Moment, world: State, viewer: Seat) -> None:
    """A friend who sees what the viewer sees says the same in a world that looks the same."""
    for page in PAGES:
        mine = _encode(advice(now.state, viewer, page))
        theirs = _encode(advice(world, viewer, page))
        if mine != theirs:
            raise Broken(
                "leak",
                f"advice({viewer}) depends on what seat {viewer} cannot see: {mine.decode()} or "
                f"{theirs.decode()}. Advise by what the seat's view shows.",
                now.step,
            )


def harmless(case: Case, now: Moment, trips: Trips) -> None:
    """Advice is a Record like a view, and the state is the same after it was asked for."""
    state, step = now.state, now.step
    before, stream = digest(state, case.seats), (state.rng.seed, state.rng.position)
    for seat, page in product(range(case.seats), PAGES):
        said = advice(state, seat, page)
        if said is None:
            continue
        trips.view(said, step, "advice")
        case.found.tried["advice asked for"] += 1
        if advice(state, seat, page) != said or advice(state.copy(), seat, page) != said:
            text = f"advice({seat}) says something else when asked again, or of a copy."
            raise Broken("advice", text, step)
    if digest(state, case.seats) != before or (state.rng.seed, state.rng.position) != stream:
        text = "Asking for advice changed the state or drew from its stream; only look."
        raise Broken("advice", text, step)

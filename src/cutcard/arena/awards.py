"""Achievements that events earn (docs/rules/arena.md A86-A90): a fold over what a person's events
came to, in the order in which they ended. Nothing is kept of it: whoever asks makes it again, so it
is the same after a crash, a rebuild, or a new row of data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from cutcard.store.results import EventResult

from .achievements import Achievement, Given, Played, Shelf
from .records import achievements

COUNTERS = {
    *("entries", "cashes", "wins", "finalTables", "knockouts", "prizes", "bounties"),
    *("bubbles", "comebacks"),
}
MOST = 2_000  # events of a person that are looked at, the first to end first


@cache
def rows() -> tuple[Achievement, ...]:
    """The achievements over what events count; all others are over deals."""
    return tuple(one for one in achievements() if one.counter in COUNTERS)


def given_by(results: Sequence[EventResult]) -> list[Given]:
    """What a person was given for these events. The scope `deal` is a hand of an event, every
    other one an event: what was put out in it is counted in both."""
    in_hands = Shelf([one for one in rows() if one.scope == "deal"])
    in_events = Shelf([one for one in rows() if one.scope != "deal"])
    for one in results:
        in_hands.over(_played(one, {"knockouts": one.at_once}))
        in_events.over(_played(one, _counted(one)))
    given = (*in_hands.given.values(), *in_events.given.values())
    return sorted(given, key=lambda found: (found.at, found.id, found.tier))


def _counted(one: EventResult) -> dict[str, int]:
    return {
        "entries": one.entries,
        "cashes": one.cashes,
        "wins": int(one.place == 1),
        "finalTables": one.final_tables,
        "knockouts": one.knockouts,
        "prizes": one.prizes,
        "bounties": one.bounties,
        "bubbles": one.bubbles,
        "comebacks": one.comebacks,
    }


def _played(one: EventResult, counted: dict[str, int]) -> Played:
    """`where` names what is known of the event: how many came is `entries` there."""
    match = {"mode": one.mode, "entries": one.came, "place": one.place}
    head = (one.event, one.at, one.game, f"event/{one.event}", counted, match)
    return Played(*head, True, one.place == 1, one.bots)

"""A hand in the formats that others read: PHH, and PokerStars text for trackers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from cutcard.kernel.game import Seat

from . import history, phh, stars
from .rules import Poker


def texts(
    start: Poker,
    log: Iterable[tuple[int, Seat, Any]],
    names: Sequence[str],
    *,
    viewer: Seat | None,
    everything: bool,
    when: Sequence[int],
) -> dict[str, str]:
    """A hand that was dealt, with the cards its reader saw; nothing where none was."""
    one = history.record(start, log, viewer=viewer, everything=everything, players=names)
    if one is None:
        return {}
    if when:
        year, month, day, hour, minute, second = when
        time = f"{hour:02}:{minute:02}:{second:02}"
        one.extras |= {"year": year, "month": month, "day": day, "time": time}
    found = {"phh": phh.write(one, 1)}
    seats: list[int] = one.extras["seats"]
    hero = None if viewer is None or viewer + 1 not in seats else seats.index(viewer + 1)
    with suppress(ValueError):  # a hand that was not played out has no such text
        found["stars"] = stars.write(one, hero=hero)
    return found

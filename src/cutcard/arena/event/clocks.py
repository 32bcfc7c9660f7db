"""How the clocks of an event stand and go on: in a pause, while a deal is offered, and over the
time that a house was down. Only the fold calls these."""

from __future__ import annotations

from .state import REGISTERING, State
from .terms import MINUTE


def stand(s: State, at: int) -> None:
    """The clocks stand."""
    if s.since is not None:
        s.ran, s.since = s.clock(at), None
    if s.break_ends is not None:
        s.break_left, s.break_ends = max(1, s.break_ends - at), 0


def go(s: State, at: int) -> None:
    """And run again, with what they had left."""
    if s.paused or (s.offer is not None and s.offer.version):
        return
    if s.break_left:
        s.break_ends, s.break_left = at + s.break_left, 0
    elif s.break_ends is None:
        s.since = at


def restart(s: State, at: int) -> None:
    """The time since the last entry was nobody's: every clock has what it had then."""
    down = at - s.at
    if s.since is not None:
        s.ran, s.since = s.clock(s.at), at
    if s.break_ends:
        s.break_ends += down
    s.asked = {entry: until + down for entry, until in s.asked.items()}
    if s.offer is not None and s.offer.version:
        s.offer.until += down
    s.grace_until = at + MINUTE
    if s.phase == REGISTERING and 0 < s.terms.starts_at <= at:
        s.start_after = at + MINUTE

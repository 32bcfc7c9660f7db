"""A deal out of the store as a recording, which is shown, told and counted as any other."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Raw

from cutcard.replay import Header, LogLine, Recording
from cutcard.store.protocol import DealLog

from .undo import standing, undo_of


def recording_of(log: DealLog) -> Recording:
    """What stands of a deal: what was taken back is left out, and with it the digests, which were
    taken of a log that had it."""
    head, taken_back = log.header, any(undo_of(one) is not None for one in log.entries)
    rows = []
    for entry in standing(log.entries):
        taken = None if taken_back else log.checks.get(entry.n + 1)
        rows.append(LogLine(entry.at, entry.seat, Raw(entry.move), taken.hex() if taken else None))
    options, carry = Raw(head.options), Raw(head.carry or b"null")
    return Recording(
        Header(head.game, head.version, options, head.seats, head.seed.hex(), carry), rows
    )


def dealt_on(log: DealLog) -> tuple[int, ...]:
    """When it was dealt: year to second, UTC."""
    return tuple(datetime.fromtimestamp(log.header.opened / 1000, UTC).timetuple())[:6]

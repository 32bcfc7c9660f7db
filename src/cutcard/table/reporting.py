"""What an event is told of its tables, where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.store.protocol import RatingChange

from .effects import Over
from .life import Life

if TYPE_CHECKING:
    from .floor import Floor


def match_over(floor: Floor, life: Life, effect: Over) -> None:
    """A match is over: what it means is told to its life, which writes it; and to its event."""
    if life.row.event and not life.row.event_table and floor.events is not None:
        floor.events.over(life, effect.outcome, effect.abandoned)


def event_rated(floor: Floor, life: Life, change: RatingChange) -> bool:
    """Whether the change is that of an event with chips, which tells it itself."""
    if not life.row.event_table or floor.events is None:
        return False
    floor.events.rated(life.row.event, change)
    return True

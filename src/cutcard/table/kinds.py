"""A table as it was written down: what kind of life it has."""

from __future__ import annotations

from cutcard.store.protocol import KeptTable

from .fair import Terms
from .life import Life, Seeds
from .matched import Matched
from .staged import Staged
from .twins import Twin


def revived(kept: KeptTable, seeds: Seeds, now: int, wall: int, terms: Terms | None) -> Life:
    """Tables whose deals an event sets have a number there, those of its matches have none. Deals
    of the former are by seeds of the house and not proved by shares: it is not the table that
    deals."""
    row = kept.table
    if row.event and row.event_table:
        return Staged.revived(kept, seeds, now, wall)
    if row.twin_of:
        return Twin.revived(kept, seeds, now, wall, terms)
    return (Matched if row.event else Life).revived(kept, seeds, now, wall, terms)

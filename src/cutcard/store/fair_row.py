"""What a store keeps of fair deals."""

from __future__ import annotations

from msgspec import Struct

SEED = 32  # bytes
WRAPPED = b"\x01"  # before a seed that is kept wrapped (F18)


def wrapped(seed: bytes) -> bool:
    """Whether a seed cannot be used as it is."""
    return len(seed) == SEED + 1 and seed.startswith(WRAPPED)


class FairRow(Struct, frozen=True, gc=False):
    """A record of a table's chain of fair deals; `line` is it as it was told, as JSON."""

    table: int
    n: int  # its place in the chain, from 0
    deal: int  # as the chain counts them: a deal that was called off has a number too
    kind: str  # offer, lock, deal, end, void
    of_deal: int  # the table's deal whose cards a `deal` dealt; 0 for other kinds
    line: bytes
    secret: bytes | None = None
    """Of an offer: its seed. Of an end: the hash of the deal's rows as they are kept."""

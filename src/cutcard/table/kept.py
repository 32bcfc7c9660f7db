"""A deal's rows in one hash: what the chain does not bind besides (when it was opened, the names
clients gave their messages), so that any byte changed in a stored log is found."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel import fair
from cutcard.store.protocol import DealRow, Entry


def kept_sum(seed: bytes, header: DealRow, log: Sequence[Entry]) -> bytes:
    """Keyed with the server's own seed of the deal, as the log's hash is (F33): moves that are
    nobody else's business could be guessed from a plain one."""
    rows = [fair.log_fields(e.n, e.at, e.seat, e.move, (e.key or "").encode()) for e in log]
    return _kept(seed, header, rows)


def log_and_kept(
    seed: bytes, deal_head: bytes, header: DealRow, log: Sequence[Entry]
) -> tuple[bytes, bytes]:
    """The log's hash (F33) of a deal that is over, and the sum of its rows."""
    entries = [(e.n, e.at, e.seat, e.move, (e.key or "").encode()) for e in log]
    now, rows = fair.log_sums(fair.log_begin(seed, deal_head), entries)
    return now, _kept(seed, header, rows)


def _kept(seed: bytes, header: DealRow, rows: Sequence[bytes]) -> bytes:
    head = fair.pack(
        "kept", header.table, header.deal, header.match, header.game, header.version,
        header.options, header.carry or b"", header.seats, header.seed, header.commitment,
        header.first, header.opened, len(rows),
    )  # fmt: skip
    return fair.keyed_bytes(seed, head + b"".join(rows))

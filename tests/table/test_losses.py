"""What the writer remembers of batches that failed does not grow while nothing can be written."""

from __future__ import annotations

from cutcard.table.writer import LOSSES, Writer


def test_only_the_last_losses_are_kept_and_older_ones_count_as_anybodys():
    writer = Writer(None, None, None, None, None)
    writer._lose({1})
    assert writer.lost(0, 1)
    assert writer.lost(0, None)
    assert not writer.lost(0, 2)
    assert not writer.lost(1, 1)
    for _ in range(3 * LOSSES):
        writer._lose({2})
    assert len(writer._lost) == LOSSES
    assert writer.lost(0, 1)
    assert not writer.lost(writer.losses - LOSSES, 1)

"""What Memory is rated as (docs/rules/arena.md): two to four against each other, by places."""

from __future__ import annotations

from cutcard.kernel.ranking import Mode

from .moves import Options


def mode(options: Options, seats: int) -> Mode | None:
    """Versus on any board, where nothing makes it easier."""
    if options.match_size != 2 or not 2 <= seats <= 4:
        return None
    return Mode("versus", "openskill") if options == Options(options.grid_size) else None

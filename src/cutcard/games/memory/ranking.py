"""What Memory is rated as (docs/rules/arena.md): two to four against each other, by places."""

from __future__ import annotations

from cutcard.kernel.ranking import Mode

from .moves import Options, ladder


def mode(options: Options, seats: int) -> Mode | None:
    """Versus by the usual rules, on boards worth remembering."""
    rated = ladder(options, seats) is not None and 2 <= seats <= 4
    return Mode("versus", "openskill") if rated else None

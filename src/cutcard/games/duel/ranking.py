"""What Duel is rated as (docs/rules/arena.md): each mode by itself, by Elo; only as it stands in
the book."""

from __future__ import annotations

from cutcard.kernel.ranking import Mode

from .options import Options, ladder


def mode(options: Options, seats: int) -> Mode | None:
    """QUICK and HAND, where nothing else was chosen."""
    name = ladder(options, seats)
    return Mode(name, "elo") if name is not None and seats == 2 else None

"""What poker is rated as (docs/rules/arena.md): a match of two for all their chips, by Elo. Events
are rated by whoever holds them, by places; cash tables never."""

from __future__ import annotations

from cutcard.kernel.ranking import Mode

from .options import Options


def mode(options: Options, seats: int) -> Mode | None:
    """Heads-up, from equal stacks to the last chip."""
    return Mode("heads-up", "elo") if options.start_stack and seats == 2 else None

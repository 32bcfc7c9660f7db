"""What Battle is rated as (docs/rules/arena.md): each ruleset by itself, by Glicko-2."""

from __future__ import annotations

from cutcard.kernel.ranking import Mode

from .options import Options


def mode(options: Options, seats: int) -> Mode | None:
    """Core and standard, with decks of the players' choice and the usual cards."""
    plain = options == Options(ruleset=options.ruleset, timers=options.timers)
    return Mode(options.ruleset, "glicko2") if plain and options.timers != "off" else None

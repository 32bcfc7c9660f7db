"""What Guandan is rated as (docs/rules/arena.md): each preset by itself, two teams of two."""

from __future__ import annotations

from cutcard.kernel.ranking import Mode

from .options import Options


def mode(options: Options, seats: int) -> Mode | None:
    """Spec and competition as they are; how long a match lasts may be chosen. Boards are another
    contest, and casual."""
    if options.match == "boards":
        return None
    plain = Options(
        preset=options.preset, match=options.match, deals=options.deals, minutes=options.minutes
    )
    return Mode(options.preset, "openskill", ((0, 2), (1, 3))) if options == plain else None

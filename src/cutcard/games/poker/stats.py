"""What an operator may count and read of poker: the size of a pot, the moves without secrets."""

from __future__ import annotations

from .facts import View

OPEN = frozenset({"bet", "raise", "sit", "rebuy", "straddle", "choose"})
"""Moves whose fields everybody at the table is told at once: no cards in them."""


def measure(view: View) -> dict[str, float]:
    """Of a finished hand as a spectator saw it: the chips that were won, the rake included."""
    if not view.awards:
        return {}
    return {"pot": sum(award.amount for award in view.awards) + view.rake}

"""What an operator may read of Guandan: a play lies open at once, a tribute does not."""

from __future__ import annotations

OPEN = frozenset({"card_play"})
"""Moves whose fields everybody at the table is told at once."""

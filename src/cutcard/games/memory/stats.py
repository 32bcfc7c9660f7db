"""What an operator may read of Memory: whoever turns a card does it before all eyes."""

from __future__ import annotations

OPEN = frozenset({"flip"})
"""Moves whose fields everybody at the table is told at once."""

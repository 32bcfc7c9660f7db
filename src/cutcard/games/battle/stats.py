"""What an operator may read of Battle: attacks and blocks are declared aloud."""

from __future__ import annotations

OPEN = frozenset({"declare_attacks", "declare_blocks"})
"""Moves whose fields everybody at the table is told at once."""

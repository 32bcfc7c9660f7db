"""How a battle stands whose round of an event is over (docs/rules/tournament.md T126): by games
won, then by the life that is left."""

from __future__ import annotations

from .rules import Battle

GAME = 1_000_000  # a game won counts more than any life


def stands(battle: Battle) -> list[int]:
    """By seat."""
    return [GAME * battle.wins[seat] + max(battle.hp[seat], 0) for seat in (0, 1)]

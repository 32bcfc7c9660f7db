"""Parts of a game that are found by name in its folder: bot, screen, cli, bench."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from cutcard.kernel.game import Game


def part(rules: Game, name: str) -> ModuleType | None:
    """The game's module of that name, or None where its folder has none."""
    if not isinstance(rules, ModuleType) or not hasattr(rules, "__path__"):
        return None
    return _found(rules, name)


@cache
def _found(rules: ModuleType, name: str) -> ModuleType | None:
    """Looked for once: what a ranked match is rated as is asked at the end of every match."""
    where = f"{rules.__name__}.{name}"
    return import_module(where) if find_spec(where) else None

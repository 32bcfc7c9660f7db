"""Council, and a way to plant a fault in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cutcard.check import find

COUNCIL = Path(__file__).parent / "council"


@pytest.fixture(scope="session")
def council() -> ModuleType:
    """The game the faults are planted in."""
    return find(str(COUNCIL))


@pytest.fixture
def plant(council: ModuleType) -> Callable[..., Any]:
    """Council with some of its state's methods, or of its module's names, replaced."""

    def planted(names: dict[str, Any] | None = None, **methods: Any) -> Any:
        rules = find(f"{COUNCIL}/rules.py")
        kind = type("Planted", (council.Council,), {"__slots__": ("spare",), **methods})

        def deal(opt: Any, n: int, rng: Any, carry: Any = None) -> Any:
            return rules.fill(kind(opt, n, rng, carry.first if carry else 0))

        own = {name: getattr(council, name) for name in dir(council) if name[0] != "_"}
        return SimpleNamespace(**{**own, "deal": deal, **(names or {})})

    return planted

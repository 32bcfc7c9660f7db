"""Council, and a way to plant a fault in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cutcard.check import check, find

COUNCIL = Path(__file__).parent / "council"
CASES = 160
LONGEST = 1500


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


@pytest.fixture
def c(council: ModuleType) -> Any:
    """The clean state's class."""
    return council.Council


@pytest.fixture
def m(council: ModuleType) -> Any:
    """Council's moves, facts and views."""
    return find(f"{COUNCIL}/moves.py")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> int:
    """Endless play is given up sooner than usual: after so many steps."""
    monkeypatch.setattr("cutcard.check.walk.LONGEST", LONGEST)
    return LONGEST


@pytest.fixture
def caught() -> Callable[..., None]:
    """The game fails with a fault of that kind (or one of them), whose message says these words."""

    def is_caught(game: Any, kind: str, *words: str) -> None:
        report = check(game, cases=CASES)
        assert not report.ok, "the fault was not caught"
        faults = [fault for fault in report.faults if fault.kind in kind.split("|")]
        assert faults, [str(fault) for fault in report.faults]
        assert all(word in faults[0].message for word in words), faults[0].message

    return is_caught

"""Rules read no clock, no chance but the deal's, and do no I/O: by their imports and by a watch."""

from __future__ import annotations

import ast
import os
import random
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from .fault import Broken

FORBIDDEN = {
    *("asyncio", "time", "datetime", "random", "secrets"),
    *("socket", "os", "threading", "logging", "uuid"),
}
FREE = frozenset({"cli.py", "bench.py"})  # a game's commands and benches may do as they like


def imports(package: ModuleType) -> Iterator[Broken]:
    """Every forbidden import in a game's folder (or its one file)."""
    if package.__file__ is None:
        return
    place = Path(package.__file__)
    files = sorted(place.parent.rglob("*.py")) if place.name == "__init__.py" else [place]
    for file in files:
        if file.name in FREE or "tests" in file.parts or file.name.startswith("test_"):
            continue
        for line, name in _imported(ast.parse(file.read_text(encoding="utf-8"))):
            if name.split(".")[0] in FORBIDDEN:
                text = f"{file.name} line {line} imports {name}; time is `at`, chance is the Rng."
                yield Broken("pure", text)
            elif _foreign(name, package.__name__):
                text = f"{file.name} line {line} imports {name}; a game knows cutcard.kernel only."
                yield Broken("pure", text)


def _imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module


def _foreign(name: str, own: str) -> bool:
    """Whether a module is another game, or of Cutcard neither the kernel nor the dialect."""
    if not name.startswith("cutcard.") or name == own or name.startswith(f"{own}."):
        return False
    return not name.startswith(("cutcard.kernel", "cutcard.dialect"))


_WATCHED: list[tuple[ModuleType, str]] = [
    *((random, n) for n in dir(random) if n in random.__all__ and n[0].islower()),
    (random, "_urandom"),
    *((secrets, n) for n in ("choice", "randbelow", "randbits", "token_bytes", "token_hex")),
    (os, "urandom"),
    *((time, n) for n in dir(time) if n.split("_")[0] in ("time", "monotonic", "perf", "sleep")),
]


@contextmanager
def watched() -> Iterator[None]:
    """While the rules run, global chance and clocks raise, and the global stream must not move."""
    mine = threading.get_ident()
    kept = [(module, name, getattr(module, name)) for module, name in _WATCHED]

    def trap(module: ModuleType, name: str, real: Any) -> Any:
        def reached(*args: Any, **named: Any) -> Any:
            if threading.get_ident() != mine:
                return real(*args, **named)
            text = f"The rules called {module.__name__}.{name}"
            raise Broken("chance", f"{text}; chance is the deal's Rng, time is `at`.")

        return reached

    before = random.getstate()
    for module, name, real in kept:
        setattr(module, name, trap(module, name, real))
    try:
        yield
    finally:
        for module, name, real in kept:
            setattr(module, name, real)
    if random.getstate() != before:
        text = "The rules drew from the random module; draw from the deal's Rng only."
        raise Broken("chance", text)

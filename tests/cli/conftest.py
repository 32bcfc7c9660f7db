"""`run(…)` is the command line in this process, `serve(…)` a server in one of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from cutcard.cli.main import main

from ..running import serve

__all__ = ["serve"]

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    def call(*words: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(main, list(words), input=typed)

    return call

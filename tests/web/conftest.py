"""The page's own tests share one server; the browser and its visitors are tests/browsing.py's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..browsing import PASSWORD, ROOT, SHOTS, UNREACHABLE, Guest, Serving, Visit

__all__ = ["PASSWORD", "ROOT", "SHOTS", "UNREACHABLE", "Guest", "Serving", "Visit"]


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("web")) as made:
        yield made

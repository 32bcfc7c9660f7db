"""The steps that bring a database up to date are numbered one after the other: two branches that
each add one take the same number, and only this says so before a database does."""

from __future__ import annotations

from importlib.resources import files

import pytest


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_two_steps_have_one_number_and_none_is_left_out(kind):
    names = [file.name for file in (files("cutcard.store") / "sql" / kind).iterdir()]
    numbers = sorted(int(name.split("_")[0]) for name in names if name.endswith(".sql"))
    assert numbers == list(range(1, len(numbers) + 1))

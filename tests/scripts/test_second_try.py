"""A few tests with real clocks get a second try, and it is said; a fault is not forgiven."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.scripts.nested import ALONE, PLUGINS
from tests.skipping import SKIPPED

ROOT = Path(__file__).resolve().parents[2]
LATE = """from pathlib import Path
def test_late():
    mark = Path(__file__).with_suffix(".mark")
    first = not mark.exists()
    mark.touch()
    assert not first
"""
WRONG = """import pytest
@pytest.mark.parametrize("n", range(2))
def test_wrong(n): assert n != 1
"""
GONE = 'import pytest\npytest.importorskip("no_such_part")\n'


def run(folder: Path, tries: str, **more: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "script.tests", *PLUGINS, "-n", "2"]
    own = {**os.environ, **ALONE, "CUTCARD_NO_SKIPS": "", "CUTCARD_SECOND_TRY": tries, **more}
    return subprocess.run(
        [*command, str(folder)],
        cwd=ROOT,
        check=False,
        env=own,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_late_answer_is_tried_again_and_named(tmp_path):
    (tmp_path / "test_clock.py").write_text(LATE)
    done = run(tmp_path, "3")
    assert done.returncode == 0, done.stdout
    said = done.stdout.split("Passed only at the second try:")[1]
    assert "test_clock.py::test_late" in said


def test_by_hand_there_is_no_second_try(tmp_path):
    (tmp_path / "test_clock.py").write_text(LATE)
    assert run(tmp_path, "0").returncode == 1


def test_what_fails_twice_fails_the_run(tmp_path):
    (tmp_path / "test_clock.py").write_text(LATE)
    (tmp_path / "test_fault.py").write_text(WRONG)
    done = run(tmp_path, "3")
    assert done.returncode == 1, done.stdout
    assert "Passed only at the second try" not in done.stdout


def test_many_failures_are_no_accident(tmp_path):
    for name in "ab":
        (tmp_path / f"test_{name}.py").write_text(LATE)
    done = run(tmp_path, "1")
    assert done.returncode == 1
    assert "Once more" not in done.stdout


def test_a_part_left_out_is_not_forgiven_by_it(tmp_path):
    (tmp_path / "test_clock.py").write_text(LATE)
    (tmp_path / "test_gone.py").write_text(GONE)
    assert run(tmp_path, "3", CUTCARD_NO_SKIPS="1").returncode == SKIPPED

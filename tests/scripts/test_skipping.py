"""Nothing is skipped in silence, by pytest runs of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.scripts.nested import ALONE, PLUGINS
from tests.skipping import SKIPPED

ROOT = Path(__file__).resolve().parents[2]
GONE = 'import pytest\npytest.importorskip("no_such_part")\ndef test_it(): pass\n'
FINE = "def test_it(): pass\n"
PAGES = """import pytest
@pytest.mark.browser
@pytest.mark.parametrize("n", range(3))
def test_page(n): pass
"""


def run(folder: Path, *more: str, **env: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser: in a browser\n")
    command = [sys.executable, "-m", "pytest", "-q", *PLUGINS, "-p", "no:cacheprovider"]
    own = {**os.environ, **ALONE, "CUTCARD_NO_SKIPS": "", **env}
    return subprocess.run(
        [*command, *more, str(folder)],
        cwd=ROOT,
        check=False,
        env=own,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_module_that_skips_itself_fails_a_run_without_skips(tmp_path, workers):
    (tmp_path / "test_gone.py").write_text(GONE)
    (tmp_path / "test_fine.py").write_text(FINE)
    done = run(tmp_path, "-n", workers, CUTCARD_NO_SKIPS="1")
    assert done.returncode == SKIPPED, done.stdout
    assert "test_gone.py: could not import 'no_such_part'" in done.stdout
    assert run(tmp_path, "-n", workers).returncode == 0


def test_it_alone_fails_too(tmp_path):
    (tmp_path / "test_gone.py").write_text(GONE)
    assert run(tmp_path, CUTCARD_NO_SKIPS="1").returncode == SKIPPED


def test_browser_tests_without_a_browser_are_told_in_one_last_line(tmp_path):
    (tmp_path / "test_pages.py").write_text(PAGES)
    (tmp_path / "test_fine.py").write_text(FINE)
    done = run(tmp_path, CUTCARD_CHROMIUM="/bin/false")
    assert done.returncode == 0, done.stdout
    assert "1 passed, 3 skipped" in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last.startswith("3 browser tests not run: /bin/false opens no page: ")
    assert last.endswith("Name a Chromium that works in CUTCARD_CHROMIUM, or none.")


def test_and_fail_a_run_without_skips(tmp_path):
    (tmp_path / "test_pages.py").write_text(PAGES)
    done = run(tmp_path, CUTCARD_CHROMIUM="/bin/false", CUTCARD_NO_SKIPS="1")
    assert done.returncode == SKIPPED
    assert "test_page[0] and 2 more: /bin/false opens no page" in done.stdout

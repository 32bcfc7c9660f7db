"""What a reader can take in: no file of ours under src is longer than 400 lines.

How long a function of the page may be is held by tests/web/test_closures.py, how complex one in
Python by ruff (C901, in pyproject.toml)."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"
MOST = 400
KINDS = (".py", ".js", ".css")
ONE_FILE = "cutcard/fair/verify.py"  # F83 promises it as one file, that whoever doubts us can read


def test_no_file_is_longer_than_400_lines() -> None:
    files = [path for path in sorted(SOURCE.rglob("*")) if path.suffix in KINDS]
    lines = {str(path.relative_to(SOURCE)): len(path.read_text().splitlines()) for path in files}
    assert {Path(name).suffix for name in lines} == set(KINDS)
    assert {name: count for name, count in lines.items() if count > MOST and name != ONE_FILE} == {}

"""script/test runs every part, whatever became of those before it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parents[2]
STAND_IN = """#!/bin/sh
# Stands where .venv/bin/python does: notes what it is asked, and fails where it is told to.
echo "$*" >>asked
case "$*" in *"$FAILS"*) exit 7 ;; esac
"""


def parts(at: Path, fails: str) -> tuple[int, list[str]]:
    """How script/test ends where what has these words in it fails, and what it ran."""
    (at / "script").mkdir(exist_ok=True)
    shutil.copy(HERE / "script" / "test", at / "script")
    (at / "asked").unlink(missing_ok=True)
    python = at / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True, exist_ok=True)
    for file, text in ((at / "script" / "setup", "#!/bin/sh\n"), (python, STAND_IN)):
        file.write_text(text)
        file.chmod(0o755)
    words = {"FAILS": fails, "CUTCARD_NO_APT": "1", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    done = subprocess.run([at / "script" / "test"], env=words, check=False, capture_output=True)
    return done.returncode, (at / "asked").read_text().splitlines()


def test_a_part_that_fails_keeps_nobody_from_the_others_and_fails_the_whole(tmp_path):
    code, whole = parts(tmp_path, "nothing fails")
    assert code == 0
    assert [line for line in whole if "and browser" in line], "all there is was asked for"
    for fails in ("coverage run", "fail-under", "--ignore=tests/kernel", "script.tests -n 2"):
        code, asked = parts(tmp_path, fails)
        assert code == 7, fails
        assert asked == whole, fails

"""A person at `cutcard play`: types the first number offered, whenever the prompt comes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from ..command import MAIN

PROMPT = "\n> "
OFFERED = re.compile(r"(?:^|(?<=\s\s))(\d+) (?!leave)[^\d\s]", re.MULTILINE)


def typed_through(*words: str, path: Path) -> str:
    """All that `cutcard play` said until it was over; a number keeps its meaning there, so which
    is first changes with every list. Nobody leaves."""
    said = ""
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(path)},
    ) as person:
        assert person.stdin is not None
        assert person.stdout is not None
        shown = ""
        while letter := person.stdout.read(1):
            shown += letter
            if not shown.endswith(PROMPT):
                continue
            offered = OFFERED.findall(shown)
            assert offered, shown
            person.stdin.write(f"{offered[0]}\n")
            person.stdin.flush()
            said, shown = said + shown, ""
    assert person.returncode == 0, said + shown
    return said + shown

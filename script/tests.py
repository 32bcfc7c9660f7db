"""Runs a part of the tests that has real clocks in it: sockets, servers, browsers.

    python -m script.tests ARGUMENTS    those of pytest

A machine that is busy with something else can make one answer of thousands late. Up to three
failures (CUTCARD_SECOND_TRY=N: up to N) are run once more, alone, and named; one that fails again,
or one more than that, fails the run. The rules have no clock and no second try.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FAILED = 1  # pytest's exit code for tests that failed, and nothing worse


def alone(arguments: list[str]) -> list[str]:
    """The same choice of tests, without those that would run beside them."""
    kept, after = [], False
    for argument in arguments:
        if not after and argument not in ("-n", "--dist"):
            kept.append(argument)
        after = argument in ("-n", "--dist")
    return kept


def say(what: str, tests: list[str]) -> None:
    sys.stdout.write("\n".join(["", what, *(f"  {test}" for test in tests), ""]))
    sys.stdout.flush()


def run(arguments: list[str], tries: int) -> int:
    with tempfile.TemporaryDirectory() as cache:
        pytest = [sys.executable, "-m", "pytest", "-o", f"cache_dir={cache}"]
        code = subprocess.run([*pytest, *arguments], check=False).returncode
        known = Path(cache, "v", "cache", "lastfailed")
        failed = sorted(json.loads(known.read_text())) if known.exists() else []
        if code != FAILED or not 0 < len(failed) <= tries:
            return code
        say("Once more, alone:", failed)
        again = ["--last-failed", "--last-failed-no-failures", "none"]
        code = subprocess.run([*pytest, *alone(arguments), *again], check=False).returncode
    if not code:
        say("Passed only at the second try:", failed)
    return code


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], int(os.environ.get("CUTCARD_SECOND_TRY", "3"))))

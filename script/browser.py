"""Before the tests: installs what the browser tests lack, where that is possible (as root, with
apt-get) and allowed (CUTCARD_NO_APT is not set), and says what, how much and how far it is.

    python -m script.browser ARGUMENTS    those of pytest; nothing is installed unless they choose
                                          browser tests
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from script.environment import Progress, lines
from tests.browser import CHROMIUM, lacking, packaged

APT = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=120"]
INSTALL = [*APT, "install", "--no-install-recommends"]
OWN = [sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"]


def say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def asked_for(arguments: list[str]) -> bool:
    """Whether any browser test is among those chosen."""
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", *arguments]
    done = subprocess.run(collect, capture_output=True, text=True, check=False)
    return done.returncode == 0


def install() -> bool:
    """With one apt-get, whose size is said before."""
    subprocess.run([*APT, "update"], capture_output=True, check=False)
    packages = lacking()  # which browser is packaged is known only now
    if CHROMIUM in packages and not packaged(CHROMIUM):
        packages = [package for package in packages if package != CHROMIUM]
    if not packages:
        return True
    simulated = [*INSTALL, "--assume-no", *packages]
    plan = subprocess.run(simulated, capture_output=True, text=True, check=False).stdout
    size = re.search(r"Need to get (.+) of archives", plan)
    new = re.search(r"(\d+) newly installed", plan)
    total = int(new[1]) if new else len(packages)
    say(
        f"Installing {', '.join(packages)} for the browser tests: {total} packages,"
        f" {size[1] if size else 'nothing'} to fetch (CUTCARD_NO_APT=1 leaves the system alone) …"
    )
    progress, count, code = Progress(), {"Get": 0, "Unpacking": 0, "Setting": 0}, 0
    with tempfile.NamedTemporaryFile(suffix=".log") as log:
        for line, code in lines([*INSTALL, "--yes", *packages], Path(log.name)):  # noqa: B007
            word = re.match(r"(Get|Unpacking|Setting)\b", line or "")
            if word:
                count[word[1]] += 1
            fetched, unpacked, ready = count.values()
            progress.say(f"of {total}: {fetched} fetched, {unpacked} unpacked, {ready} set up")
        progress.end()
        said = Path(log.name).read_text(errors="replace")
    if code:
        wrong = [line for line in said.splitlines() if line.startswith("E:")]
        say(f"apt-get could not install them: {wrong[-1] if wrong else f'exit {code}'}")
    return code == 0


def main() -> None:
    wanting = lacking()
    may = os.geteuid() == 0 and shutil.which("apt-get") and not os.environ.get("CUTCARD_NO_APT")
    if not wanting or not may or not asked_for(sys.argv[1:]):
        return  # where something is missing, the browser tests themselves say what
    os.environ.update(DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    if install() and CHROMIUM in lacking():
        say(f"This system packages no Chromium; fetching Playwright's own: {' '.join(OWN[1:])} …")
        if subprocess.run(OWN, check=False).returncode:
            say("It could not be fetched.")


if __name__ == "__main__":
    main()

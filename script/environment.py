"""What script/setup does with the environment's own Python and nothing but its library.

environment.py install KIND    installs what requirements/KIND.txt locks, then Cutcard itself
environment.py compiled        says whether the compiled part is there, or could be
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

LOG = Path(".venv/pip.log")
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
PARTS = ("wire/_swift", "fair/_roots")
PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
OFFLINE = re.compile(r"Retrying \(|NewConnection|NameResolution|Max retries|Timeout|ProxyError")
DISTRUST = re.compile(r"CERTIFICATE_VERIFY_FAILED|SSLError")
SILENCE = 5  # seconds after which something is said in any case


def compiled() -> str:
    """The stamp holds this, so that a compiler that came later is noticed, and so is another
    Python; one that fails is not asked again."""
    if all(Path(f"src/cutcard/{one}{SUFFIX}").exists() for one in PARTS):
        return f"{SUFFIX} built"
    if os.environ.get("CUTCARD_PURE"):
        return f"{SUFFIX} not wanted"
    compiler = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc")[0]
    headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    could = headers and (shutil.which(compiler) or shutil.which("cc"))
    return f"{SUFFIX} not built, {'a' if could else 'no'} compiler"


class Progress:
    """One line that changes on a terminal; elsewhere a line every few seconds."""

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()
        self.last = 0.0

    def say(self, text: str, *, always: bool = False) -> None:
        now = time.monotonic()
        if not (always or self.terminal or now - self.last >= SILENCE):
            return
        self.last = now
        sys.stderr.write(f"\r\033[K  {text}" if self.terminal else f"  {text}\n")
        sys.stderr.flush()

    def end(self) -> None:
        if self.terminal:
            sys.stderr.write("\r\033[K")


class Installing:
    """How far pip has come, from what it prints."""

    def __init__(self, lock: Path) -> None:
        self.total = len(re.findall(r"^[\w.-]+==", lock.read_text(), re.MULTILINE))
        self.seen = 0
        self.doing = "asking the package index"
        self.unpacking = 0
        self.before = 0
        self.errors: list[str] = []
        self.offline = self.distrusted = False

    def hear(self, line: str) -> None:
        first, _, rest = line.strip().partition(" ")
        if first == "Ignoring":  # not for this system
            self.total -= 1
        elif first in ("Collecting", "Processing", "Requirement"):
            self.seen += 1
            what = rest.removeprefix("already satisfied: ").split()[0].rpartition("/")[2]
            self.doing = " ".join(what.split("==" if "==" in what else "-")[:2])
        elif first == "Downloading":
            self.doing = f"{self.doing.partition(' (')[0]} {rest[rest.rfind('(') :]}"
        elif line.startswith("Installing collected packages"):
            self.unpacking, self.before = line.count(",") + 1, places()
        elif first == "ERROR:":
            self.errors.append(rest)
        self.distrusted |= bool(DISTRUST.search(line))
        if OFFLINE.search(line):
            self.offline, self.doing = True, "the package index does not answer; trying again"

    def __str__(self) -> str:
        if self.unpacking:
            return f"{min(places() - self.before, self.unpacking)} of {self.unpacking} unpacked"
        return f"{self.seen} of {self.total}: {self.doing}"

    def trouble(self) -> str:
        """One sentence, with what to do."""
        if self.distrusted:
            return (
                "The package index's certificate is not trusted here. Name the authority's"
                " certificate in PIP_CERT and run this again."
            )
        if self.offline:
            return (
                "The package index cannot be reached. Connect this machine (or name a proxy in"
                " https_proxy, or another index in PIP_INDEX_URL) and run this again."
            )
        said = self.errors[-1] if self.errors else "nothing that helps"
        return f"The packages could not be installed; pip says: {said}. All of it: {LOG}"


def places() -> int:
    """How many packages are in the environment."""
    return sum(1 for _ in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))


def lines(command: list[str], log_file: Path) -> Iterator[tuple[str | None, int]]:
    """What a command prints, line by line, None while it is silent; at the end its exit code."""
    env = {key: value for key, value in os.environ.items() if key != "PIP_QUIET"}
    env["PYTHONUNBUFFERED"] = "1"
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env
    ) as process:
        assert process.stdout is not None
        out, rest = process.stdout.fileno(), b""
        with DefaultSelector() as selector, log_file.open("wb") as log:
            selector.register(out, EVENT_READ)
            while True:
                if not selector.select(1):
                    yield None, 0
                    continue
                block = os.read(out, 65536)
                if not block:
                    break
                log.write(block)
                *whole, rest = (rest + block).split(b"\n")
                for line in whole:
                    yield line.decode(errors="replace"), 0
    yield None, process.returncode


def install(kind: str) -> str | None:
    """None, or what is wrong."""
    lock = Path(f"requirements/{kind}.txt")
    progress, pip = Progress(), Installing(lock)
    code = 0
    # The lock names all there is. Left to look for what a package wants, pip takes a newer release
    # that came out since, for one wanted with an extra, and stops at its missing hash.
    command = [*PIP, "--progress-bar", "off", "--require-hashes", "--no-deps", "-r", str(lock)]
    for line, code in lines(command, LOG):  # noqa: B007  # the last one counts
        if line is not None:
            pip.hear(line)
        progress.say(str(pip))
    progress.end()
    if code:
        return pip.trouble()
    progress.say(f"{pip.total} packages are in place; now Cutcard itself …", always=True)
    if progress.terminal:
        sys.stderr.write("\n")
    quiet = ["--quiet", "--no-build-isolation", "--no-deps", "--editable", "."]
    done = subprocess.run([*PIP, *quiet], capture_output=True, text=True, check=False)
    if done.returncode:
        LOG.write_text(done.stdout + done.stderr)
        return f"Cutcard itself could not be installed; what pip says is in {LOG}"
    return None


def main() -> int:
    if sys.argv[1] == "compiled":
        sys.stdout.write(compiled() + "\n")
        return 0
    trouble = install(sys.argv[2])
    if trouble:
        sys.stderr.write(f"{trouble}\n")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())

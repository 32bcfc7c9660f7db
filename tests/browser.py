"""Which browser plays the pages, and one sentence about what is missing where none does.

`CUTCARD_CHROMIUM` names one; else it is the first of those this machine has that opens a page,
Playwright's own last. `script/browser.py` installs what is missing where it may."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

SHELL = "chromium-headless-shell"  # the same Chromium without a window: less to compute
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SNAP = "/snap/bin/chromium"  # not in everybody's PATH
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DRIVER, FONTS, CHROMIUM = "libatomic1", "fonts-noto-cjk", "chromium"  # Debian's packages
MISSING = re.compile(r"loading shared libraries: (\S+?):")


class Found(NamedTuple):
    """A browser that opens a page, or else what is wrong."""

    path: str | None = None  # None: Playwright's own
    trouble: str = ""


def there() -> list[str]:
    """The browsers of this machine, the likeliest first."""
    if named := os.environ.get("CUTCARD_CHROMIUM"):
        return [named]
    places = [shutil.which(name) for name in NAMES] + [SNAP * Path(SNAP).exists()]
    return list(dict.fromkeys(filter(None, places)))


def own() -> bool:
    """Whether Playwright's own was fetched."""
    place = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    fetched = any(Path(place).glob("chromium*/INSTALLATION_COMPLETE"))
    return fetched and not os.environ.get("CUTCARD_CHROMIUM")


def launch(playwright: Playwright, path: str | None) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=60_000)


@cache
def found() -> Found:
    """Starts Playwright's driver and a browser once, and opens a blank page in it."""
    driver = subprocess.run(  # in a process of its own: within ours it would wait for ever
        [sys.executable, "-m", "playwright", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    if driver.returncode:
        return Found(trouble=f"Playwright's driver does not start: {_reason(driver.stderr)}")
    complaint = ""
    with sync_playwright() as playwright:
        for path in [*there(), *([None] if own() else [])]:
            try:
                browser = launch(playwright, path)
                browser.new_page().goto("about:blank")
                browser.close()
                return Found(path)
            except Error as error:
                name = path or playwright.chromium.executable_path
                complaint = complaint or f"{name} opens no page: {_reason(error.message)}"
    return Found(trouble=complaint or "no Chromium or Chrome was found")


def _reason(said: str) -> str:
    if library := MISSING.search(said):
        return f"{library[1]} is missing"
    return next((line.strip() for line in said.splitlines() if line.strip()), "it does not say why")


def lacking() -> list[str]:
    """Debian's packages that the browser tests want and this machine does not have."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-query") is None:
        return []
    wanted = [DRIVER, FONTS]
    if not there() and not own():
        wanted.insert(0, SHELL if packaged(SHELL) else CHROMIUM)
    return [package for package in wanted if not _installed(package)]


def _installed(package: str) -> bool:
    asked = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package]
    return subprocess.run(asked, capture_output=True, check=False).stdout == b"installed"


def packaged(package: str) -> bool:
    """Whether this system's apt has it; Ubuntu's has no Chromium."""
    asked = subprocess.run(
        ["apt-cache", "policy", package],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    return bool(re.search(r"Candidate: [^(]", asked.stdout))


def advice() -> str:
    """The command that mends what `found` complains about."""
    if os.environ.get("CUTCARD_CHROMIUM"):
        return "Name a Chromium that works in CUTCARD_CHROMIUM, or none."
    packages = lacking()
    if packages and packaged(packages[0]):
        return f"As root: apt-get install --no-install-recommends {' '.join(packages)}"
    fetch = ".venv/bin/python -m playwright install --with-deps chromium"
    return f"Install Chromium or Google Chrome, or Playwright's own: {fetch}"

"""A real server on a temporary database and a real Chromium; any console error fails a test.

What went over each socket is logged, and pytest shows it when a test fails. `tests/conftest.py`
loads this file, so `visit` is there for every test; a folder says with a fixture `serving` of its
own which server is visited."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any, Self

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    WebSocket,
    expect,
    sync_playwright,
)

from .browser import found, launch
from .command import MAIN

ROOT = Path(__file__).resolve().parents[1]
SHOTS = ROOT / "screenshots"
SIZES = {
    "wide": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 844},
    "narrow": {"width": 360, "height": 740},  # the least there is
    "laptop": {"width": 1366, "height": 768},
    "low": {"width": 1366, "height": 657},  # a laptop's, within the browser's bars
}
POINTED = {"wide", "laptop", "low"}  # by a mouse
AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
PASSWORD = "correct horse"
expect.set_options(timeout=10_000)  # machines that test are busy
log = logging.getLogger("cutcard.page")
log.setLevel(logging.INFO)
# What Chromium says of a killed server.
UNREACHABLE = (
    "WebSocket connection to",
    "net::ERR_",
    "Failed to load resource: net::ERR_",
    "An unknown error occurred when fetching the script.",
)


class Serving:
    """`cutcard serve` in a process of its own, which can be killed and started again;
    `with Serving(folder) as serving` runs it that long."""

    def __init__(self, folder: Path, *flags: str, main: str = MAIN) -> None:
        self.flags = flags
        self.main = main
        self.db = folder / "web.db"
        self._settle()
        self.process: subprocess.Popen[bytes] | None = None

    def _settle(self) -> None:
        """At a port that nobody has."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", self.main, "serve", "--log-level", "warning"]
        more = ["--port", str(self.port), "--db", str(self.db), *self.flags]
        self.process = subprocess.Popen([*command, *more])
        until = time.monotonic() + 240  # machines that test are busy
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/ready", timeout=1).close()
                return
            except (OSError, HTTPException):
                if time.monotonic() > until or self.process.poll() is not None:
                    self.kill()  # nobody else would
                    raise
                time.sleep(0.05)

    def kill(self) -> None:
        """With -9, as a crash does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(60)

    def __enter__(self) -> Self:
        for again in (True, True, False):
            try:
                self.start()
                break
            except (OSError, HTTPException):
                if not again:
                    raise
                self._settle()  # somebody on this machine was faster than we
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


# What reaches out of the window, innermost last.
BEYOND = """[...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((one) => `${one.tagName}.${one.className}`).slice(-6)"""


# Issue 18, point 9: what is only an icon says on pointing at it what it does.
NAMELESS = """[...document.querySelectorAll("button, a, summary")]
  .filter((one) => one.checkVisibility() && one.querySelector("svg.glyph"))
  .filter((one) => !one.innerText.trim() && !(one.title && one.ariaLabel))
  .map((one) => one.outerHTML.slice(0, 120))"""


class Guest:
    """One person in one browser window."""

    def __init__(
        self, serving: Serving, context: BrowserContext, name: str, theme: str, settle: int
    ) -> None:
        self.serving = serving
        self.context = context
        self.name = name
        self.theme = theme
        self.settle = settle  # ms until colours have faded in
        self.user = ""  # the account, once there is one
        self.complaints: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self.page: Page = context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.page.on("websocket", self._line)
        self.sent: list[str] = []

    def _line(self, socket: WebSocket) -> None:
        log.info("%s opens %s", self.name, socket.url)
        socket.on("framesent", lambda frame: self._sent(str(frame)))
        socket.on("framereceived", lambda frame: log.info("%s < %.400s", self.name, frame))
        socket.on("close", lambda _: log.info("%s closed", self.name))

    def _sent(self, frame: str) -> None:
        log.info("%s > %s", self.name, frame)
        self.sent.append(frame)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.serving.url, "data:", "blob:", "about:")):
            self.complaints.append(f"asks a third party: {request.url}")

    def check(self) -> None:
        """Nothing was complained about, but for what the test allows."""
        found = [one for one in self.complaints if not one.startswith(self.allowed or ("\0",))]
        assert not found, found

    def lobby(self) -> Page:
        self.page.goto(self.serving.url)
        self.page.wait_for_selector(".game")
        self.page.wait_for_selector(".tables > *")
        return self.page

    def token(self) -> str:
        read = "JSON.parse(localStorage.getItem('cutcard.me') ?? '{}').token"
        for _ in range(200):  # wait_for_function would need the eval that our policy forbids
            token = self.page.evaluate(read)
            if token:
                return str(token)
            self.page.wait_for_timeout(25)
        raise AssertionError("the page never became a guest")

    def open_table(self, game: str, options: dict[str, Any], seats: int, **more: Any) -> int:
        """Open a table over HTTP, as this guest, and go there."""
        if not self.page.url.startswith(self.serving.url):
            self.page.goto(self.serving.url)
        wish = {"game": game, "options": options, "seats": seats, **more}
        request = urllib.request.Request(
            f"{self.serving.url}/api/tables",
            json.dumps(wish).encode(),
            {"Authorization": f"Bearer {self.token()}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            table = int(json.load(answer)["table"])
        self.page.goto(f"{self.serving.url}/table/{table}")
        return table

    def become(self, user: str) -> None:
        """Make an account over HTTP; the page comes in as it from now on."""
        told = json.dumps({"user": user, "password": PASSWORD}).encode()
        request = urllib.request.Request(
            f"{self.serving.url}/api/accounts", told, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            me = json.load(answer)
        kept = json.dumps({"token": me["token"], "name": user, "guest": False})
        first = "location.protocol.startsWith('http') && !localStorage.getItem('cutcard.me')"
        self.context.add_init_script(f"{first} && localStorage.setItem('cutcard.me', {kept!r})")

    def shot(self, name: str) -> None:
        """Kept for people to look at; the folder is not in the repository."""
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{self.name}-{name}.png")

    def accessible(self, name: str) -> None:
        """In both themes: a picture, nothing scrolls sideways, and axe-core finds nothing wrong."""
        for theme in ("light", "dark") if self.theme == "dark" else ("dark", "light"):
            self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            self.page.wait_for_timeout(self.settle)
            self.shot(f"{name}-{theme}")
            wide = self.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wide <= 0, (
                f"{self.name} {name}: scrolls sideways by {wide} px: {self.page.evaluate(BEYOND)}"
            )
            assert self.page.evaluate(NAMELESS) == [], f"{self.name} {name}: icons without a word"
            result = Axe().run(self.page, options=AXE_RULES)
            bad = [
                (one["id"], [node["html"][:160] for node in one["nodes"]])
                for one in result.response["violations"]
            ]
            assert not bad, f"{self.name} {name} {theme}: {bad}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for the whole run."""
    with sync_playwright() as playwright:
        launched = launch(playwright, found().path)
        yield launched
        launched.close()


Visit = Callable[..., Guest]


@pytest.fixture
def visit(browser: Browser, serving: Serving) -> Iterator[Visit]:
    """`visit("wide", theme="light", language="zh")`: another person with a browser of their own."""
    guests: list[Guest] = []

    def come(
        size: str = "wide",
        *,
        theme: str = "dark",
        language: str = "en",
        motion: str = "reduce",
        on: Serving | None = None,
        touch: bool | None = None,
    ) -> Guest:
        context = browser.new_context(
            viewport=SIZES[size],  # type: ignore[arg-type]  # a TypedDict by any other name
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
            locale="zh-CN" if language == "zh" else "en-GB",
            has_touch=size not in POINTED if touch is None else touch,
        )
        settle = 40 if motion == "reduce" else 300
        guests.append(Guest(on or serving, context, f"{size}-{language}", theme, settle))
        return guests[-1]

    yield come
    for guest in guests:
        guest.context.close()
    for guest in guests:
        guest.check()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Serving]:
    """A server of the test's own, to be killed."""
    with Serving(tmp_path) as made:
        yield made

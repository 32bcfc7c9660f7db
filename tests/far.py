"""Far away and on a plain machine: what issue 18's point 7 gives figures for, by hand.

    python -m tests.far          bytes, requests and seconds, at 300 ms there and back and 1.6 Mb/s
    python -m tests.far tasks    the longest task of the page while each game deals

A line of that length is a proxy of our own between the browser and the server, so that WebSockets
and new connections wait as well; the bytes are counted there too. Chromium's own throttling knows
neither. Nothing here has a clock that fails a test: tests/web/test_far.py holds bytes and requests.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, Self

import click
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from .browser import found, launch
from .browsing import SIZES, Serving
from .command import QUICK_BOTS

DELAY, RATE = 0.3, 200_000  # seconds there and back; bytes a second, either way
GAMES = ("duel", "memory", "poker", "guandan", "battle")
CODINGS, LANGUAGES = ("br", "gzip"), ("en", "zh")
PLAY = "[data-game={}] .game-starts button"
KNOWN = ".friends-link"  # in the bar, once the server knows us
# When each was first there, by the page's own clock: to ask again and again from outside adds up to
# half a second.
CLOCK = f"""globalThis.first = {{}};
const look = () => {{
  for (const [name, what] of [["shown", {PLAY.format("duel")!r}], ["known", {KNOWN!r}]])
    if (!(name in first) && document.querySelector(what)) first[name] = performance.now();
}};
new MutationObserver(look).observe(document, {{childList: true, subtree: true}});"""
LATER, KEEPS = 3_000, 5_000  # ms: what comes of itself; until the page has been kept for later
SETTLES = 8  # seconds: a server packs the page when it has settled
LONG = 50  # ms a task may hold the page


class Line:
    """`with Line(port) as line`: at `line.url` the server at `port` is far away. A new connection
    takes one way there and back before anything is heard, as TCP's does."""

    def __init__(
        self, port: int, coding: str = "br", delay: float = DELAY, rate: int = RATE
    ) -> None:
        self.port, self.coding, self.delay, self.rate = port, coding, delay, rate
        self.bytes = 0  # sent down, to the browser
        self._free = {"up": 0.0, "down": 0.0}  # when the line has carried what it was given
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        made = asyncio.start_server(self._came, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(made, self._loop).result(30)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)

    async def _end(self) -> None:
        mine = asyncio.current_task()
        others = [one for one in asyncio.all_tasks() if one is not mine]
        for one in others:
            one.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self.delay)
        back, onward = await asyncio.open_connection("127.0.0.1", self.port)
        ways = (self._carry("up", reader, onward), self._carry("down", back, writer))
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*ways, return_exceptions=True)

    async def _carry(
        self, way: str, source: asyncio.StreamReader, goal: asyncio.StreamWriter
    ) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, body = await waiting.get()
                await asyncio.sleep(due - time.monotonic())
                if not body:
                    goal.close()
                    return
                goal.write(body)

        delivering = asyncio.create_task(deliver())
        while True:
            body = await source.read(1400)
            if self.coding != "br":  # what a browser does not ask for it is not sent
                body = body.replace(b", br", b"    ")
            now = time.monotonic()
            self._free[way] = max(now, self._free[way]) + len(body) / self.rate
            self.bytes += len(body) if way == "down" else 0
            waiting.put_nowait((self._free[way] + self.delay / 2, body))
            if not body:
                break
        await delivering


class Counted:
    """What a page asks for over HTTP, and how many bytes of it came over the wire."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.codings: set[str] = set()
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asks)
        session.on("Network.loadingFinished", self._came)
        session.on("Network.responseReceived", self._told)

    def _asks(self, said: dict[str, Any]) -> None:
        if said["request"]["url"].startswith("http"):
            self.asked.append(said["request"]["url"])

    def _came(self, said: dict[str, Any]) -> None:
        self.bytes += int(said["encodedDataLength"])

    def _told(self, said: dict[str, Any]) -> None:
        headers = {key.lower(): value for key, value in said["response"]["headers"].items()}
        self.codings.add(headers.get("content-encoding", "none"))

    def clear(self) -> None:
        self.asked.clear()
        self.codings.clear()
        self.bytes = 0


def visitor(
    browser: Browser, size: str, language: str, motion: str = "reduce", worker: str = "block"
) -> BrowserContext:
    """Without the page's own worker, which keeps the page for later, all that comes is counted."""
    context = browser.new_context(
        service_workers=worker,  # type: ignore[arg-type]
        viewport=SIZES[size],  # type: ignore[arg-type]  # a TypedDict by any other name
        reduced_motion=motion,  # type: ignore[arg-type]
        locale="zh-CN" if language == "zh" else "en-GB",
        has_touch=size == "phone",
    )
    context.add_init_script(CLOCK)
    return context


def usable(page: Page, url: str) -> tuple[float, float]:
    """Seconds until the lobby is there to be read and pressed, and until the server knows us, so
    that a press is answered."""
    page.goto(url, wait_until="commit")
    page.locator(PLAY.format("duel")).first.wait_for(timeout=60_000)
    page.locator(KNOWN).wait_for(timeout=60_000)
    first = page.evaluate("first")
    return first["shown"] / 1000, first["known"] / 1000


def sat(page: Page, name: str) -> float:
    """Seconds from the press in the lobby until the table stands."""
    began = time.perf_counter()
    page.locator(PLAY.format(name)).first.click()
    page.locator(".prompt").first.wait_for(timeout=60_000)
    took = time.perf_counter() - began
    page.wait_for_timeout(LATER)  # what comes of itself belongs to it
    return took


def lobbies(browser: Browser, serving: Serving) -> None:
    for language, coding in product(LANGUAGES, CODINGS):
        with Line(serving.port, coding) as line:
            context = visitor(browser, "phone", language, worker="allow")
            page = context.new_page()
            counted = Counted(page)
            for visit in ("first visit", "second visit"):
                counted.clear()
                before = line.bytes
                shown, known = usable(page, line.url)
                took = f"shown {shown:.2f} s, usable {known:.2f} s"
                say(f"lobby {language} {visit}", counted, line.bytes - before, took)
                page.wait_for_timeout(LATER + KEEPS)  # the worker keeps what there is
            context.close()


def tables(browser: Browser, serving: Serving) -> None:
    for name, language, coding in product(GAMES, LANGUAGES, CODINGS):
        with Line(serving.port, coding) as line:
            context = visitor(browser, "phone", language)
            page = context.new_page()
            counted = Counted(page)
            usable(page, line.url)
            counted.clear()
            before = line.bytes
            took = f"stands after {sat(page, name):.2f} s"
            say(f"table {language} {name}", counted, line.bytes - before, took)
            context.close()


def say(what: str, counted: Counted, whole: int, took: str) -> None:
    """One line of the figures."""
    coding = "+".join(sorted(counted.codings))
    sent = f"{counted.bytes:7,} bytes of HTTP ({whole:7,} with the socket's)"
    click.echo(f"{what:24} {coding:9} {sent} {len(counted.asked):2} requests  {took}")


# Every task of the page's own thread over 50 ms, as browsers tell them.
WATCH = """globalThis.tasks = [];
const heard = ({startTime, duration}) => tasks.push([Math.round(startTime), Math.round(duration)]);
new PerformanceObserver((list) => list.getEntries().forEach(heard))
  .observe({type: "longtask", buffered: true});"""


def tasks(browser: Browser, serving: Serving) -> None:
    """From the press in the lobby until the hand is dealt and a while more, with motion."""
    for size in ("phone", "wide"):
        for name in GAMES:
            context = visitor(browser, size, "en", "no-preference")
            context.add_init_script(WATCH)
            page = context.new_page()
            usable(page, serving.url)
            page.wait_for_timeout(LATER)
            page.evaluate("tasks.length = 0")
            since = page.evaluate("performance.now()")
            sat(page, name)
            found = page.evaluate("tasks")
            longest = max((took for _, took in found), default=0)
            at = ", ".join(f"{took} ms at {round(began - since)} ms" for began, took in found)
            count = f"{len(found)} over {LONG} ms, longest {longest}"
            click.echo(f"tasks {size:5} {name:8}  {count}  {at}")
            context.close()


def main() -> None:
    wanted = sys.argv[1:] or ["lobbies", "tables"]
    path = found().path
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(Path(folder), main=QUICK_BOTS) as serving,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, path)
        time.sleep(SETTLES)
        for one in wanted:
            {"lobbies": lobbies, "tables": tables, "tasks": tasks}[one](browser, serving)
        browser.close()


if __name__ == "__main__":
    main()

"""The pictures of README.md, from a running server: `script/pictures`. Each is a WebP under
docs/pictures, small enough to be looked at on the way."""

from __future__ import annotations

import base64
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import click
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .browser import found, launch
from .browsing import ROOT, Guest, Serving
from .command import QUICK_BOTS

FOLDER = ROOT / "docs" / "pictures"
MOST = 60_000  # bytes
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
WIDEST = 1200  # pixels of a picture
LAID = (
    "import tests.battle.scenes as one, tests.guandan.scenes as two; one.lay(); two.lay(); "
    + QUICK_BOTS
)


def lobby(guest: Guest) -> None:
    guest.lobby()


def poker(guest: Guest) -> None:
    page = guest.lobby()
    page.locator("[data-game=poker] .game-starts button").first.click()
    page.wait_for_selector(".mine cut-card", timeout=30_000)
    page.wait_for_selector(".asked.yours", timeout=30_000)


def guandan(guest: Guest) -> None:
    options = {"match": "deals", "deals": 91}
    guest.open_table("guandan", options, 4, bots={"1": "steady", "2": "steady", "3": "eager"})
    guest.page.wait_for_selector(".asked.yours", timeout=30_000)
    guest.page.keyboard.press("h")
    expect(guest.page.locator(".held[aria-pressed=true]").first).to_be_visible()


def battle(guest: Guest) -> None:
    guest.page.add_init_script("localStorage.setItem('cutcard.battle.tips', '[\"never\"]')")
    options = {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": 102}
    guest.open_table("battle", options, 2, bots={"1": "rookie"})
    guest.page.wait_for_selector(".bgo:visible")
    guest.page.keyboard.press("a")


def memory(guest: Guest) -> None:
    guest.open_table("memory", {"autoStart": True, "matchDelayMs": 30_000}, 1)  # both stay open
    for place in (0, 5):
        tile = guest.page.locator(".tile").nth(place)
        tile.click()
        expect(tile).to_have_class(re.compile(r"\bflipped\b"))


def duel(guest: Guest) -> None:
    page = guest.lobby()
    page.locator("[data-game=duel] .game-starts button").first.click()
    page.wait_for_selector(".asked.yours", timeout=30_000)


# What is shown, how large, in which theme and language.
Scene = tuple[Callable[[Guest], None], dict[str, int], str, str]
SCENES: dict[str, Scene] = {
    "lobby": (lobby, WIDE, "dark", "en"),
    "poker": (poker, WIDE, "dark", "en"),
    "guandan": (guandan, WIDE, "dark", "en"),
    "guandan-phone": (guandan, PHONE, "light", "zh"),
    "battle": (battle, WIDE, "dark", "en"),
    "duel-phone": (duel, PHONE, "dark", "en"),
    "memory-phone": (memory, PHONE, "dark", "en"),
}


def picture(page: Page) -> bytes:
    """What is seen, as the best WebP that is small enough."""
    line = page.context.new_cdp_session(page)
    size = page.viewport_size
    assert size is not None
    clip = {"x": 0, "y": 0, **size, "scale": min(1, WIDEST / size["width"])}
    for quality in (85, 75, 60, 45):
        how = {"format": "webp", "quality": quality, "clip": clip}
        taken = base64.b64decode(line.send("Page.captureScreenshot", how)["data"])
        if len(taken) < MOST:
            return taken
    raise SystemExit(f"{page.url}: no picture under {MOST} bytes")


def take(browser: Browser, serving: Serving, name: str) -> None:
    go, size, theme, language = SCENES[name]
    context = browser.new_context(
        viewport=size,  # type: ignore[arg-type]  # a TypedDict by any other name
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        locale="zh-CN" if language == "zh" else "en-GB",
        has_touch=size is PHONE,
    )
    guest = Guest(serving, context, name, theme, 40)
    go(guest)
    guest.page.wait_for_timeout(400)
    guest.check()
    taken = picture(guest.page)
    (FOLDER / f"{name}.webp").write_bytes(taken)
    click.echo(f"docs/pictures/{name}.webp  {len(taken):,} bytes")
    context.close()


def main() -> None:
    path = found().path
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(Path(folder), main=LAID) as serving,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, path)
        for name in sys.argv[1:] or SCENES:
            take(browser, serving, name)
        browser.close()


if __name__ == "__main__":
    main()

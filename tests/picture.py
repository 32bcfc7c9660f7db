"""Makes the README's picture: a table of a running server, as a browser shows it.

python -m tests.picture          writes docs/table.png; CUTCARD_CHROMIUM names the browser
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from .browsing import FLAGS, ROOT, Guest, Serving
from .command import QUICK_BOTS

TARGET = ROOT / "docs" / "table.png"
TURNS = 3  # by then all have played
SIZE = {"width": 1200, "height": 940}


def main() -> None:
    found = os.environ.get("CUTCARD_CHROMIUM") or shutil.which("chromium")
    with (
        TemporaryDirectory() as folder,
        Serving(Path(folder), main=QUICK_BOTS) as serving,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        context = browser.new_context(
            viewport=SIZE,  # type: ignore[arg-type]  # a TypedDict by any other name
            color_scheme="dark",
            reduced_motion="reduce",
            locale="en-GB",
        )
        guest = Guest(serving, context, "picture", "dark", 40)
        bots = {str(seat): "steady" for seat in range(1, 4)}
        guest.open_table("guandan", {"match": "deals", "deals": 1}, 4, bots=bots)
        page = guest.page
        for turn in range(TURNS):
            page.locator(".asked.yours").wait_for(timeout=60_000)
            page.get_by_role("button", name="Hint").click()
            if turn < TURNS - 1:
                play = page.locator(".actions .primary:enabled")
                (play if play.count() else page.get_by_role("button", name="Pass")).click()
                page.locator(".asked:not(.yours)").wait_for()
        page.evaluate("scrollTo(0, 0)")  # the click may have moved it
        page.wait_for_timeout(500)
        guest.check()
        TARGET.parent.mkdir(exist_ok=True)
        page.screenshot(path=TARGET)
        browser.close()


if __name__ == "__main__":
    main()

"""Far away: what the way to the lobby and to a table costs, at 300 ms there and back and 1.6 Mb/s.
How long it took is logged; what is held are requests and bytes, which no load changes."""

from __future__ import annotations

import logging
import time

import pytest

from .conftest import Visit

log = logging.getLogger("cutcard.page")
pytestmark = pytest.mark.browser
FAR = {
    "offline": False,
    "latency": 300,
    "downloadThroughput": 200_000,
    "uploadThroughput": 93_750,
}
REQUESTS, LOBBY, TABLE = 15, 90_000, 60_000


def test_the_lobby_is_a_few_requests_away_and_kept_afterwards(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    line = guest.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", FAR)
    asked: list[str] = []
    sizes: list[float] = []
    line.on("Network.requestWillBeSent", lambda said: asked.append(said["request"]["url"]))
    line.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    for kept in (False, True):
        asked.clear()
        sizes.clear()
        began = time.perf_counter()
        page.goto(guest.serving.url, wait_until="commit")
        page.wait_for_selector("[data-game] .game-starts button")
        took, sent = time.perf_counter() - began, sum(sizes)
        when = "again" if kept else "first"
        log.info("%s: usable after %.2f s, %d requests, %d bytes", when, took, len(asked), sent)
        assert len(asked) <= REQUESTS, asked
        assert sent <= (5_000 if kept else LOBBY)
    sizes.clear()
    page.locator("[data-game=duel] .game-starts button").first.click()
    page.wait_for_selector(".prompt")
    assert 0 < sum(sizes) <= TABLE
    assert all(url.startswith((guest.serving.url, "data:")) for url in asked)

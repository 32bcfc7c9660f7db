"""Without a server the page still comes up, shows the rules, and says that it is offline."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from cutcard.wire import files

from .conftest import ROOT, UNREACHABLE, Serving, Visit

pytestmark = pytest.mark.browser
KEPT = """async () => { const cache = await caches.open('cutcard');
    return (await cache.keys()).filter((one) => one.url.endsWith('README.md')).length; }"""
FROM_WORKER = "performance.getEntriesByType('navigation')[0].workerStart"
OLD = """async () => { const cache = await caches.open('cutcard'), found = await cache.match('/');
    const now = await found.text(), old = '<!-- /v/0123456789ab/ -->';
    const text = old + now.replace('<body', '<body data-old="1"');
    await cache.put('/', new Response(text, {headers: {'Content-Type': 'text/html'}})); }"""
TOLD = "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {data: 'stale'}))"


def test_the_shell_and_the_rules_stand_without_a_server(visit: Visit, mortal: Serving) -> None:
    guest = visit("phone", on=mortal)
    guest.allowed = UNREACHABLE
    page = guest.lobby()
    for _ in range(120):
        if page.evaluate(KEPT) >= 5:
            break
        page.wait_for_timeout(250)
    mortal.kill()
    page.reload()
    expect(page.locator("[data-game]")).to_have_count(5)
    expect(page.locator(".connection")).to_contain_text("You are offline")
    page.get_by_role("button", name="How to play").click()
    expect(page.locator(".rule-part").first).to_be_visible()
    mortal.start()
    expect(page.locator(".connection")).to_be_empty(timeout=20_000)


def test_the_next_visit_starts_from_what_was_kept_and_learns_of_another_page(
    visit: Visit,
) -> None:
    """The line is not waited for; who has pressed nothing is given the page of now."""
    guest = visit("phone")
    page = guest.lobby()
    for _ in range(120):
        if page.evaluate(KEPT) >= 5:
            break
        page.wait_for_timeout(250)
    page.goto(f"{guest.serving.url}/leaders")
    assert page.evaluate(FROM_WORKER) > 0
    page.evaluate(OLD)  # as it was before an update of the server
    page.goto(guest.serving.url)
    page.wait_for_selector(".game")
    page.wait_for_selector("body:not([data-old])")
    page.wait_for_selector(".friends-link")
    page.mouse.click(2, 500)  # somebody is at it by now
    page.evaluate("document.body.dataset.same = 1")
    page.evaluate(TOLD)
    page.wait_for_timeout(500)
    assert page.evaluate("document.body.dataset.same") == "1"


def test_only_the_rooms_addresses_are_the_page() -> None:
    """What else is opened in a window is asked of the server."""
    worker = (ROOT / "src/cutcard/web/sw.js").read_text()
    said = re.search(r"^const ROOM = /(.+)/;$", worker, re.MULTILINE)
    assert said is not None
    room = re.compile(said[1].replace("\\/", "/"))
    addresses = [re.sub(r"\{tail:\.\*\}", "x", one) for one in files.ROOM]
    assert all(room.search(one) for one in addresses), addresses
    others = ("/verify.py", "/sw.js", "/metrics", "/api/games", "/ws", "/web/main.js", "/games/x/y")
    assert not any(room.search(one) for one in others)


def test_the_page_can_be_installed(mortal: Serving) -> None:
    with urllib.request.urlopen(f"{mortal.url}/web/manifest.webmanifest", timeout=10) as answer:
        assert answer.headers["Content-Type"] == "application/manifest+json"
        told = json.load(answer)
    assert told["start_url"] == told["scope"] == "/"
    with urllib.request.urlopen(mortal.url, timeout=10) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "worker-src 'self'" in policy
        assert 'rel="manifest"' in answer.read().decode()

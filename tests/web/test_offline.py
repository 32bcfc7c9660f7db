"""Without a server the page still comes up, shows the rules, and says that it is offline."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from .conftest import UNREACHABLE, Serving, Visit

pytestmark = pytest.mark.browser
KEPT = """async () => { const cache = await caches.open('cutcard');
    return (await cache.keys()).filter((one) => one.url.endsWith('README.md')).length; }"""


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

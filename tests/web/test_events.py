"""Events on the page: made, entered, played to the end at the table one is brought to."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh")])
def test_an_event_is_made_entered_and_played(visit: Visit, size: str, language: str) -> None:
    guest = visit(size, language=language)
    page = guest.lobby()
    page.locator("a[href='/events']").click()
    page.locator("details summary").click()
    guest.accessible("events")
    page.locator("input[name=tableSize]").fill("2")
    page.locator("input[name=bots]").fill("1")
    page.locator("form button.primary").click()
    expect(page).to_have_url(re.compile(r"/events/\d+$"))
    guest.accessible("event")
    page.locator(".events .row button.primary").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    expect(page.locator(".felt, [class*=game-]").first).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/events/\d+$"))
    expect(page.locator("table.board tbody tr")).to_have_count(2)
    page.locator(".events a[href^='/table/']").first.click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))


def test_what_cannot_be_is_said(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    page.goto(page.url.rstrip("/") + "/events")
    page.locator("details summary").click()
    page.locator("input[name=bots]").fill("1")
    page.locator("input[name=buyIn]").fill("10")
    page.locator("form button.primary").click()
    expect(page.get_by_role("alert")).to_contain_text("bots play only where nothing is paid")

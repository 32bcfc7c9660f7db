"""Events of matches on the page: made, entered alone and in pairs, called to, played, and watched
in standings, rounds and brackets (issue 18)."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..command import QUICK_BOTS
from .boxes import Measured
from .conftest import Guest, Serving, Visit
from .hands import HANDS
from .players import GAMES

pytestmark = pytest.mark.browser
DUEL = {"name": "Cup", "game": "duel", "options": {"roundPauseMs": 50}, "bots": True}
FORMATS = ("swiss", "round-robin", "single-elimination", "double-elimination", "arena")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("meetings"), main=QUICK_BOTS) as made:
        yield made


def held(guest: Guest, form: str, starts: int = 4, bots: int = 3, **more: Any) -> int:
    """One that begins in some seconds, made over HTTP; the page is shown."""
    guest.lobby()
    arena = {"lasts": 60} if form == "arena" else {}
    wish = {
        "terms": {**DUEL, "format": form, "maxPlayers": 64, **more},
        "bots": bots,
        "startsIn": starts,
        **arena,
    }
    request = urllib.request.Request(
        f"{guest.serving.url}/api/events",
        json.dumps(wish).encode(),
        {"Authorization": f"Bearer {guest.token()}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        number = int(json.load(answer)["event"])
    guest.page.goto(f"{guest.serving.url}/events/{number}")
    expect(guest.page.locator(".meeting-state")).to_be_visible()
    return number


def tidy(guest: Guest, what: str) -> None:
    """Nothing lies on anything else or beside the window; the page may be longer than it."""
    measured = Measured()
    measured.look(guest.page, what)
    found = [one for one in measured.faults if not one.startswith("outside")]
    assert not found, found
    guest.accessible(what)


def play_out(page: Page, number: int, seconds: float = 90) -> None:
    """Is there when called, and plays, until one has a place."""
    until = time.monotonic() + seconds
    place = page.locator(".moment, .strip-line b", has_text=re.compile("^(You win|Place \\d)"))
    while not place.count():
        assert time.monotonic() < until, page.locator("main").inner_text()
        ready = page.get_by_role("button", name="I am here").locator("visible=true")
        if ready.count():
            ready.first.click()
        elif "/events/" in page.url and (way := page.locator(".tmine a[href^='/table/']")).count():
            way.click()
        elif page.locator(".asked.yours").count():
            GAMES["duel"].act(page, HANDS["mouse"])
        page.wait_for_timeout(100)
    page.goto(page.url.split("/table")[0].split("/events")[0] + f"/events/{number}")
    expect(page.locator(".moment")).to_have_text(re.compile("^(You win|Place \\d)"))


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh")])
def test_one_of_every_format_is_made_from_the_form(visit: Visit, size: str, language: str) -> None:
    guest = visit(size, language=language)
    page = guest.lobby()
    for form in FORMATS:
        page.goto(f"{guest.serving.url}/events")
        page.locator("details summary").click()
        page.locator("select[name=format]").select_option(form)
        expect(page.locator("[name=buyIn]")).to_be_hidden()
        expect(page.locator("[name=lasts]")).to_be_visible(visible=form == "arena")
        page.locator("select[name=matchGame]").select_option("duel")
        page.locator("[name=bots]").fill("3")
        if form == "arena":
            guest.accessible("meeting-making")
        page.locator("form button.primary").click()
        expect(page).to_have_url(re.compile(r"/events/\d+$"))
        expect(page.locator(".players tbody tr")).to_have_count(3)
        page.locator(".tmine button.primary").click()
        expect(page.locator(".players tr.me")).to_have_count(1)
        expect(page.locator(".players tbody tr")).to_have_count(4)
    tidy(guest, "meeting-open")


@pytest.mark.parametrize(
    ("form", "size"), [("single-elimination", "phone"), ("swiss", "wide"), ("arena", "wide")]
)
def test_somebody_is_called_plays_and_is_told_their_place(
    visit: Visit, form: str, size: str
) -> None:
    guest = visit(size)
    page = guest.page
    lasting = 25 if form == "arena" else 90
    number = held(guest, form, roundMinutes=1)
    page.locator(".tmine button.primary").click()
    expect(page.locator(".players tr.me")).to_have_count(1)
    if form == "arena":  # it goes on until its time is over: one match of it
        expect(page.get_by_role("button", name="I am here")).to_be_visible(timeout=30_000)
        page.get_by_role("button", name="I am here").click()
        expect(page).to_have_url(re.compile(r"/table/\d+$"), timeout=30_000)
        expect(page.locator(".strip-line")).to_contain_text("Arena")
        return
    play_out(page, number, lasting)
    rows = page.locator(".bracket .match-box, .match-list .match-box")
    assert rows.count() >= 2
    expect(page.locator(".side-of.me").first).to_be_visible()
    tidy(guest, f"meeting-{form}")

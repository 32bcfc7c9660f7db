"""Tournaments on the page: found in the lobby, made, entered, played to the end at the table one is
brought to (issue 18, point 6)."""

from __future__ import annotations

import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit

pytestmark = pytest.mark.browser


def make(page: Page, **fields: str) -> None:
    """One for two, with a bot that has entered."""
    page.locator("details summary").click()
    for name, value in {"tableSize": "2", "bots": "1", **fields}.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("form button.primary").click()
    expect(page).to_have_url(re.compile(r"/events/\d+$"))


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh")])
def test_a_tournament_is_made_entered_and_played(visit: Visit, size: str, language: str) -> None:
    guest = visit(size, language=language)
    page = guest.lobby()
    page.locator("a[href='/events']").first.click()
    page.locator("details summary").click()
    guest.accessible("events")
    page.locator("details summary").click()
    make(page)
    expect(page.locator(".tclock .tblind")).to_have_text("10/20")
    guest.accessible("event")
    page.locator(".tmine button.primary").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    expect(page.locator(".felt, [class*=game-]").first).to_be_visible()
    strip = page.locator(".strip-line")
    expect(strip).to_contain_text("10/20")
    expect(strip).to_contain_text("2")
    expect(strip.locator("cut-clock")).to_have_text(re.compile(r"^\d:\d\d$"))
    guest.accessible("event-table")
    strip.locator("a").click()
    expect(page).to_have_url(re.compile(r"/events/\d+$"))
    expect(page.locator(".players tbody tr")).to_have_count(2)
    expect(page.locator(".players tr.me")).to_have_count(1)
    guest.accessible("event-running")
    page.locator(".tmine a[href^='/table/']").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))


SHORT = {  # all chips are in with the blinds
    "name": "Short",
    "game": "poker",
    "structure": [
        {"smallBlind": 250, "bigBlind": 500, "minutes": 5},
        {"smallBlind": 300, "bigBlind": 600, "minutes": 5},
    ],
    "startStack": 500,
    "format": "sit-and-go",
    "tableSize": 2,
    "bots": True,
}


def test_the_end_of_a_tournament_is_a_moment(visit: Visit) -> None:
    """Who is out, or has won, is told where they stand in large letters, and what comes next."""
    guest = visit("wide")
    page = guest.lobby()
    request = urllib.request.Request(
        f"{guest.serving.url}/api/events",
        json.dumps({"terms": SHORT, "bots": 1}).encode(),
        {"Authorization": f"Bearer {guest.token()}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        page.goto(f"{guest.serving.url}/events/{json.load(answer)['event']}")
    page.locator(".tmine button.primary").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    moment = page.locator(".moment")
    until = time.monotonic() + 120
    over = page.locator(".strip-line", has_text=re.compile("You win|You are out"))
    while not moment.count() and not over.count() and time.monotonic() < until:
        if page.locator("dialog[open] .primary").count():
            page.locator("dialog[open] .primary").click()
        elif page.locator(".asked.yours").count():
            page.keyboard.press("c")
        page.wait_for_timeout(100)
    if not moment.count():  # at the table, which shows how it ended by itself
        over.locator("a").click()
    expect(moment).to_have_text(re.compile(r"You win the tournament|You are out: place 2 of 2"))
    expect(page.locator(".tmine a[href='/events']")).to_be_visible()
    guest.accessible("event-over")


def test_the_lobby_lists_tournaments_one_may_enter(visit: Visit) -> None:
    host, guest = visit(), visit("phone")
    page = host.lobby()
    page.goto(f"{host.serving.url}/events")
    make(page, name="Night owls", tableSize="4")
    row = guest.lobby().locator(".events-panel li", has_text="Night owls")
    expect(row).to_contain_text("Begins when 4 have entered")
    row.locator("a").click()
    expect(guest.page.locator(".tmine button.primary")).to_have_text("Register")


def test_what_cannot_be_is_said(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    page.goto(page.url.rstrip("/") + "/events")
    page.locator("details summary").click()
    page.locator("input[name=bots]").fill("1")
    page.locator("input[name=buyIn]").fill("10")
    page.locator("form button.primary").click()
    expect(page.get_by_role("alert")).to_contain_text("bots play only where nothing is paid")


def test_the_form_has_the_servers_limits_and_none_of_its_own(visit: Visit) -> None:
    page = visit().lobby()
    root = page.url.rstrip("/")
    page.goto(f"{root}/events")
    page.locator("details summary").click()
    with urllib.request.urlopen(f"{root}/api/structures", timeout=20) as answer:
        limits = json.load(answer)["limits"]
    fields = page.locator("form input[type=number]")
    expect(fields).to_have_count(len(limits))
    for name, (least, most) in limits.items():
        unit = 60 if name in ("startsIn", "lasts") else 1  # they are asked for in minutes
        field = page.locator(f"form input[name={name}]")
        expect(field).to_have_attribute("min", str(-(-least // unit)))
        expect(field).to_have_attribute("max", str(most // unit))


GOES_ON = {
    **SHORT,
    "name": "Again and again",
    "tableSize": 3,
    "rebuys": -1,
    "rebuyLevels": 2,
    "rebuyStack": 500,
    "rebuyPrice": 1,
    "rebuySeconds": 60,
}


def test_who_has_all_chips_of_a_table_has_not_won_while_the_others_may_buy_again(
    visit: Visit,
) -> None:
    guest = visit("wide")
    page = guest.lobby()
    request = urllib.request.Request(
        f"{guest.serving.url}/api/events",
        json.dumps({"terms": GOES_ON, "bots": 2}).encode(),
        {"Authorization": f"Bearer {guest.token()}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        page.goto(f"{guest.serving.url}/events/{json.load(answer)['event']}")
    expect(page.locator(".tiles")).to_contain_text("500 chips, to level 2")
    page.locator(".tmine button.primary").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    over = page.locator(".asked", has_text="The hand is over")
    until = time.monotonic() + 120
    while not over.count() and time.monotonic() < until:
        if page.locator("dialog[open] .primary").count():
            page.locator("dialog[open] .primary").click()
        elif page.locator(".asked.yours").count():
            page.keyboard.press("a")
        page.wait_for_timeout(50)
    expect(page.get_by_text("wins the tournament")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)

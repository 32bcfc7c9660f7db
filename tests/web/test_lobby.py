"""The lobby, its dialogs and the room's frame, at both widths, in both themes and languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import UNREACHABLE, Serving, Visit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh"), ("narrow", "en")])
def test_every_screen_of_the_lobby_is_accessible(visit: Visit, size: str, language: str) -> None:
    guest = visit(size, language=language)
    page = guest.lobby()
    assert page.evaluate("document.documentElement.lang") == ("zh-CN" if language == "zh" else "en")
    guest.accessible("lobby")
    page.locator("[data-game=memory] .game-starts button").last.click()
    page.locator("dialog details summary").click()
    guest.accessible("open-a-table")
    page.keyboard.press("Escape")
    page.keyboard.press(",")
    guest.accessible("settings")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    guest.accessible("keys")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_desk_has_no_empty_third(visit: Visit) -> None:
    """At 1440x900 the panels reach down to one line near the window's edge, without scrolling."""
    page = visit("wide").lobby()
    expect(page.locator(".day-panel")).to_be_visible()
    feet = page.locator(".below > .panel:visible").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert max(feet) - min(feet) <= 1, feet
    assert 900 - 48 <= max(feet) <= 900, feet


def test_an_empty_list_of_tables_has_the_way_to_open_one(visit: Visit, mortal: Serving) -> None:
    """Nobody is left before a sentence: the button opens a table that the next one finds there."""
    ann, bob = visit(on=mortal), visit("phone", on=mortal)
    ann.allowed = bob.allowed = UNREACHABLE  # they are there still when it ends
    page = ann.lobby()
    page.locator(".tables-panel").get_by_role("button", name="Open one").click()
    expect(page.get_by_label("Anybody", exact=True)).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    expect(bob.lobby().locator(".table-row")).to_have_count(1)
    expect(bob.page.get_by_role("button", name="Open one")).to_have_count(0)


def test_settings_apply_at_once_and_are_kept(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Light").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_label("Four-colour deck").check()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    page.get_by_label("中文").check()
    expect(page.locator("h1")).to_have_text("选择游戏")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("h1")).to_have_text("选择游戏")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_guest_keeps_the_name_they_chose(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    page.keyboard.press(",")
    page.get_by_label(re.compile("Your name")).fill("Ann")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".person")).to_have_text("Ann")
    page.reload()
    expect(page.locator(".person")).to_have_text("Ann")


def test_the_options_form_says_what_the_game_refuses(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    page.locator("[data-game=memory] .game-starts button").last.click()
    page.locator("input[name='gridSize.0']").fill("3")
    page.locator("input[name='gridSize.1']").fill("3")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("3 by 3")
    page.locator("input[name='gridSize.1']").fill("2")
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    expect(page.locator(".tile")).to_have_count(6)


def test_a_friend_comes_by_link_and_a_third_one_watches(visit: Visit) -> None:
    ann, bob, eve = visit(), visit("phone"), visit()
    page = ann.lobby()
    page.locator("[data-game=duel] .game-starts button").last.click()
    page.get_by_label("Friends, by link").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".prompt")).to_have_text("Waiting for players")
    ann.accessible("waiting")
    link = page.get_by_label("Link to this table").input_value()
    bob.page.goto(link)
    bob.accessible("invited")
    bob.page.get_by_role("button", name="Sit down").click()
    for one in (ann, bob):
        expect(one.page.locator(".prompt")).to_have_text("Ready to start?")
    eve.page.goto(link)
    expect(eve.page.locator(".prompt")).to_have_text("Waiting until both are ready")
    expect(eve.page.get_by_role("button", name="I am ready")).to_be_hidden()


def test_an_open_table_is_listed_and_filled_with_bots(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.open_table("memory", {"gridSize": [2, 2]}, 3, private=False, name="Three of us")
    expect(ann.page.locator(".waiting-seats li")).to_have_count(3)
    page = bob.lobby()
    row = page.locator(".table-row", has_text="Three of us")
    expect(row).to_contain_text("1/3")
    bob.accessible("open-tables")
    row.get_by_role("button", name="Sit down").click()
    expect(page.locator(".waiting-seats .taken")).to_have_count(2)
    expect(ann.page.locator(".waiting-seats .taken")).to_have_count(2)
    ann.page.get_by_role("button", name="Fill with bots").click()
    expect(page.locator("cut-seat")).to_have_count(3)


def test_a_table_that_is_not_there_says_so(visit: Visit) -> None:
    guest = visit()
    guest.lobby()
    guest.page.goto(f"{guest.serving.url}/table/999999")
    expect(guest.page.locator(".prompt")).to_have_text("There is no such table.")
    guest.accessible("no-table")
    guest.page.get_by_role("button", name="Back to the lobby").click()
    expect(guest.page.locator("h1")).to_have_text("Pick a game")


def test_back_and_forward_need_no_reload(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    page.evaluate("window.stays = true")
    page.locator("[data-game=memory] .game-starts button").first.click()
    expect(page.locator(".tile")).to_have_count(16)
    page.go_back()
    expect(page.locator("h1")).to_have_text("Pick a game")
    page.go_forward()
    expect(page.locator(".tile")).to_have_count(16)
    assert page.evaluate("window.stays") is True


def test_a_second_tab_takes_over_and_the_first_one_says_so(visit: Visit) -> None:
    guest = visit()
    patient = {"roundTimeoutMs": 600_000, "gameTimeoutMs": 6_000_000}
    guest.open_table("duel", patient, 2, bots={"1": "steady"})
    expect(guest.page.locator(".prompt")).to_have_text("Pick a card from the deck")
    second = guest.context.new_page()
    second.goto(guest.page.url)
    expect(second.locator(".prompt")).to_have_text("Pick a card from the deck")
    expect(guest.page.locator(".connection")).to_contain_text("another tab")
    guest.page.get_by_role("button", name="Play here").click()
    expect(guest.page.locator(".place").first).to_have_attribute("aria-disabled", "false")
    expect(second.locator(".connection")).to_contain_text("another tab")

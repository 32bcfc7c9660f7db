"""The form that opens a table asks in words, and only what means something (issue 18, point 5); and
the lobby's pictures, names and rows stand whole."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Serving, Visit

pytestmark = pytest.mark.browser

# Choices whose words are wider than what shows them.
CUT = """() => [...document.querySelectorAll("dialog[open] select")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const {font, paddingLeft, paddingRight} = getComputedStyle(one);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = font;
    const arrow = 20;
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return pen.measureText(one.selectedOptions[0].text).width > room;
  }).map((one) => `${one.name}: ${one.selectedOptions[0].text}`)"""


def opening(page: Page, game: str) -> None:
    page.locator(f"[data-game={game}] .game-starts button").last.click()
    expect(page.locator("dialog[open] form")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "en"), ("phone", "zh")])
def test_no_choice_is_cut_off(visit: Visit, size: str, language: str) -> None:
    """All one read of a rule book was: "House: straight flush beats up"."""
    page = visit(size, language=language).lobby()
    for game in ("poker", "guandan", "duel", "memory"):
        opening(page, game)
        page.locator("dialog details summary").first.click()
        assert page.evaluate(CUT) == [], game
        page.keyboard.press("Escape")


def test_a_tournament_is_a_choice_in_words(visit: Visit) -> None:
    """It was "Tournament: chips to start with", empty for a cash game, beside rising blinds."""
    page = visit("wide").lobby()
    opening(page, "poker")
    page.locator("dialog details summary").first.click()
    rise, least = page.get_by_label("Blinds rise", exact=True), page.get_by_label("Smallest buy-in")
    chips = page.get_by_label("Chips to start with")
    expect(least).to_be_visible()
    expect(rise).to_be_hidden()
    expect(chips).to_be_hidden()
    page.locator("[name=startStack-or]").select_option(label="Tournament")
    expect(rise).to_be_visible()
    expect(chips).to_have_value("1000")
    expect(least).to_be_hidden()
    chips.fill("700")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".coming .actions button, .seat-score", timeout=60_000)
    expect(page.locator(".spot .seat-score").first).to_have_text("700")


def test_a_cash_game_is_what_one_gets_who_changes_nothing(visit: Visit) -> None:
    page = visit("wide").lobby()
    opening(page, "poker")
    page.locator("[name=startStack-or]").select_option(label="Tournament")
    page.locator("[name=startStack-or]").select_option(label="Cash game")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name=re.compile("^Sit down with"))).to_be_visible()


def test_guandan_asks_how_many_deals_only_where_deals_are_counted(visit: Visit) -> None:
    page = visit("phone").lobby()
    opening(page, "guandan")
    deals, minutes = page.get_by_label("How many deals"), page.get_by_label("How many minutes")
    expect(deals).to_be_hidden()
    expect(minutes).to_be_hidden()
    page.get_by_label("How long").select_option(label="A number of deals")
    expect(deals).to_be_visible()
    page.get_by_label("How long").select_option(label="So many minutes")
    expect(deals).to_be_hidden()
    expect(minutes).to_be_visible()
    book = page.get_by_label("Rule book")
    expect(page.locator("label", has=book)).to_contain_text("beats bombs up to 7")
    book.select_option(label="Official rules")
    expect(page.locator("label", has=book)).to_contain_text("beats bombs up to 5")


def test_names_stand_in_a_line_and_cards_in_their_pictures(mortal: Serving, visit: Visit) -> None:
    """Who played moved one name up, and Memory's cards reached out of their picture."""
    guest = visit("wide", on=mortal)
    guest.lobby()
    guest.open_table("duel", {"roundTimeoutMs": 600_000}, 2, bots={"1": "steady"})
    guest.page.wait_for_selector(".asked.yours", timeout=60_000)
    page = guest.lobby()
    expect(page.locator(".resume")).to_be_visible()
    expect(page.locator("[data-game=duel] .game-live")).to_be_visible()
    tops = page.locator(".game h2").evaluate_all("all => all.map((one) => one.offsetTop)")
    bottoms = page.locator(".game h2").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().bottom))"
    )
    assert len(set(bottoms)) == 1, (tops, bottoms)
    outside = """() => [...document.querySelectorAll(".game .pix")].filter((pix) => {
      const {top, bottom} = pix.getBoundingClientRect();
      return [...pix.querySelectorAll("cut-card")].map((one) => one.getBoundingClientRect())
        .some((one) => one.top < top || one.bottom > bottom);
    }).map((pix) => pix.className)"""
    assert page.evaluate(outside) == []
    title = page.locator(".table-row .table-name").first
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth")

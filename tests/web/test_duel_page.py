"""Whole Duels in the browser: by mouse and by keys, against a bot and between two people."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import UNREACHABLE, Guest, Serving, Visit

pytestmark = pytest.mark.browser
FAST = {"roundPauseMs": 300}


def ready(guest: Guest) -> None:
    guest.page.get_by_role("button", name="I am ready").click()


def prompt(guest: Guest) -> Any:
    return guest.page.locator(".prompt")


def test_a_quick_duel_by_mouse_from_the_lobby_to_a_checked_shuffle(visit: Visit) -> None:
    guest = visit("wide", motion="no-preference")
    page = guest.lobby()
    page.get_by_role("button", name="Duel: open a table").click()
    page.get_by_role("button", name="Pure luck").click()  # against a bot nobody has to be ready
    for number in (1, 2, 3):
        expect(prompt(guest)).to_have_text("Pick a card from the deck")
        expect(page).to_have_title(re.compile("^Your turn"))
        if number == 1:
            guest.accessible("duel-quick")
        page.locator(".place:not(.gone)").nth(7 * number).click()
        if number < 3:
            expect(prompt(guest)).to_have_text("The next round comes")
            if number == 1:
                guest.accessible("duel-reveal")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert re.search(r"(win|wins|tie)", prompt(guest).inner_text())
    page.get_by_text("Fair shuffle").click()
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".fair .verdict")).to_contain_text("They agree")
    guest.accessible("duel-over")
    page.get_by_role("button", name="Rematch").click()
    expect(prompt(guest)).to_have_text("Pick a card from the deck")


def test_a_duel_of_hands_by_keys_alone(visit: Visit) -> None:
    guest = visit("phone", theme="light")
    page = guest.page
    guest.open_table("duel", {**FAST, "mode": "HAND", "maxRounds": 3}, 2, bots={"1": "reader"})
    for number in (1, 2, 3):
        expect(prompt(guest)).to_have_text("Choose a card to play")
        expect(page.locator("cut-hand .held[tabindex='0']")).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        expect(page.locator("cut-hand .held[aria-pressed=true]")).to_have_count(1)
        if number == 1:
            guest.accessible("duel-hand")
        page.keyboard.press("Enter")
        expect(page.locator("cut-hand .held")).to_have_count(5 - number)
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    guest.accessible("duel-hand-over")


def test_what_beats_what_is_said_before_and_why_afterwards(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    options = {"mode": "HAND", "roundPauseMs": 30_000}
    guest.open_table("duel", options, 2, bots={"1": "reader"})
    felt = page.locator(".game-duel")
    expect(felt).to_contain_text("K is highest, A counts 1.")
    page.locator("cut-hand .held").first.click()
    page.locator(".duel .actions .primary[aria-disabled=false]").click()
    why = re.compile(r"\S+ beats \S+\.|are equal")
    expect(felt).to_contain_text(why)


def test_two_people_duel_and_one_surrenders(visit: Visit) -> None:
    ann, bob = visit("wide", language="zh"), visit("phone")
    table = ann.open_table("duel", FAST, 2)
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_role("button", name="我准备好了").click()
    ready(bob)
    expect(prompt(bob)).to_have_text("Pick a card from the deck")
    bob.page.locator(".place").nth(11).click()
    expect(prompt(bob)).to_contain_text("Waiting for")
    expect(ann.page.locator(".place").nth(11)).to_have_class(re.compile("gone"))
    ann.accessible("duel-quick")
    ann.page.locator(".place").nth(12).click()
    for one in (ann, bob):
        expect(one.page.locator(".past li")).to_have_count(1)
    bob.page.keyboard.press("s")
    bob.accessible("surrender")
    bob.page.get_by_role("button", name="Play on").click()
    bob.page.get_by_role("button", name="Surrender").click()
    bob.page.locator("dialog").get_by_role("button", name="Surrender").click()
    expect(prompt(bob)).to_contain_text("surrendered")
    expect(prompt(ann)).to_contain_text("你赢了")
    ann.accessible("duel-over")
    ann.page.get_by_role("button", name="再来一局").click()
    bob.page.get_by_role("button", name="offers a rematch").click()
    expect(prompt(bob)).to_have_text("Ready to start?")
    bob.page.get_by_role("button", name="What happened").click()
    expect(bob.page.locator(".log-lines li").last).to_contain_text("rematch")
    bob.accessible("log")
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator(".side")).to_be_hidden()
    expect(ann.page.locator("cut-seat.away")).to_have_count(0)
    bob.page.goto("about:blank")
    expect(ann.page.locator("cut-seat.away")).to_have_count(1)


def test_the_server_is_killed_and_the_page_comes_back_by_itself(
    visit: Visit, mortal: Serving
) -> None:
    guest = visit("wide", on=mortal)
    guest.allowed = UNREACHABLE
    page = guest.page
    guest.open_table("duel", {**FAST, "mode": "HAND"}, 2, bots={"1": "steady"})
    page.evaluate("window.stays = true")
    expect(prompt(guest)).to_have_text("Choose a card to play")
    before = page.locator("cut-hand").get_attribute("style")
    mortal.kill()
    expect(page.locator(".felt")).to_have_class(re.compile("stale"))
    expect(page.locator(".connection")).to_contain_text("connection is lost")
    guest.accessible("lost")
    card = page.locator("cut-hand .held").first
    assert card.get_attribute("aria-disabled") == "true"
    card.dispatch_event("click")
    assert card.get_attribute("aria-pressed") == "false", "a stale view is never clickable"
    mortal.start()
    expect(page.locator(".felt")).not_to_have_class(re.compile("stale"), timeout=15_000)
    assert page.locator("cut-hand").get_attribute("style") == before
    for left in (4, 3, 2):
        expect(prompt(guest)).to_have_text("Choose a card to play")
        page.locator("cut-hand .held").first.dblclick()
        expect(page.locator("cut-hand .held")).to_have_count(left)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert page.evaluate("window.stays") is True


def test_a_move_under_way_when_the_server_dies_is_made_once(visit: Visit, mortal: Serving) -> None:
    guest = visit("wide", on=mortal)
    guest.allowed = UNREACHABLE
    page = guest.page
    guest.open_table("duel", FAST, 2, bots={"1": "steady"})
    expect(prompt(guest)).to_have_text("Pick a card from the deck")
    assert mortal.process is not None
    mortal.process.send_signal(19)  # SIGSTOP: the request is sent and never read
    page.locator(".place:not(.gone)").nth(3).click()
    expect(page.locator(".spread")).not_to_have_class(re.compile("open"))
    mortal.kill()
    mortal.start()
    expect(page.locator(".past li")).to_have_count(1, timeout=15_000)
    keys = [re.search(r"correlationId\W+(\w+)", one) for one in guest.sent if "CARD_PLAY" in one]
    assert len(keys) == 2
    assert len({key[1] for key in keys if key}) == 1, "sent again with the same key"

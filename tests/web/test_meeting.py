"""Alone, left alone, or badly treated: bots offered, an absent opponent's seat claimed, somebody
blocked and reported out of the table talk. On a server whose patience is short."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from ..command import MAIN
from .conftest import Guest, Serving, Visit

pytestmark = pytest.mark.browser

SHORT = "import cutcard.arena.pool, cutcard.table.patience as patience\n"
SHORT += "cutcard.arena.pool.BOTS_AFTER = 1000\npatience.GRACE = 2000\n"
UNTIMED = {"gridSize": [4, 4], "turnMs": 0}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Bots are offered after a second, and nobody waits longer than two for who is gone."""
    with Serving(tmp_path_factory.mktemp("hasty"), main=SHORT + MAIN) as made:
        yield made


def together(ann: Guest, bob: Guest) -> int:
    """Both at a game of Memory without clocks, ann to move first."""
    table = ann.open_table("memory", UNTIMED, 2)
    expect(ann.page.locator(".waiting-seats .taken")).to_have_count(1)
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    for one in (ann, bob):
        expect(one.page.locator(".tile")).to_have_count(16)
    return table


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh")])
def test_bots_are_offered_to_who_waits_alone_and_taken(
    visit: Visit, hasty: Serving, size: str, language: str
) -> None:
    guest = visit(size, language=language, on=hasty)
    words = {
        "en": ("Duel: Find an opponent", "Nobody yet", "Play bots", "Choose a card to play"),
        "zh": ("比大小: 寻找对手", "还没有人", "和机器人玩", "选一张牌打出"),
    }[language]
    page = guest.lobby()
    page.get_by_role("button", name=words[0]).click()
    card = page.locator(".call")
    expect(card).to_contain_text(words[1])
    expect(card.locator("cut-clock")).to_be_visible()
    guest.accessible("bots-offered")
    card.get_by_role("button", name=words[2]).click()
    expect(page.locator(".prompt")).to_have_text(words[3])
    expect(card).to_have_count(0)
    expect(page.locator("cut-seat")).to_have_count(2)


def test_the_match_is_claimed_from_who_does_not_come_back(visit: Visit, hasty: Serving) -> None:
    ann, bob = visit(on=hasty), visit("phone", on=hasty)
    bob.lobby()
    together(ann, bob)
    claim = ann.page.get_by_role("button", name="Do not wait any longer")
    bob.page.goto("about:blank")
    expect(ann.page.locator("cut-seat.away")).to_have_count(1)
    ann.page.wait_for_timeout(2500)
    expect(claim).to_have_count(0)  # the match waits for ann herself
    while ann.page.locator(".asked.yours").count():  # until a turn goes to bob
        with suppress(PlaywrightTimeout):  # the turn may have gone to bob meanwhile
            ann.page.locator(".tile[aria-label$=covered]").first.click(timeout=1000)
        ann.page.wait_for_timeout(150)
    expect(claim).to_be_visible()
    ann.accessible("claim")
    claim.click()
    expect(claim).to_have_count(0)
    expect(ann.page.get_by_role("button", name="Back to the lobby").last).to_be_visible()


def test_who_comes_back_in_time_is_not_claimed_from(visit: Visit, hasty: Serving) -> None:
    ann, bob = visit(on=hasty), visit("phone", on=hasty)
    bob.lobby()
    table = together(ann, bob)
    bob.page.goto("about:blank")
    expect(ann.page.locator("cut-seat.away")).to_have_count(1)
    bob.page.goto(f"{hasty.url}/table/{table}")
    expect(ann.page.locator("cut-seat.away")).to_have_count(0)
    ann.page.wait_for_timeout(2500)
    expect(ann.page.get_by_role("button", name="Do not wait any longer")).to_have_count(0)


def test_somebody_is_reported_and_blocked_out_of_the_talk(visit: Visit, hasty: Serving) -> None:
    ann, bob = visit("phone", on=hasty), visit(on=hasty)
    bob.lobby()
    table = together(ann, bob)
    say(bob.page, "You play like a goat")
    ann.page.get_by_role("button", name="Table talk, 1 unread").click()
    expect(ann.page.locator(".chat-text")).to_have_text("You play like a goat")
    ann.page.locator(".chat-lines .name").click()
    dialog = ann.page.locator("dialog")
    dialog.get_by_role("button", name="Report").click()
    dialog.get_by_label("What happened?").fill("He insults me")
    ann.accessible("report")
    dialog.get_by_role("button", name="Send").click()
    expect(ann.page.locator(".call")).to_contain_text("An admin will look at it")
    with sqlite3.connect(f"file:{hasty.db}?mode=ro", uri=True) as db:
        reason, at, said = db.execute("SELECT reason, table_number, said FROM reports").fetchone()
    assert (reason, at) == ("He insults me", table)
    assert [line["text"] for line in json.loads(said)] == ["You play like a goat"]
    ann.page.locator(".chat-lines .name").click()
    dialog.get_by_role("button", name="Block", exact=True).click()
    expect(dialog.get_by_role("button", name="Unblock")).to_be_visible()
    expect(dialog.get_by_role("button", name="Challenge")).to_have_count(0)
    ann.accessible("blocked")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".chat-text")).to_have_count(0)
    say(bob.page, "Do you hear me?")
    expect(bob.page.locator(".chat-text")).to_have_count(2)
    say(ann.page, "At peace")  # hers comes back, his does not
    expect(ann.page.locator(".chat-text")).to_have_text(["At peace"])
    ann.page.goto(f"{hasty.url}/friends")
    row = ann.page.locator(".table-row", has_text="blocked")
    row.get_by_role("button", name=re.compile("^Unblock")).click()
    expect(row).to_have_count(0)

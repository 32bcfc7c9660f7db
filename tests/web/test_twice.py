"""Duplicate Guandan (复式) on the page: two tables opened from the form, found by a link each,
begun together, compared board by board, and seen again (issue 18)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ..command import QUICK_BOTS
from .conftest import Serving, Visit

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("twice"), main=QUICK_BOTS) as made:
        yield made


def test_the_same_boards_are_played_at_two_tables_and_compared(visit: Visit) -> None:
    ann, bob = visit("wide"), visit("phone")
    bob.lobby()
    page = ann.lobby()
    page.get_by_role("button", name="Guandan: open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Duplicate: the same deals at two tables").check()
    dialog.locator("[name=deals]").fill("1")
    ann.accessible("twice-opening")
    dialog.get_by_role("button", name="Open the table").click()
    line = page.locator(".boards-line")
    expect(line).to_contain_text("Begins when both tables are full")
    line.get_by_role("button", name="The other table").click()
    link = page.get_by_label("Link to the other table").input_value()
    assert "/join/" in link
    ann.accessible("twice-link")
    page.keyboard.press("Escape")
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Sit down").click()
    for one in (ann, bob):
        one.page.get_by_role("button", name="Fill with bots").click()
    for one in (ann, bob):
        expect(one.page.locator("cut-hand .held")).to_have_count(27, timeout=30_000)
        expect(one.page.locator(".boards-line")).to_contain_text("Board 1")
        one.page.keyboard.press("a")  # 托管: the table plays for both
    for one in (ann, bob):
        done = one.page.locator(".boards-line", has_text=re.compile("after 1 board"))
        expect(done).to_be_visible(timeout=120_000)
        expect(done).to_have_text(re.compile("wins the match|draw"))
        said = done.locator("b").inner_text()  # the end says the same thing in all places
        expect(one.page.locator(".match-end .headline")).to_have_text(said)
        expect(one.page.locator(".prompt")).to_have_text(said)
    totals = [one.page.locator(".boards-line").inner_text() for one in (ann, bob)]
    signs = [re.search(r"([+−]?\d+) after", text) for text in totals]
    assert all(signs)
    bob.page.locator(".boards-line").get_by_role("button", name="All boards").click()
    expect(bob.page.locator(".boards-table tbody tr")).to_have_count(2)
    bob.accessible("twice-boards")
    bob.page.get_by_role("link", name="Watch it again: Board 1").click()
    expect(bob.page).to_have_url(re.compile(r"/replay/\d+-1"))
    expect(bob.page.locator(".replay .felt > *").first).to_be_visible(timeout=30_000)

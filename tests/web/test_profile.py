"""Profiles and leaders (issue 18, point 6): matches with filters and replays, statistics, boards by
kind of game, season and friends."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ..command import QUICK_BOTS
from .accounts import account
from .conftest import Serving, Visit
from .played import play
from .test_replay import DUEL

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("profile"), main=QUICK_BOTS) as made:
        yield made


def test_a_profile_has_matches_that_can_be_watched_again(visit: Visit, serving: Serving) -> None:
    guest = account(visit, "mira", size="phone", language="zh")
    page = guest.page
    page.goto(serving.url)
    table = play(serving.url, guest.token(), "duel", **DUEL)
    for _ in range(40):  # it is counted beside the play
        page.goto(f"{serving.url}/player/")
        page.wait_for_selector(".matches li")
        if page.locator(".match-row").count() and page.locator(".figure-card").count():
            break
        page.wait_for_timeout(250)
    expect(page.locator(".match-row")).to_have_count(1)
    expect(page.locator(".figure-card")).to_have_count(1)
    expect(page.locator("h1")).to_have_text(guest.user)
    expect(page.locator(".match-row b")).to_have_text("机器人")
    guest.accessible("profile")
    page.locator(".panel select").select_option("poker")
    expect(page.locator(".match-row")).to_have_count(0)
    page.locator(".panel select").select_option("duel")
    page.locator(".match-row a").click()
    expect(page).to_have_url(re.compile(f"/replay/{table}-1"))


def test_leaders_are_listed_by_kind_season_and_friends(visit: Visit, serving: Serving) -> None:
    guest = account(visit, "leo")
    page = guest.lobby()
    page.goto(f"{serving.url}/leaders/duel")
    for label, value in (("Kind of game", "HAND"), ("Among", "friends"), ("When", None)):
        field = page.get_by_label(label)
        if value is None:
            field.select_option(index=1)
        else:
            field.select_option(value)
    expect(page).to_have_url(re.compile(r"mode=HAND&season=\d{4}-Q\d&friends=1"))
    expect(page.locator(".sheet .muted, .sheet table").first).to_be_visible()
    page.reload()
    expect(page.get_by_label("Kind of game")).to_have_value("HAND")
    guest.accessible("leaders-season")

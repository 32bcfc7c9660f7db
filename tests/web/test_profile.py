"""Profiles and leaders (issue 18, point 6): matches with filters and replays, statistics, boards by
kind of game, season and friends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from cutcard.client import Client

from ..command import QUICK_BOTS
from ..events.people import TERMS, play_hands
from .accounts import account, fresh
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
    expect(page.locator(".match-row b")).to_have_text("稳健")
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


def tournament(url: str, token: str) -> None:
    """One of two accounts, played to its end."""

    async def story() -> None:
        socket = url.replace("http", "ws", 1) + "/ws"
        async with (
            asyncio.timeout(120),
            await Client.connect(socket, token=token, legal=True) as one,
            await Client.connect(socket, name=fresh("other"), legal=True) as other,
        ):
            await other.sign_up(fresh("other"), "correct horse")
            terms = {**TERMS, "format": "sit-and-go", "tableSize": 2}
            made = await one.request("TOURNAMENT_CREATE", {"terms": terms})
            for player in (one, other):
                await player.request("TOURNAMENT_REGISTER", {"event": made["event"]})
            await asyncio.gather(*map(play_hands, (one, other)))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(story())).result()


def test_A66_A81_tournaments_are_in_the_profile_and_among_the_leaders(
    visit: Visit, serving: Serving
) -> None:
    guest = account(visit, "tor")
    page = guest.lobby()
    tournament(serving.url, guest.token())
    card = page.locator(".figure-card", has_text="Tournaments")
    for _ in range(40):  # it is counted beside the play
        page.goto(f"{serving.url}/player/")
        page.wait_for_selector(".matches li")
        if card.count():
            break
        page.wait_for_timeout(250)
    expect(card).to_contain_text("1 entered")
    page.goto(f"{serving.url}/leaders")
    page.get_by_role("link", name="Tournaments").last.click()
    expect(page).to_have_url(re.compile("/leaders/tournaments"))
    expect(page.locator("table.board tbody tr")).to_have_count(2)
    heads = page.locator("table.board th")
    expect(heads).to_have_text(["Rank", "Player", "Won", "Second", "Prizes"])
    mine = page.locator("table.board tr.me td")
    won = mine.nth(2).inner_text() == "1"
    expect(mine.nth(0)).to_have_text("1" if won else "2")
    guest.accessible("leaders-tournaments")
    page.get_by_label("When").select_option(index=1)
    expect(page.locator(".sheet .muted")).to_contain_text("Nobody")

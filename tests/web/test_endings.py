"""Issue 18, point 6: the end of a match is a moment in every game: who won, what decided it, how it
went, and what next. Matches are played over the wire and looked at when they are over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..command import QUICK_BOTS
from .accounts import account
from .boxes import Measured
from .conftest import Guest, Serving, Visit
from .played import play

pytestmark = pytest.mark.browser


def alone_left(view: dict[str, Any], _: object) -> bool:
    """A sit-and-go in which one has all the chips."""
    with_chips = [one for one in view.get("players", {}).values() if one.get("stack", 0) > 0]
    return view.get("phase") == "over" and len(with_chips) == 1


GAMES: dict[str, dict[str, Any]] = {
    "battle": {
        "seats": 2,
        "options": {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": 6},
        "bots": {"1": "random"},
    },
    "guandan": {
        "seats": 4,
        "options": {"match": "deals", "deals": 2, "pauseSeconds": 1},
        "bots": {"1": "random", "2": "random", "3": "random"},
        "over": lambda view, _: bool((view.get("result") or {}).get("matchOver")),
    },
    "memory": {
        "seats": 2,
        "options": {"mode": "versus", "gridSize": [3, 4], "autoStart": True, "matchDelayMs": 100},
        "bots": {"1": "elephant"},
    },
    "poker": {
        "seats": 2,
        "options": {
            **{"startStack": 60, "smallBlind": 5, "bigBlind": 10, "startDelay": 50},
            **{"resultDelay": 50, "showDelay": 50},
        },
        "bots": {"1": "caller"},
        "over": alone_left,
    },
}
HEADS = re.compile("You|draw|tie|你|平局")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("ends"), main=QUICK_BOTS) as made:
        yield made


def ended(guest: Guest, game: str) -> Page:
    """A match played to its end, looked at by who played it."""
    page = guest.page
    page.goto(guest.serving.url)
    table = play(guest.serving.url, guest.token(), game, **dict(GAMES[game]))
    page.goto(f"{guest.serving.url}/table/{table}")
    expect(page.locator(".match-end .headline")).to_be_visible(timeout=30_000)
    return page


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh")])
def test_the_end_tells_who_won_what_decided_it_and_how_it_went(
    visit: Visit, game: str, size: str, language: str
) -> None:
    guest = account(visit, "wren", size=size, language=language)
    page = ended(guest, game)
    end = page.locator(".match-end")
    expect(end.locator(".headline")).to_have_text(HEADS)
    expect(end.locator(".moments li").first).to_be_visible(timeout=30_000)
    assert end.locator(".moments li").count() <= 3
    if size == "wide":
        expect(end.locator(".course .chart svg")).to_be_visible()
        rows = end.locator(".course tbody tr").count()
        assert rows >= 3, "as many figures as there are points, for who does not see the drawing"
    for icon in ("play", "share"):
        expect(end.locator(f".afterwards .icon-{icon}")).to_be_visible()
    expect(end.locator(".outcome-next .primary")).to_have_count(1)
    expect(end.locator(".outcome-next .primary")).to_be_visible()
    assert guest.user not in end.inner_text(), "you are called You"
    guest.accessible(f"end-{game}")
    inside = """() => [...document.querySelectorAll('.outcome-next button, .afterwards button')]
      .map((one) => one.getBoundingClientRect())
      .filter((b) => b.top < 0 || b.right > innerWidth + 1 || b.left < -1).length"""
    assert page.evaluate(inside) == 0
    rows = """() => ['.outcome-side', '.afterwards button'].map((what) => new Set(
      [...document.querySelectorAll(what)].map((one) => {
        const {top, height} = one.getBoundingClientRect();
        return what === '.outcome-side' ? Math.round(top) : Math.round(height);
      })).size)"""
    assert max(page.evaluate(rows)) <= 1, "all faces in one row, buttons of one height"


@pytest.mark.parametrize("game", GAMES)
def test_looking_at_the_table_again_nothing_lies_on_anything(visit: Visit, game: str) -> None:
    """On a phone "Rematch" lay over the bar, beside a prompt of one line."""
    guest = account(visit, "wren", size="phone")
    page = ended(guest, game)
    page.locator(".outcome-shut button").click()
    expect(page.locator(".asked .primary")).to_be_visible()
    measured = Measured()
    measured.look(page, "folded away", f"folded-{game}")
    guest.shot(f"folded-{game}")
    assert not measured.faults, measured.faults
    page.locator(".asked .icon-cup").click()
    expect(page.locator(".match-end .headline")).to_be_visible()


def test_what_is_shared_is_the_result_and_a_link(visit: Visit) -> None:
    guest = account(visit, "wren")
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ended(guest, "memory")
    head = page.locator(".match-end .headline").inner_text()
    page.locator(".afterwards").get_by_role("button", name="Share").click()
    expect(page.locator(".match-end")).to_contain_text("Copied")
    told = page.evaluate("navigator.clipboard.readText()")
    assert told.startswith(f"Memory: {head}\n{guest.serving.url}/replay/")


def test_leaving_a_cash_game_tells_what_one_leaves_with(visit: Visit) -> None:
    guest = account(visit, "wren", size="phone")
    page = guest.lobby()
    page.locator("[data-game=poker] .game-starts button").first.click()
    expect(page.locator(".asked.yours")).to_be_visible(timeout=60_000)
    page.keyboard.press("f")
    expect(page.locator(".log-lines")).to_contain_text(re.compile("wins? "), timeout=60_000)
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    told = page.locator(".farewell-dialog")
    expect(told).to_contain_text("You leave with")
    expect(told).to_contain_text("bought in for 100")
    expect(told.locator(".outcome-prize b")).to_have_text(re.compile(r"^(±0|[+−][\d,]+)$"))
    guest.accessible("farewell")
    told.get_by_role("button", name="Play at another table").click()
    expect(page.locator(".game-poker")).to_be_visible()

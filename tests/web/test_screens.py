"""Every screen in both sizes, themes and languages: a picture kept for people to hold against the
guide's check-list (`screenshots/`), nothing beyond the window's sides, and axe-core finds nothing.

    python -m pytest -m slow tests/web/test_screens.py
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Error, expect

from ..command import QUICK_BOTS
from .conftest import Guest, Serving, Visit
from .played import play
from .players import GAMES
from .screens import DUEL, HOUSE, POKER, Screen, asked, at

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CUP = {"name": "Cup", "game": "duel", "format": "single-elimination", "bots": True}
CUP |= {"maxPlayers": 8}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    laid = "import tests.poker.scenes as poker; poker.lay(); " + QUICK_BOTS
    with Serving(tmp_path_factory.mktemp("screens"), "--sign-ups", "1000", main=laid) as made:
        yield made


def table(name: str) -> Screen:
    """Somebody's turn at a table of it."""

    def go(guest: Guest) -> None:
        game = GAMES[name]
        guest.open_table(name, game.options, game.seats, bots=game.bots)
        guest.page.wait_for_selector(".asked.yours, .coming .actions button", timeout=60_000)

    return go


def waiting(guest: Guest) -> None:
    guest.open_table("guandan", {}, 4, private=True)
    expect(guest.page.locator(".waiting-seats .taken")).to_have_count(1)


def opening(guest: Guest) -> None:
    guest.lobby().locator("[data-game=guandan] .game-starts button").last.click()
    expect(guest.page.locator("dialog[open]")).to_be_visible()


def rules(guest: Guest) -> None:
    table("guandan")(guest)
    guest.page.keyboard.press("i")
    expect(guest.page.locator(".rule-body")).to_be_visible()


def result(guest: Guest) -> None:
    options = {"maxRounds": 1, "roundPauseMs": 50}
    guest.open_table("duel", options, 2, bots={"1": "steady"})
    guest.page.locator(".place[aria-disabled=false]").nth(9).click()
    expect(guest.page.locator(".match-end")).to_be_visible(timeout=30_000)


def replay(guest: Guest) -> None:
    number = play(guest.serving.url, guest.token(), "duel", **DUEL)
    at(f"/replay/{number}-1", ".replay .felt > *")(guest)


def meeting(guest: Guest) -> None:
    made = asked(guest, "/api/events", {"terms": CUP, "bots": 7, "startsIn": 1})
    at(f"/events/{made['event']}", ".bracket .match-box")(guest)


def settings(guest: Guest) -> None:
    guest.lobby().keyboard.press(",")
    expect(guest.page.locator("dialog[open]")).to_be_visible()


SCREENS: dict[str, Screen] = {
    "lobby": lambda guest: void(guest.lobby()),
    "opening": opening,
    "settings": settings,
    "waiting": waiting,
    **{f"{name}-table": table(name) for name in GAMES},
    "rules": rules,
    "result": result,
    "replay": replay,
    "replays": at("/replay", ".replay-screen, .sheet"),
    "account": at("/account", "main form"),
    "friends": at("/friends", "main h1"),
    "leaders": at("/leaders/duel", "main h1"),
    "events": at("/events", "main h1"),
    "meeting": meeting,
    **POKER,
    **HOUSE,
}


def void(_: object) -> None:
    """For what is there to be done, not to be told."""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_every_screen_in_both_themes(visit: Visit, size: str, language: str) -> None:
    wrong = []
    for name, go in SCREENS.items():
        guest = visit(size, language=language)  # each their own: so many tables nobody may open
        guest.page.set_default_timeout(60_000)  # machines that test are busy
        try:
            guest.lobby()
            go(guest)
            guest.page.wait_for_timeout(300)
            guest.accessible(f"screen-{name}")
        except (AssertionError, Error, OSError) as fault:  # all of them are seen in one run
            wrong.append(f"{name}: {str(fault).splitlines()[0]}")
        guest.context.close()
    assert not wrong, "\n".join(wrong)

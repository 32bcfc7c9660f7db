"""A laptop's window (1366x768, and 657 high within the browser's bars): each game's fullest table
lies in it whole. Hand and actions are never scrolled away, and nothing lies on anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..browsing import Guest, Serving, Visit
from ..command import QUICK_BOTS
from .boxes import Measured
from .screens import POKER, Screen

pytestmark = pytest.mark.browser
LAID = "import tests.battle.scenes as a, tests.guandan.scenes as b, tests.poker.scenes as c; "
LAID += "a.lay(); b.lay(); c.lay(); " + QUICK_BOTS
STEADY = {"1": "steady", "2": "steady", "3": "steady"}

# How far the page scrolls at all: what is below its edge is a control that one looks for.
SCROLLS = "document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("laptop"), main=LAID) as made:
        yield made


def guandan(number: int, press: str = "") -> Screen:
    """A scene of tests/guandan/scenes.py; 91 is a hand of 27 cards and fifteen ranks."""

    def go(guest: Guest) -> None:
        options = {"match": "deals", "deals": number, "turnSeconds": 120}
        guest.open_table("guandan", options, 4, bots=STEADY)
        guest.page.wait_for_selector(".asked.yours", timeout=60_000)
        for key in press:
            guest.page.keyboard.press(key)

    return go


def battle(number: int, press: str = "") -> Screen:
    """A scene of tests/battle/scenes.py; 101 is as much as there can be on the fields."""

    def go(guest: Guest) -> None:
        guest.page.add_init_script("localStorage.setItem('cutcard.battle.tips', '[\"never\"]')")
        options = {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": number}
        guest.open_table("battle", options, 2, bots={"1": "rookie"})
        expect(guest.page.locator(".bgo:visible")).to_be_visible(timeout=60_000)
        for key in press:
            guest.page.keyboard.press(key)

    return go


def duel(mode: str) -> Screen:
    def go(guest: Guest) -> None:
        options = {"mode": mode, "roundTimeoutMs": 600_000}
        guest.open_table("duel", options, 2, bots={"1": "steady"})
        guest.page.wait_for_selector(".asked.yours", timeout=60_000)

    return go


def memory(seats: int, rows: int = 8, columns: int = 8) -> Screen:
    def go(guest: Guest) -> None:
        options = {"gridSize": [rows, columns], "autoStart": True, "turnMs": 0}
        bots = dict.fromkeys(map(str, range(1, seats)), "elephant")
        guest.open_table("memory", options, seats, bots=bots)
        guest.page.wait_for_selector(".board.open", timeout=60_000)

    return go


TABLES: dict[str, Screen] = {
    "poker-six": POKER["poker-sidepots"],
    "poker-nine": POKER["poker-nine"],
    "poker-ten": POKER["poker-ten"],
    "poker-shown": POKER["poker-showdown"],
    "poker-stud": POKER["poker-stud"],
    "poker-boards": POKER["poker-bomb"],
    "guandan-wide": guandan(91, "h"),
    "guandan-high": guandan(94, "h"),
    "battle-full": battle(101),
    "battle-attack": battle(102, "a"),
    "battle-block": battle(103),
    "battle-answer": battle(104),
    "memory-alone": memory(1),
    "memory-four": memory(4),
    "duel-hand": duel("HAND"),
    "duel-quick": duel("QUICK"),
}


def faults(page: Page, name: str) -> list[str]:
    measured = Measured()
    measured.look(page, name, f"laptop-{name}")
    beyond = page.evaluate(SCROLLS)
    return [*measured.faults, *([f"scrolls by {beyond} px"] if beyond > 0 else [])]


@pytest.mark.parametrize("size", ["laptop", "low"])
@pytest.mark.parametrize("game", ["poker", "guandan", "battle", "memory", "duel"])
def test_the_fullest_tables_fit_a_laptop(visit: Visit, size: str, game: str) -> None:
    guest = visit(size)
    guest.lobby()
    wrong = {}
    for name, go in TABLES.items():
        if not re.match(game, name):
            continue
        go(guest)
        guest.page.wait_for_timeout(300)
        guest.shot(name)
        if found := faults(guest.page, name):
            wrong[name] = found
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong.items())

"""Issue 18's matrix: a whole match of each game against bots and between two browsers, at 390x844
and 1440x900, by mouse, by touch and by keys alone, the server killed (-9) and started again once in
each. At every decision all controls lie inside the window and nothing lies on anything else: the
boxes are measured, and a line of them is printed for each who plays (`-rP` or `-s` shows it).

Between two browsers one has the phone and one the desk, so three pairs are all six ways to play. CI
plays a part (`DAILY`); the whole is `script/test --all`, or by hand and game by game:

    python -m pytest -m "slow or not slow" -s tests/web/test_matrix.py -k guandan
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, expect

from ..browsing import UNREACHABLE, Guest, Serving, Visit
from ..command import QUICK_BOTS
from .boxes import Measured
from .hands import HANDS, went
from .players import GAMES, Game, shown

pytestmark = pytest.mark.browser
STILL = 180  # seconds nothing new may be seen for; how long a match takes is the machine's affair
MOST = 1_500  # decisions of a match, far more than any has
STALE = re.compile("stale")
SIZES, WAYS = ("phone", "wide"), ("mouse", "touch", "keys")


class One(NamedTuple):
    """Somebody at the table: where and by what hand."""

    size: str
    way: str


ALONE = [(One(size, way),) for size in SIZES for way in WAYS]
PAIRS = [
    (One("phone", phone), One("wide", wide))
    for phone, wide in (("touch", "mouse"), ("mouse", "touch"), ("keys", "keys"))
]
# What CI plays of it.
DAILY = {"memory": (One("wide", "keys"),)}


def cells() -> list[object]:
    made = []
    for game in GAMES:
        for who in [*ALONE, *PAIRS]:
            name = "-".join([game, "people" if len(who) > 1 else "bots", *map("+".join, who)])
            marks = [] if DAILY.get(game) == who else [pytest.mark.slow]
            made.append(pytest.param(game, who, id=name, marks=marks))
    return made


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """One for each match, since each kills it."""
    with Serving(tmp_path, main=QUICK_BOTS) as made:
        yield made


def over(page: Page) -> bool:
    again = page.get_by_role("button", name=re.compile("^(Rematch|Play again|.* offers a rematch)"))
    return again.locator("visible=true").count() > 0


def felt(page: Page) -> str:
    """What the table says now, its clocks left out: something new there is headway."""
    return re.sub(r"\d+:\d\d|\d+ s\b", "", page.locator("main").first.inner_text())


def come(visit: Visit, one: One, game: Game) -> Guest:
    guest = visit(one.size, touch=one.way == "touch")
    guest.allowed = UNREACHABLE
    for key, value in game.settings.items():
        kept = f"localStorage.setItem({key!r}, {value!r})"
        guest.context.add_init_script(f"location.protocol.startsWith('http') && {kept}")
    guest.page.set_default_timeout(20_000)
    guest.page.set_default_navigation_timeout(60_000)  # machines that test are busy
    return guest


def seat(guests: list[Guest], who: tuple[One, ...], name: str) -> None:
    """The first opens the table, the other comes by its address and sits down."""
    game = GAMES[name]
    first, *others = guests
    bots = game.beside if others else game.bots
    number = first.open_table(name, game.options, game.seats, bots=bots)
    for guest, one in zip(others, who[1:], strict=True):
        guest.lobby()
        guest.page.goto(f"{guest.serving.url}/table/{number}")
        free = guest.page.get_by_role("button", name=re.compile("^Sit (down|here)"))
        free.first.wait_for(timeout=STILL * 1000)
        HANDS[one.way].press(free.first)
    for guest in guests:
        guest.page.evaluate("globalThis.stays = true")


def die(serving: Serving, guests: list[Guest]) -> float:
    """Seconds until everybody's table is theirs again."""
    serving.kill()
    for guest in guests:
        expect(guest.page.locator(".felt")).to_have_class(STALE, timeout=STILL * 1000)
    began = time.monotonic()
    serving.start()
    for guest in guests:
        expect(guest.page.locator(".felt")).not_to_have_class(STALE, timeout=STILL * 1000)
    return time.monotonic() - began


@pytest.mark.parametrize(("name", "who"), cells())
def test_a_match_is_played_to_its_end(
    visit: Visit, serving: Serving, name: str, who: tuple[One, ...]
) -> None:
    game = GAMES[name]
    guests = [come(visit, one, game) for one in who]
    seat(guests, who, name)
    boxes = [Measured() for _ in who]
    began, back, acted = time.monotonic(), 0.0, 0
    seen, since = [""], began
    while not all(over(guest.page) for guest in guests):
        now = [felt(guest.page) for guest in guests]
        if now != seen:
            seen, since = now, time.monotonic()
        assert time.monotonic() - since < STILL, now
        assert acted < MOST, now
        idle = True
        for guest, one, measured in zip(guests, who, boxes, strict=True):
            page = guest.page
            if not shown(page, ".asked.yours, .coming .actions button, dialog[open]").count():
                continue
            idle = False
            prompt = page.locator(".prompt").inner_text()
            measured.look(page, prompt, f"{name}-{one.size}-{one.way}")
            try:
                game.act(page, HANDS[one.way])
            except Error as fault:
                if not went(page, fault):
                    raise
            acted += 1
            if acted == 3:
                back = die(serving, guests)
        if idle:
            guests[0].page.wait_for_timeout(60)
    for guest, one, measured in zip(guests, who, boxes, strict=True):
        measured.look(guest.page, "the end", f"{name}-{one.size}-{one.way}-end")
        assert guest.page.evaluate("globalThis.stays") is True, "the page was loaded again"
        against = "people" if len(who) > 1 else "bots"
        line = f"{name:8} {against:7} {one.size:6} {one.way:6} {measured.row()}"
        sys.stdout.write(f"\n{line}, back {back:.1f} s, {time.monotonic() - began:.0f} s\n")
        sys.stdout.writelines(f"    {what}  [{at}]\n" for what, at in measured.faults.items())
    assert back, "the server was killed once"
    assert not (found := [one.faults for one in boxes if one.faults]), found

"""Whole games of Memory in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import UNREACHABLE, Guest, Serving, Visit

pytestmark = pytest.mark.browser
THINGS = ("hound", "wave", "crow", "tree", "lynx", "bell", "snake", "mushroom")  # of a 4x4
SOLO = {"autoStart": True, "matchDelayMs": 120}


def prompt(guest: Guest) -> Any:
    return guest.page.locator(".prompt")


def look(page: Page, cell: int) -> str:
    return str(page.locator(".tile").nth(cell).get_attribute("data-look"))


WATCH = """() => {
    if (globalThis.seenFaces) return;
    globalThis.seenFaces = {};
    new MutationObserver(() => {
        document.querySelectorAll(".tile").forEach((tile, cell) => {
            if (tile.dataset.look) globalThis.seenFaces[cell] = tile.dataset.look;
        });
    }).observe(document.body, {subtree: true, attributes: true, attributeFilter: ["data-look"]});
}"""


def turned(page: Page, cell: int, columns: int, press: Callable[[], None]) -> str:
    """Turn a card over and look: nothing keeps what it was when it is covered again."""
    page.evaluate(WATCH)
    label = str(page.locator(".tile").nth(cell).get_attribute("aria-label"))
    row, column = re.findall(r"\d+", label)[:2]  # as they are seen: a wide board may stand upright
    assert {int(row), int(column)} == {cell // columns + 1, cell % columns + 1}
    said = re.compile(rf"^(You turn row {row} column {column}\.|你翻开第 {row} 行第 {column} 列。)")
    lines = page.locator(".log-lines li", has_text=said)
    before = lines.count()
    expect(page.locator(".board")).to_have_class(re.compile("open"))
    press()
    expect(lines).to_have_count(before + 1)
    return str(page.evaluate("(cell) => globalThis.seenFaces[cell]", cell))


def turn(page: Page, cell: int, columns: int) -> str:
    """By mouse."""
    return turned(page, cell, columns, lambda: page.locator(".tile").nth(cell).click())


def solve(page: Page, cells: int, columns: int) -> None:
    """With a perfect memory."""
    seen: dict[int, str] = {}
    done: set[int] = set()

    def partner(cell: int) -> int | None:
        return next((c for c, f in seen.items() if f == seen[cell] and c != cell), None)

    while len(done) < cells:
        known = next((c for c in seen if c not in done and partner(c) is not None), None)
        first = known if known is not None else min(set(range(cells)) - done - set(seen))
        seen[first] = turn(page, first, columns)
        second = partner(first)
        if second is None:
            second = next(c for c in range(cells) if c not in done | set(seen))
        seen[second] = turn(page, second, columns)
        if seen[first] == seen[second]:
            done |= {first, second}


def test_alone_against_par_by_mouse_from_the_lobby(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.lobby()
    page.get_by_role("button", name="Memory: Play alone").click()
    expect(prompt(guest)).to_have_text("Turn a card")
    page.locator(".tile").nth(0).click()
    expect(prompt(guest)).to_have_text(re.compile(f"^Find the other ({'|'.join(THINGS)})$"))
    guest.accessible("memory-solo")
    expect(page.locator(".stats")).to_contain_text("12.4")
    page.get_by_label("Pictures").select_option("cards")
    expect(page.locator(".tile cut-card")).to_have_count(1)
    page.get_by_label("Pictures").select_option("signs")
    expect(page.locator(".tile .sign")).to_have_count(1)
    expect(page.locator(".stats cut-clock")).to_have_text(re.compile(r"^(?!0:00)\d+:\d\d$"))
    page.get_by_role("button", name="Pause").click()
    expect(prompt(guest)).to_have_text("The clock stands")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    guest.accessible("memory-paused")
    page.keyboard.press("Enter")
    expect(prompt(guest)).not_to_have_text("The clock stands")


def test_nothing_on_the_page_names_a_card_that_is_covered_again(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.page
    guest.open_table("memory", {**SOLO, "gridSize": [4, 4]}, 1)
    seen = {cell: turn(page, cell, 4) for cell in (0, 1)}
    if seen[0] == seen[1]:
        seen = {cell: turn(page, cell, 4) for cell in (2, 3)}
    expect(page.locator(".tile.flipped")).to_have_count(0)
    expect(page.locator(".log-lines")).to_contain_text("covered again")
    kept = page.locator("body").inner_text().casefold()
    kept = re.sub(r"you have found a pair: .*", "", kept)  # that one lies open
    for thing in THINGS:
        assert thing not in kept, thing
    assert not page.locator(".passing").count()


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_board_is_solved_with_perfect_memory_and_earns_its_stars(visit: Visit, size: str) -> None:
    guest = visit(size, theme="light")
    guest.open_table("memory", {**SOLO, "gridSize": [3, 4]}, 1)
    solve(guest.page, 12, 4)
    expect(prompt(guest)).to_contain_text("Solved in")
    expect(guest.page.locator(".stars")).to_have_attribute("aria-label", re.compile("[123] of 3"))
    guest.accessible("memory-solved")
    guest.page.get_by_role("button", name="Play again").click()
    expect(prompt(guest)).to_have_text("Turn a card")


def test_alone_by_keys_only(visit: Visit) -> None:
    guest = visit("phone", language="zh")
    page = guest.page
    guest.open_table("memory", {**SOLO, "gridSize": [2, 2]}, 1)
    expect(page.locator(".tile[tabindex='0']")).to_be_focused()
    assert page.locator(".tile").nth(3).get_attribute("aria-label") == "第 2 行第 2 列\uff0c未翻开"
    moves = {0: "Home ArrowUp", 1: "End ArrowUp", 2: "Home ArrowDown", 3: "End ArrowDown"}

    def flip(cell: int) -> str:
        for key in moves[cell].split():
            page.keyboard.press(key)
        return turned(page, cell, 2, lambda: page.keyboard.press("Enter"))

    faces: dict[int, str] = {}
    for pair in ((0, 1), (2, 3)):
        for cell in pair:
            faces[cell] = flip(cell)
    if faces[0] != faces[1]:
        mate = next(cell for cell in (2, 3) if faces[cell] == faces[0])
        for cell in (0, mate, 1, 5 - mate):
            flip(cell)
    expect(prompt(guest)).to_contain_text("完成")
    expect(page.get_by_role("button", name="再玩一次")).to_be_focused()
    guest.accessible("memory-solved")


def test_a_hidden_tab_stops_a_solo_clock(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.page
    guest.open_table("memory", SOLO, 1)
    page.locator(".tile").nth(5).click()
    expect(page.locator(".stats cut-clock")).to_be_visible()
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(prompt(guest)).to_have_text("The clock stands")
    shown = page.locator(".stats cut-clock").inner_text()
    page.wait_for_timeout(1200)
    assert page.locator(".stats cut-clock").inner_text() == shown


def test_two_people_share_a_board_and_the_server_is_killed_once(
    visit: Visit, mortal: Serving
) -> None:
    ann, bob = visit("wide", theme="light", on=mortal), visit("phone", on=mortal)
    ann.allowed = bob.allowed = UNREACHABLE
    table = ann.open_table(
        "memory", {"gridSize": [2, 2], "autoStart": True, "matchDelayMs": 120}, 2
    )
    bob.page.goto(f"{mortal.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(prompt(ann)).to_have_text("Turn a card")
    expect(prompt(bob)).to_contain_text("turns two cards")
    turn(ann.page, 0, 2)
    first = look(ann.page, 0)
    expect(bob.page.locator(".tile").nth(0)).to_have_attribute("data-look", first)
    bob.accessible("memory-watching")
    mortal.kill()
    expect(ann.page.locator(".felt")).to_have_class(re.compile("stale"))
    mortal.start()
    for one in (ann, bob):
        expect(one.page.locator(".felt")).not_to_have_class(re.compile("stale"), timeout=15_000)
        expect(one.page.locator(".tile").nth(0)).to_have_attribute("data-look", first)
    played = 0
    while not ann.page.get_by_role("button", name="Rematch").count() and played < 40:
        for one in (ann, bob):
            board = one.page.locator(".board.open")
            covered = board.locator(".tile.covered")
            left = covered.count()
            if left:
                covered.nth(played % left).click()
                played += 1
        ann.page.wait_for_timeout(100)
    for one in (ann, bob):
        expect(prompt(one)).to_have_text(re.compile("win|wins|tie"))
        one.accessible("memory-over")


def test_a_bot_takes_its_turns(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    guest.open_table(
        "memory",
        {"gridSize": [2, 3], "autoStart": True, "matchDelayMs": 100},
        2,
        bots={"1": "master"},
    )
    for _ in range(60):
        if page.get_by_role("button", name="Rematch").count():
            break
        covered = page.locator(".board.open .tile.covered")
        if covered.count():
            covered.first.click()
        page.wait_for_timeout(150)
    expect(prompt(guest)).to_have_text(re.compile("win|wins|tie"))
    expect(page.locator("cut-seat")).to_have_count(2)


def test_four_at_one_board_fit_on_a_phone(visit: Visit) -> None:
    guest = visit("phone", theme="light")
    bots = {"1": "elephant", "2": "goldfish", "3": "master"}
    guest.open_table("memory", {"gridSize": [4, 6], "autoStart": True}, 4, bots=bots)
    expect(guest.page.locator("cut-seat")).to_have_count(4)
    guest.page.locator(".tile").nth(5).click()
    expect(guest.page.locator(".tile.flipped")).to_have_count(1)
    guest.accessible("memory-four")


def test_a_wide_board_stands_upright_on_a_phone(visit: Visit) -> None:
    """Six columns of a phone's width are small; four are not. Arrows go where the eye does."""
    guest = visit("phone")
    page = guest.page
    guest.open_table("memory", {**SOLO, "gridSize": [4, 6]}, 1)
    first = page.locator(".tile").first
    box = first.bounding_box()
    assert box is not None
    assert box["width"] >= 75
    expect(first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tile:focus")).to_have_attribute("data-cell", "6")
    expect(page.locator(".tile:focus")).to_have_attribute(
        "aria-label", re.compile("Row 1 column 2")
    )
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tile:focus")).to_have_attribute("data-cell", "7")
    page.keyboard.press("End")
    expect(page.locator(".tile:focus")).to_have_attribute("data-cell", "19")
    page.set_viewport_size({"width": 844, "height": 390})  # laid on its side
    expect(page.locator(".tile:focus")).to_have_attribute(
        "aria-label", re.compile("Row 4 column 2")
    )


@pytest.mark.parametrize("size", ["wide", "laptop", "phone", "narrow"])
def test_the_largest_board_fits_the_window_and_names_are_whole(visit: Visit, size: str) -> None:
    guest = visit(size)
    page = guest.page
    bots = {"1": "elephant", "2": "goldfish", "3": "master"}
    guest.open_table("memory", {"gridSize": [8, 8], "autoStart": True}, 4, bots=bots)
    expect(page.locator("cut-seat")).to_have_count(4)
    below = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert below <= (0 if size != "narrow" else 60), below
    cut = page.evaluate(
        "[...document.querySelectorAll('.seat-name')].filter((one) =>"
        " one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    )
    assert not cut
    assert not page.get_by_role("button", name="Start", exact=True).count()  # a card starts it


def test_the_board_of_the_day_says_ones_place_on_it(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.page
    guest.open_table("memory", {"daily": True}, 1)
    page.get_by_role("button", name="Start", exact=True).click()
    solve(page, page.locator(".tile").count(), 4)
    expect(page.locator(".match-end .streak")).to_contain_text(
        re.compile(r"(1st|2nd|3rd|\dth) on today’s board"), timeout=30_000
    )

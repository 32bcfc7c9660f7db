"""Battle in the browser: whole games against bots by mouse and by keyboard alone, and between two
people; the browser and the checks of a page are those of tests/web."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

_PLACE = Path(__file__).resolve().parents[1] / "web" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("battle_web_conftest", _PLACE)
assert _SPEC is not None
assert _SPEC.loader is not None
_web = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = _web
_SPEC.loader.exec_module(_web)
_web.__dict__["MAIN"] = (  # bots that answer at once: the browser is tried here, not patience
    "from cutcard.table.house import House; "
    "House.__init__.__kwdefaults__['bot_delay'] = (5, 25); " + _web.__dict__["MAIN"]
)
browser, serving, visit = _web.browser, _web.serving, _web.visit

pytestmark = pytest.mark.browser
Visit = Callable[..., Any]
SLOW = {"timers": "off"}


def yours(page: Page) -> bool:
    return page.locator(".asked.yours").count() > 0


def over(page: Page) -> bool:
    said = page.locator(".prompt").inner_text()
    return bool(re.search(r"(wins|win|draw)\b", said))


def act(page: Page, keys: bool) -> None:
    """One decision, the simplest there is: play what can be played, attack with all, pass."""
    if page.locator(".bpicker:visible button").count():
        button = page.locator(".bpicker:visible button").first
        if keys:
            button.press("Enter")
        else:
            button.click()
        done = page.locator(".bpicker:visible .primary")
        if done.count():
            done.first.click()
        return
    target = page.locator(".bcard.target:visible, .bhero.target:visible, .bstack .target:visible")
    main = page.locator(".actions .primary:visible[aria-disabled=false]")
    can = page.locator(".bhand .bcard.can:visible")
    prompt = page.locator(".prompt").inner_text()
    if target.count():
        press(target.first, keys)
    elif "discard" in prompt and not main.count():
        press(can.first, keys)
    elif "attacks" in prompt and not main.count():
        page.keyboard.press("a")
    elif main.count():
        press(main.first, keys)
    elif can.count() and "Play cards" in prompt:
        press(can.first, keys)
    elif keys:
        page.keyboard.press("p")
    else:
        page.locator(".actions button", has_text=re.compile("^(Pass|End|No )")).first.click()


def press(what: Any, keys: bool) -> None:
    if keys:
        what.focus()
        what.press("Enter")
    else:
        what.click()


def play_on(page: Page, until: Callable[[Page], bool], keys: bool = False, most: int = 900) -> None:
    for _ in range(most):
        if until(page):
            return
        if yours(page):
            try:
                act(page, keys)
            except Exception as gone:  # the table went on between looking and pressing
                if "Timeout" not in str(gone) and "detached" not in str(gone):
                    raise
        page.wait_for_timeout(30)
    raise AssertionError(f"never came to it: {page.locator('.prompt').inner_text()}")


def test_a_game_against_a_bot_by_mouse_from_the_lobby(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.lobby()
    page.set_default_timeout(4_000)
    page.get_by_role("button", name="Battle: Play a bot").click()
    expect(page.locator(".prompt")).to_have_text("Choose a deck")
    guest.accessible("battle-deck")
    page.get_by_role("button", name=re.compile("^Beasts")).click()
    expect(page.locator(".prompt")).to_have_text("Keep your hand, or choose cards to swap")
    assert page.locator(".bhand .bcard").count() in (5, 6)
    page.locator(".bhand .bcard").first.hover()
    expect(page.locator(".bpane")).to_contain_text(
        page.locator(".bhand .bcard .bname").first.inner_text()
    )
    guest.accessible("battle-mulligan")
    page.get_by_role("button", name="Keep this hand").click()
    play_on(page, lambda p: p.locator(".bfield .bcard").count() >= 4 and yours(p))
    guest.accessible("battle-field")
    play_on(page, over)
    guest.accessible("battle-over")


def test_a_game_against_a_bot_by_keys_alone_on_a_phone(visit: Visit) -> None:
    guest = visit("phone")
    guest.open_table("battle", {**SLOW, "decks": ["beasts", "soldiers"]}, 2, bots={"1": "rookie"})
    page = guest.page
    page.set_default_timeout(4_000)
    expect(page.locator(".prompt")).to_contain_text("Keep your hand")
    guest.accessible("battle-phone-mulligan")
    play_on(page, lambda p: p.locator(".bfield .bcard").count() >= 3 and yours(p), keys=True)
    page.evaluate("scrollTo(0, 0)")  # else the prompt at the top covers part of a card
    guest.accessible("battle-phone-field")
    play_on(page, over, keys=True)


def test_chinese_and_a_refused_code(visit: Visit) -> None:
    guest = visit("phone", language="zh", theme="light")
    guest.open_table("battle", SLOW, 2, bots={"1": "rookie"})
    page = guest.page
    expect(page.locator(".prompt")).to_have_text("选择套牌")
    page.locator("#deck-code").fill("nonsense")
    page.get_by_role("button", name="使用").click()
    expect(page.locator(".error:visible").first).to_contain_text("code")
    guest.accessible("battle-zh-deck")


def test_two_people_surrender_and_targets(visit: Visit) -> None:
    one, two = visit("wide"), visit("phone")
    number = one.open_table("battle", {**SLOW, "decks": ["mystics", "mystics"]}, 2)
    two.page.goto(f"{two.serving.url}/table/{number}")
    two.page.get_by_role("button", name=re.compile("Sit|Join|Take")).first.click()
    for guest in (one, two):
        expect(guest.page.locator(".prompt")).to_contain_text("Keep your hand")
        guest.page.get_by_role("button", name="Keep this hand").click()
    two.page.get_by_role("button", name="Surrender").click()
    two.page.locator("dialog[open] .danger").click()
    expect(one.page.locator(".prompt")).to_contain_text("You win")

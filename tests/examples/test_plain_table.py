"""A game without a page, or with one that has a fault, is played at the plain table; the fault is
said in the lobby, at the table and on the console."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from ..browsing import Guest, Visit
from .conftest import Changed, texts
from .looking import LOOKS, OUTSIDE, play_out

pytestmark = pytest.mark.browser

SAID = "The page of crazy_eights has a fault"
LACKS = "The page of crazy_eights asks for a text"
FAULTS = {
    "does not load": "import './nowhere.js'; export const table = () => {};",
    "is no module": "export const table = (",
    "exports no table": "export const other = 1;",
    "throws when made": "export function table() { throw new Error('planted'); }",
    "throws when drawn": """export const table = ({h}) => ({element: h("div"), tell: () => null,
        update() { throw new Error("planted"); }});""",
    "asks nothing": """export const table = ({h}) => ({element: h("div"), tell: () => null,
        update() {}});""",
}


def step(page: Page) -> None:
    """The first move on offer, with a key so that no other gets under the pointer."""
    move = page.locator(".plain-table .actions button:not(.quiet)[aria-disabled=false]").first
    if move.count():
        move.press("Enter")


def enter(guest: Guest, look: str = "wide") -> Page:
    width, height = LOOKS[look]
    guest.page.set_viewport_size({"width": width, "height": height})
    page = guest.lobby()
    page.locator("[data-game=crazy_eights] .game-starts button").first.click()
    expect(page.locator(".plain-table .actions button").first).to_be_visible()
    return page


@pytest.mark.parametrize(("look", "language"), [("wide", "en"), ("phone", "zh")])
def test_a_game_without_a_page_is_played_to_its_end(
    changed: Changed, visit: Visit, look: str, language: str
) -> None:
    guest = visit(look, language=language, on=changed(page=False))
    page = enter(guest, look)
    expect(page.locator(".plain-people cut-seat")).to_have_count(2)
    expect(page.locator(".plain-people cut-seat.active")).to_have_count(1)
    assert page.locator(".plain-people cut-card").count() == 7, "one's own hand, drawn"
    expect(page.locator(".plain-table .error")).to_be_hidden()
    assert page.evaluate(OUTSIDE) == []
    guest.accessible("plain-table")
    play_out(page, step)
    guest.accessible("plain-table-over")
    lines = page.locator(".log-lines li")
    assert lines.count() > 3
    assert all(lines.all_text_contents())
    expect(page.locator(".asked .prompt")).not_to_be_empty()


def test_it_is_played_with_keys_alone(changed: Changed, visit: Visit) -> None:
    guest = visit(on=changed(page=False))
    page = enter(guest)
    expect(page.locator(".actions button").first).to_be_focused()
    before = page.locator(".log-lines li").count()
    page.keyboard.press("Enter")
    expect(page.locator(".log-lines li").nth(before)).to_be_visible()


def test_labels_are_readable_and_leaving_is_asked_about(changed: Changed, visit: Visit) -> None:
    guest = visit(on=changed(page=False))
    page = enter(guest)
    labels = page.locator(".plain-table .actions button").all_text_contents()
    assert labels[-1] == "Leave"
    assert all(label[0].isupper() and "{" not in label and "_" not in label for label in labels)
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("dialog")).to_contain_text("This cannot be taken back.")
    page.locator("dialog").get_by_role("button", name="Leave").click()
    expect(page.locator(".asked .prompt")).to_have_text("The game is over")


def test_texts_without_a_table_say_moves_and_facts(changed: Changed, visit: Visit) -> None:
    """A game with texts, but no table.js, has its own words at the plain table."""
    own = {**texts("en"), "move.play": "Lay {card}", "move.draw": "Take one", "part.top": "On top"}
    own |= {"fact.PLAYED": "{name} lays {card}.", "fact.DRAWN": "{name} takes one."}
    guest = visit(on=changed(**{"table.js": None, "en.json": json.dumps(own)}))
    page = enter(guest)
    expect(page.locator("[data-game]")).to_have_count(0)
    expect(page.locator(".plain-parts dt").first).to_have_text("On top")
    assert page.locator(".actions button").first.text_content().startswith(("Lay ", "Take one"))
    step(page)
    expect(page.locator(".log-lines li").first).to_contain_text("Guest")
    assert page.locator(".log-lines li").first.text_content().endswith(".")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_with_a_fault_is_said_and_the_plain_one_goes_on(
    changed: Changed, visit: Visit, fault: str
) -> None:
    guest = visit(on=changed(**{"table.js": FAULTS[fault]}))
    guest.allowed = (SAID, "Failed to load resource")
    page = enter(guest)
    expect(page.locator(".plain-table .error")).to_contain_text("own page has a fault")
    assert any(one.startswith(SAID) for one in guest.complaints)
    step(page)
    expect(page.locator(".log-lines li").first).to_be_visible()


def test_a_sheet_that_is_missing_is_a_fault(changed: Changed, visit: Visit) -> None:
    guest = visit(on=changed(**{"table.css": None}))
    guest.allowed = (SAID, "Failed to load resource", "Refused to apply style")
    page = enter(guest)
    expect(page.locator(".plain-table .error")).to_contain_text("table.css")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"en.json": None}, "en.json"),
        ({"en.json": "{"}, "JSON"),
        ({"page.json": '{"art": 1}'}, "art"),
        ({"page.json": None}, "page.json"),
        ({"en.json": json.dumps({"game.name": "Eights"})}, "game.about"),
    ],
    ids=["no texts", "broken texts", "wrong page.json", "no page.json", "a text missing"],
)
def test_what_the_lobby_cannot_read_is_said_in_the_lobby(
    changed: Changed, visit: Visit, files: dict[str, str | None], said: str
) -> None:
    guest = visit(on=changed(**files))
    guest.allowed = (SAID, LACKS, "Failed to load resource")
    page = guest.lobby()
    card = page.locator("[data-game=crazy_eights]")
    expect(card.locator(".error")).to_contain_text(said)
    assert any(one.startswith(SAID) for one in guest.complaints)
    expect(page.locator("[data-game=duel] .error")).to_have_count(0)
    card.locator(".game-starts button").first.click()
    expect(page.locator(".felt .actions button").first).to_be_visible()


def test_a_text_missing_at_the_table_is_said_and_the_table_stays(
    changed: Changed, visit: Visit
) -> None:
    own = {key: text for key, text in texts("en").items() if key != "stock"}
    guest = visit(on=changed(**{"en.json": json.dumps(own)}))
    guest.allowed = (LACKS,)
    page = guest.lobby()
    page.locator("[data-game=crazy_eights] .game-starts button").first.click()
    expect(page.locator(".game-crazy_eights .held").first).to_be_visible()
    expect(page.locator(".wrong")).to_have_text("This game’s page has no text “stock”.")
    assert guest.complaints == [f'{LACKS} "stock", and there is none.']

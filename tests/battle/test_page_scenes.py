"""Battle's page in scenes laid through the rules: whatever is on the field, every control lies in
the window and can be pressed, and what a fight will come to is said before it is confirmed."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..browsing import Guest, Serving, Visit
from ..command import QUICK_BOTS
from ..web.boxes import Measured
from .test_page import calm

pytestmark = pytest.mark.browser
log = logging.getLogger("cutcard.page")
LAID = "import tests.battle.scenes as laid; laid.lay(); " + QUICK_BOTS
FULL, ATTACKS, BLOCKS, RESPOND, LAST, SEARCH, WAYS = range(101, 108)
SMALL = {"width": 390, "height": 844}

# Every control of the table that is seen: its box, and whether a press somewhere on it reaches it.
BOXES = """() => {
  const seen = [...document.querySelectorAll(".battle button, .battle input")].filter((one) =>
    one.checkVisibility({visibilityProperty: true}) && !one.closest("dialog:not([open])"));
  return seen.map((one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    const spots = [[0.5, 0.5], [0.15, 0.5], [0.15, 0.15], [0.5, 0.85], [0.85, 0.5]];
    const hits = spots.some(([x, y]) => {
      const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return at && one.contains(at);
    });
    const hand = one.closest(".bhand");
    const fan = hand !== null && getComputedStyle(hand).display === "flex";
    const name = one.getAttribute("aria-label") || one.textContent || one.type;
    return {name, left, top, right, bottom, hits, fan};
  });
}"""


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("scenes"), main=LAID) as made:
        yield made


def at(visit: Visit, number: int, size: str = "wide", **how: Any) -> Guest:
    """Somebody at a table where that scene is laid."""
    guest = calm(visit(size, **how))
    if size == "phone":
        guest.page.set_viewport_size(SMALL)  # type: ignore[arg-type]  # a TypedDict by any other name
    options = {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": number}
    guest.open_table("battle", options, 2, bots={"1": "rookie"})
    expect(guest.page.locator(".bgo:visible")).to_be_visible()
    return guest


def boxes(page: Page) -> list[dict[str, Any]]:
    """All lie inside the window, all can be pressed, none lies on another; printed."""
    found: list[dict[str, Any]] = page.evaluate(BOXES)
    size = page.viewport_size
    assert size is not None
    assert found
    for one in found:
        place = [round(one[side]) for side in ("left", "top", "right", "bottom")]
        log.info("%s %s", place, one["name"][:50])
        assert place[0] >= 0 <= place[1], one
        assert place[2] <= size["width"], one
        assert place[3] <= size["height"], one
        assert one["hits"], f"covered: {one}"
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
            high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            fan = one["fan"] and other["fan"]  # a hand lies in a fan, each card seen in part
            assert fan or wide <= 6 or high <= 6, f"{one['name']} lies on {other['name']}"
    log.info("%(width)dx%(height)d", size)
    log.info("%d controls inside the window, none covered", len(found))
    return found


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_seven_units_three_fields_and_ten_cards_fit(visit: Visit, size: str) -> None:
    guest = at(visit, FULL, size)
    page = guest.page
    expect(page.locator(".bhand .bcard")).to_have_count(10)
    assert page.locator(".bfield .bcard").count() == 14
    assert page.locator(".blands .bcard").count() == 6
    assert len(boxes(page)) >= 30 + 6
    guest.accessible(f"battle-full-{size}")


def test_a_phone_has_every_action_of_the_desk(visit: Visit) -> None:
    page = at(visit, FULL, "phone").page
    expect(page.get_by_role("button", name="To battle")).to_be_visible()
    expect(page.get_by_role("button", name="End the turn")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    for name in ("Graveyards", "All cards", "Surrender"):
        expect(page.locator("dialog[open]").get_by_role("button", name=name)).to_be_visible()
    expect(page.locator("dialog[open] input[type=checkbox]")).to_be_visible()


def search(visit: Visit, size: str, **how: Any) -> Guest:
    """Somebody who is to take cards from their deck."""
    guest = calm(visit(size, **how))
    options = {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": SEARCH}
    guest.open_table("battle", options, 2, bots={"1": "rookie"})
    expect(guest.page.locator(".blook").nth(7)).to_be_attached()
    return guest


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_however_many_cards_there_are_to_take_the_buttons_stay(visit: Visit, size: str) -> None:
    guest = search(visit, size)
    page = guest.page
    looks = page.locator(".blook")
    count = looks.count()
    expect(page.get_by_role("button", name="Take none")).to_be_in_viewport(ratio=1)
    looks.nth(count - 1).click()
    taken = page.get_by_role("button", name=re.compile(r"^Take (?!none)"))
    expect(taken).to_be_in_viewport(ratio=1)
    measured = Measured()
    measured.look(page)
    assert not measured.faults
    taken.click()
    expect(looks.nth(7)).to_be_attached()  # a second may be taken
    guest.accessible(f"battle-search-{size}")


def test_an_attack_says_what_it_will_come_to(visit: Visit) -> None:
    page = at(visit, ATTACKS).page
    page.keyboard.press("a")
    expect(page.locator(".bgo")).to_contain_text("Attack with 3")
    expect(page.locator(".bgo-why").last).to_have_text("That would be the end of Rookie")
    expect(page.locator(".bar-line.attack")).to_have_count(3)
    page.locator(".bfield.own .bcard").first.click()
    expect(page.locator(".bgo-why").last).to_contain_text("Rookie goes from 9 to")
    boxes(page)


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_block_says_what_it_will_come_to(visit: Visit, size: str) -> None:
    guest = at(visit, BLOCKS, size)
    page = guest.page
    go = page.locator(".bgo:visible")
    said = re.compile(r"No block, take (\d+)\s*You go from 8 to (\d+)|your end")
    expect(go).to_have_text(said)
    for nth in (0, 1):
        page.locator(".bfield.own .bcard.can").first.click()
        page.locator(".bcard.target").nth(nth).click()
    expect(go).to_have_text(re.compile(r"Block 2, take 2\s*You go from 8 to 6"))
    expect(page.locator(".bout.dies").first).to_be_visible()
    boxes(page)
    guest.accessible(f"battle-block-{size}")
    go.click()
    expect(page.locator(".bstrip.own .bhero b")).to_have_text("6")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_card_to_answer_is_shown_large(visit: Visit, size: str) -> None:
    guest = at(visit, RESPOND, size)
    page = guest.page
    shown = page.locator(".bstack:visible .bcard.full")
    expect(shown).to_have_count(1)
    box = shown.bounding_box()
    assert box is not None
    assert box["width"] >= (170 if size == "phone" else 220)
    expect(page.locator(".bstack:visible")).to_contain_text("You can answer with Turn Aside")
    guest.accessible(f"battle-respond-{size}")
    if size == "phone":
        page.get_by_role("button", name="Look at the fields").click()  # it lies over them
    boxes(page)
    page.locator(".bhand .bcard", has_text="Turn Aside").click()
    page.locator(".bfield.own .bcard.target").first.click()
    expect(page.locator(".bhand .bcard")).to_have_count(1)
    page.get_by_role("button", name="Let it happen").click()
    expect(page.locator(".bstack:visible")).to_have_count(0)
    expect(page.locator(".bfield.own .bcard")).to_have_count(2)  # nothing died


def test_the_end_says_who_won_and_what_decided_it(visit: Visit) -> None:
    page = at(visit, LAST).page
    page.keyboard.press("a")
    page.locator(".bgo").last.click()
    expect(page.locator(".prompt")).to_have_text("You win. The other has no HP left.")
    expect(page.locator(".match-end")).to_contain_text("The last blow: Ember Hound, 3 damage.")


def test_chinese_throughout(visit: Visit) -> None:
    """No engine word and no English but the name of HP's like on the table."""
    page = at(visit, FULL, "phone", language="zh", theme="light").page
    said = page.locator(".battle").inner_text()
    assert not re.findall(r"[A-Za-z]{2,}", said), said
    boxes(page)


def test_a_first_game_gives_each_tip_once(visit: Visit) -> None:
    guest = visit("phone")
    guest.page.set_viewport_size(SMALL)  # type: ignore[arg-type]  # a TypedDict by any other name
    options = {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": FULL}
    guest.open_table("battle", options, 2, bots={"1": "rookie"})
    page = guest.page
    tip = page.locator(".btip")
    expect(tip).to_contain_text("green ring")
    boxes(page)
    page.get_by_role("button", name="Got it").click()
    expect(tip).to_be_hidden()
    page.reload()
    expect(page.locator(".bgo:visible")).to_be_visible()
    expect(tip).not_to_contain_text("green ring")


def test_a_pass_leaves_at_the_same_moment_with_and_without_an_answer(visit: Visit) -> None:
    """A pass pressed early waits for the moment at which one without an answer goes."""
    guest = at(visit, RESPOND)
    page = guest.page
    page.evaluate("localStorage.setItem('cutcard.battle.autoPass', 'true')")
    guest.context.add_init_script("localStorage.setItem('cutcard.battle.autoPass', 'true')")
    page.reload()
    expect(page.locator(".bgo:visible")).to_contain_text("Let it happen")
    passed = len([one for one in guest.sent if '"pass"' in one.lower()])
    page.locator(".bgo").last.click()
    expect(page.locator(".bgo").last).to_contain_text("Passing")
    assert len([one for one in guest.sent if '"pass"' in one.lower()]) == passed
    expect(page.locator(".bstack:visible")).to_have_count(0)
    assert json.loads(page.evaluate("localStorage.getItem('cutcard.battle.autoPass')")) is True


def test_a_deck_of_ones_own_is_built_kept_and_played(visit: Visit) -> None:
    guest = calm(visit("phone"))
    guest.page.set_viewport_size(SMALL)  # type: ignore[arg-type]  # a TypedDict by any other name
    guest.open_table("battle", {"timers": "off"}, 2, bots={"1": "rookie"})
    page = guest.page
    page.get_by_role("button", name="Build a deck").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".bcount")).to_have_text("40/40")
    dialog.locator(".bline button").first.click()
    expect(dialog.locator(".bcount")).to_have_text("39/40")
    expect(dialog).to_contain_text("1 more card needed")
    expect(dialog.get_by_role("button", name="Save")).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Name, keyword or text").fill("lantern squire")
    dialog.locator("button.bpoolcard").first.click()
    expect(dialog.locator(".bcount")).to_have_text("40/40")
    dialog.get_by_label("Name of the deck").fill("Mine")
    guest.accessible("battle-builder")
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play with Mine").click()
    expect(page.locator(".prompt")).to_contain_text("Keep your hand")


# Cards whose text has a line that is seen in part only.
HALVED = """() => [...document.querySelectorAll(".bcard .btext")].filter((text) => {
  const body = text.closest(".bbody");
  if (!text.checkVisibility() || !body) return false;
  const style = getComputedStyle(text);
  const seen = Math.min(text.getBoundingClientRect().bottom, body.getBoundingClientRect().bottom);
  const lines = (seen - text.getBoundingClientRect().top) / parseFloat(style.lineHeight);
  return Math.abs(lines - Math.round(lines)) > 0.2;
}).map((text) => text.textContent)"""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", ["wide", "phone", "low"])
def test_no_line_of_a_card_is_cut_in_half(visit: Visit, size: str, language: str) -> None:
    page = at(visit, ATTACKS, size, language=language).page
    assert not page.evaluate(HALVED)
    page = at(visit, RESPOND, size, language=language).page
    assert not page.evaluate(HALVED)


# Cards whose figures need more room than they have: the last of them, HP, is cut.
CLIPPED = """() => [...document.querySelectorAll(".bcard .bstats")].filter((one) => {
  const room = one.getBoundingClientRect();
  const last = one.lastElementChild.querySelector("b").getBoundingClientRect();
  return one.checkVisibility() && (last.right > room.right - 1 || one.scrollWidth > room.width + 1);
}).map((one) => one.closest(".bcard").innerText)"""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_cards_to_take_are_whole(visit: Visit, size: str, language: str) -> None:
    """Three a row on a phone their HP was cut, and so were names, and texts of seven lines."""
    page = search(visit, size, language=language).page
    assert not page.evaluate(HALVED)
    assert not page.evaluate(CLIPPED)
    names = page.locator(".blook .bname .cut")
    assert names.count() > 5
    cut = names.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length")
    assert cut <= names.count() // 4, "most names are whole"


@pytest.mark.parametrize("scene", [FULL, ATTACKS, BLOCKS])
def test_no_figure_of_a_card_is_cut(visit: Visit, scene: int) -> None:
    assert not at(visit, scene, "phone").page.evaluate(CLIPPED)


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("scene", [ATTACKS, BLOCKS])
def test_what_a_hit_takes_is_seen_whole(visit: Visit, size: str, scene: int) -> None:
    page = at(visit, scene, size).page
    if scene == ATTACKS:
        page.keyboard.press("a")
    told = page.locator(".bcoming:visible")
    expect(told).to_have_count(1)
    cut = told.evaluate(
        """(one) => [[0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]].filter(([x, y]) => {
          const {left, top, width, height} = one.getBoundingClientRect();
          const there = document.elementsFromPoint(left + x * width, top + y * height);
          const hero = one.closest(".bhero");
          return !there.some((other) => hero.contains(other));
        })"""
    )
    assert not cut


def test_the_card_browser_shows_two_cards_a_row_on_a_phone(visit: Visit) -> None:
    page = at(visit, FULL, "phone").page
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("dialog[open]").get_by_role("button", name="All cards").click()
    cards = page.locator("dialog[open] figure .bcard")
    expect(cards.first).to_be_visible()
    one, two, three = (cards.nth(i).bounding_box() for i in range(3))
    assert one is not None
    assert two is not None
    assert three is not None
    assert one["y"] == two["y"] < three["y"]
    assert three["y"] + 100 < SMALL["height"], "more than one row is seen"
    assert "t-TOKEN" not in str(cards.first.get_attribute("class")), "what no deck has comes last"


def test_one_who_can_do_nothing_is_told_to_end_the_turn(visit: Visit) -> None:
    guest = calm(visit("wide"))
    options = {"timers": "off", "decks": ["titans", "titans"]}
    guest.open_table("battle", options, 2, bots={"1": "rookie"})
    page = guest.page
    page.get_by_role("button", name="Keep this hand").click()
    prompt = page.locator(".prompt")
    expect(prompt).to_have_text(re.compile("Play cards|Nothing left to play"), timeout=20_000)
    playable = page.locator(".bhand .bcard.can").count()
    expect(prompt).to_contain_text("Play cards" if playable else "Nothing left to play")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_card_that_cannot_be_played_says_why(visit: Visit, language: str) -> None:
    page = at(visit, FULL, language=language).page
    said = {
        "Turn Aside": "A response: it is played when the other does something.",
        "Vault Devourer": "It costs 8 energy, and you have 7.",
        "Marsh Adder": "There is no room on the field",
        "拨开": "这是回应牌：对方行动时才能打出。",
        "宝库吞噬者": "需要 8 点咒力，你有 7 点。",
    }
    for card, why in list(said.items())[: 3 if language == "en" else None]:
        if (language == "en") == card.isascii():
            page.locator(".bhand .bcard.no", has_text=card).click()
            expect(page.locator(".bbarred")).to_have_text(why)
            page.keyboard.press("Escape")


def test_keywords_are_explained_and_the_text_is_whole_where_one_reads(visit: Visit) -> None:
    """On a desk beside the field as soon as a card has the focus, on a phone by a press on it."""
    page = at(visit, ATTACKS).page
    page.locator(".bhand .bcard").first.focus()
    beside = page.locator(".side-game")
    expect(beside.locator(".bcard.full .bname")).to_have_text("Spearwing Harrier")
    expect(beside.locator(".bwhys")).to_contain_text("Ignores Evasion")
    page.locator(".bhand .bcard", has_text="Vault Devourer").focus()
    text = beside.locator(".bcard.full .btext")
    expect(text).to_contain_text("destroy an enemy unit of cost 3 or less")
    assert text.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    page = at(visit, ATTACKS, "phone").page
    page.locator(".bhand .bcard").first.click(position={"x": 12, "y": 40})
    zoom = page.locator("dialog[open]")
    expect(zoom.locator(".bwhys")).to_contain_text("Ignores Evasion")
    assert not page.evaluate(HALVED)


def test_every_line_of_the_log_has_a_picture(visit: Visit) -> None:
    """The card it is about, else who it is about: the guide's principle 6."""
    page = at(visit, BLOCKS).page
    page.locator(".bgo:visible").click()
    lines = page.locator(".log-lines li")
    expect(lines.filter(has_text="wins the game")).to_be_visible()
    bare = lines.filter(has_not=page.locator(".log-picture[aria-hidden=true] svg"))
    assert lines.count() > 2
    assert bare.all_inner_texts() == []
    drawn = lines.filter(has=page.locator(".log-picture svg.bart"))
    assert drawn.count(), "of cards, not of faces alone"
    square = drawn.first.locator(".log-picture").bounding_box()
    assert square is not None
    assert (square["width"], square["height"]) == (34, 28)


def test_a_choice_of_ways_has_no_word_of_the_engine(visit: Visit) -> None:
    """Not "Gain 2 CE": neither on its button nor in the log."""
    page = at(visit, WAYS).page
    page.locator(".bhand .bcard").click()
    page.locator(".bgo:visible").click()
    page.get_by_role("button", name="Gain 2 energy this turn").click()
    expect(page.locator(".log-lines")).to_contain_text("Gain 2 energy this turn")

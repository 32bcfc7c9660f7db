"""Poker in the browser: whole hands against bots and between people, by mouse and by keys alone.

The browser and the checks of a page are those of tests/browsing.py; the server is `cutcard serve`
with bots that do not take their time.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cutcard.games.poker.variants import VARIANTS
from cutcard.games.poker.words import of_cards

from ..browsing import Serving, Visit
from ..command import QUICK_BOTS

pytestmark = pytest.mark.browser
FAST = {"startDelay": 1200, "showDelay": 400}
PAGE = Path(__file__).resolve().parents[2] / "src" / "cutcard" / "games" / "poker" / "page"


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("web"), main=QUICK_BOTS) as made:
        yield made


def my_turn(page: Page) -> None:
    expect(page.locator(".asked")).to_have_class(re.compile("yours"), timeout=20_000)


def take_seat(page: Page) -> None:
    """Into a tournament, which begins when all seats are taken."""
    page.locator(".coming .actions button").click()
    expect(page.locator(".coming")).to_be_hidden()
    dealt = page.locator(".mine cut-card, cut-hand cut-card").first
    expect(dealt).to_be_visible(timeout=20_000)


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=re.compile(name)).locator("visible=true").first


def amount(page: Page) -> Any:
    return page.locator(".bar-of-play .typed")


def stack(page: Page) -> int:
    return int(page.locator(".own .seat-score").inner_text().replace(",", ""))


def go_on(page: Page, until: str, keys: bool = True, moves: int = 40) -> None:
    """Check, call and stand pat until something is seen."""
    for _ in range(moves * 8):
        if page.locator(until).locator("visible=true").count():
            return
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] .primary").click()
        elif page.locator(".asked.yours").count() and not page.locator("dialog[open]").count():
            if page.locator(".actions.two").locator("visible=true").count():
                if until == ".actions.two":  # it came between two looks
                    return
                for key in "pmn":
                    page.keyboard.press(key)
            elif keys:
                page.keyboard.press("c")
            elif (call := page.locator(".three .primary[aria-disabled=false]")).count():
                call.click(timeout=2_000)
        page.wait_for_timeout(40)
    raise AssertionError(f"never saw {until}: {page.locator('.prompt').inner_text()}")


def test_a_session_of_holdem_by_mouse_from_the_lobby(visit: Visit) -> None:
    guest = visit("wide", motion="no-preference")
    page = guest.lobby()
    page.get_by_role("button", name="Poker: open a table").click()
    page.get_by_role("button", name="Open the table").click()  # one press on Play sits down at once
    expect(page.locator(".prompt")).to_have_text("Buy in to play")
    guest.accessible("poker-buy-in")
    page.locator(".coming").get_by_role("button", name="Max").click()
    page.get_by_role("button", name="Sit down with 200").click()
    my_turn(page)
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(page.locator(".mine cut-card")).to_have_count(2)
    assert page.locator(".strength").inner_text()
    expect(page.locator(".spot.vacant")).to_have_count(0)  # all bots have sat down
    guest.accessible("poker-turn")

    amount(page).fill("1")
    sentence = page.locator(".bar-of-play .limits")
    expect(sentence).to_have_text(re.compile(r"^(Raise to|Bet) at least \d+$"))
    expect(sentence).to_have_class(re.compile("error"))
    expect(page.locator(".three button").nth(2)).to_have_attribute("aria-disabled", "true")
    amount(page).fill("99999")
    expect(sentence).to_have_text(re.compile("at most 200$"))
    button(page, "^Pot$").click()
    expect(sentence).not_to_have_class(re.compile("error"))
    slider = page.locator(".bar-of-play .slide")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    assert 150 <= int(amount(page).input_value()) <= 200
    button(page, "^Min$").click()
    least = int(amount(page).input_value())
    button(page, rf"^(Raise to|Bet) {least}$").click()
    go_on(page, ".outcome", keys=False)
    expect(page.locator(".outcome")).to_have_text(re.compile(r"wins? \d+"))
    for folded in page.locator(".spot.folded").all():
        expect(folded.locator(".laid cut-card")).to_have_count(0)
    guest.accessible("poker-verdict")

    page.get_by_role("button", name="Last hands").click()
    expect(page.locator(".hands-result").first).to_have_text(re.compile(r"wins? \d+"))
    expect(page.locator(".hands-list li").first.locator("cut-card").first).to_be_visible()
    guest.accessible("poker-hands")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Sit out").click()
    expect(page.get_by_role("button", name="Deal me in")).to_be_visible()


FLIGHTS = """
  const real = Element.prototype.animate;
  window.flights = [];
  Element.prototype.animate = function (frames, how) {
    const [, x, y] = /scale\\(([\\d.]+), ([\\d.]+)\\)/.exec(frames[0]?.transform ?? "") ?? [];
    if (x && this.localName === "cut-card")
      flights.push([this.offsetWidth * x, this.offsetHeight * y, how.delay]);
    return real.call(this, frames, how);
  };"""


def test_cards_leave_the_deck_in_its_own_size_one_after_another(visit: Visit) -> None:
    """Issue 18, point 3: they began twelve times too large."""
    guest = visit("wide", motion="no-preference")
    guest.context.add_init_script(FLIGHTS)
    page = guest.page
    guest.open_table("poker", {**FAST, "startStack": 400}, 2, bots={"1": "caller"})
    take_seat(page)
    expect(page.locator(".mine cut-card")).to_have_count(2)
    my_turn(page)
    deck = page.locator(".deck cut-card").bounding_box()
    assert deck is not None
    flights = page.evaluate("flights")
    assert len(flights) >= 4, "two cards each"
    for width, height, _ in flights:
        assert abs(width - deck["width"]) <= 1, flights
        assert abs(height - deck["height"]) <= 1, flights
    delays = [delay for *_, delay in flights[:4]]
    assert delays == sorted(set(delays)), "one after another"
    assert max(delays) <= 700


def test_heads_up_by_keys_alone_on_a_phone(visit: Visit) -> None:
    guest = visit("phone", theme="light")
    page = guest.page
    options = {**FAST, "startStack": 400, "smallBlind": 5, "bigBlind": 10}
    guest.open_table("poker", options, 2, bots={"1": "caller"})
    take_seat(page)
    my_turn(page)
    expect(page.locator(".three button").nth(1)).to_be_focused()
    guest.accessible("poker-turn")
    page.keyboard.press("5")  # a digit begins an amount
    expect(amount(page)).to_be_focused()
    page.keyboard.press("0")
    expect(amount(page)).to_have_value("50")
    page.keyboard.press("ArrowUp")
    expect(amount(page)).to_have_value("60")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    expect(amount(page)).to_have_value("50")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    expect(page.locator(".own .seat-score")).to_have_text("350")
    expect(page.locator(".board cut-card")).to_have_count(3)  # the caller called
    go_on(page, ".outcome")
    guest.shot("poker-verdict")
    bottom = page.locator(".outcome").evaluate("one => one.getBoundingClientRect().bottom")
    top = page.locator(".dock").evaluate("one => one.getBoundingClientRect().top")
    assert bottom <= top, "the result is not covered"
    page.keyboard.press("h")
    expect(page.locator("dialog.hands")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("Check, call or bring in")
    page.keyboard.press("Escape")
    expect(page.locator(".outcome")).to_be_hidden()
    my_turn(page)
    page.keyboard.press("a")
    expect(page.locator("dialog[open]")).to_contain_text("All your")
    guest.accessible("poker-all-in")
    page.keyboard.press("Enter")  # the answer offered first is the harmless one
    expect(page.locator("dialog[open]")).to_have_count(0)
    for _ in range(150):  # how many hands it takes is chance
        if page.get_by_role("button", name="Rematch").count():
            break
        if page.locator(".asked.yours").count():
            page.keyboard.press("m" if "Show" in page.locator(".prompt").inner_text() else "a")
            if page.locator("dialog[open]").count():
                page.keyboard.press("Tab")
                page.keyboard.press("Enter")
        page.wait_for_timeout(400)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("the tournament")
    guest.accessible("poker-over")


def test_a_draw_by_digits_and_by_touch(visit: Visit) -> None:
    guest = visit("phone", language="zh")
    page = guest.page
    options = {**FAST, "variant": "F2L3D", "startStack": 100}
    guest.open_table("poker", options, 3, bots={"1": "caller", "2": "caller"})
    take_seat(page)
    drawing = page.locator(".two").get_by_role("button", name="不换牌")
    go_on(page, ".actions.two")
    expect(drawing).to_be_visible()
    expect(page.locator("cut-hand .held[tabindex='0']")).to_be_focused()
    before = page.locator("cut-hand cut-card").evaluate_all("all => all.map(c => c.card)")
    page.keyboard.press("1")
    page.locator("cut-hand .held").nth(2).click()
    expect(page.locator("cut-hand .held[aria-pressed=true]")).to_have_count(2)
    expect(page.get_by_role("button", name="换 2 张")).to_be_visible()
    guest.accessible("poker-draw")
    page.keyboard.press("d")
    expect(page.locator(".own .seat-note")).not_to_be_empty()
    expect(drawing).to_be_hidden()
    after = page.locator("cut-hand cut-card").evaluate_all("all => all.map(c => c.card)")
    assert len(after) == 5
    assert set(before) - set(after) == {before[0], before[2]}
    go_on(page, ".outcome")
    expect(page.locator(".outcome")).to_have_text(re.compile("赢得"))
    assert not re.search(r"\b(wins|folds|calls|pair)\b", page.locator("main").inner_text())


def test_stud_shows_what_lies_face_up(visit: Visit) -> None:
    guest = visit("wide", theme="light")
    page = guest.page
    options = {**FAST, "variant": "F7S", "startStack": 200, "bigBlind": 4, "smallBlind": 2}
    guest.open_table("poker", options, 4, bots={"1": "caller", "2": "caller", "3": "caller"})
    take_seat(page)
    my_turn(page)
    spots = page.locator(".spot")
    expect(spots).to_have_count(3)
    for i in range(3):
        cards = spots.nth(i).locator(".laid cut-card").evaluate_all("all => all.map(c => c.card)")
        assert cards.count("") == 2, cards  # two down, one up
        assert len(cards) >= 3
    expect(page.locator(".mine cut-card.up")).to_have_count(1)
    expect(page.locator(".mine cut-card.up")).to_have_attribute(
        "aria-label", re.compile("face up$")
    )
    go_on(page, ".mine[data-count='7']")
    guest.accessible("poker-stud-seven")
    go_on(page, ".outcome")


def test_two_people_all_in_run_it_twice_and_one_buys_in_again(visit: Visit) -> None:
    ann, bob, eve = visit("wide"), visit("phone", language="zh"), visit("wide", theme="light")
    options = {**FAST, "allowRunItTwice": True, "startDelay": 4000}
    table = ann.open_table("poker", options, 2, private=False)
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.locator(".waiting, .poker").get_by_role(
        "button", name=re.compile("坐|入座")
    ).first.click()
    eve.page.goto(f"{eve.serving.url}/table/{table}")
    ann.page.get_by_role("button", name="Sit down with 100").click()
    bob.page.get_by_role("button", name="带 100 坐下").click()
    expect(ann.page.locator(".mine cut-card")).to_have_count(2, timeout=20_000)
    expect(eve.page.locator(".laid cut-card")).to_have_count(4)
    seen = eve.page.locator(".laid cut-card").evaluate_all("all => all.map(c => c.card)")
    assert seen == [""] * 4, "whoever watches sees backs"
    assert ann.page.locator(".laid cut-card").first.get_attribute("card") == ""
    first, second = (ann, bob) if ann.page.locator(".asked.yours").count() else (bob, ann)
    for one in (first, second):
        my_turn(one.page)
        one.page.keyboard.press("a")
        one.page.locator("dialog[open] .primary").click()
    for one in (ann, bob):
        expect(one.page.locator(".actions.two")).to_be_visible()
    ann.accessible("poker-run-twice")
    bob.page.get_by_role("button", name="发两次").click()
    expect(bob.page.locator(".prompt")).to_contain_text("等待")
    ann.page.keyboard.press("y")
    for one in (ann, bob, eve):
        expect(one.page.locator(".boards cut-card")).to_have_count(10)
        expect(one.page.locator(".outcome")).to_be_visible()
    for one in (bob, eve):
        one.accessible("poker-two-boards")
    for one in (ann, bob):
        bust = one.page.locator(".coming")
        if bust.is_visible():
            bust.locator(".primary").click()
            expect(one.page.locator(".own .seat-score")).to_have_text("100")


def test_whoever_sits_out_adds_chips_and_comes_back(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.page
    options = {**FAST, "startDelay": 5000, "allowStraddle": True}
    guest.open_table("poker", options, 2, bots={"1": "caller"})
    page.get_by_role("button", name="Sit down with 100").click()
    expect(page.locator(".mine cut-card")).to_have_count(2, timeout=20_000)
    my_turn(page)
    page.keyboard.press("u")
    expect(page.locator(".adding")).to_be_visible()
    guest.accessible("poker-add")
    page.locator(".adding .typed").fill("30")
    page.get_by_role("button", name="Add 30").click()
    expect(page.locator(".bank")).to_contain_text("+30 from the next hand")
    page.get_by_role("button", name="Straddle").click()
    expect(page.get_by_role("button", name="Straddle")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("f")
    if page.locator("dialog[open]").count():
        expect(page.locator("dialog[open]")).to_contain_text("check")
        page.locator("dialog[open] .primary").click()
    expect(page.locator(".outcome")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator(".prompt")).to_have_text("You are sitting out")
    assert 120 <= stack(page) <= 130
    page.keyboard.press("o")
    my_turn(page)


def test_every_variant_plays_a_hand_through(visit: Visit) -> None:
    """Each game at one of its limits; NT, F2L3D and F7S are played above, with more company."""
    guest = visit("phone")
    page = guest.page
    names = json.loads((PAGE / "en.json").read_text())
    games = {code[1:]: code for code in VARIANTS}  # the first letter is the limit
    for code in sorted(set(games.values()) - {"NT", "F2L3D", "F7S"}):
        options = {**FAST, "startDelay": 600, "showDelay": 50, "variant": code, "startStack": 100}
        guest.open_table("poker", options, 2, bots={"1": "caller"})
        take_seat(page)
        go_on(page, ".outcome")
        expect(page.locator(".stakes")).to_contain_text(names[f"variant.{code}"])
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, code


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_hand_in_words_is_said_in_the_persons_language(visit: Visit, language: str) -> None:
    page = visit().lobby()
    texts = json.loads((PAGE / f"{language}.json").read_text())
    rng = random.Random(7)
    said: set[str] = set()
    for variant in VARIANTS.values():
        for _ in range(250):
            deck = variant.deck
            rng.shuffle(deck)
            hole, board = deck[: variant.cards], deck[20:25] if variant.boards else []
            for shown in (hole[:3], hole):
                text = of_cards(variant.high, variant.low, shown, board)
                said |= {text} if text else set()
    assert len(said) > 500
    script = """([texts, said]) => import('/games/poker/made.js').then(m => {
        const fill = (text, args) => text.replace(/\\{(\\w+)\\}/g, (_, n) => args[n] ?? '?');
        const t = (key, args = {}) => fill(texts[key] ?? '?' + key, args);
        return said.map(one => m.made(t, one));
    })"""
    answers = page.evaluate(script, [texts, sorted(said)])
    for english, answer in zip(sorted(said), answers, strict=True):
        assert answer, english
        assert "?" not in answer, (english, answer)
        assert answer != english, "the sentence was not understood"
        if language == "zh":
            assert not re.search("[a-z]", answer), (english, answer)


def test_a_table_of_any_variant_is_opened_from_the_lobby(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.lobby()
    page.locator("[data-game=poker] .game-starts button").last.click()
    choice = page.locator("dialog select[name=variant]")
    assert choice.locator("option").count() == len(VARIANTS) + 3
    expect(choice).to_have_value("NT")
    choice.select_option("FR")
    guest.accessible("poker-opening")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".stakes")).to_contain_text("Razz")


PLATES = """() => {
  const box = (one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return {left, top, right, bottom};
  };
  const all = (what) => [...document.querySelectorAll(what)]
    .filter((one) => one.checkVisibility({visibilityProperty: true})).map(box);
  return {
    plates: all(".spot cut-seat"),
    board: all(".board cut-card, .board .gap"),
    controls: all(".dock button, .dock input, .ways-toggle"),
  };
}"""


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide <= 2 or high <= 2


def test_six_sit_around_an_upright_table_on_a_phone(visit: Visit) -> None:
    """Issue 18, point 3: seats as drawn; no plate lies on another or on the board, and every
    control is inside the window."""
    guest = visit("phone")
    page = guest.page
    page.set_viewport_size({"width": 390, "height": 844})
    bots = {str(seat): "caller" for seat in range(1, 6)}
    guest.open_table("poker", {**FAST, "startStack": 400}, 6, bots=bots)
    take_seat(page)
    my_turn(page)
    expect(page.locator(".poker.upright")).to_be_visible()
    found = page.evaluate(PLATES)
    plates, board = found["plates"], found["board"]
    assert (len(plates), len(board)) == (5, 5)
    for i, one in enumerate(plates):
        assert all(apart(one, other) for other in [*plates[i + 1 :], *board]), found
    for one in [*plates, *board, *found["controls"]]:
        assert one["left"] >= 0 <= one["top"], found
        assert one["right"] <= 390, found
        assert one["bottom"] <= 844, found
    guest.accessible("poker-upright")


def test_ten_fit_on_a_phone_and_no_hidden_card_is_in_the_page(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    bots = {str(seat): "caller" for seat in range(1, 10)}
    guest.open_table("poker", {**FAST, "startStack": 100}, 10, bots=bots)
    take_seat(page)
    expect(page.locator(".mine cut-card")).to_have_count(2)
    my_turn(page)
    guest.accessible("poker-ten")
    expect(page.locator(".spot")).to_have_count(9)
    read = "all => all.map(c => c.card).filter(Boolean)"
    faces = page.locator(".poker cut-card").evaluate_all(read)
    assert sorted(faces) == sorted(page.locator(".mine cut-card").evaluate_all(read))


def test_a_result_stays_for_a_reload_and_for_whoever_comes_late(visit: Visit) -> None:
    """The next hand's view carries the last one until it begins: boards, cards shown, who won."""
    ann, eve = visit("wide"), visit("phone")
    page = ann.page
    table = ann.open_table(
        "poker", {**FAST, "startDelay": 6000}, 2, bots={"1": "caller"}, private=False
    )
    page.get_by_role("button", name="Sit down with 100").click()
    expect(page.locator(".mine cut-card")).to_have_count(2, timeout=20_000)
    my_turn(page)
    page.keyboard.press("a")
    page.locator("dialog[open] .primary").click()
    expect(page.locator(".outcome")).to_be_visible()
    expect(page.locator(".boards cut-card")).to_have_count(5)
    said = page.locator(".outcome").inner_text()
    page.reload()
    expect(page.locator(".outcome")).to_have_text(said)
    expect(page.locator(".boards cut-card")).to_have_count(5)
    expect(page.locator(".spot .laid cut-card")).to_have_count(2)
    eve.page.goto(f"{eve.serving.url}/table/{table}")
    expect(eve.page.locator(".outcome")).to_have_text(re.compile(r"wins? \d+"))
    read = "all => all.map(c => c.card)"
    assert "" not in eve.page.locator(".laid cut-card").evaluate_all(read)
    eve.accessible("poker-came-late")


def test_whoever_watches_sits_down_at_the_seat_he_likes(visit: Visit) -> None:
    ann, bob = visit("wide"), visit("wide", language="en")
    table = ann.open_table("poker", FAST, 4, private=False)
    ann.page.get_by_role("button", name="Sit down with 100").click()
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    free = bob.page.get_by_role("button", name=re.compile("^Sit here"))
    expect(free).to_have_count(3)
    bob.page.get_by_role("button", name=re.compile("seat 3", re.IGNORECASE)).first.click()
    expect(bob.page.locator(".prompt")).to_have_text("Buy in to play")
    bob.page.get_by_role("button", name="Sit down with 100").click()
    expect(bob.page.locator(".mine cut-card")).to_have_count(2, timeout=20_000)
    expect(ann.page.locator(".spot:not(.vacant)")).to_have_count(1)
    assert ann.page.locator(".spot").nth(1).locator(".laid cut-card").count() == 2, "seat 3 of 4"

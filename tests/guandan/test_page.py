"""Guandan in the browser: whole deals against bots, by mouse and by keys, in both languages.

The server, the browser and the checks of a page are those of tests/browsing.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cutcard.games.guandan.shapes import Form

from ..browsing import Serving, Visit
from ..command import MAIN
from ..web.boxes import Measured
from .cases import kept_readings

pytestmark = pytest.mark.browser
LAID = "import tests.guandan.scenes as laid; laid.lay(); " + MAIN
WIDE, LAST, CHOICE, HIGH = 91, 92, 93, 94
BOTS = {"1": "steady", "2": "steady", "3": "steady"}
SCROLLS = "document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("web"), main=LAID) as made:
        yield made


def prompt(page: Page) -> str:
    return page.locator(".prompt").inner_text()


def held(page: Page) -> list[str]:
    cards = page.locator("cut-hand .held cut-card")
    return cards.evaluate_all("all => all.map(card => card.getAttribute('card'))")


def touch(page: Page, place: int) -> None:
    """Where a card is not covered by the next."""
    page.locator("cut-hand .held").nth(place).click(position={"x": 8, "y": 14})


def my_turn(page: Page, seconds: int = 60) -> None:
    expect(page.locator(".asked")).to_have_class(re.compile("yours"), timeout=seconds * 1000)


def open_deal(guest: Any, **options: Any) -> Page:
    guest.open_table(
        "guandan", {"match": "deals", "deals": 1, "turnSeconds": 600, **options}, 4, bots=BOTS
    )
    expect(guest.page.locator("cut-hand .held").first).to_be_visible()
    return guest.page


def test_the_page_reads_cards_as_the_server_does(visit: Visit) -> None:
    page = visit().lobby()
    cases = kept_readings()
    asked = [
        [[c if c in ("SJ", "BJ") else c[0] + c[1].lower() for c in cards], level]
        for level, cards, _ in cases
    ]
    script = """asked => import('/games/guandan/readings.js').then(m => {
        const triple = ({form, key, size}) => [form, key, size];
        return asked.map(([cards, level]) => m.readings(cards, level).map(triple));
    })"""
    answers = page.evaluate(script, asked)
    for (level, cards, expected), answer in zip(cases, answers, strict=True):
        assert {Form(*one) for one in answer} == expected, (level, cards)
        assert len(answer) == len(expected), (level, cards)


def test_the_page_knows_what_beats_what(visit: Visit) -> None:
    page = visit().lobby()
    script = """rows => import('/games/guandan/readings.js').then(m => {
        const play = ([form, key, size]) => ({form, key, size});
        return rows.map(([a, b, n]) => m.beats(play(a), play(b), n));
    })"""
    flush, six, seven = ["straightflush", 14, 5], ["bomb", 3, 6], ["bomb", 3, 7]
    rows = [[flush, six, 7], [flush, six, 5], [seven, flush, 7], [seven, flush, 5]]
    assert page.evaluate(script, rows) == [True, False, False, True]


def test_hints_sorting_and_piles_by_mouse(visit: Visit) -> None:
    guest = visit("wide")
    page = open_deal(guest)
    my_turn(page)
    guest.accessible("guandan-turn")
    play = page.locator(".actions .primary:visible")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    if "Nothing" not in prompt(page):
        expect(page.locator(".held[aria-pressed=true]").first).to_be_visible()
        expect(play).to_have_attribute("aria-disabled", "false")
        assert play.inner_text().startswith("Play ")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".held[aria-pressed=true]")).to_have_count(0)
    expect(play).to_have_attribute("aria-disabled", "true")
    by_rank = held(page)
    page.get_by_role("button", name="Sort by groups").click()
    assert sorted(held(page)) == sorted(by_rank)
    assert held(page) != by_rank
    guest.accessible("guandan-groups")
    page.get_by_role("button", name="Sort by rank").click()
    assert held(page) == by_rank
    chosen = by_rank[-2:]
    for place in (len(by_rank) - 2, len(by_rank) - 1):
        touch(page, place)
    page.get_by_role("button", name="Put together").click()
    assert held(page)[:2] == chosen
    page.get_by_text("Still out").click()
    expect(page.locator(".count")).to_have_count(15)
    counts = page.locator(".count b").all_inner_texts()
    assert sum(map(int, counts)) >= 81 - 3 * 10
    guest.accessible("guandan-counter")


def held_back(page: Page) -> list[Any]:
    """Requests for advice, which wait in this list instead of reaching the server."""
    waiting: list[Any] = []

    def through(socket: Any) -> None:
        server = socket.connect_to_server()

        def sent(message: Any) -> None:
            if "GAME_ADVICE_REQUEST" in str(message):
                waiting.append((server, message))
            else:
                server.send(message)

        socket.on_message(sent)

    page.route_web_socket(re.compile("/ws$"), through)
    return waiting


def test_the_table_works_while_advice_is_on_its_way(visit: Visit) -> None:
    guest = visit("wide")
    waiting = held_back(guest.page)
    page = open_deal(guest)
    my_turn(page)
    assert "Nothing" not in prompt(page)
    by_rank = held(page)
    page.get_by_role("button", name="Sort by groups").click()
    assert held(page) == by_rank  # until it is known what the groups are
    page.get_by_role("button", name="Hint").click()
    touch(page, len(by_rank) - 1)
    expect(page.locator(".held[aria-pressed=true]")).to_have_count(1)
    assert len(waiting) == 1  # nothing is asked twice
    server, message = waiting.pop()
    server.send(message)
    expect(page.locator("cut-hand .starts").first).to_be_visible()
    cards = "[...document.querySelectorAll('cut-hand .held cut-card')]"
    names = f"{cards}.map(card => card.getAttribute('card')).join()"
    page.wait_for_function(f"old => {names} !== old.join()", arg=by_rank)
    assert sorted(held(page)) == sorted(by_rank)


def test_what_comes_after_the_turn_is_not_shown(visit: Visit) -> None:
    guest = visit("wide")
    waiting = held_back(guest.page)
    page = open_deal(guest, turnSeconds=5)
    my_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".asked")).not_to_have_class(re.compile("yours"), timeout=20_000)
    for server, message in waiting:
        server.send(message)
    page.wait_for_timeout(300)
    expect(page.locator(".held[aria-pressed=true]")).to_have_count(0)
    expect(page.locator(".wrong")).to_be_empty()


def pick(page: Page, *wanted: str) -> None:
    cards = held(page)
    for card in wanted:
        touch(page, cards.index(card))


def test_wilds_leave_a_choice(visit: Visit) -> None:
    """Two pairs and a wild can be either full house; each shows the cards it makes."""
    guest = visit("phone")
    page = open_deal(guest, deals=CHOICE)
    my_turn(page)
    pick(page, "2h", "9s", "9c", "6d", "6c")
    expect(page.locator(".reading")).to_have_count(2)
    guest.accessible("guandan-chooser")
    page.locator(".reading").last.click()
    expect(page.locator("cut-hand .held")).to_have_count(22)
    expect(page.locator(".player.bottom .said")).to_contain_text("full house")
    expect(page.locator(".player.bottom .laid")).to_contain_text("Wild as")


@pytest.mark.parametrize("size", ["wide", "phone", "narrow"])
def test_a_choice_and_high_plays_move_nothing(visit: Visit, size: str) -> None:
    """Hand and buttons stand where they stood, inside the window, whatever lies on the felt; it
    scrolled by 2 px on a desk and by 26 on the smallest phone."""
    guest = visit(size)
    page = open_deal(guest, deals=HIGH)
    my_turn(page)
    assert page.evaluate(SCROLLS) <= 0
    boxes = "all => all.map(one => Math.round(one.getBoundingClientRect().top))"
    buttons = page.locator(".guandan .actions button:visible")
    before = buttons.evaluate_all(boxes)
    pick(page, "2h", "5s", "6s", "7s", "8s")
    expect(page.locator(".reading")).to_have_count(2)
    assert buttons.evaluate_all(boxes) == before
    measured = Measured()
    measured.look(page, prompt(page), f"guandan-choice-{size}")
    assert not measured.faults, measured.faults
    assert page.evaluate(SCROLLS) <= 0
    guest.accessible(f"guandan-high-{size}")
    page.locator(".reading").first.click()
    expect(page.locator("cut-hand .held")).to_have_count(18)


def test_auto_play_can_be_taken_back(visit: Visit) -> None:
    guest = visit("phone", theme="light", language="zh")
    page = open_deal(guest)
    my_turn(page)
    page.get_by_role("button", name="更多").click()
    auto = page.get_by_role("button", name="托管", exact=True)
    expect(auto).to_have_attribute("aria-disabled", "false")
    auto.click()
    expect(page.locator(".player.bottom .seat-note")).to_have_text("托管中")
    guest.accessible("guandan-auto")
    page.locator(".actions").get_by_role("button", name="取消托管").click()
    expect(page.locator(".player.bottom .seat-note")).not_to_have_text("托管中")


def play_on(page: Page) -> None:
    """One decision by keys alone: the first hint, or a pass; tribute by the first card allowed."""
    if page.locator(".held:not([aria-disabled=true])").count() == 0:
        return
    asked = prompt(page)
    if "choose a card" in asked.lower():
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        page.keyboard.press("p")
    elif "Nothing" in asked:
        page.keyboard.press("x")
    else:
        page.keyboard.press("h")
        page.keyboard.press("p")


@pytest.mark.slow
def test_a_match_of_two_deals_by_keys_alone(visit: Visit) -> None:
    guest = visit("wide", theme="light")
    page = open_deal(guest, deals=2)
    gifts = False
    for _ in range(3000):
        if page.get_by_role("button", name="Rematch").count():
            break
        if page.locator(".gift").count() and not gifts:
            gifts = True
            guest.accessible("guandan-tribute")
        if page.locator(".asked.yours").count():
            play_on(page)
        page.wait_for_timeout(100)
    assert gifts
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert re.search("wins the match|draw", prompt(page))
    guest.accessible("guandan-over")


@pytest.mark.slow
def test_four_people_at_one_table(visit: Visit) -> None:
    """Two browsers and two bots: what one lays the other sees, and nobody sees a hand."""
    ann, bob = visit("wide"), visit("phone")
    options = {"match": "deals", "deals": 1}
    table = ann.open_table("guandan", options, 4, bots={"1": "steady", "3": "eager"})
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").click()
    for one in (ann, bob):
        expect(one.page.locator("cut-hand .held")).to_have_count(27)
    for _ in range(400):
        done = [one for one in (ann, bob) if one.page.locator(".asked.yours").count()]
        for one in done:
            play_on(one.page)
        if ann.page.locator(".player.bottom .laid cut-card").count():
            break
        ann.page.wait_for_timeout(100)
    mine = ann.page.locator(".player.bottom .laid cut-card").first.get_attribute("card")
    expect(bob.page.locator(".player.top .laid cut-card").first).to_have_attribute("card", mine)
    bob.accessible("guandan-partner")


def test_every_value_of_a_table_can_be_set_alone(visit: Visit) -> None:
    """What is left as it is stays the preset's; what is set is sent."""
    guest = visit("wide")
    page = guest.lobby()
    script = """() => Promise.all([import('/web/form.js'), fetch('/api/games').then(r => r.json())])
        .then(([m, games]) => {
            const game = games.games.find(one => one.name === 'guandan');
            const form = m.optionsForm({...game, first: ['preset'], t: key => key});
            document.querySelector('main').replaceChildren(form.element);
            const before = form.read();
            const set = (name, value) => {
                form.element.querySelector(`[name=${name}]`).value = value;
            };
            set('flushBeats', '5');
            set('antiTogether', 'true');
            set('equalTribute', 'choice');
            return [before, form.read()];
        })"""
    before, after = page.evaluate(script)
    assert before == {}
    assert after == {"flushBeats": 5, "antiTogether": True, "equalTribute": "choice"}


# Of each card of the hand: its box, and whether a press on its upper edge reaches it.
CARDS = """() => [...document.querySelectorAll("cut-hand .held")].map((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, top + 12);
  return {left, top, right, bottom, hits: Boolean(at && one.contains(at))};
})"""


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_hand_of_fifteen_ranks_stands_in_columns_inside_the_window(
    visit: Visit, size: str
) -> None:
    guest = visit(size)
    page = open_deal(guest, deals=WIDE)
    my_turn(page)
    cards = page.evaluate(CARDS)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert len(cards) == 27
    for one in cards:
        assert one["hits"], one
        assert one["left"] >= 0 <= one["top"], one
        assert one["right"] <= width, one
        assert one["bottom"] <= height, one
    feet = Counter(round(one["bottom"]) for one in cards)
    rows = sorted(bottom for bottom, count in feet.items() if count > 5)  # all columns stand there
    assert len(rows) == (2 if size == "phone" else 1), feet
    columns = Counter((round(one["left"]), one["bottom"] > rows[0] + 1) for one in cards)
    assert max(columns.values()) == 4
    tags = "all => all.map(one => one.dataset.tag)"
    assert page.locator("cut-hand [data-tag]").evaluate_all(tags) == [
        "wild",
        "8-bomb",
        "5-bomb",
    ]
    expect(page.locator(".player.top .seat-note")).to_have_text("Partner")
    page.keyboard.press("Home")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):  # to the twos, and up their column
        page.keyboard.press(key)
    focused = page.locator("cut-hand .held:focus cut-card")
    expect(focused).to_have_attribute("card", "2h")
    controls = page.locator(".guandan .actions button:visible")
    for box in (control.bounding_box() for control in controls.all()):
        assert box is not None
        assert box["y"] + box["height"] <= height, box


def test_an_ended_deal_is_shown_before_the_next_begins(visit: Visit) -> None:
    """Places, levels from and to, and who pays, until everybody has seen it."""
    guest = visit("phone", theme="light")
    page = open_deal(guest, deals=LAST, pauseSeconds=120)
    my_turn(page)
    touch(page, 0)
    page.keyboard.press("p")
    settled = page.locator(".settled")
    expect(settled).to_be_visible(timeout=60_000)
    expect(settled.locator("h2")).to_have_text("You climb 3 levels")
    expect(settled.locator("h2")).to_have_class(re.compile("won"))
    places = settled.locator(".places li")
    expect(places).to_have_text(
        [re.compile(r"You.*first"), re.compile("second.*Partner")] + [re.compile("they")] * 2
    )
    expect(settled.locator(".rung.new")).to_have_text(re.compile("we.*5"))
    expect(settled).to_contain_text("2 → 5")
    expect(settled.locator(".next")).to_contain_text("Next: level 5, ♥5 is wild")
    expect(settled.locator(".next")).to_contain_text("will pay tribute to")
    guest.accessible("guandan-settled")
    settled.get_by_role("button", name="Next deal").click()
    expect(settled).to_be_hidden(timeout=60_000)
    expect(page.locator(".now")).to_have_text("Deal 2, level 5")


def test_a_seat_is_chosen_and_partners_are_marked_before_the_match(visit: Visit) -> None:
    guest = visit("wide")
    guest.open_table("guandan", {}, 4)
    page = guest.page
    rows = page.locator(".waiting-seats li")
    expect(rows.nth(0)).to_contain_text("(you)")
    expect(rows.nth(2)).to_contain_text("Your partner")
    expect(rows.nth(1)).to_contain_text("Team 2")
    page.get_by_role("button", name="Sit here: 4").click()
    expect(rows.nth(3)).to_contain_text("(you)")
    expect(rows.nth(0)).to_contain_text("Free")
    expect(rows.nth(1)).to_contain_text("Your partner")
    guest.accessible("guandan-seats")


def test_a_quick_phrase_is_read_in_ones_own_language(visit: Visit) -> None:
    guest = visit("wide", language="zh")
    page = open_deal(guest)
    page.get_by_label("快捷语").select_option("nice")
    expect(page.locator(".chat-text")).to_have_text("打得好！")


def test_of_who_is_gone_the_page_offers_a_vote_and_their_place(visit: Visit) -> None:
    """Two people and two bots: one lets the table play; the other may want them away, and who
    watches may take their place. The rules of both are the server's to say."""
    ann, bob, eve = visit(), visit(), visit()
    table = ann.open_table("guandan", {}, 4, bots={"1": "steady", "3": "steady"})
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name=re.compile("Sit")).first.click()
    expect(bob.page.locator("cut-hand .held").first).to_be_visible()
    expect(ann.page.locator("cut-hand .held").first).to_be_visible()
    expect(ann.page.locator(".others button")).to_have_count(0)
    bob.page.get_by_role("button", name="Let the table play").click()
    vote = ann.page.locator(".others button")
    expect(vote).to_have_text(re.compile("^Want .* sent away$"))
    vote.click()  # one alone cannot: the server says so, and nothing has changed
    expect(vote).to_have_text(re.compile("^Want .* sent away$"))
    eve.lobby()
    eve.page.goto(f"{eve.serving.url}/table/{table}")
    place = eve.page.locator(".others button")
    expect(place).to_have_text(re.compile("^Take .* place from the next deal$"))


def test_whose_time_runs_is_seen_around_the_face(visit: Visit) -> None:
    """Only the prompt told it: at the other three seats nothing moved while they thought."""
    page = open_deal(visit("wide"))
    my_turn(page)
    expect(page.locator(".player.bottom .seat-face .ring-clock")).to_have_count(1)
    expect(page.locator(".player:not(.bottom) .ring-clock")).to_have_count(0)

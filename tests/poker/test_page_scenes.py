"""Poker's hardest scenes on the page (issue 18, point 3): side pots, showdowns, two boards, high
and low, seven and six cards of one's own, ten seats. No plate lies on the board, on another plate
or under the result, nothing said at a seat is cut, and every control is inside the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..browsing import Guest, Serving, Visit
from ..command import QUICK_BOTS
from ..web.boxes import Measured
from ..web.screens import POKER

pytestmark = pytest.mark.browser
HARD = ["sidepots", "bets", "showdown", "twice", "hilo", "hilo-shown", "stud", "stud-shown"]
HARD += ["ten", "bomb", "bomb-shown", "six-cards"]

# What lies on what, and which words are cut, of all that stands on the felt.
FELT = """() => {
  const LAP = 3;
  const seen = (one) => one.checkVisibility({visibilityProperty: true});
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  const name = (one) => `${one.className || one.localName} "${one.innerText.slice(0, 30)}"`;
  const felt = [...all(".spot cut-seat"), ...all(".board:not([hidden])"), ...all(".outcome"),
    ...all(".own"), ...all(".stakes"), ...all(".wager")];
  const laps = [];
  for (const [i, one] of felt.entries()) for (const other of felt.slice(i + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (!a.width || !b.width) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > LAP && high > LAP)
      laps.push(`${name(one)} and ${name(other)}: ${wide | 0}x${high | 0}`);
  }
  const words = all(".seat-name, .seat-note, .seat-score, .outcome, .strength, .stakes, .pot");
  const cut = words
    .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map(name);
  const beyond = [...felt, ...all(".mine cut-card")].filter((one) => {
    const {left, right, bottom} = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map(name);
  const rows = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size;
  };
  const wraps = all(".actions button").filter((one) => rows(one) > 1).map(name);
  return {laps, cut, beyond, wraps};
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    laid = "import tests.poker.scenes as scenes; scenes.lay(); " + QUICK_BOTS
    with Serving(tmp_path_factory.mktemp("scenes"), main=laid) as made:
        yield made


def faults(page: Page, name: str, size: str) -> dict[str, object]:
    measured = Measured()
    measured.look(page, name, f"poker-{name}-{size}")
    found = {key: value for key, value in page.evaluate(FELT).items() if value}
    return {**found, "boxes": measured.faults} if measured.faults else found


@pytest.mark.slow  # four browsers through eleven tables
@pytest.mark.parametrize("size", ["phone", "wide"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_lies_on_anything_and_no_word_is_cut(
    visit: Visit, size: str, language: str
) -> None:
    guest = visit(size, language=language)
    guest.lobby()
    wrong: dict[str, object] = {}
    for name in HARD if language == "en" else ["showdown", "hilo-shown", "stud-shown"]:
        POKER[f"poker-{name}"](guest)
        guest.page.wait_for_timeout(guest.settle)
        guest.shot(f"poker-{name}")
        if found := faults(guest.page, name, size):
            wrong[name] = found
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong.items())


def test_of_high_and_low_the_half_that_won_is_named(visit: Visit) -> None:
    """It said "wins (low) with ace high; low 8-5-4-2-A"."""
    guest = visit("phone")
    guest.lobby()
    POKER["poker-hilo-shown"](guest)
    lines = guest.page.locator(".outcome > span")
    expect(lines).to_have_text(
        ["You win 120 (low) with low 8-5-4-2-A", "Caller 2 wins 120 (high) with three jacks"]
    )


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).first.bounding_box()
    assert found is not None
    return dict(found)


def test_the_board_stays_where_it_lies_when_the_hand_is_over(visit: Visit) -> None:
    guest = visit("wide")
    guest.lobby()
    POKER["poker-river"](guest)
    before = box(guest.page, ".board")
    guest.page.keyboard.press("c")
    expect(guest.page.locator(".outcome")).to_be_visible()
    assert box(guest.page, ".board") == before


def test_what_two_boards_came_to_covers_no_hand_that_lies_open(visit: Visit) -> None:
    guest = visit("phone")
    guest.lobby()
    POKER["poker-bomb-shown"](guest)
    said = box(guest.page, ".outcome")
    hands = guest.page.locator(".spot.open .laid")
    assert hands.count() > 1
    for hand in hands.all():
        cards = hand.bounding_box()
        assert cards is not None
        aside = cards["x"] + cards["width"] <= said["x"] + 3
        aside |= said["x"] + said["width"] <= cards["x"] + 3
        assert aside or cards["y"] + cards["height"] <= said["y"] + 3, (cards, said)


def seconds(text: str) -> int:
    minutes, _, rest = text.partition(":")
    return int(minutes) * 60 + int(rest)


def turn(visit: Visit) -> Guest:
    """Before a decision of ten minutes, with half a minute of time bank."""
    guest = visit("wide")
    guest.lobby()
    POKER["poker-river"](guest)
    return guest


def test_the_time_bank_is_not_in_the_clock_and_a_ring_of_its_own(visit: Visit) -> None:
    """The guide: it was 10:30 where there were ten minutes to decide."""
    page = turn(visit).page
    assert 0 < seconds(page.locator(".asked cut-clock").inner_text()) <= 600
    ring = page.locator(".own .seat-face .ring-clock")
    expect(ring).to_have_count(1)
    expect(page.locator(".spot .ring-clock")).to_have_count(0)  # nobody waits for the others
    left = "(one) => Number(getComputedStyle(one).getPropertyValue('--left'))"
    assert 50 < ring.locator(".ring-turn").evaluate(left) <= 100
    assert ring.locator(".ring-bank").evaluate(left) == 100
    page.keyboard.press("c")
    expect(page.locator(".own .ring-clock")).to_have_count(0)


def test_a_clock_counts_what_is_spare_by_itself(visit: Visit) -> None:
    page = visit("wide").lobby()
    script = """([left, spare]) => {
      const clock = document.createElement("cut-clock");
      document.body.append(clock);
      Object.assign(clock, {due: Date.now() + left, spare});
      const told = [clock.textContent, clock.classList.contains("spare")];
      clock.remove();
      return told;
    }"""
    assert page.evaluate(script, [40_400, 30_000]) == ["0:11", False]
    assert page.evaluate(script, [29_400, 30_000]) == ["0:30", True]
    assert page.evaluate(script, [0, 30_000]) == ["0:00", True]
    script = """() => import("/web/ring.js").then(({parts}) => [
      parts({due: 45_000, lasts: 30_000, bank: 30_000, banked: 30_000}, 0),
      parts({due: 15_000, lasts: 30_000, bank: 30_000, banked: 30_000}, 0),
      parts({due: null, lasts: 30_000}, 0)])"""
    assert page.evaluate(script) == [
        {"turn": 50, "bank": 100},
        {"turn": 0, "bank": 50},
        {"turn": 0, "bank": 0},
    ]


def test_chips_lie_in_piles_of_their_colours(visit: Visit) -> None:
    page = turn(visit).page
    expect(page.locator(".pot .pile")).to_have_count(1)
    expect(page.locator(".spot .wager:visible .pile")).to_have_count(3)
    script = "(n) => import('/games/poker/pile.js').then(({counted}) => counted(n).length)"
    assert [page.evaluate(script, n) for n in (0, 1, 3, 99, 1_000, 99_999)] == [0, 1, 3, 6, 1, 6]


def test_names_on_a_phone_are_whole_and_the_stakes_are_read_in_the_light(visit: Visit) -> None:
    """They were light on light beside the cloth, and "Steady 2" was "Stead…"."""
    guest = visit("phone", theme="light")
    page = guest.lobby()
    page.locator("[data-game=poker] .game-starts button").first.click()
    page.wait_for_selector(".mine cut-card", timeout=60_000)
    cut = """() => [...document.querySelectorAll(".spot .seat-name")]
      .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
    assert page.evaluate(cut) == []
    colours = """() => [".stakes", ".ahead > p, .bank"].map((what) =>
      getComputedStyle(document.querySelector(what)).color)"""
    stakes, muted = page.evaluate(colours)
    assert stakes == muted

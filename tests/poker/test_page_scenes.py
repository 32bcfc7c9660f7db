"""Poker's hardest scenes on the page (issue 18, point 3): side pots, showdowns, two boards, high
and low, seven and six cards of one's own, ten seats. No plate lies on the board, on another plate
or under the result, nothing said at a seat is cut, and every control is inside the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..browsing import Serving, Visit
from ..command import QUICK_BOTS
from ..web.boxes import Measured
from ..web.screens import POKER

pytestmark = pytest.mark.browser
HARD = ["sidepots", "showdown", "twice", "hilo", "hilo-shown", "stud", "stud-shown", "ten"]
HARD += ["bomb", "bomb-shown", "six-cards"]

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
  return {laps, cut, beyond};
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

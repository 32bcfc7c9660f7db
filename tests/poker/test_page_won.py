"""What wins a hand of Poker is seen (issue 18, point 3): the five cards are lit and the hand is
named, the rest is dimmed, and the pot goes to the winner in its own size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ..browsing import Serving, Visit
from ..command import QUICK_BOTS
from ..web.screens import POKER

pytestmark = pytest.mark.browser

# How chips that are pushed to somebody begin: duration and scale.
PUSHED = """() => {
  globalThis.pushed = [];
  new MutationObserver((all) => {
    for (const one of all.flatMap(({addedNodes}) => [...addedNodes])) {
      if (!one.classList?.contains("pushed")) continue;
      queueMicrotask(() => {
        for (const {effect} of one.getAnimations()) {
          const {a, d, e, f} = new DOMMatrix(effect.getKeyframes()[0].transform);
          globalThis.pushed.push({a, d, far: Math.hypot(e, f), ms: effect.getTiming().duration});
        }
      });
    }
  }).observe(document.body, {subtree: true, childList: true});
}"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    laid = "import tests.poker.scenes as scenes; scenes.lay(); " + QUICK_BOTS
    with Serving(tmp_path_factory.mktemp("won"), main=laid) as made:
        yield made


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_five_cards_that_won_are_lit_and_the_hand_is_named(visit: Visit, size: str) -> None:
    guest = visit(size)
    guest.lobby()
    POKER["poker-showdown"](guest)
    page = guest.page
    names = "all => all.map((one) => one.getAttribute('card'))"
    lit = page.locator(".poker cut-card.lit:visible")
    expect(lit).to_have_count(5)
    assert sorted(lit.evaluate_all(names)) == ["7s", "As", "Ks", "Qs", "Ts"]
    expect(page.locator(".outcome")).to_contain_text("You win")
    expect(page.locator(".outcome")).to_contain_text("flush, ace high")
    looks = "(one) => { const {opacity, filter} = getComputedStyle(one); return opacity + filter; }"
    dim = page.locator(".board cut-card:not(.lit)").first
    assert dim.evaluate(looks) != lit.first.evaluate(looks)


def test_the_pot_goes_to_the_winner_in_its_own_size(visit: Visit) -> None:
    guest = visit("wide", motion="no-preference")
    guest.lobby()
    POKER["poker-river"](guest)
    guest.page.evaluate(PUSHED)
    guest.page.keyboard.press("c")
    expect(guest.page.locator(".outcome")).to_be_visible()
    (pot,) = guest.page.evaluate("globalThis.pushed")
    assert abs(pot["a"] - 1) < 0.05
    assert abs(pot["d"] - 1) < 0.05
    assert pot["far"] > 100, "from the middle"
    assert pot["ms"] <= 420
    expect(guest.page.locator(".pushed")).to_have_count(0)

"""Battle's cards in the page: a picture for every card there can be, all of them in one list, and
what happens to them told by motion."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from cutcard.games.battle import sets

from ..browsing import Serving, Visit
from .test_page_scenes import BLOCKS, FULL, LAID, at

pytestmark = pytest.mark.browser
# Keeps what was set moving, so that a test need not look at the right moment.
MOVED = """window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.moved.push(this.className?.baseVal ?? this.className);
  return animate.apply(this, how);
};"""


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("cards"), main=LAID) as made:
        yield made


def test_every_card_has_a_picture_and_so_has_one_nobody_drew_for(visit: Visit) -> None:
    page = visit().lobby()
    drawn = """cards => Promise.all([import('/games/battle/art.js'), import('/web/dom.js')]).then(
        ([art, dom]) => { const draw = art.pictures(dom.svg);
          return cards.map((one) => draw(one).outerHTML); })"""
    own = [
        {"cardId": one.id, "cardType": one.face.card_type, "token": one.token}
        for one in sets.starter().defs
    ]
    assert len(set(page.evaluate(drawn, own))) == len(own), "no two look alike"
    others = [
        {"cardId": f"{name}_of_my_own", "cardType": kind, "tags": ["Nobody"]}
        for name in ("owl", "zq", "frostling")
        for kind in ("UNIT", "TECHNIQUE", "RESPONSE", "EQUIPMENT", "FIELD")
    ]
    made = page.evaluate(drawn, others)
    assert all(one.count("<path") > 2 for one in made)
    assert page.evaluate(drawn, others) == made, "the same card looks the same everywhere"


def test_all_cards_are_in_one_list_and_each_can_be_read(visit: Visit) -> None:
    guest = at(visit, FULL, "phone")
    page = guest.page
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("dialog[open]").get_by_role("button", name="All cards").click()
    listed = page.locator("dialog[open]").last
    expect(listed.locator(".bcard").first).to_be_visible()
    assert listed.locator(".bcard").count() > 50
    guest.accessible("battle-all-cards")


def test_a_fight_is_told_by_motion(visit: Visit) -> None:
    guest = visit("wide", motion="no-preference")
    guest.context.add_init_script(MOVED)
    page = at(lambda *_a, **_k: guest, BLOCKS).page
    for nth in (0, 1):
        page.locator(".bfield.own .bcard.can").first.click()
        page.locator(".bcard.target").nth(nth).click()
    page.evaluate("window.moved = []")
    page.locator(".bgo:visible").click()
    expect(page.locator(".bstrip.own .bhero b")).to_have_text("6")
    moved = page.evaluate("window.moved")
    assert any("bcard" in one for one in moved), moved  # units that were hit or died
    assert any("bhero" in one for one in moved), moved  # and who takes the rest

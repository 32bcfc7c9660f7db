"""What a player need not be asked (issue 18, point 3): a call said beforehand is made, and a beaten
hand goes away by itself, with no four seconds of "show?" for who has lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ..browsing import Guest, Serving, Visit
from ..command import QUICK_BOTS
from .scenes import opened

pytestmark = pytest.mark.browser
BEATEN = 9011
LONG = 60_000  # ms; machines that test are busy


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    laid = "import tests.poker.scenes as scenes; scenes.lay(); " + QUICK_BOTS
    with Serving(tmp_path_factory.mktemp("ahead"), main=laid) as made:
        yield made


def beaten(guest: Guest) -> None:
    options, seats = opened(BEATEN, showDelay=60_000, resultDelay=600_000)
    guest.open_table("poker", options, seats, bots={"1": "caller"})
    guest.page.wait_for_selector(".asked.yours", timeout=LONG)


def test_a_beaten_hand_is_mucked_unasked_unless_one_wants_to_be_asked(visit: Visit) -> None:
    guest = visit("wide")
    guest.lobby()
    beaten(guest)
    page = guest.page
    expect(page.get_by_label("Muck when beaten")).to_be_checked()
    page.keyboard.press("c")
    expect(page.locator(".outcome")).to_be_visible(timeout=LONG)
    expect(page.locator(".log-lines")).to_contain_text("You muck")
    beaten(guest)
    page.get_by_label("Muck when beaten").uncheck()
    page.locator(".three .primary[aria-disabled=false]").click()
    muck = page.get_by_role("button", name="Muck", exact=True)
    expect(muck).to_be_visible(timeout=LONG)
    muck.click()
    expect(page.locator(".outcome")).to_be_visible(timeout=LONG)


@pytest.mark.parametrize(("way", "then"), [("callAny", "call"), ("checkFold", "fold")])
def test_what_was_said_beforehand_is_done_whatever_was_bet(
    visit: Visit, way: str, then: str
) -> None:
    ann, bob = visit("wide"), visit("phone")
    options = {"startDelay": 500, "actionTimeout": 300, "resultDelay": 60_000}
    table = ann.open_table("poker", options, 2, private=False)
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").or_(
        bob.page.get_by_role("button", name="Sit here")
    ).first.click()
    for one in (ann, bob):
        one.page.get_by_role("button", name="Sit down with 100").click()
    for one in (ann, bob):
        expect(one.page.locator(".mine cut-card")).to_have_count(2, timeout=LONG)
    first, other = ann, bob
    for _ in range(400):
        if any(one.page.locator(".asked.yours").count() for one in (ann, bob)):
            break
        ann.page.wait_for_timeout(50)
    if bob.page.locator(".asked.yours").count():
        first, other = bob, ann
    said = other.page.locator(f".ahead [data-way={way}]")
    said.click()
    expect(said).to_have_attribute("aria-pressed", "true")
    may = first.page.locator(".three button[aria-disabled=false]").locator("visible=true")
    may.last.click()  # the least raise
    if then == "call":
        for one in (ann, bob):
            expect(one.page.locator(".boards cut-card:not([card=''])")).to_have_count(
                3, timeout=LONG
            )
    else:
        expect(first.page.locator(".outcome")).to_be_visible(timeout=LONG)
    assert any(f"GAME_{then.upper()}_REQUEST" in frame for frame in other.sent)

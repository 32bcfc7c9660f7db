"""The page gives its own share of every shuffle, judges the deal by what it was told alone, and
saves a proof that both judges take (F26, F78, F82)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from cutcard.fair import judge
from cutcard.fair.verify import verify

from .conftest import Visit

pytestmark = pytest.mark.browser


def test_f82_a_deal_against_a_bot_is_proved_with_ones_own_share(
    visit: Visit, tmp_path: Path
) -> None:
    guest = visit("wide")
    page = guest.lobby()
    guest.open_table("duel", {"mode": "QUICK", "maxRounds": 3}, 2, bots={"1": "random"})
    for number in (1, 2, 3):
        expect(page.locator(".prompt")).to_have_text("Pick a card from the deck", timeout=20_000)
        page.locator(".place:not(.gone)").nth(7 * number).click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=20_000)
    page.get_by_text("Proved deals").click()
    line = page.locator(".proofs .verdict").first
    expect(line).to_contain_text("your own share helped to shuffle")
    page.get_by_role("button", name="Check the cards").first.click()
    expect(page.locator(".proofs [role=status]").first).to_contain_text(
        "cards lay where the promised seed"
    )
    guest.accessible("duel-proved")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the proof").first.click()
    saved = tmp_path / "deal.cutcard"
    saving.value.save_as(saved)
    text = saved.read_bytes()
    assert judge(text).code == verify(text)[1] == "OWN"
    assert judge(text).verdict == "PROVED"


def test_f78_a_page_loaded_again_accuses_nobody_of_its_own_first_share(visit: Visit) -> None:
    """It is told the deal's offer and lock again, with the pledge it made before and forgot."""
    guest = visit("wide")
    page = guest.lobby()
    guest.open_table("duel", {"mode": "QUICK", "maxRounds": 2}, 2, bots={"1": "random"})
    for number in (1, 2):
        expect(page.locator(".prompt")).to_have_text("Pick a card from the deck", timeout=20_000)
        page.reload()
        expect(page.locator(".prompt")).to_have_text("Pick a card from the deck", timeout=20_000)
        page.locator(".place:not(.gone)").nth(7 * number).click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=20_000)
    proofs = page.locator(".proofs")
    page.get_by_text("Proved deals").click()
    expect(proofs.locator(".verdict").first).to_contain_text("Proved")
    expect(proofs).not_to_contain_text("FALSE")

"""Findings of issue 18 that no other test holds: the lobby's order, what its form keeps folded
away, where one leaves, and README's pictures."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from cutcard import game_names
from cutcard.lobby.cards import page_folder

from ..gallery import FOLDER, MOST, SCENES
from .conftest import ROOT, Visit

BROWSER = pytest.mark.browser


@BROWSER
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_lobbys_order_is_ours_and_not_the_alphabets(visit: Visit, size: str) -> None:
    page = visit(size).lobby()
    told = {
        name: json.loads((page_folder(name) / "page.json").read_text())["place"]
        for name in game_names()
    }
    ours = sorted(told, key=lambda name: told[name])
    assert ours != sorted(ours)
    assert (
        page.locator("[data-game]").evaluate_all("all => all.map((one) => one.dataset.game)")
        == ours
    )
    tops = page.locator(".game, .friends-panel, .tables-panel").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert max(tops[: len(ours)]) < min(tops[len(ours) :]), "one plays first, the rest is below"


@BROWSER
def test_the_form_folds_the_engines_options_away_and_asks_in_words(visit: Visit) -> None:
    page = visit("wide").lobby()
    page.locator("[data-game=poker] .game-starts button").last.click()
    folded = page.locator("dialog[open] details")
    expect(folded.first).to_be_attached()
    assert folded.evaluate_all("all => all.every((one) => !one.open)")
    fields = page.locator("dialog[open] .field > span").locator("visible=true")
    asked = fields.all_inner_texts()
    assert 0 < len(asked) < 9, asked
    folded.first.locator("summary").click()
    whole = fields.all_inner_texts()
    assert len(whole) > len(asked)
    assert not [one for one in whole if re.search(r"\bms\b|[a-z][A-Z]|_", one)], whole


def test_readmes_pictures_are_those_the_script_makes() -> None:
    text = (ROOT / "README.md").read_text()
    shown = set(re.findall(r"docs/pictures/([\w-]+)\.webp", text))
    assert shown == set(SCENES)
    sizes = {path.stem: path.stat().st_size for path in FOLDER.glob("*.webp")}
    assert set(sizes) == set(SCENES), "none that nobody looks at"
    assert all(0 < size < MOST for size in sizes.values()), sizes

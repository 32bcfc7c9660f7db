"""The rules of every game in the page, the end of a match, and the lobby at one glance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .players import GAMES as PLAYED

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cutcard" / "games"
GAMES = sorted(place.parent.parent for place in SOURCE.glob("*/page/table.js"))
STOP = "<!-- for builders -->"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_tells_its_rules_in_both_languages(folder: Path) -> None:
    english, chinese = (
        (folder / name).read_text().split(STOP)[0] for name in ("README.md", "README.zh.md")
    )
    for text in (english, chinese):
        assert text.startswith("# ")
        assert text.count("\n## ") >= 3
    assert len(re.findall(r"[\u4e00-\u9fff]", chinese)) > 300
    told = re.sub(r"```.*?```", "", english + chinese, flags=re.DOTALL)  # commands are not shown
    assert not re.search(r"\b[A-Z]+_[A-Z_]+\b", told), "no word of the engine"
    assert not re.search(r"`[a-z]+[A-Za-z_]*`|\b(QUICK|HAND|DAILY|NT|PO5)\b", told)


@pytest.mark.parametrize("name", ["duel", "guandan", "memory", "poker"])
@pytest.mark.parametrize("file", ["README.md", "README.zh.md"])
def test_rules_have_pictures_of_what_is_played(name: str, file: str) -> None:
    told = (SOURCE / name / file).read_text().split(STOP)[0]
    card = r"(?:10|[2-9TJQKA])[shdc]|[SB]J"
    assert len(re.findall(rf"`(?:{card})(?: (?:{card}))*`", told)) >= 2


@pytest.mark.parametrize("file", ["README.md", "README.zh.md"])
def test_battles_rules_show_a_card_of_each_kind(file: str) -> None:
    """Its cards are no playing cards: their pictures lie beside the page."""
    told = (SOURCE / "battle" / file).read_text().split(STOP)[0]
    shown = re.findall(r"!\[[^\]]+\]\((page/rules/\w+\.svg)\)", told)
    assert len(set(shown)) == 5
    assert all((SOURCE / "battle" / picture).is_file() for picture in shown)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_english_rules_do_not_send_their_reader_to_the_chinese(folder: Path) -> None:
    assert "README.zh.md" not in (folder / "README.md").read_text().split(STOP)[0]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_no_game_takes_a_key_of_the_room(folder: Path) -> None:
    """Battle showed a card by `i`, and its rules could not be opened at the table."""
    room = (SOURCE.parent / "web" / "lounge.js").read_text()
    everywhere = room[room.index("#keys() {") : room.index("#ways() {")]
    taken = set(re.findall(r'{key: "([^"]+)"', everywhere))
    assert taken >= {"?", "i", ",", ";", "b"}
    for file in (folder / "page").glob("*.js"):
        own = re.findall(r'{key: "([^"]+)", label', file.read_text())
        assert not taken & set(own), file


@pytest.mark.browser
def test_rules_are_one_key_away_and_searched(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.lobby()
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".rule-part").first).to_be_visible()
    dialog.get_by_label("Game", exact=True).select_option("guandan")
    expect(dialog).to_contain_text("Tribute")
    expect(dialog.locator(".rule-cards cut-card").first).to_be_visible()
    guest.accessible("rules")
    dialog.get_by_label("Game", exact=True).select_option("battle")
    expect(dialog.locator(".rule-picture")).to_have_count(5)
    dialog.locator(".rule-picture").last.scroll_into_view_if_needed()
    assert dialog.locator(".rule-picture").last.evaluate("(one) => one.decode().then(() => true)")
    dialog.get_by_label("Game", exact=True).select_option("guandan")
    dialog.get_by_label("Search the rules").fill("tribute both big jokers")
    expect(dialog.locator(".rule-part:visible")).to_have_count(1)
    dialog.get_by_label("Search the rules").fill("no such word")
    expect(dialog).to_contain_text("Nothing is said of that.")
    page.keyboard.press("Escape")
    guest.open_table("memory", {"autoStart": True}, 1)
    expect(page.locator(".tile").first).to_be_visible()
    page.get_by_role("button", name="How to play").click()
    expect(dialog.get_by_label("Game", exact=True)).to_have_value("memory")


@pytest.mark.browser
def test_the_end_says_who_won_and_what_decided_it_and_is_folded_away(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.page
    fast = {"mode": "HAND", "maxRounds": 1, "roundPauseMs": 100}
    guest.open_table("duel", fast, 2, bots={"1": "steady"})
    expect(page.locator(".prompt")).to_have_text("Choose a card to play")
    page.locator("cut-hand .held").last.dblclick()
    ending = page.locator(".match-end")
    expect(ending).to_be_visible()
    expect(ending.locator(".headline")).to_have_text(re.compile("You (win|lose)|A tie"))
    expect(ending).to_contain_text("What decided it")
    expect(ending.locator(".outcome-side")).to_have_count(2)
    expect(ending.locator(".moments cut-card")).to_have_count(2)
    guest.accessible("end-of-a-match")
    page.get_by_role("button", name="Look at the table").click()
    expect(ending).to_be_hidden()
    expect(page.locator(".asked").get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    expect(ending.get_by_role("button", name="Rematch")).to_be_visible()
    ending.get_by_role("button", name="Rematch").click()
    expect(page.locator(".prompt")).to_have_text("Choose a card to play")
    expect(ending).to_be_hidden()


@pytest.mark.browser
def test_the_lobby_fits_two_screens_of_a_phone_and_goes_on_with_your_game(visit: Visit) -> None:
    guest = visit("phone")
    guest.open_table("memory", {}, 2, bots={"1": "elephant"})
    expect(guest.page.locator(".tile").first).to_be_visible()
    page = guest.lobby()
    expect(page.locator(".resume")).to_contain_text("Memory against Elephant")
    names = page.locator("[data-game]").evaluate_all("all => all.map(c => c.dataset.game)")
    assert names != sorted(names), "the order is ours, not the alphabet's"
    expect(page.locator(".day-panel")).to_contain_text("Play today")
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= 2 * 844, f"{height} px"
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".tile").first).to_be_visible()


@pytest.mark.browser
def test_poker_plays_after_one_press(visit: Visit) -> None:
    page = visit().lobby()
    page.locator("[data-game=poker] .game-starts button").first.click()
    expect(page.locator(".log-lines")).to_contain_text("Hand 1", timeout=30_000)


@pytest.mark.browser
def test_one_leaves_by_one_icon_at_every_table(visit: Visit) -> None:
    """An arrow out of a door, in the same place for all games; no game brings another."""
    places = set()
    for name, game in PLAYED.items():
        guest = visit("phone")
        guest.open_table(name, game.options, game.seats, bots=game.bots)
        page = guest.page
        expect(page.locator(".felt > *").first).to_be_visible(timeout=60_000)
        ways = page.get_by_role("button", name=re.compile("[Ll]eave|[Ee]xit|[Qq]uit"))
        expect(ways).to_have_count(1)
        expect(ways.locator("svg.icon-leave")).to_be_visible()
        expect(page.locator(".icon-leave")).to_have_count(1)
        box = ways.bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"])))
    assert len(places) == 1, places


@pytest.mark.browser
def test_every_icon_says_what_it_is(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    silent = """() => [...document.querySelectorAll('button, a')].filter((one) =>
        one.checkVisibility() && !one.textContent.trim() && !one.title)
        .map((one) => one.outerHTML)"""
    assert page.evaluate(silent) == []
    guest.open_table("memory", {"autoStart": True}, 1)
    expect(page.locator(".tile").first).to_be_visible()
    tiles = [one for one in page.evaluate(silent) if 'class="tile' not in one]
    assert tiles == []

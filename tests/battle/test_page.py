"""Battle in the browser: whole games against bots by mouse and by keyboard alone, and between two
people; the browser and the checks of a page are those of tests/browsing.py."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Error, Page, expect

from cutcard.games.battle import sets

from ..browsing import UNREACHABLE, Guest, Serving, Visit
from ..command import QUICK_BOTS
from ..web.hands import HANDS, went
from ..web.players import battle

pytestmark = pytest.mark.browser
SLOW = {"timers": "off"}


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("web"), main=QUICK_BOTS) as made:
        yield made


def calm(guest: Guest) -> Guest:
    """Somebody who has read every tip and passes by hand."""
    keep = "localStorage.setItem('cutcard.battle.{}', '{}')"
    seen, by_hand = keep.format("tips", '["never"]'), keep.format("autoPass", "false")
    guest.context.add_init_script(f"location.protocol.startsWith('http') && ({seen}, {by_hand})")
    return guest


def yours(page: Page) -> bool:
    return page.locator(".asked.yours").count() > 0


def over(page: Page) -> bool:
    said = page.locator(".prompt").inner_text()
    return bool(re.search(r"(wins?|loses?|draw)\b", said))


def play_on(page: Page, until: Callable[[Page], bool], keys: bool = False, most: int = 900) -> None:
    for _ in range(most):
        if until(page):
            return
        if yours(page):
            try:
                battle(page, HANDS["keys" if keys else "mouse"])
            except Error as fault:
                if not went(page, fault):
                    raise
        page.wait_for_timeout(30)
    raise AssertionError(f"never came to it: {page.locator('.prompt').inner_text()}")


def test_a_game_against_a_bot_by_mouse(visit: Visit) -> None:
    guest = calm(visit("wide"))
    guest.open_table("battle", SLOW, 2, bots={"1": "greedy"})
    page = guest.page
    page.set_default_timeout(4_000)
    expect(page.locator(".prompt")).to_have_text("Choose a deck")
    guest.accessible("battle-deck")
    page.get_by_role("button", name=re.compile("^Soldiers")).click()
    page.get_by_role("button", name="Play with Soldiers").click()
    expect(page.locator(".prompt")).to_have_text("Keep your hand, or choose cards to swap")
    assert page.locator(".bmull").count() in (5, 6)
    guest.accessible("battle-mulligan")
    page.get_by_role("button", name="Keep this hand").click()
    play_on(page, lambda p: p.locator(".bfield .bcard").count() >= 4 and yours(p))
    page.locator(".bfield .bcard").first.hover()
    expect(page.locator(".breading .bread")).to_contain_text(
        page.locator(".bfield .bcard .bname").first.inner_text()
    )
    guest.accessible("battle-field")
    play_on(page, over)
    guest.accessible("battle-over")


def test_a_game_against_a_bot_by_keys_alone_on_a_phone(visit: Visit) -> None:
    guest = calm(visit("phone"))
    guest.open_table("battle", {**SLOW, "decks": ["beasts", "soldiers"]}, 2, bots={"1": "rookie"})
    page = guest.page
    page.set_default_timeout(4_000)
    expect(page.locator(".prompt")).to_contain_text("Keep your hand")
    guest.accessible("battle-phone-mulligan")
    play_on(page, lambda p: p.locator(".bfield .bcard").count() >= 3 and yours(p), keys=True)
    guest.accessible("battle-phone-field")
    play_on(page, over, keys=True)


def test_chinese_and_a_refused_code(visit: Visit) -> None:
    guest = visit("phone", language="zh", theme="light")
    guest.open_table("battle", SLOW, 2, bots={"1": "rookie"})
    page = guest.page
    expect(page.locator(".prompt")).to_have_text("选择套牌")
    page.locator("#deck-code").fill("nonsense")
    page.get_by_role("button", name="使用").click()
    expect(page.locator(".error:visible").first).to_contain_text("code")
    guest.accessible("battle-zh-deck")


def test_two_people_and_a_surrender_from_the_phones_menu(visit: Visit) -> None:
    one, two = calm(visit("wide")), calm(visit("phone"))
    number = one.open_table("battle", {**SLOW, "decks": ["mystics", "mystics"]}, 2, private=False)
    two.page.goto(f"{two.serving.url}/table/{number}")
    two.page.get_by_role("button", name=re.compile("Sit|Join|Take")).first.click()
    for guest in (one, two):
        expect(guest.page.locator(".prompt")).to_contain_text("Keep your hand")
        guest.page.get_by_role("button", name="Keep this hand").click()
    give_up(two.page)
    expect(one.page.locator(".prompt")).to_contain_text("You win")


def give_up(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Surrender").click()
    page.locator("dialog[open] .danger.primary, dialog[open] button.danger").last.click()


def test_a_server_killed_in_mid_game_is_waited_for(visit: Visit) -> None:
    """kill -9 while a game is on: the page says so, comes back by itself, and the game goes on."""
    guest = calm(visit("wide"))
    guest.allowed = UNREACHABLE
    guest.open_table("battle", {**SLOW, "decks": ["beasts", "beasts"]}, 2, bots={"1": "rookie"})
    page = guest.page
    page.set_default_timeout(4_000)
    play_on(page, lambda p: p.locator(".bfield .bcard").count() >= 2 and yours(p))
    hand = page.locator(".bhand .bcard .bname").all_inner_texts()
    guest.serving.kill()
    page.wait_for_timeout(500)
    guest.serving.start()
    expect(page.locator(".asked.yours")).to_be_visible(timeout=20_000)
    assert page.locator(".bhand .bcard .bname").all_inner_texts() == hand
    turn = page.locator(".prompt").inner_text()
    play_on(page, lambda p: p.locator(".prompt").inner_text() != turn)


def test_best_of_three_with_swaps_between_the_games(visit: Visit) -> None:
    one, two = calm(visit("wide")), calm(visit("phone"))
    decks = {"decks": ["beasts", "mystics"], "bestOf": 3}
    number = one.open_table("battle", {**SLOW, **decks}, 2, private=False)
    two.page.goto(f"{two.serving.url}/table/{number}")
    two.page.get_by_role("button", name=re.compile("Sit|Join|Take")).first.click()
    expect(one.page.locator(".prompt")).to_contain_text("Keep your hand")
    give_up(two.page)
    page = two.page
    expect(page.get_by_role("heading", name="Before game 2")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Take one out")).first.click()
    expect(page.get_by_role("button", name="1 out, 0 in")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.get_by_role("button", name=re.compile("^Put one in")).first.click()
    two.accessible("battle-phone-sideboard")
    page.get_by_role("button", name="Play so: 1 swapped").click()
    one.page.get_by_role("button", name="Keep the deck").click()
    for guest in (one, two):
        expect(guest.page.locator(".prompt")).to_contain_text("Keep your hand")


def test_a_table_with_the_hosts_own_cards(visit: Visit) -> None:
    """A set of his own, packed into a line: it fits into a message, and its decks are offered."""
    text = sets.STARTER.read_text(encoding="utf-8").replace('"sampler"', '"house_mix"')
    guest = visit("wide")
    guest.open_table("battle", {**SLOW, "cardSet": sets.pack(text)}, 2, bots={"1": "rookie"})
    page = guest.page
    expect(page.locator(".prompt")).to_have_text("Choose a deck")
    guest.accessible("battle-own-set")
    page.get_by_role("button", name=re.compile("^house_mix")).click()
    page.get_by_role("button", name="Play with house_mix").click()
    expect(page.locator(".prompt")).to_contain_text("Keep your hand")


def test_cards_of_a_graveyard_are_aimed_at(visit: Visit) -> None:
    """They are shown while they can be aimed at."""
    dig = {"effects": [{"do": "MILL", "target": "CONTROLLER", "amount": 2}]}
    buried = {"id": "t", "kind": "CARD", "side": "FRIENDLY", "zone": "GRAVEYARD"}
    dig_up = {"targets": [buried], "effects": [{"do": "MOVE", "target": "$t", "to": "HAND"}]}
    cards = [
        {"id": f"{name}_{i}", "name": f"{name} {i}", "type": "TECHNIQUE", "cost": 0, **what}
        for name, what in (("dig", dig), ("raise", dig_up))
        for i in range(7)
    ]
    own = {"format": "tcg-cards/1", "set": {"id": "dig", "name": "Dig"}, "cards": cards}
    options = {**SLOW, "cardSet": json.dumps(own)}
    guest = calm(visit("wide"))
    guest.open_table("battle", options, 2, bots={"1": "random"})
    page = guest.page
    page.get_by_role("button", name="Play with every_card").click()
    expect(page.locator(".prompt")).to_contain_text("Keep your hand")
    page.get_by_role("button", name="Keep this hand").click()

    def main(p: Page) -> bool:
        return yours(p) and "Play cards" in p.locator(".prompt").inner_text()

    for _ in range(400):  # until a dig and a raise are in hand in our own phase
        names = page.locator(".bhand .bname .cut").all_inner_texts()
        if main(page) and all(any(n.startswith(w) for n in names) for w in ("dig", "raise")):
            break
        if yours(page):
            page.keyboard.press("p")
        page.wait_for_timeout(30)
    page.locator(".bhand .bcard", has_text="dig").first.click()
    page.locator(".bgo").last.click()
    mine = page.locator(".bstrip.own .grave")
    expect(mine).to_have_attribute("aria-label", re.compile("Graveyard: 3 cards"))
    expect(page.locator(".asked.yours")).to_be_visible()
    held = page.locator(".bhand .bcard").count()
    page.locator(".bhand .bcard", has_text="raise").first.click()
    expect(page.locator(".bburied .target")).to_have_count(3)
    guest.accessible("battle-graveyard")
    page.locator(".bburied .target").first.click()
    expect(mine).to_have_attribute("aria-label", re.compile("Graveyard: 3 cards"))
    assert page.locator(".bhand .bcard").count() == held

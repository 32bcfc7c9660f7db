"""The page's chances of hands that lie open are the rules' own, and are told when all are in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from cutcard.games.poker.equity import equity
from cutcard.kernel.cards import parse_many

from ..browsing import Serving, Visit
from ..command import QUICK_BOTS

pytestmark = pytest.mark.browser
CASES = [
    (["AhKh", "QsQd"], "2h7hTc"),
    (["AhKh", "QsQd", "7c7d"], "2h7hTc"),
    (["As5s", "Ad5d"], "2c3h4hKs"),
    (["9h8h", "AcAd"], "7hThJc2s"),
]


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("web"), main=QUICK_BOTS) as made:
        yield made


def apart(cards: str) -> list[str]:
    return re.findall("..", cards)


def shares(hands: list[str], board: str) -> list[float]:
    found = equity([parse_many(hand) for hand in hands], parse_many(board))
    assert found.exact
    return [100 * one.share for one in found.hands]


def test_chances_are_those_of_the_rules_and_stop_for_breath(visit: Visit) -> None:
    page = visit().lobby()
    script = """([hands, board]) => import('/games/poker/odds.js').then(({odds, slices}) => {
        let rests = 0;
        for (const _ of slices(hands, board)) rests += 1;
        return [odds(hands, board), rests];
    })"""
    for hands, board in CASES:
        found, rests = page.evaluate(script, [[apart(hand) for hand in hands], apart(board)])
        assert found == pytest.approx(shares(hands, board)), (hands, board)
        assert rests == (6 if len(board) == 6 else 0)  # 990 boards after a flop, 44 after a turn
    script = "() => import('/games/poker/odds.js').then(m => m.odds([['As','Ks'],['2c','2d']], []))"
    assert page.evaluate(script) is None  # too much before the flop


def test_all_in_on_the_flop_the_chances_stand_beside_the_hands(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    options = {"allowRunItTwice": True, "startDelay": 800, "minPlayers": 2}
    guest.open_table("poker", options, 2, bots={"1": "caller"})
    page.locator(".coming .actions button").click()
    board = page.locator(".boards cut-card")
    for _ in range(600):  # to the flop of a hand, and all in there
        if page.locator(".equity").count():
            break
        if page.locator("dialog[open] .primary").count():
            page.locator("dialog[open] .primary").click()
        elif page.locator(".asked.yours").count():
            page.keyboard.press("a" if board.count() == 3 else "c")
        page.wait_for_timeout(50)
    tags = page.locator(".equity")
    expect(tags).to_have_count(2)
    names = "all => all.map(one => one.card).join('')"
    hands = [
        page.locator(where).evaluate_all(names)
        for where in (".spot .laid cut-card", ".mine cut-card")
    ]
    there = board.evaluate_all(names)
    expected = [f"{share:.0f} %" for share in shares(hands, there)]
    assert sorted(tags.all_inner_texts()) == sorted(expected)
    guest.accessible("poker-all-in")

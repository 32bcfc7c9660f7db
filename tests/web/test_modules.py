"""The modules of the page on their own, in the browser they run in."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import SHOTS, Visit

pytestmark = pytest.mark.browser

MERGES: list[
    tuple[Any, Any, Any]
] = [  # the examples of RFC 7386, appendix A, that hold no null value
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, "bar", "bar"),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit().lobby()


def test_merge_patches_are_applied_as_the_rfc_says(page: Page) -> None:
    for target, patch, result in MERGES:
        script = "([a, b]) => import('/web/client.js').then((m) => m.merge(a, b))"
        assert page.evaluate(script, [target, patch]) == result, (target, patch)


def test_sha256_is_the_one_everybody_has(page: Page) -> None:
    for size in (0, 1, 32, 55, 56, 63, 64, 65, 1000):
        data = bytes(i * 7 % 256 for i in range(size))
        script = f"import('/web/sha256.js').then(m => m.sha256(m.unhex('{data.hex()}')))"
        assert page.evaluate(script) == hashlib.sha256(data).hexdigest(), size


def test_texts_fill_in_and_count(page: Page) -> None:
    script = "([text, args]) => import('/web/text.js').then((m) => m.fillIn(text, args))"
    for n, result in ((1, "Ann: 1 card"), (2, "Ann: 2 cards"), (1200, "Ann: 1,200 cards")):
        filled = page.evaluate(script, ["{name}: {n} {n|card|cards}", {"n": n, "name": "Ann"}])
        assert filled == result
    text = "{n|{n} card of {m|{m} suit|{m} suits}|{n} cards of {all} {by}}, {m|one|{m}}"
    for n, m, result in ((1, 2, "1 card of 2 suits, 2"), (3, 1, "3 cards of 52 Ann, one")):
        args = {"n": n, "m": m, "all": 52, "by": "Ann"}
        assert page.evaluate(script, [text, args]) == result


def test_every_card_has_a_face_and_a_name(page: Page) -> None:
    page.evaluate(
        """() => {
        const row = document.createElement('div');
        row.id = 'cards';
        row.style.display = 'flex';
        row.style.flexWrap = 'wrap';
        row.style.gap = '4px';
        const suited = [...'shdc'].flatMap((s) => [...'23456789TJQKA'].map((r) => r + s));
        for (const size of [36, 56, 96]) for (const name of suited) add(size, name);
        const odd = ['SJ', 'BJ', '10h', 'qD', ''];
        for (const size of [36, 56, 96]) for (const name of odd) add(size, name);
        function add(size, name) {
          const card = document.createElement('cut-card');
          card.style.setProperty('--card-w', size + 'px');
          card.setAttribute('card', name);
          row.append(card);
        }
        document.querySelector('main').replaceChildren(row);
    }"""
    )
    names = page.locator("#cards cut-card").evaluate_all(
        "all => all.map(c => c.ariaLabel ?? c.getAttribute('aria-label'))"
    )
    assert len(set(names[:52])) == 52
    assert names[-5:] == [
        "small joker",
        "big joker",
        "ten of hearts",
        "queen of diamonds",
        "A card, face down",
    ]
    height = page.locator("#cards cut-card").first.locator("text >> visible=true").bounding_box()
    assert height is not None
    assert height["height"] >= 14, "an index stays readable at 36 px"
    page.screenshot(path=SHOTS / "cards.png", full_page=True)


def test_a_big_hand_is_chosen_from_by_keys_and_by_touch(visit: Visit) -> None:
    for size, rows in (("narrow", 4), ("wide", 1)):
        guest = visit(size)
        page = guest.lobby()
        page.evaluate(
            """() => {
            const hand = document.createElement('cut-hand');
            hand.multi = true;
            hand.label = 'Hand';
            document.querySelector('main').replaceChildren(hand);
            const card = (i) => '23456789TJQKA'[i % 13] + 'shdc'[i % 4];
            hand.cards = Array.from({length: 27}, (_, id) => ({id, card: card(id)}));
            window.heard = [];
            hand.addEventListener('change', (e) => heard.push(e.detail.ids));
        }"""
        )
        cards = page.locator(".held")
        tops = cards.evaluate_all(
            "all => new Set(all.map(c => Math.round(c.getBoundingClientRect().top))).size"
        )
        assert tops == rows
        cards.nth(0).click(position={"x": 8, "y": 20})
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        expect(page.locator(".held[aria-pressed=true]")).to_have_count(3)
        assert page.evaluate("heard.at(-1)") == [0, 1, 26]
        guest.shot("hand-of-27")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


def test_touch_targets_are_large_enough(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.lobby()
    small = """[...document.querySelectorAll('button, a[href]:not(.skip), input, select, summary')]
        .filter((e) => e.checkVisibility() && !['radio', 'checkbox'].includes(e.type))
        .filter((e) => e.getBoundingClientRect().height < 43.5 || e.offsetWidth < 43.5)
        .map((e) => e.outerHTML.slice(0, 90))"""
    assert page.evaluate(small) == []
    guest.open_table("memory", {"gridSize": [8, 8]}, 1)
    expect(page.locator(".tile")).to_have_count(64)
    assert page.evaluate(small) == []
    guest.open_table("duel", {"mode": "HAND"}, 2, bots={"1": "steady"})
    expect(page.locator(".held").first).to_be_visible()
    assert page.evaluate(small) == []


# A table, and a client that answers as it is told to; the page's clock only notes what should wait.
ENTERED = """async (codes) => {
    const {Place} = await import('/web/place.js');
    const real = globalThis.setTimeout, pauses = [], asked = [];
    const state = () => ({type: 'GAME_STATE', matchId: '7-1',
      payload: {seq: 3, view: {}, players: [], info: {}, seat: 0}});
    const client = {state: 'live', user: {id: 'u'}, post() {}, async request(type) {
      asked.push(type);
      const code = codes.shift() ?? 'GAME_ERROR';
      if (code === 'OK') place.hear(state());
      return code === 'OK' ? {ok: true, payload: {}} : {ok: false, payload: {}, code, message: ''};
    }};
    globalThis.setTimeout = (run, ms) => {
      pauses.push(ms);
      return real(run, 0);
    };
    const place = new Place(client, 7, () => {});
    const rest = () => new Promise((resolve) => real(resolve, 300));
    await place.enter();
    if (codes[0] === 'LEAVE') place.leave();
    await rest();
    globalThis.setTimeout = real;
    return {asked, pauses, refused: place.refused, current: place.current, seq: place.seq};
}"""


def test_a_table_that_no_server_has_yet_is_asked_for_again(page: Page) -> None:
    """Issue 15: who came back before another server had the table was refused for good."""
    told = page.evaluate(ENTERED, ["GAME_ERROR", "GAME_ERROR", "GAME_ERROR", "OK"])
    assert told["asked"] == ["GAME_STATE_REQUEST"] * 4
    assert (told["refused"], told["current"], told["seq"]) == (None, True, 3)
    assert len(told["pauses"]) == 3
    for pause, usual in zip(told["pauses"], (200, 400, 800), strict=True):
        assert 0.75 * usual <= pause <= 1.25 * usual


def test_a_table_is_not_asked_for_again_for_ever_nor_what_is_refused_for_good(page: Page) -> None:
    told = page.evaluate(ENTERED, [])
    assert told["refused"]["code"] == "GAME_ERROR"
    assert len(told["asked"]) == len(told["pauses"]) + 1 == 9
    assert max(told["pauses"]) <= 1.25 * 5_000
    told = page.evaluate(ENTERED, ["GAME_NOT_FOUND"])
    assert (told["refused"]["code"], told["pauses"]) == ("GAME_NOT_FOUND", [])
    told = page.evaluate(ENTERED, ["GAME_ERROR", "CONNECTION_LOST"])  # asked for on the next
    assert (told["refused"], len(told["asked"])) == (None, 2)
    told = page.evaluate(ENTERED, ["GAME_ERROR", "LEAVE"])  # by who has left
    assert (told["refused"], len(told["asked"])) == (None, 1)

"""One look: faces, arms, motion, sound, print and charts, each tried on its own in a browser."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cutcard.bots.bot import bots_of
from cutcard.games.poker.equity import equity
from cutcard.games.poker.evaluate import high7
from cutcard.kernel.cards import parse as card_id

from .conftest import Visit

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cutcard"
PAGES = sorted(place.parent for place in SOURCE.glob("games/*/page/table.js"))
RANKS, SUITS = "23456789TJQKA", "shdc"
YOU = {"en": "You", "zh": "你"}


def ask(page: Page, module: str, script: str, given: Any = None) -> Any:
    """What a script says of a module `m`, given `a`."""
    return page.evaluate(f"a => import('{module}').then(async (m) => {{ {script} }})", given)


@pytest.fixture
def page(visit: Visit) -> Page:
    return visit().lobby()


@pytest.mark.browser
def test_arms_are_the_same_everywhere_and_tell_people_apart(page: Page) -> None:
    drawn = "return a.map((id) => m.avatar(id).outerHTML);"
    ids = [f"u{n}" for n in range(200)]
    once, again = (ask(page, "/web/avatar.js", drawn, ids) for _ in range(2))
    assert once == again
    assert len(set(once)) > 150, "hardly two of two hundred look alike"
    silent, named = ask(
        page, "/web/avatar.js", "return [m.avatar('a'), m.avatar('a', 'Ann')].map(x => x.outerHTML)"
    )
    assert 'aria-hidden="true"' in silent
    assert 'aria-label="Ann"' in named


@pytest.mark.browser
def test_every_bot_has_a_name_a_line_and_a_face_of_its_own(page: Page) -> None:
    parts = ask(page, "/web/faces.js", "return m.PARTS;")
    for folder in PAGES:
        faces = json.loads((folder / "page.json").read_text())["faces"]
        kinds = set(bots_of(folder.parent.name))
        assert set(faces) == kinds, folder
        for name, face in faces.items():
            assert face["colour"] < parts["colour"], (folder, name)
            assert all(face[key] in parts[key] for key in ("head", "eyes", "mouth", "top")), face
        drawn = [
            ask(page, "/web/faces.js", "return m.botFace(...a).outerHTML;", [name, face])
            for name, face in faces.items()
        ]
        assert len(set(drawn)) == len(drawn), "two bots of a game look alike"
        for language in ("en", "zh"):
            said = json.loads((folder / f"{language}.json").read_text())
            for kind in kinds:
                assert len(said[f"bot.{kind}"]) <= 12, "a name is short beside its face"
                assert said[f"bot.{kind}.line"], (folder, kind)


@pytest.mark.browser
def test_bots_are_called_by_their_names_in_the_language_spoken(visit: Visit) -> None:
    for language, name, line in (("en", "Steady 2", "Plays for"), ("zh", "稳健 2", "懂得配合")):
        guest = visit(language=language)
        guest.open_table("guandan", {}, 4, bots={"1": "steady", "2": "steady", "3": "steady"})
        page = guest.page
        expect(page.locator(".seat-name", has_text=name)).to_be_visible()
        expect(page.locator("cut-seat.you .seat-name")).to_have_text(YOU[language])
        expect(page.locator(".seat-face .bot-face")).to_have_count(3)
        expect(page.locator(".people-list")).to_contain_text(line)


@pytest.mark.browser
def test_a_card_leaves_the_deck_as_large_as_the_deck(visit: Visit) -> None:
    page = visit(motion="no-preference").lobby()
    script = """
        const box = (x, y, w, h) => { const one = document.createElement('div');
          one.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${w}px;height:${h}px`;
          document.body.append(one); return one; };
        const [deck, card] = [box(10, 20, 40, 56), box(500, 300, 100, 140)];
        const flight = m.fly(card, deck);
        flight.pause(); flight.currentTime = 0;
        const {left, top, width, height} = card.getBoundingClientRect();
        const begins = [left, top, width, height].map(Math.round);
        m.fly(card, deck).finish();
        const end = card.getBoundingClientRect();
        document.documentElement.dataset.motion = 'off';
        return [begins, [end.left, end.width], flight.effect.getTiming().duration];"""
    assert ask(page, "/web/motion.js", script) == [[10, 20, 40, 56], [500, 100], 240]
    many = """const all = Array.from({length: 52}, () => document.body.appendChild(
          Object.assign(document.createElement('div'), {textContent: 'x'})));
        m.deal(all, new DOMRect(0, 0, 40, 56));
        return Math.max(...all.map((one) => one.getAnimations()[0].effect.getTiming().delay));"""
    assert ask(page, "/web/motion.js", many) <= 700, "dealing never takes long"


@pytest.mark.browser
def test_nothing_moves_where_that_is_not_wanted(page: Page) -> None:
    script = """const one = document.body.appendChild(document.createElement('p'));
        one.textContent = 'x'; let turned = 0;
        const flown = m.fly(one, new DOMRect(0, 0, 9, 9));
        m.turnOver(one, () => turned += 1); m.hit(one);
        one.dataset.value = '1'; m.count(one, 9);
        return [flown, turned, one.textContent, one.getAnimations().length];"""
    assert ask(page, "/web/motion.js", script) == [None, 1, "9", 0]


@pytest.mark.browser
def test_updates_that_pile_up_are_applied_at_once(visit: Visit) -> None:
    """Issue 18, point 8: more than three updates between two pictures are drawn, not played."""
    page = visit(motion="no-preference").lobby()
    script = """const one = document.body.appendChild(document.createElement('p'));
        one.textContent = 'x';
        const flies = () => m.fly(one, new DOMRect(0, 0, 9, 9)) !== null;
        const moved = [1, 2, 3, 4, 5].map(() => { m.hurry(); return flies(); });
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
        return [...moved, flies()];"""
    assert ask(page, "/web/motion.js", script) == [True, True, True, False, False, True]


def test_every_sound_of_the_table_is_heard_somewhere() -> None:
    """Issue 18, point 8: deal, flip, chip, chips, knock, turn, late, hit, pair, bomb, win, lose."""
    made = (SOURCE / "web" / "sound.js").read_text()
    table = made[made.index("const SOUNDS") : made.index("const VOLUME")]
    names = set(re.findall(r"^  (\w+):", table, re.MULTILINE))
    assert len(names) == 12
    files = [file for folder in (SOURCE / "web", *PAGES) for file in folder.rglob("*.js")]
    calls = [line for file in files for line in file.read_text().splitlines() if "sound(" in line]
    assert {name for name in names if not any(f'"{name}"' in line for line in calls)} == set()


@pytest.mark.browser
def test_sound_is_silent_until_it_is_asked_for_and_remembered(visit: Visit) -> None:
    guest = visit()
    guest.context.add_init_script(
        "window.tones = 0; const Node_ = window.OscillatorNode;"
        "window.OscillatorNode = class extends Node_ { start(t) { tones += 1; super.start(t); } };"
    )
    page = guest.lobby()
    play = "for (const name of m.names) m.sound(name); return tones;"
    assert ask(page, "/web/sound.js", play) == 0
    assert ask(page, "/web/settings.js", "m.choose({sound: true}); return 0;") == 0
    assert ask(page, "/web/sound.js", play) > 10
    twice = "performance.now = () => 9e9; m.sound('turn'); const n = tones; m.sound('turn');"
    twice += "return tones - n;"
    assert ask(page, "/web/sound.js", twice) == 0, "the same sound twice at once sounds once"
    page.reload()
    page.wait_for_selector(".game")
    assert ask(page, "/web/settings.js", "return m.settings().sound;") is True


@pytest.mark.browser
def test_large_print_and_four_colours_are_one_press_each(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    dialog.get_by_label("Large print").check()
    assert page.evaluate(size) == before * 1.25
    dialog.get_by_label("Four-colour deck").check()
    colours = """() => new Set([...'shdc'].map((s) => {
        const card = document.createElement('cut-card');
        card.setAttribute('card', 'K' + s);
        document.body.append(card);
        return getComputedStyle(card.querySelector('.face')).color;
    })).size"""
    assert page.evaluate(colours) == 4
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


@pytest.mark.browser
def test_charts_have_round_steps_and_their_numbers_in_a_table(page: Page) -> None:
    for low, high in ((0, 7), (1480, 1530), (0, 12_345), (-3, 3)):
        steps = ask(page, "/web/chart.js", "return m.ticks(...a);", [low, high])
        assert 2 <= len(steps) <= 6
        assert all(low <= step <= high for step in steps)
    script = """const made = m.chart({title: 'Rating', labels: ['a', 'b', 'c'],
          series: [{name: 'You', points: [1500, 1520, 1490], kind: 'area'}], show: String});
        document.querySelector('main').replaceChildren(made, m.spark([1, 2, 1]));
        await new Promise((done) => setTimeout(done, 100));
        return [...made.querySelectorAll('tbody td')].map((one) => one.textContent);"""
    assert ask(page, "/web/chart.js", script) == ["1500", "1520", "1490"]
    assert page.locator(".chart path.line").get_attribute("d")


@pytest.mark.browser
def test_every_place_of_a_round_table_lies_on_it(page: Page) -> None:
    script = "return [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => m.places(n, a));"
    for upright in (False, True):
        spots = ask(page, "/web/round.js", script, upright)
        assert len(spots) == 45
        assert all(5 <= spot[key] <= 95 for spot in spots for key in ("x", "y", "bx", "by"))


@pytest.mark.browser
def test_open_hands_have_the_chances_the_rules_give_them(page: Page) -> None:
    rng = random.Random(7)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    hands = [rng.sample(deck, 7) for _ in range(300)]
    told = ask(page, "/games/poker/odds.js", "return a.map((hand) => m.worth(hand));", hands)
    ours = [high7([card_id(card) for card in hand]) for hand in hands]
    for i in range(299):
        sign = (ours[i] > ours[i + 1]) - (ours[i] < ours[i + 1])
        assert sign == (told[i] > told[i + 1]) - (told[i] < told[i + 1]), hands[i : i + 2]
    for size in (3, 4, 5):
        for _ in range(3):
            cards = rng.sample(deck, 4 + size)
            open_, board = [cards[:2], cards[2:4]], cards[4:]
            page_says = ask(page, "/games/poker/odds.js", "return m.odds(...a);", [open_, board])
            numbers = [[card_id(card) for card in hand] for hand in open_]
            rules = equity(numbers, [card_id(card) for card in board])
            for one, other in zip(page_says, rules.hands, strict=True):
                assert one == pytest.approx(100 * other.share, abs=1e-6)
    assert (
        ask(page, "/games/poker/odds.js", "return m.odds([['As','Ks'],['2c','2d']], []);") is None
    )

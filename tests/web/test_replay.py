"""The replay viewer (issue 18, point 6): scrubber, steps, speed, links to a move, whose side, from
the end of a match, from a file, without a server; private deals for their players alone."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ..command import QUICK_BOTS
from .accounts import account
from .conftest import UNREACHABLE, Guest, Serving, Visit
from .played import play
from .screens import HOUSE

pytestmark = pytest.mark.browser
DUEL = {"seats": 2, "options": {"mode": "HAND", "roundPauseMs": 50}, "bots": {"1": "steady"}}
POKER = {
    "seats": 2,
    "options": {"startDelay": 50, "resultDelay": 50, "showDelay": 50, "variant": "NT"},
    "bots": {"1": "caller"},
}
OUTSIDE = """() => [...document.querySelectorAll('.scrub button, .scrub input, .scrub select')]
  .filter((one) => one.checkVisibility())
  .filter((one) => { const b = one.getBoundingClientRect();
    return b.bottom > innerHeight + 1 || b.right > innerWidth + 1 || b.top < 0 || b.left < -1; })
  .map((one) => one.outerHTML.slice(0, 80))"""
DROP = """(text) => { const held = new DataTransfer();
  held.items.add(new File([text], 'deal.cutcard'));
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: held, bubbles: true, cancelable: true})); }"""  # noqa: E501


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("replay"), main=QUICK_BOTS) as made:
        yield made


def seen(guest: Guest, table: int, deal: int = 1, more: str = "") -> Page:
    page = guest.page
    page.goto(f"{guest.serving.url}/replay/{table}-{deal}{more}")
    page.wait_for_selector(".replay .felt > *", timeout=60_000)
    return page


def home(guest: Guest) -> str:
    """A guest of the page, and its token."""
    guest.page.goto(guest.serving.url)
    return guest.token()


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "zh")])
def test_a_duel_is_walked_through_by_mouse_and_keys(
    visit: Visit, serving: Serving, size: str, language: str
) -> None:
    guest = visit(size, language=language)
    table = play(serving.url, home(guest), "duel", **DUEL)
    page = seen(guest, table)
    count = page.locator(".stepno")
    all_steps = int(re.findall(r"\d+", count.inner_text())[1])
    assert all_steps > 5
    expect(count).to_have_text(f"1 / {all_steps}")
    page.locator(".scrub-buttons button").nth(3).click()  # one step on
    expect(count).to_have_text(f"2 / {all_steps}")
    page.locator("body").press("ArrowRight")
    expect(count).to_have_text(f"3 / {all_steps}")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"2 / {all_steps}")
    page.keyboard.press("End")
    expect(count).to_have_text(f"{all_steps} / {all_steps}")
    last = page.locator(".replay-line").inner_text()
    assert last
    number = page.url.partition("#")[2]
    page.keyboard.press("Home")
    expect(page.locator(".replay-line")).not_to_have_text(last)
    page.locator(".track input").fill(str(all_steps - 1))
    expect(page.locator(".replay-line")).to_have_text(last)
    speed = page.locator(".scrub-buttons button").last
    speed.click()
    expect(speed).to_have_text("2×")
    page.keyboard.press("Home")
    page.locator(".scrub .primary").click()
    expect(count).not_to_have_text(f"1 / {all_steps}")  # it plays by itself
    page.locator(".scrub .primary").click()
    stood = count.inner_text()
    page.wait_for_timeout(1500)
    expect(count).to_have_text(stood)  # and stops
    assert page.evaluate(OUTSIDE) == []
    guest.accessible("replay-duel")
    seen(guest, table, more=f"#{number}")
    expect(page.locator(".replay-line")).to_have_text(last)  # the link names that step
    assert not any("GAME_CARD_PLAY_REQUEST" in frame for frame in guest.sent)


def test_where_nothing_is_secret_any_side_is_seen(visit: Visit, serving: Serving) -> None:
    guest = visit("wide")
    table = play(serving.url, home(guest), "duel", **DUEL)
    page = seen(guest, table, more="#4")
    own = page.locator("cut-hand cut-card").count()
    assert own
    page.locator(".scrub-ways select").first.select_option("1")
    page.wait_for_url("**seat=1**")
    expect(page.locator("cut-hand cut-card").first).to_be_visible()
    assert "seat=1" in page.url


# Words under the track that lie on the one before them; how many there are at all.
WORDS = """() => {
  const words = [...document.querySelectorAll(".track .marks span span")]
    .filter((one) => one.textContent && one.checkVisibility({visibilityProperty: true}))
    .map((one) => one.getBoundingClientRect());
  const laps = words.filter((one, i) => i && one.left < words[i - 1].right + 2).length;
  return [words.length, laps];
}"""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_memorys_replay_says_you_and_its_words_lie_beside_each_other(
    visit: Visit, serving: Serving, size: str, language: str
) -> None:
    """The name was cut off on a phone, and "pairpair" stood under the track."""
    guest = visit(size, language=language)
    options = {"gridSize": [4, 6], "autoStart": True, "matchDelayMs": 60}
    wish = {"seats": 2, "options": options, "bots": {"1": "elephant"}}
    page = seen(guest, play(serving.url, home(guest), "memory", **wish))
    page.keyboard.press("End")
    expect(page.locator(".tile.solved")).to_have_count(24)
    words, laps = page.evaluate(WORDS)
    assert words > 2
    assert laps == 0
    eyes = page.locator(".scrub-ways select").first
    mine = eyes.locator("option:checked").inner_text()
    assert mine == ("你的视角" if language == "zh" else "As you saw it")
    assert page.evaluate(OUTSIDE) == []
    guest.accessible("replay-memory")


def test_private_deals_are_for_their_players_alone(visit: Visit, serving: Serving) -> None:
    guest, stranger = visit("wide"), visit("wide")
    home(stranger)
    table = play(serving.url, home(guest), "duel", private=True, **DUEL)
    page = seen(guest, table)
    expect(page.locator(".replay-steps li").nth(2)).to_be_visible()
    stranger.allowed = ("Failed to load resource",)
    other = stranger.page
    other.goto(f"{serving.url}/replay/{table}-1")
    expect(other.locator(".replay-screen .error")).not_to_be_empty()
    expect(other.locator(".replay .felt")).to_have_count(0)


def test_a_sealed_deals_file_is_shown_where_it_is_dropped_and_a_wrong_one_is_not(
    visit: Visit, serving: Serving
) -> None:
    guest = visit("wide")
    token = home(guest)
    first = {"type": "sit", "buyIn": 100, "post": True}
    table = play(serving.url, token, "poker", first=first, **POKER)
    head = {"Authorization": f"Bearer {token}"}
    text = ""
    for deal in range(1, 5):
        url = f"{serving.url}/api/deals/{table}/{deal}/proof"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=head)) as answer:
                text = answer.read().decode()
            break
        except urllib.error.HTTPError:
            continue
    assert text
    page = guest.lobby()
    page.evaluate(DROP, text)
    page.wait_for_selector(".replay .felt > *")
    expect(page.locator(".replay-steps li").nth(1)).to_be_visible()
    assert page.url.endswith("/replay")
    page.evaluate(DROP, "nothing of ours")
    expect(page.locator(".replay-screen .error")).to_contain_text("no .cutcard file")


def test_an_open_deals_file_is_drawn_too(visit: Visit, serving: Serving) -> None:
    """Issue 18: whatever file a player downloads can be drawn."""
    guest = visit("phone")
    token = home(guest)
    table = play(serving.url, token, "duel", **DUEL)
    head = {"Authorization": f"Bearer {token}"}
    asked = urllib.request.Request(f"{serving.url}/api/deals/{table}/1/proof", headers=head)
    with urllib.request.urlopen(asked) as answer:
        text = answer.read().decode()
    page = guest.lobby()
    page.evaluate(DROP, text)
    page.wait_for_selector(".replay .felt > *")
    page.keyboard.press("End")
    expect(page.locator(".replay .past li")).to_have_count(3)  # as many as it has rounds
    guest.accessible("replay-file")


def test_a_replay_seen_once_is_seen_without_the_server(visit: Visit, mortal: Serving) -> None:
    guest = visit("phone", on=mortal)
    guest.allowed = (*UNREACHABLE, "Failed to load resource")
    table = play(mortal.url, home(guest), "duel", **DUEL)
    page = seen(guest, table)
    kept = "async () => (await (await caches.open('cutcard')).keys()).length"
    controlled = "() => Boolean(navigator.serviceWorker.controller)"
    for _ in range(240):
        if page.evaluate(kept) >= 10 and page.evaluate(controlled):
            break
        page.wait_for_timeout(250)
    seen(guest, table)  # through the worker, which keeps the game's part
    steps = page.locator(".stepno").inner_text()
    mortal.kill()
    page.reload()
    page.wait_for_selector(".replay .felt > *", timeout=60_000)
    expect(page.locator(".stepno")).to_have_text(steps)
    page.goto(f"{mortal.url}/replay")
    expect(page.locator(".kept-replays a")).to_have_count(1)
    mortal.start()


def test_the_end_of_a_match_leads_to_its_replay_and_its_proof(
    visit: Visit, serving: Serving
) -> None:
    guest = account(visit, "ender")
    table = guest.open_table("duel", {"maxRounds": 1, "roundPauseMs": 50}, 2, bots={"1": "steady"})
    page = guest.page
    page.locator(".spread button:not([aria-disabled=true]), .place").first.click()
    page.get_by_role("button", name="Watch it again", exact=True).wait_for(timeout=60_000)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator(".match-end [role=status]").last).not_to_be_empty()
    guest.accessible("end-of-match")
    page.locator(".moments button").first.click()
    page.wait_for_url(f"**/replay/{table}-1**")
    expect(page.locator(".replay-line")).to_contain_text("Round 1")


def test_the_last_hands_of_a_poker_table_are_a_replay_over_the_table(
    visit: Visit, serving: Serving
) -> None:
    guest = visit("phone")
    first = {"type": "sit", "buyIn": 100, "post": True}
    table = play(serving.url, home(guest), "poker", first=first, **POKER)
    page = guest.page
    page.goto(f"{serving.url}/table/{table}")
    page.wait_for_selector(".game-poker .poker", timeout=60_000)
    page.keyboard.press("h")
    page.get_by_role("button", name="Watch them again").click()
    page.wait_for_selector(".replay-over .felt > *", timeout=60_000)
    page.keyboard.press("End")
    said = json.dumps(page.locator(".replay-over .stepno").inner_text())
    page.keyboard.press("ArrowLeft")
    assert json.dumps(page.locator(".replay-over .stepno").inner_text()) != said
    assert page.url.endswith(f"/table/{table}")


def test_the_dealers_button_lies_beside_the_blind_of_who_has_both(
    visit: Visit, serving: Serving
) -> None:
    """The marks of the track were laid out like the button, one upon the other."""
    guest = visit("wide")
    guest.lobby()
    HOUSE["replay-poker"](guest)
    guest.page.keyboard.press("Home")
    for _ in range(4):  # until a hand is dealt
        guest.page.keyboard.press("ArrowRight")
    marks = guest.page.locator(".poker .marks:has(.disc:visible)").first
    disc, blind = (marks.locator(what).bounding_box() for what in (".disc", ".blind"))
    assert disc is not None
    assert blind is not None
    assert disc["x"] + disc["width"] <= blind["x"] + 1, (disc, blind)

"""People on the page: accounts, quick match, challenges, friends, talk, tables by link, kicks."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .accounts import account, fresh
from .conftest import PASSWORD, ROOT, UNREACHABLE, Guest, Serving, Visit

pytestmark = pytest.mark.browser


def befriend(ann: Guest, bob: Guest) -> None:
    """Both ask, over connections of their own."""
    for one, other in ((ann, bob), (bob, ann)):
        one.page.evaluate(
            f"import('/web/client.js').then(async (m) => {{"
            f"const url = location.origin.replace('http', 'ws') + '/ws';"
            f"const me = JSON.parse(localStorage.getItem('cutcard.me'));"
            f"const client = new m.Client({{url, token: me.token}});"
            f"client.connect();"
            f"await client.request('FRIEND_INVITE', {{user: {json.dumps(other.user)}}});"
            f"client.close();}})"
        )


def private_duel(guest: Guest, **more: str) -> str:
    """Open a table for a friend through the dialog; the link to it."""
    page = guest.lobby()
    page.locator("[data-game=duel] .game-starts button").last.click()
    page.get_by_label("Friends, by link").check()
    for label, value in more.items():
        page.get_by_label(label).select_option(value)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Link to this table")).to_have_value(re.compile("/join/"))
    return page.get_by_label("Link to this table").input_value()


def test_a_guest_signs_up_and_keeps_his_table_then_logs_out_and_in(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    patient = {"roundTimeoutMs": 600_000, "gameTimeoutMs": 6_000_000}
    guest.open_table("duel", patient, 2, bots={"1": "steady"})
    expect(page.locator(".prompt")).to_have_text("Pick a card from the deck")
    name = fresh("Ann")
    page.goto(f"{guest.serving.url}/account")
    form = page.locator("form", has_text="Make an account")
    form.get_by_label("User name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    guest.accessible("sign-up")
    form.get_by_role("button", name="Make the account").click()
    expect(page.locator(".person")).to_have_text(name)
    expect(page.locator(".sign-up")).to_have_count(0)
    expect(page.locator(".resume")).to_contain_text("Duel against Steady")
    row = page.locator(".table-row", has_text=name)
    row.get_by_role("button", name=re.compile("Go back")).click()
    expect(page.locator(".place").first).to_have_attribute("aria-disabled", "false")
    page.reload()
    expect(page.locator(".place").first).to_have_attribute("aria-disabled", "false")
    page.goto(f"{guest.serving.url}/account")
    expect(page.locator("#own-name")).to_have_text(name)
    expect(page.locator(".pairs cut-chips")).to_have_text("10,000")
    guest.accessible("account")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.locator(".sign-up")).to_be_visible()
    page.locator(".account-link").click()
    form = page.locator("form", has_text="waits in this browser")
    form.get_by_label("User name").fill(name)
    form.get_by_label("Password").fill("wrong horse")
    form.get_by_role("button", name="Log in").click()
    expect(form.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Log in").click()
    expect(page.locator(".person")).to_have_text(name)


def test_a_guest_cannot_take_the_name_of_an_account(visit: Visit) -> None:
    ann, guest = account(visit, "Ann"), visit()
    ann.lobby()
    page = guest.lobby()
    before = page.locator(".person").inner_text()
    page.keyboard.press(",")
    page.get_by_label(re.compile("Your name")).fill(ann.user)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".call")).to_contain_text("Somebody has this name already")
    expect(page.locator(".person")).to_have_text(before)


def test_where_no_guests_are_taken_one_signs_up_first(visit: Visit, tmp_path: Path) -> None:
    house = Serving(tmp_path, "--no-guests")
    house.start()
    try:
        guest = visit("phone", on=house)
        guest.allowed = UNREACHABLE
        page = guest.page
        page.goto(f"{house.url}/")
        expect(page.get_by_text("This server takes no guests")).to_be_visible()
        form = page.locator("form", has_text="Make an account")
        form.get_by_label("User name").fill("Ann")
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Make the account").click()
        expect(page.locator("h1")).to_have_text("Pick a game")
        page.get_by_role("button", name="Duel: Play a bot").click()
        expect(page.locator(".prompt")).to_have_text("Choose a card to play")
    finally:
        house.stop()


def test_an_account_is_changed_taken_along_and_deleted(visit: Visit) -> None:
    ann = account(visit, "Ann")
    page = ann.page
    page.goto(f"{ann.serving.url}/account")
    page.get_by_label("Country").fill("Norway")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    assert "Norway" in download.value.path().read_text()
    page.get_by_label("Present password").fill(PASSWORD)
    page.get_by_label("New password").fill("another horse")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_label("Present password")).to_have_value("")
    page.get_by_role("button", name="Delete the account").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Password").fill("another horse")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".sign-up")).to_be_visible()


def test_quick_match_pairs_two_people_and_their_talk_reaches_each_other(visit: Visit) -> None:
    ann, bob = visit(), visit("phone")
    for one in (ann, bob):
        one.lobby().get_by_role("button", name="Duel: Find an opponent").click()
    for one in (ann, bob):
        one.page.locator(".call").get_by_role("button", name="I am ready").click()
    for one in (ann, bob):  # the ready check was one: Duel's table does not ask once more
        expect(one.page.locator(".prompt")).to_have_text("Choose a card to play")
        expect(one.page.locator(".call")).to_have_count(0)
    ann.page.keyboard.press("t")
    ann.page.keyboard.type("Good luck <b>!</b>")
    ann.page.keyboard.press("Enter")
    badge = bob.page.get_by_role("button", name="Table talk, 1 unread")
    expect(badge).to_be_visible()
    badge.click()
    expect(bob.page.locator(".chat-text")).to_have_text("Good luck <b>!</b>")
    expect(bob.page.get_by_label("Say something")).to_be_focused()
    bob.accessible("chat")
    bob.page.keyboard.type("You too")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator(".chat-text").last).to_have_text("You too")
    bob.page.reload()
    bob.page.get_by_role("button", name="Table talk").click()
    expect(bob.page.locator(".chat-text")).to_have_count(2)
    ann.page.locator(".chat-lines .name").last.click()
    ann.page.locator("dialog").get_by_role("button", name="Mute").click()
    expect(ann.page.locator("dialog").get_by_role("button", name="Unmute")).to_be_visible()
    ann.accessible("player")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".chat-text")).to_have_count(1)


def test_spectators_talk_among_themselves_while_a_match_runs(visit: Visit) -> None:
    ann, eve = visit(), visit()
    table = ann.open_table("duel", {}, 2, bots={"1": "steady"})
    eve.page.goto(f"{eve.serving.url}/table/{table}")
    expect(eve.page.get_by_text("only spectators read what you write")).to_be_visible()
    for one, text in ((eve, "He has the ace"), (ann, "Hello")):
        one.page.get_by_label("Say something").fill(text)
        one.page.keyboard.press("Enter")
    expect(eve.page.locator(".chat-text")).to_have_text(["He has the ace", "Hello"])
    expect(eve.page.locator(".chat-lines li").first).to_contain_text("spectators")
    expect(ann.page.locator(".chat-text")).to_have_text(["Hello"])


def test_leaving_a_game_that_has_its_own_way_to_leave_says_so(visit: Visit) -> None:
    guest = visit("phone")
    guest.open_table("guandan", {}, 4, bots={"1": "steady", "2": "steady", "3": "steady"})
    expect(guest.page.locator(".felt .guandan")).to_be_visible()
    guest.page.get_by_role("button", name="Leave the table").click()
    expect(guest.page.locator("dialog")).to_contain_text("Leaving ends your part in it")
    guest.page.get_by_role("button", name="Stay").click()
    expect(guest.page.locator("dialog")).to_have_count(0)


def test_a_search_is_cancelled_by_keys_alone(visit: Visit) -> None:
    guest = visit("phone", language="zh")
    page = guest.lobby()
    page.get_by_role("button", name="寻找对手").last.press("Enter")
    expect(page.locator(".call cut-clock")).to_be_visible()
    guest.accessible("seek")
    page.keyboard.press(";")
    expect(page.get_by_role("button", name="停止寻找")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".call")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("选择游戏")


def test_friends_ask_see_and_challenge_each_other(visit: Visit) -> None:
    ann, bob = account(visit, "Ann"), account(visit, "Bob", "phone")
    bob.lobby()
    page = ann.lobby()
    page.keyboard.press("f")
    page.get_by_label("Name of a player").fill(bob.user)
    page.get_by_role("button", name="Ask to be friends").click()
    asked = bob.page.locator(".call", has_text=f"{ann.user} wants to be your friend")
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Accept").click()
    row = page.locator(".table-row", has_text=bob.user)
    expect(row).to_contain_text("here now")
    ann.accessible("friends")
    row.get_by_role("button", name=re.compile("^Challenge")).click()
    dialog = page.locator("dialog")
    dialog.locator("select[data-first]").select_option("duel")
    dialog.locator("select[name=mode]").select_option("HAND")
    dialog.get_by_role("button", name="Send the challenge").click()
    challenged = bob.page.locator(".call", has_text=f"{ann.user} challenges you: Duel")
    expect(challenged.locator("cut-clock")).to_be_visible()
    bob.accessible("challenged")
    challenged.get_by_role("button", name="Accept").click()
    for one in (ann, bob):
        expect(one.page.locator(".prompt")).to_have_text("Ready to start?")
        expect(one.page).to_have_url(re.compile(r"/table/\d+$"))
    bob.page.goto("about:blank")
    page.go_back()
    expect(page.locator(".table-row", has_text=bob.user)).to_contain_text("not here")


def test_friends_look_for_opponents_as_partners(visit: Visit) -> None:
    ann, bob = account(visit, "Ann"), account(visit, "Bob", "phone")
    bob.lobby()
    page = ann.lobby()
    befriend(ann, bob)
    page.keyboard.press("f")
    row = page.locator(".table-row", has_text=bob.user)
    row.get_by_role("button", name=re.compile("^Play as partners")).click()
    asked = bob.page.locator(".call", has_text=f"{ann.user} wants to be your partner")
    bob.accessible("partner")
    asked.get_by_role("button", name="Accept").click()
    made = page.locator(".call", has_text=f"{bob.user} is your partner")
    expect(bob.page.locator(".call", has_text=f"{ann.user} is your partner")).to_be_visible()
    made.get_by_role("button", name="Guandan: find opponents").click()
    for one in (ann, bob):
        expect(one.page.locator(".call", has_text="Guandan: looking")).to_be_visible()
    ann.accessible("partners")
    bob.page.get_by_role("button", name="Stop looking").click()
    expect(page.locator(".call", has_text="your partner stopped")).to_be_visible()
    expect(bob.page.locator(".call", has_text="looking")).to_have_count(0)
    made.get_by_role("button", name="Part").click()
    expect(bob.page.locator(".call", has_text="You are partners no more")).to_be_visible()


def test_a_private_table_is_found_by_its_link_alone(visit: Visit) -> None:
    ann, bob, eve = account(visit, "Ann"), visit("phone"), visit()
    link = private_duel(ann)
    ann.accessible("private")
    eve.lobby()
    eve.page.goto(ann.page.url)
    expect(eve.page.locator(".prompt")).to_have_text("There is no such table.")
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Sit down").click()
    for one in (ann, bob):
        expect(one.page.locator(".prompt")).to_have_text("Ready to start?")
    expect(bob.page).to_have_url(re.compile(r"/table/\d+$"))
    bob.page.reload()
    expect(bob.page.locator(".prompt")).to_have_text("Ready to start?")


def test_the_host_sends_somebody_away_before_the_match(visit: Visit) -> None:
    ann, bob = visit(), visit("phone")
    table = ann.open_table("memory", {}, 3)
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_role("button", name=re.compile("^Send away")).click()
    ann.page.locator("dialog").get_by_role("button", name="Send away").click()
    expect(ann.page.locator(".waiting-seats .taken")).to_have_count(1)
    expect(bob.page.locator(".prompt")).to_have_text("The host has sent you away from this table.")


def test_a_friend_is_invited_to_the_table(visit: Visit) -> None:
    ann, bob = account(visit, "Ann"), account(visit, "Bob", "phone")
    bob.lobby()
    ann.lobby()
    befriend(ann, bob)
    private_duel(ann)
    ann.page.get_by_role("button", name=f"Invite: {bob.user}").click()
    invited = bob.page.locator(".call", has_text="invites you to a table: Duel")
    invited.get_by_role("button", name="Go there").click()
    bob.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator(".prompt")).to_have_text("Ready to start?")


def test_a_friend_is_seen_sitting_down_and_leaving(visit: Visit) -> None:
    ann, bob = account(visit, "Ann"), account(visit, "Bob", "phone")
    bob.lobby()
    ann.lobby()
    befriend(ann, bob)
    page = ann.page
    page.keyboard.press("f")
    row = page.locator(".table-row", has_text=bob.user)
    expect(row).to_contain_text("here now")
    bob.open_table("memory", {}, 3)
    expect(row).to_contain_text("at a table")
    bob.page.get_by_role("button", name="Leave the table").click()
    expect(row).to_contain_text("here now")
    table = bob.open_table("memory", {}, 3)
    row.get_by_role("button", name=re.compile("^Go to the table")).click()
    expect(page).to_have_url(re.compile(f"/table/{table}$"))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".waiting-seats .taken")).to_have_count(2)


def test_to_leave_is_not_to_give_up(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    guest.open_table("duel", {"mode": "HAND"}, 2, bots={"1": "steady"})
    expect(page.locator(".prompt")).to_have_text("Choose a card to play")
    page.get_by_role("button", name="Leave the table").click()
    guest.accessible("leave")
    page.get_by_role("button", name="Leave for now").click()
    page.get_by_role("button", name=re.compile("^Go back")).click()
    expect(page.locator(".prompt")).to_have_text("Choose a card to play")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("h1")).to_have_text("Pick a game")
    expect(page.get_by_role("button", name=re.compile("^Go back"))).to_have_count(0)


def test_leaders_are_listed_by_game(visit: Visit) -> None:
    guest = visit("phone", language="zh")
    guest.lobby()
    guest.page.goto(f"{guest.serving.url}/leaders")
    expect(guest.page.locator(".tab[aria-current]")).to_have_count(1)
    guest.accessible("leaders")
    guest.page.locator(".tab").last.click()
    expect(guest.page).to_have_url(re.compile("/leaders/"))


def test_the_example_of_the_client_plays_a_whole_duel_with_itself(visit: Visit) -> None:
    ann, bob = visit(), visit()
    head = (ROOT / "src/cutcard/web/client.js").read_text().split(" * Rules it keeps")[0]
    code = "\n".join(re.findall(r"^ \*     (.*)$", head, re.MULTILINE))
    assert 18 <= len(code.splitlines()) <= 24
    code = code.replace(
        'import {Client} from "./client.js"', "const {Client} = await import('/web/client.js')"
    )
    code = code.replace("wss://host/ws", f"{ann.serving.url.replace('http', 'ws')}/ws")
    said: list[str] = []
    for one in (ann, bob):
        one.allowed = ("Failed to load resource",)  # a picture alone has no icon
        one.page.goto(f"{one.serving.url}/web/css/icon.svg")  # our own page stays out of it
        one.page.on("console", lambda message: said.append(message.text))
        one.page.evaluate(f"async () => {{ {code} }}")
    until = time.monotonic() + 30
    while sum(line.startswith("the end") for line in said) < 2 and time.monotonic() < until:
        bob.page.wait_for_timeout(50)
    assert sum(line.startswith("the end") for line in said) == 2, said
    assert said.count("Ann: Good luck!") >= 2


def test_a_search_goes_on_after_the_server_was_killed(visit: Visit, mortal: Serving) -> None:
    guest = visit("wide", on=mortal)
    guest.allowed = UNREACHABLE
    page = guest.lobby()
    page.get_by_role("button", name="Duel: Find an opponent").click()
    expect(page.locator(".call")).to_contain_text("looking for somebody")
    mortal.kill()
    mortal.start()
    expect(page.locator(".connection")).to_be_empty(timeout=15_000)
    other = visit("phone", on=mortal)
    other.allowed = UNREACHABLE
    other.lobby().get_by_role("button", name="Duel: Find an opponent").click()
    for one in (guest, other):
        one.page.locator(".call").get_by_role("button", name="I am ready").click()
    for one in (guest, other):  # who was asked whether they are there is not asked again
        expect(one.page.locator(".prompt")).to_have_text("Choose a card to play")

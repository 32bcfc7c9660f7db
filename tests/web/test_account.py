"""What is one's own on the page: the name, one's data, and a session that has ended."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from .accounts import account, fresh
from .conftest import PASSWORD, Guest, Visit

pytestmark = pytest.mark.browser
PATIENT = {"roundTimeoutMs": 600_000, "gameTimeoutMs": 6_000_000}


def test_an_account_changes_its_name_and_the_table_says_so(visit: Visit) -> None:
    ann, bob = account(visit, "Ann"), visit("phone")
    table = ann.open_table("memory", {}, 3)
    expect(ann.page.locator(".waiting-seats .taken")).to_have_count(1)
    bob.lobby()
    bob.page.goto(f"{bob.serving.url}/table/{table}")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator(".waiting-seats .taken")).to_have_count(2)
    second = ann.context.new_page()
    second.goto(f"{ann.serving.url}/account")
    form = second.locator("form", has_text="you log in with it")
    second.get_by_label("Country").fill("Norway")
    renamed = fresh("Anna")
    form.get_by_label("Your name").fill(renamed)
    form.get_by_role("button", name="Change the name").click()
    expect(form.get_by_role("status")).to_have_text("Saved.")
    expect(second.locator("#own-name")).to_have_text(renamed)
    expect(second.get_by_label("Country")).to_have_value("Norway")  # what was typed stays
    expect(second.locator(".person")).to_have_text(renamed)
    for one in (ann, bob):
        expect(one.page.locator(".waiting-seats")).to_contain_text(renamed)
    second.reload()
    expect(second.locator(".person")).to_have_text(renamed)


def test_a_guest_with_another_name_keeps_his_seat(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    guest.open_table("duel", PATIENT, 2, bots={"1": "steady"})
    expect(page.locator(".prompt")).to_have_text("Pick a card from the deck")
    page.keyboard.press(",")
    page.get_by_label(re.compile("Your name")).fill("Zoe")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".people-list")).to_contain_text("Zoe")
    expect(page.locator("cut-seat.you")).to_contain_text("You")
    expect(page.locator(".place[aria-disabled=false]").first).to_be_visible()  # the bot took one
    page.goto(f"{guest.serving.url}/account")
    expect(page.get_by_text("Zoe becomes the account")).to_be_visible()
    form = page.locator("form", has_text="Change the name")
    form.get_by_label("Your name").fill("Zoë")
    form.get_by_role("button", name="Change the name").click()
    expect(page.get_by_text("Zoë becomes the account")).to_be_visible()
    guest.accessible("guest-account")


def test_a_name_that_is_taken_is_refused_beside_the_field(visit: Visit) -> None:
    ann, bob = account(visit, "Ann"), account(visit, "Bob", "phone", "zh")
    ann.lobby()
    page = bob.page
    page.goto(f"{bob.serving.url}/account")
    form = page.locator("form", has_text="登录时也用它")
    form.get_by_label("你的名字").fill(ann.user.upper())
    form.get_by_role("button", name="修改名字").click()
    expect(form.get_by_role("alert")).to_have_text("这个名字已被使用，请换一个。")
    bob.accessible("name-taken")
    for n in range(4):
        form.get_by_label("你的名字").fill(f"{bob.user}{n}")
        form.get_by_role("button", name="修改名字").click()
        if n < 3:
            expect(page.locator("#own-name")).to_have_text(f"{bob.user}{n}")
    expect(form.get_by_role("alert")).to_have_text("名字改得太频繁了，请稍后再试。")


def test_deleting_an_account_says_what_happens_and_asks_for_the_password(visit: Visit) -> None:
    ann = account(visit, "Ann", "phone", "zh")
    ann.allowed = ("Failed to load resource",)  # what Chromium says of a refusal
    page = ann.page
    table = ann.open_table("memory", {}, 3)
    expect(page.locator(".waiting-seats .taken")).to_have_count(1)
    page.goto(f"{ann.serving.url}/account")
    page.get_by_role("button", name="删除账号").click()
    dialog = page.locator("dialog")
    expect(dialog.locator("li")).to_have_count(4)
    expect(dialog).to_contain_text("无法撤销")
    ann.accessible("delete")
    for password, why in (("wrong horse", "密码不对。"), (PASSWORD, "请先离开你的牌桌。")):
        dialog.get_by_label("密码").fill(password)
        dialog.get_by_role("button", name="永久删除").click()
        expect(dialog.get_by_role("alert")).to_have_text(why)
    page.keyboard.press("Escape")
    page.goto(f"{ann.serving.url}/table/{table}")
    page.get_by_role("button", name="离开牌桌").click()
    page.wait_for_url(lambda where: "/table/" not in where)  # they have left
    page.goto(f"{ann.serving.url}/account")
    page.get_by_role("button", name="删除账号").click()
    dialog.get_by_label("密码").fill(PASSWORD)
    dialog.get_by_role("button", name="永久删除").click()
    expect(page.locator(".call")).to_contain_text("账号已删除")
    expect(page.locator(".sign-up")).to_have_count(1)
    page.locator(".account-link").click()
    form = page.locator("form", has_text="会留在此浏览器中")
    form.get_by_label("用户名").fill(ann.user)
    form.get_by_label("密码").fill(PASSWORD)
    form.get_by_role("button", name="登录").click()
    expect(form.get_by_role("alert")).to_have_text("用户名或密码不正确。")


def test_a_guest_takes_his_data_along_and_is_forgotten(visit: Visit) -> None:
    guest = visit()
    page = guest.lobby()
    before = page.locator(".person").inner_text()
    page.goto(f"{guest.serving.url}/account")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    assert download.value.suggested_filename == f"cutcard-{before}.json"
    assert json.loads(download.value.path().read_text())["name"] == before
    page.get_by_role("button", name="Forget this guest").click()
    dialog = page.locator("dialog")
    expect(dialog.get_by_label("Password")).to_have_count(0)  # a guest has none
    expect(dialog.locator("li")).to_have_count(4)
    guest.accessible("forget-guest")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".call")).to_contain_text("The guest is forgotten")
    expect(page.locator(".person")).not_to_have_text(before)
    expect(page.locator(".sign-up")).to_be_visible()


def end_sessions(guest: Guest) -> None:
    """As somebody does who logs out everywhere on another device."""
    request = urllib.request.Request(
        f"{guest.serving.url}/api/sessions",
        headers={"Authorization": f"Bearer {guest.token()}"},
        method="DELETE",
    )
    urllib.request.urlopen(request, timeout=10).close()


def test_a_session_that_ends_at_the_table_is_taken_up_there_again(visit: Visit) -> None:
    ann = account(visit, "Ann", "phone")
    page = ann.page
    ann.open_table("duel", PATIENT, 2, bots={"1": "steady"})
    expect(page.locator(".prompt")).to_have_text("Pick a card from the deck")
    second = ann.context.new_page()
    second.goto(f"{ann.serving.url}/account")
    expect(second.locator("#own-name")).to_have_text(ann.user)
    end_sessions(ann)
    for tab in (page, second):
        expect(tab.locator("dialog")).to_contain_text(f"Log in again to go on as {ann.user}.")
    ann.accessible("session-ended")
    page.keyboard.press("Escape")
    expect(page.locator(".connection")).to_contain_text("Your session has ended")
    page.get_by_role("button", name="Log in again").click()
    dialog = page.locator("dialog")
    expect(dialog.get_by_label("User name")).to_have_value(ann.user)
    dialog.get_by_label("Password").fill("wrong horse")
    dialog.get_by_role("button", name="Log in").click()
    expect(dialog.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Log in").click()
    expect(page.locator(".connection")).not_to_contain_text("ended")
    page.locator(".place:not(.gone)").first.click()  # the bot may have taken one
    expect(page.locator(".prompt")).not_to_have_text("Pick a card from the deck")
    expect(second.locator("dialog")).to_have_count(0)  # the other tab comes along
    expect(second.locator(".person")).to_have_text(ann.user)
    assert not any('"AUTH"' in frame and '"token"' not in frame for frame in ann.sent)


def test_nobody_with_an_old_session_becomes_a_guest_unless_he_chooses_to(visit: Visit) -> None:
    ann = account(visit, "Ann", language="zh")
    page = ann.lobby()
    end_sessions(ann)
    expect(page.locator("dialog")).to_be_visible()
    page.reload()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("登录已过期")
    expect(page.locator(".person")).to_have_text(ann.user)
    ann.accessible("session-ended")
    dialog.get_by_role("button", name="以访客身份继续").click()
    expect(page.locator(".sign-up")).to_be_visible()
    page.reload()
    expect(page.locator(".sign-up")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)


def test_a_guest_the_server_has_forgotten_is_told_so(visit: Visit) -> None:
    guest = visit()
    kept = json.dumps({"token": "nobody's", "name": "Gus", "guest": True})
    guest.page.goto(f"{guest.serving.url}/web/css/icon.svg")
    guest.allowed = ("Failed to load resource",)  # a picture alone has no icon
    guest.page.evaluate(f"localStorage.setItem('cutcard.me', {kept!r})")
    page = guest.lobby()
    expect(page.locator(".call")).to_contain_text("You are a new guest")
    expect(page.locator(".person")).to_have_text("Gus")

"""What is one's own on the page: the name, one's data, and a session that has ended."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from .conftest import Guest, Visit

pytestmark = pytest.mark.browser


def fresh(name: str) -> str:
    """A name nobody else in this run has."""
    return f"{name}{time.monotonic_ns() % 10**9}"


def account(visit: Visit, name: str, size: str = "wide", language: str = "en") -> Guest:
    guest = visit(size, language=language)
    guest.name = f"{size}-{language}-{name}"
    guest.user = fresh(name)
    guest.become(guest.user)
    return guest


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
    guest.open_table("duel", {}, 2, bots={"1": "steady"})
    expect(page.locator(".prompt")).to_have_text("Ready to start?")
    page.keyboard.press(",")
    page.get_by_label(re.compile("Your name")).fill("Zoe")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("cut-seat", has_text="Zoe")).to_be_visible()
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
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

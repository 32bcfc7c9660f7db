"""What keeps an account its owner's, on the page: codes at log-in, the places where one is logged
in, a forgotten password where no letters are sent, being kept out; and what one has done here."""

from __future__ import annotations

import re
import time
from base64 import b32decode

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from cutcard.lobby.factors import STEP, code_at

from .accounts import account
from .conftest import PASSWORD, Visit

pytestmark = pytest.mark.browser


def log_in(page: Page, user: str) -> None:
    form = page.locator("form", has_text="Log in")
    form.get_by_label("User name").fill(user)
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Log in").click()


def test_codes_at_log_in_and_sessions_ended_one_by_one(visit: Visit) -> None:
    ann, other = account(visit, "Ann", "phone"), visit("wide")
    page = ann.page
    ann.lobby()
    page.goto(f"{ann.serving.url}/account")
    page.get_by_role("button", name="Turn codes on").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Next").click()
    spelled = dialog.locator("code.hash").inner_text().replace(" ", "")
    ann.accessible("codes")
    dialog.get_by_label("Code").fill("000000")
    dialog.get_by_role("button", name="Turn codes on").click()
    expect(dialog.get_by_role("alert")).to_contain_text("code is wrong")
    secret = b32decode(spelled + "=" * (-len(spelled) % 8))
    dialog.get_by_label("Code").fill(code_at(secret, int(time.time()) // STEP))
    dialog.get_by_role("button", name="Turn codes on").click()
    recovery = dialog.locator(".recovery li").first.inner_text()
    dialog.get_by_role("button", name="I have kept them").click()
    expect(page.locator("#own-factor + p")).to_contain_text("Every log-in asks for a code")

    there = other.page
    there.goto(f"{other.serving.url}/account")
    log_in(there, ann.user)
    code = there.locator("input[name=code]")
    expect(code).to_be_visible()  # the password alone is not enough
    code.fill(recovery)
    there.locator("form", has_text="Log in").get_by_role("button", name="Log in").click()
    expect(there.locator(".account-link")).to_contain_text(ann.user)

    page.reload()
    rows = page.locator(".sessions li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="This one")).to_have_count(1)
    ann.accessible("account")
    rows.get_by_role("button", name=re.compile("^End it")).click()
    expect(rows).to_have_count(1)
    expect(there.get_by_role("dialog")).to_contain_text("session has ended")


def test_who_forgot_the_password_is_told_what_this_server_does(visit: Visit) -> None:
    guest = visit("phone")
    guest.allowed = ("Failed to load resource",)  # what Chromium says of a refusal
    page = guest.page
    page.goto(f"{guest.serving.url}/account")
    page.get_by_role("button", name="Forgot your password?").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("User name").fill("Ann")
    dialog.get_by_role("button", name="Send the code").click()
    expect(dialog.get_by_role("alert")).to_contain_text("ask whoever runs it")


def test_who_is_kept_out_is_told_why_and_not_knocking_again(visit: Visit) -> None:
    guest = visit("wide")
    page = guest.page
    opened: list[WebSocketRoute] = []
    why = '{"why":"rude words","until":1893456000000}'
    error = f'{{"v":1,"type":"ERROR","error":{{"code":"BANNED","message":"x","details":{why}}}}}'

    def door(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.send(error)
        socket.close(code=4006)

    page.route_web_socket(re.compile("/ws$"), door)
    page.goto(guest.serving.url)
    line = page.locator(".connection").filter(has_text="kept out")
    expect(line).to_contain_text("The reason: rude words.")
    expect(line).to_contain_text("Until")
    page.wait_for_timeout(1_000)
    assert len(opened) == 1
    line.get_by_role("button", name="Try again").click()
    page.wait_for_timeout(200)
    assert len(opened) == 2


def test_the_account_shows_what_one_has_done_best(visit: Visit) -> None:
    ann = account(visit, "Ann", "phone")
    page = ann.page
    ann.open_table("memory", {"gridSize": [2, 2], "autoStart": True}, 1)
    for first, second in (
        (0, 1),
        (2, 3),
        (0, 2),
        (1, 3),
        (0, 3),
        (1, 2),
    ):  # every pair there can be
        for place in (first, second):
            page.locator(".tile").nth(place).click(force=True)
            page.wait_for_timeout(150)
        if page.locator(".match-end").count():
            break
        page.wait_for_timeout(1_200)  # two that differ are covered again
    expect(page.locator(".match-end")).to_be_visible()
    page.goto(f"{ann.serving.url}/account")
    expect(page.locator(".records")).to_contain_text("Memory 2 × 2 · fewest moves")
    expect(page.locator(".records")).to_contain_text("fastest")

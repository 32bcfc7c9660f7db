"""A moderator acts from the page: what is done about somebody shows on their own screen at once
(issue 18, point 6)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visit
from .test_admin import appoint, complain

pytestmark = pytest.mark.browser


def act(page: Page, what: str, whom: str, why: str, span: str | None = None) -> None:
    form = page.locator("form.actform").first
    form.locator("select[name=act]").select_option(what)
    form.locator("[name=whom]").fill(whom)
    if span is not None:
        form.locator("select[name=span]").select_option(span)
    form.locator("[name=why]").fill(why)
    form.get_by_role("button", name="Do it").click()
    asked = page.locator("dialog.question")
    expect(asked).to_contain_text(why)
    asked.locator(".primary").click()


def test_mute_close_take_a_name_and_ban_from_the_page(visit: Visit) -> None:
    mia, ann, bob = visit(), visit(), visit()
    mia.become("Mia who minds")
    ann.become("Ann the loud")
    ann.lobby()
    number = ann.open_table("duel", {}, 2, private=False)
    talk = ann.page.get_by_label("Say something")
    expect(talk).to_be_visible()
    bob.page.goto(f"{bob.serving.url}/table/{number}")
    appoint(mia.serving, "Mia who minds")
    mia.lobby()
    page = mia.page
    page.goto(f"{mia.serving.url}/admin")
    trail = page.locator(".trail li")

    act(page, "mute", "Ann the loud", "too loud", "hour")
    expect(page.locator(".actform").get_by_text("Done.", exact=True)).to_be_visible()
    expect(trail.filter(has_text="Muted: Ann the loud")).to_contain_text("too loud")
    talk.fill("hello?")
    talk.press("Enter")
    expect(ann.page.locator("body")).to_contain_text("You may not talk for now")
    expect(ann.page.locator(".chat-lines")).not_to_contain_text("hello?")

    act(page, "close", str(number), "nobody plays here")
    expect(trail.filter(has_text="Table closed")).to_contain_text("nobody plays here")
    ann.page.wait_for_selector(".game, .table-closed, [role=alert]:not(:empty)")

    act(page, "name", "Ann the loud", "that is no name")
    expect(trail.filter(has_text="Name taken away")).to_contain_text("that is no name")
    ann.page.goto(f"{ann.serving.url}/account")
    expect(ann.page.locator("#main")).not_to_contain_text("Ann the loud")

    renamed = ann.page.evaluate("JSON.parse(localStorage.getItem('cutcard.me')).name")
    assert renamed != "Ann the loud"
    act(page, "ban", renamed, "enough", "day")
    expect(trail.filter(has_text="Banned")).to_contain_text("enough")
    expect(ann.page.locator(".connection")).to_contain_text("kept out")
    expect(ann.page.locator(".connection")).to_contain_text("enough")
    mia.accessible("admin-acts")

    ann.page.get_by_role("button", name="Say something against it").click()
    ann.page.get_by_label("What should a moderator know?").fill("it was my brother")
    ann.accessible("appeal")
    ann.page.get_by_role("button", name="Send it").click()
    expect(ann.page.get_by_text("A moderator will read it.").first).to_be_visible()
    page.reload()
    page.locator(".appeals li", has_text="it was my brother").get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=answer]").fill("mind your brother")
    dialog.get_by_role("button", name="Lift it").click()
    expect(page.locator(".appeals li")).to_have_count(0)
    ann.page.locator(".connection").get_by_role("button", name="Try again").click()
    expect(ann.page.locator(".connection")).to_be_empty()
    expect(ann.page.locator(".friends-link")).to_be_visible()


def test_what_cannot_be_done_is_said_where_it_was_asked(visit: Visit) -> None:
    mia = visit("phone")
    mia.become("Mia of the phone")
    mia.lobby()
    appoint(mia.serving, "Mia of the phone")
    page = mia.page
    page.goto(f"{mia.serving.url}/admin")
    act(page, "ban", "nobody of that name", "why not", "day")
    expect(page.locator(".actform [role=alert]")).to_contain_text("nobody", ignore_case=True)
    act(page, "close", "999999", "why not")
    expect(page.locator(".actform [role=alert]")).not_to_be_empty()
    mia.accessible("admin-phone")


def test_what_was_laid_on_somebody_is_lifted_from_their_case(visit: Visit) -> None:
    mia, bob, cas = visit(), visit(), visit()
    mia.become("Mia who lifts")
    bob.become("Bob the muted")
    cas.lobby()
    bob.lobby()
    number = bob.open_table("duel", {}, 2, private=False)
    complain(cas, "Bob the muted", number)
    appoint(mia.serving, "Mia who lifts")
    mia.lobby()
    page = mia.page
    page.goto(f"{mia.serving.url}/admin")
    act(page, "mute", "Bob the muted", "by mistake", "week")
    expect(page.locator(".trail li").filter(has_text="Muted: Bob")).to_have_count(1)
    page.locator(".reports li", has_text="Bob the muted").get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Laid on them before").click()
    dialog.get_by_role("button", name="Lift it").click()
    page.locator("dialog.question .primary").click()
    expect(dialog.locator(".caseblock li", has_text="by mistake")).to_contain_text("lifted")
    page.keyboard.press("Escape")
    page.reload()
    lifted = page.locator(".trail li").filter(has_text="Lifted")
    expect(lifted.filter(has_text="Bob the muted")).to_have_count(1)

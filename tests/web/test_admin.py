"""The house's own page: for moderators alone, with live charts, a report with its chat, an act on
somebody and the trail of it (issue 18, point 6)."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from ..browsing import Guest, Serving
from ..command import MAIN
from .conftest import Visit

pytestmark = pytest.mark.browser


def appoint(serving: Serving, name: str) -> None:
    command = [sys.executable, "-c", MAIN, "moderate", "appoint", name, "--db", str(serving.db)]
    subprocess.run(command, check=True, capture_output=True)


COMPLAIN = """([token, user, table]) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/ws`);
  const say = (type, payload) =>
    line.send(JSON.stringify({v: 1, type, correlationId: type, payload}));
  line.onmessage = ({data}) => {
    const {type} = JSON.parse(data);
    if (type === "SYSTEM_WELCOME") say("AUTH", {token});
    if (type === "AUTH_OK") say("REPORT", {user, table, reason: "insults"});
    if (type.startsWith("REPORT")) done(type);
  };
})"""


def complain(guest: Guest, user: str, table: int) -> None:
    assert guest.page.evaluate(COMPLAIN, [guest.token(), user, table]) == "REPORT_ACK"


def test_a_players_page_loads_none_of_it(visit: Visit) -> None:
    """No button, no code; and who writes the address is told that it is not for them."""
    guest = visit()
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    page = guest.lobby()
    expect(page.locator(".bar a[href='/admin']")).to_have_count(0)
    assert not [url for url in asked if "admin" in url or "cases" in url]
    page.goto(f"{guest.serving.url}/admin")
    expect(page.locator(".adm [role=alert]").first).not_to_be_empty()
    expect(page.locator(".adm .reports")).to_be_hidden()


def test_a_moderator_reads_a_report_and_acts(visit: Visit) -> None:
    mia, ann, bob = visit(), visit(), visit()
    mia.become("Mia of the house")
    ann.become("Ann the rude")
    ann.lobby()
    number = ann.open_table("duel", {}, 2, private=False)
    talk = ann.page.get_by_label("Say something")
    talk.fill("such a bore")
    talk.press("Enter")
    expect(ann.page.locator(".chat-lines")).to_contain_text("such a bore")
    rude = "Ann the rude"
    bob.lobby()
    complain(bob, rude, number)
    appoint(mia.serving, "Mia of the house")
    page = mia.lobby()
    page.locator(".bar a[href='/admin']").click()
    expect(page.locator(".atile")).to_have_count(6)
    expect(page.locator(".chart .line").first).to_be_attached(timeout=20_000)
    mia.accessible("admin")
    row = page.locator(".reports li", has_text=rude).first
    expect(row).to_contain_text("insults")
    row.get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".caselines").first).to_contain_text("such a bore")
    mia.accessible("admin-case")
    dialog.locator("select[name=act]").select_option("mute")
    dialog.locator("[name=why]").fill("be kind")
    dialog.get_by_role("button", name="Do it").click()
    page.locator("dialog.question .primary").click()
    expect(dialog.get_by_text("Done.", exact=True)).to_be_visible()
    dialog.locator("[name=verdict]").fill("muted")
    dialog.get_by_role("button", name="Done with it").click()
    expect(page.locator(".reports li", has_text=rude)).to_have_count(0)
    page.reload()
    trail = page.locator(".trail li")
    expect(trail.filter(has_text=f"Muted: {rude}")).to_contain_text("be kind")
    expect(trail.filter(has_text="Report settled")).to_contain_text(re.compile("muted"))

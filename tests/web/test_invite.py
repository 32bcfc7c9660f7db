"""A table with a free seat: a friend comes by its link, whatever the game, and a bot for who will
not wait; before a match and at a table that plays on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ..browsing import Visit
from .boxes import Measured

pytestmark = pytest.mark.browser
GAMES = {"duel": 2, "memory": 2, "guandan": 4, "battle": 2, "poker": 3}


def link_of(page: Page) -> str:
    """From the waiting seats, or at a table that plays from the dialog."""
    link = page.get_by_label("Link to this table")
    invite = page.get_by_role("button", name="Invite somebody", exact=True)
    expect(link.or_(invite)).to_be_visible()
    if not link.is_visible():
        invite.click()
    expect(link).to_have_value(re.compile("/join/"))
    return link.input_value()


@pytest.mark.parametrize(("host", "friend"), [("wide", "phone"), ("phone", "wide")])
def test_a_friend_joins_a_private_table_of_every_game_by_its_link(
    visit: Visit, host: str, friend: str
) -> None:
    ann, bob = visit(host), visit(friend)
    bob.lobby()
    for game, seats in GAMES.items():
        ann.open_table(game, {}, seats, private=True)
        bob.page.goto(link_of(ann.page))
        bob.page.get_by_role("button", name=re.compile("^Sit (down|here)")).first.click()
        expect(bob.page).to_have_url(re.compile(r"/table/\d+$"))  # a seat needs no link
        name = bob.page.evaluate("JSON.parse(localStorage.getItem('cutcard.me')).name")
        expect(ann.page.locator(".felt")).to_contain_text(name)
        for one in (ann, bob):
            measured = Measured()
            measured.look(one.page, game)
            assert not measured.faults, (game, one.name, measured.faults)


def test_a_bot_takes_one_free_seat(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.page
    guest.open_table("guandan", {}, 4, private=True)
    page.get_by_role("button", name="Add a bot: 3").click()
    rows = page.locator(".waiting-seats li")
    expect(rows.nth(2)).to_contain_text("Steady")
    expect(rows.nth(1)).to_contain_text("Free")
    guest.accessible("invite-waiting")
    guest.open_table("poker", {}, 3, private=True)
    page.get_by_role("button", name="Add a bot at seat 2").click()
    expect(page.locator(".spot").first).to_contain_text("Sharp")
    expect(page.get_by_role("button", name="Add a bot at seat 3")).to_be_visible()
    page.get_by_role("button", name="Invite somebody", exact=True).click()
    guest.accessible("invite-dialog")
    page.get_by_role("dialog").get_by_role("button", name="Add a bot").click()
    expect(page.get_by_role("button", name="Add a bot at seat 3")).to_be_hidden()
    expect(page.get_by_role("button", name="Invite somebody", exact=True)).to_be_hidden()

"""The screens that are looked at (test_screens.py): how one comes to each."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from ..browsing import Guest, Serving
from ..command import MAIN
from ..poker.scenes import opened
from .accounts import fresh
from .played import play

Screen = Callable[[Guest], None]
DUEL: dict[str, Any] = {
    "seats": 2,
    "options": {"mode": "HAND", "roundPauseMs": 50},
    "bots": {"1": "steady"},
}


def at(path: str, there: str) -> Screen:
    """An address, and what is there when it is."""

    def go(guest: Guest) -> None:
        guest.page.goto(guest.serving.url + path)
        expect(guest.page.locator(there).first).to_be_visible(timeout=30_000)

    return go


def laid(number: int, press: str = "", there: str = "", bot: str = "caller") -> Screen:
    """A scene of Poker (tests/poker/scenes.py); what is pressed there, and what then is seen."""

    def go(guest: Guest) -> None:
        options, seats = opened(number, resultDelay=600_000)
        guest.open_table(
            "poker", options, seats, bots=dict.fromkeys(map(str, range(1, seats)), bot)
        )
        guest.page.wait_for_selector(".asked.yours", timeout=60_000)
        for key in press:
            guest.page.keyboard.press(key)
        if there:
            expect(guest.page.locator(there).first).to_be_visible(timeout=30_000)

    return go


SHOWN = ".outcome:visible"
POKER: dict[str, Screen] = {
    "poker-sidepots": laid(9001),
    "poker-bets": laid(9012),
    "poker-river": laid(9002),
    "poker-showdown": laid(9002, "c", SHOWN),
    "poker-allin": laid(9003, "", ".equity"),
    "poker-twice": laid(9003, "y", SHOWN),
    "poker-hilo": laid(9004),
    "poker-hilo-shown": laid(9004, "c", SHOWN),
    "poker-stud": laid(9005),
    "poker-stud-shown": laid(9005, "c", SHOWN),
    "poker-nine": laid(9006),
    "poker-ten": laid(9007),
    "poker-bomb": laid(9008),
    "poker-bomb-shown": laid(9008, "c", SHOWN),
    "poker-six-cards": laid(9009),
    "poker-draw": laid(9010),
}


def named(guest: Guest, name: str) -> str:
    """Whoever comes is an account from now on."""
    user = fresh(name)
    guest.page.goto(guest.serving.url)
    guest.token()
    guest.page.evaluate("localStorage.removeItem('cutcard.me')")
    guest.become(user)
    guest.page.goto(guest.serving.url)
    return user


def asked(guest: Guest, path: str, wish: dict[str, Any]) -> Any:
    request = urllib.request.Request(
        guest.serving.url + path,
        json.dumps(wish).encode(),
        {"Authorization": f"Bearer {guest.token()}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def lobby(guest: Guest) -> None:
    guest.lobby()


def returning(guest: Guest) -> None:
    """Somebody with an account and a game to go on with."""
    named(guest, "Mira")
    guest.open_table("duel", {"roundTimeoutMs": 600_000}, 2, bots={"1": "steady"})
    guest.page.wait_for_selector(".asked.yours", timeout=60_000)
    guest.lobby()
    guest.page.wait_for_timeout(600)


def opening(game: str) -> Screen:
    def go(guest: Guest) -> None:
        guest.lobby().locator(f"[data-game={game}] .game-starts button").last.click()
        expect(guest.page.locator("dialog[open]")).to_be_visible()

    return go


def proved(guest: Guest) -> None:
    """A match that is over, with its deals proved."""
    guest.open_table("duel", {"maxRounds": 1, "roundPauseMs": 50}, 2, bots={"1": "steady"})
    page = guest.page
    page.locator(".place[aria-disabled=false]").nth(9).click()
    expect(page.locator(".match-end")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name=re.compile("Check the shuffle|检查洗牌|验证洗牌")).click()
    expect(page.locator(".match-end [role=status]").last).not_to_be_empty(timeout=30_000)


def profile(guest: Guest) -> None:
    """With matches of two games and a curve."""
    user = named(guest, "Nadia")
    for _ in range(4):
        play(guest.serving.url, guest.token(), "duel", **DUEL)
    for _ in range(80):  # it is counted beside the play
        guest.page.goto(f"{guest.serving.url}/player/{user}")
        guest.page.wait_for_selector(".matches li")
        rows = guest.page.locator(".match-row").count()
        if rows > 3 and guest.page.locator(".figure-card").count():
            break
        guest.page.wait_for_timeout(250)


def leaders(guest: Guest) -> None:
    profile(guest)
    at("/leaders/duel", "main h1")(guest)


def house(guest: Guest) -> None:
    user = named(guest, "Keeper")
    appoint(guest.serving, user)
    at("/admin", ".atile")(guest)
    expect(guest.page.locator(".chart .line").first).to_be_attached(timeout=30_000)


def appoint(serving: Serving, name: str) -> None:
    command = [sys.executable, "-c", MAIN, "moderate", "appoint", name, "--db", str(serving.db)]
    subprocess.run(command, check=True, capture_output=True)


STRUCTURE = [{"smallBlind": 10, "bigBlind": 20, "minutes": 5}]
CHIPS = {"name": "Evening", "game": "poker", "structure": STRUCTURE, "startStack": 1000}
CHIPS |= {"format": "sit-and-go", "tableSize": 4, "bots": True}


def registering(guest: Guest) -> None:
    made = asked(guest, "/api/events", {"terms": CHIPS, "bots": 2})
    at(f"/events/{made['event']}", ".tclock")(guest)


def strip(guest: Guest) -> None:
    """At a table of a tournament, with its line above."""
    made = asked(guest, "/api/events", {"terms": CHIPS, "bots": 3})
    at(f"/events/{made['event']}", ".tmine button.primary")(guest)
    guest.page.locator(".tmine button.primary").click()
    expect(guest.page.locator(".strip-line")).to_be_visible(timeout=60_000)
    guest.page.wait_for_selector(".mine cut-card", timeout=60_000)


def replayed(guest: Guest) -> None:
    first = {"type": "sit", "buyIn": 100, "post": True}
    options = {"startDelay": 50, "resultDelay": 50, "showDelay": 50}
    number = play(
        guest.serving.url,
        guest.token(),
        "poker",
        first=first,
        seats=2,
        options=options,
        bots={"1": "caller"},
    )
    at(f"/replay/{number}-1", ".replay .felt > *")(guest)
    guest.page.keyboard.press("End")


HOUSE: dict[str, Screen] = {
    "returning": returning,
    "opening-poker": opening("poker"),
    "opening-duel": opening("duel"),
    "proved": proved,
    "profile": profile,
    "leaders-board": leaders,
    "admin": house,
    "registering": registering,
    "strip": strip,
    "replay-poker": replayed,
}

"""Crazy Eights, a package of its own: checked, simulated, played over a server and in a browser."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from cutcard.client import Client

from ..browsing import ROOT, Serving, Visit
from ..command import MAIN
from .looking import LOOKS, play_out
from .terminal import typed_through


def run(site: Path, *words: str) -> str:
    """A command of Cutcard's where the game is installed."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_found_by_its_entry_point_and_passes_check(site: Path) -> None:
    told = run(site, "check", "crazy_eights", "--cases", "60")
    assert "crazy_eights: passes; 60 cases" in told


def test_its_own_tests_pass(site: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "examples/crazy_eights/tests"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout or "[100%]" in done.stdout


def test_a_person_plays_it_to_its_end_in_a_terminal(site: Path) -> None:
    told = typed_through("crazy_eights", "--seed", "eights", path=site)
    assert "on top:" in told
    assert re.search(r"\b(?:wins|win)\. Score", told)


def test_it_is_played_over_a_real_server(serving: Serving) -> None:
    """A socket against two bots, first move that is offered; the end is told to all."""

    async def match() -> list[str]:
        told = []
        async with await Client.connect(f"ws://127.0.0.1:{serving.port}/ws", legal=True) as ann:
            bots = {"1": "steady", "2": "random"}
            place = await ann.create("crazy_eights", seats=3, bots=bots)
            while not place.view.get("ended"):
                turn = ann.turn()
                if place.legal:
                    move = dict(place.legal[0])
                    turn.close()
                    await ann.play(place, move.pop("type"), move)
                else:
                    await turn
                told += [fact["type"] for fact in place.facts]
            assert len(place.view["players"]["1"]["hand"]) == place.view["players"]["1"]["cards"]
        return told

    told = asyncio.run(asyncio.wait_for(match(), 60))
    assert {"PLAYED", "GAME_END"} <= set(told)


def step(page: Page) -> None:
    """What a person would do who plays the first card that can be played."""
    suit = page.locator(".actions button:visible", has_text="♠")
    card = page.locator(".held[aria-disabled=false]").first
    if suit.count():
        suit.click()
    elif card.count():
        card.click()
    else:
        with suppress(PlaywrightTimeout):  # the bot may have answered meanwhile: then look again
            page.locator(".actions button.primary:visible").click(timeout=1000)


@pytest.mark.browser
@pytest.mark.parametrize(("look", "language"), [("wide", "en"), ("phone", "zh")])
def test_a_whole_game_against_a_bot_in_the_browser(visit: Visit, look: str, language: str) -> None:
    guest = visit(look, language=language)
    width, height = LOOKS[look]
    guest.page.set_viewport_size({"width": width, "height": height})
    page = guest.lobby()
    page.locator("[data-game=crazy_eights] .game-starts button").first.click()
    expect(page.locator(".game-crazy_eights .held").first).to_be_visible()
    guest.accessible("crazy-eights")
    play_out(page, step)
    guest.accessible("crazy-eights-over")

"""Issue 18, point 9: "You" is you, everywhere. Every line that a deal's log tells its own player is
read, in both languages: none calls them by their name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from ..command import QUICK_BOTS
from .accounts import account
from .conftest import Serving, Visit
from .played import play
from .test_replay import DUEL, POKER, seen

pytestmark = pytest.mark.browser
GAMES: dict[str, dict[str, Any]] = {
    "battle": {
        "seats": 2,
        "options": {"timers": "off", "decks": ["sampler", "sampler"], "turnLimit": 4},
        "bots": {"1": "random"},
    },
    "duel": DUEL,
    "guandan": {
        "seats": 4,
        "options": {"match": "deals", "deals": 1},
        "bots": {"1": "random", "2": "random", "3": "random"},
        "over": lambda view, facts: view.get("phase") in ("settle", "over"),
    },
    "memory": {
        "seats": 2,
        "options": {"mode": "versus", "gridSize": [2, 4], "autoStart": True, "matchDelayMs": 200},
        "bots": {"1": "master"},
    },
    "poker": {**POKER, "first": {"type": "sit", "buyIn": 100}},
}
YOU = {"en": "You", "zh": "你"}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("you"), main=QUICK_BOTS) as made:
        yield made


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_log_says_you_to_you(visit: Visit, serving: Serving, game: str, language: str) -> None:
    guest = account(visit, "zephyrine", language=language)
    guest.page.goto(serving.url)
    wish = {key: dict(value) if isinstance(value, dict) else value
            for key, value in GAMES[game].items()}  # fmt: skip
    table = play(serving.url, guest.token(), game, **wish)
    page = seen(guest, table)
    expect(page.locator(".replay-steps li").nth(1)).to_be_attached()
    lines = page.locator(".replay-steps li").all_inner_texts()
    assert not [line for line in lines if guest.user in line]
    assert [line for line in lines if YOU[language] in line or YOU[language].lower() in line]

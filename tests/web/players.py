"""How each game is played through its page: one decision at a time, by whatever hand.

A player looks at the screen alone and does the simplest thing that leads on; whether it is wise is
the bots' business. `act` may find that the table went on meanwhile: the caller looks again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

from .hands import Hand

ABLE = "[aria-disabled=false]"
BOTS = {"1": "steady", "2": "steady", "3": "steady"}


def shown(page: Page, what: str) -> Locator:
    return page.locator(what).locator("visible=true")


def said(page: Page) -> str:
    return page.locator(".prompt").inner_text()


def duel(page: Page, hand: Hand) -> None:
    chosen = shown(page, "cut-hand .held[aria-pressed=true]")
    held = shown(page, f"cut-hand .held{ABLE}")
    places = shown(page, f".spread.open .place{ABLE}")
    button = shown(
        page, f".duel .actions button.primary{ABLE}, .felt .actions button.primary{ABLE}"
    )
    if button.count():
        hand.press(button.first)
    elif chosen.count():
        hand.press(chosen.first)  # a second press submits, by keys
    elif held.count():
        hand.press(held.last)
    elif places.count():
        hand.press(places.nth(min(7, places.count() - 1)))


def memory(page: Page, hand: Hand) -> None:
    """With the memory of the page's own looks: what was seen once is found again."""
    ready = shown(page, f".felt .actions button.primary{ABLE}")
    if ready.count():
        hand.press(ready.first)
        return
    board = page.locator(".board.open")
    if not board.count():
        return
    cell = page.evaluate(PICK)
    if cell is not None:
        hand.press(page.locator(".tile").nth(cell))


# Which card to turn: the known partner of the one that lies open, else one not seen yet.
PICK = """() => {
  globalThis.known ??= {};
  if (!globalThis.watching) {
    globalThis.watching = new MutationObserver(() => note());
    globalThis.watching.observe(document.body, {subtree: true, attributes: true});
  }
  function note() {
    document.querySelectorAll(".tile").forEach((tile, cell) => {
      if (tile.dataset.look) globalThis.known[cell] = tile.dataset.look;
    });
  }
  note();
  const tiles = [...document.querySelectorAll(".tile")];
  const covered = tiles.map((tile, cell) => cell)
    .filter((cell) => tiles[cell].getAttribute("aria-disabled") === "false");
  if (!covered.length) return null;
  const open = tiles.findIndex((tile) => tile.classList.contains("flipped"));
  const known = globalThis.known;
  const twins = (cell) => covered.find((one) => one !== cell && known[one] === known[cell]);
  const mate = open >= 0 ? twins(open) : covered.find((c) => known[c] && twins(c) !== undefined);
  return mate ?? covered.find((cell) => !known[cell]) ?? covered[0];
}"""


def guandan(page: Page, hand: Hand) -> None:
    ready = shown(page, f".settled button.primary{ABLE}")
    taken = shown(page, f".takes button{ABLE}")
    play = shown(page, f".guandan .actions .primary{ABLE}")
    asked = said(page)
    for first in (ready, taken, play):
        if first.count():
            hand.press(first.first)
            return
    if "choose a card" in asked.lower():
        hand.press(shown(page, f"cut-hand .held{ABLE}").last)
    elif "Nothing" in asked:
        hand.press(page.get_by_role("button", name="Pass", exact=True))
    else:
        hand.press(page.get_by_role("button", name="Hint"))


def poker(page: Page, hand: Hand) -> None:
    """Calls, and puts everything in every third time, so that a match has an end."""
    enter = shown(page, f".coming .actions button{ABLE}")
    sure = shown(page, "dialog[open] .primary, dialog[open] .danger")
    two = shown(page, f".actions.two button{ABLE}")
    three = shown(page, f".three button{ABLE}")
    times = int(page.evaluate("globalThis.asked = (globalThis.asked ?? 0) + 1"))
    if sure.count():
        hand.press(sure.last)
    elif enter.count():
        hand.press(enter.first)
    elif two.count():
        hand.press(two.first)
    elif three.count():
        most = page.locator(".bar-of-play").get_by_role("button", name="All-in", exact=True)
        if times % 3 == 0 and most.locator("visible=true").count():
            hand.press(most.first)
            hand.press(three.last)
        else:
            hand.press(shown(page, f".three .primary{ABLE}").first)


def battle(page: Page, hand: Hand) -> None:
    """Plays what can be played, attacks with all, passes."""
    panel = page.locator(".bpicker:visible")
    main = page.locator(f".bgo:visible{ABLE}")
    if panel.count() and not panel.locator(".bstepper").count():
        done = panel.locator(".primary")
        hand.press((done if done.count() else panel.locator("button")).first)
        return
    target = page.locator(".bcard.target:visible, .bhero.target:visible, .bentry.target:visible")
    can = page.locator(".bhand .bcard.can:visible")
    idle = can.count() and not page.locator(".bcard.chosen").count()
    asked = said(page)
    if target.count():
        hand.press(target.first)
    elif ("discard" in asked and not main.count()) or ("Play cards" in asked and idle):
        hand.press(can.first)
    elif main.count():
        hand.press(main.first)


@dataclass(frozen=True)
class Game:
    """How a table of it is opened and played."""

    act: Callable[[Page, Hand], None]
    options: dict[str, Any]
    seats: int
    bots: dict[str, str]  # against a person alone
    beside: dict[str, str] = field(default_factory=dict)  # where two people play
    settings: dict[str, str] = field(default_factory=dict)  # of the browser


GAMES = {
    "duel": Game(duel, {"mode": "HAND", "roundPauseMs": 300}, 2, {"1": "reader"}),
    "memory": Game(
        memory,
        {"gridSize": [3, 4], "autoStart": True, "matchDelayMs": 120, "turnMs": 0},
        2,
        {"1": "elephant"},
    ),
    "guandan": Game(
        guandan,
        {"match": "deals", "deals": 1, "turnSeconds": 120},
        4,
        BOTS,
        {"1": "steady", "3": "steady"},
    ),
    "poker": Game(
        poker,
        {
            "startStack": 40,
            "bigBlind": 4,
            "startDelay": 600,
            "showDelay": 400,
            "actionTimeout": 120,
        },
        2,
        {"1": "caller"},
    ),
    "battle": Game(
        battle,
        {"timers": "off", "decks": ["beasts", "soldiers"]},
        2,
        {"1": "rookie"},
        settings={"cutcard.battle.tips": '["never"]', "cutcard.battle.autoPass": "false"},
    ),
}

"""What is looked at whatever the game: that all of it is on the screen, and a match to its end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

LOOKS = {"wide": (1440, 900), "phone": (390, 844)}
# Buttons, cards and the prompt that stick out of the window sideways, or buttons below it.
OUTSIDE = """() => [...document.querySelectorAll(".felt cut-card, .felt button, .prompt")]
    .filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.left < -0.5 || box.right > innerWidth + 0.5
        || (e.matches(".actions button:first-child") && box.bottom > innerHeight + 0.5))
    .map(([e]) => e.outerHTML.slice(0, 120))"""


def play_out(page: Page, step: Callable[[Page], None]) -> None:
    """Plays whenever one is asked to, until a rematch is offered."""
    over = page.locator(".match-end button.primary")
    for _ in range(600):
        if over.count():
            break
        if page.locator(".asked.yours").count():
            step(page)
            assert page.evaluate(OUTSIDE) == []
        page.wait_for_timeout(20)
    expect(over).to_be_visible()

"""Three ways to press a control: by mouse, by touch, and by keys alone.

`Keys` never sets a focus by script: it walks with Tab and Shift+Tab, and with arrows where one of a
group has the only tab stop, so a control that keys do not reach is a fault and no detour."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Error, Locator, Page

MOST = 120  # steps from anywhere to anything


class Hand(Protocol):
    def press(self, what: Locator) -> None: ...


class Mouse:
    def press(self, what: Locator) -> None:
        what.click()


class Touch:
    def press(self, what: Locator) -> None:
        what.tap()


# From where the focus is to the one wanted: the key that leads there, "" where it is there, null
# where it is gone: the table went on.
WAY = """(wanted, tried) => {
  const at = document.activeElement;
  if (!wanted.isConnected) return null;
  if (at === wanted) return "";
  const group = wanted.parentElement;
  if (wanted.tabIndex < 0 && group && group.contains(at) && at !== group) {
    const [a, b] = [at.getBoundingClientRect(), wanted.getBoundingClientRect()];
    const x = (b.left + b.right - a.left - a.right) / 2;
    const y = (b.top + b.bottom - a.top - a.bottom) / 2;
    const level = Math.abs(y) < a.height / 2;
    const across = x > 0 ? "ArrowRight" : "ArrowLeft";
    const along = y > 0 ? "ArrowDown" : "ArrowUp";
    const upright = Math.abs(x) < a.width / 4;
    const first = upright ? along : level ? across : along;
    return first === tried ? (first === across ? along : across) : first;
  }
  const goal = wanted.tabIndex < 0 ? group?.querySelector("[tabindex='0']") ?? wanted : wanted;
  const behind = at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING;
  return behind ? "Shift+Tab" : "Tab";
}"""
WHO = "() => { const at = document.activeElement; return at.dataset.cell ?? at.outerHTML; }"


class Keys:
    def press(self, what: Locator) -> None:
        page = what.page
        wanted = what.element_handle()
        assert wanted is not None
        before, tried = "", ""
        for _ in range(MOST):
            key = wanted.evaluate(WAY, tried)
            if key is None:
                return
            if not key:
                page.keyboard.press("Enter")
                return
            page.keyboard.press(key)
            after = page.evaluate(WHO)
            tried = key if after == before else ""  # that way leads no further
            before = after
        raise AssertionError(f"keys do not reach {wanted.evaluate('(one) => one.outerHTML')[:200]}")


HANDS: dict[str, Hand] = {"mouse": Mouse(), "touch": Touch(), "keys": Keys()}


def went(page: Page, fault: Error) -> bool:
    """Whether the table went on between looking and pressing, which is nobody's fault."""
    said = str(fault)
    return not page.is_closed() and any(
        word in said for word in ("Timeout", "detached", "not attached", "destroyed", "not visible")
    )

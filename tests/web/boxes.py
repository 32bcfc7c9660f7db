"""What a screen's boxes say: every control inside the window, and nothing on anything else.

Measured at each decision of the matrix (test_matrix.py), and of any screen a test shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Page

from ..browsing import SHOTS

# Controls, and what has to be read to use them, of the topmost dialog or else of the page. What
# scrolls by itself (log, talk, a list of decks) may be scrolled away, what lies behind a panel that
# asks is not asked for; nothing else may be out of reach. Cards of one hand lie over one another,
# so of each a strip has to be left that a press reaches.
MEASURE = """() => {
  const EDGE = 1, LAP = 2, STRIP = 600, OPEN = 0.75;
  const modal = [...document.querySelectorAll("dialog[open]")].at(-1);
  const ended = document.querySelector(".match-end"); // lies over its table, on purpose
  const over = ended?.checkVisibility() ? ended : null;
  const root = modal ?? over ?? document.body;
  const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const hidden = (one) => one.closest(".visually-hidden, [inert], .skip");
  const name = (one) => {
    const said = one.getAttribute("aria-label") || one.title || one.textContent.trim();
    return `${one.tagName.toLowerCase()}.${one.className} "${said.slice(0, 40)}"`;
  };
  const box = (one) => one.getBoundingClientRect();
  const clipped = (one, rect) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const {overflowX, overflowY} = getComputedStyle(up);
      const around = box(up);
      const [x, y] = [overflowX !== "visible", overflowY !== "visible"];
      if (x && (rect.left < around.left - EDGE || rect.right > around.right + EDGE)) return true;
      if (y && (rect.top < around.top - EDGE || rect.bottom > around.bottom + EDGE)) return true;
    }
    return false;
  };
  const USED = "button, a[href], input, select, textarea, summary, [role=button]";
  const READ = ".prompt, cut-seat, .asked cut-clock, .bhero";
  const rail = (one) => one.closest(".side, .scroll, [role=group][tabindex='0'], [role=log]");
  const layers = [...root.querySelectorAll(".bpicker, .bopening, .settled")].filter(seen);
  const behind = (one) => layers.some((layer) => {
    const [a, b] = [box(one), box(layer)];
    const lies = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return lies && !layer.contains(one) && !one.contains(layer);
  });
  const large = ({width, height}) => width > 0 && height > 0;
  const wanted = [...root.querySelectorAll(`${USED}, ${READ}`)].filter(
    (one) => seen(one) && !hidden(one) && !behind(one) && large(box(one)));
  const things = [], outside = [], laps = [], buried = [];
  let least = Infinity, edge = Infinity;
  for (const one of wanted) {
    const rect = box(one);
    const off = clipped(one, rect);
    if (off && rail(one)) continue;
    things.push({one, rect});
    const room = Math.min(rect.left, rect.top, innerWidth - rect.right, innerHeight - rect.bottom);
    edge = Math.min(edge, room);
    if (off || room < -EDGE) outside.push(name(one));
    if (one.matches("button, [role=button]")) least = Math.min(least, rect.width, rect.height);
  }
  const pile = (one) => one.closest("cut-hand, .spread, .bhand, .bfield, .bstack");
  const reached = ({one, rect}) => {
    let hits = 0;
    for (let i = 0; i < 7; i += 1) for (let j = 0; j < 7; j += 1) {
      const x = rect.left + ((i + 0.5) / 7) * rect.width;
      const y = rect.top + ((j + 0.5) / 7) * rect.height;
      const at = document.elementFromPoint(x, y);
      if (at && one.contains(at)) hits += 1;
    }
    return (hits / 49) * rect.width * rect.height;
  };
  for (const [i, first] of things.entries()) {
    if (pile(first.one) && first.one.matches(USED)) {
      if (reached(first) < Math.min(STRIP, first.rect.width * first.rect.height * 0.9))
        buried.push(name(first.one));
    } else if (first.one.matches(USED) && !rail(first.one)) {
      const area = first.rect.width * first.rect.height;
      if (reached(first) < area * OPEN) buried.push(`${name(first.one)} under something`);
    }
    for (const second of things.slice(i + 1)) {
      if (first.one.contains(second.one) || second.one.contains(first.one)) continue;
      if (pile(first.one) && pile(first.one) === pile(second.one)) continue;
      const [a, b] = [first.rect, second.rect];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > LAP && high > LAP)
        laps.push(`${name(first.one)} and ${name(second.one)} by ${wide | 0}x${high | 0}`);
    }
  }
  const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return {controls: things.length, least, edge, outside, laps, buried, beyond};
}"""


@dataclass
class Measured:
    """All decisions of one match that somebody saw."""

    decisions: int = 0
    controls: int = 0  # boxes measured in all
    least: float = 1e9  # the smallest side of a button, px
    edge: float = 1e9  # how near to the window's edge one came, px
    faults: dict[str, str] = field(default_factory=dict)  # what was wrong, at which prompt first

    def look(self, page: Page, what: str = "", name: str = "") -> None:
        """`name` is what a picture of the first fault is called."""
        found = page.evaluate(MEASURE)
        clean = not self.faults
        self.decisions += 1
        self.controls += found["controls"]
        self.least = min(self.least, found["least"] or 1e9)
        self.edge = min(self.edge, found["edge"] or 0)
        for kind in ("outside", "laps", "buried"):
            for one in found[kind]:
                self.faults.setdefault(f"{kind}: {one}", what)
        if found["beyond"] > 0:
            self.faults.setdefault(f"scrolls sideways by {found['beyond']} px", what)
        if name and clean and self.faults:
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SHOTS / f"fault-{name}.png")

    def row(self) -> str:
        return (
            f"{self.decisions:4} decisions {self.controls:6} boxes, least {self.least:5.1f} px, "
            f"edge {self.edge:5.1f} px, {len(self.faults)} faults"
        )

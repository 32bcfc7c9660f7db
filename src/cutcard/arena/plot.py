"""Stacks over time as one SVG: no script, no font of its own, readable in the dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDE, HIGH, EDGE, LEGEND = 960, 480, 56, 190
COLOURS = (
    *("#0b6e4f", "#c1121f", "#1d4e89", "#e09f3e", "#6a4c93", "#2a9d8f", "#8d5524", "#d81159"),
    "#5f7d95",
)
Line = Sequence[tuple[int, int]]  # at, stack


def plot(title: str, lines: Mapping[str, Line], whole: int) -> str:
    """One line a player, in the order given; `whole` is all chips in play."""
    last = max((line[-1][0] for line in lines.values() if line), default=1) or 1
    first = min((line[0][0] for line in lines.values() if line), default=0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img"'
        f' font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fdfcf8"/>',
        f'<text x="{EDGE}" y="24" font-size="16">{escape(title)}</text>',
        *_axes(first, last, whole),
    ]
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{_x(at, first, last):.1f},{_y(stack, whole):.1f}" for at, stack in line)
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.6" points="{points}"/>'
        )
        y = EDGE + 18 * number
        x = WIDE - LEGEND + 16
        parts.append(f'<rect x="{x}" y="{y - 9}" width="12" height="3" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="{y}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _axes(first: int, last: int, whole: int) -> list[str]:
    found = []
    for share in (0, 25, 50, 75, 100):
        y = _y(whole * share // 100, whole)
        found.append(
            f'<line x1="{EDGE}" x2="{WIDE - LEGEND}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        )
        found.append(f'<text x="{EDGE - 8}" y="{y + 4:.1f}" text-anchor="end">{share} %</text>')
    minutes = (last - first) // 60_000
    for step in range(5):
        at = first + (last - first) * step // 4
        x = _x(at, first, last)
        found.append(
            f'<text x="{x:.1f}" y="{HIGH - EDGE + 20}" text-anchor="middle">'
            f"{minutes * step // 4} min</text>"
        )
    return found


def _x(at: int, first: int, last: int) -> float:
    return EDGE + (WIDE - LEGEND - EDGE) * (at - first) / max(1, last - first)


def _y(stack: int, whole: int) -> float:
    return HIGH - EDGE - (HIGH - 2 * EDGE) * stack / max(1, whole)

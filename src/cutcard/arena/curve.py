"""Sums that grow deal by deal as one SVG: no script, no font of its own, readable in the dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from .plot import COLOURS, EDGE, HIGH, LEGEND, WIDE


def curve(title: str, lines: Mapping[str, Sequence[int]]) -> str:
    """One line a player, in the order given: where they stood after each deal, from 0 on."""
    values = [value for line in lines.values() for value in line]
    low, high = min(0, *values, 0), max(0, *values, 0)
    deals = max((len(line) for line in lines.values()), default=1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img"'
        f' font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fdfcf8"/>',
        f'<text x="{EDGE}" y="24" font-size="16">{escape(title)}</text>',
    ]
    for value in sorted({low, 0, high}):
        y = _y(value, low, high)
        parts.append(
            f'<line x1="{EDGE}" x2="{WIDE - LEGEND}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{EDGE - 8}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
        )
    for deal in sorted({0, deals // 2, deals}):
        x = _x(deal, deals)
        parts.append(f'<text x="{x:.1f}" y="{HIGH - EDGE + 20}" text-anchor="middle">{deal}</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour, y = COLOURS[number % len(COLOURS)], EDGE + 18 * number
        points = " ".join(
            f"{_x(at, deals):.1f},{_y(value, low, high):.1f}" for at, value in enumerate((0, *line))
        )
        x = WIDE - LEGEND + 16
        parts += [
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.6" points="{points}"/>',
            f'<rect x="{x}" y="{y - 9}" width="12" height="3" fill="{colour}"/>',
            f'<text x="{x + 18}" y="{y}">{escape(name)}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _x(deal: int, deals: int) -> float:
    return EDGE + (WIDE - LEGEND - EDGE) * deal / max(1, deals)


def _y(value: int, low: int, high: int) -> float:
    return HIGH - EDGE - (HIGH - 2 * EDGE) * (value - low) / max(1, high - low)

"""`cutcard arena`: matchmaking tried on a crowd that never was."""

from __future__ import annotations

from time import perf_counter

import click
from msgspec import json

from cutcard.arena.crowd import simulate

from .common import bars


@click.group("arena")
def command() -> None:
    """Matchmaking without a server."""


@command.command(
    "sim", epilog="Example:  cutcard arena sim --arrivals 10000 --a-minute 20 --seed 1"
)
@click.option("--arrivals", type=click.IntRange(2), default=10_000, show_default=True)
@click.option(
    "--a-minute", type=click.FloatRange(0.1), default=30.0, show_default=True, help="How many come."
)
@click.option(
    "--spread",
    type=click.FloatRange(0),
    default=250.0,
    show_default=True,
    help="Standard deviation of the ratings.",
)
@click.option("--seed", default="1", show_default=True, help="Any word; it decides everything.")
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def sim(*, arrivals: int, a_minute: float, spread: float, seed: str, as_json: bool) -> None:
    """Let tickets arrive by chance and match them; print gaps, waits and who was left."""
    begun = perf_counter()
    with bars() as progress:
        bar = progress.add_task("arrivals", total=arrivals)
        found = simulate(
            arrivals,
            a_minute,
            seed,
            spread=spread,
            progress=lambda count: progress.advance(bar, count),
        )
    seconds = perf_counter() - begun
    if as_json:
        figures = {
            "arrivals": found.arrivals,
            "matches": found.matches,
            "unmatched": found.unmatched,
            "passedOver": found.passed_over,
            "gap": dict(zip(("p50", "p95", "p99"), found.gaps, strict=True)),
            "waitMs": dict(zip(("p50", "p95", "p99"), found.waits, strict=True)),
            "seconds": round(seconds, 2),
        }
        click.echo(json.encode(figures).decode())
        return
    share = 100 * found.unmatched / found.arrivals
    gaps, waits = found.gaps, [ms / 1000 for ms in found.waits]
    click.echo(f"{found.arrivals:,} arrivals, {found.matches:,} matches, {seconds:.1f} s here")
    click.echo(f"  gap    p50 {gaps[0]:.0f}   p95 {gaps[1]:.0f}   p99 {gaps[2]:.0f}")
    click.echo(f"  waited p50 {waits[0]:.1f} s   p95 {waits[1]:.1f} s   p99 {waits[2]:.1f} s")
    click.echo(f"  unmatched at the end: {found.unmatched} ({share:.2f} %)")
    click.echo(f"  fitted another who was free and were passed over: {found.passed_over}")

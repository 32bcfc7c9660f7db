"""`cutcard check`: the conformance suite from a terminal."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import click
from msgspec import json, to_builtins

from cutcard.check import KINDS, Report, check
from cutcard.games import game_names

from .common import bars, the_game


@click.command(
    "check",
    epilog="Examples:  cutcard check duel memory --cases 10000   ·   cutcard check ./my_game   ·   "
    "cutcard check my_package.my_game --seed 1/42 (tries one case again)",
)
@click.argument("games", nargs=-1, metavar="[NAME|MODULE|FOLDER]...")
@click.option("--cases", default=400, show_default=True, help="How many deals of each game to try.")
@click.option(
    "--seed", default="1", show_default=True, help="Which deals; RUN/CASE is one of them."
)
@click.option("--seconds", type=float, help="Stop a game's cases after this long, and say so.")
@click.option("--processes", type=int, help="How many processes; by default one a core.")
@click.option(
    "--record", is_flag=True, help="Write what is private and compared to golden/leak.json."
)
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def command(
    *,
    games: tuple[str, ...],
    cases: int,
    seed: str,
    seconds: float | None,
    processes: int | None,
    record: bool,
    as_json: bool,
) -> None:
    """Try whether games keep the contract: determinism, refusals, copies, timers, and no leak.

    A case is one deal of one of the game's setups, played at random to its end and examined
    while it is replayed. Without a name every game is checked.
    """
    if cases < 1:
        raise click.BadParameter("at least 1", param_hint="--cases")
    run, slash, only = seed.partition("/")
    if not run or (slash and not only.isdigit()):
        raise click.BadParameter("a word, or RUN/CASE as a fault names it", param_hint="--seed")
    names = list(games) or game_names()
    for name in names:
        the_game(name)
    workers = processes or min(4, os.cpu_count() or 1)
    reports = []
    with bars() as progress:
        for name in names:
            bar = progress.add_task(name, total=1 if slash else cases)
            report = check(
                name,
                cases=cases,
                seed=seed,
                processes=workers,
                seconds=seconds,
                progress=partial(progress.advance, bar),
                record=record,
            )
            progress.remove_task(bar)
            reports.append(report)
            click.echo(text(report))
    ok = all(report.ok for report in reports)
    if as_json:
        click.echo(json.encode({"ok": ok, "games": [figures(one) for one in reports]}).decode())
    if not ok:
        raise click.exceptions.Exit(1)


def text(report: Report) -> str:
    """A report for people: what was tried, and what is wrong."""
    found = report.found
    lines = [
        f"{report.game}: {'passes' if report.ok else 'FAILS'}; {report.cases:,} cases on "
        f"{report.setups} setups in {report.seconds:.1f} s"
    ]
    lines += [f"  note: {note}" for note in report.notes]
    lines += [f"  {count:>10,} {what}" for what, count in sorted(found.tried.items())]
    if found.told:
        counts = ", ".join(f"{name} {found.compared[name]:,}" for name in sorted(found.told))
        lines.append(f"  facts compared: {counts}")
    if report.lists is not None:
        lines += paths("hidden from", report.lists.private)
        lines += paths("worlds parted for", report.lists.parted)
    for fault in report.faults:
        lines.append(f"\n  {fault.kind}: {KINDS[fault.kind]}\n    {fault.message}")
        where = f"case {fault.seed}" + (f", step {fault.step}" if fault.step >= 0 else "")
        lines.append(f"    {where}{'; ' if fault.setup else ''}{fault.setup}")
        if "/" in fault.seed:
            lines.append(f"    again: cutcard check {fault.game} --seed {fault.seed}")
    return "\n".join(lines)


def paths(what: str, places: list[str]) -> list[str]:
    """Places in views, first those of another seat, then those of a spectator."""
    lines = []
    for viewer, name in (("seat", "another seat"), ("spectator", "a spectator")):
        those = [place.partition(" ")[2] for place in places if place.startswith(viewer)]
        lines.append(f"  {what} {name}: {', '.join(those) or 'nothing'}")
    return lines


def figures(report: Report) -> dict[str, Any]:
    """A report for programs."""
    return {
        "game": report.game,
        "ok": report.ok,
        "cases": report.cases,
        "asked": report.asked,
        "setups": report.setups,
        "seconds": round(report.seconds, 2),
        "tried": dict(sorted(report.found.tried.items())),
        "compared": dict(sorted(report.found.compared.items())),
        "lists": to_builtins(report.lists),
        "notes": report.notes,
        "faults": to_builtins(report.faults),
    }

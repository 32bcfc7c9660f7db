"""`script/fuzz --inputs N [--only TARGET] [--seed S]`: so many inputs over all targets, with a line
of progress and a summary. Exit code 1 where one was not refused as it should be."""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from random import SystemRandom

import click

from .inputs import fuzz
from .targets import TARGETS


@click.command()
@click.option("--inputs", default=100_000, show_default=True, type=click.IntRange(1))
@click.option("--only", multiple=True, type=click.Choice(list(TARGETS)), help="Repeatable.")
@click.option("--seed", type=int, help="Of the first input; else a new one, which is printed.")
def main(inputs: int, only: tuple[str, ...], seed: int | None) -> None:
    """Give every reader of strangers' bytes so many inputs in all."""
    names = only or tuple(TARGETS)
    first = SystemRandom().randrange(2**40) if seed is None else seed
    click.echo(f"seed {first}")
    began, done, failed = time.perf_counter(), Counter[str](), []
    for turn, name in enumerate(names):
        share = inputs // len(names) + (turn < inputs % len(names))
        started = time.perf_counter()

        def told(many: int, name: str = name, share: int = share) -> None:
            done[name] = many
            spent = time.perf_counter() - began
            line = f"{name}: {many} of {share}; {done.total()} of {inputs} in {spent:.0f} s"
            click.echo(f"\r{line:<70}", nl=False, err=True)

        try:
            fuzz(name, share, first, told)
        except Exception:
            failed.append(name)
            click.echo(f"\n{name} FAILED:\n{traceback.format_exc(limit=-12)}")
        rate = done[name] / max(1e-9, time.perf_counter() - started)
        verdict = "FAILED" if name in failed else "ok"
        click.echo(f"\r{name:<12} {done[name]:>9} inputs  {rate:>7.0f}/s  {verdict:<40}")
    spent = time.perf_counter() - began
    click.echo(f"{done.total()} inputs in {spent:.0f} s, {len(failed)} targets failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

"""`cutcard stats`: statistics and achievements, made again from the deals that were played."""

from __future__ import annotations

import click

from cutcard.lobby.scorer import recounted

from .ratings import at, done, opened


@click.group("stats")
def command() -> None:
    """Statistics and achievements, made again from the deals that were played.

    \b
    cutcard stats rebuild --check    whether what is kept is what follows from the deals
    cutcard stats rebuild            make them again; stop the server first
    """


@command.command()
@at
@click.option("--check", is_flag=True, help="Change nothing. Exit code 1: some figure differs.")
def rebuild(where: str | None, check: bool) -> None:
    """Count every deal again from its log, and every player's statistics and achievements from
    those. A server must not be running; --check may be run beside one."""
    differ = done(_rebuild(where, check))
    for user in differ[:20]:
        click.echo(f"{user}'s record differs from what the deals say")
    click.echo(f"{len(differ)} records differ" if differ else "All is as it was kept.")
    if differ and check:
        raise SystemExit(1)


async def _rebuild(where: str | None, check: bool) -> list[str]:
    async with opened(where, read_only=check) as store:
        records, counted, differ = await recounted(store)
        if not check:
            await store.put_records(records, counted)
        return differ

"""`cutcard doctor`: looks whether a server can run well here, and says what to do where not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from . import checkup
from .checkup import FAIL, OK, WARN, Found
from .checkup_cache import cache
from .checkup_store import database
from .config import read, strangers
from .settings import Config, flags

COLOURS = {OK: "green", WARN: "yellow", FAIL: "red"}


@click.command()
@flags
@click.option("--json", "as_json", is_flag=True, help="As one JSON object; for programs.")
def doctor(*, config_file: Path | None, as_json: bool, **given: Any) -> None:
    """Look whether a server can run well here with these settings.

    Each line is ok, warn or fail, with what to do; nothing is changed. The exit code is 1 where
    something fails. A server may be running meanwhile.
    """
    found: list[Found] = []
    for one in _all(given, config_file):
        found.append(one)
        if not as_json:
            grade = click.style(f"{one.grade:4}", fg=COLOURS[one.grade])
            click.echo(f"{grade}  {one.what:10} {one.said}")
            if one.advice:
                click.echo(f"{'':6}{'':10} → {one.advice}")
    worst = FAIL if any(one.grade == FAIL for one in found) else OK
    if as_json:
        click.echo(msgspec.json.encode({"ok": worst == OK, "checks": found}).decode())
    if worst == FAIL:
        raise SystemExit(1)


def _all(given: dict[str, Any], config_file: Path | None) -> Iterator[Found]:
    try:
        config, _ = read(given, config_file)
    except click.UsageError as reason:
        yield Found("config", FAIL, reason.message, "`cutcard config` shows what is read")
        config = Config()
    else:
        yield Found("config", OK, "every setting can be read")
    for sentence in strangers():
        yield Found("config", WARN, sentence, "rename or remove it")
    yield from checkup.python()
    yield from checkup.packages()
    yield from checkup.compiled()
    yield from checkup.neighbours()
    yield from checkup.sqlite()
    yield from checkup.disk(config)
    yield from checkup.files()
    yield from checkup.clock()
    yield from checkup.network(config)
    yield from checkup.ports(config)
    yield from checkup.tls(config)
    yield from checkup.writing(config)
    yield from asyncio.run(_database(config))


async def _database(config: Config) -> list[Found]:
    found = [one async for one in database(config)]
    return found + [one async for one in cache(config)]

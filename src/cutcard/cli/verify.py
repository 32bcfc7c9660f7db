"""`cutcard verify`: whether a deal was what its server promised, offline."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from msgspec import json, to_builtins

from cutcard.fair import judge
from cutcard.fair.sentences import sentences

EXITS = {"PROVED": 0, "UNCHECKED": 3, "FALSE": 1}


@click.command("verify", epilog="Exit 0: proved. 3: could not be checked. 1: false.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path))
@click.option("--key", metavar="HEX", help="The server's public key, as you know it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
def command(*, files: tuple[Path, ...], key: str | None, as_json: bool) -> None:
    """Check deals kept as .cutcard files: nothing is asked of the server.

    What is proved, and what never can be, says docs/rules/fairness.md. The worst verdict of all
    files is the exit code.
    """
    if key is not None and (len(key) != 64 or set(key) - set("0123456789abcdef")):
        raise click.UsageError("--key takes 64 hex digits, as `cutcard config` shows them")
    worst = 0
    for path in files:
        try:
            text = path.read_bytes()
        except OSError as error:
            raise click.ClickException(f"{path} cannot be read: {error.strerror}") from None
        found = judge(text, key)
        if as_json:
            shown = {"file": str(path), **to_builtins(found), "said": sentences(found)}
            click.echo(json.encode(shown).decode())
        else:
            click.echo(f"{path}: {found.verdict} {found.code}")
            for sentence in sentences(found):
                click.echo(f"  {sentence}")
        worst = max(worst, EXITS[found.verdict], key=(0, 3, 1).index)
    sys.exit(worst)

"""`cutcard verify`: whether deals were what their server promised: files, offline; or all that a
database keeps."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click
from msgspec import json, to_builtins

from cutcard.fair import Key, Verdict, judge
from cutcard.fair.sentences import ONCE, Rate, rate_of, sentences
from cutcard.store.archive import where
from cutcard.store.opening import store_at
from cutcard.store.protocol import StoreError
from cutcard.table.auditing import Judged, judged_table
from cutcard.table.ruling import by_rules
from cutcard.table.wrapped import behind

EXITS = {"PROVED": 0, "UNCHECKED": 3, "FALSE": 1}
WORST = (0, 3, 1)
ODD = 0.02  # F8: of shares that did not come


@click.command("verify", epilog="Exit 0: proved. 3: could not be checked. 1: false.")
@click.argument("files", nargs=-1, metavar="[FILE…]", type=click.Path(path_type=Path))
@click.option("--key", metavar="HEX", help="The server's public key, as you know it.")
@click.option("--table", metavar="NUMBER", type=int, help="Every deal of a table in --db.")
@click.option("--store", is_flag=True, help="Every deal of every table in --db.")
@click.option("--db", default="cutcard.db", help="The database of --table and --store.")
@click.option(
    "--key-dir",
    type=click.Path(path_type=Path),
    envvar="CUTCARD_KEY_DIR",
    help="The folder by whose keys --db keeps sealed deals, where it has one.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a verdict.")
def command(
    *, files: tuple[Path, ...], key: str | None, table: int | None, store: bool, db: str,
    key_dir: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Check deals kept as .cutcard files: nothing is asked of the server. With --table or --store
    check what a database keeps: any byte changed in a stored log or chain is found.

    What is proved, and what never can be, says docs/rules/fairness.md. The worst verdict of all
    is the exit code.
    """
    if key is not None and (len(key) != 64 or set(key) - set("0123456789abcdef")):
        raise click.UsageError("--key takes 64 hex digits, as `cutcard config` shows them")
    wanted = bool(files) + (table is not None) + store
    if wanted != 1:
        raise click.UsageError("Name files, or one of --table NUMBER and --store")
    if files:
        sys.exit(_files(files, key, as_json))
    try:
        sys.exit(asyncio.run(_database((db, key_dir), table, key, as_json)))
    except StoreError as reason:
        raise click.ClickException(str(reason)) from None


def _files(files: tuple[Path, ...], key: str | None, as_json: bool) -> int:
    judged = []
    for path in files:
        try:
            text = path.read_bytes()
        except OSError as error:
            raise click.ClickException(f"{path} cannot be read: {error.strerror}") from None
        judged.append((str(path), by_rules(text, judge(text, key))))
    worst, rate = 0, rate_of(found for _, found in judged)
    for name, found in judged:
        worst = _said({"file": name}, name, found, as_json, worst, rate=rate)
    return worst


async def _database(
    where_from: tuple[str, Path | None], table: int | None, key: str | None, as_json: bool
) -> int:
    db, key_dir = where_from
    store = behind(store_at(db, read_only=True), key_dir)
    await store.open()
    try:
        if table is not None and (gone := await store.archived(table)) is not None:
            raise StoreError(where(table, gone))
        keys = await store.fair_keys()
        if not keys:
            raise StoreError(f"No deal of {db} was proved: it has no key.")
        if any(secret is not None and Key(secret).public != known for known, _, secret in keys):
            raise StoreError(f"{db} keeps a key that is not the one its deals are signed with.")
        numbers = await store.fair_tables() if table is None else [table]
        worst, seen = 0, []
        for number in numbers:
            async for one in judged_table(store, number, _key_of(keys, key)):
                seen.append(one)
                about = {"table": one.table, "deal": one.deal}
                name = f"table {one.table}, " + (f"deal {one.deal}" if one.deal else "its chain")
                worst = _said(about, name, one.found, as_json, worst)
        if not seen:
            raise StoreError("There is no proved deal there.")
        if not as_json:
            click.echo(_summary(seen))
        return worst
    finally:
        await store.close()


def _key_of(
    keys: Sequence[tuple[bytes, int, bytes | None]], pinned: str | None
) -> Callable[[int], bytes]:
    """F32: the key of a table opened at that time, or the one that the reader knows."""

    def of(created: int) -> bytes:
        if pinned is not None:
            return bytes.fromhex(pinned)
        return next((one for one, since, _ in reversed(keys) if since <= created), keys[0][0])

    return of


def _said(
    about: Mapping[str, object],
    name: str,
    found: Verdict,
    as_json: bool,
    worst: int,
    *,
    rate: Rate = ONCE,
) -> int:
    """Prints a verdict; the worst so far."""
    if as_json:
        shown = {**about, **to_builtins(found), "said": sentences(found, rate)}
        click.echo(json.encode(shown).decode())
    else:
        click.echo(f"{name}: {found.verdict} {found.code}")
        for sentence in sentences(found, rate):
            click.echo(f"  {sentence}")
    return max(worst, EXITS[found.verdict], key=WORST.index)


def _summary(seen: list[Judged]) -> str:
    """F8, F83: how many deals, voids and shares that did not come."""
    deals = [one.found for one in seen if one.deal]
    notes = [note.split() for one in seen for note in one.found.notes]
    withheld = sum(int(note[1]) for one in deals for note in map(str.split, one.notes)
                   if note[0] == "WITHHELD")  # fmt: skip
    voids = sum(int(note[1]) for note in notes if note[0] == "VOIDS")
    shares = sum(one.shares for one in deals) + withheld
    said = f"{len(deals)} deals, {voids} called off, {withheld} of {shares} shares did not come"
    return said + (": more than 2 %." if shares and withheld / shares > ODD else ".")

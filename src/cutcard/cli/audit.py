"""`cutcard audit`: who did what when, at a table or by a player, the operator's acts among it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import click
from msgspec import json

from cutcard.fair.lines import Lock
from cutcard.fair.writing import read_record
from cutcard.kernel.game import NATURE
from cutcard.lobby.finding import by_name
from cutcard.store.deal_line import DealLine
from cutcard.store.moderation import Act
from cutcard.store.protocol import DealLog, Entry, PastTable, Store, StoreError
from cutcard.wire.measure import open_moves

from .account import LOOK, in_file
from .account import _with as on_database

PAGE = 100
Line = tuple[int, dict[str, object]]
"""When, in epoch ms, and what."""


@click.command("audit")
@click.option("--table", metavar="NUMBER", type=click.IntRange(1), help="What was done there.")
@click.option("--player", metavar="NAME", help="What they did, by their name or id.")
@in_file
def command(*, table: int | None, player: str | None, db: str | None) -> None:
    """Print who did what when, one JSON object a line, oldest first: moves, and what operators
    and moderators did. Fields of a move are told where its game says that they are nobody's secret.

    Times of moves are the deal's own clock, which stands still while the server is down.
    """
    if table is None and player is None:
        raise click.UsageError("Name --table NUMBER, --player NAME, or both")

    async def show(store: Store) -> None:
        user = None if player is None else await _user(store, player)
        lines = [one async for one in _moves(store, table, user)]
        lines += [one async for one in _acts(store, table, user)]
        for at, line in sorted(lines, key=lambda one: one[0]):
            when = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
            click.echo(json.encode({"time": when.replace("+00:00", "Z"), **line}).decode())

    on_database(db, LOOK, lambda _, store: show(store))


async def _user(store: Store, name: str) -> str:
    found = await by_name(store, name) or await store.person(name)
    if found is None:
        raise StoreError(f"There is no player {name}.")
    return found.id


async def _moves(store: Store, table: int | None, user: str | None) -> AsyncIterator[Line]:
    async for line in _deals(store, table, user):
        log, past = await store.deal(line.table, line.deal), await store.past_table(line.table)
        if log is None or past is None:
            continue
        seats = await _seats(store, past, log)
        for entry in log.entries:
            who = None if entry.seat == NATURE else seats.get(entry.seat)
            if user is None or who == user:
                yield log.header.opened + entry.at, _told(log, entry, who)


async def _deals(store: Store, table: int | None, user: str | None) -> AsyncIterator[DealLine]:
    if user is None or table is not None:
        for one in await store.deals(table=table, limit=2**31 - 1):
            yield one
        return
    page = await store.past_deals(user, limit=PAGE)
    while True:
        for one in page.lines:
            yield one
        if page.next is None:
            return
        page = await store.past_deals(user, before=page.next, limit=PAGE)


async def _seats(store: Store, past: PastTable, log: DealLog) -> dict[int, str]:
    """Who held which seat of a deal: as its lock says, or else as the table does."""
    header = log.header
    for row in await store.fair_rows(header.table, header.deal):
        record = read_record(row.kind, row.line) if row.kind == Lock.kind else None
        if isinstance(record, Lock):
            return {one.seat: one.user for one in record.seats}
    held = (row for row in past.seats if row.user is not None and row.since <= header.deal)
    return {row.seat: row.user for row in held if row.user is not None}


def _told(log: DealLog, entry: Entry, who: str | None) -> dict[str, object]:
    fields = json.decode(entry.move)
    tag = fields.pop("type")
    line: dict[str, object] = {
        "table": log.header.table, "deal": log.header.deal, "n": entry.n, "seat": entry.seat,
        "player": who, "move": tag, "key": entry.key,
    }  # fmt: skip
    return {**line, "fields": fields} if fields and tag in open_moves(log.header.game) else line


async def _acts(store: Store, table: int | None, user: str | None) -> AsyncIterator[Line]:
    seen = 0
    while page := await store.acts(after=seen):
        seen = page[-1].id
        for act in page:
            if _about(act, table, user):
                yield act.at, _act(act)


def _about(act: Act, table: int | None, user: str | None) -> bool:
    named: Sequence[str] = (act.by, act.whom)
    return (table is None or act.table == table) and (user is None or user in named)


def _act(act: Act) -> dict[str, object]:
    by = act.by or "the command line"
    return {"by": by, "act": act.what, "whom": act.whom, "table": act.table, "why": act.why}

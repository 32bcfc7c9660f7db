"""`cutcard moderate`: what a moderator does, out of the database itself. Beside a running server it
takes effect there within a second: the server reads the trail of acts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import json, to_builtins

from cutcard.lobby.bars import net_of
from cutcard.lobby.moderation import Moderation
from cutcard.lobby.unwanted import Unwanted
from cutcard.store.moderation import Sanction
from cutcard.store.people import MODERATOR, PLAYER
from cutcard.store.protocol import Store
from cutcard.table.house import epoch_ms
from cutcard.table.words import Refusal

from .account import BESIDE, LOOK, in_file
from .account import _with as on_database

T = TypeVar("T")
UNITS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000}

why = click.option("--why", required=True, help="The reason; who is refused is told it.")
lasting = click.option("--for", "lasts", metavar="30m|12h|7d|4w", help="How long it stands.")
ending = click.option("--until", metavar="DATE", help="Until when, as 2027-01-31 or with a time.")


@click.group()
def moderate() -> None:
    """Suspend, ban, mute, close tables, take names away; reports, appeals and the trail.

    \b
    cutcard moderate suspend Ann --for 7d --why "insults in chat"
    cutcard moderate ban 2001:db8::/48 --for 1d --why "a flood of guests"
    cutcard moderate reports               what waits, one JSON object a line
    cutcard moderate trail                 who did what to whom, when and why
    """


@moderate.command()
@click.argument("name")
@lasting
@ending
@why
@in_file
def suspend(name: str, lasts: str | None, until: str | None, why: str, db: str | None) -> None:
    """Keep somebody out for a time, by their name or id."""
    ends = _ends(lasts, until)
    if ends is None:
        raise click.UsageError("A suspension ends: say --for or --until; for good is: ban.")
    _say(_act(db, lambda does: does.suspend(None, name, ends, why)))


@moderate.command()
@click.argument("whom")
@lasting
@ending
@why
@in_file
def ban(whom: str, lasts: str | None, until: str | None, why: str, db: str | None) -> None:
    """Keep somebody out, or a range of addresses: a name, an id, 10.1.0.0/16 or 2001:db8::/48. For
    good, unless an end is named."""
    ends, ranged = _ends(lasts, until), _is_range(whom)
    user, net = (None, whom) if ranged else (whom, None)
    _say(_act(db, lambda does: does.ban(None, user, net, ends, why)))


@moderate.command()
@click.argument("name")
@lasting
@ending
@why
@in_file
def mute(name: str, lasts: str | None, until: str | None, why: str, db: str | None) -> None:
    """Let somebody say nothing at any table."""
    ends = _ends(lasts, until)
    _say(_act(db, lambda does: does.mute(None, name, ends, why)))


@moderate.command()
@click.argument("sanction", type=click.IntRange(1))
@why
@in_file
def lift(sanction: int, why: str, db: str | None) -> None:
    """End a suspension, a ban or a mute, or give a name back to be chosen again."""
    _act(db, lambda does: does.lift(None, sanction, why))
    click.echo(f"Sanction {sanction} is lifted.")


@moderate.command("close")
@click.argument("table", type=click.IntRange(1))
@why
@in_file
def close_table(table: int, why: str, db: str | None) -> None:
    """Close a table: its match is called off, chips go back. The running server does it."""
    _act(db, lambda does: does.close(None, table, why))
    click.echo(f"The server closes table {table} as soon as it runs, if it is open.")


@moderate.command("name")
@click.argument("name")
@why
@in_file
def take_name(name: str, why: str, db: str | None) -> None:
    """Take somebody's name away; they are called something made up until they choose another."""
    laid, person = _act(db, lambda does: does.take_name(None, name, why))
    click.echo(f"{name} is {person.name} now (sanction {laid.id}).")


@moderate.command()
@click.option("--all", "everything", is_flag=True, help="Those that are done with, too.")
@in_file
def reports(everything: bool, db: str | None) -> None:
    """Print reports that wait, oldest first, one JSON object a line."""

    async def show(store: Store) -> None:
        after = 0
        while page := await store.reports(after=after, waiting=not everything):
            after = page[-1].id
            for one in page:
                told = to_builtins(one)
                _line(told | {part: json.decode(told[part]) for part in ("said", "chat")})

    on_database(db, LOOK, lambda _, store: show(store))


@moderate.command()
@click.argument("report", type=click.IntRange(1))
@click.argument("verdict")
@in_file
def settle(report: int, verdict: str, db: str | None) -> None:
    """Be done with a report."""
    _act(db, lambda does: does.settle(None, report, verdict))
    click.echo(f"Report {report} is settled.")


@moderate.command()
@click.option("--all", "everything", is_flag=True, help="Those that were answered, too.")
@in_file
def appeals(everything: bool, db: str | None) -> None:
    """Print appeals that wait for an answer, one JSON object a line."""

    async def show(store: Store) -> None:
        after = 0
        while page := await store.appeals(after=after, waiting=not everything):
            after = page[-1].id
            for one in page:
                _line(to_builtins(one))

    on_database(db, LOOK, lambda _, store: show(store))


@moderate.command()
@click.argument("appeal", type=click.IntRange(1))
@click.argument("text")
@click.option("--grant", is_flag=True, help="And lift the sanction.")
@in_file
def answer(appeal: int, text: str, grant: bool, db: str | None) -> None:
    """Answer an appeal; who sent it is told the answer where they are refused next."""
    _act(db, lambda does: does.answer(None, appeal, text, grant=grant))
    click.echo(f"Appeal {appeal} is answered" + (", and the sanction lifted." if grant else "."))


@moderate.command()
@click.argument("name", required=False)
@in_file
def sanctions(name: str | None, db: str | None) -> None:
    """Print the sanctions that stand, or all that were ever laid on somebody."""

    async def show(store: Store) -> None:
        if name is None:
            found = await store.sanctions(epoch_ms())
        else:
            found = await store.sanctions_of((await Moderation(store).find(name)).id)
        for one in found:
            _line(to_builtins(one))

    on_database(db, LOOK, lambda _, store: show(store))


@moderate.command()
@click.option("--after", type=click.IntRange(0), default=0, help="From this number on.")
@in_file
def trail(after: int, db: str | None) -> None:
    """Print every act: who did what to whom, when and why, one JSON object a line."""

    async def show(store: Store) -> None:
        seen = after
        while page := await store.acts(after=seen):
            seen = page[-1].id
            for one in page:
                _line(to_builtins(one))

    on_database(db, LOOK, lambda _, store: show(store))


@moderate.command()
@click.argument("name")
@click.option("--remove", is_flag=True, help="Take the role away again.")
@in_file
def appoint(name: str, remove: bool, db: str | None) -> None:
    """Make somebody a moderator."""
    role = PLAYER if remove else MODERATOR
    _act(db, lambda does: does.appoint(None, name, role, "by the command line"))
    click.echo(f"{name} is a {role} now.")


@moderate.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@in_file
def words(file: Path | None, db: str | None) -> None:
    """Try a list of unwanted words, the one that comes along unless another is named, and tell the
    running server to read its own anew."""
    try:
        found = Unwanted(file)
    except ValueError as no:
        raise click.ClickException(str(no)) from None
    _act(db, lambda does: does.reload_words(None))
    click.echo(f"{len(found)} entries. A running server reads its list anew.")


def _act(db: str | None, work: Callable[[Moderation], Awaitable[T]]) -> T:
    return on_database(db, BESIDE, lambda _, store: work(Moderation(store)))


def _say(laid: Sanction) -> None:
    ends = "for good" if laid.until is None else f"until {_time(laid.until)}"
    click.echo(f"Sanction {laid.id}: {laid.kind} of {laid.user or laid.net}, {ends}.")


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _line(told: dict[str, Any]) -> None:
    click.echo(json.encode(told).decode())


def _is_range(whom: str) -> bool:
    """What has a dot or colon and can be read as one; a name may have them too."""
    try:
        net_of(whom)
    except Refusal as no:
        if "/" in whom and re.fullmatch(r"[0-9a-fA-F.:]+/\d+", whom):
            raise click.UsageError(no.message) from None
        return False
    return True


def _ends(lasts: str | None, until: str | None) -> int | None:
    """When it ends, epoch ms; None: never."""
    if lasts is not None and until is not None:
        raise click.UsageError("Say --for or --until, not both.")
    if lasts is not None:
        found = re.fullmatch(r"(\d{1,5})([mhdw])", lasts.strip())
        if found is None:
            raise click.BadParameter("say 30m, 12h, 7d or 4w", param_hint="--for")
        return epoch_ms() + int(found[1]) * UNITS[found[2]]
    if until is None:
        return None
    try:
        at = datetime.fromisoformat(until)
    except ValueError:
        hint = "say it as 2027-01-31 or 2027-01-31T18:00"
        raise click.BadParameter(hint, param_hint="--until") from None
    return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)

"""`cutcard account`: accounts and the chip ledger, out of the database itself.

Beside a running server what does not change what it holds in memory is done at once; the rest
says that the server must be stopped first.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe
from typing import TypeVar

import click
from msgspec import json, to_builtins

from cutcard.lobby.accounts import Accounts
from cutcard.lobby.chips import conserved, ledger_csv
from cutcard.lobby.entrance import user_of
from cutcard.lobby.forms import SignUp
from cutcard.lobby.sessions import session_name
from cutcard.lobby.sweep import GUEST_DAYS, sweep_guests
from cutcard.store.opening import is_address, shown, store_at
from cutcard.store.people import ADMIN, BANK, PLAYER, table_account
from cutcard.store.protocol import InUse, Store, StoreError
from cutcard.table.house import epoch_ms
from cutcard.table.words import Refusal

from .config import read

T = TypeVar("T")
LOOK, BESIDE, MAKE, ALONE = "look", "beside", "make", "alone"
STOP_IT = "A server is using {db}, and holds balances and seats in memory: stop it first."

in_file = click.option(
    "--db",
    metavar="FILE|ADDRESS",
    help="The server's SQLite file or postgresql:// address; else what `cutcard config` says.",
)


@click.group()
def account() -> None:
    """Make and look after accounts, and the ledger of their chips.

    \b
    cutcard account create Ann --admin    asks for a password, or makes one with --generate
    cutcard account reset Ann             a new password for somebody who forgot theirs
    cutcard account sessions Ann          where they are logged in; log-out ends one or all
    cutcard account invite                a code to sign up with, where that is by invitation
    cutcard account ledger > chips.csv    every booking of play chips
    """


@account.command()
@click.argument("name")
@click.option("--admin", is_flag=True, help="With the role of an admin.")
@click.option("--generate", is_flag=True, help="Make a password and print it.")
@click.option("--fullname", default="")
@click.option("--email", default="")
@in_file
def create(
    name: str, *, admin: bool, generate: bool, fullname: str, email: str, db: str | None
) -> None:
    """Make an account, whatever the server's registration is."""
    if generate:
        password = token_urlsafe(12)
    else:
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    form = SignUp(name, password, fullname=fullname, email=email)
    role = ADMIN if admin else PLAYER
    user = _with(db, MAKE, lambda people, _: people.create(form, role))
    click.echo(f"{user.name} has account {user.number}" + (", as an admin." if admin else "."))
    if generate:
        click.echo(f"Password: {password}")


@account.command()
@click.argument("name")
@click.option("--remove", is_flag=True, help="Take the role away again.")
@in_file
def admin(name: str, remove: bool, db: str | None) -> None:
    """Make somebody an admin: they may reset passwords and invite people."""
    role = PLAYER if remove else ADMIN
    _with(db, BESIDE, lambda people, _: people.set_role(None, name, role))
    click.echo(f"{name} is {'a player' if remove else 'an admin'} now.")


@account.command()
@click.argument("name")
@in_file
def reset(name: str, db: str | None) -> None:
    """Give somebody a new password, and end all their sessions; on a running server their
    connections end too, within a second."""
    password = _with(db, BESIDE, lambda people, _: people.reset_password(None, name))
    click.echo(f"New password of {name}: {password}")


@account.command()
@click.argument("name")
@in_file
def sessions(name: str, db: str | None) -> None:
    """List where somebody is logged in: name of the session, from where, since when, last used."""

    async def show(people: Accounts, _: Store) -> None:
        for one in await people.sessions(user_of(await people.find(name))):
            when = [datetime.fromtimestamp(at / 1000, UTC) for at in (one.created, one.last_seen)]
            since, used = (f"{at:%Y-%m-%d %H:%M}" for at in when)
            click.echo(f"{session_name(one.hash)}  {one.label:<8}  {since}  {used}")

    _with(db, LOOK, show)


@account.command("log-out")
@click.argument("name")
@click.argument("session", required=False)
@in_file
def log_out(name: str, session: str | None, db: str | None) -> None:
    """End one of somebody's sessions, or all of them; their connections end within a second."""

    async def end(people: Accounts, _: Store) -> None:
        user = user_of(await people.find(name))
        if session is None:
            await people.log_out_everywhere(user)
        else:
            await people.end_session(user, session)

    _with(db, BESIDE, end)
    click.echo(f"{name} is logged out{' everywhere' if session is None else ' there'}.")


@account.command("drop-totp")
@click.argument("name")
@in_file
def drop_totp(name: str, db: str | None) -> None:
    """Take away the second factor of somebody who has lost it, and their recovery codes too."""

    async def drop(people: Accounts, _: Store) -> bool:
        return await people.factors.end((await people.find(name)).id)

    had = _with(db, BESIDE, drop)
    click.echo(f"{name} has {'no second factor any more' if had else 'no second factor'}.")


@account.command()
@click.option("--days", type=click.FloatRange(1), default=GUEST_DAYS, show_default=True)
@in_file
def sweep(days: float, db: str | None) -> None:
    """Forget guests who were not here for so many days; a running server does so by itself."""

    async def go(_: Accounts, store: Store) -> tuple[int, int]:
        return await sweep_guests(store, epoch_ms(), days, lambda user: False)

    removed, emptied = _with(db, ALONE, go)
    click.echo(f"{removed} guests removed who did nothing, {emptied} emptied who are gone.")


@account.command()
@click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True)
@in_file
def invite(count: int, db: str | None) -> None:
    """Print codes with which people can sign up within 30 days, each once."""

    async def codes(people: Accounts, _: Store) -> list[str]:
        return [await people.invitation(None) for _ in range(count)]

    for code in _with(db, BESIDE, codes):
        click.echo(code)


@account.command("list")
@click.option("--guests", is_flag=True, help="Guests too.")
@in_file
def list_(guests: bool, db: str | None) -> None:
    """List accounts: number, name, role, chips, and the day they were made."""

    async def show(_: Accounts, store: Store) -> None:
        after = 0
        while page := await store.list_people(after=after):
            after = page[-1].person.number
            for one in page:
                if guests or not one.person.guest:
                    role = "guest" if one.person.guest else one.person.role
                    day = datetime.fromtimestamp(one.created / 1000, UTC).date()
                    number, name = one.person.number, one.person.name
                    click.echo(f"{number:>6}  {name:<32}  {role:<6}  {one.balance:>10}  {day}")

    _with(db, LOOK, show)


@account.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@in_file
def delete(name: str, yes: bool, db: str | None) -> None:
    """Delete an account: all that is personal goes, games and ledger stay without it."""
    if not yes:
        click.confirm(f"Delete everything personal about {name}?", abort=True)

    async def remove(people: Accounts, _: Store) -> None:
        await people.remove(user_of(await people.find(name)))

    _with(db, ALONE, remove)
    click.echo(f"{name} is deleted.")


@account.command()
@click.argument("name")
@click.argument("chips", type=click.IntRange(1, 10**9))
@in_file
def grant(name: str, chips: int, db: str | None) -> None:
    """Give somebody chips from the bank, when they have lost theirs."""

    async def give(people: Accounts, store: Store) -> int:
        return await store.grant((await people.find(name)).id, chips)

    click.echo(f"{name} has {_with(db, ALONE, give)} chips now.")


@account.command()
@click.argument("name", required=False)
@click.option("--table", type=click.IntRange(1), help="Only what lay on this table.")
@click.option("--bank", is_flag=True, help="Only the bank's side.")
@in_file
def ledger(name: str | None, table: int | None, bank: bool, db: str | None) -> None:
    """Print the chip ledger as CSV: all of it, an account's, a table's or the bank's."""
    if (name is not None) + (table is not None) + bank > 1:
        raise click.UsageError("Name an account, a table or the bank, not several.")

    async def show(people: Accounts, store: Store) -> None:
        whose = BANK if bank else None if table is None else table_account(table)
        if name is not None:
            whose = (await people.find(name)).id
        async for part in ledger_csv(store, whose):
            click.echo(part, nl=False)

    _with(db, LOOK, show)


@account.command()
@in_file
def reports(db: str | None) -> None:
    """Print what people reported about others, oldest first, one JSON object a line: who, whom,
    why, and what the other had said."""

    async def show(_: Accounts, store: Store) -> None:
        after = 0
        while page := await store.reports(after=after):
            after = page[-1].id
            for one in page:
                told = to_builtins(one) | {"said": json.decode(one.said)}
                for side in ("reporter", "reported"):
                    person = await store.person(told[side])
                    told[f"{side}Name"] = "" if person is None else person.name
                click.echo(json.encode(told).decode())

    _with(db, LOOK, show)


@account.command()
@in_file
def check(db: str | None) -> None:
    """Add the chip ledger up: no chip may be made or lost. Exit code 1 where one was."""
    found = _with(db, LOOK, lambda _, store: conserved(store))
    held = f"accounts {found.accounts}, tables {found.tables}, events {found.events}"
    click.echo(f"{held}, bank {found.bank}")
    for sentence in found.faults:
        click.echo(f"{sentence}.", err=True)
    click.echo("It adds up." if found.ok else "It does not add up.")
    sys.exit(0 if found.ok else 1)


def _with(db: str | None, how: str, work: Callable[[Accounts, Store], Awaitable[T]]) -> T:
    """Does the work on the database; refusals are sentences, with exit code 1."""
    where = read({"db": db}, None)[0].db
    if how != MAKE and not is_address(where) and not Path(where).is_file():
        raise click.ClickException(f"There is no database {where}; name it with --db.")

    async def whole() -> T:
        async with _store(where, how) as store:
            people = Accounts(store)
            try:
                return await work(people, store)
            finally:
                people.close()

    try:
        return asyncio.run(whole())
    except (Refusal, StoreError) as no:
        raise click.ClickException(str(no)) from None


@asynccontextmanager
async def _store(db: str, how: str) -> AsyncIterator[Store]:
    store = store_at(db, read_only=how == LOOK)
    try:
        await store.open()
    except InUse:
        if how == ALONE:
            raise StoreError(STOP_IT.format(db=shown(db))) from None
        store = store_at(db, beside=True)
        await store.open()
    try:
        yield store
    finally:
        await store.close()

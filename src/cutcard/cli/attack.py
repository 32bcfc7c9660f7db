"""`cutcard attack`: our own adversary against a server on this machine, and what honest people
beside it felt: one who asks, and some who play."""

from __future__ import annotations

import asyncio
import statistics
import sys
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Struct

from cutcard.client import Client, Lost, Refused
from cutcard.client.adversary import ATTACKS
from cutcard.client.honest import LATE, Owner, Players, asks
from cutcard.games import UnknownGame
from cutcard.games import game as game_called

from .load import quick_options
from .serve import run

LEAST = 20  # answers; of fewer the worst stands for the p99


class Target(Struct, frozen=True):
    """What is attacked, for how long, how much may be felt of it, and what is played meanwhile."""

    host: str
    port: int
    seconds: float
    bound: float
    game: str
    seats: int
    options: dict[str, Any]

    @property
    def url(self) -> str:
        return f"ws://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/ws"


class Felt(Struct, omit_defaults=True):
    """What honest people felt during one attack; times in ms."""

    attack: str
    p50: float
    p99: float
    asked: int
    move_p50: float  # until everybody at the table had the update of a move
    move_p99: float
    moves: int
    closed: bool
    sent: int
    ok: bool
    logged_in: int | None = None  # how often the owner of the account under attack came in,
    tried: int | None = None  # of so many times


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The server.")
@click.option("--seconds", default=30.0, show_default=True, type=click.FloatRange(0.5))
@click.option("--bound", default=50.0, show_default=True, help="Honest people's p99, in ms.")
@click.option("--game", default="duel", show_default=True, help="What they play.")
@click.option("--only", multiple=True, type=click.Choice(list(ATTACKS)), help="These. Repeatable.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def attack(
    *, url: str, seconds: float, bound: float, game: str, only: tuple[str, ...], as_json: bool
) -> None:
    """Attack a server on this machine, one way after another, and say what others felt.

    Start it with `--trusted-proxy 127.0.0.1`, so that addresses of this machine have limits as
    those of strangers have. Beside each attack one honest client asks, and others play at a table.
    Exits with 1 where one of them was closed, the p99 of answers or of moves was over the bound, or
    the owner of an account whose password is guessed could not log in meanwhile. Other addresses
    than this machine's own are refused.

    \b
    cutcard serve --db /tmp/target.db --trusted-proxy 127.0.0.1
    cutcard attack --seconds 30 --json
    """
    host, port = _where(url)
    names = only or tuple(one for one in ATTACKS if one != "nothing")
    try:
        usual, seats = game_called(game).setups()[0]
    except UnknownGame as reason:
        raise click.ClickException(str(reason)) from None
    target = Target(host, port, seconds, bound, game, seats, quick_options(usual))
    felt = run(_all(target, names))
    ok = all(one.ok for one in felt)
    if as_json:
        told: dict[str, Any] = {"url": url, "seconds": seconds, "bound": bound, "ok": ok}
        click.echo(msgspec.json.encode({**told, "attacks": felt}).decode())
    if not ok:
        sys.exit(1)


def _where(url: str) -> tuple[str, int]:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    host = "127.0.0.1" if parts.hostname in (None, "localhost") else parts.hostname
    try:
        mine = ip_address(host or "").is_loopback
    except ValueError:
        mine = False
    if not mine or host is None:
        raise click.UsageError(f"{parts.hostname} is not this machine; only it may be attacked")
    return host, parts.port or 8000


async def _all(target: Target, names: tuple[str, ...]) -> list[Felt]:
    found = []
    for name in ("nothing", *names):
        found.append(await _one(target, name))
        _say(found[-1])
    return found


def _say(one: Felt) -> None:
    owner = "" if one.tried is None else f"  the owner came in {one.logged_in} of {one.tried}"
    click.echo(
        f"{one.attack:10} p50 {one.p50:6.1f} p99 {one.p99:6.1f} ms of {one.asked} answers,"
        f" p50 {one.move_p50:6.1f} p99 {one.move_p99:6.1f} ms of {one.moves} moves,"
        f" beside {one.sent} of the attack{owner}"
        f"{'  closed!' if one.closed else ''}  {'ok' if one.ok else 'BROKEN'}"
    )


async def _one(target: Target, name: str) -> Felt:
    url, where = target.url, (target.host, str(target.port))
    players = Players(url, target.game, target.seats, target.options)
    try:
        honest = await Client.connect(url, name="Honest")
        await players.sit_down()
        owner = await Owner.made(url) if name == "logins" else None
    except (OSError, Lost, Refused, TimeoutError) as reason:
        raise click.ClickException(f"no server answers at {url}: {reason}") from None
    command = [sys.executable, "-m", "cutcard.client.adversary", *where, name]
    foe = await asyncio.create_subprocess_exec(
        *(*command, str(target.seconds), *([] if owner is None else [owner.name])),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )

    def going() -> bool:
        return foe.returncode is None

    coming = None if owner is None else asyncio.create_task(owner.come(going))
    players.start()
    waits, closed = await asks(honest, going)
    out, err = await foe.communicate()
    moves, sent_away = players.end()
    entered, tried = (None, None) if coming is None else await coming
    await honest.close()
    if foe.returncode:
        raise click.ClickException(f"the attack {name} failed: {err.decode()[-500:]}")
    closed = closed or sent_away
    (p50, p99), (move_p50, move_p99) = _quantiles(waits), _quantiles(moves)
    return Felt(
        attack=name,
        p50=p50,
        p99=p99,
        asked=len(waits),
        move_p50=move_p50,
        move_p99=move_p99,
        moves=len(moves),
        closed=closed,
        sent=int(out or 0),
        ok=not closed and max(p99, move_p99) <= target.bound and entered == tried,
        logged_in=entered,
        tried=tried,
    )


def _quantiles(waits: list[float]) -> tuple[float, float]:
    """The median and the p99, in ms; where nothing was answered, too late."""
    worst = max(waits, default=LATE)
    p99 = statistics.quantiles(waits, n=100)[98] if len(waits) > LEAST else worst
    return round(statistics.median(waits or [LATE]) * 1000, 2), round(p99 * 1000, 2)

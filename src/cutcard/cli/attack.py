"""`cutcard attack`: our own adversary against a server on this machine, and what honest people
beside it felt: one who asks, and some who play."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
from asyncio.subprocess import Process
from ipaddress import ip_address
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Struct

from cutcard.client.adversary import ATTACKS, GUESSED, OVER_TCP
from cutcard.client.beside import Beside, Ready, Waited
from cutcard.client.honest import LATE
from cutcard.games import UnknownGame
from cutcard.games import game as game_called

from .load import quick_options
from .serve import run

LEAST = 20  # answers; of fewer the worst stands for the p99
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
"""The last is the attacker's, where there are more; who is honest has the others."""


class Target(Struct, frozen=True):
    """What is attacked, for how long, how much may be felt of it, and what is played meanwhile."""

    host: str
    port: int
    seconds: float
    bound: float
    game: str
    seats: int
    options: dict[str, Any]
    tcp_port: int | None
    account: tuple[str, str]  # of who asks over TCP

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
    late_p99: float  # by how much who asks woke late: this is the machine, not the server
    closed: bool
    sent: int
    ok: bool
    logged_in: int | None = None  # how often the owner of the account under attack came in,
    tried: int | None = None  # of so many times


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The server.")
@click.option("--tcp-port", type=int, help="Its port for packets; without it they are left out.")
@click.option("--seconds", default=30.0, show_default=True, type=click.FloatRange(0.5))
@click.option("--bound", default=50.0, show_default=True, help="Honest people's p99, in ms.")
@click.option("--game", default="duel", show_default=True, help="What they play.")
@click.option("--only", multiple=True, type=click.Choice(list(ATTACKS)), help="These. Repeatable.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def attack(
    *,
    url: str,
    tcp_port: int | None,
    seconds: float,
    bound: float,
    game: str,
    only: tuple[str, ...],
    as_json: bool,
) -> None:
    """Attack a server on this machine, one way after another, and say what others felt.

    Start it with `--trusted-proxy 127.0.0.1`, so that addresses of this machine have limits as
    those of strangers have. Beside each attack one honest client asks (in packets, where the attack
    is one over TCP), and others play at a table. The attack has the last core of this machine for
    itself, honest people have the others: keep the server there too, and other work off them;
    "late" says how much of what was felt is the machine's own.

    Exits with 1 where one of them was closed, the p99 of answers or of moves was over the bound, or
    the owner of an account whose password is guessed could not log in meanwhile. Other addresses
    than this machine's own are refused.

    \b
    taskset -c 0 cutcard serve --db /tmp/target.db --tcp-port 9000 --trusted-proxy 127.0.0.1
    cutcard attack --tcp-port 9000 --seconds 30 --json
    """
    host, port = _where(url)
    names = only or tuple(
        one for one in ATTACKS if one != "nothing" and (tcp_port is not None or one not in OVER_TCP)
    )
    if tcp_port is None:
        if any(one in OVER_TCP for one in names):
            raise click.UsageError("an attack over TCP needs the server's --tcp-port")
        click.echo("no --tcp-port is named: attacks over TCP are left out", err=True)
    try:
        usual, seats = game_called(game).setups()[0]
    except UnknownGame as reason:
        raise click.ClickException(str(reason)) from None
    options, reader = quick_options(usual), (f"Reader {token_hex(5)}", token_hex(12))
    target = Target(host, port, seconds, bound, game, seats, options, tcp_port, reader)
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
        f" late {one.late_p99:.1f}, beside {one.sent} of the attack{owner}"
        f"{'  closed!' if one.closed else ''}  {'ok' if one.ok else 'BROKEN'}"
    )


async def _one(target: Target, name: str) -> Felt:
    honest, ready = await _let_in(target, name)
    try:
        sent = await _attacked(target, name, ready, honest)
    finally:
        out, err = await honest.communicate(b"")  # stdin ends, and with it what is measured
    if honest.returncode:
        raise click.ClickException(f"the people beside {name} failed: {err.decode()[-500:]}")
    felt = msgspec.json.decode(out, type=Waited)
    (p50, p99), (move_p50, move_p99) = _quantiles(felt.answers), _quantiles(felt.moves)
    return Felt(
        attack=name,
        p50=p50,
        p99=p99,
        asked=len(felt.answers),
        move_p50=move_p50,
        move_p99=move_p99,
        moves=len(felt.moves),
        late_p99=_quantiles(felt.late)[1],
        closed=felt.closed,
        sent=sent,
        ok=(
            not felt.closed and max(p99, move_p99) <= target.bound and felt.logged_in == felt.tried
        ),
        logged_in=felt.logged_in,
        tried=felt.tried,
    )


async def _let_in(target: Target, name: str) -> tuple[Process, Ready]:
    """Honest people in a process of their own, who are in and wait to begin."""
    what = (target.game, target.seats, target.options)
    beside = Beside(target.url, target.host, *what, max(LATE, target.bound / 1000))
    beside.owner = name in GUESSED
    if name in OVER_TCP:
        beside.tcp_port, beside.account = target.tcp_port, target.account
    wish = msgspec.json.encode(beside).decode()
    honest = await _start("cutcard.client.beside", wish, cores=CORES[:-1])
    ready = msgspec.json.decode(await _line(honest) or b"{}", type=Ready)
    if ready.failed is not None:
        await honest.communicate()
        raise click.ClickException(f"no server answers at {target.url}: {ready.failed}")
    return honest, ready


async def _attacked(target: Target, name: str, ready: Ready, honest: Process) -> int:
    """Attacks while they are measured; how much was sent."""
    where = (target.host, str(target.port), str(target.tcp_port or 0))
    whom = () if ready.owner is None else (ready.owner,)
    words = (*where, name, str(target.seconds), *whom)
    foe = await _start("cutcard.client.adversary", *words, cores=CORES[-1:])
    if await _line(foe):
        assert honest.stdin is not None
        honest.stdin.write(b"begin\n")
    out, err = await foe.communicate()
    if foe.returncode:
        raise click.ClickException(f"the attack {name} failed: {err.decode()[-500:]}")
    return int(out)


async def _start(module: str, *words: str, cores: list[int]) -> Process:
    """A process of ours, on these cores where there are several."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", module, *words]
    one = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    if len(CORES) > 1:
        os.sched_setaffinity(one.pid, cores)
    return one


async def _line(one: Process) -> bytes:
    assert one.stdout is not None
    return await one.stdout.readline()


def _quantiles(waits: list[float]) -> tuple[float, float]:
    """The median and the p99, in ms; where nothing was answered, too late."""
    worst = max(waits, default=LATE)
    p99 = statistics.quantiles(waits, n=100)[98] if len(waits) > LEAST else worst
    return round(statistics.median(waits or [LATE]) * 1000, 2), round(p99 * 1000, 2)

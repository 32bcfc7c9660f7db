"""`cutcard attack`: our own adversary against a server on this machine, and what an honest client
beside it felt."""

from __future__ import annotations

import asyncio
import statistics
import sys
from contextlib import suppress
from ipaddress import ip_address
from secrets import token_hex
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Struct

from cutcard.client import Client, Lost, Message, Refused, open_line
from cutcard.client.adversary import ATTACKS

from .serve import run

PACE = 0.025  # seconds between two questions of the honest client: within its own limits
LEAST = 20  # answers; of fewer the worst stands for the p99
OWNER_PACE = 0.5  # between two log-ins of an account's owner
LATE = 5.0  # seconds after which an answer counts as not given


class Felt(Struct, omit_defaults=True):
    """What the honest client felt during one attack; times in ms."""

    attack: str
    p50: float
    p99: float
    asked: int
    closed: bool
    sent: int
    ok: bool
    logged_in: int | None = None  # how often the owner of the account under attack came in,
    tried: int | None = None  # of so many times


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The server.")
@click.option("--seconds", default=30.0, show_default=True, type=click.FloatRange(0.5))
@click.option("--bound", default=50.0, show_default=True, help="The honest client's p99, in ms.")
@click.option("--only", multiple=True, type=click.Choice(list(ATTACKS)), help="These. Repeatable.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def attack(*, url: str, seconds: float, bound: float, only: tuple[str, ...], as_json: bool) -> None:
    """Attack a server on this machine, one way after another, and say what others felt.

    Start it with `--trusted-proxy 127.0.0.1`, so that addresses of this machine have limits as
    those of strangers have. Exits with 1 where the honest client was closed, or its p99 was over
    the bound, or the owner of an account whose password is guessed could not log in meanwhile.
    Other addresses than this machine's own are refused.

    \b
    cutcard serve --db /tmp/target.db --trusted-proxy 127.0.0.1
    cutcard attack --seconds 30 --json
    """
    host, port = _where(url)
    names = only or tuple(one for one in ATTACKS if one != "nothing")
    felt = run(_all(host, port, seconds, bound, names))
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


async def _all(
    host: str, port: int, seconds: float, bound: float, names: tuple[str, ...]
) -> list[Felt]:
    found = []
    for name in ("nothing", *names):
        one = await _one(host, port, seconds, bound, name)
        found.append(one)
        verdict = "ok" if one.ok else "BROKEN"
        click.echo(
            f"{name:10} p50 {one.p50:7.1f} ms  p99 {one.p99:7.1f} ms"
            f"  {one.asked} asked beside {one.sent} of the attack"
            f"{'' if one.tried is None else f'  the owner came in {one.logged_in} of {one.tried}'}"
            f"{'  closed!' if one.closed else ''}  {verdict}"
        )
    return found


async def _one(host: str, port: int, seconds: float, bound: float, name: str) -> Felt:
    shown = f"[{host}]" if ":" in host else host
    url = f"ws://{shown}:{port}/ws"
    try:
        honest = await Client.connect(url, name="Honest")
        owner = await _Owner.made(url) if name == "logins" else None
    except (OSError, Lost, Refused) as reason:
        raise click.ClickException(f"no server answers at {shown}:{port}: {reason}") from None
    command = [sys.executable, "-m", "cutcard.client.adversary", host, str(port), name]
    foe = await asyncio.create_subprocess_exec(
        *(*command, str(seconds), *([] if owner is None else [owner.name])),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    coming = None if owner is None else asyncio.create_task(owner.come(foe))
    waits, closed = await _asked(honest, foe)
    out, err = await foe.communicate()
    entered, tried = (None, None) if coming is None else await coming
    await honest.close()
    if foe.returncode:
        raise click.ClickException(f"the attack {name} failed: {err.decode()[-500:]}")
    worst = max(waits, default=LATE)
    p99 = (statistics.quantiles(waits, n=100)[98] if len(waits) > LEAST else worst) * 1000
    p50 = statistics.median(waits) * 1000 if waits else LATE * 1000
    ok = not closed and p99 <= bound and entered == tried
    told = (name, round(p50, 2), round(p99, 2), len(waits), closed, int(out or 0), ok)
    return Felt(*told, entered, tried)


class _Owner:
    """Somebody whose password is guessed while they log in from a device that is known."""

    def __init__(self, url: str, name: str, password: str, device: str) -> None:
        self.name = name
        self._url = url
        self._wish = {"user": name, "password": password, "device": device}

    @classmethod
    async def made(cls, url: str) -> _Owner:
        """With an account of their own."""
        form = {"user": f"Owner {token_hex(5)}", "password": token_hex(12)}
        one = await Client.connect(url, name="Owner to be")
        told = await one.request("SIGN_UP", {**form, "remember": True})
        await one.close()
        return cls(url, form["user"], form["password"], told["device"])

    async def come(self, foe: asyncio.subprocess.Process) -> tuple[int, int]:
        """Logs in again and again while the attack lasts: how often it went well, of how many."""
        entered = tried = 0
        while foe.returncode is None:
            tried += 1
            with suppress(Lost, Refused, TimeoutError, OSError):
                entered += await asyncio.wait_for(self._log_in(), LATE)
            await asyncio.sleep(OWNER_PACE)
        return entered, tried

    async def _log_in(self) -> bool:
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def heard(message: Message) -> None:
            if message.correlation_id == "in" and not answered.done():
                answered.set_result(message.error is None)

        def lost(code: int) -> None:
            if not answered.done():
                answered.set_result(False)

        line = await open_line(self._url, heard, lost)
        try:
            line.send("LOG_IN", self._wish, key="in")
            return await answered
        finally:
            line.close()


async def _asked(honest: Client, foe: asyncio.subprocess.Process) -> tuple[list[float], bool]:
    """What the honest client waits while the attack lasts, and whether it was closed."""
    waits: list[float] = []
    while foe.returncode is None:
        began = perf_counter()
        try:
            await asyncio.wait_for(honest.request("PING", {}), LATE)
        except (Lost, Refused, TimeoutError, OSError):
            return waits, True
        waits.append(perf_counter() - began)
        await asyncio.sleep(PACE)
    return waits, False

"""`cutcard chaos`: a real server, players with real sockets, and faults; then the players'
histories are held against the log. One process on SQLite, or one or several workers on PostgreSQL:
one that is there, or one of its own."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import monotonic
from traceback import format_exception
from typing import Any

import click
from msgspec import Struct, json, structs

from cutcard.client import Refused
from cutcard.games import UnknownGame, game, game_names
from cutcard.store.opening import is_address, store_at
from cutcard.store.protocol import StoreError

from . import own_valkey
from .chaos_crowd import AGAIN, Player, Stuck, connected, joined, sit_down
from .chaos_ending import Kept, said_since, told_to_end
from .chaos_faults import FAULTS, FROZEN, ON_POSTGRES, OURS, strike
from .chaos_pauses import Span, given, pauses
from .chaos_served import Served
from .chaos_verdict import Verdict, judge
from .load import quick_options
from .own_postgres import NONE, OwnPostgres, programs
from .own_valkey import OwnValkey
from .serve import run

BACK_SECONDS = 60.0  # within which every table has to go on
START_SECONDS, FAULT_SECONDS, TABLE_SECONDS = 900.0, 600.0, 60.0  # at most: all, each, each
EXPECTED = (OSError, StoreError, TimeoutError, Stuck)  # which say what they have to in a sentence


class Plan(Struct, frozen=True):
    """What was asked for."""

    kills: int
    tables: int
    seconds: float
    game: str
    fault: str
    rate: float
    db: str | None  # none yet: it makes one of its own
    workers: int


@click.command()
@click.option("--kills", default=5, show_default=True, type=click.IntRange(1), help="How often.")
@click.option("--tables", default=20, show_default=True, type=click.IntRange(1))
@click.option(
    "--seconds", default=20.0, show_default=True, type=click.FloatRange(1), help="How long."
)
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes."
)
@click.option("--game", "name", help="Which game they play; else the first there is.")
@click.option("--fault", type=click.Choice(FAULTS), default="kill", show_default=True)
@click.option("--rate", default=4.0, show_default=True, help="Moves a second and player, at most.")
@click.option(
    "--db", metavar="ADDRESS", help="An empty PostgreSQL database; else an SQLite file of its own."
)
@click.option("--postgres", is_flag=True, help="A PostgreSQL of its own, started for this.")
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="Keep the server's log there."
)
@click.option("--json", "as_json", is_flag=True, help="Nothing but the JSON object.")
def chaos(
    *,
    kills: int,
    tables: int,
    seconds: float,
    workers: int,
    name: str | None,
    fault: str,
    rate: float,
    db: str | None,
    postgres: bool,
    log: Path | None,
    as_json: bool,
) -> None:
    """Pull the server away from under its players, again and again, and see what was lost.

    \b
    kill         the server, or one of its workers, is killed with -9 and started again
    stop         it stands still for five seconds, as where a machine is overloaded
    cut          its connections to PostgreSQL are cut
    disk         for five seconds its SQLite file cannot grow
    clock        the wall clock is set an hour ahead, an hour back, and right again
    pg-kill      PostgreSQL is killed with -9 and started again
    pg-freeze    PostgreSQL stands still for ten seconds
    valkey-kill  Valkey is killed with -9, is away, and comes back empty
    roll         all workers are restarted, one after the other

    Every acknowledged move must be in the log once, every refused one never; sequence numbers
    have no gap and never go back; logs replay to their digests; chips add up; ratings are what
    was played. The last line is one JSON object. Exit code 1: something is wrong; what the server
    said in the last fault is on stderr then.

    \b
    cutcard chaos --kills 20 --tables 200 --seconds 120
    cutcard chaos --fault cut --kills 50 --db postgresql://…/empty
    cutcard chaos --fault pg-freeze --kills 3
    cutcard chaos --workers 2 --kills 20 --tables 200 --seconds 300
    cutcard chaos --workers 2 --fault roll --kills 10
    """
    name = name or next(iter(game_names()))
    try:
        game(name)
    except UnknownGame as reason:
        raise click.ClickException(str(reason)) from None
    if db is not None and not is_address(db):
        raise click.UsageError("--db is a postgresql:// address; a file is made by itself")
    if fault == "disk" and (postgres or db is not None):
        raise click.UsageError("disk fills that of an SQLite file: it takes no PostgreSQL")
    if db is not None and (postgres or fault in OURS):
        raise click.UsageError(f"--db is somebody's: {fault} is done to one of its own")
    if fault == "disk" and workers > 1:
        raise click.UsageError("disk fills that of an SQLite file: it takes no workers")
    if fault == "roll" and workers == 1:
        raise click.UsageError("roll restarts one worker after the other: it takes --workers 2")
    plan = Plan(kills, tables, seconds, name, fault, rate, db, workers)
    found = _nothing(plan)

    def tell() -> None:
        click.echo(json.encode(found).decode())

    own = db is None and (postgres or workers > 1 or fault in ON_POSTGRES)
    with told_to_end():
        with Kept(tell) as kept:
            try:
                found = _tried(plan, own, log, kept)
            except KeyboardInterrupt:
                kept.hurry()
                found["faults"] = ["it was ended from outside"]
            except Exception as reason:  # whatever it was: it is said in the same form
                kept.hurry()
                found["faults"] = [str(reason) or "the server does not answer"]
                if not isinstance(reason, EXPECTED):
                    click.echo("".join(format_exception(reason)), err=True)
        if not as_json:
            for key, value in found.items():
                click.echo(f"{key:>16}  {value}", err=True)
        elif found["faults"]:
            click.echo("\n".join(found["faults"]), err=True)
        tell()
    if not found["ok"]:
        raise SystemExit(1)


def _tried(plan: Plan, own: bool, log: Path | None, kept: Kept) -> dict[str, Any]:
    """With all it takes; `kept` has what was started for it."""
    postgres = valkey = None
    db = plan.db
    if own:
        postgres = _own_postgres()
        kept.callback(postgres.stop)
        db = postgres.url
    if plan.fault == "valkey-kill" or plan.workers > 1:
        valkey = _own_valkey(kept)
    place = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="cutcard-chaos-")))
    db = db or str(place / "chaos.db")
    cache = None if valkey is None else valkey.url
    server = Served(db, place, workers=plan.workers, cache=cache)
    kept.callback(server.end)
    try:
        found = run(_in_time(structs.replace(plan, db=db), server, postgres, valkey))
    except (Exception, KeyboardInterrupt):
        click.echo(said_since(server.log, server.mark), err=True)
        raise
    finally:
        if log is not None and server.log.exists():
            shutil.copyfile(server.log, log)
    if not found["ok"]:
        click.echo(said_since(server.log, server.mark), err=True)
    return found


def _own_postgres() -> OwnPostgres:
    found = programs()
    if found is None:
        raise OSError(NONE)
    return OwnPostgres(found)


def _own_valkey(kept: ExitStack) -> OwnValkey:
    found = own_valkey.program()
    if found is None:
        raise OSError(own_valkey.NONE)
    # Its socket's path may not be long, whatever TMPDIR says.
    place = kept.enter_context(tempfile.TemporaryDirectory(prefix="cutcard-vk-", dir="/tmp"))
    started = OwnValkey(found, Path(place))
    kept.callback(started.kill)
    return started


async def _in_time(
    plan: Plan, server: Served, postgres: OwnPostgres | None, valkey: OwnValkey | None
) -> dict[str, Any]:
    """Whatever it waits for, and whatever becomes of who should answer."""
    limit = START_SECONDS + plan.seconds + plan.kills * FAULT_SECONDS + plan.tables * TABLE_SECONDS
    try:
        async with asyncio.timeout(limit) as whole:
            return await _chaos(plan, server, postgres, valkey)
    except TimeoutError:
        if whole.expired():
            raise TimeoutError(f"it came to no end in {limit:.0f} seconds") from None
        raise


async def _chaos(
    plan: Plan, server: Served, postgres: OwnPostgres | None, valkey: OwnValkey | None
) -> dict[str, Any]:
    stop, playing, players = asyncio.Event(), list[asyncio.Task[None]](), list[Player]()
    try:
        await asyncio.to_thread(server.start)
        usual, seats = game(plan.game).setups()[0]
        options = quick_options(usual)
        opening = {"game": plan.game, "options": options, "seats": seats}
        async for player in sit_down(server.url, opening, plan.tables, plan.rate):
            players.append(player)
        began = monotonic()
        playing += [asyncio.create_task(player.play(stop)) for player in players]
        back: list[float] = []
        faults: list[Span] = []
        for _ in range(plan.kills):
            await _played_on(playing, plan.seconds / (plan.kills + 1))
            await _whole_again(server)
            server.remember()
            struck = monotonic()
            tables = await strike(plan.fault, server, postgres, valkey)
            back += await _back_again(players, struck, tables)
            faults.append((struck, monotonic()))
        await _played_on(playing, plan.seconds / (plan.kills + 1))
        stop.set()
        await asyncio.gather(*playing)
        spent = monotonic() - began
        differ = await _shown_again(server, players)
    except BaseException:
        server.end()  # at once: whoever ended it does not wait
        stop.set()  # a task that was cancelled just as it heard something goes on, and on
        for one in playing:
            one.cancel()
        for player in players:
            await player.client.close()  # likewise who tries to come back
        raise
    await asyncio.to_thread(server.stop)
    found = await _found(plan, players, back, spent, differ)
    waited = pauses((one.history for one in players), faults)
    return {**found, **waited, **(given(server.log) if plan.workers > 1 else {})}


async def _played_on(playing: list[asyncio.Task[None]], seconds: float) -> None:
    """So long, or until somebody is stuck."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for one in done:
        one.result()


async def _whole_again(server: Served) -> None:
    """Of several workers never two are away at once."""
    until = monotonic() + BACK_SECONDS
    while not server.whole():
        if monotonic() > until:
            raise TimeoutError("a worker was not started again")
        await asyncio.sleep(0.05)


async def _back_again(
    players: list[Player], struck: float, concerned: set[int] | None
) -> list[float]:
    """How many seconds each table took from a fault until a move was acknowledged again."""
    tables: dict[int, list[Player]] = {}
    for player in players:
        if concerned is not None and player.place.table not in concerned:
            continue
        tables.setdefault(player.place.table, []).append(player)
    took = []
    for those in tables.values():
        while (at := _first_after(those, struck)) is None:
            if monotonic() - struck > BACK_SECONDS + FROZEN:
                stuck = "\n".join(one.where() for one in those)
                raise TimeoutError(f"a table does not go on\n{stuck}")
            await asyncio.sleep(0.02)
        took.append(at - struck)
    return took


def _first_after(players: list[Player], moment: float) -> float | None:
    later = [at for one in players for at in one.history.acknowledged.values() if at > moment]
    return min(later, default=None)


async def _shown_again(server: Served, players: list[Player]) -> list[str]:
    """Killed once more: what the next server makes of the log is what everybody saw last."""
    for player in players:
        await player.client.close()
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    differ = []
    for player in players:
        table, seq, view = player.place.table, player.place.seq, player.place.view
        async with await connected(server.url, token=player.client.token) as again:
            try:
                place = await joined(again, table)
            except Refused as no:
                if no.code == AGAIN:
                    differ.append(f"table {table} is nobody's")
                continue  # the match is over, and the table closed
        if place.seq < seq:
            differ.append(f"table {table} is at {place.seq}, and was seen at {seq}")
        elif place.seq == seq and place.view != view:
            differ.append(f"table {table} at {seq} is not what a player saw there")
    return differ


def _nothing(plan: Plan) -> dict[str, Any]:
    """What is told where it came to nothing; the order is that of the figures."""
    counted = ("acknowledged", "lost", "twice", "kills", "takeover_ms_p50", "takeover_ms_max")
    return {
        **dict.fromkeys(counted, 0),
        "moves_per_s": 0.0,
        "ok": False,
        "kills": plan.kills,
        "fault": plan.fault,
        "tables": plan.tables,
        "game": plan.game,
        "store": "sqlite" if plan.db is None or not is_address(plan.db) else "postgresql",
        "workers": plan.workers,
        "faults": [],
    }


async def _found(
    plan: Plan, players: list[Player], back: list[float], spent: float, differ: list[str]
) -> dict[str, Any]:
    assert plan.db is not None
    store = store_at(plan.db, read_only=True)
    await store.open()
    try:
        histories = [player.history for player in players]
        verdict: Verdict = await judge(store, histories, {one.client.user for one in players})
    finally:
        await store.close()
    verdict.faults += differ
    return {
        **_nothing(plan),
        "acknowledged": verdict.acknowledged,
        "lost": verdict.lost,
        "twice": verdict.twice,
        "takeover_ms_p50": round(median(back) * 1000) if back else 0,
        "takeover_ms_max": round(max(back, default=0) * 1000),
        "moves_per_s": round(verdict.acknowledged / spent, 1),
        "ok": verdict.ok and verdict.acknowledged > 0,
        "sent_again": sum(one.history.again for one in players),
        "false_refusals": verdict.false_refusals,
        "went_back": verdict.went_back,
        "unanswered": sum(len(one.history.open) for one in players),
        "faults": verdict.faults[:20],
    }

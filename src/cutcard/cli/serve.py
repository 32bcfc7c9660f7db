"""`cutcard serve`: the table server. Stops cleanly on Ctrl-C and SIGTERM; `--reload` starts it
anew when a source file changes."""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import structs

import cutcard
from cutcard.arena.ratings import rate
from cutcard.lobby.mail import Smtp
from cutcard.store.opening import is_address, postgres_at, store_at
from cutcard.store.protocol import InUse, Store, StoreError
from cutcard.table.house import House, epoch_ms
from cutcard.table.keys import KEY_FILE, Fairness
from cutcard.table.patience import DESERTED
from cutcard.table.sweeps import few_and_short
from cutcard.table.wrapped import Wrapped, behind, forgetting
from cutcard.wire import logs
from cutcard.wire.door import PortTaken
from cutcard.wire.limits import Limits
from cutcard.wire.proxy import Proxies
from cutcard.wire.server import Server, Settings
from cutcard.wire.tcp.ports import TcpSettings

from . import workers
from .config import read, strangers
from .settings import Config, flags

if TYPE_CHECKING:
    from cutcard.store.postgres import PostgresStore
    from cutcard.store.valkey import Valkey

try:
    import uvloop
except ImportError:  # the extra `fast` is not installed
    uvloop = None  # type: ignore[assignment] # None says so

Answer = TypeVar("Answer")
WATCHED = (".py", ".html", ".js", ".css", ".json", ".sql")

log = logging.getLogger("cutcard.cli")


@click.command()
@flags
@click.option("--reload", is_flag=True, help="Start anew when a source file changes.")
def serve(*, config_file: Path | None, reload: bool, **given: Any) -> None:
    """Serve the tables, the page and the API on one port.

    Every move is on disk before anybody is told; kill the server as you like and start it again,
    and every game goes on where it was.

    \b
    cutcard serve                        http://127.0.0.1:8000, games in cutcard.db
    cutcard serve --host 0.0.0.0         for the whole network
    cutcard serve --db /tmp/try.db --port 0 --reload
    cutcard serve --db postgresql://cutcard@db.example/cutcard
    cutcard serve --db postgresql://… --standby      takes over when the first is gone
    cutcard serve --db postgresql://… --workers 4    four processes; kill one, and its games go on
    cutcard serve --tcp-port 9000 --tls-port 9443 --tls-cert chain.pem --tls-key key.pem
    cutcard config                       every setting, and where its value comes from

    Every flag is also a key of cutcard.toml (port = 8000) and a name in the environment
    (CUTCARD_PORT=8000); a flag wins over the environment, that over the file.
    """
    if reload:
        raise SystemExit(_watch())
    config, _ = read(given, config_file)
    try:
        logs.set_up(config.log_level, config.log_format, config.log_file)
        for sentence in strangers():
            log.warning("%s", sentence)
        workers.check(config)
        if config.workers > 1 and workers.place() is None:
            code = run(_keep(config))
            if code:
                raise SystemExit(code)
        else:
            run(_serve(config))
    except (PortTaken, StoreError) as reason:
        raise click.ClickException(str(reason)) from None
    except OSError as reason:
        where = f"{config.host}:{config.port}"
        raise click.ClickException(f"cannot serve on {where}: {reason}") from None


def settings_of(config: Config) -> Settings:
    """How the server is run, out of what was configured."""
    limits = Limits(
        rate=config.rate,
        burst=2 * config.rate,
        address_rate=config.address_rate,
        address_burst=2 * config.address_rate,
        limit_loopback=bool(config.trusted_proxy),
        distinct_addresses=config.distinct_addresses,
    )
    try:
        proxies = Proxies.named(config.trusted_proxy)
    except ValueError as reason:
        raise click.UsageError(f"trusted-proxy: {reason}") from None
    return Settings(
        host=config.host,
        port=config.port,
        guests=config.guests,
        origins=frozenset(config.origin),
        limits=limits,
        abandon_on_stop=config.abandon_on_stop,
        audit=config.audit,
        words=config.words,
        registration=config.registration,
        tcp=TcpSettings(
            config.tcp_port,
            config.tls_port,
            config.tls_cert,
            config.tls_key,
            balance_first=config.tcp_balance_first,
            least_password=config.tcp_least_password,
        ),
        proxies=proxies,
        sign_ups=config.sign_ups,
        guest_days=config.guest_days,
        session_days=config.session_days,
        archive=_archive(config),
        cache=_cache(config.cache),
        processes=config.workers,
        smtp=_smtp(config),
        confirm_email=config.confirm_email,
    )


def _cache(address: str | None) -> Valkey | None:
    if address is None:
        return None
    try:
        from cutcard.store.valkey import Valkey  # noqa: PLC0415 # a part of its own
    except ImportError:
        raise click.UsageError(
            "cache needs a part that is not installed here: pip install 'cutcard[scale]'"
        ) from None
    try:
        return Valkey(address)
    except ValueError as reason:
        raise click.UsageError(f"cache: {reason}") from None


def _archive(config: Config) -> tuple[Path, float] | None:
    if config.archive_dir is None:
        return None
    if not config.archive_dir.is_dir():
        raise click.UsageError(f"archive-dir: there is no folder {config.archive_dir}; make it")
    return config.archive_dir, config.archive_days


def _smtp(config: Config) -> Smtp | None:
    if config.smtp_host is None:
        if config.confirm_email:
            raise click.UsageError("confirm-email needs a mail server: name it with --smtp-host")
        return None
    return Smtp(
        config.smtp_host,
        config.smtp_port,
        config.smtp_from,
        config.smtp_user,
        config.smtp_password_file,
        config.smtp_security,
    )


def fairness_of(config: Config) -> Fairness | None:
    """How deals are proved, and where the key is that signs them."""
    if not config.fair:
        return None
    file = None if config.key_dir is None else config.key_dir / KEY_FILE
    return Fairness(file, config.fair_wait)


async def _keep(config: Config) -> int:
    """Several workers, under a parent that has none of the work."""
    return await workers.Parent(config, settings_of(config)).run()


def as_worker(config: Config, settings: Settings) -> Settings:
    """The settings of one worker of several: its bridge, its ports, its audit trail; of what an
    address may do, its part."""
    place = workers.place()
    if place is None and config.bridge is None:
        return settings
    index = 0 if place is None else place.index
    settings = structs.replace(
        settings,
        bridge=workers.bridge_of(config, index),
        balance=config.balance,
        gateway=config.tables == 0,
    )
    if place is None:
        return settings
    shares = 1 if settings.cache is not None else config.workers  # with a cache they count together
    part = config.address_rate / shares
    limits = structs.replace(settings.limits, address_rate=part, address_burst=2 * part)
    audit = workers.audit_of(settings.audit, index)
    port, plain, secret = place.ports
    tcp = structs.replace(settings.tcp, port=plain, tls_port=secret)
    return structs.replace(settings, port=port, tcp=tcp, limits=limits, audit=audit)


async def _serve(config: Config) -> None:
    settings = as_worker(config, settings_of(config))
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for kind in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(kind, stop.set)
    waiting = _waiting(config)
    store = waiting or _store(config)
    elo = partial(rate, placement=config.placement)
    kept = behind(store, config.key_dir if config.fair else None)
    house = House(kept, rate=elo, deserted=DESERTED, fair=fairness_of(config))
    server = Server(kept, house, settings)
    loop.add_signal_handler(signal.SIGHUP, server.reopen)
    port = await (_stand_by(waiting, server, stop) if waiting else server.start())
    if port is None:
        return
    forgets: asyncio.Task[None] | None = None
    if config.keep_sealed > 0 and isinstance(kept, Wrapped):
        forgets = asyncio.create_task(forgetting(kept, config.keep_sealed, epoch_ms))
    few_and_short()
    # A thread that computes (a bot, a replay, options) keeps the interpreter for so long before the
    # loop has it again, once for every callback: at the usual 5 ms sixteen sockets waited 80 ms.
    sys.setswitchinterval(0.001)
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    if workers.place() is not None:
        assert server.bridge is not None
        workers.say(f"{workers.UP}{server.bridge.address}")
        server.also(workers.orphaned(stop))
    else:
        click.echo(f"cutcard {cutcard.__version__} serves http://{shown}:{port}")
        for scheme, further in (("tcp", server.tcp_port), ("tls", server.tls_port)):
            if further is not None:
                click.echo(f"and {scheme}://{shown}:{further}")
    ended = await _until(stop, store.ended())
    if forgets is not None:
        forgets.cancel()
    if config.drain > 0 and not ended:
        server.leave()
        stop.clear()
        log.info("leaving: /ready says 503 for %g s; a second signal stops at once", config.drain)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), config.drain)
    workers.say("stopping: telling everybody, writing everything down")
    await server.stop()
    if ended:
        raise InUse("Another server has taken over the database; this one has stopped.")


def _waiting(config: Config) -> PostgresStore | None:
    """The store of a server that is to wait for its turn."""
    if not config.standby:
        return None
    if not is_address(config.db):
        raise click.UsageError("standby needs a postgresql:// database: name it with --db")
    return _postgres(config)


def _store(config: Config) -> Store:
    return _postgres(config) if is_address(config.db) else store_at(config.db)


def _postgres(config: Config) -> PostgresStore:
    store = postgres_at(config.db, pool=config.db_pool)
    store.careful = not config.unsafe_database
    return store


async def _stand_by(store: PostgresStore, server: Server, stop: asyncio.Event) -> int | None:
    """Waits without a port of its own until no other server lives, and starts; None: it was
    stopped before. Of several that wait one is first, and the others wait on."""
    click.echo(f"waiting for the server that uses {store.where}")
    while await _until(stop, store.turn()):
        try:
            return await server.start()
        except InUse:
            log.info("another server was first; waiting on")
    return None


async def _until(stop: asyncio.Event, ended: Coroutine[Any, Any, None]) -> bool:
    """Waits for a signal, or until this has come: another server took this one's place, or this one
    may take another's. Then True."""
    waits = [asyncio.ensure_future(stop.wait()), asyncio.ensure_future(ended)]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for one in waits:
        one.cancel()
    if waits[1].done() and not waits[1].cancelled():
        await waits[1]  # what went wrong there
    return not stop.is_set()


def run(main: Coroutine[Any, Any, Answer]) -> Answer:
    """Run it, on uvloop where the extra `fast` is installed."""
    return asyncio.run(main) if uvloop is None else uvloop.run(main)


def _watch() -> int:
    """Run the server in a process of its own, and a new one after each change."""
    start = "from cutcard.cli.main import main; main()"
    command = [sys.executable, "-c", start, *(w for w in sys.argv[1:] if w != "--reload")]
    root = Path(cutcard.__file__).parent
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    child = subprocess.Popen(command)  # noqa: S603 # our own command line again
    try:
        while True:
            seen = dict(_files(root))
            while dict(_files(root)) == seen:
                if child.poll() == 0:
                    return 0
                time.sleep(0.5)
            click.echo("a file changed; starting anew", err=True)
            _end(child)
            child = subprocess.Popen(command)  # noqa: S603 # likewise
    except KeyboardInterrupt:
        _end(child)
        return 0


def _end(child: subprocess.Popen[bytes]) -> None:
    """Stop the server and wait for it; one that ended by itself, after an error, is left so
    until the next change."""
    if child.poll() is None:
        child.send_signal(signal.SIGTERM)
    child.wait()


def _files(root: Path) -> Iterator[tuple[str, int]]:
    for path in root.rglob("*"):
        if path.suffix in WATCHED:
            yield str(path), path.stat().st_mtime_ns

"""What `cutcard doctor` finds about the machine: each check looks at one thing and says how it is
and, where it is not well, what to do. No check changes anything that stays."""

from __future__ import annotations

import http.client
import importlib.util
import os
import platform
import resource
import shutil
import socket
import sqlite3
import ssl
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from statistics import median
from typing import Final, Literal

from msgspec import Struct

from cutcard import games
from cutcard.store.opening import is_address
from cutcard.wire.door import listen

from .settings import Config

OK: Final = "ok"
WARN: Final = "warn"
FAIL: Final = "fail"
Grade = Literal["ok", "warn", "fail"]

MB = 1024 * 1024
SQLITE = (3, 35)  # RETURNING, and the WAL fixes before it
COMMITS = 40  # that the disk is tried with


class Found(Struct, frozen=True, omit_defaults=True):
    """One thing, how it is, and what to do about it."""

    what: str
    grade: Grade
    said: str
    advice: str = ""


def python() -> Iterator[Found]:
    said = f"{platform.python_implementation()} {platform.python_version()}"
    good = sys.version_info >= (3, 11) and sys.implementation.name == "cpython"
    yield Found("python", OK if good else FAIL, said, "" if good else "use CPython 3.11 or newer")


def packages() -> Iterator[Found]:
    wanted = {
        "uvloop": ("fast", "without it moves take longer"),
        "argon2": ("prod", "without it passwords are hashed with scrypt"),
    }
    for name, (extra, why) in wanted.items():
        if importlib.util.find_spec(name):
            yield Found(name, OK, "installed")
        else:
            yield Found(name, WARN, f"not installed; {why}", f"pip install 'cutcard[{extra}]'")


def compiled() -> Iterator[Found]:
    if os.environ.get("CUTCARD_PURE"):
        yield Found("compiled part", WARN, "CUTCARD_PURE leaves it alone", "unset it, for speed")
    elif all(map(importlib.util.find_spec, ("cutcard.wire._swift", "cutcard.fair._roots"))):
        yield Found("compiled part", OK, "there")
    else:
        advice = "install a C compiler and Python's headers, then cutcard again, for speed"
        yield Found("compiled part", WARN, "was not built", advice)


def neighbours() -> Iterator[Found]:
    """The games there are, and those other packages bring that cannot be used."""
    yield Found("games", OK, ", ".join(games.game_names()))
    for left in games.left_out():
        yield Found("games", WARN, str(left), left.advice)


def sqlite() -> Iterator[Found]:
    version = sqlite3.sqlite_version
    good = sqlite3.sqlite_version_info >= SQLITE
    needed = ".".join(map(str, SQLITE))
    yield Found("sqlite", OK if good else FAIL, version, "" if good else f"{needed} is needed")


def disk(config: Config) -> Iterator[Found]:
    """Room, whether the file's folder can be written to, and how long a commit takes there."""
    if is_address(config.db):
        return  # the database's own machine has the disk
    folder = Path(config.db).absolute().parent
    if not folder.is_dir():
        yield Found("disk", FAIL, f"there is no folder {folder}", "make it, or name another --db")
        return
    free = shutil.disk_usage(folder).free // MB
    grade: Grade = OK if free >= 1024 else WARN if free >= 100 else FAIL
    yield Found("disk", grade, f"{free} MB free in {folder}", "" if grade == OK else "make room")
    try:
        mode, took = _commits(folder)
    except (OSError, sqlite3.Error) as reason:
        yield Found("commit", FAIL, f"cannot write in {folder}: {reason}", "see to its owner")
        return
    if mode != "wal":
        yield Found("commit", FAIL, f"no WAL in {folder} but {mode}", "use a local disk")
        return
    said = f"{took * 1000:.2f} ms for one commit (WAL, FULL)"
    slow = took > 0.02
    yield Found(
        "commit", WARN if slow else OK, said, "moves wait for it: use a faster disk" if slow else ""
    )


def _commits(folder: Path) -> tuple[str, float]:
    """The journal mode a database gets in this folder, and a commit's median time in seconds."""
    with tempfile.TemporaryDirectory(prefix="cutcard-doctor-", dir=folder) as place:
        db = sqlite3.connect(Path(place) / "try.db", isolation_level=None)
        try:
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
            db.execute("PRAGMA synchronous = FULL")
            db.execute("CREATE TABLE tried (n INTEGER)")
            times = []
            for n in range(COMMITS):
                began = time.perf_counter()
                db.execute("INSERT INTO tried VALUES (?)", (n,))
                times.append(time.perf_counter() - began)
        finally:
            db.close()
    return str(mode), median(times)


def files() -> Iterator[Found]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = "unlimited" if hard == resource.RLIM_INFINITY else str(hard)
    said = f"{soft} files may be open, at most {most}"
    grade: Grade = OK if soft >= 4096 else WARN if soft >= 256 else FAIL
    advice = "each player takes one: ulimit -n 65536, or LimitNOFILE= in the service"
    yield Found("files", grade, said, "" if grade == OK else advice)


def ports(config: Config) -> Iterator[Found]:
    wanted = {"port": config.port, "tcp-port": config.tcp_port, "tls-port": config.tls_port}
    for name, port in wanted.items():
        if not port:
            continue
        try:
            for sock in listen(config.host, port):
                sock.close()
            yield Found(name, OK, f"{port} is free")
        except OSError as reason:
            if name == "port" and _ours(config.host, port):
                yield Found(name, OK, f"a Cutcard server answers on {port}")
            else:
                said = f"{port} on {config.host} cannot be had: {reason}"
                yield Found(name, FAIL, said, f"stop what listens there, or change --{name}")


def _ours(host: str, port: int) -> bool:
    where = "127.0.0.1" if host in ("", "0.0.0.0") else host  # noqa: S104 # compared, not bound
    link = http.client.HTTPConnection(where, port, timeout=2)
    try:
        link.request("GET", "/health")
        return link.getresponse().read() == b'{"status":"ok"}'
    except (OSError, http.client.HTTPException):
        return False
    finally:
        link.close()


def network(config: Config) -> Iterator[Found]:
    """Whether what leaves this machine is encrypted, and whose pages may connect."""
    try:
        addresses = {info[4][0] for info in socket.getaddrinfo(config.host or None, None)}
        local = all(ip_address(str(one).partition("%")[0]).is_loopback for one in addresses)
    except (OSError, ValueError) as reason:
        yield Found("host", FAIL, f"{config.host}: {reason}", "name an address of this machine")
        return
    if local:
        yield Found("host", OK, f"{config.host}: only this machine reaches it")
    else:
        said = f"{config.host}: others reach it, and the page and /ws are not encrypted"
        yield Found("host", WARN, said, "put a proxy with TLS in front, and serve on 127.0.0.1")
    if "*" in config.origin:
        yield Found("origin", WARN, "any site's pages may connect", "name the sites")


def tls(config: Config) -> Iterator[Found]:
    cert, key = config.tls_cert, config.tls_key
    if config.tls_port is None and cert is None and key is None:
        return
    if config.tls_port is None or cert is None or key is None:
        yield Found("tls", FAIL, "half of it is named", "name --tls-port, --tls-cert, --tls-key")
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(cert, key)
        ends = _expires(cert)
    except (OSError, ValueError) as reason:
        yield Found("tls", FAIL, f"{cert} and {key}: {reason}", "see that they belong together")
        return
    days = (ends - time.time()) / 86_400
    grade: Grade = OK if days > 14 else WARN if days > 0 else FAIL
    said = f"the certificate is valid until {datetime.fromtimestamp(ends, UTC):%Y-%m-%d}"
    yield Found("tls", grade, said, "" if grade == OK else "renew it; it is read anew on change")


def _expires(cert: Path) -> float:
    """When a certificate ends."""
    # The standard library reads a certificate only off a connection, but for this.
    decoded = ssl._ssl._test_decode_cert(str(cert))  # type: ignore[attr-defined] # not in its stubs
    return ssl.cert_time_to_seconds(str(decoded["notAfter"]))


def writing(config: Config) -> Iterator[Found]:
    """The files a server would write into, besides its database."""
    for name, path in (("log-file", config.log_file), ("audit", config.audit)):
        if path is None:
            continue
        folder = path.absolute().parent
        good = os.access(path if path.exists() else folder, os.W_OK)
        said = f"{path} {'can' if good else 'cannot'} be written"
        yield Found(name, OK if good else FAIL, said, "" if good else "see to its owner")


def clock() -> Iterator[Found]:
    now = datetime.now(UTC)
    wall, steady = time.time(), time.monotonic()
    time.sleep(0.05)
    drift = abs((time.time() - wall) - (time.monotonic() - steady))
    good = now.year >= 2025 and drift < 0.01
    said = f"{now:%Y-%m-%d %H:%M:%S} UTC"
    yield Found("clock", OK if good else WARN, said, "" if good else "let NTP set it")

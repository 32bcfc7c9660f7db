"""How `cutcard chaos` ends: told to from outside it takes down all that it started, however often
it is told, and whatever it waits for; and where something failed it shows what the server said in
the last fault."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType, TracebackType

from .own_postgres import family

ENDS = (signal.SIGINT, signal.SIGTERM)
FIRST, LAST = 20, 60  # lines of the server's log that are shown of a fault
PATIENCE = 90.0  # seconds for taking everything down; what is still there then is killed


@contextmanager
def told_to_end() -> Iterator[None]:
    """SIGTERM ends it as Ctrl-C does. Only the first counts, and to the very end: another would
    interrupt what takes down the processes that were started, or says what came of it."""
    before = {kind: signal.getsignal(kind) for kind in ENDS}
    told = False

    def end(_kind: int, _frame: FrameType | None) -> None:
        nonlocal told
        told = True
        _heed_nobody()
        raise KeyboardInterrupt

    for kind in ENDS:
        signal.signal(kind, end)
    try:
        yield
    finally:
        if not told:
            for kind, handler in before.items():
                signal.signal(kind, handler)


class Kept(ExitStack):
    """What was started, and is taken down at the end: all of it, whoever calls meanwhile. Where
    even that comes to no end all processes are killed, `last()` is said, and this one is over."""

    def __init__(self, last: Callable[[], None]) -> None:
        super().__init__()
        self._last = last
        self._timer: threading.Timer | None = None

    def hurry(self) -> None:
        """From now on it ends, and not in any longer time."""
        if self._timer is None:
            self._timer = threading.Timer(PATIENCE, self._end)
            self._timer.daemon = True
            self._timer.start()

    def _end(self) -> None:
        for pid in below(os.getpid()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._last()
        os._exit(1)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        reason: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        _heed_nobody()
        self.hurry()
        try:
            return bool(super().__exit__(kind, reason, trace))
        finally:
            assert self._timer is not None
            self._timer.cancel()


def _heed_nobody() -> None:
    for kind in ENDS:
        signal.signal(kind, signal.SIG_IGN)


def below(pid: int) -> list[int]:
    """All that a process has started, and what those have, parents first."""
    return [one for child in family(pid)[1:] for one in (child, *below(child))]


def said_since(log: Path, mark: int) -> str:
    """What the server's log says from there on: its first lines and its last."""
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(mark)
        lines = file.read().decode("utf-8", "replace").splitlines()
    left_out = len(lines) - FIRST - LAST
    if left_out > 0:
        lines[FIRST:-LAST] = [f"… {left_out} lines …"]
    return "\n".join(lines)

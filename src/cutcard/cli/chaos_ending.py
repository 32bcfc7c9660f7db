"""How `cutcard chaos` ends: told to from outside it takes down all that it started, however often
it is told; and where something failed it shows what the server said in the last fault."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType, TracebackType

ENDS = (signal.SIGINT, signal.SIGTERM)
FIRST, LAST = 20, 60  # lines of the server's log that are shown of a fault


@contextmanager
def told_to_end() -> Iterator[None]:
    """SIGTERM ends it as Ctrl-C does. Only the first counts: another would interrupt what takes
    down the processes that were started."""
    before = {kind: signal.getsignal(kind) for kind in ENDS}

    def end(_kind: int, _frame: FrameType | None) -> None:
        _heed_nobody()
        raise KeyboardInterrupt

    for kind in ENDS:
        signal.signal(kind, end)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


class Kept(ExitStack):
    """What was started, and is taken down at the end: all of it, whoever calls meanwhile."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        reason: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        _heed_nobody()
        return bool(super().__exit__(kind, reason, trace))


def _heed_nobody() -> None:
    for kind in ENDS:
        signal.signal(kind, signal.SIG_IGN)


def said_since(log: Path, mark: int) -> str:
    """What the server's log says from there on: its first lines and its last."""
    with log.open("rb") as file:
        file.seek(mark)
        lines = file.read().decode("utf-8", "replace").splitlines()
    left_out = len(lines) - FIRST - LAST
    if left_out > 0:
        lines[FIRST:-LAST] = [f"… {left_out} lines …"]
    return "\n".join(lines)

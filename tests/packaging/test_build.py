"""What is published: the source, and wheels built out of that source, not out of this checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path

import pytest

import cutcard
from cutcard.cli.settings import SETTINGS
from cutcard.games import own_names

from ..running import Asker, Running

ROOT = Path(__file__).resolve().parents[2]
NAME = f"cutcard-{cutcard.__version__}"


def run(*words: str | Path, cwd: Path, **env: str) -> str:
    clean = {key: value for key, value in os.environ.items() if key != "CUTCARD_PURE"}
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**clean, **env},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source: Path, kind: str, into: Path, **env: str) -> Path:
    run("-m", "hatchling", "build", "-t", kind, "-d", into, cwd=source, **env)
    (made,) = into.iterdir()
    return made


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """The source as it is published, unpacked."""
    made = build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))
    assert made.name == f"{NAME}.tar.gz"
    assert made.stat().st_size < 6_000_000  # half of it recorded conversations and vectors
    folder = tmp_path_factory.mktemp("source")
    shutil.unpack_archive(made, folder)  # its `filter` is not in every 3.11
    return folder / NAME


@pytest.fixture(scope="module")
def pure(source, tmp_path_factory) -> Path:
    return build(source, "wheel", tmp_path_factory.mktemp("pure"), CUTCARD_PURE="1")


@pytest.fixture(scope="module")
def site(pure, tmp_path_factory) -> Path:
    """A folder with the pure wheel installed, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    install = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
    run("-m", "pip", "install", *install, "--target", folder, pure, cwd=folder)
    return folder


def test_the_source_is_what_is_kept_here_and_no_more(source):
    found = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    for path in found - {"PKG-INFO"}:
        assert (source / path).read_bytes() == (ROOT / path).read_bytes(), path
        assert not path.endswith((".so", ".pyc", ".db", ".env")), path
    if (ROOT / ".git").exists():
        listed = ("ls-files", "--cached", "--others", "--exclude-standard", "-z")
        git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), *listed]
        told = subprocess.run(git, check=True, capture_output=True, text=True).stdout
        kept = {path for path in told.split("\0") if path and (ROOT / path).is_file()}
        assert found - {"PKG-INFO"} == kept


def test_a_pure_wheel_has_everything_but_the_compiled_part(pure, source):
    assert pure.name == f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(pure) as packed:
        names = set(packed.namelist())
        about = packed.read(f"{NAME}.dist-info/WHEEL").decode()
    assert "Root-Is-Purelib: true" in about
    assert "Tag: py3-none-any" in about
    inside = {name for name in names if name.startswith("cutcard/")}
    package = source / "src"
    ours = {path for path in (package / "cutcard").rglob("*") if path.is_file()}
    assert inside == {path.relative_to(package).as_posix() for path in ours}
    assert not [name for name in inside if name.endswith((".so", ".pyc", ".db"))]
    tops = {name.partition("/")[0] for name in names - inside}
    assert tops == {f"{NAME}.dist-info", f"{NAME}.data"}
    documents = {name.rpartition("/")[2] for name in names if "/share/doc/cutcard/" in name}
    assert documents == {path.name for path in ROOT.glob("*.md")} - {"README.md"}


def test_a_wheel_has_the_compiled_part_where_there_is_a_compiler(source, tmp_path):
    made = build(source, "wheel", tmp_path / "made")
    if find_spec("cutcard.wire._swift") is None:  # it could not be compiled for this checkout
        assert made.name == f"{NAME}-py3-none-any.whl"
        return
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert made.name.startswith(f"{NAME}-{version}-{version}-")
    for folder, name in (("wire", "_swift"), ("fair", "_roots")):
        part = f"cutcard/{folder}/{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
        with zipfile.ZipFile(made) as packed:
            packed.extract(part, tmp_path)
        load = "import importlib.util as u, sys; s = u.spec_from_file_location(*sys.argv[1:]); "
        load += "u.module_from_spec(s); print('loads')"
        assert "loads" in run("-c", load, name, tmp_path / part, cwd=tmp_path)
        (source / "src" / part).unlink()


def test_what_an_index_shows_is_whole(pure):
    with zipfile.ZipFile(pure) as packed:
        about = Parser().parsestr(packed.read(f"{NAME}.dist-info/METADATA").decode())
    assert about["Author"] == "Cutcard contributors"
    assert about["License-Expression"] == "MIT"
    assert about["Requires-Python"] == ">=3.11"
    assert about["Keywords"]
    kinds = about.get_all("Classifier")
    assert kinds == sorted(set(kinds)), "in order, and none twice"
    assert about["Description-Content-Type"] == "text/markdown"
    text = about.get_payload()
    assert "pip install cutcard" in text
    assert "![" not in text, "a picture of the repository cannot be seen there"
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert not [link for link in links if not link.startswith("https://")]
    readme = (ROOT / "README.md").read_text()
    for words in re.findall(r"(?<!!)\[([^\]]+)\]\([^)]+\)", readme):
        assert words in text, "only the link is gone, not what it says"


def test_the_readmes_pictures_are_there_and_small():
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size < 60_000


def test_what_was_installed_runs(site, tmp_path):
    where = run("-c", "import cutcard; print(cutcard.__file__)", cwd=tmp_path, PYTHONPATH=str(site))
    assert Path(where.strip()).is_relative_to(site)
    command = site / "bin" / "cutcard"
    said = run(command, "--version", cwd=tmp_path, PYTHONPATH=str(site))
    assert said.strip() == f"cutcard, version {cutcard.__version__}"
    told = run(
        command, "sim", "duel", "--deals", "20", "--json", cwd=tmp_path, PYTHONPATH=str(site)
    )
    assert json.loads(told.splitlines()[-1])["deals"] == 20


@pytest.fixture
def server(site, tmp_path, monkeypatch):
    """A server of what was installed."""
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.chdir(tmp_path)
    one = Running(tmp_path / "t.db", ())
    yield one
    one.kill()


def test_what_was_installed_serves_the_page_and_every_game(server):
    anyone = Asker(server)
    cards = anyone.ask("GET", "/api/games", status=200)["games"]
    assert set(own_names()) <= {card["name"] for card in cards}
    assert "<html" in anyone.ask("GET", "/", status=200)
    for card in cards:
        if card["name"] in own_names():
            assert card["page"]
            assert anyone.ask("GET", f"/games/{card['name']}/table.js", status=200)
    assert anyone.guest("Ann").ask("POST", "/api/tables", {"game": "duel"}, 201)
    assert server.stop() == 0


def test_the_container_takes_what_is_there_and_asks_after_its_health(server, tmp_path):
    text = (ROOT / "Containerfile").read_text()
    passed = (ROOT / ".dockerignore").read_text().splitlines()
    for line in passed:
        if line.startswith("!"):
            assert list(ROOT.glob(line[1:])), line
    for path in re.findall(r"/source/(\S+)", text):
        assert f"!{path.partition('/')[0]}" in passed
        assert (ROOT / path).exists()
    for name in re.findall(r"CUTCARD_(\w+)=", text):
        assert name.lower() in {setting.field for setting in SETTINGS}
    (asked,) = re.findall(r"^    CMD (\[.*\])$", text, re.MULTILINE)
    python, *words = json.loads(asked)
    assert python == "python"
    run(*words, cwd=tmp_path, CUTCARD_PORT=str(server.port))
    server.kill()
    with pytest.raises(AssertionError, match="Connection refused"):
        run(*words, cwd=tmp_path, CUTCARD_PORT=str(server.port))


def test_the_services_settings_are_settings():
    text = (ROOT / "packaging" / "cutcard.service").read_text()
    for name in re.findall(r"CUTCARD_(\w+)=", text):
        assert name.lower() in {setting.field for setting in SETTINGS}
    assert "ExecStart=/opt/cutcard/bin/cutcard serve\n" in text
    keys = re.findall(r"^(\w+)=", text, re.MULTILINE)
    assert {"User", "StateDirectory", "NoNewPrivileges", "ProtectSystem"} <= set(keys)


def test_the_script_that_makes_wheels_can_be_read():
    for shell in ("sh", "bash"):
        subprocess.run([shell, "-n", ROOT / "script" / "wheel"], check=True)

"""Games other packages bring: a good one plays, a bad one does no harm and is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.cli.new import write
from cutcard.games import own_names

from ..command import MAIN

BUILT_IN = set(own_names())  # where this runs others may be installed, too


class Site:
    """A folder as pip fills it: modules, and beside them what tells of their packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def package(self, package: str, **games: str) -> None:
        """A package with these entry points."""
        told = self.folder / f"{package.replace('-', '_')}-1.0.dist-info"
        told.mkdir(parents=True)
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        points = "".join(f"{name} = {module}\n" for name, module in games.items())
        (told / "entry_points.txt").write_text(f"[cutcard.games]\n{points}")

    def module(self, name: str, text: str) -> None:
        (self.folder / f"{name}.py").write_text(text)

    def game(self, name: str, module: str | None = None) -> Path:
        """A whole game, as `cutcard new` begins one."""
        folder = self.folder / (module or name)
        write(name, folder, folder)
        return folder


@pytest.fixture
def site(tmp_path, monkeypatch):
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return Site(folder)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", MAIN, *words]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ)


def doctor(tmp_path: Path) -> dict[str, dict[str, str]]:
    """What the doctor warns of among games, by the game's name."""
    done = run("doctor", "--json", "--port", "0", "--db", str(tmp_path / "doctor.db"))
    assert done.returncode == 0, done.stderr
    told = [one for one in json.loads(done.stdout)["checks"] if one["what"] == "games"]
    return {one["said"].split("'")[1]: one for one in told if one["grade"] == "warn"}


def test_bad_games_are_left_out_of_the_lobby_and_named_once(site, serve, asker, tmp_path):
    site.package("good-game", good_one="good_one")
    site.game("good_one")
    site.package("bad-games", absent="absent", raising="raising", leaving="leaving", half="half")
    site.module("raising", "raise RuntimeError('made for\\nanother year')")
    site.module("leaving", "import sys; sys.exit('not today')")
    site.module("half", "name = 'half'\nversion = 1\n")
    site.package("bad-parts", thoughtless="thoughtless", misnamed="misnamed")
    (site.game("thoughtless") / "bot.py").write_text("import nowhere_to_be_found\n")
    site.game("other_name", module="misnamed")
    reasons = {
        "absent": ("bad-games", "No module named 'absent'"),
        "raising": ("bad-games", "RuntimeError: made for another year"),
        "leaving": ("bad-games", "SystemExit: not today"),
        "half": ("bad-games", "it has no seats, shows_seed"),
        "thoughtless": ("bad-parts", "No module named 'nowhere_to_be_found'"),
        "misnamed": ("bad-parts", "it calls itself 'other_name'"),
    }

    server = serve()
    anyone = asker(server)
    listed = [one["name"] for one in anyone.ask("GET", "/api/games", status=200)["games"]]
    assert listed == sorted(listed)
    assert BUILT_IN | {"good_one"} <= set(listed)
    assert not set(reasons) & set(listed)
    ann = anyone.guest("Ann")
    assert ann.ask("POST", "/api/tables", {"game": "good_one"}, 201)
    assert ann.ask("POST", "/api/tables", {"game": "duel"}, 201)
    refused = ann.ask("POST", "/api/tables", {"game": "raising"}, 400)["error"]
    assert "cannot be used here" in refused["message"]
    assert anyone.ask("GET", "/games/raising/table.js", status=404)
    assert server.stop() == 0
    logged = server.log.read_text()
    assert not server.errors()

    warned = doctor(tmp_path)
    assert set(warned) == set(reasons)
    for name, (package, reason) in reasons.items():
        assert logged.count(f"the installed game '{name}' of {package}") == 1, logged
        assert reason in warned[name]["said"]
        assert f"pip uninstall {package}" in warned[name]["advice"]
        (line,) = [line for line in logged.splitlines() if f"'{name}' of" in line]
        assert "WARNING" in line
        assert reason in line
        assert f"pip uninstall {package}" in line


def test_a_game_named_like_one_of_ours_or_anothers_is_refused_aloud(site, serve, asker, tmp_path):
    site.package("a-thief", duel="thief")
    site.module("thief", "raise AssertionError('nobody may look at it')")
    site.package("b-first", twice="first_twice")
    site.package("c-second", twice="second_twice")
    site.game("twice", module="first_twice")
    site.game("twice", module="second_twice")

    server = serve()
    cards = asker(server).ask("GET", "/api/games", status=200)["games"]
    names = [one["name"] for one in cards]
    assert BUILT_IN | {"twice"} <= set(names)
    assert len(names) == len(set(names))
    (duel,) = [one for one in cards if one["name"] == "duel"]
    assert duel["page"], "it is ours"
    server.stop()
    logged = server.log.read_text()
    assert "'duel' of a-thief is left out: a game of Cutcard's own is called so already" in logged
    assert "'twice' of " in logged
    assert "nobody may look at it" not in logged

    warned = doctor(tmp_path)
    assert set(warned) == {"duel", "twice"}
    assert "pip uninstall a-thief" in warned["duel"]["advice"]
    assert "another package's" in warned["twice"]["said"]


def test_commands_about_our_own_games_do_not_look_at_others(site):
    site.package("noisy-game", noisy="noisy")
    site.module("noisy", "print('LOUD')\nraise ImportError('no')")
    done = run("sim", "duel", "--deals", "3")
    assert done.returncode == 0, done.stderr
    assert "LOUD" not in done.stdout + done.stderr
    done = run("sim", "noisy", "--deals", "3")
    assert done.returncode == 2
    assert "`cutcard doctor` says why" in done.stderr


def test_a_game_that_cannot_be_made_warm_is_logged_and_harms_nobody(site, serve, asker):
    site.package("cold-game", cold="cold")
    folder = site.game("cold")
    rules = folder / "__init__.py"
    rules.write_text(rules.read_text() + "\n\ndef warm():\n    raise OSError('no coal')\n")
    server = serve()
    assert "cold" in [one["name"] for one in asker(server).ask("GET", "/api/games")["games"]]
    server.stop()
    assert "the game cold could not make ready" in server.log.read_text()
    assert "no coal" in server.log.read_text()

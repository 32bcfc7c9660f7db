"""The commands: what they print, how they refuse, and their exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

from cutcard.cli.main import LAZY
from cutcard.replay import golden

from ..command import MAIN

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]
HAND = str(ROOT / "src/cutcard/games/duel/golden/hand.jsonl")


def process(*words: str, hashseed: str = "0", typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command line as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", MAIN, *words],
        env={**os.environ, "PYTHONHASHSEED": hashseed},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def last_json(result: Result) -> dict:
    return json.decode(result.stdout.strip().splitlines()[-1])


# main


def test_help_lists_commands_without_loading_them() -> None:
    code = (
        "import sys; from cutcard.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "assert 'cutcard.wire' not in sys.modules and 'cutcard.check.suite' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in ("play", "sim", "replay", "check", "new"):
        assert name in done.stdout
        assert LAZY[name] in done.stdout


@pytest.mark.parametrize("name", ["play", "sim", "replay", "check", "new"])
def test_help_teaches_with_examples(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"cutcard {name}" in result.output.replace("\n", " ")


def test_an_unknown_command_is_a_usage_error(run: Run) -> None:
    assert run("shuffle").exit_code == 2


def test_a_games_own_commands_are_found_by_its_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "chatty"
    folder.mkdir()
    rules = "from cutcard.cli.template.secret import *\nname = 'chatty'\n"
    (folder / "__init__.py").write_text(rules)
    (folder / "cli.py").write_text(
        "import click\n"
        "@click.command('chat')\n"
        "def chat():\n    'Say hello.'\n    click.echo('hello')\n"
        "commands = [chat]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("cutcard.cli.main.game_names", lambda: ["chatty"])
    monkeypatch.setattr("cutcard.cli.main.game", import_module)
    assert "Say hello." in run("--help").output
    assert run("chat").output == "hello\n"


def test_a_broken_game_does_not_take_the_other_commands_away(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> None:
        raise SyntaxError("half a game")

    monkeypatch.setattr("cutcard.cli.main.game", broken)
    result = run("--help")
    assert result.exit_code == 0
    assert "half a game" in result.stderr
    assert "sim" in result.stdout


# sim


def test_sim_gives_the_same_digest_in_every_process() -> None:
    words = ("sim", "duel", "--deals", "200", "--seed", "1", "--json")
    one, two = (process(*words, hashseed=seed) for seed in ("1", "2"))
    figures = [json.decode(done.stdout.splitlines()[-1]) for done in (one, two)]
    assert figures[0]["digest"] == figures[1]["digest"]
    assert list(figures[0]) == [
        *("game", "deals", "moves", "seconds", "deals_per_s", "moves_per_s", "digest")
    ]
    assert figures[0]["game"] == "duel"
    assert figures[0]["deals"] == 200


def test_sim_takes_options_and_seats(run: Run) -> None:
    plain = last_json(run("sim", "memory", "--deals", "3", "--json"))
    more = last_json(run("sim", "memory", "--deals", "3", "--seats", "3", "--json"))
    assert plain["digest"] != more["digest"]
    hand = last_json(run("sim", "duel", "--deals", "3", "--options", '{"mode":"HAND"}', "--json"))
    assert hand["digest"] != last_json(run("sim", "duel", "--deals", "3", "--json"))["digest"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("duell",), "did you mean duel"),
        (("duel", "--seats", "5"), "duel takes 2"),
        (("memory", "--seats", "9"), "memory takes 1 to 4"),
        (("duel", "--options", '{"maxRounds": "many"}'), "options are JSON"),
        (("duel", "--options", "{"), "options are JSON"),
        (("duel", "--deals", "0"), "x>=1"),
    ],
)
def test_sim_refuses_in_a_sentence(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("sim", *words)
    assert result.exit_code == 2
    assert said in result.output


def test_sim_keeps_deals_that_replay(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert run("sim", "memory", "--deals", "3", "--golden", str(kept)).exit_code == 0
    files = sorted(kept.glob("*.jsonl"))
    assert len(files) == 3
    for path in files:
        assert golden.check(path).outcome() is not None


# check


def test_check_passes_and_says_what_it_tried(run: Run) -> None:
    """Four cases of each of Memory's setups: in two of a race, by chance, whose lane is hidden
    has turned no card whenever a world is made, and no redeal can turn it elsewhere."""
    result = run("check", "duel", "memory", "--cases", "44", "--processes", "1", "--json")
    assert result.exit_code == 0, result.output
    said = last_json(result)
    assert said["ok"]
    assert [one["game"] for one in said["games"]] == ["duel", "memory"]
    assert all(one["cases"] == 44 for one in said["games"])
    assert said["games"][0]["tried"]["steps compared"] > 0
    assert "duel: passes; 44 cases" in result.stdout


def test_check_fails_with_the_fault_and_how_to_see_it_again(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "leaky"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from cutcard.cli.template.secret import *\n"
        "from cutcard.cli.template.secret.rules import Template, deal as clean\n"
        "class Leaky(Template):\n"
        "    __slots__ = ()\n"
        "    def _player(self, seat, own):\n"
        "        return Template._player(self, seat, True)\n"
        "def deal(options, seats, rng, carry=None):\n"
        "    state = clean(options, seats, rng)\n"
        "    state.__class__ = Leaky\n"
        "    return state\n"
    )
    result = run("check", str(folder), "--cases", "32", "--json")
    assert result.exit_code == 1
    assert "FAILS" in result.stdout
    faults = last_json(result)["games"][0]["faults"]
    leak = next(fault for fault in faults if fault["kind"] == "leak")
    again = run("check", str(folder), "--seed", leak["seed"], "--json")
    assert leak in last_json(again)["games"][0]["faults"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dule",), "did you mean duel"),
        (("duel", "--cases", "0"), "at least 1"),
        (("duel", "--seed", "1/x"), "RUN/CASE"),
        (("./nowhere",), "no game"),
    ],
)
def test_check_refuses_in_a_sentence(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("check", *words)
    assert result.exit_code == 2
    assert said in result.output


# new


def test_new_writes_a_game_that_passes_check_and_its_own_test(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "new", "my_game"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert 'my_game = "my_game"' in done.stdout
    folder = tmp_path / "my_game"
    for name in ("__init__.py", "moves.py", "rules.py", "bot.py", "README.md", "test_my_game.py"):
        text = (folder / name).read_text()
        assert "emplate" not in text
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "my_game"]
    assert subprocess.run(test, cwd=tmp_path, check=False).returncode == 0


def test_new_in_the_checkout_goes_to_the_games(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "src/cutcard/games"
    games.mkdir(parents=True)
    (games / "__init__.py").touch()
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    assert run("new", "brag").exit_code == 0
    assert (games / "brag/rules.py").is_file()
    assert '"brag"' in (tmp_path / "tests/brag/test_brag.py").read_text()
    again = run("new", "brag")
    assert again.exit_code == 2
    assert "there already" in again.output


@pytest.mark.parametrize(
    "name", ["Brag", "1st", "my-game", "class", "x", "a" * 31, "ä", "duel", ""]
)
def test_new_refuses_names_that_cannot_be(run: Run, tmp_path: Path, name: str) -> None:
    result = run("new", name, "--into", str(tmp_path))
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_new_refuses_the_name_of_another_module(run: Run, tmp_path: Path) -> None:
    assert "another kind" in run("new", "random", "--into", str(tmp_path)).output

"""The commands: what they print, how they refuse, and their exit codes."""

from __future__ import annotations

import asyncio
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
from cutcard.replay import golden, read
from cutcard.store.protocol import Batch, DealRow, MatchRow, SeatRow, TableRow
from cutcard.store.sqlite import SqliteStore

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]
MAIN = "from cutcard.cli.main import main; main()"
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
    (folder / "__init__.py").write_text("from cutcard.cli.template import *\nname = 'chatty'\n")
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
    result = run("check", "duel", "memory", "--cases", "24", "--processes", "1", "--json")
    assert result.exit_code == 0, result.output
    said = last_json(result)
    assert said["ok"]
    assert [one["game"] for one in said["games"]] == ["duel", "memory"]
    assert all(one["cases"] == 24 for one in said["games"])
    assert said["games"][0]["tried"]["steps compared"] > 0
    assert "duel: passes; 24 cases" in result.stdout


def test_check_fails_with_the_fault_and_how_to_see_it_again(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "leaky"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from cutcard.cli.template import *\n"
        "from cutcard.cli.template.rules import Template, deal as clean\n"
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


# replay


def test_replay_shows_and_verifies(run: Run) -> None:
    result = run("replay", HAND)
    assert result.exit_code == 0, result.output
    assert "Round 1" in result.output
    assert "Verified: 16 entries" in result.output
    quiet = run("replay", HAND, "--quiet")
    assert quiet.output.startswith("Verified")


def test_replay_as_a_seat_hides_what_it_did_not_see(run: Run) -> None:
    full, seat = run("replay", HAND), run("replay", HAND, "--seat", "0")
    assert "(Seat 1 alone)" in full.output
    assert "(Seat 1 alone)" not in seat.output
    assert run("replay", HAND, "--seat", "7").exit_code == 2


def test_replay_keeps_a_deal(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "kept.jsonl"
    assert run("replay", HAND, "--quiet", "--save", str(place)).exit_code == 0
    assert golden.check(place).outcome() is not None


def test_replay_says_where_a_recording_drifts(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "bent.jsonl"
    text = Path(HAND).read_text()
    place.write_text(text.replace('"at":1200', '"at":1200,"note":1').replace("digest", "digset"))
    unsigned = run("replay", str(place))
    assert unsigned.exit_code == 0
    assert "0 digests" in unsigned.output
    place.write_text(
        text.replace('"seat":0,"move":{"type":"ready"}', '"seat":1,"move":{"type":"ready"}')
    )
    bent = run("replay", str(place))
    assert bent.exit_code == 1
    assert "does not replay" in bent.output


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A server's database with one table, its first deal the golden one."""
    recorded = read(Path(HAND))
    head = recorded.header
    rows = Batch(
        tables=[TableRow(3, "duel", bytes(head.options), 2, "", "u1", False, True, 0)],
        seats=[SeatRow(3, 0, "u1", "Ann", None, 1), SeatRow(3, 1, None, "", "reader", 1)],
        matches=[MatchRow(3, 1, "COMPLETED", 0)],
        deals=[
            DealRow(
                *(3, 1, 1, "duel", head.version, bytes(head.options), None, 2),
                *(bytes.fromhex(head.seed), bytes(32), 0, 1_700_000_000_000),
            )
        ],
        entries=[
            (3, 1, n, line.at, line.seat, bytes(line.move), None)
            for n, line in enumerate(recorded.lines)
        ],
        checks=[
            (3, 1, n, bytes.fromhex(line.digest))
            for n, line in enumerate(recorded.lines, 1)
            if line.digest
        ],
    )
    place = tmp_path / "house.db"

    async def fill() -> None:
        store = SqliteStore(place)
        await store.open()
        await store.write(rows)
        await store.close()

    asyncio.run(fill())
    return str(place)


def test_replay_shows_deals_of_a_server(run: Run, db: str) -> None:
    listed = run("replay", "--db", db)
    assert listed.exit_code == 0, listed.output
    assert listed.output.startswith("3/1 ")
    for which in ("3", "3/1", "3-1"):
        result = run("replay", which, "--db", db)
        assert result.exit_code == 0, result.output
        assert "Ann" in result.output
        assert "Verified: 16 entries, 1 digests" in result.output
    for which, said in (("4", "no table 4"), ("3/2", "no such deal")):
        missing = run("replay", which, "--db", db)
        assert missing.exit_code == 1
        assert said in missing.output


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nowhere",), 2, "neither a file nor a deal"),
        (("12/x",), 2, "neither a file nor a deal"),
        (("12", "--db", "no.db"), 2, "there is no database"),
        (("--db", "no.db"), 2, "there is no database"),
        ((str(ROOT / "pyproject.toml"),), 1, "line 1"),
    ],
)
def test_replay_refuses_in_a_sentence(
    run: Run, words: tuple[str, ...], code: int, said: str
) -> None:
    result = run("replay", *words)
    assert result.exit_code == code
    assert said in result.output


# play


def test_play_a_duel_to_its_end(run: Run) -> None:
    result = run("play", "duel", "--seed", "x", typed="1\n" * 4)
    assert result.exit_code == 0, result.output
    assert "round 3 of 3" in result.output
    assert "Score: Player" in result.output


def test_play_by_words_by_tag_and_as_the_wire_writes_it(run: Run) -> None:
    typed = 'ready\ncard_play 5 1\n{"type":"card_play","cardIndex":6,"roundNumber":2}\n1\n'
    result = run("play", "duel", "--seed", "x", "--bot", "random", typed=typed)
    assert result.exit_code == 0, result.output
    assert "Score: Player" in result.output


def test_play_helps_and_says_why_a_move_is_none_or_refused(run: Run) -> None:
    typed = "?\n.\nnonsense\n99\n1\ncard_play 5 2\ncard_play 5\ncard_play 1 2 3\n{\n"
    result = run("play", "duel", "--seed", "x", typed=typed)
    assert "Type the number of a move" in result.output
    assert "'nonsense' is none of the moves" in result.output
    assert "Refused: Invalid round number (INVALID_ROUND)" in result.output
    assert "That is no move" in result.output
    assert result.output.endswith("You get up. Goodbye.\n")
    assert result.exit_code == 0


@pytest.mark.parametrize("typed", ["", "q\n", "1\nq\n"])
def test_play_lets_one_leave_politely(run: Run, typed: str) -> None:
    result = run("play", "duel", typed=typed)
    assert result.exit_code == 0
    assert "Goodbye" in result.output


def test_play_turns_cards_back_in_memory(run: Run) -> None:
    result = run("play", "memory", "--seats", "2", "--seed", "a", typed="1\n1\n2\nq\n")
    assert result.exit_code == 0, result.output
    shown = result.output.index("Playing   moves 1")
    back = result.output.index("They turn back.")
    assert shown < back, "both cards are seen before they turn back"
    assert "Goldfish to turn two cards" in result.output[back:]


def test_play_at_a_terminal() -> None:
    """Under a tty the prompt waits, bots take a moment, and Ctrl-D leaves."""
    theirs, ours = os.openpty()
    words = [sys.executable, "-c", MAIN, "play", "duel", "--seed", "x"]
    with subprocess.Popen(words, stdin=ours, stdout=ours, stderr=ours) as table:
        os.close(ours)
        os.write(theirs, b"1\n")
        said = b""
        while b"round 1 of 3" not in said:
            said += os.read(theirs, 4096)
        os.write(theirs, b"\x04")
        while b"Goodbye" not in said:
            said += os.read(theirs, 4096)
        assert table.wait(20) == 0
    os.close(theirs)


def test_play_against_several_bots(run: Run) -> None:
    result = run("play", "memory", "--seats", "3", "--seat", "2", "--name", "Ann", typed="q\n")
    assert "Ann" in result.output
    assert result.exit_code == 0


def test_play_in_a_process_with_piped_input() -> None:
    done = process("play", "duel", "--seed", "x", typed="1\n1\n1\n1\n")
    assert done.returncode == 0, done.stderr
    assert "Score: Player" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("duel", "--bot", "readr"), "did you mean reader"),
        (("duel", "--seat", "2"), "seats are 0 to 1"),
        (("duel", "--seats", "3"), "duel takes 2"),
        (("chess",), "no game"),
    ],
)
def test_play_refuses_in_a_sentence(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("play", *words)
    assert result.exit_code == 2
    assert said in result.output

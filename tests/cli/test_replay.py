"""`cutcard replay`: deals from files and from a server's database, shown and verified."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from cutcard.replay import golden, read
from cutcard.store.protocol import Batch, DealRow, MatchRow, SeatRow, TableRow
from cutcard.store.sqlite import SqliteStore

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]
HAND = str(ROOT / "src/cutcard/games/duel/golden/hand.jsonl")


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


def test_what_another_chose_in_secret_is_not_named_and_everything_is_told_from_each_side(
    run: Run,
) -> None:
    battle = str(ROOT / "src/cutcard/games/battle/golden/core.jsonl")
    full, seat = run("replay", battle).output, run("replay", battle, "--seat", "0").output
    assert "Seat 1: swap " in full
    assert "swap ?" not in full  # whoever swaps sees the cards
    assert "Seat 1: swap" not in seat
    assert "Seat 1 swaps 5 of the opening hand." in seat


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


def test_an_archived_deal_is_found_where_it_went_and_replays_from_there(
    run: Run, db: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "old.jsonl.gz")
    still_open = run("db", "archive", file, "--older", "30", "--db", db)
    assert still_open.exit_code == 0, still_open.output
    assert "nothing was written" in still_open.output
    assert run("replay", "3/1", "--db", db).exit_code == 0
    with closing(sqlite3.connect(db)) as rows, rows:
        rows.execute("UPDATE tables SET closed = 1")
    done = run("db", "archive", file, "--older", "30", "--db", db)
    assert "1 tables, 1 deals, 16 entries" in done.output, done.output
    for words in (["replay", "3/1"], ["db", "states", "3/1"], ["verify", "--table", "3"]):
        gone = run(*words, "--db", db)
        assert gone.exit_code == 1
        assert f"into {file}; see it with: cutcard replay 3 --archive {file}" in gone.output
    again = run("replay", "3/1", "--archive", file)
    assert again.exit_code == 0, again.output
    assert "Verified: 16 entries, 1 digests" in again.output
    assert "has no deal 4/1" in run("replay", "4/1", "--archive", file).output
    assert "there already" not in run("db", "archive", file, "--older", "30", "--db", db).output
    missing = run("db", "archive", file, "--older", "30", "--db", str(tmp_path / "no.db"))
    assert "no database" in missing.output
    assert not (tmp_path / "no.db").exists()


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

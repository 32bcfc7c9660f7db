"""A finished deal as each viewer's `.cutcard` file: made by the server and by `cutcard replay`,
walked through, told as text and JSON, in a game's own formats, and added up by `cutcard stats`."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result
from tests.fair.test_audit import played
from tests.fair.test_games import TABLES, table

from cutcard.fair import Key
from cutcard.games.poker import phh, replayed, stars
from cutcard.kernel import fair
from cutcard.kernel.cards import display, name
from cutcard.store.opening import store_at
from cutcard.store.protocol import Batch
from cutcard.table.deal import replay
from cutcard.table.keys import KEY_FILE
from cutcard.table.patch import merge, plain
from cutcard.table.proof import proof_of
from cutcard.table.vocabulary import vocabulary

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def sims() -> dict[str, Any]:
    """Two deals of every game, with shares of all."""
    found = {}
    for which in TABLES:
        found[which] = table(which)
        found[which].play(2)
    return found


@pytest.fixture
def kept(sims: dict[str, Any], tmp_path: Path) -> Callable[[str, int], str]:
    """A seat's file of a game's first deal."""

    def file(which: str, seat: int) -> str:
        sim = sims[which]
        path = tmp_path / f"{which}-{seat}.cutcard"
        one = next(one for one in sim.people if one.seat == seat)
        path.write_bytes(sim.file(sim.ended()[0], one))
        return str(path)

    return file


@pytest.mark.parametrize("which", TABLES)
def test_every_seats_file_is_told_as_that_seat_saw_it(run: Run, kept: Any, which: str) -> None:
    for seat in (0, 1):
        done = run("replay", kept(which, seat))
        assert done.exit_code == 0, done.output
        assert "PROVED OWN" in done.output
        assert "alone)" not in done.output  # nothing was told to another alone
        assert len(done.output.splitlines()) > 10


@pytest.mark.parametrize("which", TABLES)
def test_a_page_without_rules_draws_every_file(kept: Any, sims: dict[str, Any], which: str) -> None:
    """From the view it began with and what changed, or from whole views: the last is the one its
    viewer had at the end."""
    sim = sims[which]
    end = _end(sim.proof(sim.ended()[0]).log)
    for seat in (0, 1):
        rows = [json.loads(row) for row in Path(kept(which, seat)).read_text().splitlines()]
        moves = [row for row in rows if row["t"] == "move"]
        view = moves[0].get("first", {})
        for row in moves:
            assert "facts" in row
            view = row["view"] if "view" in row else merge(view, row["patch"])
        assert view == json.loads(json.dumps(plain(end.view(seat))))


@pytest.mark.parametrize("which", ["poker", "short", "draw", "stud"])
def test_a_sealed_file_has_no_card_its_viewer_did_not_see(
    run: Run, kept: Any, sims: dict[str, Any], which: str
) -> None:
    sim = sims[which]
    log = sim.proof(sim.ended()[0]).log
    state = _end(log)
    hand = state.hand
    for seat in range(2):
        open_to_them = {word for _, word, _ in state.seen_cards(seat)}
        hidden = {
            name(card)
            for place, hole in enumerate(hand.hole)
            for card in hole
            if place != state.place_of[seat]
        } - open_to_them
        path = kept(which, seat)
        tale = [row for row in Path(path).read_text().splitlines() if '"t":"move"' in row]
        texts = json.loads(tale[-1])["texts"]
        for words in ("\n".join(tale), texts["phh"], texts["stars"]):
            runs = re.findall(r"(?<!\w)(?:[2-9TJQKA][cdhs])+(?!\w)", words)
            told = {run[i : i + 2] for run in runs for i in range(0, len(run), 2)}
            assert not told & hidden, (told & hidden, words)
        shown = run("replay", path).output
        never = {display(card) for hole in hand.hole for card in hole if name(card) in hidden}
        assert not [card for card in never if card in shown]
        for entry in map(json.loads, tale):
            assert entry["move"] == "" or entry["seat"] == seat


def _end(log: Any) -> Any:
    return replay(vocabulary(log.header.game), log.header, log.entries).state


def test_one_walks_forth_and_back(run: Run, kept: Any) -> None:
    done = run("replay", kept("guandan", 0), "--step", typed="n\nn\np\n5\nwhere\n9999\n0\np\nq\n")
    assert done.exit_code == 0, done.output
    steps = re.findall(r"^(\d+)/\d+:", done.output, re.MULTILINE)
    assert steps == ["0", "1", "2", "1", "5", "5", "5", "0", "0"]
    assert "n: next" in done.output
    assert done.output.count("Steps go from 0 to") == 2
    assert run("replay", kept("guandan", 0), "--step", typed="").exit_code == 0  # end of input


@pytest.mark.parametrize("which", ["duel", "poker"])
def test_json_is_the_deal_and_then_a_line_a_step(run: Run, kept: Any, which: str) -> None:
    done = run("replay", kept(which, 1), "--json")
    head, *steps = map(json.loads, done.output.splitlines())
    assert (head["game"], head["viewer"], head["steps"]) == (which, 1, len(steps))
    assert head["verdict"]["verdict"] == "PROVED"
    assert [step["n"] for step in steps] == list(range(len(steps)))
    assert all("view" in step for step in steps)
    assert {step["seat"] for step in steps if "move" in step} == {1}  # one's own and no other's
    assert head["outcome"]["places"]


def test_an_open_deal_shows_every_side_and_a_sealed_one_its_viewers(run: Run, kept: Any) -> None:
    path = kept("battle", 0)
    assert "(Seat 1 alone)" in run("replay", path, "--all").output
    assert run("replay", path, "--seat", "1").output != run("replay", path).output
    assert "seats 0 to 1" in run("replay", path, "--seat", "9").output
    for more in (("--all",), ("--seat", "1")):
        done = run("replay", kept("poker", 0), *more)
        assert done.exit_code == 1
        assert "no other side" in done.output


def test_what_the_server_did_not_sign_is_not_shown(run: Run, kept: Any) -> None:
    path = Path(kept("poker", 0))
    path.write_bytes(path.read_bytes().replace(b'"type":"PLAYER_POST"', b'"type":"PLAYER_POSE"', 1))
    for command in ("replay", "stats"):
        done = run(command, str(path))
        assert done.exit_code == 1
        assert "not what a server signed (SUM)" in done.output


def _by_name(one: phh.Record) -> list[str]:
    """What was done; stud's text does not say who is p1."""
    players = one.players or []
    named = (re.sub(r"^p(\d)", lambda m: players[int(m[1]) - 1], a) for a in one.actions)
    return [action for action in named if "dh" not in action]


@pytest.mark.parametrize(
    ("which", "old", "new"),
    [
        ("poker", rb'"playerId":1', rb'"playerId":77'),
        ("poker", rb'"players":\["Seat 0"', rb'"players":[5'),
        ("poker", rb'"players":\[[^\]]*\]', rb'"players":[]'),
        ("poker", rb'"facts":\[\{', rb'"facts":[7,{'),
        ("poker", rb'"net":-?[0-9.]+', rb'"net":"much"'),
        ("duel", rb'"players":\[[^\]]*\]', rb'"players":["Al"]'),
    ],
)
def test_a_file_that_tells_what_cannot_be_is_refused_whoever_signed_it(
    run: Run, kept: Any, sims: dict[str, Any], which: str, old: bytes, new: bytes
) -> None:
    path = Path(kept(which, 0))
    rows = path.read_bytes().splitlines(keepends=True)
    kept_rows = [row for row in rows if b'"t":"sum"' not in row and b'"t":"own"' not in row]
    bent = [re.sub(old, new, row) if b'"t":"move"' in row else row for row in kept_rows]
    assert bent != kept_rows
    made = sha256(b"".join(bent))
    sig = sims[which].key.sign(fair.to_sign_file(made.digest())).hex()
    last = json.dumps({"t": "sum", "sha256": made.hexdigest(), "sig": sig}).encode()
    path.write_bytes(b"".join(bent) + last + b"\n")
    assert run("verify", str(path)).exit_code == 0
    for command in ("replay", "stats"):
        done = run(command, str(path))
        assert done.exit_code == 1
        assert f"nothing {which} could tell" in done.output
        assert isinstance(done.exception, SystemExit)


def test_without_a_signature_an_open_deal_has_no_names_and_a_sealed_one_tells_nothing(
    run: Run, kept: Any
) -> None:
    for which, code in (("duel", 0), ("poker", 1)):
        path = Path(kept(which, 0))
        rows = path.read_bytes().splitlines(keepends=True)
        last = [row.replace(b"Seat 1", b"Mallory") for row in rows if b'"t":"sum"' not in row]
        path.write_bytes(b"".join(last))
        done = run("replay", str(path))
        assert done.exit_code == code, done.output
        assert "Mallory" not in done.output
    assert "nobody has signed what it tells" in done.output


@pytest.mark.parametrize("which", ["poker", "short", "draw", "stud"])
def test_a_hand_comes_out_as_phh_and_as_text_for_trackers(run: Run, kept: Any, which: str) -> None:
    path = kept(which, 0)
    (one,) = phh.parse(run("replay", path, "--as", "phh").output)
    assert replayed.judge(one) == ("ok", "")
    (back,) = stars.read(run("replay", path, "--as", "stars").output)
    assert replayed.judge(back) == ("ok", "")
    assert _by_name(back) == _by_name(one)
    none = run("replay", path, "--as", "pdf")
    assert none.exit_code == 1
    assert "its formats are phh, stars" in none.output
    assert "--as phh` does it" in run("phh", "export", path).output
    assert "formats are none" in run("replay", kept("duel", 0), "--as", "phh").output


async def _room(db: str, key: Key, secret: bytes | None, batch: Batch) -> bytes:
    """A database with a hand; and the file that a server with that key gives seat 1."""
    store = store_at(db)
    await store.open()
    await store.write(batch)
    await store.add_fair_key(key.public, 0, secret)
    proof = await proof_of(store, 1, 1)
    await store.close()
    assert proof is not None
    return proof.made(1, key)


def test_a_key_outside_the_database_signs_where_its_folder_is_named(
    run: Run, tmp_path: Path
) -> None:
    batch, key = played("poker")
    db, path = str(tmp_path / "room.db"), tmp_path / "hand.cutcard"
    given = asyncio.run(_room(db, key, None, batch))
    words = ("replay", "1/1", "--db", db, "--seat", "1", "--cutcard", str(path))
    for more, said in (((), "with --key-dir"), (("--key-dir", str(tmp_path)), "There is no ")):
        refused = run(*words, *more)
        assert refused.exit_code == 1
        assert said in refused.output
        assert not path.exists()
    (tmp_path / KEY_FILE).write_bytes(key.secret)
    assert run(*words, "--key-dir", str(tmp_path)).exit_code == 0
    assert path.read_bytes() == given


def test_the_command_makes_the_file_that_the_server_gives(run: Run, tmp_path: Path) -> None:
    batch, key = played("poker")
    db, path = str(tmp_path / "room.db"), tmp_path / "hand.cutcard"
    given = asyncio.run(_room(db, key, key.secret, batch))
    done = run("replay", "1/1", "--db", db, "--seat", "1", "--cutcard", str(path))
    assert done.exit_code == 0, done.output
    assert path.read_bytes() == given
    assert run("verify", str(path)).exit_code in (0, 3)
    assert run("replay", str(path)).exit_code == 0
    assert run("replay", "1/1", "--db", db, "--as", "phh").output.startswith("[1]\nvariant")
    for words, said in (
        (("1/99", "--seat", "1"), "was not proved"),
        (("1/1", "--seat", "7"), "seats 0 to"),
        (("1", "--seat", "1"), "Name the deal too"),
    ):
        refused = run("replay", *words, "--db", db, "--cutcard", str(tmp_path / "none"))
        assert refused.exit_code != 0
        assert said in refused.output
    assert not (tmp_path / "none").exists()


def test_stats_add_up_deals_once_for_each_player_and_draw_them(
    run: Run, kept: Any, sims: dict[str, Any], tmp_path: Path
) -> None:
    files = [kept("duel", 0), kept("duel", 1), kept("poker", 0), kept("poker", 1)]
    svg = tmp_path / "sums.svg"
    done = run("stats", *files, "--json", "--svg", str(svg))
    assert done.exit_code == 0, done.output
    rows = {(row["game"], row["player"]): row for row in map(json.loads, done.output.splitlines())}
    assert rows["duel", "Seat 0"]["counters"]["deals"] == 1  # of two files of the same deal
    sim = sims["poker"]
    scores = _end(sim.proof(sim.ended()[0]).log).outcome().scores
    for seat in (0, 1):
        mine = rows["poker", f"Seat {seat}"]
        assert mine["counters"]["hands"] == 1
        assert mine["counters"]["net"] == scores[seat]
        assert mine["course"] == [scores[seat]]
    assert ("poker", "Seat 2") not in rows  # nobody's file tells of them
    lines = ElementTree.parse(svg).getroot().iter("{http://www.w3.org/2000/svg}polyline")
    assert len(list(lines)) == 4
    assert "Seat 1" in run("stats", *files, "--player", "Seat 1").output
    assert run("stats", *files, "--player", "Nobody").exit_code == 1


def test_stats_of_recorded_deals(run: Run) -> None:
    golden = Path(__file__).parents[2] / "src/cutcard/games/poker/golden"
    done = run("stats", str(golden / "cash.jsonl"))
    assert done.exit_code == 0, done.output
    assert "hands 1" in done.output

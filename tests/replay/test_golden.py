"""Every game's golden playthroughs replay, and one that does not is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Raw, json
from msgspec.structs import replace

from cutcard import Rng, game
from cutcard.bots import play_out
from cutcard.kernel.game import Illegal
from cutcard.replay import Drift, Recording, Screen, Unreadable, golden, read, verify
from cutcard.replay import replay as steps_of
from cutcard.replay.log import EVERY, write
from cutcard.replay.show import lines, names_of, scenes

FILES = golden.files()


@pytest.fixture
def duel() -> Recording:
    return read(next(path for path in FILES if path.parts[-3] == "duel" and path.stem == "hand"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_playthrough_replays(path: Path) -> None:
    end = golden.check(path)
    assert end.outcome() is not None
    taken = [n for n, line in enumerate(read(path).lines, 1) if line.digest]
    last = len(read(path).lines)
    assert taken == [n for n in range(1, last + 1) if n % EVERY == 0 or n == last]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_playthrough_can_be_told(path: Path) -> None:
    recording = read(path)
    rules = game(recording.header.game)
    names = names_of(recording.header.seats)
    for viewer in (0, None):
        steps, seats = steps_of(rules, recording), recording.header.seats
        seen = scenes(steps, viewer, everything=viewer is None, seats=seats)
        told = list(lines(Screen(rules), seen, viewer, names))
        assert len(told) >= 2
        assert all(isinstance(text, str) for text in told)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    rules = game("memory")
    options, seats = rules.setups()[-1]
    log: list[tuple[int, int, object]] = []
    play_out(rules.deal(options, seats, Rng(bytes(32))), Rng.named("choices"), log)
    golden.write(tmp_path / "a.jsonl", rules, (options, seats, bytes(32), None), log)
    end = golden.check(tmp_path / "a.jsonl")
    assert end.outcome() is not None
    assert len(read(tmp_path / "a.jsonl").lines) == len(log)


def test_a_recording_is_kept_as_it_is(tmp_path: Path, duel: Recording) -> None:
    write(tmp_path / "again.jsonl", duel)
    assert read(tmp_path / "again.jsonl") == duel


def test_another_digest_is_drift(duel: Recording) -> None:
    last = replace(duel.lines[-1], digest="0" * 32)
    changed = Recording(duel.header, [*duel.lines[:-1], last])
    with pytest.raises(Drift, match=f"after entry {len(duel.lines)}"):
        verify(game("duel"), changed)


def test_an_entry_that_is_refused_is_drift(duel: Recording) -> None:
    twice = Recording(duel.header, [duel.lines[0], *duel.lines])
    with pytest.raises(Drift, match="entry 2 is refused") as drift:
        verify(game("duel"), twice)
    assert isinstance(drift.value.__cause__, Illegal)


def test_another_seed_is_drift(duel: Recording) -> None:
    other = Recording(replace(duel.header, seed="00" * 32), duel.lines)
    with pytest.raises(Drift):
        verify(game("duel"), other)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 99}, "version 99"),
        ({"game": "chess"}, "a deal of chess"),
        ({"seed": "xyz"}, "header"),
        ({"options": Raw(b'{"mode": 5}')}, "header"),
    ],
)
def test_a_header_that_does_not_fit_is_drift(duel: Recording, change: dict, words: str) -> None:
    with pytest.raises(Drift, match=words):
        verify(game("duel"), Recording(replace(duel.header, **change), duel.lines))


def test_without_a_digest_nothing_is_verified(duel: Recording) -> None:
    bare = Recording(duel.header, [replace(line, digest=None) for line in duel.lines])
    with pytest.raises(Drift, match="no digest"):
        verify(game("duel"), bare)


def test_a_file_that_is_no_recording_says_which_line(tmp_path: Path, duel: Recording) -> None:
    place = tmp_path / "x.jsonl"
    place.write_bytes(b"")
    with pytest.raises(Unreadable, match="empty"):
        read(place)
    place.write_bytes(json.encode(duel.header) + b'\n{"at": "noon"}\n')
    with pytest.raises(Unreadable, match="line 2"):
        read(place)
    for body in (b"\x80", b"[" * 100_000, b'{"game": "\xff"}'):
        place.write_bytes(body)
        with pytest.raises(Unreadable, match="line 1"):
            read(place)


def test_a_seat_hears_only_what_it_was_told(duel: Recording) -> None:
    rules = game("duel")
    seen = list(scenes(steps_of(rules, duel), 0, everything=False, seats=2))
    full = list(scenes(steps_of(rules, duel), None, everything=True, seats=2))
    assert json.encode([s.facts for s in seen]) != json.encode([s.facts for s in full])
    assert all(to is None for scene in seen for to in scene.to)
    assert any(to for scene in full for to in scene.to)

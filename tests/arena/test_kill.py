"""Events killed with -9 in mid-hand, again and again (T104): they go on from their log, nobody
loses or gains a chip, and everybody comes where they would have come without it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec import json

from cutcard.arena.event import Entry, encode
from cutcard.arena.event.fold import fold
from cutcard.arena.event.log import Paused
from cutcard.arena.journal import Journal

from ..command import MAIN

EVENT = {
    **{"name": "killed", "game": "poker", "structure": "turbo", "startsAt": 1, "buyIn": 50},
    **{"fee": 5, "bounty": 10, "tableSize": 6, "rebuys": 1, "rebuyLevels": 3, "rebuyStack": 1000},
    **{"rebuyPrice": 20, "lateLevels": 3},
}
PLAYERS = 60


def words(event: Path, log: Path) -> list[str]:
    run = [sys.executable, "-c", MAIN, "tournament", "run", str(event), "--json"]
    return [*run, "--players", str(PLAYERS), "--log", str(log)]


def entries(path: Path) -> list[Entry]:
    journal = Journal(path)
    journal.close()
    return journal.entries


def killed(event: Path, log: Path, grown: int) -> bool:
    """Run until the log has so many bytes more, then kill; False: it was over before."""
    before = log.stat().st_size if log.exists() else 0
    child = subprocess.Popen(words(event, log), stdout=subprocess.DEVNULL)
    try:
        while child.poll() is None:
            if log.exists() and log.stat().st_size >= before + grown:
                child.kill()
                child.wait()
                return True
            time.sleep(0.001)
        return False
    finally:
        child.kill()
        child.wait()


def story(tmp_path: Path, kills: int, grown: int) -> None:
    event = tmp_path / "event.json"
    event.write_bytes(json.encode(EVENT))
    whole = subprocess.run(
        words(event, tmp_path / "whole.log"), capture_output=True, check=True, text=True
    )
    wanted = json.decode(whole.stdout.splitlines()[-1])
    log = tmp_path / "killed.log"
    times = sum(killed(event, log, grown) for _ in range(kills))
    assert times == kills, "it was over before it could be killed"
    state = fold(entries(log))
    assert state.phase == "running"
    assert state.chips() == state.owed_chips()
    done = subprocess.run(words(event, log), capture_output=True, check=True, text=True)
    found = json.decode(done.stdout.splitlines()[-1])
    assert (found["phase"], found["money"]) == ("over", 0)
    assert found["places"] == wanted["places"]
    assert found["paid"] == found["pool"] == wanted["pool"]


def test_T104_killed_in_mid_hand(tmp_path):
    story(tmp_path, 1, 6000)


@pytest.mark.slow
def test_T104_killed_twenty_times(tmp_path):
    story(tmp_path, 20, 1200)


def test_half_a_record_is_none(tmp_path):
    path = tmp_path / "log"
    journal = Journal(path)
    first, second = (Entry(n, n, Paused()) for n in (1, 2))
    journal.append([first])
    journal.append([second])
    journal.close()
    data = path.read_bytes()
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        again = Journal(path)
        again.close()
        assert len(again.entries) == (cut >= len(data) // 2)
        assert path.stat().st_size in (0, len(data) // 2)
    path.write_bytes(data[:-1] + b"\x00")
    assert entries(path) == [first]
    assert encode(first)

"""`cutcard chaos`: small runs of it, and that it finds what is wrong where something is."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec import json

from cutcard.cli.chaos_crowd import History, Player, Stuck, sit_down
from cutcard.cli.chaos_ending import said_since
from cutcard.cli.chaos_pauses import given, pauses
from cutcard.cli.chaos_served import MAIN, Served
from cutcard.cli.chaos_verdict import judge
from cutcard.cli.own_postgres import family
from cutcard.client import Client
from cutcard.store.protocol import Batch
from cutcard.store.sqlite import SqliteStore

from ..store.rows import moves, opened

IGNORED = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
SMALL = ("chaos", "--game", "duel", "--tables", "2", "--json")


def last(result):
    assert result.exit_code == 0, result.output
    found = json.decode(result.output.splitlines()[-1])
    assert found["ok"], found
    assert found["acknowledged"] > 0
    assert (found["lost"], found["twice"], found["false_refusals"]) == (0, 0, 0)
    wanted = "acknowledged lost twice kills takeover_ms_p50 takeover_ms_max moves_per_s ok"
    assert set(wanted.split()) <= set(found)
    return found


def ended(said):
    """The object at the end of what a run said that came to nothing."""
    found = json.decode(said.splitlines()[-1])
    wanted = "acknowledged lost twice kills takeover_ms_p50 takeover_ms_max moves_per_s ok"
    assert set(wanted.split()) <= set(found)
    assert not found["ok"]
    return found


def test_killed_with_9_nothing_is_lost_and_nothing_twice(run):
    found = last(run(*SMALL, "--kills", "1", "--seconds", "4"))
    assert (found["kills"], found["store"]) == (1, "sqlite")


def test_a_full_disk_loses_and_refuses_nothing(run):
    last(run(*SMALL, "--kills", "1", "--seconds", "3", "--fault", "disk"))


def test_cut_from_postgres_nothing_is_lost_and_nothing_twice(run, database):
    found = last(run(*SMALL, "--kills", "2", "--seconds", "4", "--fault", "cut", "--db", database))
    assert found["store"] == "postgresql"


def test_postgres_killed_with_9_loses_nothing(run):
    found = last(run(*SMALL, "--kills", "1", "--seconds", "3", "--fault", "pg-kill"))
    assert found["store"] == "postgresql"


def test_a_killed_valkey_loses_nothing_and_holds_nothing_up(run):
    """Issue 15, point 6: --fault valkey-kill."""
    found = last(run(*SMALL, "--kills", "1", "--seconds", "3", "--fault", "valkey-kill"))
    assert found["fault"] == "valkey-kill"


def test_one_of_two_workers_killed_with_9_loses_nothing(run):
    """Issue 15, point 6: --workers; the other goes on with its tables."""
    found = last(run(*SMALL, "--kills", "1", "--seconds", "4", "--workers", "2"))
    assert (found["workers"], found["store"]) == (2, "postgresql")
    assert found["takeover_ms_max"] > 0


def test_workers_are_restarted_under_load_and_no_move_is_refused(run):
    """Issue 15, must show: a rolling restart."""
    roll = ("--fault", "roll", "--workers", "2")
    found = last(run(*SMALL, "--kills", "1", "--seconds", "3", *roll))
    assert found["sent_again"] == 0
    assert found["given"] >= found["portions"] > 0  # tables were given, not left to be claimed
    assert found["pause_ms_max"] >= found["pause_ms_p50"] > 0


def test_a_wall_clock_that_is_set_an_hour_ahead_and_back_changes_nothing(run):
    last(run(*SMALL, "--kills", "2", "--seconds", "3", "--fault", "clock"))


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("often", [1, 100])
def test_ended_from_outside_it_leaves_nothing_behind(tmp_path, sent, often):
    """`timeout` sends SIGTERM: its PostgreSQL, Valkey, server and their folders go with it, also
    where somebody asks for it again and again, and where SIGINT was ignored at its start, as
    for all that a script starts with `&`."""
    words = ("--workers", "2", "--fault", "roll", "--kills", "1", "--seconds", "600")
    chaos = subprocess.Popen(
        [sys.executable, "-c", IGNORED + MAIN, *SMALL, *words], stdout=subprocess.PIPE
    )
    until, running = time.monotonic() + 120, set()
    try:
        # PostgreSQL, Valkey, the server, its two workers, and what PostgreSQL has started itself
        while {"postgres", "valkey-server"} - (names := {name for name, _ in running}) or (
            sum(name == _name(chaos.pid) for name, _ in running) < 3
        ):
            assert time.monotonic() < until, names
            time.sleep(0.1)
            running = _below(chaos.pid)
        for _ in range(often):
            chaos.send_signal(sent)
            with suppress(subprocess.TimeoutExpired):
                chaos.wait(0.02)
        said, _ = chaos.communicate(timeout=120)
        assert chaos.returncode == 1
        assert ended(said)["faults"] == ["it was ended from outside"]
        assert not _left(running)
    finally:
        chaos.kill()
        for _, pid in _left(running):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _name(pid):
    with suppress(OSError):
        return Path(f"/proc/{pid}/exe").resolve().name
    return None


def _left(running):
    return {one for one in running if _name(one[1]) == one[0]}


def _below(pid):
    """All that a process has started, and what those have: program and process."""
    found = set()
    for child in family(pid)[1:]:
        found |= {(_name(child), child), *_below(child)}
    return found


async def _both_at_the_end(url):
    """Two players of a match that is over, who came back since: they heard the end before."""
    ann = await Client.connect(url, legal=2)
    short = {"maxRounds": 1, "roundPauseMs": 0}
    place = await ann.create("duel", options=short)
    bob = await Client.connect(url, legal=2)
    pair = [Player(ann, place, 0, 50.0), Player(bob, await bob.join(place.table), 1, 50.0)]
    async with asyncio.timeout(60):
        while not all(_heard_the_end(one) for one in pair):
            for one in pair:
                if one.place.legal:
                    await one._move()  # one step of what it plays
            await asyncio.sleep(0.01)
        for one in pair:
            one.client._line.close()  # as a server that goes does
        while any(_heard_the_end(one) for one in pair):  # noqa: ASYNC110 # it has no event
            await asyncio.sleep(0.01)
    return pair


def _heard_the_end(player):
    return any(fact.get("type") == "GAME_END" for fact in player.place.facts)


def test_who_comes_back_after_the_end_plays_on(serve):
    """A table that went to another worker between an end and the next match stood still for ever:
    its players were shown it anew, and nobody offered another match."""

    async def story():
        pair = await _both_at_the_end(serve().url)
        before = [len(one.history.acknowledged) for one in pair]
        stop = asyncio.Event()
        playing = [asyncio.create_task(one.play(stop)) for one in pair]
        async with asyncio.timeout(25):
            while [len(one.history.acknowledged) for one in pair] == before:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        stop.set()
        await asyncio.gather(*playing)
        for one in pair:
            await one.client.close()

    asyncio.run(story())


def test_who_has_nothing_to_do_for_long_says_where_it_is_stuck(serve, monkeypatch):
    monkeypatch.setattr("cutcard.cli.chaos_crowd.TURN_SECONDS", 1.0)

    async def story():
        ann = await Client.connect(serve().url, legal=2)
        alone = Player(ann, await ann.create("duel"), 0, 4.0)  # nobody comes
        with pytest.raises(Stuck, match="table 1, seat 0: match 1-1, seq 0; 0 moves"):
            await asyncio.wait_for(alone.play(asyncio.Event()), 60)
        ann.ended = 4001  # as where another of its connections took the seat
        with pytest.raises(Stuck, match="sent away with 4001"):
            await asyncio.wait_for(alone.play(asyncio.Event()), 60)
        await ann.close()

    asyncio.run(story())


def test_of_a_failed_run_the_servers_words_since_the_last_fault_are_shown(tmp_path):
    log = tmp_path / "server.log"
    log.write_text("long ago\n", "utf-8")
    mark = log.stat().st_size
    with log.open("a", encoding="utf-8") as file:
        file.writelines(f"line {n}\n" for n in range(200))
    shown = said_since(log, mark).splitlines()
    assert (shown[0], shown[-1], len(shown)) == ("line 0", "line 199", 81)
    assert "… 120 lines …" in shown


def test_what_comes_to_nothing_ends_with_the_object_too(run):
    """Who reads the last line found none where there was no PostgreSQL, or an error of ours."""
    result = run(*SMALL, "--db", "postgresql://127.0.0.1:1/nobodys")
    assert result.exit_code == 1
    assert "does not start" in ended(result.stdout)["faults"][0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cutcard.cli.chaos.programs", lambda: None)
        result = run(*SMALL, "--postgres")
        assert (result.exit_code, "no PostgreSQL" in ended(result.stdout)["faults"][0]) == (1, True)
        patch.setattr("cutcard.cli.chaos.strike", lambda *how: 1 / 0)
        result = run(*SMALL, "--kills", "1", "--seconds", "1")
        assert (result.exit_code, ended(result.stdout)["faults"]) == (1, ["division by zero"])
        assert "ZeroDivisionError" in result.stderr


def test_it_ends_whatever_it_waits_for(run, monkeypatch):
    """Each wait has its bound, and all of them together."""
    monkeypatch.setattr("cutcard.cli.chaos.START_SECONDS", 8.0)
    monkeypatch.setattr("cutcard.cli.chaos.FAULT_SECONDS", 0.0)
    monkeypatch.setattr("cutcard.cli.chaos.TABLE_SECONDS", 0.0)

    async def endless(*how):
        await asyncio.Event().wait()

    monkeypatch.setattr("cutcard.cli.chaos.strike", endless)
    result = run(*SMALL, "--kills", "1", "--seconds", "1")
    assert result.exit_code == 1
    assert "came to no end in 9 seconds" in ended(result.stdout)["faults"][0]


def test_a_server_that_says_nothing_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr("cutcard.cli.chaos_crowd.MOVE_SECONDS", 0.5)

    async def story():
        silent = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = silent.sockets[0].getsockname()[1]
        with pytest.raises(Stuck, match="says nothing"):
            async for _ in sit_down(f"ws://127.0.0.1:{port}/ws", {"seats": 2}, 1, 1.0):
                pass
        silent.close()

    asyncio.run(asyncio.wait_for(story(), 60))


STUCK = """
import signal, subprocess, sys, threading
from cutcard.cli import chaos_ending
chaos_ending.PATIENCE = 0.5
last = lambda: print("the last line", flush=True)
with chaos_ending.told_to_end(), chaos_ending.Kept(last) as kept:
    child = subprocess.Popen(["sleep", "600"])
    kept.callback(threading.Event().wait)
    print(child.pid, flush=True)
    signal.pause()
"""


def test_where_taking_down_comes_to_no_end_all_are_killed_and_the_last_line_is_said():
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE) as stuck:
        child = int(stuck.stdout.readline())
        started = {(_name(child), child)}
        stuck.send_signal(signal.SIGTERM)
        said, _ = stuck.communicate(timeout=60)
        assert (stuck.returncode, said) == (1, b"the last line\n")
    assert not _left(started)


def test_a_server_that_is_ended_while_it_starts_does_not_come_up(tmp_path):
    server = Served(str(tmp_path / "t.db"), tmp_path)
    server.end()
    with pytest.raises(OSError, match="does not start"):
        server.start()
    assert server.process.poll() is not None


def test_a_fault_that_cannot_be_made_is_refused_with_a_sentence(run):
    somebodys = ("--db", "postgresql://127.0.0.1:1/somebodys")
    assert "one of its own" in run(*SMALL, "--fault", "pg-kill", *somebodys).output
    assert "takes no PostgreSQL" in run(*SMALL, "--fault", "disk", *somebodys).output
    assert "takes no workers" in run(*SMALL, "--fault", "disk", "--workers", "2").output
    assert "takes --workers" in run(*SMALL, "--fault", "roll").output
    assert run(*SMALL, "--db", "some.file").exit_code == 2
    assert "no game" in run("chaos", "--game", "nosuch").output.lower()


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["kill", "stop", "disk", "clock"])
def test_at_full_size_on_a_file(run, fault):
    last(run("chaos", "--game", "duel", "--tables", "200", "--kills", "20", "--seconds", "120",
             "--fault", fault, "--json"))  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["kill", "stop", "cut"])
def test_at_full_size_on_postgres(run, fault, database):
    last(run("chaos", "--game", "duel", "--tables", "200", "--kills", "20", "--seconds", "120",
             "--fault", fault, "--db", database, "--json"))  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "times"), [("kill", 20), ("stop", 5), ("roll", 10)])
def test_two_workers_at_full_size(run, fault, times):
    found = last(run("chaos", "--game", "duel", "--tables", "200", "--kills", str(times),
                     "--seconds", "300", "--workers", "2", "--fault", fault, "--json"))  # fmt: skip
    assert found["takeover_ms_max"] <= 5000
    if fault == "roll":
        assert found["sent_again"] == 0
        assert found["pause_ms_max"] < 500


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["pg-kill", "pg-freeze"])
def test_a_postgres_of_its_own_at_full_size(run, fault):
    last(run("chaos", "--game", "duel", "--tables", "200", "--kills", "5", "--seconds", "60",
             "--fault", fault, "--json"))  # fmt: skip


def test_a_tables_pause_is_the_longest_wait_in_a_fault(tmp_path):
    ann = History(1, 0, waits=[(0.0, 0.1), (0.9, 1.4), (2.5, 2.6)])
    bob = History(1, 1, waits=[(1.5, 1.7), (6.0, 6.3)])
    cid = History(2, 0, waits=[(1.9, 2.1)])
    found = pauses([ann, bob, cid], [(1.0, 2.0), (5.0, 6.1)])
    assert found == {
        "slowest_ms": 500,
        "pause_ms_p50": 300,  # table 1: 500 and 300, table 2: 200
        "pause_ms_max": 500,
        "usual_ms_p50": 100,
        "usual_ms_max": 100,
    }
    log = tmp_path / "server.log"
    line = "gave %d tables to 127.0.0.1:4 in %d ms, of which %d until they were the other's\n"
    log.write_text(line % (25, 40, 9) + "something else\n" + line % (1, 60, 7), "utf-8")
    assert given(log) == {
        "given": 26,
        "portions": 2,
        "portion_ms_max": 60,
        "portion_written_ms_max": 9,
    }


@pytest.mark.parametrize(
    ("told", "lost", "false", "faults"),
    [
        ({"acknowledged": {"k1-0": 1.0}}, 0, 0, 1),  # the rows are no deal that plays: one fault
        ({"acknowledged": {"k1-9": 1.0}}, 1, 0, 1),
        ({"refused": {"k1-1": "ILLEGAL"}}, 0, 1, 1),
    ],
)
def test_what_is_wrong_is_found(tmp_path, told, lost, false, faults):
    async def story():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        batch = opened(1)
        batch.entries = moves(1, 1, 2)
        await store.write(batch)
        verdict = await judge(store, [History(1, 0, **told)], [])
        await store.write(Batch(entries=[(1, 1, 5, 50, 0, b"{}", "k1-0")]))
        again = await judge(store, [History(1, 0, **told)], [])
        await store.close()
        return verdict, again

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cutcard.cli.chaos_verdict._replayed", lambda log: ["planted"])
        verdict, again = asyncio.run(story())
    assert (verdict.lost, verdict.false_refusals, len(verdict.faults)) == (lost, false, faults)
    assert (again.twice, len(again.faults)) == (1, 2)
    assert not again.ok

"""`cutcard serve --workers`: what it refuses, and how its parent keeps workers running."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import click
import pytest

from cutcard.cli import workers
from cutcard.cli.settings import Config

from ..command import MAIN

DB = "postgresql://cutcard@db.example/cutcard"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"workers": 2}, "name a postgresql:// address with --db"),
        ({"bridge": "10.0.0.1"}, "name a postgresql:// address with --db"),
        ({"workers": 2, "db": DB, "standby": True}, "leave standby out"),
        ({"workers": 2, "db": DB, "tables": 5}, "only 0 has a meaning"),
        ({"tables": 0}, "needs other workers that have tables"),
        ({"workers": 2, "db": DB, "bridge": "0.0.0.0"}, "is every address"),
        ({"workers": 2, "db": DB, "bridge": "host:port"}, "is no HOST or HOST:PORT"),
        ({"workers": 2, "db": DB, "bridge": ":7000"}, "is no HOST or HOST:PORT"),
    ],
)
def test_what_workers_cannot_do_is_refused_with_what_to_do(given, said):
    with pytest.raises(click.UsageError) as no:
        workers.check(Config(**given))
    assert said in no.value.message


def test_each_worker_has_an_address_and_an_audit_trail_of_its_own(tmp_path):
    config = Config(workers=3, db=DB, bridge="10.0.0.1:7000")
    assert [workers.bridge_of(config, n) for n in range(3)] == [
        ("10.0.0.1", 7000),
        ("10.0.0.1", 7001),
        ("10.0.0.1", 7002),
    ]
    for said, found in (("10.0.0.1", "10.0.0.1"), ("[fd00::1]", "fd00::1"), ("fd00::1", "fd00::1")):
        assert workers.bridge_of(Config(workers=2, db=DB, bridge=said), 1) == (found, 0)
    assert workers.bridge_of(Config(workers=2, db=DB), 1) == ("127.0.0.1", 0)
    assert workers.audit_of(tmp_path / "audit.jsonl", 1) == tmp_path / "audit.w1.jsonl"
    workers.check(Config())
    workers.check(Config(workers=2, db=DB))


def test_a_killed_worker_is_started_again_and_all_stop_on_sigterm(database, tmp_path):
    with (tmp_path / "log").open("wb") as log:
        parent = subprocess.Popen(
            [sys.executable, "-c", MAIN, *f"serve --port 0 --workers 2 --db {database}".split()],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    def until(wanted):
        for line in parent.stdout:
            found = re.search(wanted, line)
            if found:
                return found
        raise AssertionError(f"no {wanted}; {(tmp_path / 'log').read_text()}")

    try:
        pids = [int(until(rf"^worker {n} is up: pid (\d+), bridge 127")[1]) for n in (0, 1)]
        until(r"serves http://127\.0\.0\.1:\d+ with 2 workers")
        os.kill(pids[0], signal.SIGKILL)
        until(rf"^worker 0 \(pid {pids[0]}\) ended by signal 9; it is started again in 1 s")
        again = int(until(r"^worker 0 is up: pid (\d+)")[1])
        assert again not in pids
        pids[0] = again
        time.sleep(workers.STEADY)  # it did not fail at its start: the next end is a first again
        os.kill(again, signal.SIGKILL)
        until(rf"^worker 0 \(pid {again}\) ended by signal 9; it is started again in 1 s")
        until(r"^worker 0 is up")
        parent.send_signal(signal.SIGTERM)
        parent.communicate(timeout=120)
        assert parent.returncode == 0
    finally:
        if parent.poll() is None:
            parent.kill()
            for pid in pids:
                os.kill(pid, signal.SIGKILL)

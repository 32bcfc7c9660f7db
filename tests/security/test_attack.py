"""Our own adversary, small: by hand it runs for longer and alone on the machine."""

import json
import subprocess
import sys
from socket import socket

from cutcard.client.adversary import ATTACKS, GUESSED

from ..command import MAIN


def attack(*words: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", MAIN, "attack", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)


def test_a_small_attack_of_every_kind_leaves_the_honest_client_connected(serve):
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    server = serve("--trusted-proxy", "127.0.0.1", "--tcp-port", port, open_limits=False)
    small = ("--seconds", "0.5", "--bound", "60000", "--json")
    done = attack("--url", server.http, "--tcp-port", port, *small)
    told = json.loads(done.stdout.splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    assert told["ok"]
    assert [one["attack"] for one in told["attacks"]] == list(ATTACKS)
    assert not any(one["closed"] for one in told["attacks"])
    assert all(one["sent"] > 0 for one in told["attacks"][1:]), told
    assert all(one["moves"] > 0 for one in told["attacks"]), "somebody played beside each"
    assert all(one["move_p99"] >= one["move_p50"] > 0 for one in told["attacks"])
    guessed = [one for one in told["attacks"] if one["attack"] in GUESSED]
    assert len(guessed) == len(GUESSED)
    assert all(one["logged_in"] == one["tried"] > 0 for one in guessed)
    assert server.process.poll() is None
    assert server.errors() == ""


def test_a_bound_that_is_broken_is_said(serve):
    server = serve("--trusted-proxy", "127.0.0.1", open_limits=False)
    done = attack("--url", server.http, "--seconds", "0.5", "--only", "pings", "--bound", "0.001")
    assert done.returncode == 1
    assert "BROKEN" in done.stdout


def test_packets_need_a_port_and_are_else_left_out_aloud():
    done = attack("--only", "packets")
    assert done.returncode == 2
    assert "needs the server's --tcp-port" in done.stderr
    done = attack("--url", "http://127.0.0.1:9", "--seconds", "0.5")
    assert done.returncode == 1
    assert "attacks over TCP are left out" in done.stderr
    assert "no server answers" in done.stderr


def test_only_this_machine_may_be_attacked():
    for url in ("http://203.0.113.7:8000", "http://cards.example", "http://0.0.0.0:8000"):
        done = attack("--url", url)
        assert done.returncode == 2
        assert "is not this machine" in done.stderr

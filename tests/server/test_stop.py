"""Stopping and starting: nothing is lost by a stop, and a spec's forced end ends everything."""

import asyncio
import signal
import socket
import subprocess
import sys
import time

import pytest

from cutcard.client import Client, Lost
from cutcard.web import ROOT

from ..command import MAIN


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_tells_everybody_and_the_next_start_goes_on(serve, players, free_port, kind):
    server = serve(port=free_port)

    async def scene():
        ann, bo = await players.duel(server.url, mode="HAND")
        await ann[0].play(ann[1], "ready")
        server.process.send_signal(kind)
        code = await asyncio.to_thread(server.process.wait, 15)
        assert code == 0
        said = [notice for notice, _ in (*ann[0].notices, *bo[0].notices)]
        assert said.count("SERVER_SHUTDOWN") >= 2
        await asyncio.to_thread(server.start)
        await asyncio.gather(*(players.play_out(*one) for one in (ann, bo)))
        assert ann[1].view["status"] == "COMPLETED"
        assert ann[0].reconnects == 1

    asyncio.run(asyncio.wait_for(scene(), 60))
    server.stop()
    assert server.errors() == ""


def test_abandon_on_stop_ends_every_game_unrated_within_ten_seconds(serve, players):
    server = serve("--abandon-on-stop")

    async def scene():
        ann, bo = await players.duel(server.url)
        await ann[0].play(ann[1], "ready")
        await bo[0].play(bo[1], "ready")
        started = time.monotonic()
        await asyncio.to_thread(server.stop)
        assert time.monotonic() - started < 10
        for client, _ in (ann, bo):
            told = dict(client.notices)
            assert told["GAME_ABANDONED"]["reason"] == "Server shutdown"
            assert "RATING_CHANGE" not in told
            await client.close()

    asyncio.run(asyncio.wait_for(scene(), 30))


def test_while_it_stops_nobody_new_comes_in(inside):
    async def scene():
        async with inside() as server:
            client = await Client.connect(server.url)
        with pytest.raises((OSError, Lost)):
            await Client.connect(server.url)
        await client.close()

    asyncio.run(asyncio.wait_for(scene(), 30))


def test_a_port_in_use_is_a_sentence_and_no_traceback(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [
            sys.executable,
            "-c",
            MAIN,
            "serve",
            "--port",
            port,
            "--db",
            str(tmp_path / "x.db"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: port {port} on 127.0.0.1 is in use")
    assert "Traceback" not in done.stderr


def test_reload_starts_anew_when_a_file_changes(tmp_path):
    command = [sys.executable, "-uc", MAIN, "serve", "--reload", "--port", "0"]
    with subprocess.Popen(
        [*command, "--db", str(tmp_path / "x.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as watched:
        touched = ROOT / f"reload-{tmp_path.name}.json"
        try:
            assert watched.stdout is not None
            assert "serves http://" in watched.stdout.readline()
            time.sleep(1)
            touched.write_text("{}")
            lines = [watched.stdout.readline() for _ in range(2)]
            assert "stopping" in lines[0]
            assert "serves http://" in lines[1]
        finally:
            touched.unlink(missing_ok=True)
            watched.send_signal(signal.SIGTERM)
            watched.wait(60)

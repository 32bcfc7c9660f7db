"""A second server that waits for the first to be gone, and serves in its place."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys

import pytest

from cutcard.client import Client

from ..command import MAIN

FLAGS = ("--port", "0", "--no-fair", "--log-level", "warning")


@pytest.fixture
def start(database):
    started = []

    def one(*flags):
        command = [sys.executable, "-c", MAIN, "serve", "--db", database, *FLAGS, *flags]
        child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        started.append(child)
        return child

    yield one
    for child in started:
        if child.poll() is None:
            child.kill()
        child.wait()


def url_of(child):
    for line in child.stdout:
        found = re.search(r"http://(127\.0\.0\.1:\d+)", line)
        if found:
            return f"ws://{found[1]}/ws"
    raise AssertionError("it ended without serving")


async def waiting(start):
    child = start("--standby")
    assert "waiting for the server" in await asyncio.to_thread(child.stdout.readline)
    return child


def struck(start, fault, heirs):
    """The first server is struck: one of those that wait goes on with its table. All of them."""

    async def story():
        first = start()
        url = await asyncio.to_thread(url_of, first)
        others = [await waiting(start) for _ in range(heirs)]
        async with await Client.connect(url, name="Ann", legal=True) as ann:
            place = await ann.create("duel", bots={"1": "random"})
            token, match, seq = ann.token, place.match, place.seq
        await asyncio.sleep(3.2)  # they have looked for as long as a lease lasts
        os.kill(first.pid, fault)
        urls = [asyncio.ensure_future(asyncio.to_thread(url_of, one)) for one in others]
        done, _ = await asyncio.wait(urls, return_when=asyncio.FIRST_COMPLETED)
        (served,) = done
        async with await Client.connect(served.result(), token=token, legal=True) as ann:
            again = await ann.join(place.table)
            assert (again.match, again.seq >= seq) == (match, True)
        heir = others[urls.index(served)]
        rest = [one for one in others if one is not heir]
        assert [one.poll() for one in rest] == [None] * len(rest)  # they wait on
        for one in rest:  # and go when they are told to
            one.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(one.wait, 60) == 0
        await asyncio.gather(*urls, return_exceptions=True)
        return first

    return asyncio.run(story())


def test_when_the_first_is_killed_one_of_those_that_wait_goes_on(start):
    struck(start, signal.SIGKILL, heirs=2)


@pytest.mark.slow  # tests/store/test_leases.py has the same, of a store
def test_one_that_stood_still_finds_itself_replaced(start):
    first = struck(start, signal.SIGSTOP, heirs=1)
    os.kill(first.pid, signal.SIGCONT)
    said, _ = first.communicate(timeout=60)
    assert "taken over" in said
    assert first.returncode == 1


def test_a_file_has_no_standby(tmp_path):
    command = [sys.executable, "-c", MAIN, "serve", "--db", str(tmp_path / "t.db"), "--standby"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs a postgresql:// database" in done.stderr

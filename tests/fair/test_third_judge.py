"""A judge in JavaScript, written apart (third.mjs), says what the other two say: of every vector,
of what every dishonest server sends (F96), of deals of each game, and of changed bytes (F97). It
runs in node, or where there is none in Chromium."""

from __future__ import annotations

import inspect
import json
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright

from cutcard.fair import judge

from ..browser import found, launch
from . import test_dishonest
from .test_games import TABLES, table
from .vectors import VECTORS

HERE = Path(__file__).parent
IN_NODE = """import {judgeAll} from "./third.mjs"; import {readFileSync} from "node:fs";
console.log(JSON.stringify(await judgeAll(JSON.parse(readFileSync(0)))));"""

pytestmark = pytest.mark.browser


def in_node(files):
    done = subprocess.run(
        ["node", "--input-type=module", "-e", IN_NODE],
        input=json.dumps(files).encode(), stdout=subprocess.PIPE, check=True, cwd=HERE,
    )  # fmt: skip
    return json.loads(done.stdout)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing."""


ALL = "async (files) => (await import('/third.mjs')).judgeAll(files)"


def in_chromium(*what):
    """In a thread of its own: the pages of other tests have Playwright in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_in_chromium, *what).result()


def _in_chromium(files, folder=HERE, page_at="/vectors.py", asked=ALL):
    """Served from this machine, since browsers check signatures only where the page is safe."""
    path = found().path  # asked first: it starts Playwright itself, which does not nest
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = launch(playwright, path)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}{page_at}")
            said = page.evaluate(asked, files)
            browser.close()
        server.shutdown()
    return said


def third(files):
    """Its verdicts on (bytes, pin)."""
    asked = [[text.hex(), pin] for text, pin in files]
    said = in_node(asked) if shutil.which("node") else in_chromium(asked)
    return [(verdict, code, notes) for verdict, code, notes in said]


def ours(files):
    verdicts = [judge(text, pin) for text, pin in files]
    return [(one.verdict, one.code, list(one.notes)) for one in verdicts]


def test_f70_to_f76_the_third_judge_says_what_the_vectors_say():
    every = VECTORS["files"] + VECTORS["tampered"]
    said = third([(one["text"].encode(), one.get("pin")) for one in every])
    assert said == [(one["verdict"], one["code"], one["notes"]) for one in every]


def test_f96_the_third_judge_catches_every_dishonest_server(monkeypatch):
    sent = []

    def noting(text, pin):
        sent.append((text, pin))
        return second(text, pin)

    second = test_dishonest.second_judge
    monkeypatch.setattr(test_dishonest, "second_judge", noting)
    for name, test in inspect.getmembers(test_dishonest, inspect.isfunction):
        if name.startswith("test_") and not inspect.signature(test).parameters:
            test()
    assert len(sent) > 8
    assert third(sent) == ours(sent)
    assert len({code for verdict, code, _ in ours(sent) if verdict == "FALSE"}) > 6


def test_f97_the_third_judge_on_deals_of_each_game_and_on_changed_bytes():
    files = []
    for name in TABLES:
        manners = ["honest"] + ["withholds"] * (TABLES[name][1] == 4)
        sim = table(name, [*manners, *["honest"] * (TABLES[name][1] - len(manners))])
        sim.play(1)
        number, pin = sim.ended()[0], sim.key.public.hex()
        files += [(sim.file(number, one), pin) for one in (*sim.people, None)]
        text = sim.file(number)
        for at in range(11, len(text), 1 + len(text) // 7):
            files.append((text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :], pin))
    said = third(files)
    assert said == ours(files)
    assert {("PROVED", "OWN"), ("FALSE", "SUM")} <= {(verdict, code) for verdict, code, _ in said}


@pytest.mark.slow
def test_chromium_says_what_node_says():
    every = VECTORS["files"] + VECTORS["tampered"]
    files = [[one["text"].encode().hex(), one.get("pin")] for one in every]
    due = [[one["verdict"], one["code"], one["notes"]] for one in every]
    assert in_chromium(files) == due

"""Logs: structured, about somebody, and without anything that is nobody's business."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from pathlib import Path

import pytest

from cutcard import games
from cutcard.client import Client
from cutcard.wire.logs import NAMES, Json, Text, about, request

PASSWORD = "a password like no other"  # that is what it is about
RULES = str(Path(games.__file__).parent / "secretive" / "rules.py")
USUAL = re.compile(
    r"(GET|POST|PUT|PATCH|DELETE) [a-z/{}._:.*+-]+: \d{3} in \d+\.\d ms"
    r"|[A-Z_]+"
    r"|table \d+ is opened: [a-z]+"
    r"|match \d+ of table \d+: [A-Z_]+(, [A-Za-z0-9 ]+)?"
    r"|table \d+ is closed"
)
MAIL = "ann.secret@example.org"


def _record(message: str, *args, **extra) -> logging.LogRecord:
    made = logging.LogRecord("cutcard.wire", logging.WARNING, "x.py", 1, message, args, None)
    vars(made).update(extra)
    return made


def test_a_json_line_has_time_level_table_user_and_correlation():
    line = json.loads(Json().format(_record("%s said", "Ann", **about(5, "u1", "k1"))))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    assert line == {
        "level": "warning",
        "logger": "cutcard.wire",
        "message": "Ann said",
        "table": 5,
        "user": "u1",
        "correlation": "k1",
    }


def test_what_others_sent_begins_no_line_of_its_own_within_an_error_either():
    record = _record("it failed")
    record.exc_info = (ValueError, ValueError("x\n2026-01-01 INFO all is well\x1b[2K"), None)
    first, *rest = Text().format(record).split("\n")
    assert first.endswith("WARNING it failed")
    assert any("all is well" in line for line in rest)
    assert all(line.startswith("  ") and line.isprintable() for line in rest)


def test_what_a_request_is_about_is_in_every_line_of_it():
    async def answering():
        request.set({"correlation": "r1", "user": "u2", "task": asyncio.current_task()})
        line = json.loads(Json().format(_record("table %s broke", 7)))
        assert (line["correlation"], line["user"], line["table"]) == ("r1", "u2", 7)
        assert Text().format(_record("x")).endswith("WARNING x [user=u2 correlation=r1]")
        later = asyncio.create_task(set_going())  # in a copy of the request's context
        assert await later == {"table": 7}

    async def set_going():
        line = json.loads(Json().format(_record("table %s broke", 7)))
        return {name: line[name] for name in NAMES if name in line}

    asyncio.run(answering())


def test_nobody_can_begin_a_line_of_his_own():
    evil = "Ann\n2026-01-01T00:00:00.000Z ERROR all is lost\x1b[31m"
    text = Text().format(_record("%s came", evil, **about(correlation=evil)))
    assert "\n" not in text
    assert "\x1b" not in text
    assert "\n" not in Json().format(_record("%s came", evil))


def test_what_the_rules_say_when_they_break_is_not_logged():
    """A game's own exception may name a card; its kind and its place are told, its text is not."""
    source = compile("def play():\n    raise KeyError('AS is in his hand')\n", RULES, "exec")
    rules: dict = {}
    exec(source, rules)
    for style in (Text(), Json()):
        with pytest.raises(KeyError) as broken:
            rules["play"]()
        record = _record("rules failed")
        record.exc_info = (broken.type, broken.value, broken.tb)
        line = style.format(record)
        assert "KeyError in the rules" in line
        assert "rules.py" in line
        assert "AS" not in line
        record.exc_info = (OSError, OSError("the disk is full"), None)
        assert "the disk is full" in style.format(record)


@pytest.fixture
def loud(serve, tmp_path):
    """A server that logs all it can, with an audit trail."""
    files = (tmp_path / "log.jsonl", tmp_path / "audit.jsonl")
    flags = ["--log-level", "debug", "--log-format", "json", "--log-file", str(files[0])]
    return serve(*flags, "--audit", str(files[1])), *files


def test_nothing_secret_is_in_any_log_of_whole_games(loud, asker, players):
    server, log, audit = loud
    nobody = asker(server)
    form = {"user": "ann", "password": PASSWORD, "email": MAIL, "fullname": "Ann Secret"}
    ann = nobody.known(nobody.ask("POST", "/api/accounts", form, 201))
    wrong = {"user": "ann", "password": PASSWORD + "!"}
    nobody.refused("POST", "/api/sessions", wrong, status=401)
    nobody.ask("GET", f"/api/tables?token={ann.token}", status=200)
    nobody.ask("GET", f"/nowhere/{ann.token}", status=404)
    ann.ask("GET", "/api/me", status=200)
    spoilt = asker(server, ann.token + "\x01")
    assert spoilt.ask("GET", "/api/me") is not None
    secrets = [PASSWORD, MAIL, "Ann Secret", ann.token]

    async def scene():
        first = await Client.connect(server.url, token=ann.token, legal=True)
        second = await Client.connect(server.url, name="Bo", legal=True, packed=True)
        options = {**players.slow_rounds, "mode": "HAND", "maxRounds": 3}
        place = await first.create("duel", options=options)
        other = await second.join(place.table)
        await asyncio.gather(players.play_out(first, place, 1), players.play_out(second, other, 2))
        tokens = [second.token]
        poker = await first.create(
            "poker", seats=3, options={"variant": "F2L3D", "startDelay": 0}, sit=True
        )
        await first.request("FILL", {"table": poker.table})
        cards = await _some_hands(first, poker)
        for client in (first, second):
            await client.close()
        return tokens, place.table, poker.table, cards

    tokens, duel, poker, cards = asyncio.run(asyncio.wait_for(scene(), 100))
    secrets += tokens
    server.stop()
    written = log.read_text() + audit.read_text() + server.log.read_text()
    with sqlite3.connect(server.db) as db:
        seeds = [seed.hex() for (seed,) in db.execute("SELECT seed FROM deals")]
    assert len(seeds) >= 2
    for secret in (*secrets, *seeds):
        assert secret not in written
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines
    assert {"time", "level", "logger", "message"} <= set(lines[0])
    mine = [line for line in lines if "correlation" in line and line.get("user") == ann.id]
    assert {"GET /api/me", "CREATE_TABLE"} <= {line["message"].partition(":")[0] for line in mine}
    assert {line["table"] for line in lines if "is opened" in line["message"]} == {duel, poker}
    strange = [line["message"] for line in lines if not USUAL.fullmatch(line["message"])]
    assert not strange, "what else is logged is to be looked at: may everybody read it?"
    acts = [json.loads(line) for line in audit.read_text().splitlines()]
    assert {line["table"] for line in acts} >= {duel, poker}
    hidden = [line for line in acts if line["move"] in ("card_play", "discard")]
    assert len(hidden) >= 6
    assert all("fields" not in line for line in hidden)
    assert cards
    for card in cards:
        assert not re.search(rf'"{card}"', audit.read_text() + log.read_text())
    with server.db.open("rb") as kept:
        assert MAIL.encode() in kept.read(), "the test looks for what is kept elsewhere"


async def _some_hands(client: Client, place) -> set[str]:
    """Plays on at a draw table for a while; the cards one held."""
    cards: set[str] = set()
    for _ in range(12):
        seat = str(place.seat)
        mine = place.view.get("players", {}).get(seat, {})
        cards |= set(mine.get("cards", ()))
        if not place.legal:
            try:
                await asyncio.wait_for(client.turn(), 3)
            except TimeoutError:
                continue
            continue
        tags = {move["type"]: dict(move) for move in place.legal}
        move = next((tags[t] for t in ("sit", "discard", "call", "check") if t in tags), None)
        move = move or dict(place.legal[0])
        await client.play(place, move.pop("type"), move)
    return cards

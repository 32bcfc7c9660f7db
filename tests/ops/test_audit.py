"""The audit trail: every action once, in order, after it is durable; and it can be verified."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import stat

import pytest

from cutcard.client import Client
from cutcard.store.protocol import DealRow, Entry
from cutcard.store.sqlite import SqliteStore
from cutcard.wire.audit import Audit, chain


def _lines(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


async def _verify(db, lines) -> None:
    """Every line is what the database holds, and nothing of it is left out."""
    store = SqliteStore(db, read_only=True)
    await store.open()
    with sqlite3.connect(db) as raw:
        kept = raw.execute("SELECT table_number, deal, n FROM entries").fetchall()
    told = []
    for line in lines:
        log = await store.deal(line["table"], line["deal"])
        n = line["seq"] - log.header.first
        told.append((line["table"], line["deal"], n - 1))
        assert chain(log.header, log.entries[:n])[:16].hex() == line["digest"]
        assert json.loads(log.entries[n - 1].move)["type"] == line["move"]
        assert (log.entries[n - 1].seat, log.entries[n - 1].at) == (line["seat"], line["at"])
    assert sorted(told) == sorted(kept)
    assert len(set(told)) == len(told)
    await store.close()


async def _match(server, players, seed: int, rounds: int = 4):
    (first, place), (second, other) = await players.duel(server.url, maxRounds=rounds)
    await asyncio.gather(
        players.play_out(first, place, seed), players.play_out(second, other, seed + 1)
    )
    for client in (first, second):
        await client.close()
    return place.table, [first.user, second.user]


def test_every_action_is_in_the_trail_once_with_who_what_seq_and_digest(serve, players, tmp_path):
    trail = tmp_path / "trail.jsonl"
    server = serve("--audit", str(trail))
    played = [asyncio.run(asyncio.wait_for(_match(server, players, n), 30)) for n in range(3)]
    assert server.stop() == 0
    lines = _lines(trail)
    asyncio.run(_verify(server.db, lines))
    assert stat.S_IMODE(trail.stat().st_mode) == 0o600
    for table, people in played:
        mine = [line for line in lines if line["table"] == table]
        assert [line["seq"] for line in mine] == list(range(2, len(mine) + 2))
        for line in mine:
            assert line["game"] == "duel"
            assert line["match"] == f"{table}-1"
            if line["seat"] >= 0:
                assert line["player"] == people[line["seat"]]
                assert line["correlation"]
            else:
                assert "player" not in line
    assert {line["move"] for line in lines} >= {"ready", "card_play"}


def test_the_trail_goes_on_after_a_crash_and_in_a_new_file_after_sighup(serve, players, tmp_path):
    trail, moved = tmp_path / "trail.jsonl", tmp_path / "trail.1"
    server = serve("--audit", str(trail))
    asyncio.run(asyncio.wait_for(_match(server, players, 1), 30))

    async def half():
        (first, place), (second, other) = await players.duel(server.url, maxRounds=4)
        for client, at in ((first, place), (second, other)):
            await client.play(at, "ready", {})
        tokens = (first.token, second.token)
        for client in (first, second):
            await client.close()
        return place.table, tokens

    table, tokens = asyncio.run(asyncio.wait_for(half(), 30))
    asyncio.run(_wait_for(trail, table))
    server.kill()
    server.start()
    trail.rename(moved)
    server.process.send_signal(signal.SIGHUP)

    async def rest():
        clients = [await Client.connect(server.url, token=t, legal=True) for t in tokens]
        places = [await client.join(table) for client in clients]
        await asyncio.gather(*map(players.play_out, clients, places, (1, 2)))
        for client in clients:
            await client.close()

    asyncio.run(asyncio.wait_for(rest(), 30))
    assert server.stop() == 0
    assert _lines(trail)
    asyncio.run(_verify(server.db, _lines(moved) + _lines(trail)))


async def _wait_for(trail, table: int) -> None:
    """Until the table's two moves are in the file: written after the answers, beside the loop."""
    async with asyncio.timeout(10):
        while sum(line["table"] == table for line in _lines(trail)) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def test_fields_of_open_moves_are_told_and_of_hidden_ones_not(serve, asker, tmp_path):
    trail = tmp_path / "trail.jsonl"
    server = serve("--audit", str(trail))
    one = asker(server).guest()
    wish = {"game": "poker", "seats": 2, "sit": False, "bots": {"0": "random", "1": "random"}}
    wish["options"] = {"startDelay": 1, "showDelay": 1}
    table = one.ask("POST", "/api/tables", wish, 201)["table"]

    async def enough():
        watcher = await Client.connect(server.url)  # bots play for somebody, or not at all
        await watcher.spectate(table)
        async with asyncio.timeout(40):
            while not any("amount" in line.get("fields", {}) for line in _lines(trail)):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await watcher.close()

    asyncio.run(enough())
    server.stop()
    lines = _lines(trail)
    assert any(line["move"] == "sit" for line in lines)
    asyncio.run(_verify(server.db, lines))


def test_without_the_flag_there_is_no_trail_and_no_cost(serve, players, tmp_path):
    server = serve()
    asyncio.run(asyncio.wait_for(_match(server, players, 1), 30))
    server.stop()
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_trail_that_cannot_be_written_says_so_and_stops_no_game(tmp_path, caplog):
    audit = Audit(tmp_path / "trail.jsonl")
    audit._file.close()
    audit._write([b"{}\n"])
    assert audit.lost == 1
    assert "lost" in caplog.text
    audit._write([b"{}\n"])
    assert (tmp_path / "trail.jsonl").read_bytes() == b"{}\n"
    audit.close()


@pytest.mark.parametrize("changed", ["move", "seat", "at", "key", "order"])
def test_the_chain_tells_every_change(changed):
    header = DealRow(1, 1, 1, "duel", 1, b"{}", None, 2, bytes(32), bytes(32), 1, 0)
    log = [Entry(0, 5, 0, b'{"type":"a"}', "k"), Entry(1, 6, 1, b'{"type":"b"}', None)]
    first, second = log
    others = {
        "move": [Entry(0, 5, 0, b'{"type":"c"}', "k"), second],
        "seat": [Entry(0, 5, 1, b'{"type":"a"}', "k"), second],
        "at": [Entry(0, 4, 0, b'{"type":"a"}', "k"), second],
        "key": [Entry(0, 5, 0, b'{"type":"a"}', None), second],
        "order": [second, first],
    }
    assert chain(header, log) != chain(header, others[changed])

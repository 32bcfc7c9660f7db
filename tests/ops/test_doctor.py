"""The doctor: finds what is well, what is not, and says what to do."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from importlib.util import find_spec

import pytest
import redis
import trustme
from click.testing import CliRunner

from cutcard.cli.doctor import doctor
from cutcard.store.layout import OURS, steps
from cutcard.store.opening import store_at
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.words import User
from cutcard.wire.audit import Audit


def look(*flags: str) -> tuple[int, dict[str, dict]]:
    """The exit code, and what was found by name."""
    done = CliRunner().invoke(doctor, ["--json", "--port", "0", *flags])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    told = json.loads(done.output)
    assert told["ok"] == (done.exit_code == 0)
    return done.exit_code, {one["what"]: one for one in told["checks"]}


async def _play(path, audit) -> None:
    """A table of bots, left in the middle of its match."""
    store = SqliteStore(path)
    await store.open()
    house = House(store, bot_delay=(0, 0))
    trail = Audit(audit)
    house.witness(batch=trail.see)
    await house.start()
    trail.start(house)
    await store.create_user("Ann", True, b"x", chips=10_000)
    info = await house.open("guandan", host=User("host", "Host"))
    await house.fill(info.table)
    while house.peek(info.table).seq < 40:  # noqa: ASYNC110 # it has no event
        await asyncio.sleep(0.01)
    await house.written()
    await house.stop()
    trail.close()
    await store.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    asyncio.run(asyncio.wait_for(_play(folder / "t.db", folder / "trail.jsonl"), 30))
    return folder


@pytest.fixture
def kept(played, tmp_path, monkeypatch):
    """A database with a table under way, and its audit trail beside it."""
    monkeypatch.chdir(tmp_path)
    for name in ("t.db", "trail.jsonl"):
        shutil.copy(played / name, tmp_path)
    return tmp_path / "t.db"


def test_a_sound_place_is_found_sound(kept):
    code, found = look("--db", str(kept), "--audit", "trail.jsonl")
    assert code == 0, found
    for what in ("config", "python", "sqlite", "disk", "commit", "files", "clock", "host"):
        assert found[what]["grade"] in ("ok", "warn"), found[what]
    for what in ("database", "integrity", "tables", "chips", "audit"):
        assert found[what]["grade"] == "ok", found[what]
    assert found["tables"]["said"].startswith("1 of 1")
    assert "10000 with people" in found["chips"]["said"]


def test_it_says_so_in_words_too(kept):
    done = CliRunner().invoke(doctor, ["--port", "0", "--db", str(kept), "--origin", "*"])
    assert done.exit_code == 0
    assert "warn  origin" in done.output
    assert "→ name the sites" in done.output


def test_a_port_that_is_taken_fails(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, found = look("--db", str(tmp_path / "t.db"), "--port", port)
    assert code == 1
    assert found["port"]["grade"] == "fail"
    assert "--port" in found["port"]["advice"]


def test_settings_that_are_wrong_fail(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cutcard.toml").write_text("prot = 1")
    code, found = look()
    assert code == 1
    assert "did you mean 'port'" in found["config"]["said"]


def test_a_folder_that_is_not_there_fails(tmp_path):
    code, found = look("--db", str(tmp_path / "none" / "t.db"))
    assert (code, found["disk"]["grade"]) == (1, "fail")


def test_a_file_that_is_no_database_or_not_ours_fails(tmp_path):
    path = tmp_path / "t.db"
    path.write_bytes(b"this is no database, but long enough to look at" * 100)
    assert look("--db", str(path))[1]["database"]["grade"] == "fail"
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE other (n)")
    found = look("--db", str(path))[1]["database"]
    assert found["grade"] == "fail"
    assert "another program's" in found["said"]


def test_a_log_that_no_longer_plays_fails(kept):
    with sqlite3.connect(kept) as db:
        db.execute("UPDATE deals SET version = 99")  # whichever deal it is in by now
    code, found = look("--db", str(kept))
    assert (code, found["tables"]["grade"]) == (1, "fail")


def test_chips_that_do_not_add_up_fail(kept):
    with sqlite3.connect(kept) as db:
        db.execute("UPDATE users SET balance = balance + 1 WHERE name = 'Ann'")
    code, found = look("--db", str(kept))
    assert (code, found["chips"]["grade"]) == (1, "fail")


def test_an_audit_trail_that_was_changed_fails(kept):
    trail = kept.with_name("trail.jsonl")
    lines = trail.read_text().splitlines()
    assert len(lines) > 30
    changed = lines[20].replace('"seat":', '"seat": ').replace('"digest":"', '"digest":"0')[:-3]
    for spoilt in ([*lines[:20], changed + '"}', *lines[21:]], ["no line", *lines]):
        trail.write_text("\n".join(spoilt) + "\n")
        code, found = look("--db", str(kept), "--audit", str(trail))
        assert (code, found["audit"]["grade"]) == (1, "fail"), found["audit"]


def test_an_older_database_is_tried_on_a_copy_and_left_as_it_is(tmp_path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as db:
        db.executescript(steps()[0][1])
        db.execute(f"PRAGMA application_id = {OURS}")
        db.execute("PRAGMA user_version = 1")
    code, found = look("--db", str(path))
    assert code == 0, found
    assert "brings it up to date" in found["database"]["said"]
    assert found["chips"]["grade"] == "ok"
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


def test_certificates_are_looked_at(tmp_path):
    authority = trustme.CA()
    pair = authority.issue_cert("play.example.org")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    pair.private_key_pem.write_to_path(key)
    cert.write_bytes(b"".join(blob.bytes() for blob in pair.cert_chain_pems))
    files = ["--tls-cert", str(cert), "--tls-key", str(key)]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = ["--tls-port", str(free.getsockname()[1])]
    db = ["--db", str(tmp_path / "t.db")]
    code, found = look(*db, *port, *files)
    assert found["tls"]["grade"] == "ok", found["tls"]
    assert code == 0
    assert look(*db, *files)[1]["tls"]["grade"] == "fail"
    authority.issue_cert("other.example").private_key_pem.write_to_path(key)
    assert look(*db, *port, *files)[1]["tls"]["grade"] == "fail"


def test_few_open_files_are_too_few(tmp_path):
    script = "ulimit -n 200; exec \"$0\" -c 'from cutcard.cli.main import main; main()' doctor"
    done = subprocess.run(
        ["bash", "-c", f"{script} --json --port 0", sys.executable],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "CUTCARD_DB": str(tmp_path / "t.db")},
    )
    found = {one["what"]: one for one in json.loads(done.stdout)["checks"]}
    assert done.returncode == 1
    assert found["files"]["grade"] == "fail"
    assert "ulimit -n" in found["files"]["advice"]


def test_it_tells_whether_the_compiled_part_was_built(tmp_path, monkeypatch):
    here = all(map(find_spec, ("cutcard.wire._swift", "cutcard.fair._roots")))
    _, found = look("--db", str(tmp_path / "t.db"))
    assert found["compiled part"]["grade"] == ("ok" if here else "warn")
    monkeypatch.setattr("cutcard.cli.checkup.importlib.util.find_spec", lambda name: None)
    _, found = look("--db", str(tmp_path / "t.db"))
    assert found["compiled part"]["grade"] == "warn"
    assert "C compiler" in found["compiled part"]["advice"]


def told_of(*flags: str) -> list[dict]:
    done = CliRunner().invoke(doctor, ["--json", "--port", "0", *flags])
    return json.loads(done.output)["checks"]


def test_a_postgres_is_looked_at_too(database):
    """Issue 15, point 7: `doctor` for both stores."""
    assert CliRunner().invoke(doctor, ["--json", "--db", "postgresql://127.0.0.1:1/x"]).exit_code

    async def laid_out():
        store = store_at(database)
        await store.open()
        await store.close()

    asyncio.run(laid_out())
    found = {one["what"]: one for one in told_of("--db", database)}
    assert "PostgreSQL" in found["database"]["said"]
    for setting in ("fsync", "synchronous_commit", "full_page_writes", "tables", "chips"):
        assert found[setting]["grade"] == "ok", found[setting]
    assert found["standby"]["grade"] == found["archive"]["grade"] == "warn"
    assert "room" not in found


def test_the_cache_is_looked_at_and_never_fails_it(valkey):
    """Issue 15, point 7: a Valkey that answers, is full, writes to disk, is gone."""
    db = ("--db", "no-such.db")
    (found,) = [one for one in told_of(*db, "--cache", valkey.url) if one["what"] == "cache"]
    assert found["said"].startswith("Valkey ")
    assert not [one for one in told_of(*db) if one["what"] == "cache"]
    with redis.Redis.from_url(valkey.url) as asked:
        asked.config_set("maxmemory", "100mb")
        asked.config_set("maxmemory-policy", "noeviction")
        asked.config_set("save", "60 1")
    said = [one["said"] for one in told_of(*db, "--cache", valkey.url) if one["what"] == "cache"]
    assert said[1:] == ["when it is full it refuses what is new", "it writes what it holds to disk"]
    valkey.kill()
    for address in (valkey.url, "redis://127.0.0.1:1/0", "nonsense"):
        (found,) = [one for one in told_of(*db, "--cache", address) if one["what"] == "cache"]
        assert (found["grade"], bool(found["advice"])) == ("warn", True)

"""A store that notices what is done to its files, and copies that are whole."""

import asyncio
import os
import shutil
import sqlite3
import stat
from contextlib import closing

import pytest

from cutcard.lobby.chips import conserved
from cutcard.store import sqlite
from cutcard.store.backup import back_up, restore
from cutcard.store.protocol import InUse, StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House

from ..running import OPEN, here


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, 120))


def delete(db):
    db.unlink()


def delete_wal(db):
    db.with_name(f"{db.name}-wal").unlink()


def replace(db):
    shutil.copy(db, db.with_suffix(".copy"))
    db.with_suffix(".copy").replace(db)


def read_only(db):
    db.chmod(0o400)


@pytest.mark.parametrize("harm", [delete, delete_wal, replace, read_only], ids=lambda f: f.__name__)
def test_a_file_spoilt_under_the_server_is_found_at_the_next_write(tmp_path, ear, fetch, harm):
    async def scene():
        db = tmp_path / "t.db"
        async with here(db, OPEN) as server:
            ann = await ear.dial(server.url, name="Ann")
            assert "table" in await ann.ask("CREATE_TABLE", {"game": "duel"})
            answer, _ = await asyncio.to_thread(fetch, server, "GET", "/ready")
            assert answer.status == 200
            harm(db)
            said = await ann.ask("CREATE_TABLE", {"game": "duel"})
            assert said["code"] == "GAME_ERROR", "what nobody will find again is not acknowledged"
            answer, _ = await asyncio.to_thread(fetch, server, "GET", "/ready")
            assert answer.status == 503
            if harm is read_only:
                db.chmod(0o600)
                assert "table" in await ann.ask("CREATE_TABLE", {"game": "duel"})
                answer, _ = await asyncio.to_thread(fetch, server, "GET", "/ready")
                assert answer.status == 200

    run(scene())


def test_a_damaged_file_is_refused_with_what_to_do(tmp_path):
    async def scene():
        db = tmp_path / "t.db"
        async with here(db, OPEN) as server:
            for n in range(200):
                await server.accounts.guest(f"Guest {n}")
        spoilt = bytearray(db.read_bytes())
        half = len(spoilt) // 2
        spoilt[half : half + 20_000] = os.urandom(20_000)
        db.write_bytes(spoilt)
        store = SqliteStore(db)
        with pytest.raises(StoreError, match=r"is damaged.*cutcard restore"):
            await store.open()
        await store.close()

    run(scene())


def ballast(db, megabytes: int) -> None:
    """Rows that nobody reads."""
    with closing(sqlite3.connect(db)) as file:
        file.execute("CREATE TABLE ballast (x BLOB)")
        file.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO ballast SELECT randomblob(1000) FROM n",
            (megabytes * 1000,),
        )
        file.commit()


def test_a_room_too_large_to_be_looked_through_starts_all_the_same_and_says_so(
    tmp_path, monkeypatch, caplog
):
    """Ten gigabytes took minutes, before anybody could play; a backup is looked through whole."""

    async def scene():
        db = tmp_path / "t.db"
        async with here(db, OPEN) as server:
            await server.accounts.guest("Ann")
        ballast(db, 40)
        monkeypatch.setattr(sqlite, "START", 0.0)
        async with here(db, OPEN) as server:
            assert server.store._db is not None
            await server.accounts.guest("Bo")
        said = " ".join(one.getMessage() for one in caplog.records)
        assert "was looked at for 0 s only" in said
        assert "cutcard doctor" in said
        caplog.clear()
        back_up(db, tmp_path / "copy.db")
        monkeypatch.setattr(sqlite, "START", 60.0)
        async with here(db, OPEN) as server:
            await server.accounts.guest("Cy")
        assert not [one for one in caplog.records if "looked at for" in one.getMessage()]

    run(scene())


def test_databases_and_backups_are_read_by_their_owner_alone(tmp_path):
    old = os.umask(0)
    try:
        db = tmp_path / "t.db"

        async def scene():
            async with here(db, OPEN) as server:
                await server.accounts.guest("Ann")
                await asyncio.to_thread(back_up, db, tmp_path / "copy.db")
                return {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}

        modes = run(scene())
    finally:
        os.umask(old)
    assert {"t.db", "t.db-wal", "t.db-lock", "copy.db"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes


def test_a_backup_under_load_is_whole_and_restored_goes_on(tmp_path):
    db, copy = tmp_path / "t.db", tmp_path / "copy.db"

    async def scene():
        async with here(db, OPEN) as server:
            floor = server.house._floor
            floor.bot_delay = (0, 1)
            host, _ = await server.accounts.guest("Ann")
            seats = {0: "random", 1: "random", 2: "random", 3: "random"}
            tables = [
                (await server.house.open("guandan", seats=4, host=host, bots=seats)).table
                for _ in range(4)
            ]
            with pytest.raises(InUse):
                restore(db, db)
            before = server.house.commits
            for n in range(3):
                await asyncio.to_thread(back_up, db, copy, replace=n > 0)
            assert server.house.commits > before, "it was under load"
            with pytest.raises(StoreError, match="--replace"):
                back_up(db, copy)
        return tables

    tables = run(scene())
    db.write_bytes(b"spoilt" * 1000)
    aside = restore(copy, db)
    assert aside.read_bytes().startswith(b"spoilt")

    async def again():
        store = SqliteStore(db)
        await store.open()
        house = House(store)
        await house.start()
        assert set(house.numbers()) == set(tables)
        assert not (await conserved(store)).faults
        await house.stop()
        await store.close()

    run(again())
    with closing(sqlite3.connect(copy)) as one:
        assert one.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with pytest.raises(StoreError, match="no backup"):
        restore(tmp_path / "none.db", db)
    (tmp_path / "bad.db").write_bytes(copy.read_bytes()[:5000] + b"x" * 9000)
    with pytest.raises(StoreError):
        restore(tmp_path / "bad.db", db)
    assert db.stat().st_size > 0, "a bad backup leaves what is there"

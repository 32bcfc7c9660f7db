"""The SQLite store: what every store does, and what a file is besides."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from importlib.resources import files
from pathlib import Path

import pytest

from cutcard.store.layout import OURS, steps
from cutcard.store.people import Person
from cutcard.store.protocol import (
    StoreError,
)
from cutcard.store.sqlite import SqliteStore

from .archive_checks import ArchiveChecks
from .event_checks import EventChecks
from .login_checks import LoginChecks
from .moderation_checks import ModerationChecks
from .people_checks import PeopleChecks
from .played_checks import PlayedChecks
from .rating_checks import RatingChecks
from .result_checks import ResultChecks
from .rows import opened, table_row
from .table_checks import TableChecks


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_two_steps_of_the_layout_have_one_number(kind):
    """Of two that were written side by side the second is never applied where the first was."""
    names = [one.name for one in (files("cutcard.store") / "sql" / kind).iterdir()]
    numbers = sorted(name.split("_")[0] for name in names if name.endswith(".sql"))
    assert numbers == [f"{n:03}" for n in range(1, len(numbers) + 1)]


class TestSqlite(
    TableChecks,
    RatingChecks,
    PlayedChecks,
    ResultChecks,
    PeopleChecks,
    LoginChecks,
    ModerationChecks,
    EventChecks,
    ArchiveChecks,
):
    def make(self, tmp_path):
        return SqliteStore(tmp_path / "cards.db")

    def refused(self, store, words):
        async def story():
            with pytest.raises(StoreError, match=words):
                await store.open()

        asyncio.run(story())

    def test_it_is_durable_before_it_answers(self, run, tmp_path):
        async def story(store):
            await store.write(opened(1))
            ask = store._db.execute  # of the writer's own connection
            assert await store._run(lambda: ask("PRAGMA journal_mode").fetchone()) == ("wal",)
            assert await store._run(lambda: ask("PRAGMA synchronous").fetchone()) == (2,)

        run(story)

    def test_two_servers_cannot_use_one_file(self, run, tmp_path):
        async def story(store):
            other = self.make(tmp_path)
            with pytest.raises(StoreError, match="Another server is using"):
                await other.open()
            await store.write(opened(1))  # the first is not disturbed

        run(story)
        run(story_of_nothing)  # and once it is gone, the next may

    def test_a_reader_looks_on_while_a_server_runs(self, run, tmp_path):
        async def story(store):
            await store.write(opened(1))
            reader = SqliteStore(store.path, read_only=True)
            await reader.open()
            assert (await reader.load(1)).table == table_row(1)
            with pytest.raises(StoreError):
                await reader.write(opened(2))
            await reader.close()

        run(story)

    def test_a_file_from_a_newer_cutcard_is_refused(self, run, tmp_path):
        run(story_of_nothing)
        db = sqlite3.connect(tmp_path / "cards.db")
        db.execute("PRAGMA user_version = 99")
        db.close()
        self.refused(self.make(tmp_path), "newer Cutcard")

    def test_another_programs_database_is_left_alone(self, tmp_path):
        db = sqlite3.connect(tmp_path / "cards.db")
        db.execute("CREATE TABLE theirs (x)")
        db.close()
        self.refused(self.make(tmp_path), "another program's")
        db = sqlite3.connect(tmp_path / "cards.db")
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]
        db.close()

    def test_a_file_that_is_no_database_is_refused(self, tmp_path):
        path = tmp_path / "cards.db"
        path.write_bytes(b"this is a letter, not a database\n" * 200)
        self.refused(self.make(tmp_path), "file is not a database")
        assert path.read_bytes().startswith(b"this is a letter")
        path.unlink()
        asyncio.run(open_and_close(self.make(tmp_path)))  # nothing is left locked

    def test_a_folder_that_is_not_there_is_named(self, tmp_path):
        self.refused(SqliteStore(tmp_path / "none" / "cards.db"), "no folder")
        self.refused(SqliteStore(tmp_path / "none.db", read_only=True), "no database")

    def test_a_store_that_is_not_open_says_so(self, tmp_path):
        async def story():
            with pytest.raises(StoreError, match="not open"):
                await self.make(tmp_path).last_table()

        asyncio.run(story())

    def test_the_layout_is_numbered_and_marked(self, run, tmp_path):
        run(story_of_nothing)
        db = sqlite3.connect(tmp_path / "cards.db")
        assert db.execute("PRAGMA application_id").fetchone() == (OURS,)
        assert db.execute("PRAGMA user_version").fetchone() == (steps()[-1][0],)
        db.close()
        assert [number for number, _ in steps()] == list(range(1, len(steps()) + 1))

    def test_guests_of_the_first_layout_keep_their_tokens_and_are_given_chips(self, tmp_path):
        db = sqlite3.connect(tmp_path / "cards.db")
        db.executescript(steps()[0][1])
        db.execute(f"PRAGMA application_id = {OURS}")
        db.execute("PRAGMA user_version = 1")
        rows = [("b", "Bob", 1, b"hb", 2000), ("a", "Ann", 1, b"ha", 1000)]
        db.executemany("INSERT INTO users VALUES (?, ?, ?, ?, ?)", rows)
        db.commit()
        db.close()

        async def story():
            store = self.make(tmp_path)
            await store.open()
            session = await store.session(b"hb")
            assert session.person == Person("b", "Bob", True, 2)
            assert session.expires > 1_800_000_000_000
            assert (await store.session(b"ha")).person.number == 1
            assert [await store.balance(user) for user in ("a", "b")] == [10_000, 10_000]
            await store.create_user("Cat", True, b"hc", chips=10_000)
            sums = await store.chip_sums()
            assert (sums.users, sums.users_booked, sums.bank) == (30_000, 30_000, -30_000)
            assert (sums.torn, sums.differing, sums.overdrawn) == (0, 0, 0)
            await store.close()

        asyncio.run(story())

    def test_killed_with_9_it_keeps_every_write_it_answered(self, tmp_path):
        """A process writes as fast as it can and says what was answered; it is killed."""
        program = textwrap.dedent(f"""
            import asyncio, sys
            sys.path.insert(0, {str(Path(__file__).parent)!r})
            from rows import moves, opened

            from cutcard.store.protocol import Batch
            from cutcard.store.sqlite import SqliteStore

            async def main():
                store = SqliteStore({str(tmp_path / "cards.db")!r})
                await store.open()
                await store.write(opened(1))
                for n in range(100000):
                    await store.write(Batch(entries=moves(1, 1, 1, n)))
                    print(n, flush=True)

            asyncio.run(main())
        """)
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        answered = -1
        for line in child.stdout:
            answered = int(line)
            if answered >= 50:
                child.send_signal(signal.SIGKILL)
                break
        child.wait()

        async def story():
            store = self.make(tmp_path)
            await store.open()  # the lock died with its holder
            entries = (await store.deal(1, 1)).entries
            await store.close()
            return entries

        entries = asyncio.run(story())
        assert len(entries) > answered >= 50
        assert [entry.n for entry in entries] == list(range(len(entries)))


async def story_of_nothing(store):
    assert await store.last_table() >= 0


async def open_and_close(store):
    await store.open()
    await store.close()


def test_what_moves_wait_for_goes_before_all_that_others_ask(tmp_path):
    """A hundred histories that somebody asked for at once stood before everybody's next move."""

    async def story():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        begun, go, done = threading.Event(), threading.Event(), []

        async def long(db):
            begun.set()
            go.wait(30)

        async def looks(db, number):
            done.append((number, (await db.one("SELECT count(*) FROM tables"))[0]))

        first = asyncio.ensure_future(store._do(long))
        await asyncio.to_thread(begun.wait, 30)
        others = [asyncio.ensure_future(store._do(looks, n)) for n in range(100)]
        await asyncio.sleep(0)
        writes = [asyncio.ensure_future(store.write(opened(n))) for n in (1, 2)]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, *writes, *others)
        assert done == [(n, 2) for n in range(100)], "both were written first, the others in turn"
        await store.close()

    asyncio.run(asyncio.wait_for(story(), 60))

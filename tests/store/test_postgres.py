"""The PostgreSQL store: what every store does, and what a server of databases is besides."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import asyncpg
import pytest
from msgspec import structs

from cutcard.lobby.chips import ledger_csv
from cutcard.store import postgres, postgres_shift
from cutcard.store.archive import archive
from cutcard.store.people import Credentials, NameTaken
from cutcard.store.postgres import PostgresStore, without_password
from cutcard.store.postgres_layout import steps
from cutcard.store.protocol import Batch, InUse, OutcomeUnknown, SeatRow, StoreError

from .archive_checks import NOW, OLD, ArchiveChecks, over
from .cutting import AFTER, BEFORE, Way
from .event_checks import EventChecks
from .login_checks import LoginChecks
from .moderation_checks import ModerationChecks
from .people_checks import PeopleChecks
from .played_checks import PlayedChecks
from .rating_checks import RatingChecks
from .result_checks import ResultChecks
from .rows import moves, opened, table_row
from .table_checks import TableChecks


class TestPostgres(
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
    @pytest.fixture(autouse=True)
    def _at(self, database, monkeypatch):
        self.database = database
        monkeypatch.setattr(postgres_shift, "DYING_SECONDS", 0.3)

    def make(self, tmp_path):
        return PostgresStore(self.database)

    def test_it_is_durable_before_it_answers(self, run):
        async def story(store):
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                assert await store._writer.fetchval(f"SHOW {setting}") == "on"

        run(story)

    def test_two_servers_cannot_use_one_database_and_readers_look_on(self, run, tmp_path):
        async def story(store):
            with pytest.raises(InUse, match="Another server is using"):
                await self.make(tmp_path).open()
            await store.write(opened(1))  # the first is not disturbed
            reader = PostgresStore(self.database, read_only=True)
            await reader.open()
            assert (await reader.load(1)).table == table_row(1)
            with pytest.raises(StoreError, match="not open for writing"):
                await reader.write(opened(2))
            await reader.close()

        run(story)
        run(story_of_nothing)  # and once it is gone, the next may

    def test_who_was_taken_over_writes_nothing_and_knows_what_it_wrote(self, run, tmp_path):
        async def story(store):
            await store.write(opened(1))
            store._writer.terminate()  # as where a machine was cut off
            later = self.make(tmp_path)
            await later.open()
            with pytest.raises(OutcomeUnknown):
                await store.write(Batch(entries=moves(1, 1, 1)))
            assert await store.outcome(Batch(entries=moves(1, 1, 1))) is None
            assert await store.outcome(opened(1)) == []
            await asyncio.wait_for(store.ended(), 1)
            with pytest.raises(InUse, match="taken over"):
                await store.write(Batch(entries=moves(1, 1, 1)))
            await later.write(Batch(entries=moves(1, 1, 1)))
            await later.close()

        run(story)

    def test_a_server_whose_shift_was_ended_under_it_is_refused(self, run):
        async def story(store):
            await store.write(opened(1))
            other = await asyncpg.connect(self.database)
            await other.execute("UPDATE shifts SET over = true")
            await other.close()
            with pytest.raises(InUse, match="taken over"):
                await store.write(Batch(entries=moves(1, 1, 1)))
            assert (await store.deal(1, 1)).entries == []
            assert store.over.is_set()

        run(story)

    @pytest.mark.parametrize("when", [BEFORE, AFTER])
    def test_after_a_cut_the_store_says_what_became_of_a_batch(self, when, run):
        async def story(_):
            pass

        run(story)  # the layout is there

        async def cut():
            async with Way(self.database) as way:
                store = PostgresStore(way.url)
                await store.open()
                await store.write(opened(1))
                for n in range(3):
                    way.cut(when)
                    batch = Batch(entries=moves(1, 1, 1, n))
                    with pytest.raises(OutcomeUnknown):
                        await store.write(batch)
                    assert await store.outcome(batch) == (None if when == BEFORE else [])
                    if when == BEFORE:
                        await store.write(batch)
                assert way.cuts == 3
                assert len((await store.deal(1, 1)).entries) == 3
                assert await store.unfinished() == [1]
                await store.close()

        asyncio.run(cut())

    def test_an_operation_that_was_cut_off_says_so_or_is_done_anew(self, run):
        async def cut():
            async with Way(self.database) as way:
                store = PostgresStore(way.url, pool=1)
                await store.open()
                ann = await store.create_user("Ann", True, b"a")
                way.cut(AFTER)
                assert await store.person(ann.id) == ann  # a question is asked again
                way.cut(AFTER)
                with pytest.raises(OutcomeUnknown, match="not known"):
                    await store.set_role(ann.id, "admin")
                assert (await store.person(ann.id)).role == "admin"
                await store.close()

        asyncio.run(cut())

    def test_of_two_who_want_one_name_at_once_one_has_it(self, run):
        async def story(store):
            wishes = [
                store.create_account(Credentials("Ann", "ann", "$"), {}, chips=5) for _ in range(12)
            ]
            made = await asyncio.gather(*wishes, return_exceptions=True)
            assert [type(one) for one in made].count(NameTaken) == 11
            sums = await store.chip_sums()
            assert (sums.users, sums.bank, sums.torn, sums.differing) == (5, -5, 0, 0)

        run(story)

    def test_what_postgres_cannot_keep_hurts_nobody_else(self, run):
        async def story(store):
            batch = opened(1)
            batch.tables[0] = structs.replace(batch.tables[0], name="De\0n")
            batch.seats[0] = SeatRow(1, 0, "ann", "A\0", None, 1)
            batch.entries = [(1, 1, 0, 0, 0, b"\0", "k\0ey")]
            await store.write(batch)
            kept = await store.load(1)
            assert (kept.table.name, kept.seats[0].name) == ("De\ufffdn", "A\ufffd")
            assert await store.find_key(1, 0, "k\0ey") == (1, 0)

        run(story)

    def test_one_seat_or_match_twice_in_a_batch_is_as_it_was_last(self, run):
        async def story(store):
            batch = opened(1)
            batch.seats.append(SeatRow(1, 0, None, "", None, 2))
            batch.clocks = [(1, 1, 5), (1, 1, 7)]
            await store.write(batch)
            kept = await store.load(1)
            assert kept.seats[0] == SeatRow(1, 0, None, "", None, 2)
            assert kept.deals[0].clock == 7

        run(story)

    def test_tables_of_the_second_million_have_room(self, run):
        async def story(store):
            for number in (999_999, 1_000_000, 3_000_001):
                await store.write(opened(number))
                await store.write(Batch(entries=moves(number, 1, 2)))
            many = await store.load_many([999_999, 1_000_000, 3_000_001])
            assert [len(kept.deals[0].entries) for kept in many] == [2, 2, 2]

        run(story)

    def test_a_layout_that_is_not_ours_or_not_of_our_time_is_refused(self, run, tmp_path):
        async def story(store):
            seen = await store._writer.fetch("SELECT number, name FROM cutcard_layout")
            assert [tuple(row) for row in seen] == [(n, name) for n, name, _ in steps()]
            await store._writer.execute("INSERT INTO cutcard_layout VALUES (99, 'x')")

        run(story)
        assert [number for number, _, _ in steps()] == list(range(1, len(steps()) + 1))
        self.refused(self.make(tmp_path), "newer Cutcard")
        self.say("DELETE FROM cutcard_layout")
        self.refused(PostgresStore(self.database, read_only=True), "cutcard db migrate")
        self.say("DROP TABLE cutcard_layout")
        self.refused(self.make(tmp_path), "another program's")

    def test_S43_shifts_long_over_are_forgotten_unless_something_is_left_of_them(self, run):
        async def story(store):
            await store.write(opened(1))
            connection = await store.connect()
            made = "INSERT INTO shifts (worker, build, over, renewed) VALUES"
            made += " ($1, '', $2, clock_timestamp() - $3 * interval '1 hour') RETURNING shift"
            old = await connection.fetchval(made, "old", True, 25)
            new = await connection.fetchval(made, "new", True, 23)
            busy = await connection.fetchval(made, "busy", True, 25)
            duty = await connection.fetchval(made, "duty", True, 25)
            alive = await connection.fetchval(made, "alive", False, 25)
            await connection.execute("UPDATE tables SET shift = $1", busy)
            await connection.execute("INSERT INTO duties VALUES ('lobby', $1)", duty)
            await store.sweep_logins(0, 0)
            left = {one for (one,) in await connection.fetch("SELECT shift FROM shifts")}
            await connection.close()
            assert {new, busy, duty, alive} <= left
            assert old not in left

        run(story)

    def test_S40_a_database_that_may_lose_what_it_acknowledged_is_not_served_on(self, tmp_path):
        name = self.database.rpartition("=")[2]
        self.say(f"ALTER DATABASE postgres SET synchronous_commit = off /* {name} */")
        try:
            store = self.make(tmp_path)
            store.careful = True
            self.refused(store, "synchronous_commit off.*--unsafe-database")

            async def story():
                store.careful = False  # it was said that nothing matters
                await store.open()
                await store.close()

            asyncio.run(story())
        finally:
            self.say("ALTER DATABASE postgres RESET synchronous_commit")

    def test_S5_a_servers_transaction_that_stands_still_is_ended_soon(self, tmp_path):
        async def story(careful, seconds):
            store = self.make(tmp_path)
            store.careful = careful
            await store.open()
            asked = "SHOW idle_in_transaction_session_timeout"
            assert await store._writer.fetchval(asked) == seconds
            async with store._lent() as connection:
                assert await connection.fetchval(asked) == seconds
            await store.close()

        asyncio.run(story(True, "2s"))
        asyncio.run(story(False, "10s"))

    def test_S41_a_partition_of_the_log_that_is_empty_is_dropped_and_made_again_if_need_be(
        self, run, tmp_path
    ):
        async def story(store):
            async def there():
                rows = await store._writer.fetch(
                    "SELECT inhrelid::regclass::text FROM pg_inherits"
                    " WHERE inhparent = to_regclass('entries')"
                )
                return sorted(name.rpartition(".")[2] for (name,) in rows)

            for number in (1, 2_000_001, 3_000_001):
                await store.write(opened(number))
            assert await there() == ["entries_0", "entries_2", "entries_3"]
            assert await store.drop_empty() == []  # all are open
            await store.write(over(1, 4000))
            await store.write(over(2_000_001, 4000))
            await archive(store, tmp_path / "old.jsonl", OLD, NOW)
            assert await there() == ["entries_3"]
            assert await store.deal(1, 1) is None
            await store.write(Batch(entries=moves(3_000_001, 1, 2)))  # play goes on
            await store.write(opened(2))
            assert await there() == ["entries_0", "entries_3"]
            assert await store.drop_empty() == []
            assert (await store.load(2)).table.table == 2

        run(story)

    def test_S16_a_booking_that_is_seen_late_is_in_the_ledger_all_the_same(self, run, monkeypatch):
        """Of a ledger that was read page by page a row was missing for ever: its number was lower
        than those seen, and it was written later."""

        async def story(store):
            ann, late = [await store.create_user(n, True, n.encode(), chips=5) for n in "ab"]
            monkeypatch.setattr(store, "settles", 0.2)
            writing = await asyncpg.connect(self.database)
            transaction = writing.transaction()
            await transaction.start()
            await writing.execute(
                "INSERT INTO chips (entry, at, account, amount, reason) VALUES"
                " (99, 0, $1, 7, 'x'), (99, 0, 'bank', -7, 'x')",
                late.id,
            )
            await store.grant(ann.id, 3)  # of a higher number, and seen before
            asyncio.get_running_loop().call_later(
                0.01, lambda: asyncio.ensure_future(transaction.commit())
            )
            text = "".join([part async for part in ledger_csv(store)])
            assert f"{late.id},7" in text
            amounts = [int(line.split(",")[3]) for line in text.splitlines()[1:]]
            assert sum(amounts) == 0
            await writing.close()

        run(story)

    @pytest.mark.parametrize(("off", "said"), [((1, 0), "another"), ((0, 1), "left behind")])
    def test_S39_another_database_at_the_same_address_is_refused(self, off, said, run):
        async def story(store):
            await store.write(opened(1))
            system, timeline = store._primary.system, store._primary.timeline
            assert system is not None
            assert timeline >= 1
            store._primary.system, store._primary.timeline = system - off[0], timeline + off[1]
            with pytest.raises(InUse, match=said):
                await store.connect()
            assert store.over.is_set()  # the server stops

        run(story)

    def test_a_database_that_does_not_answer_is_named_without_its_password(self):
        dsn = "postgresql://me:secret@127.0.0.1:1/x"
        assert without_password(dsn) == "postgresql://me:…@127.0.0.1:1/x"
        self.refused(PostgresStore(dsn), "me:…@127.0.0.1")

    def refused(self, store, words):
        async def story():
            with pytest.raises(StoreError, match=words):
                await store.open()

        asyncio.run(story())

    def say(self, statement):
        async def go():
            connection = await asyncpg.connect(self.database)
            await connection.execute(statement)
            await connection.close()

        asyncio.run(go())

    def test_S36_what_only_one_machine_may_have_counts_as_unknown(self, tmp_path):
        """A warning as PostgreSQL gives it where somebody ends its wait for a standby."""

        async def story():
            store = self.make(tmp_path)
            await store.open()
            await store.write(opened(1))
            await asyncio.to_thread(self.say, PLANTED)
            batch = Batch(entries=moves(1, 1, 2))
            with pytest.raises(OutcomeUnknown):
                await store.write(batch)
            await asyncio.to_thread(self.say, "DROP TRIGGER planted ON entries")
            if await store.outcome(batch) is None:  # by now it is known
                await store.write(batch)
            await store.write(Batch(entries=moves(1, 1, 1, 2)))
            assert len((await store.deal(1, 1)).entries) == 3
            await store.close()

        asyncio.run(story())

    def test_S36_a_statement_that_reads_has_its_time_and_one_that_writes_has_not(
        self, tmp_path, monkeypatch
    ):
        async def story():
            store = self.make(tmp_path)
            await store.open()
            asked = "SELECT current_setting('statement_timeout')"
            async with store._lent() as connection:
                assert await connection.fetchval(asked) == f"{postgres.READ_SECONDS}s"
            assert await store._writer.fetchval(asked) == "0"
            monkeypatch.setattr(postgres, "READ_SECONDS", 1)
            store._idle = []
            tries = []

            async def endless(db):
                tries.append(1)
                await db.rows("SELECT pg_sleep(60)")

            with pytest.raises(StoreError, match="statement timeout"):
                await store._do(endless)
            assert tries == [1]
            await store.close()

        asyncio.run(story())

    def test_killed_with_9_it_keeps_every_write_it_answered(self, tmp_path):
        """A process writes as fast as it can and says what was answered; it is killed."""
        program = textwrap.dedent(f"""
            import asyncio, sys
            sys.path.insert(0, {str(Path(__file__).parent)!r})
            from rows import moves, opened

            from cutcard.store.protocol import Batch
            from cutcard.store.postgres import PostgresStore

            async def main():
                store = PostgresStore({self.database!r})
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
                os.kill(child.pid, signal.SIGKILL)
                break
        child.wait()

        async def story():
            store = self.make(tmp_path)
            postgres_shift.DYING_SECONDS = 30.0  # the fixture puts it back
            await store.open()  # the lock died with its holder
            entries = (await store.deal(1, 1)).entries
            await store.close()
            return entries

        entries = asyncio.run(story())
        assert len(entries) > answered >= 50
        assert [entry.n for entry in entries] == list(range(len(entries)))


PLANTED = """
CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE WARNING 'canceling wait for synchronous replication due to user request';
    RETURN NULL;
END $$;
CREATE TRIGGER planted AFTER INSERT ON entries EXECUTE FUNCTION planted()"""


async def story_of_nothing(store):
    assert await store.last_table() >= 0

"""What every store does. A store is a subclass of StoreChecks that says how to make one."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from cutcard.store.layout import OURS, steps
from cutcard.store.people import Credentials, InvitationUsed, NameTaken, Person
from cutcard.store.protocol import (
    ABANDONED,
    COMPLETED,
    PLAYING,
    WAITING,
    Batch,
    DealRow,
    Entry,
    MatchRow,
    Rated,
    SeatRow,
    Standing,
    StoreError,
    TableRow,
)
from cutcard.store.sqlite import SqliteStore


def table_row(number, game="pile"):
    return TableRow(number, game, b'{"target":5}', 2, "Den", "ann", False, True, 1000)


def deal_row(number, deal=1, match=1, first=1, **more):
    head = (number, deal, match, "pile", 1, b"{}", None, 2, bytes(32), b"c" * 32, first)
    return DealRow(*head, more.get("opened", 1000 + deal))


def opened(number):
    return Batch(
        tables=[table_row(number)],
        seats=[
            SeatRow(number, 0, "ann", "Ann", None, 1),
            SeatRow(number, 1, "b", "B", "random", 1),
        ],
        matches=[MatchRow(number, 1, PLAYING, 1000, 1001)],
        deals=[deal_row(number)],
    )


def moves(number, deal, count, start=0):
    return [
        (number, deal, n, n * 10, n % 2, b'{"type":"add"}', f"k{deal}-{n}")
        for n in range(start, start + count)
    ]


class StoreChecks:
    """The abstract test: PostgreSQL will pass it too."""

    def make(self, tmp_path):
        raise NotImplementedError

    @pytest.fixture
    def run(self, tmp_path):
        def go(story):
            async def whole():
                store = self.make(tmp_path)
                await store.open()
                try:
                    await story(store)
                finally:
                    await store.close()

            asyncio.run(whole())

        return go

    def test_a_table_is_read_as_it_was_written(self, run):
        async def story(store):
            batch = opened(3)
            batch.entries = moves(3, 1, 5)
            batch.checks = [(3, 1, 4, b"digest")]
            await store.write(batch)
            kept = await store.load(3)
            assert kept.table == table_row(3)
            assert kept.seats == batch.seats
            assert kept.match == batch.matches[0]
            (log,) = kept.deals
            assert log.header == batch.deals[0]
            assert log.entries == [Entry(*row[2:]) for row in batch.entries]
            assert log.checks == {4: b"digest"}
            assert log.clock is None
            assert await store.load(4) is None
            assert await store.deal(3, 1) == log
            assert await store.deal(3, 2) is None

        run(story)

    def test_what_is_written_outlives_the_store(self, tmp_path):
        async def story():
            store = self.make(tmp_path)
            await store.open()
            await store.write(opened(1))
            await store.close()
            again = self.make(tmp_path)
            await again.open()
            assert (await again.load(1)).table == table_row(1)
            await again.close()

        asyncio.run(story())

    def test_a_batch_is_written_whole_or_not_at_all(self, run):
        async def story(store):
            await store.write(opened(1))
            bad = opened(2)
            bad.entries = [*moves(1, 1, 300), moves(1, 1, 1)[0]]  # an entry twice
            with pytest.raises(StoreError):
                await store.write(bad)
            assert await store.load(2) is None
            assert (await store.deal(1, 1)).entries == []
            await store.write(Batch(entries=moves(1, 1, 1)))  # and it goes on
            assert len((await store.deal(1, 1)).entries) == 1

        run(story)

    def test_an_entry_cannot_be_written_twice(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(entries=moves(1, 1, 1)))
            with pytest.raises(StoreError):
                await store.write(Batch(entries=moves(1, 1, 1)))

        run(story)

    @pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 31, 33, 257, 1000])
    def test_batches_of_any_size_come_back_in_order(self, run, count):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(entries=moves(1, 1, count)))
            entries = (await store.deal(1, 1)).entries
            assert [entry.n for entry in entries] == list(range(count))

        run(story)

    def test_tables_are_counted_and_listed_until_they_are_closed(self, run):
        async def story(store):
            assert await store.last_table() == 0
            assert await store.unfinished() == []
            for number in (1, 2, 5):
                await store.write(opened(number))
            assert await store.last_table() == 5
            assert await store.unfinished() == [1, 2, 5]
            await store.write(Batch(closed=[2, 5]))
            assert await store.unfinished() == [1]
            assert await store.last_table() == 5

        run(story)

    def test_seats_and_matches_are_replaced_by_their_latest(self, run):
        async def story(store):
            await store.write(opened(1))
            free = SeatRow(1, 0, None, "", None, 2)
            done = MatchRow(1, 1, COMPLETED, 1000, 1001, 1500, "ann", "COMPLETED", (1, 2), (3, 0))
            await store.write(Batch(seats=[free], matches=[done]))
            assert (await store.load(1)).seats[0] == free
            assert await store.match(1, 1) == done
            later = MatchRow(1, 2, WAITING, 1600)
            await store.write(Batch(matches=[later]))
            assert (await store.load(1)).match == later
            assert await store.match(1, 1) == done
            assert await store.match(1, 3) is None

        run(story)

    def test_as_many_deals_are_loaded_as_hold_the_updates_wanted(self, run):
        async def story(store):
            await store.write(opened(1))
            for deal in range(2, 7):
                await store.write(Batch(deals=[deal_row(1, deal)]))
            for deal in range(1, 7):
                await store.write(Batch(entries=moves(1, deal, 9)))
            for updates, held in ((1, 1), (10, 1), (11, 2), (25, 3), (64, 6)):
                kept = await store.load(1, updates)
                assert [log.header.deal for log in kept.deals] == list(range(7 - held, 7))
                assert len(kept.keys) == (6 - held) * 9
            kept = await store.load(1, 55)
            assert kept.keys == []
            kept = await store.load(1, 0)
            assert kept.deals == []
            assert kept.keys[0] == (1, 0, "k1-0")

        run(story)

    def test_a_key_is_found_by_seat_from_its_holders_first_deal_on(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(deals=[deal_row(1, 2)], entries=moves(1, 1, 4)))
            assert await store.find_key(1, 1, "k1-3") == (1, 3)
            assert await store.find_key(1, 0, "k1-3") is None
            assert await store.find_key(1, 1, "k1-3", since=2) is None
            assert await store.find_key(2, 1, "k1-3") is None

        run(story)

    def test_a_clock_is_kept_with_its_deal(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(clocks=[(1, 1, 12_345)]))
            assert (await store.deal(1, 1)).clock == 12_345

        run(story)

    def test_deals_are_listed_newest_first(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(deals=[deal_row(1, 2)], entries=moves(1, 2, 3)))
            await store.write(opened(2))
            lines = await store.deals()
            assert [(line.table, line.deal) for line in lines] == [(1, 2), (2, 1), (1, 1)]
            assert (lines[0].entries, lines[0].status, lines[0].game) == (3, PLAYING, "pile")
            assert len(await store.deals(limit=2)) == 2
            assert [line.deal for line in await store.deals(table=1)] == [2, 1]
            assert await store.deals(game="duel") == []

        run(story)

    def test_users_are_known_by_their_token(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"hash-a", expires=5, label="guest")
            bob = await store.create_user("Ann", False, b"hash-b")  # names need not differ
            assert ann == Person(ann.id, "Ann", True, 1)
            assert bob == Person(bob.id, "Ann", False, 2)
            assert ann.id != bob.id
            session = await store.session(b"hash-a")
            assert (session.person, session.expires, session.label) == (ann, 5, "guest")
            assert (await store.session(b"hash-b")).person == bob
            assert await store.session(b"nobody") is None
            with pytest.raises(StoreError):
                await store.create_user("Eve", True, b"hash-a", chips=5)
            assert len(await store.list_people()) == 2
            assert await store.chip_rows() == []

        run(story)

    def test_sessions_end_one_by_one_or_together(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a")
            bob = await store.create_user("Bob", True, b"b")
            for token in (b"a2", b"a3"):
                await store.add_session(ann.id, token, 100, "phone")
            await store.touch_session(b"a2", 50, 200)
            assert (await store.session(b"a2")).expires == 200
            assert await store.sweep_sessions(150) == 1
            assert await store.session(b"a3") is None
            await store.end_sessions(ann.id, b"a2")
            assert await store.session(b"a") is None
            await store.end_session(b"a2")
            assert await store.session(b"a2") is None
            assert (await store.session(b"b")).person == bob

        run(story)

    def test_an_account_is_made_whole_or_not_at_all(self, run):
        async def story(store):
            who = Credentials("Ann", "ann", "$hash")
            await store.add_invitation(b"code", None, 2**53)
            ann = await store.create_account(who, {"email": "a@x"}, chips=7, invitation=b"code")
            assert ann == Person(ann.id, "Ann", False, 1)
            assert await store.credentials("ann") == (ann, "$hash")
            assert await store.credentials("bob") is None
            kept = await store.account(ann.id)
            assert (kept.email, kept.fullname, kept.balance) == ("a@x", "", 7)
            other = Credentials("Bob", "bob", "$hash")
            with pytest.raises(InvitationUsed):
                await store.create_account(other, {}, chips=7, invitation=b"code")
            await store.add_invitation(b"next", None, 2**53)
            with pytest.raises(NameTaken):
                await store.create_account(who, {}, chips=7, invitation=b"next")
            with pytest.raises(StoreError):
                await store.create_account(other, {}, chips=7, guest="nobody")
            await store.create_account(other, {}, invitation=b"next")  # it was not used up
            sums = await store.chip_sums()
            assert (sums.users, sums.bank) == (7, -7)

        run(story)

    def test_a_new_name_is_an_accounts_alone_and_a_guests_is_no_accounts(self, run):
        async def story(store):
            ann = await store.create_account(Credentials("Ann", "ann", "$a"), {})
            await store.create_account(Credentials("Bob", "bob", "$b"), {})
            gus = await store.create_user("Gus", True, b"g")
            batch = opened(1)
            batch.seats[0] = SeatRow(1, 0, ann.id, "Ann", None, 1)
            await store.write(batch)
            for user in (ann, gus):
                with pytest.raises(NameTaken):
                    await store.set_name(user.id, "BOB", "bob")
            anna = await store.set_name(ann.id, "Anna", "anna")
            assert anna == Person(ann.id, "Anna", False, ann.number)
            assert await store.credentials("anna") == (anna, "$a")
            assert await store.credentials("ann") is None
            assert (await store.load(1)).seats[0].name == "Anna"
            assert (await store.set_name(ann.id, "ANNA", "anna")).name == "ANNA"
            assert (await store.set_name(gus.id, "Max", "max")).name == "Max"
            assert await store.find_person("max") is None
            await store.delete_user(gus.id, 5)
            for nobody in (gus.id, "nobody"):
                assert await store.set_name(nobody, "Max", "max") is None

        run(story)

    def test_a_table_is_read_with_the_people_at_it(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"hash-a")
            batch = opened(1)
            batch.seats[0] = SeatRow(1, 0, ann.id, "Ann", None, 1)
            await store.write(batch)
            assert (await store.load(1)).people == {ann.id: ann}

        run(story)

    def test_ratings_change_in_the_transaction_of_the_end(self, run):
        def rate(standings, places):
            assert places == (1, 2)
            before = [one or Standing(1200.0, 0) for one in standings]
            return [
                (old, Standing(old.rating + (5 if seat == 0 else -5), old.games + 1))
                for seat, old in enumerate(before)
            ]

        async def story(store):
            people = [await store.create_user(name, True, name.encode()) for name in ("A", "B")]
            users = tuple(person.id for person in people)
            await store.write(opened(1))
            end = Batch(entries=moves(1, 1, 1), rated=[Rated(1, 1, "pile", users, (1, 2))])
            (change,) = await store.write(end, rate)
            assert change.before == (Standing(1200.0, 0), Standing(1200.0, 0))
            assert change.after == (Standing(1205.0, 1), Standing(1195.0, 1))
            again = Batch(entries=moves(1, 1, 1, 1), rated=[Rated(1, 2, "pile", users, (1, 2))])
            await store.write(again, rate)
            assert await store.standings("pile", [*users, "nobody"]) == {
                users[0]: Standing(1210.0, 2),
                users[1]: Standing(1190.0, 2),
            }
            assert await store.standings("duel", users) == {}
            best = await store.ladder("pile")
            assert [(person.name, standing.rating) for person, standing in best] == [
                ("A", 1210.0),
                ("B", 1190.0),
            ]
            assert len(await store.ladder("pile", 1)) == 1
            failing = Batch(rated=[Rated(1, 3, "pile", users, (1, 2))], entries=moves(1, 1, 1))
            with pytest.raises(StoreError):
                await store.write(failing, rate)
            assert (await store.standings("pile", users))[users[0]].rating == 1210.0

        run(story)

    def test_the_tally_counts_completed_matches_and_their_time(self, run):
        async def story(store):
            rows = [
                MatchRow(1, 1, COMPLETED, 0, 100, 400),
                MatchRow(2, 1, COMPLETED, 0, 1000, 2000),
                MatchRow(3, 1, ABANDONED, 0, 1000, 9000),
                MatchRow(4, 1, WAITING, 0),
            ]
            await store.write(Batch(matches=rows))
            tally = await store.tally(1500)
            assert (tally.created, tally.completed, tally.duration) == (4, 2, 1300)
            assert tally.completed_since == 1

        run(story)

    def test_a_batch_knows_its_tables_and_can_be_without_some(self):
        batch = opened(1)
        batch.entries = moves(2, 1, 2)
        batch.checks = [(3, 1, 1, b"")]
        batch.clocks = [(4, 1, 1)]
        batch.closed = [5]
        batch.rated = [Rated(6, 1, "pile", (), ())]
        assert batch.about() == {1, 2, 3, 4, 5, 6}
        assert batch.without({1, 3, 5}).about() == {2, 4, 6}
        assert batch.without(set()) == batch


class TestSqlite(StoreChecks):
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
        self.refused(self.make(tmp_path), "cannot be read as a database")
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
            from test_store import Batch, SqliteStore, moves, opened

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

"""What every store does with logs that are old."""

from __future__ import annotations

import stat

import pytest
from msgspec import structs

from cutcard.store.archive import archive, found_in, tables_in
from cutcard.store.fair_row import FairRow
from cutcard.store.protocol import ABANDONED, COMPLETED, PLAYING, Batch, MatchRow, StoreError

from .rows import deal_row, moves, opened

NOW, OLD = 1_000_000, 500_000


def over(number, completed, status=COMPLETED):
    match = MatchRow(number, 1, status, 1000, 1001, completed, "ann", "Won", (0, 1), (5, 3))
    return Batch(
        matches=[match],
        entries=moves(number, 1, 4),
        checks=[(number, 1, 4, b"d" * 32)],
        fair=[FairRow(number, 0, 1, "offer", 0, b'{"x":1}', b"s" * 32)],
        closed=[number],
    )


class ArchiveChecks:
    def test_games_that_are_over_go_into_a_file_and_the_rest_stays(self, run, tmp_path):
        async def story(store):
            for number in range(1, 8):
                await store.write(opened(number))
            await store.write(over(1, 4000))
            await store.write(over(2, 5000, ABANDONED))
            await store.write(over(3, OLD))  # not yet old
            late = over(4, 4000)
            late.deals = [deal_row(4, 2, opened=OLD + 1)]
            await store.write(late)
            await store.write(Batch(entries=moves(5, 1, 2)))  # it is being played
            await store.write(structs.replace(over(6, 4000), closed=[]))  # waits for a rematch
            match = MatchRow(7, 1, PLAYING, 1000, 1001)
            await store.write(Batch(matches=[match], closed=[7]))  # closed, and never ended
            kept = {number: await store.whole_table(number) for number in range(1, 8)}
            file = tmp_path / "old.jsonl.gz"
            gone = await archive(store, file, OLD, NOW)
            assert (gone.tables, gone.deals, gone.entries) == (2, 2, 8)
            for number in (1, 2):
                assert await store.deal(number, 1) is None
                assert await store.deals(table=number) == []
                assert await store.fair_rows(number) == []
                assert await store.match(number, 1) == kept[number].matches[0]  # how it went
                assert len((await store.load(number)).seats) == 2
                found = await store.archived(number)
                assert (found.file, found.at) == (str(file), NOW)
                there = found_in(file, number)
                assert there.deals == kept[number].deals
                assert there.fair == kept[number].fair
                assert [seat.user for seat in there.seats] == ["ann", "b"]
                assert {seat.name for seat in there.seats} | {there.table.name} == {""}
            for number in range(3, 8):
                assert await store.whole_table(number) == kept[number]
                assert await store.archived(number) is None
            assert [one.table.table for one in tables_in(file)] == [1, 2]
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            nothing = await archive(store, tmp_path / "none.jsonl", OLD, NOW)
            assert nothing.tables == 0
            assert not (tmp_path / "none.jsonl").exists()
            await store.write(Batch(entries=moves(5, 1, 1, 2)))  # and what is open is played on

        run(story)

    def test_a_file_that_is_there_is_left_alone_and_so_is_the_store(self, run, tmp_path):
        async def story(store):
            await store.write(opened(1))
            await store.write(over(1, 4000))
            file = tmp_path / "old.jsonl"
            file.write_text("mine")
            with pytest.raises(StoreError, match="there already"):
                await archive(store, file, OLD, NOW)
            with pytest.raises(StoreError, match="cannot be written"):
                await archive(store, tmp_path / "no" / "folder.jsonl", OLD, NOW)
            assert len((await store.deal(1, 1)).entries) == 4
            assert await store.archived(1) is None
            assert file.read_text() == "mine"
            with pytest.raises(StoreError, match="no archive"):
                list(tables_in(_damaged(file)))

        run(story)

    def test_many_tables_go_a_few_at_a_time_and_a_cut_end_is_left_out(self, run, tmp_path):
        async def story(store):
            for number in range(1, 46):
                await store.write(opened(number))
                await store.write(over(number, 4000))
            file = tmp_path / "old.jsonl"
            told = []
            gone = await archive(store, file, OLD, NOW, lambda so_far: told.append(so_far.tables))
            assert (gone.tables, told) == (45, [20, 40, 45])
            assert await store.finished_before(OLD) == []
            text = file.read_bytes()
            file.write_bytes(text[:-30])  # its machine stopped while the last line was written
            assert len(list(tables_in(file))) == 44

        run(story)


def _damaged(file):
    file.write_text("mine\n")
    return file

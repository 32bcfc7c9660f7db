"""What every store does with deals that were played to their end."""

from __future__ import annotations

from msgspec import json, structs

from cutcard.arena.records import Record, fold_with, read
from cutcard.store.played import Only, Played
from cutcard.store.protocol import Batch

from .rows import opened

ONE = Played(1, 1, 1, "duel", "QUICK", 1000, "2026-Q4", True, True, ("a", "b"), False, (1, 2), "X")


class PlayedChecks:
    def test_A82_a_deal_is_counted_once_in_the_order_of_writing(self, run):
        async def story(store):
            await store.write(opened(1))
            rows = [structs.replace(ONE, deal=n, match=n, at=1000 + n) for n in (1, 2, 3)]
            rows[1] = structs.replace(rows[1], places=(1, 1))
            await store.write(Batch(played=rows))
            waiting = await store.uncounted()
            assert [one.played for one in waiting] == rows
            given = []
            fold = fold_with(lambda user, what: given.append((user, what.id)))
            for one in waiting:
                assert await store.count(one, [{"rounds": 3}, {}], fold)
                assert not await store.count(one, [{"rounds": 3}, {}], fold)  # it was
            assert await store.uncounted() == []
            record = read(await store.record("a"))
            assert record.sums == {
                "duel|QUICK|2026-Q4|people": {
                    "rounds": 9, "matches": 3, "won": 2, "drawn": 1, "gamesWon": 1,
                }
            }  # fmt: skip
            assert record.streaks == {"duel|QUICK": [1, 1]}  # a draw ends it
            assert record.versus == {"b": {"duel": [2, 1, 0]}}
            assert read(await store.record("b")).versus == {"a": {"duel": [0, 1, 2]}}
            assert given == [("a", "duel.first-win")]
            assert await store.record("nobody") is None
            again = await store.recount(0)
            assert [json.decode(told) for _, told in again] == [[{"rounds": 3}, {}]] * 3
            await store.put_records({"a": json.encode(Record())}, {waiting[0].n: "[]"})
            assert read(await store.record("a")) == Record()
            assert await store.record("b") is None

        run(story)

    def test_a_history_has_pages_and_private_matches_only_for_who_was_there(self, run):
        async def story(store):
            await store.write(opened(1))
            hidden = opened(2)
            hidden.tables = [structs.replace(hidden.tables[0], private=True)]
            await store.write(hidden)
            rows = [structs.replace(ONE, deal=n, match=n, at=1000 + n) for n in (1, 2, 3)]
            rows += [structs.replace(ONE, deal=4, last=False, places=(), at=2000)]
            rows += [structs.replace(ONE, table=2, game="pile", at=3000)]
            await store.write(Batch(played=rows))

            async def told(viewer, game=None, before=10**15, limit=10):
                found = await store.history("a", viewer, game, before, limit)
                return [(one.table, one.deal) for one in found.matches]

            assert await told("b") == [(2, 1), (1, 3), (1, 2), (1, 1)]
            assert await told(None) == [(1, 3), (1, 2), (1, 1)]
            assert await told("c", limit=2) == [(1, 3), (1, 2)]
            assert await told("c", before=1002) == [(1, 1)]
            assert await told("a", "pile") == [(2, 1)]
            assert (await store.history("c", "c", None, 10**15, 10)).matches == []

            async def some(**which):
                found = await store.history("a", "a", None, 10**15, 10, only=Only(**which))
                return [(one.table, one.deal) for one in found.matches]

            everything = [(2, 1), (1, 3), (1, 2), (1, 1)]
            assert await some() == await some(versus="b") == everything
            assert await some(versus="c") == await some(mode="slow") == []
            assert await some(mode=ONE.mode, since=1002) == everything[:3]
            assert await some(ranked=ONE.ranked) == everything
            assert await some(ranked=not ONE.ranked) == []

        run(story)

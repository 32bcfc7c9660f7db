"""What every store does with deals that were played to their end."""

from __future__ import annotations

from msgspec import json, structs

from cutcard.arena.ratings import rate
from cutcard.arena.records import Record, fold_with, read
from cutcard.lobby.scorer import counted, recounted
from cutcard.store.played import Only, Played
from cutcard.store.protocol import Batch, Rated, Standing
from cutcard.store.standings import Fold

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

    def test_A24_A88_of_a_match_that_was_taken_out_nothing_is_counted_or_given(self, run):
        async def story(store):
            people = [await store.create_user(n, False, n.encode() * 32) for n in ("A", "B")]
            a, b = (person.id for person in people)
            await store.write(opened(1))
            rows = [structs.replace(ONE, deal=10 + n, match=n, users=(a, b)) for n in (1, 2)]
            await store.write(Batch(played=rows))
            for match in (1, 2):
                end = Rated(1, match, "duel", (a, b), (1, 2), "duel/QUICK", match, season="s")
                await store.write(Batch(rated=[end]), rate)
            fold = fold_with(lambda *_: None)
            for one in await store.uncounted():
                assert not one.void
                await store.count(one, [{"rounds": 3}, {}], fold)
            assert await store.rated_before(1, 1) == {a: 1200.0, b: 1200.0}
            assert await store.rated_before(1, 2) == {a: 1210.0, b: 1190.0}
            assert await store.rated_before(9, 9) == {}
            await store.void_match(1, 1)
            (first, _), (second, _) = await store.recount(0)
            assert (first.void, second.void) == (True, False)
            assert await store.rated_before(1, 1) == {}
            raw, _, differ = await recounted(store)
            assert sorted(differ) == sorted((a, b))
            record = read(raw[a])
            assert record.sums["duel|QUICK|2026-Q4|people"]["won"] == 1
            assert record.streaks == {"duel|QUICK": [1, 1]}
            (won,) = (one for one in record.given if one.id == "duel.first-win")
            assert won.deal == "1/12"  # the first that counts now
            await store.void_match(1, 1, False)
            assert (await recounted(store))[2] == []

        run(story)

    def test_a_deal_of_a_game_that_is_gone_counts_nothing_of_its_own(self, run):
        async def story(store):
            await store.write(opened(1))
            row = structs.replace(ONE, game="pile")
            await store.write(Batch(played=[row, structs.replace(row, deal=2, game="gone")]))
            for one in await store.uncounted():
                assert await counted(store, one) == []

        run(story)

    def test_A86_a_win_against_a_rating_far_above_is_counted_of_the_match(self, run):
        async def story(store):
            people = [await store.create_user(n, False, n.encode() * 32) for n in ("A", "B")]
            a, b = (person.id for person in people)
            await store.write(opened(1))
            kept = await store.rating_list()
            far = {(a, "duel/QUICK"): 1200.0, (b, "duel/QUICK"): 1600.0}
            standings = {key: Standing(rating, 1) for key, rating in far.items()}
            await store.put_fold(Fold(standings, {}, {}, kept.matches))
            end = Rated(1, 1, "duel", (a, b), (1, 2), "duel/QUICK", 5, season="s")
            row = structs.replace(ONE, users=(a, b), deal=11)
            await store.write(Batch(rated=[end], played=[row]), rate)
            (one,) = await store.uncounted()
            found = await counted(store, one, [{"rounds": 3}, {"rounds": 3}])
            assert found == [{"rounds": 3, "wonAgainstHigher": 1}, {"rounds": 3}]
            given = []
            await store.count(one, found, fold_with(lambda u, what: given.append((u, what.id))))
            assert (a, "duel.giant-killer") in given
            lost = structs.replace(one, played=structs.replace(row, places=(2, 1)))
            assert await counted(store, lost, found) == [{"rounds": 3}, {"rounds": 3}]
            casual = structs.replace(one, played=structs.replace(row, ranked=False))
            assert await counted(store, casual) == []

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

"""What every store does with what events came to (docs/rules/arena.md A66, A81)."""

from __future__ import annotations

from msgspec import structs

from cutcard.arena.boards import event_board
from cutcard.store.events import EventRows
from cutcard.store.protocol import Batch
from cutcard.store.results import EventResult, EventSums

from .event_checks import entries, event_row

AUTUMN = "2026-Q4"


def result(event, user, place, **more):
    given = {"game": "poker", "mode": "event", "season": AUTUMN, "at": 5, "bots": False}
    return EventResult(event=event, user=user, place=place, **{**given, **more})


async def over(store, *numbers):
    for number in numbers:
        await store.write(Batch(events=EventRows([event_row(number)], entries(number, 1, 2))))
        await store.write(Batch(events=EventRows(over=[number])))


async def accounts(store, *names):
    """Accounts of these names, in the order of their ids."""
    found = [await store.create_user(name, False, name.encode() * 32) for name in names]
    return sorted(found, key=lambda person: person.id)


class ResultChecks:
    def test_A81_an_event_is_counted_once_when_it_is_over(self, run):
        async def story(store):
            rows = [result(1, "a", 1, prizes=70, cost=50, cashes=1), result(1, "b", 2, cost=50)]
            await store.write(Batch(events=EventRows([event_row(1)], entries(1, 1, 2))))
            assert await store.uncounted_events() == []  # it is not over
            assert not await store.count_event(1, rows)
            assert await store.event_results(1) == []
            await store.write(Batch(events=EventRows(over=[1])))
            await over(store, 2)
            assert await store.uncounted_events() == [1, 2]
            assert await store.uncounted_events(1) == [1]
            assert await store.count_event(1, rows)
            assert not await store.count_event(1, rows)  # it was
            assert await store.event_results(1) == rows
            assert await store.count_event(2, [])  # it was cancelled
            assert await store.uncounted_events() == []
            assert await store.counted_events(0) == [1, 2]
            assert await store.counted_events(1) == [2]
            assert await store.counted_events(0, 1) == [1]

        run(story)

    def test_A81_a_user_s_events_are_summed_by_game_mode_and_season(self, run):
        async def story(store):
            await over(store, 1, 2, 3, 4)
            full = {"entries": 2, "cashes": 1, "final_tables": 1, "knockouts": 3}
            full |= {"prizes": 2**40, "bounties": 20, "cost": 220}
            await store.count_event(1, [result(1, "a", 1, **full), result(1, "b", 2)])
            await store.count_event(2, [result(2, "a", 1, cost=110), result(2, "b", 2)])
            await store.count_event(3, [result(3, "a", 3, bots=True)])
            await store.count_event(4, [result(4, "a", 2, game="duel", mode="swiss")])
            head = ("poker", "event", AUTUMN)
            assert await store.event_sums("a") == [
                EventSums("duel", "swiss", AUTUMN, False, 1, 0, 0, 0, 0, 0, 0, 0),
                EventSums(*head, False, 3, 1, 2, 1, 3, 2**40, 20, 330),
                EventSums(*head, True, 1, 0, 0, 0, 0, 0, 0, 0),
            ]
            assert await store.event_sums("nobody") == []

        run(story)

    def test_A86_a_user_s_events_come_in_the_order_in_which_they_ended(self, run):
        async def story(store):
            await over(store, 1, 2, 3)
            marks = {"came": 12, "at_once": 2, "bubbles": 1, "comebacks": 1}
            rows = [result(1, "a", 1, at=9, **marks), result(1, "b", 2, at=9)]
            await store.count_event(1, rows)
            later = [result(n, "a", 2, at=7, bots=n == 3) for n in (2, 3)]
            for one in later:
                await store.count_event(one.event, [one])
            assert await store.results_of("a", 9) == [*later, rows[0]]
            assert await store.results_of("a", 1) == later[:1]
            assert await store.results_of("nobody", 9) == []

        run(story)

    def test_A66_winners_are_ranked_as_the_rule_says(self, run):
        async def story(store):
            people = await accounts(store, "Ann", "Bo", "Cy", "Di", "Ed")
            a, b, c, d, e = (person.id for person in people)
            told = [
                [(a, 1, 50), (b, 2, 30), (c, 3, 0), (e, 4, 0)],
                [(c, 1, 50), (d, 2, 30), (a, 3, 0)],
                [(d, 1, 20), (b, 2, 1)],
                [(c, 1, 0), (b, 2, 0)],
            ]
            await over(store, *range(1, 5))
            for number, places in enumerate(told, 1):
                rows = [result(number, user, place, prizes=prize) for user, place, prize in places]
                await store.count_event(number, rows)
            found = await store.winners(AUTUMN)
            rows = event_board([one for places in told for one in places])
            assert [
                (one.rank, one.person.id, one.won, one.second, one.prizes) for one in found
            ] == [structs.astuple(row) for row in rows if row.user != e]  # e has won nothing
            page = await store.winners(AUTUMN, start=2, count=2)
            assert page == found[1:3]
            assert await store.winner(AUTUMN, None, b) == next(x for x in found if x.person.id == b)
            assert await store.winner(AUTUMN, None, e) is None
            assert await store.winners("2026-Q3") == []
            among = await store.winners_of(AUTUMN, None, [b, d, e])
            assert [(one.rank, one.person.id) for one in among] == [(1, d), (2, b)]

        run(story)

    def test_A63_A65_A66_ties_share_and_who_hides_keeps_their_rank(self, run):
        async def story(store):
            people = await accounts(store, "Ann", "Bo", "Cy", "Di")
            a, b, c, d = (person.id for person in people)
            await over(store, 1, 2, 3)
            for number, (first, second) in enumerate(((a, d), (b, d), (c, d)), 1):
                rows = [result(number, first, 1, prizes=9), result(number, second, 2)]
                await store.count_event(number, rows)
            ranks = [(one.rank, one.person.id) for one in await store.winners(AUTUMN)]
            assert ranks == [(1, a), (1, b), (1, c), (4, d)]
            await store.set_hidden(b, True)
            ranks = [(one.rank, one.person.id) for one in await store.winners(AUTUMN)]
            assert ranks == [(1, a), (1, c), (4, d)]
            assert (await store.winner(AUTUMN, None, b)).rank == 1

        run(story)

    def test_A66_events_with_bots_or_guests_alone_make_no_winner(self, run):
        async def story(store):
            people = await accounts(store, "Ann", "Bo")
            a, b = (person.id for person in people)
            guest = (await store.create_user("Guest", True, b"g" * 32)).id
            await over(store, 1, 2, 3, 4)
            await store.count_event(1, [result(1, a, 1, bots=True), result(1, b, 2, bots=True)])
            await store.count_event(2, [result(2, a, 1), result(2, guest, 2)])
            assert await store.winners(AUTUMN) == []
            await store.count_event(3, [result(3, guest, 1), result(3, a, 2), result(3, b, 3)])
            (only,) = await store.winners(AUTUMN)  # a guest is on no board
            assert (only.rank, only.person.id, only.won, only.second) == (1, a, 0, 1)
            duel = [result(4, b, 1, game="duel"), result(4, a, 2, game="duel")]
            await store.count_event(4, duel)
            assert [one.person.id for one in await store.winners(AUTUMN, "duel")] == [b, a]
            assert [one.person.id for one in await store.winners(AUTUMN, "poker")] == [a]
            assert [one.person.id for one in await store.winners(AUTUMN)] == [b, a]

        run(story)

    def test_A81_an_event_is_put_again_whole(self, run):
        async def story(store):
            await over(store, 1, 2)
            many = [result(1, f"u{n:03}", n, prizes=n) for n in range(1, 121)]
            await store.count_event(1, many)
            await store.count_event(2, [result(2, "u001", 1)])
            assert await store.event_results(1) == many
            await store.put_results(1, many[:3])
            assert await store.event_results(1) == many[:3]
            assert await store.event_results(2) == [result(2, "u001", 1)]

        run(story)

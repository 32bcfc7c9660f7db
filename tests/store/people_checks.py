"""What every store does with people: sessions, accounts, names, seats and ratings."""

from __future__ import annotations

import pytest

from cutcard.store.people import (
    Booking,
    Credentials,
    InvitationUsed,
    NameTaken,
    Person,
    SeatChips,
)
from cutcard.store.protocol import (
    Batch,
    Mark,
    Rated,
    SeatRow,
    Standing,
    StoreError,
)
from cutcard.store.standings import SeasonPoints

from .checks import StoreChecks
from .rows import moves, opened


class PeopleChecks(StoreChecks):
    """Guests, accounts, who sits where, ratings."""

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
            assert await store.sweep_logins(150, 0) == 1
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

    def test_many_balances_are_read_as_each_is(self, run):
        async def story(store):
            made = [
                await store.create_user(f"P{n}", True, f"{n}".encode(), chips=n) for n in range(9)
            ]
            users = [one.id for one in made] * 100 + ["nobody"]
            found = await store.balances(users)
            assert found == {**{one.id: n for n, one in enumerate(made)}, "nobody": 0}
            assert await store.balances([]) == {}

        run(story)

    def test_what_lies_on_tables_is_read_of_those_that_are_named(self, run):
        """Whoever takes up fifty tables reads no ledger of all that were ever played at."""

        async def story(store):
            ann, bo = [await store.create_user(n, True, n.encode(), chips=100) for n in "ab"]
            for table in (1, 2, 3):
                batch = opened(table)
                batch.chips = [
                    Booking(table, None, 0, table, ann.id, -10, "buy-in"),
                    Booking(table, None, 1, table, bo.id, -table, "buy-in"),
                ]
                await store.write(batch)
            gone = Batch(chips=[Booking(2, None, 0, 9, ann.id, 10, "stand-up")])
            gone.chips.append(Booking(2, None, 0, 9, bo.id, -30, "buy-in"))
            await store.write(gone)
            assert await store.chips_on_tables([2, 99]) == [
                SeatChips(2, 1, bo.id, 2),
                SeatChips(2, 0, ann.id, 0),
                SeatChips(2, 0, bo.id, 30),
            ]
            assert await store.chips_on_tables([]) == []
            everything = await store.chips_on_tables(list(range(1, 1500)))
            assert {one.table for one in everything} == {1, 2, 3}

        run(story)

    def test_ratings_change_in_the_transaction_of_the_end(self, run):
        def rate(standings, match):
            assert match.places == (1, 2)
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
            failing = Batch(rated=[Rated(1, 3, "pile", users, (1, 2))], entries=moves(1, 1, 1))
            with pytest.raises(StoreError):
                await store.write(failing, rate)
            assert (await store.standings("pile", users))[users[0]].rating == 1210.0

        run(story)

    def test_A29_the_same_two_are_rated_so_often_and_no_more(self, run):
        async def story(store):
            people = [await store.create_user(name, True, name.encode()) for name in "ABC"]
            first, second, third = (person.id for person in people)
            await store.write(opened(1))

            async def meet(match, users, at, game="pile"):
                limits = {"at": at, "since": at - 100, "most": 2}
                rated = Rated(1, match, game, users, (1, 2), "", **limits)
                (change,) = await store.write(Batch(rated=[rated]), plain_rate)
                return bool(change.after)

            both = (first, second)
            assert [await meet(n, both, 1000 + n) for n in (1, 2, 3)] == [True, True, False]
            assert not await meet(4, (second, first), 1004)
            assert await meet(5, (first, third), 1005)
            assert await meet(6, both, 1006, "duel")
            assert (await store.standings("pile", [second]))[second].games == 2
            assert await meet(7, both, 1101)  # the first of them is out of sight

        run(story)

    def test_A29_so_are_the_same_three_however_they_sat(self, run):
        async def story(store):
            people = [await store.create_user(name, True, name.encode()) for name in "ABCD"]
            a, b, c, d = (person.id for person in people)
            await store.write(opened(1))
            matches = [(a, b, c), (c, a, b), (b, c, a), (a, b), (a, b, c, d), (a, c, d)]
            rated = [
                Rated(1, n, "pile", users, tuple(range(1, len(users) + 1)), "", n, most=2)
                for n, users in enumerate(matches, 1)
            ]
            one_by_one = rated[:2]
            changes = [(await store.write(Batch(rated=[one]), plain_rate))[0] for one in one_by_one]
            changes += await store.write(Batch(rated=rated[2:]), plain_rate)
            assert [bool(change.after) for change in changes] == [True, True, False, *[True] * 3]

        run(story)

    def test_A27_season_points_are_summed_by_game_and_season_and_a_ladder_has_its_name(self, run):
        async def story(store):
            people = [await store.create_user(name, True, name.encode()) for name in "AB"]
            users = tuple(person.id for person in people)
            await store.write(opened(1))
            for match, season, points in ((1, "2026-Q4", (3, 1)), (2, "2026-Q4", (0, 5))):
                rated = Rated(
                    1, match, "pile", users, (1, 2), "pile/X", season=season, points=points
                )
                await store.write(Batch(rated=[rated]), plain_rate)
            later = Rated(1, 3, "pile", users, (1, 2), "pile/X", season="2027-Q1", points=(2, 2))
            await store.write(Batch(rated=[later, Rated(1, 4, "pile", users, (1, 2))]), plain_rate)
            board = await store.season("pile", "2026-Q4")
            assert [(who.name, one.points, one.matches) for who, one in board] == [
                ("B", 6, 2),
                ("A", 3, 2),
            ]
            assert len(await store.season("pile", "2026-Q4", 1)) == 1
            assert await store.season("duel", "2026-Q4") == []
            assert await store.seasons_of(users[0]) == [
                SeasonPoints("pile", "2027-Q1", 2, 1),
                SeasonPoints("pile", "2026-Q4", 3, 2),
            ]
            assert (await store.standings("pile/X", users))[users[0]].games == 3
            assert (await store.standings("pile", users))[users[0]].games == 1
            kept = await store.personal_data(users[0])
            assert {"game": "pile", "season": "2026-Q4", "points": 3, "matches": 2} in kept[
                "seasonPoints"
            ]
            assert (await store.load(1)).table.ranked is False

        run(story)

    def test_the_least_figure_of_a_name_is_kept_and_the_earlier_of_equal_ones(self, run):
        async def story(store):
            people = [await store.create_user(name, True, name.encode()) for name in "AB"]
            first, second = (person.id for person in people)

            async def mark(user, value, at, name="4x4 moves"):
                await store.write(Batch(marks=[Mark(1, user, "pile", name, value, at)]))

            for at, value in enumerate((20, 14, 30, 14)):
                await mark(second, value, at)
            await mark(first, 14, 9)
            await mark(first, 500, 10, "4x4 ms")
            best = await store.bests("pile", "4x4 moves")
            assert [(person.name, value) for person, value in best] == [("B", 14), ("A", 14)]
            assert len(await store.bests("pile", "4x4 moves", 1)) == 1
            assert await store.bests("duel", "4x4 moves") == []
            assert await store.bests_of(first) == {"pile": {"4x4 moves": 14, "4x4 ms": 500}}
            assert (await store.personal_data(first))["bests"] == await store.bests_of(first)

        run(story)


def plain_rate(standings, match):
    """Nobody gains or loses; a match is counted."""
    before = [one or Standing(1200.0, 0) for one in standings]
    return [(old, Standing(old.rating, old.games + 1)) for old in before]

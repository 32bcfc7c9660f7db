"""What every store does with ratings: boards, and the list they are folded from. Rows are those of
docs/rules/arena.md."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from cutcard.arena.ratings import rate, start
from cutcard.arena.refold import Torn, differing, in_order, refold
from cutcard.store.people import Credentials
from cutcard.store.protocol import Batch, Rated, Standing
from cutcard.store.standings import Bar, Fold

from .rows import opened

DAY = 86_400_000
NOON = 1_790_000_000_000
KINDS = (  # ladder, system, seats, teams
    ("duel/QUICK", "elo", 2, ()),
    ("battle/core", "glicko2", 2, ()),
    ("memory", "openskill", 3, ()),
    ("guandan/spec", "openskill", 4, (0, 1, 0, 1)),
)


async def accounts(store, *names):
    found = []
    for name in names:
        who = Credentials(name, name.lower(), "x")
        found.append((await store.create_account(who, {}, chips=0)).id)
    return found


async def play(store, users, count):
    """Ranked matches by every system, as a server writes them."""
    chance = random.Random("some matches")
    for match in range(1, count + 1):
        ladder, system, seats, teams = chance.choice(KINDS)
        who = tuple(chance.sample(users, seats))
        places = tuple(chance.randint(1, seats) for _ in range(seats))
        if teams:
            places = tuple(places[team] for team in teams)
        at = NOON + match * DAY // 2
        season = "2026-Q3" if match <= count // 2 else "2026-Q4"
        points = (3, 1) if system == "elo" else ()
        head = (7, match, ladder.partition("/")[0], who, places, ladder, at)
        end = Rated(*head, season=season, points=points, system=system, teams=teams)
        await store.write(Batch(rated=[end]), rate)


class RatingChecks:
    def test_A24_ratings_folded_again_from_the_list_are_the_same_to_the_last_bit(self, run):
        async def story(store):
            users = await accounts(store, *"ABCDEF")
            await store.write(opened(7))
            await play(store, users, 40)
            kept = await store.rating_list()
            assert {one.end.system for one in kept.matches} == {"elo", "glicko2", "openskill"}
            assert len(kept.matches) == 40
            assert differing(kept, refold(kept)) == []
            wrong = {
                key: structs.replace(one, rating=one.rating + 1)
                for key, one in kept.standings.items()
            }
            await store.put_fold(Fold(wrong, {}, {}, []))  # as if somebody had spoilt them
            spoilt = await store.rating_list()
            assert len(differing(spoilt, refold(spoilt))) > len(wrong)
            await store.put_fold(refold(spoilt))
            again = await store.rating_list()
            assert again.standings == kept.standings
            assert again.seasons == kept.seasons
            assert again.points == kept.points
            assert again.matches == kept.matches

        run(story)

    def test_A24_a_void_match_is_as_if_it_had_never_been_and_may_come_back(self, run):
        async def story(store):
            a, b, c = await accounts(store, "A", "B", "C")
            await store.write(opened(7))
            for match, who in enumerate(((a, b), (b, c), (c, a)), 1):
                end = Rated(7, match, "duel", who, (1, 2), "duel/QUICK", NOON + match, season="s")
                await store.write(Batch(rated=[end]), rate)
            whole = await store.rating_list()
            assert await store.void_match(9, 9) == 0
            assert await store.void_match(7, 2) == 2
            await store.put_fold(refold(await store.rating_list()))
            kept = await store.rating_list()
            assert kept.standings[b, "duel/QUICK"].rating == 1190.0
            assert [kept.standings[one, "duel/QUICK"].games for one in (a, b, c)] == [2, 1, 1]
            assert [one.end.match for one in in_order(kept.matches)] == [1, 2, 3]
            await store.void_match(7, 2, False)
            await store.put_fold(refold(await store.rating_list()))
            back = await store.rating_list()
            assert back.standings == whole.standings
            assert back.matches == whole.matches

        run(story)

    def test_a_rating_is_told_over_time_by_what_stands_of_its_own_ladder(self, run):
        async def story(store):
            a, b = await accounts(store, "A", "B")
            await store.write(opened(7))
            for match in range(1, 7):
                ladder = "duel/HAND" if match == 4 else "duel/QUICK"
                end = Rated(7, match, "duel", (a, b), (1, 2), ladder, NOON + match, season="s")
                await store.write(Batch(rated=[end]), rate)
            await store.void_match(7, 2)
            went = await store.rating_course(a, "duel/QUICK")
            assert [one.at - NOON for one in went] == [1, 3, 5, 6]
            assert went[0].before == 1200.0
            assert all(one.after > one.before for one in went)
            fell = await store.rating_course(b, "duel/QUICK")
            assert all(one.after < one.before for one in fell)
            late = await store.rating_course(a, "duel/QUICK", since=NOON + 5)
            assert [one.at - NOON for one in late] == [5, 6]
            few = await store.rating_course(a, "duel/QUICK", most=3)  # of any ladder
            assert [one.at - NOON for one in few] == [5, 6]
            assert await store.rating_course(a, "duel/NONE") == []

        run(story)

    def test_A29_A61_what_guests_made_of_each_other_is_no_accounts_rating(self, run):
        async def story(store):
            await store.write(opened(7))
            gus, hal = [
                (await store.create_user(name, True, name.encode())).id for name in ("Gus", "Hal")
            ]
            for match in range(1, 13):  # the other gives up, again and again
                head = (7, match, "duel", (gus, hal), (1, 2), "duel/QUICK", NOON + match)
                end = Rated(*head, season="2026-Q4", points=(3, 1))
                await store.write(Batch(rated=[end]), rate)
            before = await store.rating_list()
            assert before.standings[gus, "duel/QUICK"].rating > 1250
            who = Credentials("Gus", "gus", "x")
            assert (await store.create_account(who, {}, chips=0, guest=gus)).id == gus
            kept = await store.rating_list()
            assert not [key for key in (*kept.standings, *kept.seasons, *kept.points) if gus in key]
            assert await store.standings_of(gus) == {}
            assert kept.standings[hal, "duel/QUICK"] == before.standings[hal, "duel/QUICK"]
            assert differing(kept, refold(kept)) == []
            bar = Bar(10, NOON - 60 * DAY, ())
            assert await store.board("duel/QUICK", "", bar, start=1, count=20) == []
            (ann,) = await accounts(store, "Ann")
            end = Rated(7, 13, "duel", (gus, ann), (1, 2), "duel/QUICK", NOON + 99, season="s")
            await store.write(Batch(rated=[end]), rate)
            kept = await store.rating_list()
            anew = kept.standings[gus, "duel/QUICK"]
            assert (anew.rating, anew.games) == (1210.0, 1), "as anybody who begins"
            assert differing(kept, refold(kept)) == []

        run(story)

    def test_A22_a_list_that_has_no_order_is_refused(self, run):
        async def story(store):
            await store.write(opened(7))
            users = await accounts(store, "A", "B")
            for match in (1, 2):
                end = Rated(7, match, "duel", tuple(users), (1, 2), at=NOON)
                await store.write(Batch(rated=[end]), rate)
            one, other = (await store.rating_list()).matches
            crossed = [structs.replace(one, games=(1, 0)), structs.replace(other, games=(0, 1))]
            with pytest.raises(Torn, match="2 of 2"):
                list(in_order(crossed))

        run(story)

    def test_A61_A62_A63_A65_a_board_has_who_may_be_on_it_in_order_with_shared_ranks(self, run):
        bar = Bar(10, NOON - 60 * DAY, (("glicko2", 110.0), ("openskill", 5.0)))
        wide = structs.replace(start("glicko2"), games=20, last=NOON)
        held = (
            Standing(1500.4, 12, last=NOON, reached=NOON),
            Standing(1500.0, 12, last=NOON, reached=NOON - 5),  # reached earlier
            Standing(1600.5, 30, last=NOON, reached=1),
            Standing(1499.6, 40, last=NOON, reached=1),  # more matches: shown 1500
            Standing(1900.0, 9, last=NOON, reached=1),  # provisional
            Standing(1900.0, 50, last=NOON - 61 * DAY, reached=1),  # inactive
            wide,
            Standing(1400.0, 10, last=NOON, reached=1),
        )

        async def story(store):
            users = await accounts(store, *"ABCDEFGH")
            guest = (await store.create_user("Gus", True, b"g")).id
            ladder = {(user, "duel/QUICK"): one for user, one in zip(users, held, strict=True)}
            ladder[guest, "duel/QUICK"] = Standing(2000.0, 50, last=NOON, reached=1)
            await store.put_fold(Fold(ladder, {}, {}, []))

            async def board(**more):
                lines = await store.board("duel/QUICK", "", bar, **more)
                return [(one.rank, one.person.name, one.rating, one.games) for one in lines]

            whole = [(1, "C", 1601, 30), (2, "D", 1500, 40), (2, "B", 1500, 12)]
            whole += [(2, "A", 1500, 12), (5, "H", 1400, 10)]
            assert await board() == whole
            assert await board(count=2) == whole[:2]
            assert await board(start=3, count=2) == whole[2:4]
            assert await board(start=5) == whole[4:]
            assert await board(start=6) == []
            own = await store.board_row("duel/QUICK", "", bar, users[0])
            assert (own.rank, own.rating) == (2, 1500)
            assert await store.board_row("duel/QUICK", "", bar, users[4]) is None
            some = await store.board_of("duel/QUICK", "", bar, [users[0], users[7], users[4]])
            assert [(one.rank, one.person.name) for one in some] == [(1, "A"), (2, "H")]
            for hides in (users[2], users[3]):
                await store.set_hidden(hides, True)
            assert await board() == whole[2:]  # ranks of others are what they were
            assert await board(start=3) == whole[4:]
            assert (await store.account(users[2])).hidden
            own = await store.board_row("duel/QUICK", "", bar, users[2])
            assert own.rank == 1
            assert await store.board("duel/HAND", "", bar) == []

        run(story)

    def test_A27_a_seasons_board_has_who_played_in_it_with_their_rating_after_it(self, run):
        async def story(store):
            users = await accounts(store, "A", "B")
            await store.write(opened(7))
            for match in range(1, 5):
                season = "2026-Q3" if match < 4 else "2026-Q4"
                end = Rated(7, match, "duel", tuple(users), (1, 2), at=NOON, season=season)
                await store.write(Batch(rated=[end]), rate)
            for season, rated in (("2026-Q3", 3), ("2026-Q4", 1)):
                (best, _) = await store.board("duel", season, Bar(rated))
                assert best.person.name == "A"
                assert best.games == (3 if rated == 3 else 4)
                assert await store.board("duel", season, Bar(rated + 1)) == []
            third = (await store.board("duel", "2026-Q3", Bar(1)))[0].rating
            assert third < (await store.standings("duel", users))[users[0]].shown

        run(story)

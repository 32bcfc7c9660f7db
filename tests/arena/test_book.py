"""A21-A29, A44, A54 and A61-A66 of docs/rules/arena.md: the book of ratings and its boards."""

from __future__ import annotations

import pytest
from msgspec import msgpack
from tests.arena.hall import Hall

from cutcard.arena import glicko, openskill
from cutcard.arena.boards import board, event_board
from cutcard.arena.book import DAY, Book, Result, Standing, rebuild, season
from cutcard.arena.event import rated
from cutcard.arena.glicko import Glicko
from cutcard.arena.openskill import Skill
from cutcard.bots.parts import part
from cutcard.games import game
from cutcard.kernel.ranking import ranking_of
from cutcard.kernel.rng import Rng


def match(number, one="a", other="b", *, at=None, places=(1, 2), system="elo", **more):
    when = number * 2 * DAY if at is None else at
    return Result(number, when, "some", "plain", system, ((one,), (other,)), places, **more)


def of(book, user):
    return book.standings[user, "some", "plain"]


def test_A21_what_is_rated():
    book = Book()
    assert book.rate(match(1)) is not None
    for more in ({"ranked": False}, {"rated": False}, {"bots": True}, {"void": True}):
        assert book.rate(match(2, **more)) is None
    assert book.rate(match(3, "a", "a")) is None
    assert of(book, "a").games == 1


def test_A22_A24_the_fold_follows_the_order_of_writing_and_gives_the_same_bytes():
    rng = Rng.named("A24")
    results = [
        match(
            number,
            f"u{rng.below(6)}",
            f"v{rng.below(6)}",
            places=((1, 2), (2, 1), (1, 1))[rng.below(3)],
            at=number * 3_600_000,
        )
        for number in range(1, 300)
    ]
    live = Book()
    for result in results:
        live.rate(result)
    mixed = results[:]
    rng.shuffle(mixed)
    again = rebuild(mixed)
    assert msgpack.encode(sorted(live.standings.items())) == msgpack.encode(
        sorted(again.standings.items())
    )
    assert live.seasons == again.seasons
    voided = [
        r if r.number != 5 else match(5, *[t[0] for t in r.teams], void=True) for r in results
    ]
    without = rebuild(r for r in results if r.number != 5)
    assert rebuild(voided).standings == without.standings


def test_A23_shown_whole_and_the_change_is_between_the_shown_ones():
    book = Book()
    first = book.rate(match(1))
    assert [(c.user, c.before.shown(), c.after.shown()) for c in first] == [
        ("a", 1200, 1210),
        ("b", 1200, 1190),
    ]
    assert Standing("elo", 1200.5).shown() == 1201


def test_A25_provisional():
    assert Standing("elo", 1500.0, 9).provisional()
    assert not Standing("elo", 1500.0, 10).provisional()
    assert Standing("glicko2", Glicko(1500, 111, 0.06), 50).provisional()
    assert not Standing("glicko2", Glicko(1500, 110, 0.06), 50).provisional()
    assert Standing("openskill", Skill(25, 5.1), 50).provisional()
    assert not Standing("openskill", Skill(25, 5.0), 50).provisional()
    assert Standing("openskill", Skill(25, 1.0), 9).provisional()


def test_A26_inactive_after_sixty_days():
    standing = Standing("elo", 1500.0, 20, last=DAY)
    assert not standing.inactive(61 * DAY)
    assert standing.inactive(61 * DAY + 1)
    book = full_book()
    assert board(book, "some", "plain", 11 * DAY + 60 * DAY).rows
    assert not board(book, "some", "plain", 12 * DAY + 60 * DAY).rows
    for user in "ab":  # the rating of who did not play has not changed, and the next match counts
        assert book.standings[user, "some", "plain"].games == 24
    book.rate(match(99, "a", "b", at=100 * DAY))
    assert {row.user for row in board(book, "some", "plain", 100 * DAY).rows} == {"a", "b"}


def test_A28_ratings_are_doubles_in_the_order_of_the_formulas():
    """The same number, not one that is near: a sum in another order has other bits."""
    expected = 1 / (1 + 10 ** ((1712.3 - 1498.7) / 400))
    book = Book()
    book.standings["a", "some", "plain"] = Standing("elo", 1498.7, 20)
    book.standings["b", "some", "plain"] = Standing("elo", 1712.3, 20)
    book.rate(match(1))
    change = 20 * (1 - expected)
    assert (of(book, "a").value, of(book, "b").value) == (1498.7 + change, 1712.3 - change)


@pytest.mark.parametrize(
    ("at", "quarter"),
    [
        (0, "1970-1"),
        (1_767_225_599_999, "2025-4"),
        (1_767_225_600_000, "2026-1"),
        (1_774_915_200_000, "2026-1"),
        (1_775_001_600_000, "2026-2"),
        (1_794_787_200_000, "2026-4"),
        (951_782_400_000, "2000-1"),
    ],
)
def test_A27_seasons_are_quarters_utc(at, quarter):
    assert season(at) == quarter


def test_A27_a_season_s_board_is_frozen_at_its_end():
    book = Book()
    for number in range(1, 13):
        book.rate(match(number, "a", f"x{number}", at=number * DAY))
    then = board(book, "some", "plain", 20 * DAY, season="1970-1").rows
    for number in range(13, 30):
        book.rate(match(number, "a", f"x{number}", at=(100 + number) * DAY))
    assert board(book, "some", "plain", 200 * DAY, season="1970-1").rows == then
    assert board(book, "some", "plain", 200 * DAY, season="1970-2").rows[0].rating > then[0].rating


def test_A29_more_than_five_of_the_same_two_in_a_day_are_not_rated():
    book = Book()
    rated_ones = [book.rate(match(n, at=n * 1000)) is not None for n in range(1, 9)]
    assert rated_ones == [True] * 5 + [False] * 3
    assert book.rate(match(9, "a", "c", at=9000)) is not None
    assert book.rate(match(10, at=DAY + 1001)) is not None


def test_A29_so_it_is_of_the_same_three_and_of_nobody_else_with_them():
    book = Book()
    three = [
        Result(n, n, "g", "m", "openskill", (("a",), ("b",), ("c",)), (1, 2, 3)) for n in range(7)
    ]
    assert [book.rate(one) is not None for one in three] == [True] * 5 + [False] * 2
    four = (("a",), ("b",), ("c",), ("d",))
    assert book.rate(Result(8, 8, "g", "m", "openskill", four, (1, 2, 3, 4))) is not None
    assert book.rate(match(9, "a", "b", at=9)) is not None


def test_A43_A44_both_from_the_ratings_before_each_after_its_own_days():
    book = Book()
    book.rate(match(1, "a", "b", system="glicko2", at=0))
    before_a, before_b = of(book, "a").value, of(book, "b").value
    book.rate(match(2, "b", "c", system="glicko2", at=10 * DAY))
    b = of(book, "b").value
    book.rate(match(3, "a", "b", system="glicko2", at=30 * DAY))
    mine, theirs = glicko.rate_two(before_a, b, 1.0, (30, 20))
    assert (of(book, "a").value, of(book, "b").value) == (mine, theirs)
    assert before_b != b


def test_A52_A54_teams_are_rated_together():
    book = Book()
    result = Result(1, 0, "some", "t", "openskill", (("a", "b"), ("c", "d")), (1, 2))
    book.rate(result)
    shown = {user: book.standings[user, "some", "t"].shown() for user in "abcd"}
    assert shown == {"a": 1297, "b": 1297, "c": 1140, "d": 1140}
    assert openskill.shown(Skill()) == 1200


def full_book():
    book = Book()
    number = 0
    for round_ in range(12):
        for one, other in (("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")):
            number += 1
            book.rate(match(number, one, other, at=round_ * DAY + number))
    return book


def test_A61_A62_A63_a_board():
    book = full_book()
    rows = board(book, "some", "plain", 13 * DAY).rows
    assert next(row.user for row in rows) == "a"
    assert [row.rating for row in rows] == sorted((row.rating for row in rows), reverse=True)
    assert board(book, "some", "plain", 200 * DAY).rows == ()
    assert board(book, "some", "plain", 13 * DAY, accounts={"a", "d"}).total == 2
    book.standings["e", "some", "plain"] = Standing("elo", 1400.0, 30, 5, 5)
    book.standings["f", "some", "plain"] = Standing("elo", 1400.0, 30, 5, 4)
    book.standings["g", "some", "plain"] = Standing("elo", 1400.0, 31, 5, 9)
    book.standings["h", "some", "plain"] = Standing("elo", 1300.0, 9, 5, 9)
    tied = [r for r in board(book, "some", "plain", 13 * DAY).rows if r.rating == 1400]
    assert [r.user for r in tied] == ["g", "f", "e"]
    assert len({r.rank for r in tied}) == 1
    following = [r for r in board(book, "some", "plain", 13 * DAY).rows if r.rating < 1400]
    assert not following or following[0].rank == tied[0].rank + 3
    assert "h" not in [r.user for r in board(book, "some", "plain", 13 * DAY).rows]


def test_A64_A65_asking_and_hiding():
    book = full_book()
    found = board(book, "some", "plain", 13 * DAY, asker="d", count=1)
    assert len(found.rows) == 1
    assert found.own.user == "d"
    hidden = board(book, "some", "plain", 13 * DAY, hidden={"a"}, asker="a")
    assert "a" not in [row.user for row in hidden.rows]
    assert hidden.rows[0].rank == 2  # ranks of others do not change
    assert hidden.own.rank == 1
    assert board(book, "some", "plain", 13 * DAY, start=2, count=500).rows[0].rank == 2


def test_A66_winners_of_events():
    rows = event_board(
        [("a", 1, 50), ("b", 2, 30), ("a", 3, 0), ("c", 1, 50), ("d", 2, 30), ("b", 2, 1)]
    )
    assert [(r.rank, r.user) for r in rows] == [(1, "a"), (1, "c"), (3, "b"), (4, "d")]


def test_each_game_says_what_it_is_rated_as():
    found = {}
    for name in ("duel", "battle", "memory", "guandan", "poker"):
        rules = game(name)
        ranking = ranking_of(part(rules, "ranking"))
        assert ranking is not None
        found[name] = {
            (mode.name, mode.system)
            for options, seats in rules.setups()
            if (mode := ranking.mode(options, seats)) is not None
        }
    assert found["duel"] <= {("QUICK", "elo"), ("HAND", "elo")}
    assert found["battle"] <= {("core", "glicko2"), ("standard", "glicko2")}
    assert found["memory"] <= {("versus", "openskill")}
    assert found["guandan"] <= {("spec", "openskill"), ("competition", "openskill")}
    duel = ranking_of(part(game("duel"), "ranking"))
    assert duel.mode(game("duel").Options(), 2).name == "QUICK"
    assert duel.mode(game("duel").Options(max_rounds=1), 2) is None  # odd options are casual
    poker = ranking_of(part(game("poker"), "ranking"))
    assert poker.mode(game("poker").Options(), 2) is None  # cash tables never
    assert poker.mode(game("poker").Options(start_stack=100), 2).system == "elo"


def test_T152_an_event_is_one_rated_match_of_all_its_players():
    hall = Hall(5)
    assert rated.result(hall.state, 1) is None
    users = hall.at_table(1)
    hall.beat(1, *users[3:], by=users[0])
    hall.beat(1, *users[1:3], by=users[0])
    result = rated.result(hall.state, 1)
    assert result.teams[0] == (users[0],)
    assert result.places == (1, 2, 2, 4, 4)
    changes = Book().rate(result)
    assert len(changes) == 5
    assert max(changes, key=lambda c: c.after.shown()).user == users[0]
    robots = Hall(bots=True)
    for name in "abc":
        robots.enter(name, bot=True)
    robots.wait_until(1_000_000)
    robots.beat(1, *robots.at_table(1)[1:], by=robots.at_table(1)[0])
    assert rated.result(robots.state, 1) is None  # T20

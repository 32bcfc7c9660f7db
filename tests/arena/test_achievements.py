"""A71-A90 of docs/rules/arena.md: counters, shares and achievements. The statistics of A71-A79 over
real hands are in test_cases.py."""

from __future__ import annotations

import pytest
from msgspec import json

from cutcard.arena import achievements, added, count, counters, ratio, share
from cutcard.arena.achievements import Achievement, Played, Shelf, of_all, of_game, rebuild
from cutcard.bots.sim import play_out
from cutcard.games import game
from cutcard.games.poker import counts, phh
from cutcard.kernel.rng import Rng

A = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [500, 500, 158]
actions = ['d dh p1 KhKs', 'd dh p2 2c7d', 'd dh p3 AhAs', 'p3 cbr 6', 'p1 cbr 18', 'p2 f',
 'p3 cc', 'd db 3c8dTs', 'p1 cbr 20', 'p3 cc', 'd db Jd', 'p1 cc', 'p3 cc', 'd db 4h',
 'p1 cbr 40', 'p3 cbr 120', 'p1 cc', 'p3 sm AhAs', 'p1 sm KhKs']
"""


def test_A71_to_A79_the_book_s_example():
    one = next(phh.parse(A))
    b, c, a = counts.of_record(one)
    assert a == {
        **{"hands": 1, "chances": 1, "vpip": 1, "pfr": 1, "flops": 1, "showdowns": 1},
        **{"showdownsWon": 1, "raises": 1, "calls": 1, "net": 160, "bbThousandths": 80_000},
        "potsWon": 1,
    }
    assert b == {
        **{"hands": 1, "chances": 1, "vpip": 1, "pfr": 1, "threeBet": 1, "threeBetChances": 1},
        **{"flops": 1, "showdowns": 1, "bets": 2, "calls": 1, "net": -158},
        "bbThousandths": -79_000,
    }
    assert c == {"hands": 1, "chances": 1, "net": -2, "bbThousandths": -1_000}
    assert ratio(a["raises"], a["calls"]) == "1.00"
    assert ratio(b["bets"], b["calls"]) == "2.00"


def test_A71_the_same_out_of_a_deal_s_log_computed_again():
    poker = game("poker")
    options, seats = poker.Options(start_stack=200), 4
    total = 0
    for number in range(40):
        rng = Rng.named(f"A71/{number}")
        start = poker.deal(options, seats, rng)
        kept = start.copy()
        log: list = []
        play_out(start, Rng.named(number), log)
        found = count(poker, kept, log)
        assert found == count(poker, kept, log)
        assert sum(one.get("net", 0) for one in found) == 0
        assert all(one["hands"] == 1 for one in found)
        assert all(one.get("vpip", 0) <= one.get("chances", 0) for one in found)
        total += sum(one.get("vpip", 0) for one in found)
    assert total > 0


def test_A72_shares_are_made_when_shown():
    assert share(1, 3) == "33.3"
    assert share(1, 8) == "12.5"
    assert share(1, 2000) == "0.1"  # halves up
    assert share(3, 0) is None
    assert ratio(5, 0) is None


def test_A81_the_return_of_events():
    assert counters.returned(150, 10, 100) == "60.0"
    assert counters.returned(0, 0, 100) == "-100.0"
    assert counters.returned(0, 0, 0) is None


def test_A82_a_streak_is_ended_by_a_draw():
    assert counters.streaks("WWDWWWL") == (0, 3)
    assert counters.streaks("LWW") == (2, 2)


def test_A83_best_is_the_fewest_and_longest_the_most():
    kept = added({"best[4x4]": 12, "longestRun": 3, "moves": 5}, {"best[4x4]": 10, "moves": 2})
    assert added(kept, {"longestRun": 2, "best[6x6]": 40}) == {
        **{"best[4x4]": 10, "longestRun": 3, "moves": 7},
        "best[6x6]": 40,
    }


def test_nobody_sees_another_s_figures_but_the_open_ones():
    mine = {"hands": 10, "vpip": 3}
    assert counters.shown(mine, True, frozenset({"hands"})) == mine
    assert counters.shown(mine, False, frozenset({"hands"})) == {"hands": 10}


def deal(number, counted, **more):
    return Played(number, number * 1000, more.pop("game", "some"), f"d{number}", counted, **more)


def test_A86_data_that_ships():
    rows = [
        row
        for name in ("duel", "memory", "poker", "guandan", "battle")
        for row in of_game(game(name))
    ]
    rows += of_all()
    assert len(rows) == 34
    assert len({row.id for row in rows}) == 34
    assert all(row.least in row.steps() for row in rows)
    assert of_game(object()) == ()


def test_A86_tiers_are_given_one_by_one_and_one_is_announced():
    shelf = Shelf([Achievement("x", "some", "won", "ever", 3, tiers=(1, 3, 5))])
    given = [one for n in range(1, 7) for one in shelf.over(deal(n, {"won": 1}))]
    assert [(g.tier, g.deal, g.announced) for g in given] == [
        (1, "d1", False),
        (3, "d3", True),
        (5, "d5", False),
    ]


@pytest.mark.parametrize(
    ("scope", "least", "counted", "when"),
    [
        ("ever", 4, [1, 2, 1, 0], 3),
        ("deal", 2, [1, 1, 2, 0], 3),
        ("match", 3, [1, 1, 1, 0], None),
        ("row", 2, [1, 0, 1, 1], 4),
    ],
)
def test_A87_scopes(scope, least, counted, when):
    shelf = Shelf([Achievement("x", "some", "n", scope, least)])
    got = None
    for number, value in enumerate(counted, 1):
        if shelf.over(deal(number, {"n": value})):
            got = number
    assert got == when


def test_A87_a_match_of_several_deals_and_where():
    shelf = Shelf(
        [Achievement("x", "some", "n", "match", 3, where={"rounds": 3, "entriesAtLeast": 10})]
    )
    match = {"rounds": 3, "entries": 12}
    assert shelf.over(deal(1, {"n": 2}, match=match, last=False)) == []
    assert shelf.over(deal(2, {"n": 1}, match={"rounds": 2, "entries": 12})) == []
    assert shelf.over(deal(3, {"n": 2}, match=match, last=False)) == []
    assert [g.id for g in shelf.over(deal(4, {"n": 1}, match=match))] == ["x"]
    other = Shelf(shelf.rows)
    assert other.over(deal(1, {"n": 9}, match={"rounds": 3, "entries": 9})) == []


def test_A88_once_with_the_deal_and_taken_back_with_a_voided_match():
    rows = [Achievement("x", "some", "won", "ever", 2)]
    deals = [deal(n, {"won": 1}) for n in range(1, 4)]
    assert [g.deal for g in rebuild(rows, deals).profile(True)] == ["d2"]
    voided = [deal(1, {"won": 1}, void=True), *deals[1:]]
    assert [g.deal for g in rebuild(rows, voided).profile(True)] == ["d3"]
    assert rebuild(rows, [deal(1, {"won": 1}, void=True), deals[1]]).profile(True) == []


def test_A89_private_ones_are_shown_to_nobody_else():
    shelf = Shelf([Achievement("x", "some", "n", "ever", 1, private=True)])
    (given,) = shelf.over(deal(1, {"n": 1}))
    assert given.private
    assert shelf.profile(True) == [given]
    assert shelf.profile(False) == []


def test_A90_bots_move_nothing_unless_the_row_says_so():
    rows = [
        Achievement("people", "some", "n", "ever", 1),
        Achievement("any", "some", "n", "ever", 1, against="any"),
    ]
    assert [g.id for g in Shelf(rows).over(deal(1, {"n": 1}, bots=True))] == ["any"]


def test_rows_of_another_game_are_not_looked_at():
    rows = [Achievement("x", "other", "n", "ever", 1), Achievement("y", "*", "n", "ever", 1)]
    assert [g.id for g in Shelf(rows).over(deal(1, {"n": 1}))] == ["y"]
    assert json.decode(json.encode(rows[0]), type=achievements.Achievement) == rows[0]

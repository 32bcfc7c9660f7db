"""What makes no sense, asked of the pure functions of `cutcard.arena`: an answer or a refusal with
a sentence, never the way in which something happened to fail."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard import arena
from cutcard.kernel.game import Illegal

few = settings(max_examples=60, deadline=None, derandomize=True)
count = st.integers(-3, 40)
number = st.one_of(st.integers(-5, 3000), st.sampled_from([math.inf, -math.inf, math.nan, 1e300]))
chips = st.lists(st.integers(-2, 10**9), max_size=12)
seeds = st.binary(min_size=32, max_size=32)
names = st.sampled_from(["a", "b", "c", "d"])


def answered(ask, *given, **more):
    """The answer; None where it was refused by a sentence of ours."""
    refusal = ""
    try:
        return ask(*given, **more)
    except (arena.Misdeal, Illegal) as no:
        refusal = str(no)
    assert len(refusal.split()) > 2
    return None


@few
@given(chips, chips, st.sampled_from(["chips", "icm", "else"]), st.integers(-1, 5))
def test_deals_pay_what_there_is_or_refuse(stacks, prizes, method, leave):
    prizes = sorted(prizes, reverse=True)
    found = answered(arena.deal, method, stacks, prizes, leave)
    if found is not None and min(prizes) >= 0:
        assert sum(found) == sum(prizes[: len(stacks)]) - leave
        assert min(found) >= 0


@few
@given(st.lists(count, min_size=8, max_size=8), st.none() | chips)
def test_payouts_pay_the_whole_pool_or_refuse(takings, structure):
    found = answered(arena.payout, arena.Takings(*takings), structure)
    if found is not None:
        assert sum(found.prizes) == found.pool
        assert list(found.prizes) == sorted(found.prizes, reverse=True)
    answered(arena.prizes, takings[0], structure or [])
    answered(arena.tied, structure or [], takings[0], takings[1])


@few
@given(st.lists(number, max_size=3), st.integers(-1, 2) | st.none(), st.none() | chips)
def test_elo_moves_or_refuses(ratings, winner, games):
    found = answered(arena.elo.rate, ratings, winner, games)
    if found is not None:
        assert all(one.new >= arena.elo.FLOOR for one in found.ratings.values())


def test_elo_of_ratings_worlds_apart():
    found = arena.elo.rate((100.0, 1e9), 0)
    assert found.ratings[0].new == 140
    assert arena.elo.rate((100.0, 1e9), 1).ratings[1].new == 1e9


@few
@given(st.lists(number, min_size=3, max_size=3), st.lists(st.tuples(number, number, number)), count)
def test_glicko_moves_or_refuses(player, games, days):
    found = answered(arena.glicko.rate, arena.Glicko(*player), games, days)
    if found is not None:
        assert math.isfinite(found.rating)
        assert 0 < found.rd <= arena.glicko.RD


@pytest.mark.parametrize("apart", [0, 3000, 6000])
def test_A43_glicko_of_ratings_far_apart(apart):
    for score in (0, 0.5, 1):
        one, other = arena.Glicko(1500.0), arena.Glicko(1500.0 + apart, 30.0)
        found = arena.glicko.rate_two(one, other, score)
        assert all(math.isfinite(who.rating) for who in found)


def test_A43_a_clock_set_back_makes_nobody_surer():
    player = arena.Glicko(1500.0, 100.0)
    assert arena.glicko.rate(player, [], -3) == arena.glicko.rate(player, [], 0)


@few
@given(st.lists(st.lists(st.tuples(number, number), max_size=3), max_size=5), st.lists(count))
def test_openskill_moves_or_refuses(teams, places):
    skills = [[arena.Skill(*one) for one in team] for team in teams]
    found = answered(arena.openskill.rate, skills, places)
    if found is not None:
        assert all(math.isfinite(one.mu) and one.sigma > 0 for team in found for one in team)


@few
@given(count, count, seeds)
def test_numbers_of_players_are_drawn_or_refused(players, size, seed):
    answered(arena.tables_for, players, size)
    drawn = answered(arena.first_draw, seed, range(players), size)
    if drawn is not None:
        assert sum(len(one.seats) for one in drawn) == max(0, players)
    answered(arena.rounds_for, players, size)
    answered(arena.bracket, players)
    answered(arena.double_elimination, players)
    answered(arena.round_robin, players)
    answered(arena.places_paid, players)


tables = st.lists(
    st.builds(
        arena.At,
        st.integers(1, 6),
        st.dictionaries(st.integers(0, 9), st.text("xyz", min_size=1), max_size=10),
        st.integers(-1, 9),
        st.integers(-1, 9),
        st.booleans(),
    ),
    max_size=5,
    unique_by=lambda one: one.table,
)


@few
@given(tables, st.integers(2, 10), st.booleans(), st.booleans(), st.lists(count, max_size=4), seeds)
def test_any_floor_is_decided_or_refused(floor, size, single, late, breaking, seed):
    house = arena.House(size, size, single, late)
    found = answered(arena.decide, floor, house, breaking, seed, seed)
    if found is not None and found.broken is not None:
        seats = [(one.to, one.to_seat) for one in found.broken.seats]
        assert len(seats) == len(set(seats))


def test_T43_a_floor_where_nobody_is():
    house = arena.House(9, 9)
    assert arena.decide([], house, [], bytes(32), bytes(32)) == arena.Decision()
    empty = [arena.At(1, {}), arena.At(2, {})]
    assert arena.decide(empty, house, [1, 2], bytes(32), bytes(32)).halt == (1, 2)


swiss = st.builds(
    arena.Swiss, names, count, st.integers(-1, 600), st.frozensets(names), st.booleans(), count
)


@few
@given(st.lists(swiss, max_size=5))
def test_a_round_is_paired_or_refused(players):
    found = answered(arena.pair, players)
    if found is not None:
        assert sorted(who for two in found for who in two if who) == sorted(p.id for p in players)
        answered(arena.cost_of, players, found)
    answered(arena.cost_of, players, [("a", "e")])


result = st.tuples(names, st.none() | names, st.integers(-1, 3))


@few
@given(st.lists(st.lists(result, max_size=3), max_size=3), st.lists(names, unique=True))
def test_standings_are_made_or_refused(rounds, who):
    for ask in (arena.standings, arena.robin_standings):
        found = answered(ask, rounds, who)
        assert found is None or sorted(row.id for row in found) == sorted(who)


@few
@given(st.text("WDLX"), st.lists(st.integers(-1, 5), max_size=5), number)
def test_points_are_counted_or_refused(results, places, rating):
    answered(arena.arena_points, results)
    answered(arena.performance, [(rating, one) for one in results])
    answered(arena.table_points, places)


busts = st.lists(st.lists(st.tuples(st.text("xyz"), st.integers(0, 3)), max_size=4), max_size=4)


@few
@given(busts, st.integers(-1, 20))
def test_places_of_who_is_out_or_a_refusal(hands, left):
    for ask in (arena.out_of_hands, arena.out_together):
        found = answered(ask, hands, left)
        assert found is None or all(one.place >= 1 for one in found)


ticket = st.builds(
    arena.Ticket,
    st.lists(st.text("uvw", min_size=1), min_size=1, max_size=3, unique=True).map(tuple),
    st.floats(-1e6, 1e9),
    st.floats(allow_nan=True),
)


@few
@given(st.lists(ticket, max_size=6), st.integers(-1, 6), st.booleans())
def test_a_pool_is_gone_through_or_refused(tickets, seats, in_teams):
    answered(arena.pairs, tickets)
    answered(arena.tables, tickets, seats, in_teams=in_teams)
    answered(arena.teams, tickets)
    answered(arena.quality, tickets)


@few
@given(count, count)
def test_shares_of_nothing_are_left_out(part, whole):
    assert (arena.share(part, whole) is None) == (whole == 0)
    assert (arena.ratio(part, whole) is None) == (whole == 0)

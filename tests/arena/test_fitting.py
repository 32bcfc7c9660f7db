"""Nobody who fits another free ticket waits past the next pass (A6, A8, A9), whoever waits there:
found by the rule's own sentences, not by our functions."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.arena.matchmaking import Ticket, pairs
from cutcard.arena.pool import PASS, Found, Key, Open, Seeker, Waiting

NAMES = "abcdefghij"
KEY = Key("any", "ranked")


def width(waited):
    """A5."""
    t = int(waited)
    return 100 + 10 * t if t <= 20 else min(600, 300 + t - 20)


def fit(one, other):
    """A6."""
    apart = abs(one.rating - other.rating)
    ranges = [(one.within, other.rating), (other.within, one.rating)]
    return (
        apart <= width(one.waited)
        and apart <= width(other.waited)
        and other.users[0] not in one.avoids
        and one.users[0] not in other.avoids
        and all(within is None or within[0] <= rating <= within[1] for within, rating in ranges)
    )


def met(one, other):
    """A9: their last ranked match was against each other."""
    return one.last == other.users[0] and other.last == one.users[0]


def tickets():
    ratings = st.integers(800, 1600).map(float)
    some = st.frozensets(st.sampled_from(NAMES), max_size=2)
    ranges = st.none() | st.tuples(st.integers(700, 1300), st.integers(1100, 1700))

    def made(rows):
        return [
            Ticket((name,), rating, waited, avoids - {name}, last, within)
            for name, (rating, waited, avoids, last, within) in zip(NAMES, rows, strict=False)
        ]

    row = st.tuples(ratings, st.integers(0, 400), some, st.none() | st.sampled_from(NAMES), ranges)
    return st.lists(row, max_size=len(NAMES)).map(made)


@settings(max_examples=400, deadline=None)
@given(tickets())
def test_A6_A8_A9_after_a_pass_no_two_who_fit_are_both_free(pool):
    taken = pairs(pool)
    busy = [ticket.users for two in taken for ticket in two]
    assert len(busy) == len(set(busy))
    assert all(fit(*two) for two in taken)
    left = [one for one in pool if one.users not in busy]
    for at, one in enumerate(left):
        for other in left[:at]:
            assert not fit(one, other) or met(one, other)
    for two in taken:  # a rematch only where neither fits anybody else in the pool
        if met(*two):
            assert not any(fit(one, x) for one in two for x in pool if x not in two)
    if len(left) == 2 and fit(*left):  # who just met meet again when nobody else is there
        assert pairs(left)


def test_A6_A8_in_time_whoever_fits_a_free_one_is_matched_in_the_next_pass():
    """Arrivals, ranges and blocks by chance, ten minutes long, looked at after every pass."""
    for seed in range(6):
        chance, house, waiting, matched = random.Random(seed), Waiting(), {}, 0
        for number in range(2400):
            at = number * PASS
            if chance.random() < 0.05:
                rating = chance.gauss(1200, 300)
                name = f"u{number}"
                avoids = frozenset(chance.sample(sorted(waiting), min(len(waiting), 1)))
                within = (rating - 150, rating + 400) if chance.random() < 0.3 else None
                house.seek(KEY, Seeker((name,), rating, at, avoids=avoids, within=within), at)
                waiting[name] = Ticket((name,), rating, 0.0, avoids, None, within), at
            for effect in house.advance(at):
                if isinstance(effect, Found):
                    matched += 1
                    for user in effect.users:
                        del waiting[user]
                        opened = house.ready(user, effect.match)
                    assert isinstance(opened[0], Open)
            left = [
                Ticket(one.users, one.rating, (at - since) / 1000, one.avoids, None, one.within)
                for one, since in waiting.values()
            ]
            assert not any(fit(one, x) for i, one in enumerate(left) for x in left[:i])
        assert matched > 30

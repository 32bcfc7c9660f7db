"""Quick match: nobody waits while somebody fits, is matched twice, or is matched after he went."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cutcard.lobby.quick import BOTS_AFTER, NEAR, WIDENS, Quick, Seeker, Wish
from cutcard.table.words import Refusal, User

DUEL = Wish("duel", b"{}", 2, 2)
FOUR = Wish("guandan", b"{}", 4, 4)
OTHER = Wish("duel", b'{"maxRounds":3}', 2, 2)


def seeker(name, rating=1200.0, since=0, wish=DUEL, avoids=()):
    return Seeker(User(name, name), wish, rating, since, frozenset(avoids))


def names(groups):
    return [[one.user.id for one in group] for group in groups]


def test_the_longest_waiting_takes_the_nearest():
    quick = Quick()
    for one in (seeker("ann", 1500, 0), seeker("bo", 1420, 1), seeker("cy", 1560, 2)):
        quick.seek(one)
    assert names(quick.match(3)) == [["ann", "cy"]]
    assert [one.user.id for one in quick] == ["bo"]


def test_the_window_widens_until_they_meet():
    quick = Quick()
    quick.seek(seeker("ann", 1000))
    quick.seek(seeker("bo", 1400))
    meet = int((400 - NEAR) / WIDENS * 1000)
    assert quick.match(meet - 1) == []
    assert names(quick.match(meet)) == [["ann", "bo"]]


def test_only_equal_wishes_meet():
    quick = Quick()
    quick.seek(seeker("ann"))
    quick.seek(seeker("bo", wish=OTHER))
    assert quick.match(10**9) == []
    assert quick.others(quick.of("ann")) == 0


def test_nobody_meets_whom_he_blocked_and_others_are_taken_in_his_place():
    quick = Quick()
    quick.seek(seeker("ann", 1200, avoids=["bo"]))
    quick.seek(seeker("bo", 1200, 1))
    assert quick.match(10**6) == []
    quick.seek(seeker("cy", 1290, 2))
    assert names(quick.match(10**6)) == [["ann", "cy"]]


def test_a_user_waits_once_and_may_stop():
    quick = Quick()
    quick.seek(seeker("ann"))
    with pytest.raises(Refusal) as no:
        quick.seek(seeker("ann", wish=OTHER))
    assert no.value.code == "ALREADY_WAITING"
    assert quick.cancel("ann").user.id == "ann"
    assert quick.cancel("ann") is None
    quick.seek(seeker("bo"))
    assert quick.match(10**9) == []


def test_bots_are_offered_once_after_20_s():
    quick = Quick()
    quick.seek(seeker("ann", since=500))
    assert quick.offer_bots(500 + BOTS_AFTER - 1) == []
    assert [one.user.id for one in quick.offer_bots(500 + BOTS_AFTER)] == ["ann"]
    assert quick.offer_bots(10**9) == []
    assert len(quick) == 1


@given(st.lists(st.floats(100, 3000), min_size=4, max_size=12), st.integers(0, 200_000))
def test_a_table_of_four_takes_the_three_nearest(ratings, now):
    quick = Quick()
    waiting = [seeker(str(n), rating, wish=FOUR) for n, rating in enumerate(ratings)]
    for one in waiting:
        quick.seek(one)
    left = list(waiting)
    for group in quick.match(now):
        first = group[0]
        apart = sorted(abs(one.rating - first.rating) for one in left if one is not first)
        assert sorted(abs(one.rating - first.rating) for one in group[1:]) == apart[:3]
        left = [one for one in left if one not in group]
    for one in left:
        near = sum(abs(one.rating - other.rating) <= one.window(now) for other in left) - 1
        assert near < 3


class Evening(RuleBasedStateMachine):
    """People come, change their minds and lose their connections while the queue is looked at."""

    @initialize()
    def begin(self):
        self.quick = Quick()
        self.now = 0
        self.waiting = {}
        self.next = 0

    @rule(rating=st.floats(100, 3000), wish=st.sampled_from([DUEL, OTHER]), data=st.data())
    def comes(self, rating, wish, data):
        known = [*self.waiting, "nobody"]
        avoids = data.draw(st.frozensets(st.sampled_from(known), max_size=2))
        self.next += 1
        one = seeker(f"u{self.next}", rating, self.now, wish, avoids)
        self.quick.seek(one)
        self.waiting[one.user.id] = one

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def goes(self, data):
        name = data.draw(st.sampled_from(sorted(self.waiting)))
        assert self.quick.cancel(name) is self.waiting.pop(name)

    @rule(ms=st.integers(0, 60_000))
    def time_passes(self, ms):
        self.now += ms

    @rule()
    def looked_at(self):
        for group in self.quick.match(self.now):
            assert len(group) == 2
            assert group[0].wish == group[1].wish
            for one in group:  # raises where somebody is matched twice, or after he went
                assert self.waiting.pop(one.user.id) is one
            assert not group[0].avoids_or_is_avoided(group[1])
            apart = abs(group[0].rating - group[1].rating)
            assert apart <= max(one.window(self.now) for one in group)
        for one, other in combinations(self.waiting.values(), 2):
            fits = one.wish == other.wish and not one.avoids_or_is_avoided(other)
            apart = abs(one.rating - other.rating)
            assert not (fits and apart <= max(one.window(self.now), other.window(self.now)))

    @invariant()
    def knows_who_waits(self):
        if hasattr(self, "quick"):
            assert {one.user.id for one in self.quick} == set(self.waiting)


TestEvening = Evening.TestCase

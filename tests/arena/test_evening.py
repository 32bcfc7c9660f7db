"""An evening at the pool: people come, alone or in pairs, think again, are ready or not, and lose
their connections. Nobody is matched twice or after they went, nobody waits who fits another."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cutcard.arena import fits
from cutcard.arena.pool import Again, Dropped, Found, Key, Open, Seeker, Waiting
from cutcard.kernel.game import Illegal

TWO = Key("duel", "plain")
CASUAL = Key("duel", "plain", ranked=False)
FOUR = Key("guandan", "plain", seats=4, teams=True)


class Evening(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.house = Waiting()
        self.now = 0
        self.keys = {}  # of each ticket that waits, by its users
        self.asked = {}  # match: the tickets that are asked
        self.next = 0

    @rule(
        rating=st.floats(100, 3000), key=st.sampled_from([TWO, CASUAL, FOUR]), pair=st.booleans(),
        data=st.data(),
    )  # fmt: skip
    def comes(self, rating, key, pair, data):
        known = sorted(user for users in self.keys for user in users)
        avoids = data.draw(st.frozensets(st.sampled_from([*known, "nobody"]), max_size=2))
        users = tuple(f"u{self.next + n}" for n in range(2 if pair and key is FOUR else 1))
        self.next += 2
        self.house.seek(key, Seeker(users, rating, self.now, avoids), self.now)
        self.keys[users] = key

    @precondition(lambda self: self.keys)
    @rule(data=st.data())
    def goes(self, data):
        users = data.draw(st.sampled_from(sorted(self.keys)))
        self.house.leave(users[-1], self.now)
        del self.keys[users]

    @precondition(lambda self: self.asked)
    @rule(yes=st.booleans(), data=st.data())
    def answers(self, yes, data):
        match = data.draw(st.sampled_from(sorted(self.asked)))
        users = [user for ticket in self.asked[match] for user in ticket]
        user = data.draw(st.sampled_from(users))
        if yes:
            self.hears(self.house.ready(user, match))
        else:
            self.hears(self.house.refuse(user, match, self.now))

    @rule(ms=st.integers(0, 60_000))
    def time_passes(self, ms):
        self.now += ms
        self.hears(self.house.advance(self.now))
        if self.house.next_pass != self.now + 250:
            return
        for key, pool in self.house.pools.items():
            tickets = [self.house.ticket(one, self.now, ranked=key.ranked) for one in pool]
            for one, other in combinations(tickets, 2):
                whole = sum(len(ticket.users) for ticket in (one, other)) == key.seats
                assert not (whole and fits(one, other))

    def hears(self, effects):
        for effect in effects:
            match effect:
                case Found(number, key, users):
                    taken = [ticket for ticket in self.keys if set(ticket) <= set(users)]
                    assert sorted(users) == sorted(user for ticket in taken for user in ticket)
                    assert len(users) == key.seats
                    assert {self.keys.pop(ticket) for ticket in taken} == {key}
                    self.asked[number] = dict.fromkeys(taken, key)
                    for ticket in taken:  # partners across from each other
                        places = [users.index(user) for user in ticket]
                        assert len(places) == 1 or places[1] - places[0] == 2
                case Open(number):
                    del self.asked[number]
                case Again(users):
                    (number,) = [n for n, tickets in self.asked.items() if users in tickets]
                    self.keys[users] = self.asked[number].pop(users)
                case Dropped(users, wait):
                    assert wait >= 30_000
                    (number,) = [n for n, tickets in self.asked.items() if users in tickets]
                    del self.asked[number][users]
        self.asked = {number: tickets for number, tickets in self.asked.items() if tickets}

    @invariant()
    def knows_who_waits(self):
        if hasattr(self, "house"):
            asked = [user for tickets in self.asked.values() for users in tickets for user in users]
            waiting = [user for users in self.keys for user in users]
            assert len(self.house) == len(asked) + len(waiting)
            for user in waiting:
                assert self.house.of(user) is not None
            for user in (*asked, *waiting):
                with pytest.raises(Illegal, match="looking for a match already"):
                    self.house.may_seek(user, self.now)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)

"""Challenges: who may answer, and until when; and who is in the house."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from cutcard.lobby.challenge import MOST, STANDS, Challenges
from cutcard.lobby.presence import Presence
from cutcard.table.words import Notice, Refusal, User

ANN, BOB, CAT = User("ann", "Ann"), User("bob", "Bob"), User("cat", "Cat")


def refused(code, call, *args):
    with pytest.raises(Refusal) as no:
        call(*args)
    assert no.value.code == code


def test_only_the_receiver_answers_and_only_the_sender_takes_back():
    these = Challenges()
    made = these.send(ANN, BOB, "duel", {}, 2, 0)
    refused("NO_SUCH_CHALLENGE", these.answer, made.id, ANN, 1)
    refused("NO_SUCH_CHALLENGE", these.answer, made.id, CAT, 1)
    refused("NO_SUCH_CHALLENGE", these.cancel, made.id, BOB)
    assert these.answer(made.id, BOB, 1) is made
    refused("NO_SUCH_CHALLENGE", these.answer, made.id, BOB, 2)
    again = these.send(ANN, BOB, "duel", {}, 2, 3)
    assert these.cancel(again.id, ANN) is again
    assert len(these) == 0


def test_it_stands_for_a_minute():
    these = Challenges()
    made = these.send(ANN, BOB, "duel", {}, 2, 0)
    assert these.expire(STANDS - 1) == []
    refused("NO_SUCH_CHALLENGE", these.answer, made.id, BOB, STANDS)
    assert these.expire(STANDS) == [made]
    assert these.expire(STANDS) == []


def test_one_to_each_and_not_too_many():
    these = Challenges()
    refused("INVALID_REQUEST", these.send, ANN, ANN, "duel", {}, 2, 0)
    these.send(ANN, BOB, "duel", {}, 2, 0)
    refused("ALREADY_SENT", these.send, ANN, BOB, "memory", {}, 2, 0)
    for n in range(MOST - 1):
        these.send(ANN, User(f"u{n}", "U"), "duel", {}, 2, 0)
    refused("RATE_LIMITED", these.send, ANN, CAT, "duel", {}, 2, 0)
    assert len(these.gone("ann")) == MOST
    these.send(ANN, BOB, "duel", {}, 2, 0)
    assert len(these.gone("bob")) == 1


class Doors(RuleBasedStateMachine):
    """Connections come and go; a user is here as long as one of his is."""

    @initialize()
    def begin(self):
        self.presence = Presence()
        self.said = []
        self.presence.changed.append(lambda user, here: self.said.append((user.id, here)))
        self.open = []

    @rule(user=st.sampled_from([ANN, BOB]))
    def comes(self, user):
        heard = []
        first = all(one[0] != user for one in self.open)
        self.open.append((user, heard))
        self.presence.came(user, heard.append)
        assert self.said[-1:] == [(user.id, True)] or not first

    @rule(data=st.data())
    def goes(self, data):
        if self.open:
            user, heard = one = data.draw(st.sampled_from(self.open))
            self.open = [other for other in self.open if other is not one]
            self.presence.went(user, heard.append)
            last = all(other[0] != user for other in self.open)
            assert (self.said[-1] == (user.id, False)) == last or not last

    @rule(user=st.sampled_from([ANN, BOB, CAT]))
    def is_told(self, user):
        before = [len(heard) for _, heard in self.open]
        reached = self.presence.tell(user.id, Notice("X", None, None, {}))
        grown = [len(heard) - n for n, (_, heard) in zip(before, self.open, strict=True)]
        assert grown == [int(who == user) for who, _ in self.open]
        assert reached == (sum(grown) > 0)

    @invariant()
    def knows_who_is_here(self):
        if hasattr(self, "presence"):
            here = {user.id for user, _ in self.open}
            assert {one.id for one in (ANN, BOB, CAT) if self.presence.online(one.id)} == here
            assert len(self.presence) == len(here)


TestDoors = Doors.TestCase

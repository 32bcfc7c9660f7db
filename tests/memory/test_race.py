"""A race: the same board for all, everybody alone on it, and of the others counts only."""

from __future__ import annotations

import pytest

from cutcard.games import memory
from cutcard.games.memory.moves import (
    CardFlipped,
    Flip,
    GameEnd,
    Options,
    Pause,
    RaceFinished,
    RaceProgress,
    RaceReady,
    Reset,
    Start,
    Surrender,
)
from cutcard.games.memory.screen import describe, say, show
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng

NAMES = ["Ann", "Bob", "Cat", "Dan"]


class Track:
    """A race with a hand on its clock."""

    def __init__(self, seats=2, **options):
        self.deal = memory.deal(Options((2, 2), mode="race", **options), seats, Rng.named("race"))
        self.at = 0
        self.wait(0)
        for seat in range(seats):
            self.play(seat, Start())

    def wait(self, ms):
        until = self.at + ms
        while due := [t for t in self.deal.timers() if t.due <= until]:
            first = min(due, key=lambda timer: timer.due)
            self.at = max(self.at, first.due)
            self.play(NATURE, first.tick)
        self.at = until

    def play(self, seat, move):
        told = []
        self.deal.play(seat, move, self.at, told)
        return told

    def turn(self, seat, *cells):
        return [one for cell in cells for one in self.play(seat, self.flip(cell))]

    def flip(self, cell):
        return Flip(self.deal.view(None).cards[cell].id)

    def pair(self, nth):
        """The cells of a pair."""
        values = self.deal.lanes[0].values
        return [cell for cell, value in enumerate(values) if value == sorted(set(values))[nth]]

    def miss(self, seat):
        """Two cards that differ, and the time until they turn back."""
        told = self.turn(seat, self.pair(0)[0], self.pair(1)[0])
        self.wait(1000)
        return told

    def refused(self, seat, move):
        with pytest.raises(Illegal) as no:
            self.deal.play(seat, move, self.at)
        return no.value.code


def test_all_start_together_once_all_are_ready():
    deal = memory.deal(Options((2, 2), mode="race"), 3, Rng.named("race"))
    told = []
    deal.play(NATURE, deal.timers()[0].tick, 0, told)
    for seat in (2, 0):
        deal.play(seat, Start(), 5, told)
    assert deal.to_act() == [1]
    assert deal.view(None).status == "NotStarted"
    assert deal.view(1).players[2].ready
    with pytest.raises(Illegal, match="others are not yet"):
        deal.play(0, Start(), 6)
    deal.play(1, Start(), 9, told)
    assert deal.view(None).running_since == 9
    assert list(deal.to_act()) == [0, 1, 2]
    assert [one.fact for one in told if type(one.fact) is RaceReady] == [
        RaceReady(2), RaceReady(0), RaceReady(1)
    ]  # fmt: skip


def test_everybody_has_the_same_board_and_nobody_sees_anothers_cards():
    track = Track(seats=2)
    told = track.turn(0, *track.pair(0))
    mine = heard(told, 0)
    assert [type(fact) for fact in mine].count(CardFlipped) == 2
    for other in (1, None):
        assert heard(told, other) == [RaceProgress(0, 1, 1)]
        view = track.deal.view(other)
        assert all(card.state == "Covered" and card.value is None for card in view.cards.values())
        assert (view.players[0].pairs, view.players[0].moves) == (1, 1)
    assert track.deal.view(0).cards[track.pair(0)[0]].state == "Solved"
    assert track.deal.lanes[0].values == track.deal.lanes[1].values
    track.turn(1, track.pair(0)[0])  # one's own lane is untouched by the others'
    assert track.deal.view(0).cards[track.pair(1)[0]].state == "Covered"


def test_the_first_to_finish_wins_and_the_rest_stand_by_pairs_and_moves():
    track = Track(seats=4)
    track.turn(1, *track.pair(0))
    track.miss(2)
    track.turn(2, *track.pair(1))
    told = track.turn(0, *track.pair(1), *track.pair(0))
    facts = [one.fact for one in told]
    assert RaceFinished(0, 2, 1000) in facts
    assert GameEnd("COMPLETED", {0: 2, 1: 1, 2: 1, 3: 0}, 2, 1000, 0) in facts
    assert track.deal.outcome().places == (1, 2, 3, 4)
    assert track.deal.view(3).players[0].done_ms == 1000


def test_by_moves_all_finish_and_the_fewest_moves_win():
    track = Track(seats=3, race_by="moves")
    track.miss(0)
    track.turn(0, *track.pair(0), *track.pair(1))
    assert track.deal.outcome() is None
    assert track.refused(0, track.flip(0)) == "FINISHED"
    assert track.refused(0, Surrender()) == "FINISHED"
    track.wait(4000)
    track.turn(1, *track.pair(0), *track.pair(1))
    track.play(2, Surrender())
    assert track.deal.outcome().places == (2, 1, 3)
    assert track.deal.outcome().reason == "SURRENDER"


def test_a_lane_refuses_as_a_board_alone_does():
    track = Track()
    assert track.refused(0, Pause()) == track.refused(0, Reset()) == "NOT_IN_A_RACE"
    assert track.refused(0, Flip("no")) == "CARD_NOT_FOUND"
    track.turn(0, track.pair(0)[0], track.pair(1)[0])
    assert track.refused(0, track.flip(track.pair(0)[1])) == "INPUT_LOCKED"
    assert list(track.deal.to_act()) == [1]
    track.wait(1000)
    assert list(track.deal.to_act()) == [0, 1]
    track.play(1, Surrender())
    assert track.deal.outcome().places == (1, 2)
    assert track.refused(0, track.flip(0)) == "GAME_OVER"


def test_the_time_limit_ends_a_race():
    track = Track(time_limit_ms=5000)
    track.turn(1, *track.pair(0))
    track.wait(5000)
    assert track.deal.outcome().reason == "TIME_UP"
    assert track.deal.outcome().places == (2, 1)


@pytest.mark.parametrize("odd", [{"auto_start": True}, {"move_limit": 9}, {"stall_turns": 3}])
def test_what_a_race_cannot_have_is_refused(odd):
    with pytest.raises(ValueError, match="a race has no"):
        Options(mode="race", **odd)


def test_alone_it_is_a_board_like_any_other():
    assert memory.deal(Options(mode="race"), 1, Rng.named("x")).view(0).mode == "solo"


def test_the_terminal_tells_a_race():
    track = Track()
    assert describe(Start(), track.deal.view(0)) == "start the clock"
    assert say(RaceReady(1), NAMES) == "Bob is ready."
    assert say(RaceProgress(1, 1, 3), NAMES) == "Bob has found 1 in 3 moves."
    assert say(RaceFinished(1, 3, 12_300), NAMES) == "Bob has found them all: 3 moves, 12.3 s."
    track.turn(1, *track.pair(0))
    assert "Bob 1 (1 move)" in show(track.deal.view(0), 0, NAMES)

"""Whatever is played, these hold: hypothesis plays, wise and unwise, and time passes."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.games import memory
from cutcard.games.memory.moves import (
    CardFlipped,
    Expire,
    Flip,
    FlipBack,
    Move,
    Options,
    Pause,
    Reset,
    Resume,
    Start,
    Surrender,
    Tick,
    TimeUp,
    View,
)
from cutcard.games.memory.race import Race
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.rng import Rng

tables = st.sampled_from(memory.setups())
actions = st.lists(
    st.tuples(
        st.sampled_from(["flip"] * 8 + ["legal", "legal", "aside", "wait", "wild", "mate"]),
        st.integers(0, 63),
        st.integers(0, 3),
        st.integers(0, 4000),
    ),
    min_size=5,
    max_size=120,
)
WILD = [Start(), Pause(), Resume(), Reset(), Surrender(), FlipBack(1), Expire(1), TimeUp()]
WILD += [Flip("?")]


class Ghost:
    """Plays what hypothesis wishes, and keeps books of its own on time and faces."""

    def __init__(self, options: Options, seats: int) -> None:
        self.deal = memory.deal(options, seats, Rng.named("ghost"))
        self.options, self.seats, self.at = options, seats, 0
        self.played_ms = 0  # its own clock: all time spent Playing
        self.log: list[tuple[int, int, object]] = []

    def lane(self, seat: int):
        """The board a seat plays on: all share one, but in a race each has their own."""
        return self.deal.lanes[seat % self.seats] if isinstance(self.deal, Race) else self.deal

    def wait(self, until: int) -> None:
        while timers := [t for t in self.deal.timers() if t.due <= until]:
            first = min(timers, key=lambda t: t.due)
            self.tick_to(max(self.at, first.due))
            self.accept(NATURE, first.tick)
        self.tick_to(until)

    def tick_to(self, at: int) -> None:
        if self.deal.status == "Playing":
            self.played_ms += at - self.at
        self.at = at

    def try_(self, seat: int, move: object) -> None:
        before, told = digest(self.deal, self.seats), list[Told]()
        try:
            self.deal.copy().play(seat, move, self.at)
        except Illegal:
            with pytest.raises(Illegal) as refusal:
                self.deal.play(seat, move, self.at, told)
            assert refusal.value.code.isupper()
            assert not told
            assert digest(self.deal, self.seats) == before
            self.check()
        else:
            self.accept(seat, move)

    def accept(self, seat: int, move: object) -> None:
        told: list[Told] = []
        self.deal.play(seat, move, self.at, told)
        self.log.append((self.at, seat, move))
        for one in told:
            fact = one.fact
            if isinstance(fact, CardFlipped):  # what a fact reveals the view after it shows
                if isinstance(self.deal, Race):
                    assert one.to == (fact.player_id,)
                assert self.deal.view(fact.player_id).cards[fact.cell].value == fact.value
        self.check()

    def check(self) -> None:
        for seat in range(self.seats):
            self.check_board(seat)
        if isinstance(self.deal, Race):
            self.check_race(self.deal)
        else:
            assert all(self.deal.view(seat) == self.deal.view(None) for seat in range(self.seats))
        self.check_deal()

    def check_board(self, seat: int) -> None:
        """What a seat sees of the cards is how they lie on its board."""
        lane, view = self.lane(seat), self.deal.view(seat)
        size = self.options.match_size
        states = Counter(card.state for card in view.cards.values())
        assert states["Flipped"] <= size
        assert states["Flipped"] == len(lane.up)
        assert states["Solved"] == size * sum(lane.pairs)
        assert lane.groups_left * size == len(lane.values) - states["Solved"]
        assert set(Counter(lane.values).values()) == {size}
        for cell, card in view.cards.items():
            shows = card.state != "Covered" and view.status != "Paused"
            assert card.value == (lane.values[cell] if shows else None)

    def check_race(self, race: Race) -> None:
        """All have the same cards; everybody sees the same counts, and a spectator no card."""
        lanes, views = race.lanes, [race.view(viewer) for viewer in (None, *range(self.seats))]
        assert all(lane.values == lanes[0].values for lane in lanes)
        counts = [(lane.pairs[0], lane.moves) for lane in lanes]
        for view in views:
            assert [(one.pairs, one.moves) for one in view.players.values()] == counts
            assert msgspec.structs.replace(view, cards={}) == (
                msgspec.structs.replace(views[0], cards={})
            )
        assert {(card.state, card.value) for card in views[0].cards.values()} == {("Covered", None)}
        if race.outcome() is None:
            done = [lane.ended_by is not None for lane in lanes]
            assert not any(done) or self.options.race_by == "moves"
            for seat in range(self.seats):
                assert not (done[seat] and race.legal(seat))
                assert done[seat] == (not lanes[seat].groups_left)

    def check_deal(self) -> None:
        deal, view = self.deal, self.deal.view(0)
        assert memory.timer_seconds(view.elapsed_ms, view.running_since, self.at) == (
            self.played_ms // 1000
        )
        assert (view.running_since is not None) == (view.status == "Playing")
        assert (deal.outcome() is None) == (view.status not in ("Won", "Lost", "Ended"))
        assert deal.outcome() is not None or deal.to_act() or deal.timers()
        first = self.at if isinstance(deal, Race) else self.at + 1  # two lanes turn back at once
        assert all(timer.due >= first or timer.due == 0 for timer in deal.timers())
        for seat in range(self.seats):
            assert bool(deal.legal(seat)) == (seat in deal.to_act())
        sent = msgspec.json.encode(view)
        assert b"null" not in sent
        assert msgspec.json.decode(sent, type=View) == view


@settings(max_examples=300, deadline=None)
@given(tables, actions)
def test_whatever_is_played(table, wishes):
    ghost = Ghost(*table)
    ghost.wait(0)
    for kind, number, seat, ms in wishes:
        deal = ghost.deal
        if deal.outcome() is not None:
            break
        to_act = deal.to_act() or [seat]
        acting = to_act[seat % len(to_act)]  # in a race several may
        lane = ghost.lane(acting)
        covered = [c for c, face in enumerate(lane.faces) if face == 0] or [0]
        if kind == "wait":
            ghost.wait(ghost.at + ms)
        elif kind == "flip":
            ghost.try_(acting, Flip(lane.board.ids[covered[number % len(covered)]]))
        elif kind == "mate" and lane.up:
            same = [c for c in covered if lane.values[c] == lane.values[lane.up[0]]]
            ghost.try_(acting, Flip(lane.board.ids[[*same, 0][0]]))
        elif kind == "aside":
            choice = deal.asides(seat % table[1])
            if choice:
                ghost.accept(seat % table[1], choice[number % len(choice)])
        elif kind == "legal":
            choice = deal.legal(acting)
            if choice:
                ghost.accept(acting, choice[number % len(choice)])
        else:
            ghost.try_(seat - 1, WILD[number % len(WILD)])
        ghost.wait(ghost.at + (ms if kind == "legal" else 0))
    replayed = memory.deal(ghost.options, ghost.seats, Rng.named("ghost"))
    log = msgspec.json.decode(
        msgspec.json.encode(ghost.log), type=list[tuple[int, int, Move | Tick]]
    )
    for at, seat, move in log:
        replayed.play(seat, move, at)
    assert digest(replayed, ghost.seats) == digest(ghost.deal, ghost.seats)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 50_000)), min_size=1, max_size=12),
    st.integers(0, 5000),
)
def test_time_never_goes_wrong_with_pauses(spells, last):
    deal, at = memory.deal(Options(), 1, Rng.named("time")), 0
    deal.play(0, Start(), at)
    for run, rest in spells:
        at += run
        deal.play(0, Pause(), at)
        at += rest
        deal.play(0, Resume(), at)
    at += last
    view = deal.view(0)
    played = sum(run for run, _ in spells) + last
    assert memory.timer_seconds(view.elapsed_ms, view.running_since, at) == played // 1000


@settings(max_examples=60, deadline=None)
@given(tables, st.integers(0, 10**6))
def test_random_legal_play_ends(table, number):
    options, seats = table
    deal, rng, at = memory.deal(options, seats, Rng.named(number)), Rng.named(-number), 0
    for _ in range(5000):
        if deal.outcome() is not None:
            break
        timers = sorted(deal.timers(), key=lambda t: t.due)
        if timers and (timers[0].due <= at or not deal.to_act()):
            at = max(at, timers[0].due)
            deal.play(NATURE, timers[0].tick, at)
        else:
            seat = deal.to_act()[0]
            legal = deal.legal(seat)
            deal.play(seat, legal[rng.below(len(legal))], at)
    outcome = deal.outcome()
    assert outcome is not None
    assert len(outcome.places) == len(outcome.scores) == seats
    assert min(outcome.places) == 1

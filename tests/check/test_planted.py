"""Every fault an author can make is caught, and by the check that is meant for it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from cutcard.check import Report, check, find
from cutcard.kernel.game import NATURE, Illegal, Record, Timer, Told

CASES = 160
LONGEST = 1500
Plant = Callable[..., Any]


def run(game: Any, cases: int = CASES) -> Report:
    return check(game, cases=cases)


def caught(game: Any, kind: str, *words: str) -> None:
    """The game fails, and the first fault is of that kind and says something of use."""
    report = run(game)
    assert not report.ok, "the fault was not caught"
    assert kind in [fault.kind for fault in report.faults], [str(f) for f in report.faults]
    text = next(fault.message for fault in report.faults if fault.kind == kind)
    assert all(word in text for word in words), text


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless play is given up sooner than usual."""
    monkeypatch.setattr("cutcard.check.walk.LONGEST", LONGEST)


@pytest.fixture
def c(council: ModuleType) -> Any:
    """The clean state's class."""
    return council.Council


@pytest.fixture
def m(council: ModuleType) -> Any:
    """Council's moves, facts and views."""
    return find(f"{council.__path__[0]}/moves.py")


def test_a_clean_game_passes_and_says_what_was_tried(plant: Plant) -> None:
    report = run(plant())
    assert report.ok, [str(fault) for fault in report.faults]
    assert report.cases == CASES
    tried = report.found.tried
    for what in ("steps compared", "hidden moves compared", "refusals compared", "refusals"):
        assert tried[what] > 100, what
    assert set(report.found.compared) == {"DRAWN", "THROWN", "VOTED", "TALLY", "ROUND", "END"}
    assert all(report.found.compared.values())


# leaks


def test_a_view_that_shows_anothers_vote(plant: Plant, c: Any) -> None:
    def player(self: Any, seat: int, own: bool) -> Any:
        return c.player(self, seat, own or self.phase == "vote")

    caught(plant(player=player), "leak", "redeal")


def test_a_view_that_shows_one_number_of_anothers_hand(plant: Plant, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return replace(c.view(self, seat), die=min((min(h) for h in self.hands if h), default=0))

    caught(plant(view=view), "leak", "die")


def test_a_fact_told_to_all(plant: Plant, c: Any, m: Any) -> None:
    def take_turn(self: Any, seat: int, move: Any, at: int, told: list[Told] | None) -> None:
        c.take_turn(self, seat, move, at, told)
        if told and isinstance(told[-1].fact, m.Drawn):
            told[-1] = Told(told[-1].fact)

    caught(plant(take_turn=take_turn), "leak", "fact", "DRAWN")


def test_a_spectator_who_sees_a_hand(plant: Plant, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return c.view(self, 0 if seat is None else seat)

    caught(plant(view=view), "leak", "a spectator", "hand")


def test_a_spectator_who_hears_what_only_players_may(plant: Plant, c: Any, m: Any) -> None:
    def vote(self: Any, seat: int, move: Any, at: int, told: list[Told] | None) -> None:
        before = len(told) if told is not None else 0
        c.vote(self, seat, move, at, told)
        if told is not None:  # seats hear less, whoever is no seat hears all
            told[before] = Told(m.Voted(seat), tuple(range(self.n)), m.Voted(seat, move.yes))

    caught(plant(vote=vote), "leak", "a spectator", "VOTED")


def test_a_leak_in_the_order_of_legal(plant: Plant, c: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        moves = list(c.legal(self, seat))
        return moves[::-1] if self.deck and self.deck[-1] % 2 else moves

    caught(plant(legal=legal), "leak", "order of legal")


def test_a_leak_in_the_order_of_asides(plant: Plant, c: Any, m: Any) -> None:
    def asides(self: Any, seat: int) -> Any:
        moves = c.asides(self, seat)
        return [*moves, *moves] if moves and sum(self.hands[seat - 1]) % 2 else moves

    caught(plant(asides=asides), "leak", "asides")


def test_a_leak_in_an_errors_text(plant: Plant, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        if isinstance(move, m.Throw):
            for other, hand in enumerate(self.hands):
                if other != seat and move.card in hand and seat == self.turn:
                    raise Illegal("NOT_HELD", "Somebody else holds that card.")
        c.play(self, seat, move, at, told)

    caught(plant(play=play), "leak", "answered", "NOT_HELD")


def test_a_leak_in_a_refused_move(plant: Plant, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        if isinstance(move, m.Draw) and self.phase == "turns" and self.deck[-1:] > [15]:
            raise Illegal("HEAVY", "That card is too heavy.")
        c.play(self, seat, move, at, told)

    def legal(self: Any, seat: int) -> Any:
        return [move for move in c.legal(self, seat) if not isinstance(move, m.Draw)] or c.legal(
            self, seat
        )

    caught(plant(play=play, legal=legal), "leak", "HEAVY")


def test_a_leak_in_a_secret_vote(plant: Plant, c: Any, m: Any) -> None:
    def vote(self: Any, seat: int, move: Any, at: int, told: list[Told] | None) -> None:
        before = len(told) if told is not None else 0
        c.vote(self, seat, move, at, told)
        if told is not None:
            told[before] = Told(m.Voted(seat, move.yes))

    caught(plant(vote=vote), "leak", "VOTED")


def test_a_leak_in_a_timer(plant: Plant, c: Any) -> None:
    def timers(self: Any) -> Any:
        late = max(self.votes) if self.phase == "vote" else 0
        return [Timer(t.due + late, t.tick, t.seat) for t in c.timers(self)]

    caught(plant(timers=timers), "leak", "timers")


def test_a_leak_in_to_act(plant: Plant, c: Any) -> None:
    def to_act(self: Any) -> Any:
        acting = c.to_act(self)
        return acting[::-1] if self.phase == "vote" and sum(self.hands[0]) % 2 else acting

    caught(plant(to_act=to_act), "leak", "to_act")


# redeals


def test_a_redeal_that_is_a_copy(plant: Plant) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = self.copy()
        world.rng = rng.fork()
        return world

    caught(plant(redeal=redeal), "lazy", "hand")


def test_a_redeal_that_keeps_pending_votes(plant: Plant, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.votes = self.votes[:]
        return world

    caught(plant(redeal=redeal), "lazy", "vote")


def test_a_redeal_that_keeps_what_is_to_come(plant: Plant, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        """Other hands change places, the deck stays."""
        world = self.copy()
        world.rng = rng.fork()
        others = [s for s in range(self.n) if s != seat]
        if self.n == 2:
            return c.redeal(self, seat, rng)
        pool = [card for s in others for card in self.hands[s]]
        rng.shuffle(pool)
        for s in others:
            world.hands[s] = [pool.pop() for _ in self.hands[s]]
            if self.phase == "vote" and self.votes[s] >= 0:
                world.votes[s] = rng.below(2)
        return world

    caught(plant(redeal=redeal), "lazy", "still to come")


def test_a_redeal_that_is_lazy_for_spectators_only(plant: Plant, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        if seat is None:
            world.hands, world.deck = [hand[:] for hand in self.hands], self.deck[:]
        return world

    caught(plant(redeal=redeal), "lazy", "spectator")


def test_a_redeal_that_keeps_the_stream(plant: Plant, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.rng = self.rng.copy()
        return world

    caught(plant(redeal=redeal), "stream", "rng.fork()")


def test_a_redeal_that_reads_the_stream_it_was_given_later(plant: Plant, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.rng = rng
        return world

    caught(plant(redeal=redeal), "stream")


def test_a_redeal_that_shares_a_list(plant: Plant, c: Any) -> None:
    def redeal(self: Any, seat: int | None, rng: Any) -> Any:
        world = c.redeal(self, seat, rng)
        world.thrown = self.thrown
        return world

    report = run(plant(redeal=redeal))
    assert {fault.kind for fault in report.faults} & {"redeal", "leak"}


# chance and time


def test_global_random(plant: Plant, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, told)
        self.die = random.randint(1, 6)

    caught(plant(begin=begin), "chance", "random.randint")


def test_global_random_bound_before_the_watch(plant: Plant, c: Any) -> None:
    roll = random.random

    def begin(self: Any, at: int, told: Any) -> None:
        roll()
        c.begin(self, at, told)

    caught(plant(begin=begin), "chance", "random module")


def test_a_clock(plant: Plant, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, int(time.monotonic()), told)

    caught(plant(begin=begin), "chance", "time.monotonic")


def test_something_remembered_between_deals(plant: Plant, c: Any) -> None:
    dealt: list[int] = []

    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, told)
        dealt.append(1)
        self.die = len(dealt) % 7

    caught(plant(begin=begin), "replay")


# refusals


def test_a_refusal_that_changes_the_state(plant: Plant, c: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        turn = self.turn
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            if self.phase != "over":
                self.turn = (turn + 1) % self.n
            raise

    caught(plant(play=play), "refusal", "changed the state")


def test_a_refusal_that_changes_what_nobody_sees_yet(plant: Plant, c: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            self.deck.reverse()
            raise

    caught(plant(play=play), "refusal")


def test_a_refusal_that_tells(plant: Plant, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            if told is not None:
                told.append(Told(m.Tally(0)))
            raise

    caught(plant(play=play), "refusal", "told")


def test_a_refusal_that_draws_from_the_stream(plant: Plant, c: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        try:
            c.play(self, seat, move, at, told)
        except Illegal:
            self.rng.below(6)
            raise

    caught(plant(play=play), "refusal", "stream")


# copies


@pytest.mark.parametrize("name", ["deck", "votes", "points", "thrown", "hands"])
def test_a_copy_that_shares_a_list(plant: Plant, c: Any, name: str) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        setattr(twin, name, getattr(self, name))
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_that_shares_a_list_inside_a_list(plant: Plant, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.hands = self.hands[:]
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_that_shares_the_stream(plant: Plant, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.rng = self.rng
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_with_a_future_of_its_own(plant: Plant, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.rng = self.rng.copy().fork()
        return twin

    caught(plant(copy=copy), "copy")


def test_a_copy_that_forgets_something(plant: Plant, c: Any) -> None:
    def copy(self: Any) -> Any:
        twin = c.copy(self)
        twin.deck = sorted(twin.deck)
        return twin

    caught(plant(copy=copy), "copy")


# timers and ticks


def test_a_timer_that_is_refused(plant: Plant, c: Any, m: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat == NATURE and isinstance(move, m.NextRound):
            raise Illegal("TOO_LATE", "The pause is over.")
        c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "timer", "refused")


def test_a_timer_that_changes_nothing(plant: Plant, c: Any, m: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat != NATURE or not isinstance(move, m.Expire):
            c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "timer")


def test_a_timer_that_winds_itself_up_for_ever(plant: Plant, c: Any, m: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat == NATURE and isinstance(move, m.NextRound):
            self.since = at
            return
        c.tick(self, seat, move, at, told)

    report = run(plant(tick=tick), 20)
    assert {fault.kind for fault in report.faults} & {"timer", "endless"}


def test_a_tick_that_a_seat_may_play(plant: Plant, c: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        c.tick(self, NATURE, move, at, told)

    caught(plant(tick=tick), "tick", "NOT_YOURS")


def test_a_tick_refused_under_another_name(plant: Plant, c: Any) -> None:
    def tick(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        if seat != NATURE:
            raise Illegal("NO", "No.")
        c.tick(self, seat, move, at, told)

    caught(plant(tick=tick), "tick", "NOT_YOURS")


def test_a_tick_that_a_client_may_send(plant: Plant, m: Any) -> None:
    game = plant({"Move": m.Move | m.Expire})
    caught(game, "tick", "Keep ticks out of Move")


# the rest of the contract


def test_an_offer_that_is_refused(plant: Plant, c: Any, m: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        moves = c.legal(self, seat)
        return [*moves, m.Throw(99)] if self.phase == "turns" and moves else moves

    caught(plant(legal=legal), "legal", "NOT_HELD")


def test_an_aside_that_is_refused(plant: Plant, c: Any, m: Any) -> None:
    def asides(self: Any, seat: int) -> Any:
        return [*c.asides(self, seat), m.Vote(True)] if self.phase == "turns" else []

    caught(plant(asides=asides), "legal")


def test_a_seat_to_act_without_a_choice(plant: Plant, c: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        return [] if self.phase == "vote" and seat == 1 else c.legal(self, seat)

    caught(plant(legal=legal), "legal", "Seat 1 is to act")


def test_a_choice_for_a_seat_that_is_not_to_act(plant: Plant, c: Any, m: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        return c.legal(self, seat) or ([m.Draw()] if self.phase == "turns" else [])

    caught(plant(legal=legal), "legal", "not to act")


def test_a_deal_that_stands_still(plant: Plant, c: Any) -> None:
    def timers(self: Any) -> Any:
        return [] if self.phase == "pause" else c.timers(self)

    caught(plant(timers=timers), "alive")


def test_a_deal_that_never_ends(plant: Plant, c: Any) -> None:
    def vote(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        c.vote(self, seat, move, at, told)
        if self.phase == "over":  # the council sits again and again
            self.phase, self.reason, self.votes = "vote", "", [-1] * self.n

    caught(plant(vote=vote), "endless", str(LONGEST))


def test_a_move_after_the_end(plant: Plant, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        if self.phase == "over" and isinstance(move, m.Leave):
            return
        c.play(self, seat, move, at, told)

    caught(plant(play=play), "over", "GAME_OVER")


def test_an_aside_after_the_end(plant: Plant, m: Any) -> None:
    caught(plant(asides=lambda self, seat: [m.Leave()]), "over")


def test_an_outcome_that_forgets_a_seat(plant: Plant, c: Any) -> None:
    def outcome(self: Any) -> Any:
        end = c.outcome(self)
        return end and type(end)(end.places[:-1], end.scores, end.reason)

    caught(plant(outcome=outcome), "over", "place")


def test_a_null_in_a_view(plant: Plant, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return replace(c.view(self, seat), thrown=(None,))

    caught(plant(view=view), "shape", "thrown[0]", "null")


def test_a_set_in_a_view(plant: Plant, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return replace(c.view(self, seat), thrown=frozenset(self.thrown))

    caught(plant(view=view), "shape", "set")


def test_a_fact_that_does_not_come_back(plant: Plant, c: Any) -> None:
    class Loose(Record, tag="LOOSE"):
        cards: Any

    def end(self: Any, reason: str, told: Any) -> None:
        c.end(self, reason, told)
        if told is not None:
            told.append(Told(Loose((1, 2))))

    caught(plant(end=end), "struct", "Loose")


def test_a_move_that_move_does_not_know(plant: Plant, m: Any) -> None:
    caught(plant({"Move": m.Throw | m.Draw | m.Vote}), "struct", "leave")


def test_a_carry_that_nobody_can_store(plant: Plant) -> None:
    caught(plant({"Carry": type(None)}), "chain")


def test_facts_that_do_more_than_report(plant: Plant, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, told)
        if told is None:
            self.die = 0

    caught(plant(begin=begin), "replay", "no list for facts")


def test_a_field_shown_to_one_seat_that_is_no_secret(plant: Plant, c: Any, m: Any) -> None:
    def player(self: Any, seat: int, own: bool) -> Any:
        shown = c.player(self, seat, own)
        return replace(shown, points=self.points[seat] + 100 if own else shown.points)

    caught(plant(player=player), "lazy", "points", "belongs in every view")


def test_a_crash(plant: Plant, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        raise KeyError("lost")

    caught(plant(begin=begin), "crash", "KeyError", "begin")


def test_a_module_that_lacks_a_name(plant: Plant) -> None:
    game = plant()
    del game.shows_seed
    caught(game, "game", "shows_seed")


def test_a_setup_that_does_not_fit(plant: Plant, m: Any) -> None:
    caught(plant({"setups": lambda: [(m.Options(), 9)]}), "game", "9 seats")

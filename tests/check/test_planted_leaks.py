"""A viewer who learns something is found, by whatever way he learns it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from cutcard.kernel.game import Illegal, Timer, Told

Plant = Callable[..., Any]
Caught = Callable[..., None]


def test_a_view_that_shows_anothers_vote(plant: Plant, caught: Caught, c: Any) -> None:
    def player(self: Any, seat: int, own: bool) -> Any:
        return c.player(self, seat, own or self.phase == "vote")

    caught(plant(player=player), "leak", "redeal")


def test_a_view_that_shows_one_number_of_anothers_hand(
    plant: Plant, caught: Caught, c: Any
) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return replace(c.view(self, seat), die=min((min(h) for h in self.hands if h), default=0))

    caught(plant(view=view), "leak", "die")


def test_a_fact_told_to_all(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def take_turn(self: Any, seat: int, move: Any, at: int, told: list[Told] | None) -> None:
        c.take_turn(self, seat, move, at, told)
        if told and isinstance(told[-1].fact, m.Drawn):
            told[-1] = Told(told[-1].fact)

    caught(plant(take_turn=take_turn), "leak", "fact", "DRAWN")


def test_a_spectator_who_sees_a_hand(plant: Plant, caught: Caught, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return c.view(self, 0 if seat is None else seat)

    caught(plant(view=view), "leak", "a spectator", "hand")


def test_a_spectator_who_hears_what_only_players_may(
    plant: Plant, caught: Caught, c: Any, m: Any
) -> None:
    def vote(self: Any, seat: int, move: Any, at: int, told: list[Told] | None) -> None:
        before = len(told) if told is not None else 0
        c.vote(self, seat, move, at, told)
        if told is not None:  # seats hear less, whoever is no seat hears all
            told[before] = Told(m.Voted(seat), tuple(range(self.n)), m.Voted(seat, move.yes))

    caught(plant(vote=vote), "leak", "a spectator", "VOTED")


def test_a_leak_in_the_order_of_legal(plant: Plant, caught: Caught, c: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        moves = list(c.legal(self, seat))
        return moves[::-1] if self.deck and self.deck[-1] % 2 else moves

    caught(plant(legal=legal), "leak", "order of legal")


def test_a_leak_in_the_order_of_asides(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def asides(self: Any, seat: int) -> Any:
        moves = c.asides(self, seat)
        return [*moves, *moves] if moves and sum(self.hands[seat - 1]) % 2 else moves

    caught(plant(asides=asides), "leak", "asides")


def test_a_leak_in_an_errors_text(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        if isinstance(move, m.Throw):
            for other, hand in enumerate(self.hands):
                if other != seat and move.card in hand and seat == self.turn:
                    raise Illegal("NOT_HELD", "Somebody else holds that card.")
        c.play(self, seat, move, at, told)

    caught(plant(play=play), "leak", "answered", "NOT_HELD")


def test_a_leak_in_a_refused_move(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        if isinstance(move, m.Draw) and self.phase == "turns" and self.deck[-1:] > [15]:
            raise Illegal("HEAVY", "That card is too heavy.")
        c.play(self, seat, move, at, told)

    def legal(self: Any, seat: int) -> Any:
        return [move for move in c.legal(self, seat) if not isinstance(move, m.Draw)] or c.legal(
            self, seat
        )

    caught(plant(play=play, legal=legal), "leak", "HEAVY")


def test_a_leak_in_a_secret_vote(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def vote(self: Any, seat: int, move: Any, at: int, told: list[Told] | None) -> None:
        before = len(told) if told is not None else 0
        c.vote(self, seat, move, at, told)
        if told is not None:
            told[before] = Told(m.Voted(seat, move.yes))

    caught(plant(vote=vote), "leak", "VOTED")


def test_a_leak_in_a_timer(plant: Plant, caught: Caught, c: Any) -> None:
    def timers(self: Any) -> Any:
        late = max(self.votes) if self.phase == "vote" else 0
        return [Timer(t.due + late, t.tick, t.seat) for t in c.timers(self)]

    caught(plant(timers=timers), "leak", "timers")


def test_a_leak_in_to_act(plant: Plant, caught: Caught, c: Any) -> None:
    def to_act(self: Any) -> Any:
        acting = c.to_act(self)
        return acting[::-1] if self.phase == "vote" and sum(self.hands[0]) % 2 else acting

    caught(plant(to_act=to_act), "leak", "to_act")

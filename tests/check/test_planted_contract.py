"""A clean game passes; whatever else of the contract is broken is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from cutcard.check import check
from cutcard.kernel.game import Record, Told

Plant = Callable[..., Any]
Caught = Callable[..., None]


def test_a_clean_game_passes_and_says_what_was_tried(plant: Plant) -> None:
    report = check(plant(), cases=160)
    assert report.ok, [str(fault) for fault in report.faults]
    assert report.cases == 160
    tried = report.found.tried
    for what in ("steps compared", "hidden moves compared", "refusals compared", "refusals"):
        assert tried[what] > 100, what
    assert set(report.found.compared) == {"DRAWN", "THROWN", "VOTED", "TALLY", "ROUND", "END"}
    assert all(report.found.compared.values())


def test_an_offer_that_is_refused(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        moves = c.legal(self, seat)
        return [*moves, m.Throw(99)] if self.phase == "turns" and moves else moves

    caught(plant(legal=legal), "legal", "NOT_HELD")


def test_an_aside_that_is_refused(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def asides(self: Any, seat: int) -> Any:
        return [*c.asides(self, seat), m.Vote(True)] if self.phase == "turns" else []

    caught(plant(asides=asides), "legal")


def test_a_seat_to_act_without_a_choice(plant: Plant, caught: Caught, c: Any) -> None:
    def legal(self: Any, seat: int) -> Any:
        return [] if self.phase == "vote" and seat == 1 else c.legal(self, seat)

    caught(plant(legal=legal), "legal", "Seat 1 is to act")


def test_a_choice_for_a_seat_that_is_not_to_act(
    plant: Plant, caught: Caught, c: Any, m: Any
) -> None:
    def legal(self: Any, seat: int) -> Any:
        return c.legal(self, seat) or ([m.Draw()] if self.phase == "turns" else [])

    caught(plant(legal=legal), "legal", "not to act")


def test_a_deal_that_stands_still(plant: Plant, caught: Caught, c: Any) -> None:
    def timers(self: Any) -> Any:
        return [] if self.phase == "pause" else c.timers(self)

    caught(plant(timers=timers), "alive")


def test_a_deal_that_never_ends(plant: Plant, caught: Caught, c: Any, short: int) -> None:
    def vote(self: Any, seat: int, move: Any, at: int, told: Any) -> None:
        c.vote(self, seat, move, at, told)
        if self.phase == "over":  # the council sits again and again
            self.phase, self.reason, self.votes = "vote", "", [-1] * self.n

    caught(plant(vote=vote), "endless", str(short))


def test_a_move_after_the_end(plant: Plant, caught: Caught, c: Any, m: Any) -> None:
    def play(self: Any, seat: int, move: Any, at: int = 0, told: Any = None) -> None:
        if self.phase == "over" and isinstance(move, m.Leave):
            return
        c.play(self, seat, move, at, told)

    caught(plant(play=play), "over", "GAME_OVER")


def test_an_aside_after_the_end(plant: Plant, caught: Caught, m: Any) -> None:
    caught(plant(asides=lambda self, seat: [m.Leave()]), "over")


def test_an_outcome_that_forgets_a_seat(plant: Plant, caught: Caught, c: Any) -> None:
    def outcome(self: Any) -> Any:
        end = c.outcome(self)
        return end and type(end)(end.places[:-1], end.scores, end.reason)

    caught(plant(outcome=outcome), "over", "place")


def test_a_null_in_a_view(plant: Plant, caught: Caught, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return replace(c.view(self, seat), thrown=(None,))

    caught(plant(view=view), "shape", "thrown[0]", "null")


def test_a_set_in_a_view(plant: Plant, caught: Caught, c: Any) -> None:
    def view(self: Any, seat: int | None) -> Any:
        return replace(c.view(self, seat), thrown=frozenset(self.thrown))

    caught(plant(view=view), "shape", "set")


def test_a_fact_that_does_not_come_back(plant: Plant, caught: Caught, c: Any) -> None:
    class Loose(Record, tag="LOOSE"):
        cards: Any

    def end(self: Any, reason: str, told: Any) -> None:
        c.end(self, reason, told)
        if told is not None:
            told.append(Told(Loose((1, 2))))

    caught(plant(end=end), "struct", "Loose")


def test_a_move_that_move_does_not_know(plant: Plant, caught: Caught, m: Any) -> None:
    caught(plant({"Move": m.Throw | m.Draw | m.Vote}), "struct", "leave")


def test_a_carry_that_nobody_can_store(plant: Plant, caught: Caught) -> None:
    caught(plant({"Carry": type(None)}), "chain")


def test_facts_that_do_more_than_report(plant: Plant, caught: Caught, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        c.begin(self, at, told)
        if told is None:
            self.die = 0

    caught(plant(begin=begin), "replay", "no list for facts")


def test_a_field_shown_to_one_seat_that_is_no_secret(
    plant: Plant, caught: Caught, c: Any, m: Any
) -> None:
    def player(self: Any, seat: int, own: bool) -> Any:
        shown = c.player(self, seat, own)
        return replace(shown, points=self.points[seat] + 100 if own else shown.points)

    caught(plant(player=player), "lazy", "points", "belongs in every view")


def test_a_crash(plant: Plant, caught: Caught, c: Any) -> None:
    def begin(self: Any, at: int, told: Any) -> None:
        raise KeyError("lost")

    caught(plant(begin=begin), "crash", "KeyError", "begin")


def test_a_module_that_lacks_a_name(plant: Plant, caught: Caught) -> None:
    game = plant()
    del game.shows_seed
    caught(game, "game", "shows_seed")


def test_a_setup_that_does_not_fit(plant: Plant, caught: Caught, m: Any) -> None:
    caught(plant({"setups": lambda: [(m.Options(), 9)]}), "game", "9 seats")

"""Bots see views and imagined worlds; the driver asks them as a table would."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard import Illegal, Rng, game, game_names
from cutcard.bots import Random, UnknownBot, bots_of, drive, make_bot, part, play_out, simulate
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE
from cutcard.kernel.hear import heard


@pytest.mark.parametrize("name", game_names())
def test_every_bot_of_every_game_plays_a_deal_to_its_end(name: str) -> None:
    rules = game(name)
    for number, (options, seats) in enumerate(rules.setups()[:3]):
        names = list(bots_of(name))
        assert "random" in names
        bots = {seat: make_bot(rules, names[(seat + number) % len(names)]) for seat in range(seats)}
        state = rules.deal(options, seats, Rng.named(f"bots {number}"))
        steps = list(drive(state, bots, Rng.named("chance")))
        assert state.outcome() is not None
        assert [step.at for step in steps] == sorted(step.at for step in steps)


def test_the_first_bot_is_the_usual_opponent() -> None:
    assert isinstance(make_bot("duel"), next(iter(bots_of("duel").values())))
    assert isinstance(make_bot("duel", "random"), Random)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="did you mean reader"):
        make_bot("duel", "readr")
    with pytest.raises(UnknownBot, match=r"there are: .*random"):
        make_bot("duel", "zzz")


def test_a_game_without_a_part_has_none() -> None:
    assert part(game("duel"), "no_such_part") is None


def test_the_same_chance_gives_the_same_deal() -> None:
    rules = game("memory")
    options, seats = rules.setups()[0]

    def played() -> list[Any]:
        bots = {seat: make_bot(rules) for seat in range(seats)}
        state = rules.deal(options, seats, Rng(bytes(32)))
        return [(p.at, p.seat, p.move) for p in drive(state, bots, Rng.named("x"))]

    assert played() == played()


class Curious(Random):
    """Notes what it is shown, told and given."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.views: list[Any] = []
        self.facts: list[Any] = []
        self.worlds: list[Any] = []

    def choose(self, seat: Any, view: Any, legal: Any, asides: Any, world: Any, rng: Rng) -> Any:
        assert seat == self.seat, "a bot is told which seat is its own"
        self.views.append(view)
        self.worlds.append(world(rng))
        return super().choose(seat, view, legal, asides, world, rng)

    def hear(self, facts: Any) -> None:
        self.facts += facts


def test_a_bot_is_shown_its_own_view_and_hears_its_own_facts() -> None:
    rules = game("duel")
    options = next(options for options, _ in rules.setups() if options.mode == "HAND")
    state = rules.deal(options, 2, Rng.named(1))
    bots = {seat: Curious(seat) for seat in range(2)}
    told: list[Any] = []
    for step in drive(state, bots, Rng.named(2)):
        told += step.told
    for seat, bot in bots.items():
        assert bot.facts == heard(told, seat)
        assert bot.views
        hidden = [view.players[1 - seat].hand for view in bot.views]
        assert not any(hidden)
    assert bots[0].facts != bots[1].facts


def test_a_world_is_not_the_deal() -> None:
    rules = game("duel")
    options = next(options for options, _ in rules.setups() if options.mode == "HAND")
    state = rules.deal(options, 2, Rng.named(1))
    bot = Curious(0)
    list(drive(state, {0: bot, 1: Random()}, Rng.named(2)))
    assert all(world is not state for world in bot.worlds)
    assert all(world.rng.seed != state.rng.seed for world in bot.worlds)


def test_a_bot_whose_move_is_refused_is_at_fault_unless_it_can_hear_why() -> None:
    rules = game("duel")

    class Stubborn(Random):
        asked = 0

        def choose(self, seat: Any, view: Any, legal: Any, *rest: Any) -> Any:
            self.asked += 1
            other = rules.deal(rules.Options(), 2, Rng.named(9))
            for seat in (0, 1):
                other.play(seat, other.legal(seat)[0])
            play = next(move for move in other.legal(0) if move.card_index == 5)
            return play if self.asked == 1 else legal[0]

        def refused(self, no: Illegal) -> None:
            self.why = no.code

    options, seats = rules.setups()[0]
    bot = Stubborn()
    state = rules.deal(options, seats, Rng.named(4))
    list(drive(state, {0: bot, 1: Random()}, Rng.named(2)))
    assert bot.why == "INVALID_GAME_STATE"

    class Deaf(Stubborn):
        refused = None  # type: ignore[assignment]

    state = rules.deal(options, seats, Rng.named(4))
    with pytest.raises(Illegal):
        list(drive(state, {0: Deaf(), 1: Random()}, Rng.named(2)))


@pytest.mark.parametrize("name", game_names())
def test_a_simulation_is_the_same_each_time_and_other_for_another_seed(name: str) -> None:
    rules = game(name)
    options, seats = rules.setups()[0]
    one, two, other = (simulate(rules, options, seats, seed, 3) for seed in ("1", "1", "2"))
    assert one == two
    assert one.digest != other.digest


def test_a_simulation_keeps_what_it_played() -> None:
    rules = game("memory")
    options, seats = rules.setups()[1]
    kept: list[Any] = []
    tally = simulate(rules, options, seats, "1", 3, keep=lambda *deal: kept.append(deal))
    assert len(kept) == 3
    assert tally.moves == sum(seat != NATURE for _, log in kept for _, seat, _ in log)
    assert simulate(rules, options, seats, "1", 3) == tally
    (options, seats, seed, carry), log = kept[0]
    state = rules.deal(options, seats, Rng(seed), carry)
    for at, seat, move in log:
        state.play(seat, move, at)
    again = rules.deal(options, seats, Rng(seed), carry)
    for at, seat, move in log:
        again.play(seat, move, at)
    assert state.outcome() is not None
    assert digest(state, seats) == digest(again, seats)


def test_random_play_makes_moves_of_seats_only() -> None:
    rules = game("duel")
    options, seats = rules.setups()[0]
    log: list[Any] = []
    moves = play_out(rules.deal(options, seats, Rng.named(3)), Rng.named(4), log)
    assert moves == sum(seat != NATURE for _, seat, _ in log)


def test_everyone_sits_down_where_a_game_asks_them_to() -> None:
    rules = game("poker")
    options, seats = next((o, n) for o, n in rules.setups() if n >= 4)
    bots = {seat: Random() for seat in range(seats)}
    sat = set()
    state = rules.deal(options, seats, Rng.named("sit"))
    for step in drive(state, bots, Rng.named("chance")):
        if type(step.move).__struct_config__.tag == "sit":
            sat.add(step.seat)
    assert sat == set(range(seats))


def test_a_bot_that_minds_it_is_told_the_time_and_others_are_as_they_were() -> None:
    times: list[tuple[int, int | None]] = []

    class Punctual(Random):
        def time(self, at: int, due: int | None) -> None:
            times.append((at, due))

    rules = game("memory")
    state = rules.deal(rules.Options(turn_ms=5000), 2, Rng.named("time"))
    steps = list(drive(state, {0: Punctual(), 1: Random()}, Rng.named("chance")))
    own = [step.at for step in steps if step.seat == 0]
    assert [at for at, _ in times] == own
    assert times[0] == (0, None)  # no clock runs before the start
    assert all(due is not None and at <= due <= at + 5000 for at, due in times[1:])

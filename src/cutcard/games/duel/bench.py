"""How fast Duel's rules are: medians in microseconds, and whole random deals a second."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

from . import moves
from .options import Options
from .rules import READY, Duel, deal
from .score import round_points, round_winner

SAMPLES = 2000
TABLE = (Options(max_rounds=26, round_pause_ms=0), 2)  # for `script/bench table`: a whole deck


def bench() -> dict[str, float]:
    """The spec asks for under 10 ms a creation, 5 ms a card play, 1 ms a score."""
    figures = {}
    for options in (Options(), Options(mode="HAND")):
        mode = options.mode.lower()
        figures[f"{mode}_creation_us"] = creation(options)
        figures[f"{mode}_card_play_us"] = card_play(options)
        figures[f"{mode}_deals_per_s"] = deals_per_second(options)
    figures["score_us"] = scoring(Options())
    return figures


def creation(options: Options, samples: int = SAMPLES) -> float:
    """The median time to shuffle and deal a game, in microseconds."""
    seeds = [Rng.named(number).take(32) for number in range(samples)]
    return median(_micros(lambda: deal(options, 2, Rng(seeds.pop()))) for _ in range(samples))


def card_play(options: Options, samples: int = SAMPLES) -> float:
    """The median time of a card play, facts and both views included, every second one a reveal."""
    times = []
    for number in range(samples // 2):
        duel = started(options, number)
        for seat in (0, 1):
            move = duel.legal(seat)[0]
            times.append(_micros(partial(_play_and_show, duel, seat, move)))
    return median(times)


def scoring(options: Options, samples: int = SAMPLES) -> float:
    """The median time to score a round, in microseconds."""
    rng = Rng.named("scoring")
    pairs = [(rng.below(52), rng.below(52)) for _ in range(samples)]
    return median(
        _micros(lambda: round_points(round_winner(*pairs.pop(), options), options))
        for _ in range(samples)
    )


def deals_per_second(options: Options, deals: int = SAMPLES) -> float:
    """Whole games of random play, shuffle included, no facts and no views."""
    rng = Rng.named("deals")
    start = perf_counter()
    for number in range(deals):
        play_out(deal(options, 2, Rng(number.to_bytes(32, "big"))), rng)
    return deals / (perf_counter() - start)


def started(options: Options, name: str | int) -> Duel:
    """A game whose first round has begun."""
    duel = deal(options, 2, Rng.named(name))
    duel.play(0, READY)
    duel.play(1, READY)
    return duel


def play_out(duel: Duel, rng: Rng) -> None:
    """Random legal play to the end."""
    at = 0
    while duel.outcome() is None:
        waiting = duel.to_act()
        if waiting:
            legal = duel.legal(waiting[0])
            duel.play(waiting[0], legal[rng.below(len(legal))], at)
        else:
            timer = duel.timers()[0]
            at = timer.due
            duel.play(NATURE, timer.tick, at)


def _play_and_show(duel: Duel, seat: int, move: moves.Move) -> None:
    told: list[Told] = []
    duel.play(seat, move, 0, told)
    duel.view(0)
    duel.view(1)


def _micros(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1e6

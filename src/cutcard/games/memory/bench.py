"""Memory's speed: random play, views, and bots that see views; per second, higher is better."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

from .bot import Elephant, Master
from .moves import Options
from .rules import Memory, deal

TABLE = (Options(), 2)  # for `script/bench table`


def bench() -> dict[str, float]:
    """Figures by name, from about two seconds of work."""
    big = deal(Options(grid_size=(8, 8)), 1, Rng.named("bench"))
    small = deal(Options(), 1, Rng.named("bench"))
    return {
        "memory_deals_4x4_dealt_per_s": _rate(lambda i: _dealt((4, 4), i)),
        "memory_deals_8x8_dealt_per_s": _rate(lambda i: _dealt((8, 8), i)),
        "memory_flips_4x4_random_per_s": _rate(_random_solo),
        "memory_views_4x4_per_s": _rate(lambda i: bool(small.view(0))),
        "memory_views_8x8_per_s": _rate(lambda i: bool(big.view(0))),
        "memory_deals_4x4_bots_per_s": _rate(_bots),
    }


def _rate(work: Callable[[int], int], seconds: float = 0.3) -> float:
    done, number, begun = 0, 0, perf_counter()
    while (spent := perf_counter() - begun) < seconds:
        done += work(number)
        number += 1
    return round(done / spent, 1)


def _dealt(grid: tuple[int, int], number: int) -> int:
    deal(Options(grid_size=grid), 1, Rng.named(number))
    return 1


def _random_solo(number: int) -> int:
    """One solo deal of random legal play; how many flips it took."""
    rng, game, at = Rng.named(f"chance {number}"), deal(Options(), 1, Rng.named(number)), 0
    flips = -1  # the start is none
    while game.outcome() is None:
        if game.to_act():
            legal = game.legal(0)
            game.play(0, legal[rng.below(len(legal))], at)
            flips += 1
        else:
            at = game.back_at
            game.play(NATURE, game.timers()[-1].tick, at)
    return flips


def _bots(number: int) -> int:
    """One deal between Master and Elephant, facts and views included."""
    rng, bots = Rng.named(f"bots {number}"), (Master(), Elephant())
    game: Memory = deal(Options(turn_ms=0), 2, Rng.named(number))
    at = 0
    while game.outcome() is None:
        told: list[Told] = []
        if game.to_act():
            seat = game.turn
            world = partial(game.redeal, seat)
            legal, asides = game.legal(seat), game.asides(seat)
            move = bots[seat].choose(seat, game.view(seat), legal, asides, world, rng)
            game.play(seat, move, at, told)
        else:
            at = game.back_at
            game.play(NATURE, game.timers()[-1].tick, at, told)
        for bot in bots:
            bot.hear([tell.fact for tell in told])
    return 1

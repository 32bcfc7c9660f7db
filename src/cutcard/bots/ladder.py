"""Which bot beats which: every two bots of a game over mirrored deals.

A mirrored game is one deal played twice: a bot has every second seat (so that partners across the
table are the same bot), then the others, with the same cards. What the cards gave to one side
they give to the other the next time, so that the difference is the bots'. The order of the ladder
is found, not declared: whoever has the better of most others is at the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev

from msgspec import Struct

from cutcard.kernel.bot import Bot
from cutcard.kernel.game import Game, Options, Outcome
from cutcard.kernel.optional import traits_of
from cutcard.kernel.rng import Rng

from .bot import make_bot
from .drive import drive

CONFIDENCE = 1.96  # standard errors to either side: 95 %
CHUNK = 8  # mirrored games a process is given at once

Find = Callable[[str], Game]


class Mirrored(Struct, frozen=True):
    """One deal from both sides, as the first bot fared: wins of 0 to 1, points a seat and deal."""

    wins: float
    margin: float


class Measure(Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


class Pairing(Struct, frozen=True):
    """How a bot fared against another: how often it won (a tie is half), by how many points."""

    bot: str
    against: str
    games: int
    wins: Measure
    margin: Measure
    beats: bool  # even the lower end of the interval is better than even


class Contest(Struct, frozen=True):
    """What is to be played: where the game is found, and on which table."""

    where: str
    options: Options
    seats: int
    seed: str


def mirrored(rules: Game, contest: Contest, bots: tuple[str, str], number: int) -> Mirrored:
    """The deal of that number from both sides."""
    wins, margins = [], []
    for side in (0, 1):
        outcome = _played(rules, contest, bots, number, side)
        ours = [seat for seat in range(contest.seats) if seat % 2 == side]
        theirs = [seat for seat in range(contest.seats) if seat % 2 != side]
        best, other = (min(outcome.places[seat] for seat in seats) for seats in (ours, theirs))
        wins.append(0.5 if best == other else float(best < other))
        margins.append(_mean_score(outcome, ours) - _mean_score(outcome, theirs))
    return Mirrored(fmean(wins), fmean(margins))


def _played(
    rules: Game, contest: Contest, bots: tuple[str, str], number: int, side: int
) -> Outcome:
    name = f"ladder/{rules.name}/{contest.seed}/{number}"
    state = rules.deal(contest.options, contest.seats, Rng.named(name))
    players: dict[int, Bot] = {
        seat: make_bot(rules, bots[(seat + side) % 2]) for seat in range(contest.seats)
    }
    for _ in drive(state, players, Rng.named(f"{name}/bots")):
        pass
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def _mean_score(outcome: Outcome, seats: Sequence[int]) -> float:
    return fmean([outcome.scores[seat] for seat in seats])


def chance_alone(rules: Game, options: Options) -> bool:
    """Whether nobody's choices change who wins by these options."""
    said = traits_of(rules).pure_chance
    return said is not None and said(options)


def measure(values: Sequence[float]) -> Measure:
    """The mean of independent values, and where the true one lies in 95 of 100 runs."""
    mean = fmean(values)
    wide = CONFIDENCE * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return Measure(mean, mean - wide, mean + wide)


def _share(wins: Measure) -> Measure:
    """The interval of a share ends where shares do."""
    return Measure(wins.mean, max(0.0, wins.low), min(1.0, wins.high))


def pairing(rules: Game, bots: tuple[str, str], played: Sequence[Mirrored]) -> Pairing:
    """What mirrored games say of two bots, the better one first. With chips at stake more of
    them is better, elsewhere more wins are."""
    wins = _share(measure([one.wins for one in played]))
    margin = measure([one.margin for one in played])
    cash = traits_of(rules).cash
    if (margin.mean < 0) if cash else (wins.mean < 0.5):
        bots = bots[1], bots[0]
        wins = Measure(1 - wins.mean, 1 - wins.high, 1 - wins.low)
        margin = Measure(-margin.mean, -margin.high, -margin.low)
    beats = margin.low > 0 if cash else wins.low > 0.5
    return Pairing(*bots, len(played), wins, margin, beats)


def climb(
    rules: Game,
    contest: Contest,
    names: Sequence[str],
    games: int,
    *,
    processes: int = 1,
    find: Find | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Pairing]:
    """Every two of these bots over so many mirrored games, pair after pair. Deals and figures
    are the same for any number of processes; for several, `find` finds the game in each."""
    spans = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if processes < 2 or find is None:
        for bots in combinations(names, 2):
            played = []
            for span in spans:
                played += [mirrored(rules, contest, bots, number) for number in span]
                if progress is not None:
                    progress(len(span))
            yield pairing(rules, bots, played)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for bots in combinations(names, 2):
            played = []
            jobs = [pool.submit(_chunk, find, contest, bots, span) for span in spans]
            for job in jobs:
                played += job.result()
                if progress is not None:
                    progress(CHUNK)
            yield pairing(rules, bots, played)


def _chunk(find: Find, contest: Contest, bots: tuple[str, str], numbers: range) -> list[Mirrored]:
    rules = find(contest.where)
    return [mirrored(rules, contest, bots, number) for number in numbers]


def rungs(rules: Game, names: Sequence[str], pairings: Sequence[Pairing]) -> list[str]:
    """The bots from the top of the ladder down: by pairs won, then by how much they won by."""
    cash = traits_of(rules).cash
    worth = {id(one): one.margin.mean if cash else one.wins.mean - 0.5 for one in pairings}

    def height(name: str) -> tuple[int, float]:
        won = [one for one in pairings if one.bot == name]
        lost = [one for one in pairings if one.against == name]
        return len(won), sum(worth[id(one)] for one in won) - sum(worth[id(one)] for one in lost)

    return sorted(names, key=height, reverse=True)

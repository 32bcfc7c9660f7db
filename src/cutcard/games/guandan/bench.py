"""How fast Guandan's rules are: medians and 95th percentiles in microseconds over random hands.

The targets: identify 25, a lead or follow list 50, all wild placements 500, 250 random deals/s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from statistics import median
from time import perf_counter, process_time

from cutcard.kernel.game import NATURE, Told
from cutcard.kernel.rng import Rng

from .book import PRESETS
from .deck import pack, size, whole_deck
from .lay import usual
from .options import Options
from .rules import State, deal
from .shapes import Form, forms_of, readings_of
from .ways import all_ways

HANDS = 2000
DEALS = 400
BOOK = PRESETS["spec"]


def bench(hands: int = HANDS, deals: int = DEALS) -> dict[str, float]:
    """Every figure the issue names, each over at least 2,000 hands."""
    rng = Rng.named("bench")
    rows = [_hands(rng) for _ in range(hands)]
    leads = [forms_of(hand, level, None, BOOK) for hand, _, level in rows]
    beats = [_one(rng, forms_of(other, level, None, BOOK)) for _, other, level in rows]
    laid = [
        (usual(hand, level, _one(rng, forms), BOOK) or 0, level)
        for (hand, _, level), forms in zip(rows, leads, strict=True)
    ]
    figures: dict[str, float] = {}
    _put(figures, "identify", [partial(readings_of, c, size(c), level, BOOK) for c, level in laid])
    _put(figures, "lead_list", [partial(forms_of, h, level, None, BOOK) for h, _, level in rows])
    follows = [
        partial(forms_of, hand, level, beat, BOOK)
        for (hand, _, level), beat in zip(rows, beats, strict=True)
    ]
    _put(figures, "follow_list", follows)
    _put(
        figures,
        "wild_placements",
        [partial(all_ways, h, level, None, BOOK) for h, _, level in rows],
    )
    _put(figures, "update_with_five_views", _updates(hands // 10), tries=1)
    figures["random_deals_per_s"] = deals_per_second(deals)
    return figures


def deals_per_second(deals: int) -> float:
    """Whole deals by random legal play in a second of one core's time."""
    rng = Rng.named("deals")
    start = process_time()
    for number in range(deals):
        state = deal(Options(), 4, Rng.named(f"deals/{number}"))
        state.play(NATURE, state.timers()[0].tick)
        while state.outcome() is None:
            seat = state.to_act()[0]
            legal = state.legal(seat)
            state.play(seat, legal[rng.below(len(legal))])
    return deals / (process_time() - start)


def _hands(rng: Rng) -> tuple[int, int, int]:
    """Two hands of one shuffle, and a level."""
    deck = whole_deck()
    rng.shuffle(deck)
    return pack(deck[:27]), pack(deck[27:54]), rng.below(13)


def _one(rng: Rng, forms: list[Form]) -> Form:
    return forms[rng.below(len(forms))]


def _put(
    figures: dict[str, float], name: str, calls: Sequence[Callable[[], object]], tries: int = 3
) -> None:
    """Each hand's best of a few tries, so that the machine's other work is not measured."""
    times = []
    for call in calls:
        best = inf
        for _ in range(tries):
            start = perf_counter()
            call()
            best = min(best, perf_counter() - start)
        times.append(best * 1e6)
    times.sort()
    figures[f"{name}_us"] = median(times)
    figures[f"{name}_p95_us"] = times[len(times) * 95 // 100]


def _updates(deals: int) -> list[Callable[[], object]]:
    """A first play with its facts, and the views of four seats and a spectator."""
    calls: list[Callable[[], object]] = []
    for number in range(deals):
        state = deal(Options(), 4, Rng.named(f"update/{number}"))
        state.play(NATURE, state.timers()[0].tick)
        calls.append(partial(_update, state))
    return calls


def _update(state: State) -> None:
    told: list[Told] = []
    state.play(state.turn, state.legal(state.turn)[0], 0, told)
    for viewer in (0, 1, 2, 3, None):
        state.view(viewer)

"""Counts for the operator. The hot path adds to plain ints; Prometheus reads them when asked.

Whoever has something to show registers it: a number in `gauges`, numbers by name in `families`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from cutcard.kernel.game import State

from .measure import figures
from .samples import KEPT, Hourly, Samples

QUANTILES = (0.5, 0.95, 0.99)
APART = ("cutcard_http_requests", "cutcard_deal_figure")

log = logging.getLogger("cutcard.wire")

T = TypeVar("T")
Read = Callable[[], float]
ReadAll = Callable[[], Mapping[str, float]]


class Tally(Collector):
    """What the wire has seen; `gauges` and `families` are asked for at the time of reading."""

    def __init__(self) -> None:
        self.moves = 0
        self.messages = 0
        self.frames_out = 0
        self.opened = 0
        self.refusals: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        self.http: Counter[tuple[str, int]] = Counter()  # by route and status
        self.deals: dict[str, Hourly] = {}  # by game
        self.figures: dict[tuple[str, str], Samples] = {}  # by game and what was measured
        self.answer = Samples()  # seconds from a move's frame to its durable answer
        self.lag = Samples()  # seconds the loop comes late to what is due
        self.gauges: dict[str, tuple[str, Read]] = {}
        self.counters: dict[str, tuple[str, Read]] = {}
        self.families: dict[str, tuple[str, str, ReadAll]] = {}
        """Name → what it is, what its label is called, how to read it."""
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def deal_over(self, game: str, state: State) -> None:
        """A deal ended; its game may have figures of its own for it."""
        if game not in self.deals:
            self.deals[game] = Hourly()
        self.deals[game].add(monotonic())
        for name, value in figures(game, state).items():
            self.figures.setdefault((game, name), Samples()).add(value)

    def collect(self) -> Iterable[Metric]:
        """Everything, for a Prometheus registry."""
        plain: Mapping[str, tuple[str, float]] = {
            "cutcard_moves": ("Moves accepted and durable", self.moves),
            "cutcard_messages": ("Messages received, on /ws and TCP", self.messages),
            "cutcard_frames_sent": ("Frames sent, on /ws and TCP", self.frames_out),
            "cutcard_connections_opened": ("Connections ever made, to /ws and TCP", self.opened),
        }
        for name, (about, value) in plain.items():
            yield CounterMetricFamily(name, about, value)
        for name, (about, read) in self.counters.items():
            yield CounterMetricFamily(name, about, _sound(name, read, 0.0))
        yield _counts("cutcard_refusals", "Refusals by code", "code", self.refusals)
        yield _counts("cutcard_closed", "Sockets we closed", "reason", self.closed)
        http = CounterMetricFamily(
            "cutcard_http_requests", "HTTP requests answered", labels=["route", "status"]
        )
        for (where, status), count in self.http.items():
            http.add_metric([where, str(status)], count)
        yield http
        for name, (about, read) in self.gauges.items():
            yield GaugeMetricFamily(name, about, _sound(name, read, 0.0))
        nothing: Mapping[str, float] = {}
        for name, (about, label, read_all) in self.families.items():
            family = GaugeMetricFamily(name, about, labels=[label])
            for key, value in _sound(name, read_all, nothing).items():
                family.add_metric([key], value)
            yield family
        yield from self._deals()
        yield from _summary("cutcard_move_seconds", "Frame in to durable answer out", self.answer)
        yield from _summary("cutcard_loop_lag_seconds", "How late the event loop is", self.lag)

    def now(self) -> dict[str, float]:
        """What is told about the house itself, by name; what the wire counts by route is left
        out."""
        found: dict[str, float] = {}
        for family in self.registry.collect():
            for one in family.samples:
                if not one.name.startswith(APART):
                    of = "".join(f":{one.labels[key]}" for key in sorted(one.labels))
                    found[one.name.removeprefix("cutcard_") + of] = one.value
        return found

    def _deals(self) -> Iterable[Metric]:
        ever = CounterMetricFamily("cutcard_deals", "Deals (hands) ended", labels=["game"])
        hourly = GaugeMetricFamily(
            "cutcard_deals_per_hour", "Deals (hands) ended in the last 60 minutes", labels=["game"]
        )
        for game, count in self.deals.items():
            ever.add_metric([game], count.total)
            hourly.add_metric([game], count.last_hour(monotonic()))
        yield ever
        yield hourly
        labels = ["game", "figure"]
        all_of = SummaryMetricFamily(
            "cutcard_deal_figure", "A game's own figures of its deals: poker's pot", labels=labels
        )
        mean = GaugeMetricFamily(
            "cutcard_deal_figure_mean", f"Their mean over the last {KEPT} deals", labels=labels
        )
        for key, samples in self.figures.items():
            all_of.add_metric(list(key), samples.count, samples.total)
            mean.add_metric(list(key), samples.mean())
        yield all_of
        yield mean


def _sound(name: str, read: Callable[[], T], otherwise: T) -> T:
    """What a part of the server says of itself; its fault does not hide the rest."""
    try:
        return read()
    except Exception:
        log.exception("reading the metric %s failed; it is shown as 0 or left out", name)
        return otherwise


def _counts(name: str, about: str, label: str, counted: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, about, labels=[label])
    for key, count in counted.items():
        family.add_metric([key], count)
    return family


def _summary(name: str, about: str, samples: Samples) -> Iterable[Metric]:
    yield SummaryMetricFamily(name, about, count_value=samples.count, sum_value=samples.total)
    quantiles = GaugeMetricFamily(f"{name}_recent", f"{about}, last {KEPT}", labels=["quantile"])
    for q in QUANTILES:
        quantiles.add_metric([str(q)], samples.quantile(q))
    yield quantiles

"""Counts for the operator. The hot path adds to plain ints; Prometheus reads them when asked."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

KEPT = 1024  # samples from which quantiles are told
QUANTILES = (0.5, 0.95, 0.99)


class Samples:
    """The last values of something measured, with how many there ever were."""

    __slots__ = ("count", "last", "total")

    def __init__(self) -> None:
        self.last: deque[float] = deque(maxlen=KEPT)
        self.count = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        """One more measurement, in seconds."""
        self.last.append(value)
        self.count += 1
        self.total += value

    def quantile(self, q: float) -> float:
        """Of the last ones; 0 before the first."""
        ordered = sorted(self.last)
        return ordered[min(len(ordered) - 1, int(len(ordered) * q))] if ordered else 0.0


class Tally(Collector):
    """What the wire has seen; `gauges` are asked for at the time of reading."""

    def __init__(self) -> None:
        self.moves = 0
        self.messages = 0
        self.frames_out = 0
        self.opened = 0
        self.refusals: Counter[str] = Counter()
        self.http: Counter[tuple[str, int]] = Counter()  # by route and status
        self.closed: Counter[str] = Counter()
        self.answer = Samples()  # a move from its frame to its durable answer
        self.lag = Samples()  # how late the loop comes to what is due
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self.counters: dict[str, tuple[str, Callable[[], float]]] = {}
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def collect(self) -> Iterable[Metric]:
        """Everything, for a Prometheus registry."""
        plain: Mapping[str, tuple[str, float]] = {
            "cutcard_moves": ("Moves accepted and durable", self.moves),
            "cutcard_messages": ("Messages received on /ws", self.messages),
            "cutcard_frames_sent": ("Frames sent on /ws", self.frames_out),
            "cutcard_connections_opened": ("Connections ever made to /ws", self.opened),
        }
        for name, (about, value) in plain.items():
            yield CounterMetricFamily(name, about, value)
        for name, (about, read) in self.counters.items():
            yield CounterMetricFamily(name, about, read())
        refusals = CounterMetricFamily("cutcard_refusals", "Refusals by code", labels=["code"])
        for code, count in self.refusals.items():
            refusals.add_metric([code], count)
        yield refusals
        closed = CounterMetricFamily("cutcard_closed", "Sockets we closed", labels=["reason"])
        for reason, count in self.closed.items():
            closed.add_metric([reason], count)
        yield closed
        for name, (about, read) in self.gauges.items():
            yield GaugeMetricFamily(name, about, read())
        yield from _summary("cutcard_move_seconds", "Frame in to durable answer out", self.answer)
        yield from _summary("cutcard_loop_lag_seconds", "How late the event loop is", self.lag)


def _summary(name: str, about: str, samples: Samples) -> Iterable[Metric]:
    yield SummaryMetricFamily(name, about, count_value=samples.count, sum_value=samples.total)
    quantiles = GaugeMetricFamily(f"{name}_recent", f"{about}, last {KEPT}", labels=["quantile"])
    for q in QUANTILES:
        quantiles.add_metric([str(q)], samples.quantile(q))
    yield quantiles

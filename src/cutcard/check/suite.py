"""The conformance suite over one game: cases on all its setups, then what only a whole run shows.

A case is one deal, of one setup and one seed, played to its end and examined on a second run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import monotonic
from types import ModuleType

from msgspec import Struct, field

from cutcard.kernel.game import Game
from cutcard.kernel.optional import traits_of

from . import lazy, lists, names, pure, twin
from .case import Case, Findings
from .crew import Job, findings
from .examine import fault_of, play
from .fault import Broken, Fault
from .find import find
from .structs import Trips
from .walk import Trace

ENOUGH = 6  # faulty cases after which a run stops
TWINS = 24  # deals played under two hash seeds
NAMES = ("name", "version", "seats", "shows_seed", "Options", "Move", "Tick", "Carry")
Progress = Callable[[int], None]


class Report(Struct):
    """What a run over one game tried and found."""

    game: str
    asked: int
    cases: int = 0
    seconds: float = 0.0
    setups: int = 0
    found: Findings = field(default_factory=Findings)
    notes: list[str] = field(default_factory=list)
    lists: lists.Lists | None = None

    @property
    def faults(self) -> list[Fault]:
        """One of each kind, the first found."""
        first: dict[str, Fault] = {}
        for fault in self.found.faults:
            first.setdefault(fault.kind, fault)
        return list(first.values())

    @property
    def ok(self) -> bool:
        return not self.found.faults

    def broke(self, broken: Broken, seed: str) -> None:
        """Add a fault that belongs to no single case."""
        fault = Fault(broken.kind, self.game, "", seed, broken.step, broken.message)
        self.found.faults.append(fault)


def check(
    game: Game | str,
    *,
    cases: int = 400,
    seed: str = "1",
    processes: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
    record: bool = False,
) -> Report:
    """Run the suite over a game: a module, or where one is found (name, module, folder).

    `seed` is any word; a seed "run/case" tries that one case again.
    """
    begun = monotonic()
    where = game if isinstance(game, str) else None
    rules = find(game) if isinstance(game, str) else game
    report = Report(getattr(rules, "name", where or "?"), cases)
    try:
        report.setups = _module(rules)
    except Broken as broken:
        report.broke(broken, seed)
        return report
    run, _, only = seed.partition("/")
    for impure in pure.imports(rules) if isinstance(rules, ModuleType) else ():
        report.broke(impure, run)
    numbers = range(int(only), int(only) + 1) if only else range(cases)
    job = Job(rules, where, run, numbers, processes, seconds and begun + seconds)
    for found, done in findings(job):
        report.found.add(found)
        report.cases += done
        if progress is not None:
            progress(done)
        if len(report.found.faults) >= ENOUGH:
            break
    if report.cases < len(numbers) and report.ok:
        report.notes.append(f"time was up after {report.cases} of {len(numbers)} cases")
    if not only and report.ok:
        _whole(job, report, record)
    report.seconds = monotonic() - begun
    return report


def _module(rules: Game) -> int:
    """The module has the names of `Game`, and setups that fit; returns how many."""
    lacking = [word for word in (*NAMES, "deal", "setups") if not hasattr(rules, word)]
    if lacking:
        raise Broken("game", f"The module lacks {', '.join(lacking)}; see kernel/game.py.")
    setups = rules.setups()
    if not setups:
        raise Broken("game", "setups() is empty; give at least the usual (options, seats).")
    for options, seats in setups:
        if seats not in rules.seats:
            raise Broken("game", f"setups() has {seats} seats, but seats is {rules.seats}.")
        Trips(rules).options(options)
    names.module(rules)
    return len(setups)


def _whole(job: Job, report: Report, record: bool) -> None:
    """What only a whole run shows: other processes, what never varied, the checked-in lists."""
    if job.where is None:
        report.notes.append("not found by name, so not run under other hash seeds")
    else:
        deals = min(TWINS, report.cases)
        try:
            twin.compare(job.where, deals, job.run)
            report.found.tried["deals under two hash seeds"] += deals
        except Broken as broken:
            report.broke(broken, job.run)
    module = job.rules if isinstance(job.rules, ModuleType) else None
    old = lists.recorded(module) if module else None
    _never_seen(job, report, old.fixed if old else {})
    report.lists = new = lists.of(report.found, report.cases)
    if not report.ok or module is None:
        return
    if record:
        place = lists.record(module, new)
        report.notes.append(f"lists written to {place}" if place else "no folder to record into")
    elif old is not None:
        for text in lists.differences(old, new):
            ask = f"{text}. If that is meant, run check with --record."
            report.broke(Broken("lists", ask), job.run)


def _never_seen(job: Job, report: Report, fixed: dict[str, str]) -> None:
    """Chase what the cases have not shown by chance; what is never found is a fault."""
    found = report.found

    @cache
    def again(number: int) -> tuple[Case, Trace]:
        case = Case(job.rules, job.run, number, found)
        try:
            return case, play(case)
        except Exception as error:  # a deal that the run did not have
            fault = fault_of(case, error)
            raise Broken(fault.kind, f"{fault.message} Case {fault.seed}.", fault.step) from error

    chase = lazy.Chase(found, report.setups, again)
    for what, things in lazy.missing(found, traits_of(job.rules).hides).items():
        for thing in things:
            if what == "varied" and " ".join(thing.split("/", 2)[1:]) in fixed:
                continue
            spots = found.spots.get(f"{lazy.SPOT[what]} {thing}", [])
            found.tried["chased at the end"] += 1
            seed = f"{job.run}/{spots[0].case}" if spots else job.run
            try:
                if getattr(chase, what)(thing):
                    getattr(found, what).update([thing])
                else:
                    report.broke(Broken(*lazy.sentence(what, thing)), seed)
            except Broken as leak:
                report.broke(leak, seed)

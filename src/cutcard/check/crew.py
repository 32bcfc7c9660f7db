"""Running many cases, in order, in this process or in several."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic

from msgspec import Struct

from cutcard.kernel.game import Game

from .case import Case, Findings
from .examine import examine, fault_of
from .find import find

BATCH = 16


class Job(Struct):
    """Which cases of which game to run, and until when."""

    rules: Game
    where: str | None  # None: the game cannot be found from another process
    run: str
    numbers: range
    processes: int = 1
    deadline: float | None = None

    def late(self) -> bool:
        return self.deadline is not None and monotonic() > self.deadline


def findings(job: Job) -> Iterator[tuple[Findings, int]]:
    """What each batch found, in the order of the cases, and how many cases it had."""
    numbers = job.numbers
    batches = [numbers[i : i + BATCH] for i in range(0, len(numbers), BATCH)]
    if job.where is None or job.processes < 2 or len(batches) < 4:
        for batch in batches:
            if job.late():
                return
            yield run_cases(job.rules, job.run, batch), len(batch)
        return
    with ProcessPoolExecutor(job.processes, mp_context=get_context("spawn")) as pool:
        waiting: list[tuple[Future[Findings], int]] = []
        for batch in batches:
            if job.late():
                break
            waiting.append((pool.submit(_work, job.where, job.run, batch, sys.path), len(batch)))
            if len(waiting) > job.processes * 2:
                future, done = waiting.pop(0)
                yield future.result(), done
        for future, done in waiting:
            yield future.result(), done


def _work(where: str, run: str, batch: range, path: list[str]) -> Findings:
    sys.path[:] = path
    return run_cases(find(where), run, batch)


def run_cases(rules: Game, run: str, numbers: range) -> Findings:
    """Some cases, one after the other; a fault ends its case, not the others."""
    found = Findings()
    for number in numbers:
        case = Case(rules, run, number, found)
        try:
            examine(case)
        except Exception as error:  # whatever the rules raise is a fault of theirs
            found.faults.append(fault_of(case, error))
    return found

"""What a request takes of our time after it has waited for something: each of its steps is counted,
so that it is paid for as what is done at once is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from time import thread_time
from typing import Any, Generic, TypeVar

T = TypeVar("T")

FREE = 0.002  # seconds that the price of a request's kind is for, with all its steps


class Metered(Generic[T]):
    """`await Metered(work, spent)` is `await work`; at its end `spent` is told the seconds of the
    loop's own time that it took, where they are more than a few steps take. What others did while
    it waited is not its."""

    def __init__(self, work: Awaitable[T], spent: Callable[[float], object]) -> None:
        self._work = work
        self._spent = spent

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self._work.__await__()
        wrong: BaseException | None = None
        took = 0.0
        try:
            while True:
                began = thread_time()
                try:
                    waits = next(steps) if wrong is None else steps.throw(wrong)
                except StopIteration as done:
                    result: T = done.value
                    return result
                finally:
                    took += thread_time() - began
                wrong = None
                try:
                    yield waits
                except BaseException as reason:  # a cancelling is the work's, too
                    wrong = reason
        finally:
            if took > FREE:
                self._spent(took)

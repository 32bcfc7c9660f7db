"""What a bot is: it sees a seat's views and worlds that fit them, never a state.

`choose` is all that a bot must have; the rest is asked for here, once for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from .game import Fact, Illegal, Move, Seat, State, View
from .rng import Rng

World = Callable[[Rng], State]


class Bot(Protocol):
    """Chooses a move of its seat."""

    def choose(
        self,
        seat: Seat,
        view: View,
        legal: Sequence[Move],
        asides: Sequence[Move],
        world: World,
        rng: Rng,
    ) -> Move:
        """For its `seat` one of `legal`, or an aside, or whatever else the rules accept.

        `world(rng)` is a deal as it might be: redealt, so that it tells nothing hidden.
        """


@runtime_checkable
class Listener(Protocol):
    """What a bot that remembers has besides."""

    def hear(self, facts: Sequence[Fact]) -> None:
        """The facts its seat was told, after each step that told it any."""


@runtime_checkable
class Thinker(Protocol):
    """What a bot has that may think for more than some milliseconds."""

    deep: bool  # True: a server lets it think in a thread, over a copy


@runtime_checkable
class Learner(Protocol):
    """What a bot (or a person at a terminal) has that may choose again after a refusal."""

    def refused(self, no: Illegal) -> None:
        """Why its choice was refused; it is then asked once more."""


@runtime_checkable
class Punctual(Protocol):
    """What a bot has that minds the time."""

    def time(self, at: int, due: int | None) -> None:
        """Before each `choose`: what time it is, in ms on the deal's clock, and when the time of
        its seat is over; None: no clock runs against it."""


OPTIONAL = ("hear", "deep", "refused", "time")


def remembers(bot: Bot) -> bool:
    """Whether it wants to hear facts."""
    return isinstance(bot, Listener)


def thinks_long(bot: Bot) -> bool:
    """Whether it must never think on a server's loop."""
    return isinstance(bot, Thinker) and bot.deep


def tell(bot: Bot, facts: Sequence[Fact]) -> None:
    """Let a bot hear facts, if it listens."""
    if facts and isinstance(bot, Listener):
        bot.hear(facts)


def tell_time(bot: Bot, state: State, seat: Seat, at: int) -> None:
    """Tell a bot that minds it what time it is on its seat."""
    if isinstance(bot, Punctual):
        own = [timer.due for timer in state.timers() if timer.seat == seat]
        bot.time(at, min(own, default=None))


def tell_refusal(bot: Bot, no: Illegal) -> None:
    """Tell whoever chose why it was refused; one who cannot hear it is at fault, and it is
    raised."""
    if not isinstance(bot, Learner):
        raise no
    bot.refused(no)

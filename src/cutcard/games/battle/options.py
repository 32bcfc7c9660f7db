"""What whoever opens a Battle may choose. A wrong choice is refused here, with a sentence.

`core` is the spec to the letter. `standard` has summoning sickness; whoever goes second opens with
a sixth card in the place of their first draw and has one CE more in each of their first two turns
(`balance.py` measures what that does). Times are milliseconds; 0 turns a clock off.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.kernel.game import Record

from .defs import CardSet
from .sets import BadSet, load, starter

Ruleset = Literal["standard", "core"]
Preset = Literal["spec", "relaxed", "off"]
HOUR = 3_600_000


class Times(NamedTuple):
    """How long each decision may take; B35."""

    turn: int
    action: int
    attack: int
    block: int
    response: int
    discard: int
    mulligan: int
    deck: int


TIMES = {
    "spec": Times(20_000, 10_000, 5_000, 5_000, 3_000, 5_000, 20_000, 60_000),
    "relaxed": Times(120_000, 60_000, 20_000, 20_000, 10_000, 20_000, 30_000, 120_000),
    "off": Times(0, 0, 0, 0, 0, 0, 0, 0),
}


class Options(Record, frozen=True):
    """The rules of one match of Battle."""

    ruleset: Ruleset = "standard"
    timers: Preset = "relaxed"
    decks: tuple[str, str] | None = None  # ready decks by name; none: each player chooses
    best_of: Literal[1, 3] = 1
    turn_ms: int | None = None  # in place of the preset's
    action_ms: int | None = None
    response_ms: int | None = None
    card_set: str = ""  # a card file (JSON); empty: the starter set
    turn_limit: int = 60
    block_window: bool = False  # a time to respond after blocks, for both

    def __post_init__(self) -> None:
        if self.ruleset not in ("standard", "core"):
            raise ValueError(f"ruleset is standard or core, not {self.ruleset}")
        if self.timers not in TIMES:
            raise ValueError(f"timers is spec, relaxed or off, not {self.timers}")
        if self.best_of not in (1, 3):
            raise ValueError(f"bestOf is 1 or 3, not {self.best_of}")
        for name, ms in (
            ("turnMs", self.turn_ms),
            ("actionMs", self.action_ms),
            ("responseMs", self.response_ms),
        ):
            if ms is not None and not 0 <= ms <= HOUR:
                raise ValueError(f"{name} is from 0 to {HOUR}, not {ms}")
        if not 2 <= self.turn_limit <= 200:
            raise ValueError(f"turnLimit is from 2 to 200, not {self.turn_limit}")
        cards = self.cards
        for deck in self.decks or ():
            if deck not in cards.decks:
                raise ValueError(
                    f"no ready deck is called '{deck}'; there are: {', '.join(cards.decks)}"
                )

    @property
    def cards(self) -> CardSet:
        """The set that is played with; ValueError tells what is wrong with an uploaded one."""
        if not self.card_set:
            return starter()
        try:
            return load(self.card_set)
        except BadSet as bad:
            raise ValueError(f"cardSet: {bad}") from bad

    @property
    def times(self) -> Times:
        times = TIMES[self.timers]
        if self.turn_ms is not None:
            times = times._replace(turn=self.turn_ms)
        if self.action_ms is not None:
            times = times._replace(action=self.action_ms)
        if self.response_ms is not None:
            times = times._replace(response=self.response_ms)
        return times


class Rules(NamedTuple):
    """The numbers of a deal, worked out of its options once."""

    times: Times
    sickness: bool
    second_hand: int
    draws_from: int  # in turns up to this one nobody draws (B46)
    second_ce: tuple[int, ...]  # what the second player has more in their first turns
    turn_limit: int
    best_of: int
    ruleset: str
    block_window: bool
    hp: int = 20
    max_ce: int = 10
    hand: int = 5
    hand_limit: int = 10
    field_units: int = 7
    field_cards: int = 3
    equipment: int = 3


def rules_of(options: Options) -> Rules:
    standard = options.ruleset == "standard"
    return Rules(
        options.times,
        standard,
        6 if standard else 5,
        2 if standard else 1,
        (1, 1) if standard else (),
        options.turn_limit,
        options.best_of,
        options.ruleset,
        options.block_window,
    )

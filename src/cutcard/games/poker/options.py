"""What whoever opens a poker table may choose. Chips are whole numbers, times milliseconds unless
an option says seconds.

What is left out is the usual of the game that is played; what contradicts itself is refused here,
with a sentence, and nothing later checks an option again.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from cutcard.kernel.game import Record

from .variants import MIXES, VARIANTS, Variant

MOST_CHIPS = 10**12
MOST_LEVELS = 100
RUNGS = 20  # of the ladder of blinds: the last is a thousand times the first
LEAST, USUAL, MOST = 20, 50, 100  # buy-ins in big blinds
STUD_BET = 4  # the least of which a quarter is a chip
Chips = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
Bet = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]

if TYPE_CHECKING:
    VariantName = str
else:
    VariantName = Literal[tuple(VARIANTS)]  # the table of variants is the list of names


class Level(Record, frozen=True):
    """Blinds and ante for a while."""

    small_blind: Chips
    big_blind: Bet
    ante: Chips = 0

    def __post_init__(self) -> None:
        if self.small_blind > self.big_blind:
            raise ValueError(
                f"the small blind of {self.small_blind} is more than the big blind of"
                f" {self.big_blind}"
            )


class Options(Record, frozen=True):
    """What whoever opens the table chose."""

    variant: VariantName | Literal["HORSE", "8-game", "dealer"] = "NT"
    small_blind: Chips | None = None  # half the big blind; never None once made
    big_blind: Bet | None = None  # a fixed limit's small bet: 2, or 4 where stud is played
    ante: Chips = 0  # stud takes a quarter of the bet and short-deck a fifth where none is given
    ante_by: Literal["each", "button", "big_blind", "big_blind_last"] = "each"
    bring_in: Chips = 0  # stud: a quarter of the small bet where none is given
    min_buy_in: Chips = 0  # 20, 100 and 50 big blinds where none is given
    max_buy_in: Chips = 0
    buy_in: Chips = 0
    start_stack: Chips = 0  # a tournament: everybody starts with this, and nobody buys more
    blinds_rise: bool = True  # a tournament's: by a ladder of their own, or by `levels`
    level_hands: Annotated[int, Meta(ge=1, le=10000)] = 12  # a level lasts so many hands,
    level_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0  # or where this is given, minutes
    levels: tuple[Level, ...] = ()
    min_players: Annotated[int, Meta(ge=2, le=10)] = 2
    max_players: Annotated[int, Meta(ge=2, le=10)] = 10
    action_timeout: Annotated[int, Meta(ge=1, le=3600)] = 30  # seconds
    time_bank: Annotated[int, Meta(ge=0, le=3600)] = 30  # seconds
    start_delay: Annotated[int, Meta(ge=0, le=600_000)] = 3000
    show_delay: Annotated[int, Meta(ge=1, le=600_000)] = 4000
    result_delay: Annotated[int, Meta(ge=0, le=600_000)] = 0  # a paid hand lies open so long
    allow_straddle: bool = False
    straddle_by: Literal["under_the_gun", "button"] = "under_the_gun"
    allow_run_it_twice: bool = False
    table_all_in: bool = True  # hands all-in lie open before the rest is dealt
    rake: Annotated[int, Meta(ge=0, le=200)] = 0  # per thousand; never in a tournament
    rake_cap: Chips = 0
    no_flop_no_drop: bool = True
    cap: Annotated[int, Meta(ge=0, le=9)] = 4  # bets a street of a fixed limit; 0: no cap
    bomb_every: Annotated[int, Meta(ge=0, le=1000)] = 0  # every so many hands is a bomb pot
    bomb_ante: Chips = 0  # two big blinds where none is given
    double_board: bool = False  # bomb pots are played on two boards
    draw_proofs: Literal["all", "own"] = "all"  # who is told the proofs of a hand shown after draws

    def __post_init__(self) -> None:
        games = self.games()
        self._fill_in_blinds(games)
        _check_levels(self)
        if any(game.stud for game in games):
            _check_stud(self)
        if self.max_players < self.min_players:
            raise ValueError(
                f"at most {self.max_players} players is fewer than at least {self.min_players}"
            )
        if self.start_stack:
            first = self.steps()[0].big_blind
            if self.start_stack < first:
                raise ValueError(
                    f"a stack of {self.start_stack} is less than the first big blind, {first}"
                )
        else:
            _check_buy_ins(self)
        _check_bombs(self, games)

    def _fill_in_blinds(self, games: tuple[Variant, ...]) -> None:
        """The usual blinds where none are chosen; then they are chosen, for whoever reads."""
        small, big = self.small_blind, self.big_blind
        if big is None:
            big = max(2 * (small or 0), STUD_BET if any(game.stud for game in games) else 2)
            force_setattr(self, "big_blind", big)
        if small is None:
            force_setattr(self, "small_blind", big // 2)

    def games(self) -> tuple[Variant, ...]:
        """All that may be played at the table."""
        if self.variant == "dealer":
            return tuple(VARIANTS.values())
        return tuple(VARIANTS[code] for code in MIXES.get(self.variant, (self.variant,)))

    def steps(self) -> tuple[Level, ...]:
        """The blinds and antes from first to last."""
        if self.levels:
            return self.levels
        assert self.small_blind is not None
        assert self.big_blind is not None
        rungs = RUNGS if self.start_stack and self.blinds_rise else 1
        return _ladder(self.small_blind, self.big_blind, self.ante, rungs)

    def buy_ins(self) -> tuple[int, int, int]:
        """The least, the most and the usual buy-in of a cash table."""
        big = self.big_blind
        assert big is not None
        least = self.min_buy_in or min(LEAST * big, self.max_buy_in or LEAST * big)
        most = self.max_buy_in or max(MOST * big, least)
        return least, most, self.buy_in or min(max(USUAL * big, least), most)


@lru_cache(64)  # of the tables that are open, few are different
def _ladder(small: int, big: int, ante: int, rungs: int) -> tuple[Level, ...]:
    """Once, one and a half times, twice, three times, four times … the first blinds."""
    halves = [(2 if k % 2 == 0 else 3) << k // 2 for k in range(rungs)]
    return tuple(Level(small * n // 2, big * n // 2, ante * n // 2) for n in halves)


def _check_levels(o: Options) -> None:
    steps = o.steps()  # which makes, and so checks, the only one where no levels are given
    if o.levels and not o.start_stack:
        raise ValueError("levels are for tournaments: choose startStack too")
    if len(steps) > MOST_LEVELS:
        raise ValueError(f"there are at most {MOST_LEVELS} levels, not {len(steps)}")
    for number, (before, after) in enumerate(pairwise(steps), 2):
        fields = ("small_blind", "big_blind", "ante")
        if any(getattr(after, name) < getattr(before, name) for name in fields):
            raise ValueError(f"level {number} is lower than the level before it")


def _check_stud(o: Options) -> None:
    bet = min(step.big_blind for step in o.steps())
    if o.bring_in >= bet:
        raise ValueError(f"the bring-in of {o.bring_in} is not less than the bet of {bet}")
    if bet < STUD_BET and not o.bring_in:
        raise ValueError(
            f"a bet of {bet} is too small for stud, where the bring-in is a quarter of it: choose"
            f" {STUD_BET} or more, or a bring-in"
        )


def _check_buy_ins(o: Options) -> None:
    least, most, usual = o.buy_ins()
    if least > most:
        raise ValueError(f"the least buy-in of {least} is more than the most, {most}")
    if not least <= usual <= most:
        raise ValueError(f"the usual buy-in is from {least} to {most}, not {usual}")


def _check_bombs(o: Options, games: tuple[Variant, ...]) -> None:
    if o.bomb_every:
        if not any(game.boards for game in games):
            raise ValueError("bomb pots are played with a board, which this game has not")
    elif o.double_board:
        raise ValueError("two boards are for bomb pots: choose bombEvery too")
    elif o.bomb_ante:
        raise ValueError("a bomb pot's ante is for bomb pots: choose bombEvery too")

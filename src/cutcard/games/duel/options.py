"""What whoever opens a Duel may choose: the spec's GameRules, and three times of our own.

A wrong choice is refused here, with a sentence; nothing later checks an option again.
"""

from __future__ import annotations

from typing import Literal

from cutcard.kernel.game import Record

Mode = Literal["QUICK", "HAND"]
MOST_ROUNDS = {"QUICK": 26, "HAND": 24}  # two cards a round; two spare cards in each hand
SPARE = 2  # HAND: how many cards more than rounds each player holds
SERIES = (1, 3, 5, 7)
STANDARD_ROUNDS = {"QUICK": (3,), "HAND": (3, 5)}
DAY = 86_400_000


class Options(Record, frozen=True):
    """The rules of one Duel."""

    mode: Mode = "QUICK"  # QUICK: face-down picks from one deck; HAND: private hands
    max_rounds: int = 3
    round_timeout_ms: int = 30_000
    game_timeout_ms: int = 1_800_000
    ready_timeout_ms: int = 60_000
    round_pause_ms: int = 3_000
    allow_rematch: bool = True
    allow_surrender: bool = True
    min_players_per_game: int = 2
    max_players_per_game: int = 2
    ace_high_value: bool = False  # an ace counts 1, or 14
    allow_ties: bool = True  # else equal values are decided by suit: ♠ ♥ ♦ ♣
    win_round_points: int = 1
    tie_round_points: int = 0
    lose_round_points: int = 0
    game_win_multiplier: float = 1.5  # season points of the winner; never decides who wins
    best_of: int = 1  # games of a series; who wins more of them wins the match

    def __post_init__(self) -> None:
        if self.mode not in MOST_ROUNDS:
            raise ValueError(f"mode is QUICK or HAND, not {self.mode}")
        _between("maxRounds", self.max_rounds, 1, MOST_ROUNDS[self.mode], f" in {self.mode}")
        _between("roundTimeoutMs", self.round_timeout_ms, 1, DAY)
        _between("gameTimeoutMs", self.game_timeout_ms, self.round_timeout_ms, 30 * DAY)
        _between("readyTimeoutMs", self.ready_timeout_ms, 1, DAY)
        _between("roundPauseMs", self.round_pause_ms, 0, DAY)
        if self.min_players_per_game != 2 or self.max_players_per_game != 2:
            raise ValueError("minPlayersPerGame and maxPlayersPerGame are 2: a Duel is for two")
        for points in (self.win_round_points, self.tie_round_points, self.lose_round_points):
            _between("points for a round", points, -1000, 1000)
        if not self.lose_round_points <= self.tie_round_points <= self.win_round_points:
            raise ValueError("a tie pays no more than a win and no less than a loss")
        if self.lose_round_points == self.win_round_points:
            raise ValueError("winRoundPoints must be more than loseRoundPoints")
        _between("gameWinMultiplier", self.game_win_multiplier, 0, 100)
        if self.best_of not in SERIES:
            raise ValueError(f"bestOf is 1, 3, 5 or 7, not {self.best_of}")

    def valid_round(self, number: int) -> bool:
        """Whether a game under these rules has a round of that number."""
        return 1 <= number <= self.max_rounds


def ladder(options: Options, seats: int) -> str | None:
    """QUICK and HAND have a rating each, where all else is the spec's own: no other clock, points
    or luck. Whether a rematch may follow is nobody's advantage."""
    if options.max_rounds not in STANDARD_ROUNDS[options.mode]:
        return None
    usual = Options(options.mode, options.max_rounds, allow_rematch=options.allow_rematch)
    return options.mode if options == usual else None


def pure_chance(options: Options) -> bool:
    """In QUICK nobody knows anything of a card before it is picked."""
    return options.mode == "QUICK"


def _between(what: str, value: float, low: int, high: int, where: str = "") -> None:
    if not low <= value <= high:  # also refuses a float that is not a number
        raise ValueError(f"{what} is from {low} to {high}{where}, not {value}")

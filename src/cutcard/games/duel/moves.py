"""All that is said in a Duel: moves, ticks, facts and the view. Frozen Records, no logic.

Times are milliseconds on the deal's clock; `card_index` is a place in the face-down deck in
QUICK and the card's own number (`deck.py`) in HAND.
"""

from __future__ import annotations

from typing import Literal

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

Winner = Holder | Literal["tie"]


class Ready(Record, frozen=True, tag="ready"):
    """MATCH_READY: both have to say it before anything starts."""


class CardPlay(Record, frozen=True, tag="card_play"):
    """Lock a card for the round; it cannot be taken back."""

    card_index: int
    round_number: int


class Surrender(Record, frozen=True, tag="surrender"):
    """Give the game up; before its start, decline it."""


Move = Ready | CardPlay | Surrender


class ReadyExpire(Record, frozen=True, tag="ready_expire"):
    """Somebody never got ready."""


class RoundExpire(Record, frozen=True, tag="round_expire"):
    """The round's deadline: the server plays for whoever has not."""


class NextRound(Record, frozen=True, tag="next_round"):
    """The pause after a reveal is over."""


class GameExpire(Record, frozen=True, tag="game_expire"):
    """The game has lasted as long as it may."""


Tick = ReadyExpire | RoundExpire | NextRound | GameExpire


class Carry(Record, frozen=True):
    """What a game of a series hands to the next."""

    game: int  # the number of the next one
    wins: tuple[int, int]
    season_points: tuple[int, int]
    winner: int  # of the last game, -1 for a tie,
    scores: tuple[int, int]  # and its scores


class Face(Record, frozen=True):
    """What is on a card."""

    id: str  # "QH", "TD": always two letters
    rank: str
    suit: str  # C D H S
    value: int  # 1 (ace) … 13 (king), whatever an ace counts in this game
    display_name: str


class Round(Record, frozen=True):
    """A round that is over."""

    round_number: int
    started_at: int
    completed_at: int
    cards: dict[Seat, Face]
    winner_id: Winner
    scores: dict[Seat, int]
    auto: tuple[Seat, ...] = ()  # for whom the server played


class Stats(Record, frozen=True):
    """A finished game in figures; times in ms, the average rounded down."""

    total_rounds: int
    average_round_time: int
    total_game_time: int


class Series(Record, frozen=True):
    """Where a best-of series stands; the last game is told on until the next one starts."""

    best_of: int
    game: int
    wins: dict[Seat, int]
    last_winner_id: Winner | None = None
    last_scores: dict[Seat, int] | None = None


class MatchReady(Record, frozen=True, tag="MATCH_READY"):
    seat: Seat
    waiting_for_opponent: bool


class GameStart(Record, frozen=True, tag="GAME_START"):
    mode: str
    max_rounds: int


class RoundStart(Record, frozen=True, tag="GAME_ROUND_START"):
    """Its end is `due` on the deal's clock; the table adds it as `deadline` in epoch ms."""

    round_number: int
    due: int
    round_score: dict[Seat, int]
    available_cards: tuple[int, ...] | None = None  # HAND: in each player's own HandCards


class HandCards(Record, frozen=True, tag="GAME_HAND"):
    """HAND: which cards one player may choose from, told to them alone."""

    round_number: int
    available_cards: tuple[int, ...]


class CardPlayed(Record, frozen=True, tag="GAME_CARD_PLAYED"):
    """Told to the player alone, and so their ACK's payload."""

    round_number: int
    card_index: int
    card: Face
    waiting_for_opponent: bool
    auto: bool = False


class OpponentReady(Record, frozen=True, tag="GAME_OPPONENT_READY"):
    """Told to everyone else: that a card was locked, and in QUICK its place, never its face."""

    round_number: int
    seat: Seat
    card_index: int | None = None
    auto: bool = False


class RoundReveal(Record, frozen=True, tag="GAME_ROUND_REVEAL"):
    round_number: int
    cards: dict[Seat, Face]
    winner_id: Winner
    points: dict[Seat, int]
    totals: dict[Seat, int]
    auto: tuple[Seat, ...] = ()


class GameEnd(Record, frozen=True, tag="GAME_END"):
    """The spec's GameResult, and why the game ended: COMPLETED, SURRENDER or TIMEOUT."""

    winner_id: Winner
    reason: str
    scores: dict[Seat, int]
    season_points: dict[Seat, int]
    duration: int
    stats: Stats
    rounds: tuple[Round, ...]
    series: Series | None = None  # with this game's win in it


class GameAbandoned(Record, frozen=True, tag="GAME_ABANDONED"):
    """Nobody won and nothing is rated: NOT_READY, DECLINED, TIMEOUT or GAME_TIMEOUT."""

    reason: str


class Player(Record, frozen=True):
    """What is public of a player; a hand and a locked card where the viewer may see it."""

    score: int
    ready: bool
    moved: bool  # has locked a card in this round
    missed: int = 0  # rounds missed in a row; the second forfeits
    cards: int | None = None  # HAND: how many are in their hand
    hand: dict[int, Face] | None = None  # HAND, only to themselves: by card index
    card_index: int | None = None
    card: Face | None = None


class Result(Record, frozen=True):
    """How the game ended; scores and rounds are in the view itself."""

    reason: str
    duration: int
    winner_id: Winner | None = None  # none where it was abandoned
    season_points: dict[Seat, int] | None = None
    stats: Stats | None = None


class View(Record, frozen=True, tag="duel"):
    """A Duel as one viewer may see it: all alike, but for their own hand and locked card."""

    mode: str
    status: str  # WAITING_TO_START, IN_PROGRESS, COMPLETED, ABANDONED
    round_number: int  # 0 before the start
    max_rounds: int
    players: dict[Seat, Player]
    rounds: dict[int, Round]  # those revealed, by number
    round_status: str | None = None  # while IN_PROGRESS: ROUND_IN_PROGRESS, ROUND_COMPLETE
    due: int | None = None  # of the round in progress, on the deal's clock
    available_cards: tuple[int, ...] | None = None  # QUICK: places nobody has picked yet
    ace_high_value: bool = False
    allow_ties: bool = True
    result: Result | None = None
    series: Series | None = None

"""Memory's words: what a table is opened with, what seats may do, what time does, what is told.

Cards are named by the id the player clicks (`card_id`) and, beside it, by their cell: 0 is
the upper left corner, and cells run row by row. A card's value is a small int; what picture
stands for it is the page's affair.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

FACES = 32  # pictures there are: as many as 8×8 needs
HOUR = 3_600_000
LEAST_RANKED = 16  # cards of a ranked table


class Options(Record, frozen=True):
    """What a Memory table is opened with; a bad wish is refused with a ValueError that says why."""

    grid_size: Annotated[tuple[int, int], Meta(description="rows and columns, 2 to 8 each")] = (
        4,
        4,
    )
    match_delay_ms: Annotated[
        int, Meta(ge=1, le=60_000, description="how long two cards that differ stay face up")
    ] = 1000
    auto_start: Annotated[bool, Meta(description="the first flip starts the clock")] = False
    turn_ms: Annotated[
        int, Meta(ge=0, le=HOUR, description="time for a turn of 2 to 4 players; 0: none")
    ] = 30_000
    mode: Annotated[
        Literal["versus", "coop", "race"],
        Meta(description="2 to 4 players against each other, together, or each on a board alike"),
    ] = "versus"
    time_limit_ms: Annotated[
        int, Meta(ge=0, le=24 * HOUR, description="time attack: the clock's end; 0: none")
    ] = 0
    move_limit: Annotated[int, Meta(ge=0, le=10_000, description="most moves allowed; 0: none")] = 0
    preview_ms: Annotated[
        int, Meta(ge=0, le=60_000, description="how long all cards are shown at the start")
    ] = 0
    open_cards: Annotated[
        bool, Meta(description="cards once turned up stay shown: nothing to remember")
    ] = False
    match_size: Annotated[int, Meta(ge=2, le=3, description="2: pairs, 3: triples")] = 2
    stall_turns: Annotated[
        int,
        Meta(
            ge=0,
            le=99,
            description="2 or more: so many turns in a row without a new card end a versus deal",
        ),
    ] = 0
    faces: Annotated[int, Meta(ge=1, le=FACES, description="pictures the theme has")] = FACES
    race_by: Annotated[
        Literal["first", "moves"],
        Meta(description="who wins a race: the first to finish, or the fewest moves, then time"),
    ] = "first"
    daily: Annotated[
        bool, Meta(description="the board of the day (UTC), the same for all; nothing else chosen")
    ] = False

    def __post_init__(self) -> None:
        """Rules A20, A21 and B7: what cannot be played is refused before a card is dealt."""
        rows, cols = self.grid_size
        if not (_whole(rows, 2, 8) and _whole(cols, 2, 8)):
            raise ValueError(f"gridSize is 2 to 8 rows and 2 to 8 columns, not {rows} by {cols}")
        if not _whole(self.match_size, 2, 3):
            raise ValueError("matchSize is 2 (pairs) or 3 (triples)")
        cards, group = rows * cols, "pairs" if self.match_size == 2 else "triples"
        if cards % self.match_size:
            raise ValueError(f"{rows} by {cols} makes {cards} cards, which do not form {group}")
        if not _whole(self.faces, 1, FACES) or cards // self.match_size > self.faces:
            raise ValueError(
                f"{cards} cards in {group} need {cards // self.match_size} faces, "
                f"the theme has {self.faces} (at most {FACES})"
            )
        for name, value, low, high in (
            ("matchDelayMs", self.match_delay_ms, 1, 60_000),
            ("turnMs", self.turn_ms, 0, HOUR),
            ("timeLimitMs", self.time_limit_ms, 0, 24 * HOUR),
            ("moveLimit", self.move_limit, 0, 10_000),
            ("previewMs", self.preview_ms, 0, 60_000),
        ):
            if not _whole(value, low, high):
                raise ValueError(f"{name} is a whole number from {low} to {high}, not {value}")
        if self.stall_turns == 1 or not _whole(self.stall_turns, 0, 99):
            raise ValueError("stallTurns is 0 (deals end when all is found) or from 2 to 99")
        if self.mode not in ("versus", "coop", "race"):
            raise ValueError("mode is versus, coop or race")
        if self.race_by not in ("first", "moves"):
            raise ValueError("raceBy is first or moves")
        if self.mode == "race" and (self.auto_start or self.move_limit or self.stall_turns):
            raise ValueError("a race has no autoStart, moveLimit or stallTurns: all start together")
        if self.daily and not _alone(self):
            raise ValueError("the board of the day is the usual one: choose nothing beside daily")
        if self.auto_start and self.preview_ms:
            raise ValueError("autoStart and previewMs exclude each other: a preview needs a start")


def _alone(options: Options) -> bool:
    """Whether nothing is chosen but the board of the day."""
    usual = zip(Options.__struct_fields__, Options.__struct_defaults__, strict=True)
    return all(name == "daily" or getattr(options, name) == value for name, value in usual)


def ladder(options: Options, seats: int) -> str | None:
    """The one rating there is: for versus by the usual rules, on boards worth remembering."""
    rows, cols = options.grid_size
    if options.match_size != 2:  # nor can every board be dealt as pairs
        return None
    usual = Options(options.grid_size, auto_start=options.auto_start)
    return "" if options == usual and rows * cols >= LEAST_RANKED else None


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


# What a seat may send.


class Start(Record, frozen=True, tag="start"):
    """startGameTimer: NotStarted or Paused becomes Playing."""


class Flip(Record, frozen=True, tag="flip"):
    """flipCard."""

    card_id: str


class Pause(Record, frozen=True, tag="pause"):
    """stopGameTimer; among several it is a wish, done when all wish it."""


class Resume(Record, frozen=True, tag="resume"):
    """Go on after a pause; any one player may."""


class Reset(Record, frozen=True, tag="reset"):
    """resetGame: end this deal unrated and deal again; among several when all wish it."""


class Surrender(Record, frozen=True, tag="surrender"):
    """Give up: alone it ends the deal, among several the others play on."""


Move = Flip | Start | Pause | Resume | Reset | Surrender


# What only time does. `turn` numbers the turns, so that a late tick never meets a later turn.


class Announce(Record, frozen=True, tag="announce"):
    """Due at 0: tell that the cards are dealt."""


class EndPreview(Record, frozen=True, tag="end_preview"):
    """All cards turn over and play begins."""


class FlipBack(Record, frozen=True, tag="flip_back"):
    """Cards that differ turn back."""

    turn: int


class Expire(Record, frozen=True, tag="expire"):
    """A turn's time is over."""

    turn: int


class TimeUp(Record, frozen=True, tag="time_up"):
    """The time attack is lost."""


class LaneBack(Record, frozen=True, tag="lane_back"):
    """In a race: one's cards that differ turn back."""

    seat: Seat
    turn: int


Tick = Announce | EndPreview | FlipBack | Expire | TimeUp | LaneBack


class Carry(Record, frozen=True):
    """What a reset hands to the next deal."""

    first: Seat  # who begins
    resets: int  # how many deals were given up so far


# What is told: to everyone, but of a race only to the racer which cards they turn.


class GameStart(Record, frozen=True, tag="GAME_START"):
    """The cards lie on the table; the clock does not run yet."""

    first_player_id: Holder
    cards: int
    resets: int


class ClockStarted(Record, frozen=True, tag="CLOCK_STARTED"):
    elapsed_ms: int


class ClockStopped(Record, frozen=True, tag="CLOCK_STOPPED"):
    elapsed_ms: int


class CardsPreviewed(Record, frozen=True, tag="CARDS_PREVIEWED"):
    values: tuple[int, ...]  # by cell


class TurnStarted(Record, frozen=True, tag="TURN_STARTED"):
    player_id: Holder


class TurnExpired(Record, frozen=True, tag="TURN_EXPIRED"):
    player_id: Holder


class CardFlipped(Record, frozen=True, tag="CARD_FLIPPED"):
    player_id: Holder
    card_id: str
    cell: int
    value: int


class CardsMatched(Record, frozen=True, tag="CARDS_MATCHED"):
    player_id: Holder
    cells: tuple[int, ...]
    value: int


class CardsCovered(Record, frozen=True, tag="CARDS_COVERED"):
    cells: tuple[int, ...]


class StallWarned(Record, frozen=True, tag="STALL_WARNED"):
    """So many more turns without a new card end the deal."""

    turns_left: int


class PauseAsked(Record, frozen=True, tag="PAUSE_ASKED"):
    player_id: Holder


class ResetAsked(Record, frozen=True, tag="RESET_ASKED"):
    player_id: Holder


class PlayerSurrendered(Record, frozen=True, tag="PLAYER_SURRENDERED"):
    player_id: Holder


class RaceReady(Record, frozen=True, tag="RACE_READY"):
    player_id: Holder


class RaceProgress(Record, frozen=True, tag="RACE_PROGRESS"):
    """How far somebody is: counts, and no card."""

    player_id: Holder
    pairs: int
    moves: int


class RaceFinished(Record, frozen=True, tag="RACE_FINISHED"):
    player_id: Holder
    moves: int
    elapsed_ms: int


class GameEnd(Record, frozen=True, tag="GAME_END"):
    reason: str
    scores: dict[int, int]  # groups found, by seat
    moves: int
    elapsed_ms: int
    winner_id: Holder | Literal["tie"] | None = None  # versus only; a tie when the best are equal
    stars: int | None = None


Fact = (
    GameStart
    | ClockStarted
    | ClockStopped
    | CardsPreviewed
    | TurnStarted
    | TurnExpired
    | CardFlipped
    | CardsMatched
    | CardsCovered
    | StallWarned
    | PauseAsked
    | ResetAsked
    | PlayerSurrendered
    | RaceReady
    | RaceProgress
    | RaceFinished
    | GameEnd
)


# What a viewer may know; the same for all, for nobody holds a card; in a race one's own board.

CardState = Literal["Covered", "Flipped", "Solved"]
Status = Literal["NotStarted", "Preview", "Playing", "Paused", "Won", "Lost", "Ended"]
Mode = Literal["solo", "versus", "coop", "race"]


class Card(Record, frozen=True):
    """CardEntity; the value only while its face shows (B10)."""

    id: str
    state: CardState
    value: int | None = None


class Player(Record, frozen=True):
    pairs: int
    out: bool | None = None  # has surrendered
    moves: int | None = None  # in a race, where everybody has their own
    ready: bool | None = None  # to start a race
    done_ms: int | None = None  # when they finished it


class View(Record, frozen=True):
    status: Status
    mode: Mode
    grid_size: tuple[int, int]
    match_size: int
    cards: dict[int, Card]  # by cell
    players: dict[int, Player]  # by seat
    turn: Seat
    moves: int
    elapsed_ms: int  # on the game's clock up to `running_since`
    running_since: int | None = None  # ms on the deal's clock; none: it stands
    open: dict[int, int] | None = None  # values shown of covered cards: a preview, open cards
    par: float | None = None  # expected moves with perfect memory (pairs, not versus)
    star_moves: tuple[int, int] | None = None  # most moves for three stars, for two
    stars: int | None = None
    pause_asked: tuple[Seat, ...] | None = None
    reset_asked: tuple[Seat, ...] | None = None
    reason: str | None = None  # why it is over
    stall_in: int | None = None  # turns without a new card that would end it, once there was one

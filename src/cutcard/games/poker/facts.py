"""What becomes known at a poker table, and what a viewer may know. Frozen Records, no logic.

The names are the notifications of the TCP protocol where it has one. A fact told to a player
alone with their cards is told to all others without them.
"""

from __future__ import annotations

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

from .moves import AwardView, Cards, Last, Past


class GameStart(Record, frozen=True, tag="GAME_START"):
    """A hand begins."""

    hand: int
    variant: str
    button: Seat
    order: tuple[Seat, ...]  # clockwise from the button's left
    bomb: bool = False


class BlindsUp(Record, frozen=True, tag="BLINDS_UP"):
    """A tournament's next level begins with this hand."""

    level: int
    small_blind: int
    big_blind: int
    ante: int = 0


class Post(Record, frozen=True, tag="PLAYER_POST"):
    player_id: Holder
    amount: int
    what: str  # ante, blind, dead, bring_in


class Dealt(Record, frozen=True, tag="PLAYER_CARDS"):
    player_id: Holder
    count: int  # how many they hold now
    cards: Cards | None = None  # those just dealt, to their owner
    up: Cards | None = None  # those just dealt face up, to everybody


class Folded(Record, frozen=True, tag="PLAYER_FOLD"):
    player_id: Holder
    auto: bool = False


class Checked(Record, frozen=True, tag="PLAYER_CHECK"):
    player_id: Holder
    auto: bool = False


class Called(Record, frozen=True, tag="PLAYER_CALL"):
    player_id: Holder
    amount: int  # the total on this street, as in all of these


class Betted(Record, frozen=True, tag="PLAYER_BET"):
    player_id: Holder
    amount: int


class Raised(Record, frozen=True, tag="PLAYER_RAISE"):
    player_id: Holder
    amount: int


class WentAllIn(Record, frozen=True, tag="PLAYER_ALLIN"):
    player_id: Holder
    amount: int


class Discarded(Record, frozen=True, tag="PLAYER_DISCARD"):
    player_id: Holder
    count: int
    cards: Cards | None = None
    auto: bool = False


class Flop(Record, frozen=True, tag="FLOP_DEALT"):
    cards: Cards
    board: int = 0


class Turn(Record, frozen=True, tag="TURN_DEALT"):
    cards: Cards
    board: int = 0


class River(Record, frozen=True, tag="RIVER_DEALT"):
    cards: Cards
    board: int = 0


class Common(Record, frozen=True, tag="COMMON_DEALT"):
    """Stud: the deck ran short, and one card is everybody's. Courchevel: the card of the flop that
    lies open before the first bet."""

    cards: Cards
    board: int = 0


class RunAsked(Record, frozen=True, tag="RUN_TWICE_ASKED"):
    """All-in: those left say whether to run it twice."""

    seats: tuple[Seat, ...]


class RunVoted(Record, frozen=True, tag="RUN_TWICE_VOTED"):
    player_id: Holder
    agree: bool | None = None


class RunSettled(Record, frozen=True, tag="RUN_TWICE_SETTLED"):
    boards: int


class Showdown(Record, frozen=True, tag="SHOWDOWN"):
    """Hands are compared."""


class Shown(Record, frozen=True, tag="PLAYER_SHOW"):
    player_id: Holder
    cards: Cards
    hand: str | None = None  # in words


class Mucked(Record, frozen=True, tag="PLAYER_MUCK"):
    player_id: Holder
    auto: bool = False


class Returned(Record, frozen=True, tag="BET_RETURNED"):
    player_id: Holder
    amount: int


class PotWon(Record, frozen=True, tag="POT_WON"):
    """A share of a pot; pot 0 is the main pot."""

    player_id: Holder
    amount: int
    pot: int = 0
    board: int = 0
    low: bool = False


class Raked(Record, frozen=True, tag="RAKE_TAKEN"):
    amount: int


class HandEnded(Record, frozen=True, tag="HAND_ENDED"):
    winner_id: Holder  # who won most
    amount: int
    stacks: dict[Seat, int]


class GameEnd(Record, frozen=True, tag="GAME_END"):
    """The hand is over, and so is all that was to be shown."""

    hand: int


class Joined(Record, frozen=True, tag="PLAYER_JOINED"):
    player_id: Holder
    seat: Seat
    stack: int


class Left(Record, frozen=True, tag="PLAYER_LEFT"):
    player_id: Holder
    seat: Seat


class Bought(Record, frozen=True, tag="PLAYER_REBUY"):
    player_id: Holder
    amount: int


class StateSet(Record, frozen=True, tag="PLAYER_STATE"):
    """SITTING_OUT, WAITING, AWAY or BACK."""

    player_id: Holder
    state: str


class Straddles(Record, frozen=True, tag="PLAYER_STRADDLES"):
    player_id: Holder
    on: bool


class Chosen(Record, frozen=True, tag="GAME_CHOSEN"):
    player_id: Holder
    variant: str


class Out(Record, frozen=True, tag="PLAYER_OUT"):
    """Out of the tournament, in this place."""

    player_id: Holder
    place: int


class Cash(Record, frozen=True, tag="cash"):
    """Chips cross the rail: positive to the player's balance, negative out of it."""

    seat: Seat
    amount: int


class PotView(Record, frozen=True):
    amount: int
    seats: tuple[Seat, ...]


class ActionView(Record, frozen=True):
    """What the one to act may do; amounts are totals, except a call's."""

    action: str
    min_amount: int | None = None
    max_amount: int | None = None
    increment: int | None = None


class PlayerView(Record, frozen=True):
    """A seat as a viewer sees it."""

    state: str  # EMPTY WAITING ACTIVE FOLDED ALL_IN SITTING_OUT
    stack: int = 0
    bet: int = 0
    total: int = 0  # put in during this hand, antes and dead money aside
    ante: int = 0
    bank: int = 0  # ms of time bank left
    count: int = 0  # cards held
    cards: Cards | None = None  # their own, or those they showed
    up: Cards | None = None
    thrown: Cards | None = None  # their own discards
    drew: tuple[int, ...] | None = None  # how many cards they changed, draw by draw
    hand: str | None = None  # in words, where the cards are seen
    hands: tuple[str, ...] | None = None  # on each board, where there are two
    won: int | None = None
    bought: int = 0  # chips that count from the next hand
    owes: str | None = None  # the blinds they missed
    waits: bool = False  # for the big blind
    straddles: bool = False
    away: bool = False
    out: bool = False  # not dealt in from the next hand on
    leaving: bool = False
    last: str | None = None  # their last action on this street
    place: int | None = None  # out of the tournament
    showed: bool = False
    mucked: bool = False


class View(Record, frozen=True):
    phase: str  # waiting, betting, bring_in, drawing, run_twice, showing, over
    hand: int
    variant: str
    limit: str
    street: str
    players: dict[Seat, PlayerView]
    small_blind: int
    big_blind: int
    ante: int
    min_buy_in: int
    max_buy_in: int
    button: Seat
    small_seat: Seat
    big_seat: Seat
    to_act: tuple[Seat, ...]
    boards: tuple[Cards, ...]
    pots: tuple[PotView, ...]
    pot: int  # all chips in the middle, this street's bets included
    current_bet: int
    min_raise: int  # the last full raise
    order: tuple[Seat, ...] = ()
    actions: tuple[ActionView, ...] | None = None
    voted: tuple[Seat, ...] = ()
    my_vote: bool | None = None
    runs: int | None = None
    awards: tuple[AwardView, ...] | None = None
    returned: dict[Seat, int] | None = None
    rake: int = 0
    bomb: bool = False
    choice: str | None = None
    chooses: Seat | None = None  # dealer's choice: who names the next game
    choosable: tuple[str, ...] | None = None
    tournament: bool = False
    entry: bool = False  # a tournament that has not begun: free seats may be taken
    starts: Seat | None = None  # and who may begin it without them
    level: int | None = None  # of rising blinds, from 1
    level_hands: int | None = None  # how many hands of it are left, this one too,
    level_ends: int | None = None  # or when its time is over, on the deal's clock
    past: tuple[Past, ...] = ()  # the last hands, this one too once it is paid
    last_hand: Last | None = None  # before a hand: the one that was played last

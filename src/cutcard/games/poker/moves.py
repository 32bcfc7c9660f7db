"""All that is said at a poker table: what one hand hands to the next, moves and ticks. Frozen
Records, no logic. Cards go by their names (`Ah`, `Td`); amounts are chips, and a bet or a raise
names the total to bet or raise to. Times are milliseconds. Options are in options.py."""

from __future__ import annotations

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

from .options import Chips, Level, VariantName

Cards = tuple[str, ...]


class Past(Record, frozen=True):
    """A hand played: who won most of it, and with what where that was shown."""

    hand: int
    variant: str
    player_id: Holder
    amount: int
    text: str | None = None


class AwardView(Record, frozen=True):
    """A share of a pot; pot 0 is the main pot."""

    player_id: Holder
    amount: int
    pot: int = 0
    board: int = 0
    low: bool = False
    cards: Cards | None = None  # that won it, where they were shown


class Last(Record, frozen=True):
    """The hand just played, as everybody saw it: to be read until the next one begins."""

    hand: int
    variant: str
    order: tuple[Seat, ...]
    boards: tuple[Cards, ...]
    awards: tuple[AwardView, ...]
    cards: dict[Seat, Cards] | None = None  # of those who showed
    hands: dict[Seat, tuple[str, ...]] | None = None  # what they had, in words, on each board
    returned: dict[Seat, int] | None = None
    rake: int = 0
    folded: tuple[Seat, ...] = ()


class Set(Record, frozen=True):
    """What an event sets for one hand at one of its tables."""

    level: Level
    single: Seat = -1  # a single big blind: nobody posts the small one
    hurried: bool = False  # no time banks


class Carry(Record, frozen=True):
    """What one hand hands to the next. Lists go by seat."""

    stacks: tuple[int, ...]
    banks: tuple[int, ...]
    hands: int = 0
    button: Seat = -1
    small: Seat = -1  # where the blinds were; a seat may be empty by now
    big: Seat = -1
    owes: tuple[int, ...] = ()  # blinds missed: 1 big, 2 both, 3 small
    waits: tuple[Seat, ...] = ()  # for the big blind to come to them
    out: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
    straddles: tuple[Seat, ...] = ()
    turn: int = 0  # of a mixed game
    orbit: int = 0  # hands of this game so far
    choice: str = "NT"  # dealer's choice
    places: tuple[int, ...] = ()  # of a tournament's players who are out; -1: never were in
    level: int = 0  # of a tournament, in the hand just played
    clock: int = 0  # ms since its first hand was dealt
    past: tuple[Past, ...] = ()  # the last hands
    last: Last | None = None  # and the very last one
    event: Set | None = None  # a hand of an event, which says all of the above


class Fold(Record, frozen=True, tag="fold"):
    """Give the hand up."""


class Check(Record, frozen=True, tag="check"):
    """Stay in for nothing."""


class Call(Record, frozen=True, tag="call"):
    """Match the bet, or as much of it as there is."""


class Bet(Record, frozen=True, tag="bet"):
    """Open the betting."""

    amount: Chips


class Raise(Record, frozen=True, tag="raise"):
    """Raise to a total; in stud also complete the bring-in."""

    amount: Chips


class AllIn(Record, frozen=True, tag="all_in"):
    """As much as the limit and the stack allow."""


class BringIn(Record, frozen=True, tag="bring_in"):
    """Post the forced bet of the low card (razz: the high one)."""


class Discard(Record, frozen=True, tag="discard"):
    """Change cards; none: stand pat."""

    cards: Cards = ()


class RunTwice(Record, frozen=True, tag="run_twice"):
    """All-in: deal the rest twice? Everybody must agree."""

    agree: bool


class Show(Record, frozen=True, tag="show"):
    """Show the hand though nobody can ask for it."""


class Muck(Record, frozen=True, tag="muck"):
    """Do not."""


class Sit(Record, frozen=True, tag="sit"):
    """Buy in and take the seat; `post` the big blind to play at once, or wait for it. A tournament
    sells no chips: there it is nothing but to come in."""

    buy_in: Chips = 0
    post: bool = True


class Start(Record, frozen=True, tag="start"):
    """A tournament: begin without waiting for the seats that are free."""


class Rebuy(Record, frozen=True, tag="rebuy"):
    """Add chips; those bought during a hand count from the next."""

    amount: Chips


class SitOut(Record, frozen=True, tag="sit_out"):
    """Not be dealt in from the next hand on."""


class SitIn(Record, frozen=True, tag="sit_in"):
    """Be dealt in again; `post` what was missed, or wait for the big blind."""

    post: bool = True


class Straddle(Record, frozen=True, tag="straddle"):
    """Straddle whenever the place is yours, or no more."""

    on: bool


class Choose(Record, frozen=True, tag="choose"):
    """Dealer's choice: the next button names the game."""

    variant: VariantName


class Leave(Record, frozen=True, tag="leave"):
    """Take the chips and go; a hand not all-in is folded."""


class Away(Record, frozen=True, tag="away"):
    """The connection is gone: dealt in all the same, on a short clock."""


class Back(Record, frozen=True, tag="back"):
    """And back."""


Move = (
    Fold
    | Check
    | Call
    | Bet
    | Raise
    | AllIn
    | BringIn
    | Discard
    | RunTwice
    | Show
    | Muck
    | Sit
    | Start
    | Rebuy
    | SitOut
    | SitIn
    | Straddle
    | Choose
    | Leave
    | Away
    | Back
)


class Begin(Record, frozen=True, tag="begin"):
    """Deal; of a sealed deck with what the shares made, and the number of the offer."""

    x: str = ""
    offer: int = 0


class Expire(Record, frozen=True, tag="expire"):
    """A player's time is up."""

    seat: Seat


Tick = Begin | Expire

"""All that is said at a Guandan table: moves, ticks, facts, the view. Frozen Records, no logic.

Cards are named as in the kernel (`Th`, `SJ`); levels are rank characters; seats 0 … 3 are South,
East, North, West, and team 0 is South and North. A form's key is 2 … 14, 15 for the level card,
16 and 17 for the jokers, and the natural value of the top card for a sequence.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cutcard.kernel.game import Record, Seat

Card = Annotated[str, Meta(max_length=3)]


class Play(Record, frozen=True, tag="card_play"):
    """Lay cards. Without a form the strongest reading that is legal now is taken; with a form and
    no cards the usual cards for it are."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=10)] = ()
    form: Annotated[str, Meta(max_length=16)] = ""
    key: int = 0
    size: int = 0


class Pass(Record, frozen=True, tag="pass"):
    """Let the play on the table stand."""


class Pay(Record, frozen=True, tag="tribute"):
    """进贡: the card to pay, one of the highest held."""

    card: Card


class Refuse(Record, frozen=True, tag="refuse_tribute"):
    """抗贡: hold both big jokers and pay nothing."""


class Take(Record, frozen=True, tag="take_tribute"):
    """Of two equal tributes the first chooses whose card to take."""

    payer: Seat


class Return(Record, frozen=True, tag="return_tribute"):
    """还贡: the card to give back."""

    card: Card


class Auto(Record, frozen=True, tag="auto"):
    """托管: let the table play for this seat until it comes back."""


class Back(Record, frozen=True, tag="back"):
    """Take the seat's play into one's own hands again."""


class Leave(Record, frozen=True, tag="leave"):
    """Go away; the table plays the seat, so that the other three can play on."""


class Away(Record, frozen=True, tag="away"):
    """Nobody listens from this seat: its clock is short, and one turn missed is enough for 托管."""


class Concede(Record, frozen=True, tag="concede"):
    """Give the match up, if the partner agrees: by the same move. Only the team is told."""


class PlayOn(Record, frozen=True, tag="play_on"):
    """Take back the wish to give up."""


class Ready(Record, frozen=True, tag="ready"):
    """Seen how the deal ended: go on to the next when all have, or when the pause is over."""


Choice = Play | Pass | Pay | Refuse | Take | Return | Ready
"""What a deal waits for: what the table may choose for a seat it plays."""

Move = Choice | Auto | Back | Leave | Away | Concede | PlayOn


class Begin(Record, frozen=True, tag="begin"):
    """The cards are dealt and the deal is announced."""


class Expire(Record, frozen=True, tag="expire"):
    """A seat's time is up."""

    seat: Seat


class PlayedFor(Record, frozen=True, tag="played_for"):
    """托管: what was chosen for a seat that the table plays."""

    seat: Seat
    move: Choice


class GoOn(Record, frozen=True, tag="go_on"):
    """The pause after a deal is over."""


Tick = Begin | Expire | PlayedFor | GoOn


class Carry(Record, frozen=True, tag="carry"):
    """What a deal hands to the next: levels, who finished how, failures at A, time and absences."""

    levels: tuple[str, str]
    order: tuple[Seat, ...]
    fails: tuple[int, int] = (0, 0)
    deals: int = 1  # how many have been played
    elapsed: int = 0  # ms
    auto: tuple[Seat, ...] = ()
    absent: tuple[Seat, ...] = ()
    pile: tuple[int, ...] = ()  # where cards are not shuffled: the deck as it was gathered
    boards: tuple[int, ...] = ()  # of a match of boards: what each came to for seats 0 and 2


class Laid(Record, frozen=True):
    """A play as it lies on the table, and which card each of its wilds stands for."""

    seat: Seat
    cards: tuple[str, ...]
    form: str
    key: int
    size: int
    stands: tuple[str, ...] = ()


class Gift(Record, frozen=True):
    """A tribute and what came back for it."""

    giver: Seat
    taker: Seat
    card: str
    returned: str | None = None


class Settled(Record, frozen=True):
    """What a deal did to the levels."""

    order: tuple[Seat, ...]  # finishing order
    team: int  # whose deal it was: the team of the first
    advance: int
    levels: tuple[str, str]
    fails: tuple[int, int]
    passed: bool = False  # A passed: the match is won
    failed: int | None = None  # the team that failed at A
    dropped: int | None = None  # the team that fell back
    match_over: bool = False
    winner: int | None = None  # of the match: a team; none while it goes on, or a draw
    conceded: int | None = None  # the team that gave the match up
    was: tuple[str, str] | None = None  # the levels before
    payers: tuple[Seat, ...] = ()  # who owes a tribute in the next deal,
    takers: tuple[Seat, ...] = ()  # and to whom: the higher card to the first of them
    boards: tuple[int, ...] = ()  # of a match of boards: what each came to for seats 0 and 2


class GameStart(Record, frozen=True, tag="GAME_START"):
    """A deal starts: number, level, both teams' levels and whose level is played."""

    deal: int
    level: str
    levels: tuple[str, str]
    declarer: int | None = None


class HandDealt(Record, frozen=True, tag="HAND_DEALT"):
    """The 27 cards of a seat, for that seat alone."""

    seat: Seat
    cards: tuple[str, ...]


class TributeChosen(Record, frozen=True, tag="TRIBUTE_CHOSEN"):
    """A card was chosen, face down until all have chosen."""

    seat: Seat
    card: str | None = None
    refused: bool = False


class TributePaid(Record, frozen=True, tag="TRIBUTE_PAID"):
    giver: Seat
    taker: Seat
    card: str


class TributeOffered(Record, frozen=True, tag="TRIBUTE_OFFERED"):
    """Two equal tributes lie open; the first takes one."""

    offers: dict[Seat, str]


class TributeReturned(Record, frozen=True, tag="TRIBUTE_RETURNED"):
    giver: Seat
    taker: Seat
    card: str


class TributeRefused(Record, frozen=True, tag="TRIBUTE_REFUSED"):
    """抗贡: how many big jokers each of these seats showed."""

    shown: dict[Seat, int]


class LeadFalls(Record, frozen=True, tag="LEAD"):
    """Who leads the deal."""

    seat: Seat


class CardPlayed(Record, frozen=True, tag="CARD_PLAYED"):
    """A play, in the reading taken, and how many cards the seat has left."""

    play: Laid
    left: int


class PlayRead(Record, frozen=True, tag="PLAY_READ"):
    """The answer to a play: the reading that was taken."""

    form: str
    key: int
    size: int
    cards: tuple[str, ...]
    stands: tuple[str, ...] = ()


class PlayerPassed(Record, frozen=True, tag="PLAYER_PASSED"):
    seat: Seat


class PlayerAutoPassed(Record, frozen=True, tag="PLAYER_AUTO_PASSED"):
    """The time ran out and the seat passed."""

    seat: Seat


class PlayerAutoPlayed(Record, frozen=True, tag="PLAYER_AUTO_PLAYED"):
    """The time ran out and the table chose for the seat; what it chose is told as ever."""

    seat: Seat


class PlayerAuto(Record, frozen=True, tag="PLAYER_AUTO"):
    """The table plays a seat from now on, or no longer."""

    seat: Seat
    on: bool


class PlayerReady(Record, frozen=True, tag="PLAYER_READY"):
    """A player has seen how the deal ended."""

    seat: Seat


class PlayerAway(Record, frozen=True, tag="PLAYER_AWAY"):
    """Nobody listens from a seat; it is back with PLAYER_AUTO {on: false}."""

    seat: Seat


class ConcessionWished(Record, frozen=True, tag="CONCESSION_WISHED"):
    """A player would give the match up, or no longer; told to the team alone."""

    seat: Seat
    on: bool


class PlayerFinished(Record, frozen=True, tag="PLAYER_FINISHED"):
    seat: Seat
    place: int


class TrickEnd(Record, frozen=True, tag="TRICK_END"):
    """All others passed. 接风: the winner has no cards left, so their partner leads."""

    winner: Seat
    leader: Seat
    wind: bool = False


class GameEnd(Record, frozen=True, tag="GAME_END"):
    """The deal is over; the cards left are shown."""

    result: Settled
    hands: dict[Seat, tuple[str, ...]]


class DealEnd(Record, frozen=True, tag="DEAL_END"):
    """The pause after a deal is over; the next is dealt."""


class Player(Record, frozen=True):
    """A seat as everybody sees it."""

    cards: int
    place: int | None = None
    auto: bool = False
    away: bool = False
    chosen: bool = False  # a tribute or return lies face down
    passed: bool = False
    last: Laid | None = None
    hand: tuple[str, ...] | None = None  # shown when the deal is over
    ready: bool = False  # for the next deal


class Hint(Record, frozen=True):
    """A play worth trying."""

    cards: tuple[str, ...]
    form: str
    key: int
    size: int
    stands: tuple[str, ...] = ()


class Advice(Record, frozen=True):
    """What a friend who looks into one's hand would say, for whoever asks."""

    groups: tuple[tuple[str, ...], ...] = ()  # the hand, sorted into plays; on the first page
    hints: tuple[Hint, ...] | None = None  # for the seat to play; none of them: nothing beats it
    more: int = 0  # further legal forms, on the pages after this
    flushes: tuple[Hint, ...] = ()  # straight flushes: to play now, else of the hand; first page


class View(Record, frozen=True):
    """What a viewer may know; `hand` and what follows from it are its owner's alone."""

    phase: str  # deal, tribute, take, return, play, settle, over
    deal: int
    level: str
    levels: tuple[str, str]
    fails: tuple[int, int]
    players: dict[Seat, Player]
    declarer: int | None = None
    declare_pair: bool = False  # three-with-two is compared by its pair here
    turn: Seat | None = None
    table: Laid | None = None  # the play to beat
    winner: Seat | None = None  # of the last trick, while its winner or their partner is to lead
    wind: bool = False
    order: tuple[Seat, ...] = ()
    before: tuple[Seat, ...] = ()  # how the last deal ended
    seen: dict[str, int] | None = None  # cards played so far by rank: the card counter
    gifts: tuple[Gift, ...] = ()
    offers: dict[Seat, str] | None = None
    shown: dict[Seat, int] | None = None
    result: Settled | None = None
    hand: tuple[str, ...] | None = None
    choices: tuple[str, ...] | None = None  # cards it may pay or return
    may_refuse: bool = False
    chosen: str | None = None  # its own face-down card, or "refuse"
    conceding: tuple[Seat, ...] = ()  # who of its team would give the match up

"""What a game may have besides the names of `Game`, and what holds where it has not.

Everything is asked for here; tags with a meaning are in `tags.py`, what a bot may have in `bot.py`,
ratings in `ranking.py`. `cutcard check` refuses a name that is nearly one of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol, cast, runtime_checkable

from msgspec import Struct

from .game import Game, Move, Options, Record, Seat, State, Tick, View
from .twice import Compared


class Traits(Struct, frozen=True):
    """Names of a game's module, each at its default where the module does not have it."""

    open_seating: bool = False
    """The rules wait for players themselves, who come and go between deals: the first deal is
    dealt at once, and a seat is given away while the match goes on."""

    cash: bool = False
    """Its facts tagged `cash` move play chips between balances and the table; its states have
    `stakes`, so that a table can be closed at any time."""

    hides: bool = True
    """False: it draws, but hides nothing from anybody, so that no redealt world can differ."""

    ladder: Callable[[Any, int], str | None] | None = None
    """Which of its ratings a ranked match of these options and seats counts for: a word, or nothing
    where it has one rating only. None: by these options it is casual. Without it a match counts
    where its options are the game's usual ones."""

    warm: Callable[[], None] | None = None
    """Makes what its first use would else make; called when a server starts."""

    teams: Callable[[int], Sequence[int]] | None = None
    """Of a table with so many seats, the team of each: partners have the same number."""

    phrases: tuple[str, ...] = ()
    """Names of things that are often said at its tables; its page has the words, in each
    language, as `phrase.NAME`."""

    sorry: str = ""
    """The sentence with which a move is refused that its rules failed at."""

    stand_in: str = ""
    """The name of the bot that plays for a player whose seat the rules hand to the table; its
    states have `delegated` and `in_place`."""

    known_board: Callable[[Any], bool] | None = None
    """Whether by these options everybody may know the cards beforehand: nothing can be proved."""

    pure_chance: Callable[[Any], bool] | None = None
    """Whether by these options no choice matters: no bot can be better than another."""

    substitutes: bool = False
    """The seat of who is gone from a match may be given to another from the next deal on."""

    twice: Callable[[Any], bool] | None = None
    """Whether by these options each deal is by itself, and can be played at two tables."""
    compared: Callable[[Any, Any], Compared] | None = None
    """What the states of two matches of the same deals come to, the first table's first."""

    texts: Callable[[Any], Iterable[str]] | None = None
    """What others will read of somebody's own words in these options: a house may refuse them."""


def traits_of(game: Game) -> Traits:
    """What a game says of itself beyond `Game`; whoever asks often keeps it."""
    said = {name: getattr(game, name) for name in Traits.__struct_fields__ if hasattr(game, name)}
    # a game is a package: a module of it that happens to be called so says nothing
    return Traits(**{name: one for name, one in said.items() if not isinstance(one, ModuleType)})


def ladder_of(game: Game, options: Options, seats: int) -> str | None:
    """The name under which a ranked match of this kind is rated; None: it is always casual."""
    traits = traits_of(game)
    if seats < 2:
        return None
    if traits.ladder is None:  # a match that people come to and go from has no places
        usual = not traits.open_seating and options == game.Options()
        return game.name if usual else None
    mode = traits.ladder(options, seats)
    return None if mode is None else f"{game.name}/{mode}" if mode else game.name


class Cash(Protocol):
    """A fact tagged `cash` (see `tags.CASH`)."""

    @property
    def seat(self) -> Seat: ...

    @property
    def amount(self) -> int: ...


# States


@runtime_checkable
class Vacating(Protocol):
    """A state of a game with open seating that knows seats without a part in the deal."""

    def vacant(self, seat: Seat) -> bool:
        """Whether a seat whose holder has left may be given to another at once. Without this it
        may when no `leave` was there to be played, else when the deal is over."""


@runtime_checkable
class Staking(Protocol):
    """A state of a game for play chips."""

    def stakes(self) -> Sequence[int]:
        """What each seat would take home were the table closed now."""


@runtime_checkable
class Counted(Protocol):
    """A state that can say which cards there are."""

    def all_cards(self) -> Iterable[Hashable]:
        """Every card of the deal wherever it lies, in any order: what redealt worlds conserve."""


@runtime_checkable
class Remaking(Protocol):
    """A state, or a part of one, that keeps what it could make again."""

    remade: tuple[str, ...]
    """Attributes (on the class) which `copy` may leave out: work kept for later, no knowledge."""


@runtime_checkable
class Advising(Protocol):
    """A state that can help a player."""

    def advice(self, seat: Seat) -> Record | None:
        """What a friend who sees only this seat's view would say, and no more than that and public
        knowledge tell; None: nothing now. Made when asked for, never logged, changes nothing."""


@runtime_checkable
class Pausing(Protocol):
    """A state whose players can stop the game for a while."""

    @property
    def paused(self) -> bool:
        """Whether they have: nobody is waited for, and the table is kept as long as it takes."""


@runtime_checkable
class Paging(Protocol):
    """A state whose advice may be long: `advice` is its first page."""

    def more_advice(self, seat: Seat, page: int) -> Record | None:
        """The page of that number, from 1 on, under the same rules; None: there is no such page.
        No page costs more than some milliseconds, whatever was asked before."""


@runtime_checkable
class Delegating(Protocol):
    """A state of a game with a `stand_in`: the table may play for a player."""

    def delegated(self) -> Sequence[Seat]:
        """The seats that the stand-in plays, to act or not."""

    def in_place(self, seat: Seat, move: Any) -> Record:
        """The tick by which NATURE plays what the stand-in chose among the seat's `legal` moves;
        refused where the player has taken the seat back."""


@runtime_checkable
class Undoing(Protocol):
    """A state whose players may take a move back, where all of them agree."""

    def told_hidden(self) -> int | None:
        """How much that was hidden has been told so far, to anybody: cards drawn, turned over or
        played out of a hand. Nothing is taken back behind a moment at which this changed, or chance
        was drawn; None: nothing at all is taken back now."""


STATE = (
    "deck_names", "next_deck", "dealt_in", "stirred", "seen_cards", "vacant", "stakes", "all_cards",
    "told_hidden", "remade", "advice", "paused", "more_advice", "delegated", "in_place",
)  # fmt: skip


def vacant(state: State, seat: Seat) -> bool | None:
    """Whether the seat has no part in the deal; None where the rules do not say."""
    return state.vacant(seat) if isinstance(state, Vacating) else None


def stakes(state: State) -> Sequence[int]:
    """What each seat would take home now; nothing where it is not about chips."""
    return state.stakes() if isinstance(state, Staking) else ()


def all_cards(state: State) -> Counter[Hashable] | None:
    """How often each card is there; None where the rules do not say."""
    return Counter(state.all_cards()) if isinstance(state, Counted) else None


def told_hidden(state: State) -> int | None:
    """How much hidden has been told; None where nothing is taken back, ever or now."""
    return state.told_hidden() if isinstance(state, Undoing) else None


def takes_back(state: State) -> bool:
    """Whether the rules let moves be taken back at all."""
    return isinstance(state, Undoing)


def remade(part: object) -> tuple[str, ...]:
    """Attributes a copy may leave out."""
    return part.remade if isinstance(part, Remaking) else ()


def advice(state: State, seat: Seat, page: int = 0) -> Record | None:
    """What the rules advise a seat; None where they have no advice, ever or now, or no such
    page."""
    if page:
        return state.more_advice(seat, page) if isinstance(state, Paging) else None
    return state.advice(seat) if isinstance(state, Advising) else None


def paused(state: State) -> bool:
    """Whether the players have stopped the game for a while."""
    return isinstance(state, Pausing) and state.paused


def delegated(state: State) -> Sequence[Seat]:
    """The seats that a stand-in plays, in a game that has one."""
    return cast(Delegating, state).delegated()


def in_place(state: State, seat: Seat, move: Move) -> Tick:
    """How the choice of a stand-in is played."""
    return cast(Delegating, state).in_place(seat, move)


# Options


@runtime_checkable
class Rematching(Protocol):
    """Options that let whoever opens a table choose whether a rematch may follow a match."""

    allow_rematch: bool


@runtime_checkable
class Dated(Protocol):
    """Options that let whoever opens a table play the deal of the day."""

    daily: bool


OPTIONS = ("allow_rematch", "daily")


def allows_rematch(options: Options) -> bool:
    """Whether another match may follow; it may unless the options say no."""
    return options.allow_rematch if isinstance(options, Rematching) else True


def of_the_day(options: Options) -> bool:
    """Whether a match begins with the deal of the day (UTC), the same for all; a player's first
    counts for the day's list by its marks. Nobody watches; the seed is told after the day."""
    return isinstance(options, Dated) and options.daily


# Parts of its folder


class Figures(Struct, frozen=True):
    """What a game's `stats.py` lets an operator see."""

    measure: Callable[[View], Mapping[str, float]] | None = None
    """Figures of a finished deal out of what a spectator saw of it."""

    open_moves: frozenset[str] = frozenset()
    """Its `OPEN`: tags of moves whose fields are nobody's secret."""


def figures_of(stats: ModuleType | None) -> Figures:
    """What there is of it; a game without `stats.py` shows nothing of its own."""
    known: Mapping[str, Any] = {} if stats is None else vars(stats)
    return Figures(known.get("measure"), known.get("OPEN", frozenset()))


@runtime_checkable
class Retelling(Protocol):
    """A game's `screen.py` that tells a whole deal in its own way."""

    def replay(self, scenes: Iterable[Any], names: Sequence[str]) -> Iterable[str]:
        """The deal as text, line by line."""


@runtime_checkable
class Counting(Protocol):
    """A game's `counts.py`: what it counts for its players' statistics."""

    def of_deal(
        self, start: State, log: Iterable[tuple[int, Seat, Any]]
    ) -> Sequence[Mapping[str, int]]:
        """Whole numbers by seat, of a deal that is over: out of the state as it was dealt and what
        was played (time, seat, move), so that they can be computed again at any time."""


def counting_of(counts: ModuleType | None) -> Counting | None:
    """What there is of it; a game without `counts.py` counts nothing of its own."""
    return counts if isinstance(counts, Counting) else None


# Events


class Stage(Struct, frozen=True):
    """How an event sets a deal at one of its tables; lists go by seat."""

    stacks: tuple[int, ...]  # 0: nobody sits there
    small_blind: int
    big_blind: int
    ante: int = 0
    hands: int = 0  # dealt at this table before
    button: Seat = -1  # of the last hand; before the first one, who has it
    small: Seat = -1  # where the blinds were, taken or empty by now; -1: none was dealt yet
    big: Seat = -1
    waits: tuple[Seat, ...] = ()  # not dealt in this time
    single: Seat = -1  # who has a single big blind: nobody posts the small one
    hurried: bool = False  # no time banks
    away: tuple[Seat, ...] = ()  # whose clock is short until they act


class Paid(Struct, frozen=True):
    """How a deal set by an event ended: stacks by seat, and who beat whom."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    dealt: tuple[Seat, ...]
    button: Seat
    small: Seat
    big: Seat
    beaten: dict[Seat, tuple[Seat, ...]]
    """For each who has no chips left: who won the last pot they could win, in the order in which
    odd chips are given out."""

    away: tuple[Seat, ...] = ()
    """Who did not act in time, or was gone, and has not acted since."""


@runtime_checkable
class Staging(Protocol):
    """A game's `event.py`: deals of one table of a larger event, each set from outside."""

    def options(self, given: Mapping[str, Any], start_stack: int) -> Record:
        """The game's options at the event's tables; ValueError or msgspec's own where they are
        none."""

    def most_seats(self, options: Record) -> int: ...

    def carry(self, options: Record, stage: Stage) -> Record:
        """What the next deal begins with."""

    def paid(self, state: State) -> Paid:
        """Asked when a deal is over."""


def staging_of(event: ModuleType | None) -> Staging | None:
    """What there is of it; a game without `event.py` is played in matches only."""
    return event if isinstance(event, Staging) else None

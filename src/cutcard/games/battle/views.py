"""What a viewer of Battle may know (A7-A12). Frozen Records, no logic.

Cards in play, in graveyards and on the stack are the same for everybody. Only a hand, what its
owner may do with it, what they are choosing from and know of decks differ between viewers.
"""

from __future__ import annotations

from typing import Literal

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder


class Words(Record, frozen=True):
    """A card's words in another language."""

    name: str
    text: str
    abilities: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class Face(Record, frozen=True):
    """What is printed on a card."""

    card_id: str
    name: str
    card_type: str
    cost: int
    text: str
    x: bool = False
    atk: int | None = None
    defence: int | None = None
    hp: int | None = None
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    token: bool = False
    abilities: tuple[str, ...] = ()  # texts of the activated ones, by their number
    targets: tuple[str, ...] = ()  # what it asks for, in words
    zh: Words | None = None  # the same in Chinese


class Status(Record, frozen=True):
    status: str
    duration: int  # of its bearer's turns
    value: int = 0


class Modifier(Record, frozen=True):
    """STAT_BOOST, STAT_REDUCTION, STAT_SET, KEYWORD_GRANT, KEYWORD_LOSS, ABILITY_GRANT, SILENCE."""

    modifier: str
    duration: str
    source: str
    stat: str | None = None
    value: int | None = None
    keyword: str | None = None


class InPlay(Record, frozen=True):
    """A card on the field, with its stats as they are now."""

    card_id: str
    instance_id: int
    owner_id: Seat
    location: str = "FIELD"
    position: str = "FACE_UP"
    atk: int | None = None
    defence: int | None = None
    current_hp: int | None = None
    max_hp: int | None = None
    damage_reduction: int = 0
    tapped: bool = False
    sick: bool = False  # came this turn and cannot attack yet
    evaded: bool = False
    barrier: bool = False
    shield: int = 0  # damage still prevented this turn
    keywords: tuple[str, ...] = ()
    counters: dict[str, int] | None = None
    attachments: tuple[int, ...] = ()
    host: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    status_effects: tuple[Status, ...] = ()
    abilities_used: dict[int, int] | None = None


class Known(Record, frozen=True):
    """A card whose name is known: in a hand, a graveyard, or banished."""

    card_id: str
    instance_id: int
    counters: dict[str, int] | None = None


class InDeck(Record, frozen=True):
    """A card of a deck that somebody knows: `place` 0 is the top. Everybody sees that it is
    known; which it is, only who knows."""

    place: int
    card_id: str | None = None


class Player(Record, frozen=True):
    current_hp: int
    max_hp: int
    current_cursed_energy: int
    max_cursed_energy: int
    deck: int
    hand_count: int
    field: dict[int, InPlay]
    graveyard: tuple[Known, ...]
    banished: tuple[Known, ...]
    hand: tuple[Known, ...] | None = None  # one's own
    shown: tuple[Known, ...] = ()  # cards of another's hand that were seen
    known_deck: tuple[InDeck, ...] = ()
    is_priority: bool = False
    has_responded: bool = False
    pass_count: int = 0
    status_effects: tuple[Status, ...] = ()
    damage_reduction: int = 0
    shield: int = 0
    evasion_used: bool = False
    deck_empty_count: int = 0
    deck_list: tuple[InList, ...] | None = None
    sideboard: tuple[InList, ...] | None = None  # lists are open once both have chosen
    deck_name: str | None = None
    chosen: bool = False  # has chosen a deck, or kept a hand
    mulligan: int | None = None  # how many cards were put back
    wins: int = 0


class Phase(Record, frozen=True):
    name: str  # RECHARGE, DRAW, MAIN_A, BATTLE, MAIN_B, END
    step: int
    priority: str  # ACTIVE, INACTIVE


class Window(Record, frozen=True):
    """A time to respond: MAIN_RESPONSE, STACK, BLOCK or AFTER_BLOCKS."""

    kind: str
    holder: Seat
    deadline: int | None = None


class StackItem(Record, frozen=True):
    entry_id: int
    card_id: str
    controller: Seat
    priority: int = 0
    source: int | None = None  # the card in play whose ability it is
    ability_id: int | None = None
    targets: tuple[int, ...] = ()
    x: int = 0


class Playable(Record, frozen=True):
    """A card or ability one may use now, and what it may aim at."""

    instance_id: int
    cost: int
    ability_id: int | None = None
    targets: tuple[tuple[int, ...], ...] = ()
    optional: tuple[bool, ...] = ()
    x_min: int | None = None
    x_max: int | None = None
    discards: int = 0  # cards to discard besides
    sacrifice: tuple[int, ...] = ()


class Aim(Record, frozen=True):
    """A unit that may attack or block, and whom."""

    instance_id: int
    targets: tuple[int, ...]


class Asked(Record, frozen=True):
    """What is being decided, by whom, as everybody may know it."""

    kind: str
    least: int = 0
    most: int = 0
    aims: tuple[Aim, ...] = ()  # ATTACKS, BLOCKS
    abilities: tuple[Playable, ...] = ()  # those in play that could be used now
    targets: tuple[tuple[int, ...], ...] = ()  # TARGET: what each may be
    optional: tuple[bool, ...] = ()
    labels: tuple[str, ...] = ()  # CHOOSE
    zh: tuple[str, ...] = ()  # the same in Chinese; empty where the set has none
    source: str | None = None  # the card that asks
    deadline: int | None = None
    ready: int = 0  # MAIN before the battle: how many units could attack


class Pending(Record, frozen=True):
    """What only the one who decides may know: what they could play, or are looking at."""

    playable: tuple[Playable, ...] = ()
    cards: tuple[str, ...] = ()  # SCRY, SEARCH: card ids, each copy


class InList(Record, frozen=True):
    """A line of a deck list."""

    card_id: str
    count: int


class Note(Record, frozen=True):
    """What was announced, chosen or drawn by lot in the last move: PLAY, ABILITY, TARGET, RANDOM,
    PICK, CHOICE (its option in `targets`), SCRY (how many cards went under the deck). Without it a
    target that nothing happened to would be told and not shown."""

    kind: str
    player: Seat
    card_id: str
    number: int
    targets: tuple[int, ...]
    x: int = 0


class Fight(Record, frozen=True):
    """One attack of the battle going on."""

    attacker: int
    target: int
    blocker: int | None = None


class Outlook(Record, frozen=True):
    """What one attack would come to, met by its target or by a blocker, if nothing else happened:
    public, from the cards in play alone."""

    attacker: int
    meets: int  # a player, a unit attacked, or one that blocks
    deals: int = 0
    takes: int = 0
    kills: bool = False  # what it meets is destroyed
    dies: bool = False
    over: int = 0  # what goes on to the player behind (OVERRUN)


class Blow(Record, frozen=True):
    """What brought the loser's HP to nothing: a card id, a status, or DECK_EMPTY."""

    source: str
    amount: int


class DeckRules(Record, frozen=True):
    """What a deck of one's own may be, and the ready ones as share codes."""

    smallest: int
    largest: int
    copies: int
    codes: dict[str, str]
    single: tuple[str, ...] = ()  # cards of which one copy is the most


class Delayed(Record, frozen=True):
    """An effect that is still to happen: END_OF_TURN, MY_RECHARGE or THEIR_RECHARGE."""

    card_id: str
    controller: Seat
    when: str
    targets: tuple[int, ...] = ()


class Last(Record, frozen=True):
    """How the game before ended."""

    winner_id: Holder | Literal["draw"]
    win_condition: str


class View(Record, frozen=True, tag="battle"):
    """A Battle as one viewer may see it."""

    status: str  # WAITING, IN_PROGRESS, COMPLETED
    ruleset: str
    current_turn: int
    current_phase: Phase
    current_player_index: Seat
    players: dict[Seat, Player]
    cards: tuple[Face, ...]
    stack: tuple[StackItem, ...] = ()
    combat: tuple[Fight, ...] = ()  # of this turn's battle
    notes: tuple[Note, ...] = ()
    active_abilities: tuple[str, ...] = ()
    timing_window: Window | None = None
    to_act: tuple[Seat, ...] = ()
    asked: Asked | None = None
    pending: Pending | None = None  # only to whoever decides
    decks: tuple[str, ...] = ()  # while decks are chosen: the ready ones
    game: int = 1
    best_of: int = 1
    started_at: int | None = None
    ended_at: int | None = None
    winner_id: Holder | Literal["draw"] | None = None
    win_condition: str | None = None
    reason: str | None = None
    delayed: tuple[Delayed, ...] = ()
    last_game: Last | None = None  # of a match, for who comes only now
    forecast: tuple[Outlook, ...] = ()  # of this turn's battle, while it can still be changed
    blow: Blow | None = None  # once it is over
    deck_rules: DeckRules | None = None  # while decks are chosen

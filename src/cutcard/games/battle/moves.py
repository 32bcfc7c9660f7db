"""What a seat may send in Battle, what only the clock plays, and what one deal hands to the next.

Ids are small numbers: 0 and 1 are the players themselves (so a player can be a target), cards and
stack entries have higher ones. A card gets a new id whenever it changes zones.
"""

from __future__ import annotations

from typing import Literal

from cutcard.kernel.game import Record, Seat

Ids = tuple[int, ...]


class ChooseDeck(Record, frozen=True, tag="choose_deck"):
    """A ready deck by its name, or one's own by its share code."""

    deck: str = ""
    code: str = ""


class Sideboard(Record, frozen=True, tag="sideboard"):
    """Between the games of a match: as many cards in as out."""

    out: tuple[str, ...] = ()
    into: tuple[str, ...] = ()


class Mulligan(Record, frozen=True, tag="mulligan"):
    """Put these cards of the opening hand back, shuffle, draw as many."""

    card_ids: Ids = ()


class PlayCard(Record, frozen=True, tag="play_card"):
    """Play a card from hand. Targets in the order the card names them; -1 for one left out."""

    card_instance_id: int
    target_ids: Ids = ()
    x: int = 0
    cost_ids: Ids = ()  # the card to discard, then the unit to sacrifice, where the cost asks


class ActivateAbility(Record, frozen=True, tag="activate_ability"):
    """Use an activated ability of a card in play; `ability_id` is its place on the card."""

    card_instance_id: int
    ability_id: int = 0
    target_ids: Ids = ()
    x: int = 0
    cost_ids: Ids = ()


class Pass(Record, frozen=True, tag="pass"):
    """Do nothing more here: end a main phase, let a window go, attack or block with nobody."""


class Attack(Record, frozen=True):
    """One attacker and what it attacks."""

    attacker_id: int
    target_type: Literal["PLAYER", "CARD"] = "PLAYER"
    target_card_id: int | None = None


class Block(Record, frozen=True):
    """One blocker and the attacker it stops."""

    blocker_id: int
    attacker_id: int


class DeclareAttacks(Record, frozen=True, tag="declare_attacks"):
    attacks: tuple[Attack, ...] = ()


class DeclareBlocks(Record, frozen=True, tag="declare_blocks"):
    blocks: tuple[Block, ...] = ()


class Target(Record, frozen=True, tag="target"):
    """Targets of a triggered ability, in the order it names them; -1 for one left out."""

    target_ids: Ids = ()


class Choose(Record, frozen=True, tag="choose"):
    """One of an effect's options, counted from 0."""

    option: int


class Discard(Record, frozen=True, tag="discard"):
    card_ids: Ids = ()


class Scry(Record, frozen=True, tag="scry"):
    """Which of the cards looked at go to the bottom, as places from the top, 0 first."""

    bottom: Ids = ()


class Search(Record, frozen=True, tag="search"):
    """The card to take from the deck; empty: none."""

    card_id: str = ""


class Surrender(Record, frozen=True, tag="surrender"):
    """Give the game up, at any time."""


Move = (
    ChooseDeck
    | Sideboard
    | Mulligan
    | PlayCard
    | ActivateAbility
    | Pass
    | DeclareAttacks
    | DeclareBlocks
    | Target
    | Choose
    | Discard
    | Scry
    | Search
    | Surrender
)


class Begin(Record, frozen=True, tag="begin"):
    """Decks are known from the start: deal."""


class Expire(Record, frozen=True, tag="expire"):
    """A seat's time to decide is over: the server decides as if it had passed."""

    seat: Seat


Tick = Begin | Expire


class Carry(Record, frozen=True):
    """A match of three: who has won how often, and with what decks it goes on."""

    wins: tuple[int, int]
    game: int  # the number of the next game, from 1
    names: tuple[str, str]
    mains: tuple[dict[str, int], dict[str, int]]
    sides: tuple[dict[str, int], dict[str, int]]
    first: Seat  # who begins: the loser of the last
    last: tuple[Seat, str] | None = None  # who won the last (-1: nobody), and by what

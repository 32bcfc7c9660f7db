"""What becomes known in Battle (A27). A card is named by its id in play and by its card id."""

from __future__ import annotations

from typing import Literal

from cutcard.kernel.game import Record, Seat
from cutcard.kernel.holder import Holder

from .views import StackItem


class GameStart(Record, frozen=True, tag="GAME_START"):
    first_player_id: Holder
    decks: dict[Seat, str]
    game: int


class DeckChosen(Record, frozen=True, tag="DECK_CHOSEN"):
    """That somebody chose; what, only they hear before both have."""

    player_id: Holder
    deck: str | None = None


class MulliganTaken(Record, frozen=True, tag="MULLIGAN_TAKEN"):
    player_id: Holder
    count: int


class PhaseStarted(Record, frozen=True, tag="PHASE_STARTED"):
    turn: int
    player_id: Holder
    phase: str


class CardDrawn(Record, frozen=True, tag="CARD_DRAWN"):
    player_id: Holder
    card_id: str | None = None  # only to whoever drew it, or where it was known
    instance_id: int | None = None


class PlayerDeckEmpty(Record, frozen=True, tag="PLAYER_DECK_EMPTY"):
    player_id: Holder
    count: int


class CardPlayed(Record, frozen=True, tag="CARD_PLAYED"):
    player_id: Holder
    card_id: str
    instance_id: int
    cost: int
    targets: tuple[int, ...] = ()
    x: int = 0


class AbilityActivated(Record, frozen=True, tag="ABILITY_ACTIVATED"):
    player_id: Holder
    card_id: str
    instance_id: int
    ability_id: int
    cost: int
    targets: tuple[int, ...] = ()


class AbilityResolved(Record, frozen=True, tag="ABILITY_RESOLVED"):
    card_id: str
    effect: tuple[str, ...]
    ability_id: int | None = None


class Fizzled(Record, frozen=True, tag="EFFECT_FIZZLED"):
    """ILLEGAL_TARGETS: every target had become illegal; NEGATED; BUDGET: the move had done all that
    one may do."""

    card_id: str
    reason: str


class AbilityTriggered(Record, frozen=True, tag="ABILITY_TRIGGERED"):
    entry: StackItem


class AttacksDeclared(Record, frozen=True, tag="ATTACKS_DECLARED"):
    player_id: Holder
    attacks: tuple[tuple[int, int], ...]  # attacker, target


class BlocksDeclared(Record, frozen=True, tag="BLOCKS_DECLARED"):
    player_id: Holder
    blocks: tuple[tuple[int, int], ...]  # blocker, attacker


class EvasionTriggered(Record, frozen=True, tag="EVASION_TRIGGERED"):
    card_id: str
    instance_id: int


class DamageApplied(Record, frozen=True, tag="DAMAGE_APPLIED"):
    target: int
    amount: int
    reduced_damage: int
    source: str  # a card id, a status, or DECK_EMPTY
    damage_type: str
    card_id: str | None = None  # what was hit, where it is a card


class Healed(Record, frozen=True, tag="HEALED"):
    target: int
    amount: int


class PlayerDefeated(Record, frozen=True, tag="PLAYER_DEFEATED"):
    player_id: Holder
    damage: int


class CardMoved(Record, frozen=True, tag="CARD_MOVED"):
    """A card known to all changed zones; `instance_id` is what it was called before."""

    card_id: str
    instance_id: int
    to: str
    destroyed: bool = False


class CardsDiscarded(Record, frozen=True, tag="CARDS_DISCARDED"):
    player_id: Holder
    cards: tuple[str, ...]


class StatusApplied(Record, frozen=True, tag="STATUS_APPLIED"):
    target: int
    status: str
    duration: int
    value: int = 0


class CardChosen(Record, frozen=True, tag="OPTION_CHOSEN"):
    player_id: Holder
    option: str
    zh: str | None = None  # the option in Chinese, where its set has it


class CardTransformed(Record, frozen=True, tag="CARD_TRANSFORMED"):
    card_id: str  # what it was
    instance_id: int
    into: str


class CardCreated(Record, frozen=True, tag="CARD_CREATED"):
    """A token came into a hand, for all to see."""

    player_id: Holder
    card_id: str
    instance_id: int


class HandRevealed(Record, frozen=True, tag="HAND_REVEALED"):
    player_id: Holder
    cards: tuple[str, ...]


class Searched(Record, frozen=True, tag="DECK_SEARCHED"):
    player_id: Holder
    card_id: str | None = None  # what was taken, to whoever may know


class Scried(Record, frozen=True, tag="DECK_SCRIED"):
    player_id: Holder
    count: int
    bottom: int  # everybody sees how many went under the deck


class Result(Record, frozen=True, tag="PLAY_RESULT"):
    """A29: what the move did, to its mover alone, and so their ACK's payload."""

    consumed_ce: int
    instance_id: int


class Passed(Record, frozen=True, tag="PLAYER_PASSED"):
    player_id: Holder


class AutoPassed(Record, frozen=True, tag="PLAYER_AUTO_PASSED"):
    """A53 TIMEOUT: the clock decided in the place of somebody who did not."""

    player_id: Holder
    asked: str


class GameEnd(Record, frozen=True, tag="GAME_END"):
    winner_id: Holder | Literal["draw"]
    win_condition: str
    turns: int
    reason: str | None = None  # of a draw

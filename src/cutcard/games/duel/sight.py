"""What is shown of a Duel: the view, and the facts that are made from the whole of it.

A view is built up from nothing: a hidden card is never put in, so it cannot be forgotten to be
taken out. Faces appear when a round is revealed, and to their owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat

from . import moves
from .deck import FACES
from .score import TIE, season_points

if TYPE_CHECKING:
    from .rules import Duel

# A Duel's phases in their order, and what they are called in public (B13): the game's status,
# and the round's while the game is in progress.
WAITING, PICKING, PAUSED, COMPLETED, ABANDONED = range(5)
STATUS = ("WAITING_TO_START", "IN_PROGRESS", "IN_PROGRESS", "COMPLETED", "ABANDONED")
ROUND_STATUS = (None, "ROUND_IN_PROGRESS", "ROUND_COMPLETE", None, None)


def by_seat(pair: list[int] | tuple[int, int]) -> dict[Seat, int]:
    return {0: pair[0], 1: pair[1]}


def winner_id(winner: int) -> moves.Winner:
    return "tie" if winner == TIE else winner


def past_round(duel: Duel, number: int) -> moves.Round:
    past = duel.past[number - 1]
    return moves.Round(
        number,
        past.started_at,
        past.completed_at,
        {0: FACES[past.cards[0]], 1: FACES[past.cards[1]]},
        winner_id(past.winner),
        by_seat(past.points),
        past.auto,
    )


def rounds(duel: Duel) -> dict[int, moves.Round]:
    """The rounds revealed, by number. A new round makes a new map: until then all views share
    one, and comparing two of them need not look into what was the same object before."""
    shown = duel.shown
    if len(shown) < len(duel.past):
        late = range(len(shown) + 1, len(duel.past) + 1)
        duel.shown = shown = shown.copy()
        for number in late:
            shown[number] = past_round(duel, number)
    return shown


def reveal(duel: Duel) -> moves.RoundReveal:
    """The round just completed."""
    shown = rounds(duel)[len(duel.past)]
    return moves.RoundReveal(
        shown.round_number,
        shown.cards,
        shown.winner_id,
        shown.scores,
        by_seat(duel.scores),
        shown.auto,
    )


def stats(duel: Duel) -> moves.Stats:
    count = len(duel.past)
    return moves.Stats(count, duel.spent // count if count else 0, duel.ended_at)


def game_end(duel: Duel) -> moves.GameEnd:
    return moves.GameEnd(
        winner_id(duel.winner),
        duel.reason,
        by_seat(duel.scores),
        season_points(duel.scores, duel.winner, duel.options),
        duel.ended_at,
        stats(duel),
        tuple(rounds(duel).values()),
    )


def result(duel: Duel) -> moves.Result:
    if duel.phase == ABANDONED:
        return moves.Result(duel.reason, duel.ended_at)
    return moves.Result(
        duel.reason,
        duel.ended_at,
        winner_id(duel.winner),
        season_points(duel.scores, duel.winner, duel.options),
        stats(duel),
    )


def player(duel: Duel, seat: Seat, viewer: Seat | None) -> moves.Player:
    pick = duel.picks[seat]
    locked = pick >= 0
    face_up = locked and (seat == viewer or len(duel.past) == duel.round)
    face = FACES[duel.card_at(pick)] if face_up else None
    score, ready, missed = duel.scores[seat], duel.ready[seat], duel.missed[seat]
    if not duel.private:  # everybody sees which place it is, and who picked it what lies there
        return moves.Player(
            score, ready, locked, missed, None, None, pick if locked else None, face
        )
    hand = None
    if seat == viewer and duel.started_at >= 0:
        hand = {card: FACES[card] for card in duel.hands[seat]}
    count = len(duel.hands[seat])
    return moves.Player(score, ready, locked, missed, count, hand, pick if face_up else None, face)


def view(duel: Duel, viewer: Seat | None) -> moves.View:
    phase, options = duel.phase, duel.options
    return moves.View(
        options.mode,
        STATUS[phase],
        duel.round,
        options.max_rounds,
        {0: player(duel, 0, viewer), 1: player(duel, 1, viewer)},
        rounds(duel),
        ROUND_STATUS[phase],
        duel.due if phase == PICKING else None,
        None if duel.private else duel.deck.places(),
        options.ace_high_value,
        options.allow_ties,
        None if phase < COMPLETED else result(duel),
    )

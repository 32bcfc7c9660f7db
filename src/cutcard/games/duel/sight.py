"""What is shown of a Duel: the view, and the facts that are made from the whole of it.

A view is built up from nothing: a hidden card is never put in, so it cannot be forgotten to be
taken out. Faces appear when a round is revealed, and to their owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cutcard.kernel.game import Seat

from . import ending, moves
from .deck import FACES
from .ending import ABANDONED, COMPLETED, PICKING
from .score import TIE, season_points

if TYPE_CHECKING:
    from .rules import Duel

# What a Duel's phases are called in public (B13): the game's status, and the round's while the
# game is in progress.
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
    shown = duel.told_rounds
    if len(shown) < len(duel.past):
        late = range(len(shown) + 1, len(duel.past) + 1)
        duel.told_rounds = shown = shown.copy()
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


def series(duel: Duel) -> moves.Series | None:
    """The series as it stands, with a game just ended in it."""
    if duel.options.best_of == 1:
        return None
    carry = duel.carry if duel.started_at < 0 else None
    return moves.Series(
        duel.options.best_of,
        ending.game_number(duel),
        by_seat(ending.wins(duel)),
        None if carry is None else winner_id(carry.winner),
        None if carry is None else by_seat(carry.scores),
    )


def game_end(duel: Duel) -> moves.GameEnd:
    return moves.GameEnd(
        winner_id(duel.winner),
        duel.reason,
        by_seat(duel.scores),
        season_points(duel.scores, duel.winner, duel.options),
        duel.ended_at,
        stats(duel),
        tuple(rounds(duel).values()),
        series(duel),
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


class Shown:
    """What views have shown of a Duel; a copy and another world begin without."""

    __slots__ = ("hands", "views")

    def __init__(self) -> None:
        self.views: dict[Seat | None, moves.View] = {}  # of this moment; the rules end it
        self.hands: list[tuple[list[int], dict[int, moves.Face]]] = [([], {}), ([], {})]

    def hand(self, duel: Duel, seat: Seat) -> dict[int, moves.Face]:
        """A hand with its faces: the same map for as long as it holds the same cards."""
        held = duel.hands[seat]
        if self.hands[seat][0] != held:
            self.hands[seat] = (held[:], {card: FACES[card] for card in held})
        return self.hands[seat][1]


def view(duel: Duel, viewer: Seat | None) -> moves.View:
    """What a spectator sees is built once a move; a player's view is that with their own in it,
    and the very same where they have nothing of their own."""
    shown = duel.shown
    if shown is None:
        shown = duel.shown = Shown()
    seen = shown.views.get(viewer)
    if seen is None:
        public = shown.views.get(None)
        if public is None:
            shown.views[None] = public = _public(duel)
        seen = public if viewer is None else _own(duel, shown, public, viewer)
        shown.views[viewer] = seen
    return seen


def _public(duel: Duel) -> moves.View:
    phase, options = duel.phase, duel.options
    return moves.View(
        options.mode,
        STATUS[phase],
        duel.round,
        options.max_rounds,
        {0: _player(duel, 0), 1: _player(duel, 1)},
        rounds(duel),
        ROUND_STATUS[phase],
        duel.due if phase == PICKING else None,
        None if duel.private else duel.deck.places(),
        options.ace_high_value,
        options.allow_ties,
        None if phase < COMPLETED else result(duel),
        series(duel),
    )


def _player(duel: Duel, seat: Seat) -> moves.Player:
    """What is public of a player. In QUICK everybody sees which place was picked."""
    pick = duel.picks[seat]
    locked = pick >= 0
    face_up = locked and duel.revealed
    return moves.Player(
        duel.scores[seat],
        duel.ready[seat],
        locked,
        duel.missed[seat],
        len(duel.hands[seat]) if duel.private else None,
        None,
        pick if face_up or (locked and not duel.private) else None,
        FACES[duel.card_at(pick)] if face_up else None,
    )


def _own(duel: Duel, shown: Shown, public: moves.View, seat: Seat) -> moves.View:
    """With the card they locked, and their hand once the game has started."""
    pick, player = duel.picks[seat], public.players[seat]
    if pick >= 0 and player.card is None:
        player = replace(player, card_index=pick, card=FACES[duel.card_at(pick)])
    if duel.private and duel.started_at >= 0:
        player = replace(player, hand=shown.hand(duel, seat))
    if player is public.players[seat]:
        return public
    return replace(public, players={**public.players, seat: player})

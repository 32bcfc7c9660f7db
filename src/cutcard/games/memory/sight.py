"""What a Memory deal shows, and how it is scored. Reads a state and never changes it.

A view starts from covered cards and adds only the faces that show, so that a value can get
out in two places: the face of a turned card, and the open values of a preview or variant. What
did not change since the last view is not made again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cutcard.kernel.game import Seat

from .board import COVERED, FLIPPED, NEVER, PAUSED, PREVIEW, PREVIEWED, SOLVED, TURNED
from .moves import Card, CardState, GameEnd, Player, View
from .theory import par, star_moves, stars

if TYPE_CHECKING:
    from .state import Deal

HIDDEN = 2  # added to the face of a card that lies face up while the deal is paused
_STATES: dict[int, CardState] = {FLIPPED: "Flipped", SOLVED: "Solved"}


def timer_seconds(elapsed_ms: int, running_since: int | None, at: int) -> int:
    """Whole seconds on the game's clock at `at`, from what the view holds (B9, B13)."""
    running = 0 if running_since is None else max(0, at - running_since)
    return (elapsed_ms + running) // 1000


class Sight:
    """What a deal shows, the same to all, and kept until something is played.

    A card or player that is as it was stays the same record, and so does the map they are in.
    """

    __slots__ = ("cards", "faces", "open", "out", "pairs", "par", "players", "star_moves", "view")

    def __init__(self, deal: Deal) -> None:
        self.view: View | None = None  # None: something was played
        groups, has_par = _groups(deal), _has_par(deal)
        self.par = round(float(par(groups)), 2) if has_par else None
        self.star_moves = star_moves(groups) if has_par else None
        self.faces = [COVERED] * len(deal.faces)  # as `cards` has them
        self.cards = dict(enumerate(deal.board.backs))
        self.open: dict[int, int] | None = None
        self.pairs: list[int] = []  # as `players` has them
        self.out: list[Seat] = []
        self.players: dict[Seat, Player] = {}

    def look(self, deal: Deal) -> View:
        """All that anyone may know."""
        if self.view is None:
            opened = _open_values(deal) or None
            if opened != self.open:
                self.open = opened
            self.view = View(
                deal.status,
                deal.mode,
                deal.options.grid_size,
                deal.options.match_size,
                self._cards(deal),
                self._players(deal),
                deal.turn,
                deal.moves,
                deal.elapsed,
                None if deal.since == NEVER else deal.since,
                self.open,
                self.par,
                self.star_moves,
                _stars(deal),
                tuple(deal.pause_asked) or None,
                tuple(deal.reset_asked) or None,
                deal.ended_by,
                None if deal.ended_by else deal.stall_in,
            )
        return self.view

    def _cards(self, deal: Deal) -> dict[int, Card]:
        """Each card by its cell. While Paused no face shows (B6)."""
        hidden = HIDDEN if deal.status == PAUSED else 0
        faces = [face and face + hidden for face in deal.faces]
        if faces != self.faces:
            board, cards = deal.board, dict(self.cards)  # the map shown before stays as it was
            for cell, (was, now) in enumerate(zip(self.faces, faces, strict=True)):
                if was == now:
                    continue
                if now == COVERED:
                    cards[cell] = board.backs[cell]
                else:
                    value = None if hidden else deal.values[cell]
                    cards[cell] = Card(board.ids[cell], _STATES[now - hidden], value)
            self.faces, self.cards = faces, cards
        return self.cards

    def _players(self, deal: Deal) -> dict[Seat, Player]:
        if deal.pairs != self.pairs or deal.out != self.out:
            players: dict[Seat, Player] = {}
            for seat, pairs in enumerate(deal.pairs):
                player, was = Player(pairs, seat in deal.out or None), self.players.get(seat)
                players[seat] = was if was is not None and was == player else player
            self.pairs, self.out, self.players = deal.pairs[:], deal.out[:], players
        return self.players


def _open_values(deal: Deal) -> dict[int, int]:
    """Values shown of covered cards: all in a preview, those once turned with open cards."""
    if deal.status == PREVIEW:
        least = PREVIEWED
    elif deal.options.open_cards and deal.status != PAUSED:
        least = TURNED
    else:
        return {}
    return {
        cell: value
        for cell, value in enumerate(deal.values)
        if deal.seen[cell] >= least and deal.faces[cell] == COVERED
    }


def _groups(deal: Deal) -> int:
    return len(deal.values) // deal.options.match_size


def _has_par(deal: Deal) -> bool:
    return deal.mode != "versus" and deal.options.match_size == 2


def _stars(deal: Deal) -> int | None:
    if deal.status != "Won" or not _has_par(deal):
        return None
    return stars(_groups(deal), deal.moves)


def ending(deal: Deal, reason: str) -> GameEnd:
    """What is told of a deal that is over."""
    return GameEnd(
        reason=reason,
        scores=dict(enumerate(deal.pairs)),
        moves=deal.moves,
        elapsed_ms=deal.elapsed,
        winner_id=_winner(deal),
        stars=_stars(deal),
    )


def _winner(deal: Deal) -> Seat | Literal["tie"] | None:
    if deal.mode != "versus" or deal.ended_by == "RESET":
        return None
    best = places(deal)
    return best.index(1) if best.count(1) == 1 else "tie"


def places(deal: Deal) -> tuple[int, ...]:
    """More pairs are better; who surrendered comes after all who did not, the first last."""
    if deal.mode != "versus" or deal.ended_by == "RESET":
        return (1,) * deal.seats
    worth = [
        (0, deal.out.index(seat)) if seat in deal.out else (1, pairs)
        for seat, pairs in enumerate(deal.pairs)
    ]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)

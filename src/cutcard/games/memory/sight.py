"""What a Memory deal shows, and how it is scored. Reads a state and never changes it.

A view starts from covered cards and adds only the faces that show, so that a value can get
out in two places: the face of a turned card, and the open values of a preview or variant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat

from .board import COVERED, FLIPPED, NEVER, PAUSED, PREVIEW, PREVIEWED, TURNED
from .moves import Card, CardState, GameEnd, Player, View
from .theory import par, star_moves, stars

if TYPE_CHECKING:
    from .rules import Memory


def timer_seconds(elapsed_ms: int, running_since: int | None, at: int) -> int:
    """Whole seconds on the game's clock at `at`, from what the view holds (B9, B13)."""
    running = 0 if running_since is None else max(0, at - running_since)
    return (elapsed_ms + running) // 1000


def view(deal: Memory) -> View:
    """All that anyone may know. While Paused no face shows (B6)."""
    shown = deal.status != PAUSED
    ids = deal.board.ids
    cards = dict(enumerate(deal.board.backs))
    for cell, face in enumerate(deal.faces):
        if face != COVERED:
            state: CardState = "Flipped" if face == FLIPPED else "Solved"
            cards[cell] = Card(ids[cell], state, deal.values[cell] if shown else None)
    groups, has_par = _groups(deal), _has_par(deal)
    return View(
        status=deal.status,
        mode=deal.mode,
        grid_size=deal.options.grid_size,
        match_size=deal.options.match_size,
        cards=cards,
        players={
            seat: Player(pairs, seat in deal.out or None) for seat, pairs in enumerate(deal.pairs)
        },
        turn=deal.turn,
        moves=deal.moves,
        elapsed_ms=deal.elapsed,
        running_since=None if deal.since == NEVER else deal.since,
        open=_open_values(deal) or None,
        par=round(float(par(groups)), 2) if has_par else None,
        star_moves=star_moves(groups) if has_par else None,
        stars=_stars(deal),
        pause_asked=tuple(deal.pause_asked) or None,
        reset_asked=tuple(deal.reset_asked) or None,
        reason=deal.ended_by,
    )


def _open_values(deal: Memory) -> dict[int, int]:
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


def _groups(deal: Memory) -> int:
    return len(deal.values) // deal.options.match_size


def _has_par(deal: Memory) -> bool:
    return deal.mode != "versus" and deal.options.match_size == 2


def _stars(deal: Memory) -> int | None:
    if deal.status != "Won" or not _has_par(deal):
        return None
    return stars(_groups(deal), deal.moves)


def ending(deal: Memory, reason: str) -> GameEnd:
    """What is told of a deal that is over."""
    return GameEnd(
        reason=reason,
        scores=dict(enumerate(deal.pairs)),
        moves=deal.moves,
        elapsed_ms=deal.elapsed,
        winner_id=_winner(deal),
        stars=_stars(deal),
    )


def _winner(deal: Memory) -> Seat | str | None:
    if deal.mode != "versus" or deal.ended_by == "RESET":
        return None
    best = places(deal)
    return best.index(1) if best.count(1) == 1 else "tie"


def places(deal: Memory) -> tuple[int, ...]:
    """More pairs are better; who surrendered comes after all who did not, the first last."""
    if deal.mode != "versus" or deal.ended_by == "RESET":
        return (1,) * deal.seats
    worth = [
        (0, deal.out.index(seat)) if seat in deal.out else (1, pairs)
        for seat, pairs in enumerate(deal.pairs)
    ]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)

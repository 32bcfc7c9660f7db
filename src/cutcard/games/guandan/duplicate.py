"""The duplicate match 复式: the same boards at two tables, compared (docs/rules/guandan.md).

Two teams of four; one half of each plays South and North at one table, the other half East and West
at the other, so that both have held the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import structs

from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng
from cutcard.kernel.twice import GUESTS, HOME, Compared

from .bot import Eager
from .moves import Carry
from .options import Options
from .rules import State, deal

Boards = tuple[int, ...]
"""What each board of a table came to: the levels South and North won, less what they lost."""


def compare(first: Sequence[int], second: Sequence[int]) -> Compared:
    """The home team sat South and North at the first table, East and West at the second: a board
    gives it what it did better with the same cards, the sum decides, and equal is a draw."""
    if len(first) != len(second):
        raise ValueError(f"Both tables play the same boards, not {len(first)} and {len(second)}")
    differences = tuple(one - other for one, other in zip(first, second, strict=True))
    total = sum(differences)
    winner = None if total == 0 else HOME if total > 0 else GUESTS
    return Compared(differences, total, True, winner)


def compared(first: State, second: State) -> Compared:
    """How two tables stand after the boards that are over at both. Who conceded at either has lost
    the whole."""
    boards = [_boards_of(state) for state in (first, second)]
    both = min(len(one) for one in boards)
    found = compare(boards[0][:both], boards[1][:both])
    for table, state in enumerate((first, second)):
        conceded = None if state.result is None else state.result.conceded
        if conceded is not None:  # at the second table the home team is that of seats 1 and 3
            return structs.replace(found, winner=1 - (conceded ^ table))
    over = both == first.options.deals
    return structs.replace(found, over=over, winner=found.winner if over else None)


def _boards_of(state: State) -> Boards:
    """What the boards that are over at a table came to."""
    if state.result is not None and state.result.boards:
        return state.result.boards
    return () if state.carry is None else state.carry.boards


def play_table(options: Options, seed: str, bots: Sequence[Eager]) -> Boards:
    """Plays a table's boards by four bots in memory. From one seed come the same cards on the same
    seats, whoever sits there."""
    carry: Carry | None = None
    boards: Boards = ()
    for number in range(1, options.deals + 1):
        state = deal(options, 4, Rng.named(f"duplicate/{seed}/{number}"), carry)
        _play_board(state, bots, Rng.named(f"duplicate/{seed}/{number}/bots"))
        assert state.result is not None
        boards, carry = state.result.boards, state.next()
    return boards


def _play_board(state: State, bots: Sequence[Eager], rng: Rng) -> None:
    at = 0
    while state.outcome() is None:
        acting = state.to_act()
        if acting:
            seat = acting[0]
            moves, world = (state.legal(seat), state.asides(seat)), partial(state.redeal, seat)
            state.play(seat, bots[seat].choose(seat, state.view(seat), *moves, world, rng), at)
        else:
            timer = min(state.timers(), key=lambda timer: timer.due)
            at = max(at, timer.due)
            state.play(NATURE, timer.tick, at)

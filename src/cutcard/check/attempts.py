"""Moves to try that may well be refused: others' moves, old moves, ticks, moves slightly wrong."""

from __future__ import annotations

from typing import Any

from msgspec import MsgspecError, Struct, json
from msgspec.structs import asdict, replace

from cutcard.kernel.game import Game, Illegal, Move, Seat, State
from cutcard.kernel.rng import Rng

from .invent import Inventor

ACCEPTED = b"accepted"
_encode = json.Encoder().encode


def some(rng: Rng, xs: Any, count: int) -> list[Any]:
    """Some of a sequence, drawn with repetition where it is longer than asked for."""
    if len(xs) <= count:
        return list(xs)
    return [xs[rng.below(len(xs))] for _ in range(count)]


class Attempts:
    """A short, changing stock of moves that somebody might try."""

    def __init__(self, game: Game, rng: Rng, size: int = 10) -> None:
        decoder: json.Decoder[Move] = json.Decoder(game.Move)
        self.decode = decoder.decode
        self.inventor = Inventor(game)
        self.rng = rng
        self.size = size
        self.moves: list[Move] = []

    def gather(self, state: State, seats: int) -> list[Move]:
        """Add what this state makes worth trying, and forget the oldest."""
        fresh: list[Move] = []
        for seat in range(seats):
            fresh += some(self.rng, state.legal(seat), 2)
            fresh += some(self.rng, state.asides(seat), 1)
        fresh = some(self.rng, fresh, self.size)
        forged = [self.forge(move) for move in some(self.rng, fresh, 2)]
        forged += [self.inventor.move(self.rng) for _ in range(2)]
        fresh += [move for move in forged if move is not None]
        self.moves = (self.moves + fresh)[-self.size :]
        return self.moves

    def forge(self, move: Move) -> Move | None:
        """The move with one field changed, if a client could send that."""
        fields = list(asdict(move).items()) if isinstance(move, Struct) else []
        if not fields:
            return None
        name, value = fields[self.rng.below(len(fields))]
        change = self._other(value)
        if change is None:
            return None
        try:
            return self.decode(_encode(replace(move, **{name: change})))
        except (MsgspecError, TypeError, ValueError):
            return None  # no client could send it

    def _other(self, value: Any) -> Any:
        rng = self.rng
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            near = (value - 1, value + 1, -1, 0, 1 << 40)
            return near[rng.below(5)] if rng.below(2) else rng.below(60)
        if isinstance(value, str):
            return (value + "x", "", value[::-1])[rng.below(3)]
        if isinstance(value, list | tuple):
            items = list(value)
            if items and rng.below(2):
                items.pop(rng.below(len(items)))
            elif items:
                items.append(items[rng.below(len(items))])
            return type(value)(items)
        return None


def answer(state: State, seat: Seat, move: Move, at: int) -> bytes:
    """What a state says to a move: ACCEPTED (and then it has changed), or the refusal."""
    try:
        state.play(seat, move, at)
    except Illegal as no:
        return _encode([no.code, no.message, no.category, no.details])
    return ACCEPTED


def answers(state: State, seat: Seat, moves: list[Move], at: int) -> list[bytes]:
    """What the state would say to each of the moves; it stays as it is."""
    scratch = state.copy()
    said = []
    for move in moves:
        said.append(answer(scratch, seat, move, at))
        if said[-1] == ACCEPTED:
            scratch = state.copy()
    return said

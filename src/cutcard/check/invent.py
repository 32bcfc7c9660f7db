"""Moves made up from the type alone: what a client could send though nobody offered it."""

from __future__ import annotations

from typing import Any

from msgspec import MsgspecError, convert, inspect

from cutcard.kernel.game import Game, Move
from cutcard.kernel.rng import Rng

NUMBERS = (0, 1, 2, 3, 5, 10, 51, 52, 100, -1, 1 << 40)


class Inventor:
    """Makes up moves of a game, one kind as often as another."""

    def __init__(self, game: Game) -> None:
        self.type = game.Move
        kind = inspect.type_info(game.Move)
        self.kinds = list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]

    def move(self, rng: Rng) -> Move | None:
        """A move that a client could send; None where the draw was none."""
        raw = invent(self.kinds[rng.below(len(self.kinds))], rng)
        try:
            move: Move = convert(raw, self.type)
        except (MsgspecError, ValueError):
            return None  # no client could send it
        return move


def invent(kind: inspect.Type, rng: Rng) -> Any:
    """Some value of a type, as JSON would carry it."""
    if isinstance(kind, inspect.StructType):
        raw = {
            f.encode_name: invent(f.type, rng) for f in kind.fields if f.required or rng.below(2)
        }
        if kind.tag_field is not None:
            raw[kind.tag_field] = kind.tag
        return raw
    if isinstance(kind, inspect.UnionType):
        return invent(kind.types[rng.below(len(kind.types))], rng)
    if isinstance(kind, inspect.BoolType):
        return bool(rng.below(2))
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return rng.below(60) if rng.below(2) else NUMBERS[rng.below(len(NUMBERS))]
    if isinstance(kind, inspect.StrType):
        return ("", "x", "no such thing")[rng.below(3)]
    if isinstance(kind, inspect.LiteralType):
        return kind.values[rng.below(len(kind.values))]
    if isinstance(kind, inspect.EnumType):
        members = list(kind.cls)
        return members[rng.below(len(members))].value
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return [invent(kind.item_type, rng) for _ in range(rng.below(4))]
    if isinstance(kind, inspect.TupleType):
        return [invent(item, rng) for item in kind.item_types]
    return None if isinstance(kind, inspect.NoneType) else {}

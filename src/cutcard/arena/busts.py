"""In which place somebody is out (docs/rules/tournament.md T64-T70)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from .misdeal import need

Player = TypeVar("Player")
Bust = tuple[Player, int]  # who, and their stack at the start of the hand, before antes and blinds


class Placed(Struct, Generic[Player], frozen=True):
    """The places a player is out in: from < to where several share them."""

    player: Player
    place: int
    place_to: int


def out_of_hand(busts: Sequence[Bust[Player]], left: int) -> list[Placed[Player]]:
    """T64: out in the same hand at the same table, best place first; `left` before the hand."""
    return _ranked([_by_stack(busts)], left)


def out_of_hands(hands: Sequence[Sequence[Bust[Player]]], left: int) -> list[Placed[Player]]:
    """T65: hands of several tables that were not synchronised, in the order in which they ended;
    best place first."""
    found: list[Placed[Player]] = []
    for busts in hands:
        found = out_of_hand(busts, left - len(found)) + found
    return found


def out_together(hands: Sequence[Sequence[Bust[Player]]], left: int) -> list[Placed[Player]]:
    """T69, T70: hands that were dealt at the same moment, best place first. Each table ranks its
    own; all firsts tie, all seconds tie, and so on."""
    return _ranked([_by_stack(busts) for busts in hands], left)


def _by_stack(busts: Sequence[Bust[Player]]) -> list[list[Player]]:
    """Those with the largest stack, the next, and so on."""
    sizes = sorted({stack for _, stack in busts}, reverse=True)
    return [[who for who, stack in busts if stack == size] for size in sizes]


def _ranked(tables: Sequence[Sequence[Sequence[Player]]], left: int) -> list[Placed[Player]]:
    out = sum(len(rank) for ranks in tables for rank in ranks)
    need(out <= left, f"{out} cannot go out where {left} are left")
    place = left + 1 - out
    found: list[Placed[Player]] = []
    for depth in range(max(map(len, tables), default=0)):
        rank = [who for ranks in tables if depth < len(ranks) for who in ranks[depth]]
        found += [Placed(who, place, place + len(rank) - 1) for who in rank]
        place += len(rank)
    return found

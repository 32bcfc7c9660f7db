"""What Guandan counts for its players' statistics (docs/rules/arena.md A84), by seat, of a deal
that is over. Matches and who won them are counted for every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.kernel.cards import RANKS
from cutcard.kernel.game import Seat, Told

from . import moves as m
from .book import KINGS, STRAIGHT_FLUSH
from .rules import State

PLACES = ("first", "second", "third", "last")
BOMBS = ("bomb", STRAIGHT_FLUSH, KINGS)  # all of them are bombs


def of_deal(start: State, log: Iterable[tuple[int, Seat, Any]]) -> list[dict[str, int]]:
    """Out of the deal's start and its log."""
    deal = start.copy()
    counted: list[dict[str, int]] = [{"deals": 1} for _ in range(4)]
    told: list[Told] = []
    for at, seat, move in log:
        deal.play(seat, move, at, told)
        if isinstance(move, m.PlayedFor):
            _add(counted[move.seat], "auto")
        for one in told:
            _count(counted, one.fact, played_for=isinstance(move, m.PlayedFor))
        told.clear()
    if deal.result is not None:
        _settle(counted, deal.result)
    return counted


def _count(counted: list[dict[str, int]], fact: object, *, played_for: bool) -> None:
    match fact:
        case m.CardPlayed(play=laid) if laid.form in BOMBS:
            _add(counted[laid.seat], "bombs")
            if laid.form == STRAIGHT_FLUSH:
                _add(counted[laid.seat], "straightFlushes")
            elif laid.form == KINGS:
                _add(counted[laid.seat], "fourKings")
        case m.TributePaid():
            _add(counted[fact.giver], "tributesPaid")
            _add(counted[fact.taker], "tributesReceived")
        case m.TributeRefused():
            for seat in fact.shown:
                _add(counted[seat], "tributesRefused")
        case m.PlayerAutoPassed() | m.PlayerAutoPlayed() if not played_for:
            _add(counted[fact.seat], "auto")
        case _:
            pass


def _settle(counted: list[dict[str, int]], result: m.Settled) -> None:
    """The finishing order, what it was worth, and who fell from A."""
    if result.conceded is None:
        for seat, place in zip(result.order, PLACES, strict=False):
            _add(counted[seat], place)
        first, second = result.order[:2]
        if first % 2 == second % 2:
            _add(counted[first], "doubles")
            _add(counted[second], "doubles")
    for seat in range(4):
        team = seat % 2
        if result.was is not None:
            up = RANKS.index(result.levels[team]) - RANKS.index(result.was[team])
            if up > 0:
                _add(counted[seat], "levels", up)
        if result.dropped == team:
            _add(counted[seat], "resets")


def _add(mine: dict[str, int], name: str, more: int = 1) -> None:
    mine[name] = mine.get(name, 0) + more
